"""A table of Thai Dummy scored: read as people write it down, checked, settled by the rules.

What must stay true: nothing here counts points; that is done by the game.
"""

from speto.score.dummy.reading import as_line, read_table, read_tables
from speto.score.dummy.reckoning import Score, Scored, as_json, score, score_deal
from speto.score.dummy.table import Setting, Table
from speto.score.wrong import Wrong

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
