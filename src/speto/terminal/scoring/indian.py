"""The command `speto score indian`: hands or a file in, what each hand is and who pays whom out."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from speto.cards import ParseError
from speto.indian.groups import wilds_of
from speto.score.indian import (
    Judged,
    Table,
    Wrong,
    as_json,
    check_wrong,
    hand_as_json,
    judge,
    read_file,
    read_hands,
    score,
)
from speto.score.indian.checking import check_one
from speto.score.indian.reading import is_hand
from speto.score.words import short
from speto.terminal.scoring.deals import DealsSheet
from speto.terminal.scoring.hand import HandSheet
from speto.terminal.scoring.lines import called, text_of, told
from speto.terminal.screen import Screen
from speto.terminal.speech import Speech
from speto.texts import Catalogue, load, preferred

LONGEST_PATH: Final = 1000


def run(
    texts_of_hands: Sequence[str],
    *,
    cut: str | None = None,
    rules: str | None = None,
    language: str = "en",
    as_data: bool = False,
    why: bool = False,
) -> int:
    """Score hands, or a file of them (`-` is standard input); the exit status.

    :raises ParseError: if there is nothing to score, or something in it cannot be.
    """
    texts = load(preferred(language))
    file = None
    try:
        file = _file_of(texts_of_hands)
        tables = (
            [read_hands(texts_of_hands, cut, rules)]
            if file is None
            else read_file(text_of(file), cut, rules)
        )
        lines = _as_data(tables, texts) if as_data else _sheet(tables, texts, why=why)
    except Wrong as wrong:
        if file is not None:
            raise told(wrong, file, texts) from None
        raise _told_of_hand(wrong, len(texts_of_hands), texts) from None
    print("\n".join(lines))
    return 0


def _file_of(hands: Sequence[str]) -> str | None:
    """The file that stands in place of hands.

    :raises Wrong: if it can be neither a file nor a hand.
    """
    if len(hands) != 1:
        return None
    (text,) = hands
    path = Path(text)
    if text == "-" or (len(text) < LONGEST_PATH and path.exists() and not path.is_dir()):
        return text
    if text.strip() and not any(letter.isspace() for letter in text) and not is_hand(text):
        raise Wrong("no_such_file", text=short(text))
    return None


def _told_of_hand(wrong: Wrong, n: int, texts: Catalogue) -> ParseError:
    problem = wrong.said(texts)
    if not wrong.line or n == 1:
        return ParseError(problem)
    return ParseError(texts.text("ui.score.hand", n=wrong.line, problem=problem))


def _single(tables: Sequence[Table]) -> Judged | None:
    """The one hand there is, if it is alone.

    :raises Wrong: if it cannot be.
    """
    if len(tables) > 1 or len(tables[0].laid) > 1 or len(tables[0].setting.names) > 1:
        return None
    (table,) = tables
    for wrong in check_one(table):
        raise wrong
    (laid,) = table.laid.values()
    rules = table.setting.rules
    judged = judge(laid, wilds_of(table.cut, rules), rules)
    check_wrong(judged)
    return judged


def _as_data(tables: Sequence[Table], texts: Catalogue) -> list[str]:
    judged = _single(tables)
    found = hand_as_json(tables[0], judged, texts) if judged else as_json(score(tables), texts)
    return [json.dumps(found, ensure_ascii=False, indent=2)]


def _sheet(tables: Sequence[Table], texts: Catalogue, *, why: bool) -> list[str]:
    judged = _single(tables)
    setting = tables[0].setting
    names = tuple(called(texts, name) for name in setting.names)
    sheet = HandSheet(Speech(texts, setting.rules, names, Screen().signs), why=why)
    if judged:
        return [*sheet.wilds(tables[0].cut), "", *sheet.hand(judged)]
    return list(DealsSheet(score(tables), sheet).lines())
