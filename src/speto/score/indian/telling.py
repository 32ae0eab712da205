"""What a program is told of a hand or of the deals of a file: plain values.

What must stay true: the keys are those of docs/score.md and stay; seats count from 0.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from speto.cards import JOKER, Card
from speto.clause import Clause
from speto.indian.groups import Arrangement
from speto.indian.match import receipts
from speto.indian.rules import Rules
from speto.score.indian.charging import charges
from speto.score.indian.judging import Grouped, Judged, Lack, lacks, owed
from speto.score.indian.reckoning import Score, Scored
from speto.score.indian.table import Table
from speto.texts import Catalogue


def _words(cards: Iterable[Card]) -> list[str]:
    return [str(card) for card in cards]


class Told:
    """Values as programs are told them, sentences in one language."""

    def __init__(self, texts: Catalogue, rules: Rules) -> None:
        self.texts = texts
        self.rules = rules

    def named(self, clause: Clause) -> dict[str, str]:
        """A rule by its code and its title."""
        return {"clause": clause.code, "title": self.texts.title(clause, self.rules)}

    def hand(self, judged: Judged) -> dict[str, Any]:
        """A hand: what it counts, whether it is a Show, and its arrangements."""
        least = judged.least
        found = self.arrangement(judged.counts, judged.wilds)
        return {
            **found,
            "show": judged.checked.show,
            "lacks": [self.lack(lack) for lack in judged.lacks],
            "owes": sum(line.points for line in owed(judged)),
            "called": judged.laid.mark.value or None,
            "cards": _words(judged.laid.all_cards),
            "discard": str(judged.discard) if judged.discard else None,
            "better_discard": least and str(least.discard),
            "best": self.arrangement(judged.best, judged.wilds),
            "declared": judged.own
            and {
                **self.arrangement(judged.own, judged.wilds),
                "parts": [self.part(part) for part in judged.groups],
            },
        }

    def arrangement(self, found: Arrangement, wilds: frozenset[Card]) -> dict[str, Any]:
        """An arrangement: its points, whether it is a Show, groups, deadwood, what is lacking."""
        return {
            "points": found.points,
            "show": found.show,
            "groups": [
                {"kind": group.kind.name.lower(), "cards": _words(group.cards)}
                for group in found.groups
            ],
            "deadwood": _words(c for c in found.loose if c != JOKER and c not in wilds),
            "left_over": _words(c for c in found.loose if c == JOKER or c in wilds),
            "entries": [
                {"points": line.points, **self.named(line.clause), "cards": _words(line.cards)}
                for line in charges(found, wilds, self.rules)
            ],
            "lacks": [self.lack(lack) for lack in lacks(found, wilds)],
        }

    def lack(self, lack: Lack) -> dict[str, Any]:
        """A condition of a Show that is not met."""
        cards = [card for part in lack.cards for card in part]
        return {"what": lack.key, **self.named(lack.clause), "cards": _words(cards)}

    def part(self, part: Grouped) -> dict[str, Any]:
        """A part that a person made, and why it is no group."""
        flaw = part.flaw
        return {
            "kind": part.kind.name.lower(),
            "cards": _words(part.cards),
            "flaw": flaw
            and {
                "what": flaw.fault.value,
                **self.named(flaw.clause),
                "cards": _words(flaw.cards),
            },
        }

    def deal(self, deal: Scored) -> dict[str, Any]:
        """A deal: how it ended, its ledger, what each seat of the match owes, the hands."""
        state, playing = deal.settled.state, deal.playing
        owed = dict(zip(playing, state.scores, strict=True))
        judged = {playing[seat]: hand for seat, hand in deal.settled.judged.items()}
        seats = range(len(deal.table.setting.names))
        return {
            "line": deal.table.first,
            "cut": str(deal.table.cut),
            "starter": deal.table.starter,
            "direction": deal.table.direction,
            "playing": list(playing),
            "ended": state.ended,
            "shower": None if state.shower is None else playing[state.shower],
            "wrong_shows": [playing[seat] for seat in deal.settled.wrong_shows],
            "winners": [playing[seat] for seat in state.winners],
            "entries": [
                {
                    "seat": playing[entry.seat],
                    "points": entry.points,
                    **self.named(entry.clause),
                    "cards": _words(entry.cards),
                }
                for entry in deal.settled.entries
            ],
            "scores": [owed.get(seat, 0) for seat in seats],
            "receipts": [
                {
                    "seat": playing[won.seat],
                    "points": won.points,
                    **self.named(won.clause),
                    "payers": [playing[seat] for seat in won.payers],
                }
                for won in (receipts(state) if state.over else ())
            ],
            "hands": [self.hand(judged[seat]) if seat in judged else None for seat in seats],
        }


def hand_as_json(table: Table, judged: Judged, texts: Catalogue) -> dict[str, Any]:
    """One hand as plain values for programs."""
    return {
        "rules": str(judged.rules),
        "cut": str(table.cut),
        "wilds": _words(sorted(judged.wilds)),
        **Told(texts, judged.rules).hand(judged),
    }


def as_json(found: Score, texts: Catalogue) -> dict[str, Any]:
    """The score of a file as plain values for programs; no match after a deal that goes on."""
    rules, match = found.setting.rules, found.match
    told = Told(texts, rules)
    return {
        "rules": str(rules),
        "seats": list(found.setting.names),
        "deals": [told.deal(deal) for deal in found.deals],
        "match": match
        and {
            "totals": list(match.totals),
            "playing": list(match.playing),
            "starter": None if match.over else match.playing[match.starter],
            "direction": match.direction,
            "over": match.over,
            "winners": list(match.winners),
            "settlement": list(match.settlement()),
            "settled_by": match.settled_by.code,
        },
    }
