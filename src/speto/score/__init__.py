"""A table of real cards scored: each game has its room, what they share stands beside them.

What must stay true: nothing here counts points; that is done by the games.
"""
