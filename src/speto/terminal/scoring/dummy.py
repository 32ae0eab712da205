"""The command `speto score dummy`: a file or a dialogue in, the sheet of deals and match out.

What must stay true: every entry stands on the sheet once, under its seat, with its rule; translated
text stands at the ends of lines.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

from speto.cards import ParseError
from speto.options import BOOLS
from speto.score.dummy import Score, Scored, Wrong, as_json, read_tables, score
from speto.score.dummy.settling import is_dark
from speto.terminal.page import wrap
from speto.terminal.scoring.asking import Asking
from speto.terminal.scoring.lines import (
    called,
    points_line,
    rule_line,
    rules_in_full,
    text_of,
    told,
    who_pays,
    who_won,
)
from speto.terminal.screen import Screen
from speto.terminal.speech import Speech
from speto.texts import Catalogue, load, preferred


class Sheet:
    """What is printed of a score."""

    def __init__(self, found: Score, texts: Catalogue, *, signs: bool, why: bool = False) -> None:
        self.found = found
        self.texts = texts
        self.why = why
        setting = found.setting
        self.names = [called(texts, name) for name in setting.names]
        self.speech = Speech(texts, setting.rules, tuple(self.names), signs)

    def ui(self, key: str, /, **holes: object) -> str:
        """A text of the score."""
        return self.texts.text(f"ui.score.{key}", **holes)

    def lines(self) -> Iterator[str]:
        """The whole sheet."""
        for number in range(1, len(self.found.deals) + 1):
            yield from self.deal(number)
            yield ""
        yield from self.settled()

    def deal(self, number: int) -> Iterator[str]:
        """One deal: how it ended, what is odd, each seat's points, what comes next."""
        deal = self.found.deals[number - 1]
        yield from wrap(self.how(deal, number))
        for wrong in deal.warnings:
            problem = wrong.said(self.texts)
            yield from wrap(self.ui("warning", line=wrong.line, problem=problem))
        for seat, name in enumerate(self.names):
            yield f"{name} {deal.settled.state.scores[seat]:+d}"
            for entry in deal.settled.entries:
                if entry.seat == seat:
                    points, clause = f"{entry.points:+d}", entry.clause
                    yield from points_line(points, clause, entry.cards, self.speech)
        if deal.settled.notes:
            yield self.ui("notes")
            for clause in deal.settled.notes:
                yield from rule_line(clause, self.speech)
        if self.why:
            named = (entry.clause for entry in deal.settled.entries)
            yield from rules_in_full([*named, *deal.settled.notes], self.speech)
        yield ""
        yield from self.totals(deal)
        if not deal.match.over:
            yield from wrap(self.next_deal(deal, number + 1))

    def how(self, deal: Scored, number: int) -> str:
        """How a deal ended."""
        table = deal.table
        if table.knocker is None or table.card is None:
            return self.ui("ran_out", n=number)
        key = "knocked_dark" if is_dark(table) else "knocked"
        card = self.speech.card(table.card)
        return self.ui(key, n=number, name=self.names[table.knocker], card=card)

    def totals(self, deal: Scored) -> Iterator[str]:
        """Deal and match, the best first."""
        scores, totals = deal.settled.state.scores, deal.match.totals
        for seat in sorted(range(len(self.names)), key=lambda seat: -totals[seat]):
            numbers = {"deal": f"{scores[seat]:+d}", "match": f"{totals[seat]:+d}"}
            yield from wrap(self.ui("total", name=self.names[seat], **numbers))

    def next_deal(self, deal: Scored, number: int) -> str:
        """Who starts the next deal, and in which order they play."""
        match = deal.match
        seats = [(match.starter + match.direction * n) % match.seats for n in range(match.seats)]
        order = ", ".join(self.names[seat] for seat in seats)
        return self.ui("next", name=self.names[match.starter], n=number, order=order)

    def settled(self) -> Iterator[str]:
        """The winner, if there is one, and who pays."""
        yield from who_won(self.found.match, self.names, self.texts)
        yield from who_pays(self.found.match, self.names, self.texts)


def run(
    file: str | None,
    *,
    language: str = "en",
    as_data: bool = False,
    ask: bool = False,
    save: Path | None = None,
    strict: str = "yes",
    why: bool = False,
) -> int:
    """Score a file (`-` is standard input), or what a dialogue gives; the exit status.

    :raises ParseError: if there is no file, or something in it cannot be.
    """
    texts = load(preferred(language))
    if strict.lower() not in BOOLS:
        raise ParseError(texts.text("ui.score.wrong.strict", text=strict))
    checked = BOOLS[strict.lower()]
    text = "" if file is None else text_of(file)
    if not ask and (file is None or save is not None):
        raise ParseError(texts.text("ui.score.wrong.no_file"))
    if ask and (file == "-" or as_data):
        raise ParseError(texts.text("ui.score.wrong.no_dialogue"))
    if ask:
        return _ask(text, file, texts, save, strict=checked, why=why)
    try:
        found = score(read_tables(text), strict=checked)
    except Wrong as wrong:
        raise told(wrong, str(file), texts) from None
    if as_data:
        print(json.dumps(as_json(found, texts), ensure_ascii=False, indent=2))
    else:
        print("\n".join(Sheet(found, texts, signs=Screen().signs, why=why).lines()))
    return 0


def _ask(
    text: str, file: str | None, texts: Catalogue, save: Path | None, *, strict: bool, why: bool
) -> int:
    if save and save.exists() and str(save) != file:
        raise ParseError(texts.text("ui.score.wrong.exists"), place=str(save))
    signs = Screen().signs
    asking = Asking(texts, text, strict=strict)
    if text.strip():
        try:
            asking.score()
        except Wrong as wrong:
            raise told(wrong, str(file), texts) from None
    while True:
        asking.ask_deal()
        found = asking.score()
        sheet = Sheet(found, texts, signs=signs, why=why)
        number = len(found.deals)
        print("\n".join(["", *sheet.deal(number), ""]))
        if save:
            save.write_text(asking.text, encoding="utf-8")
        if found.match.over or not asking.ask_again():
            print("\n".join(["", *sheet.settled()]))
            break
    if save:
        print(texts.text("ui.score.ask.saved", file=save))
    return 0
