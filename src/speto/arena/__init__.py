"""The arena: computer players compared over duplicate deals.

What must stay true: the same contest gives the same figures, however many processes play it.
"""

from speto.arena.contest import Contest, enter
from speto.arena.jobs import play
from speto.arena.pack import Played, PlayerFault
from speto.arena.results import Results, results_of

__all__ = ["Contest", "Played", "PlayerFault", "Results", "enter", "play", "results_of"]
