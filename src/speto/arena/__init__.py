"""The arena: computer players compared over duplicate deals.

What must stay true: the same contest gives the same figures, however many processes play it.
"""

from speto.arena.contest import Contest, enter
from speto.arena.jobs import play
from speto.arena.results import Results, results_of
from speto.arena.sums import Played
from speto.arena.table import PlayerFault

__all__ = ["Contest", "Played", "PlayerFault", "Results", "enter", "play", "results_of"]
