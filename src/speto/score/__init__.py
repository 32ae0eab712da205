"""A table of real cards scored: read as people write it down, checked, settled by the rules.

What must stay true: nothing here counts points; that is done by the game.
"""

from speto.score.reading import as_line, read_table, read_tables
from speto.score.reckoning import Score, Scored, as_json, score, score_deal
from speto.score.table import Setting, Table, Wrong

__all__ = [
    "Score",
    "Scored",
    "Setting",
    "Table",
    "Wrong",
    "as_json",
    "as_line",
    "read_table",
    "read_tables",
    "score",
    "score_deal",
]
