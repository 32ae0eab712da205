"""Thai Dummy (ดัมมี่), for two to four players."""

from speto.dummy.actions import Action, parse
from speto.dummy.clauses import BY_CODE, CLAUSES
from speto.dummy.rules import NAME, PRESETS, RULESET, SEATS, Rules, read_rules
from speto.dummy.state import State, start
from speto.dummy.view import View

__all__ = [
    "BY_CODE",
    "CLAUSES",
    "NAME",
    "PRESETS",
    "RULESET",
    "SEATS",
    "Action",
    "Rules",
    "State",
    "View",
    "parse",
    "read_rules",
    "start",
]
