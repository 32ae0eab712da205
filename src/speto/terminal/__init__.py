"""The terminal: matches and replays in 80 columns and 24 lines.

What must stay true: what is drawn and what may be said come from a `View` and words alone; only
`game` and `replay` hold a `State`. Everything works by numbers and Enter, in a pipe, without color.
"""
