"""Hands of Indian Rummy scored: read as people write them, checked, judged, settled by the rules.

What must stay true: nothing here counts the points of a hand; that is done by the game.
"""

from speto.score.indian.charging import Charge, charges
from speto.score.indian.judging import Judged, Lack, check_wrong, judge, lacks, owed
from speto.score.indian.reading import read_file, read_hands
from speto.score.indian.reckoning import Score, Scored, score
from speto.score.indian.table import Laid, Mark, Setting, Table
from speto.score.indian.telling import as_json, hand_as_json
from speto.score.wrong import Wrong

__all__ = [
    "Charge",
    "Judged",
    "Lack",
    "Laid",
    "Mark",
    "Score",
    "Scored",
    "Setting",
    "Table",
    "Wrong",
    "as_json",
    "charges",
    "check_wrong",
    "hand_as_json",
    "judge",
    "lacks",
    "owed",
    "read_file",
    "read_hands",
    "score",
]
