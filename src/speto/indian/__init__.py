"""Indian Rummy with 13 cards, for two to six players."""

from speto.indian.actions import WHOLE_PACK as PACK
from speto.indian.actions import Action, parse
from speto.indian.advice import advise
from speto.indian.clauses import BY_CODE, CLAUSES
from speto.indian.match import Match, begin
from speto.indian.rules import FIELDS, NAME, PRESETS, RULESET, SEATS, Rules, read_rules
from speto.indian.state import State, start
from speto.indian.think import think, tuned
from speto.indian.view import View

__all__ = [
    "BY_CODE",
    "CLAUSES",
    "FIELDS",
    "NAME",
    "PACK",
    "PRESETS",
    "RULESET",
    "SEATS",
    "Action",
    "Match",
    "Rules",
    "State",
    "View",
    "advise",
    "begin",
    "parse",
    "read_rules",
    "start",
    "think",
    "tuned",
]
