"""Thai Dummy (ดัมมี่), for two to four players."""

from speto.cards import PACK
from speto.dummy.actions import Action, parse
from speto.dummy.advice import advise
from speto.dummy.clauses import BY_CODE, CLAUSES
from speto.dummy.match import begin
from speto.dummy.rules import FIELDS, NAME, PRESETS, RULESET, SEATS, Rules, read_rules
from speto.dummy.state import State, start
from speto.dummy.think import think, tuned
from speto.dummy.view import View

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
