"""Tables of real cards scored over HTTP, as `speto score` scores them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest

from speto.score import dummy, indian
from speto.score.wrong import Wrong
from speto.server.answers import Shut
from speto.server.app import App
from speto.server.score_routes import (
    MOST_DEALS,
    DummyScore,
    IndianScore,
    ScoreAsked,
    score_text,
)
from speto.texts import languages, load
from tests.asking import asked

pytestmark = pytest.mark.once

SCORES = Path(__file__).parent / "scores"
DUMMY = sorted(SCORES.glob("*.score"))
INDIAN = sorted((SCORES / "indian").glob("*.score"))


def plain(value: object) -> dict[str, Any]:
    """A sheet as a client reads it."""
    found: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(value))
    return found


@pytest.mark.parametrize("file", DUMMY, ids=lambda file: file.stem)
def test_a_table_of_dummy_is_scored(file: Path) -> None:
    """The sheet is that of the command, every field of it, in each language."""
    text = file.read_text()
    for language in languages():
        texts = load(language)
        sheet = score_text(ScoreAsked("dummy", text), texts)
        assert isinstance(sheet, DummyScore)
        expected = dummy.as_json(dummy.score(dummy.read_tables(text)), texts)
        assert plain(sheet) == {"game": "dummy", **expected}


@pytest.mark.parametrize("file", INDIAN, ids=lambda file: file.stem)
def test_hands_of_indian_rummy_are_scored(file: Path) -> None:
    """The sheet of a file is that of the command; a hand that stands alone is a deal too."""
    text = file.read_text()
    texts = load()
    try:
        expected = indian.as_json(indian.score(indian.read_file(text)), texts)
    except Wrong:
        with pytest.raises(Wrong):
            score_text(ScoreAsked("indian", text), texts)
        return
    sheet = score_text(ScoreAsked("indian", text), texts)
    assert isinstance(sheet, IndianScore)
    assert plain(sheet) == {"game": "indian", **expected}


def test_what_cannot_be_is_a_warning_if_asked() -> None:
    """Without `strict` what was written is scored, and what cannot be stands beside it."""
    text = (
        (SCORES / "D-HEAD-2.score").read_text().replace("hands Som: Qc Jd 3d 3h", "hands Som: Qc")
    )
    with pytest.raises(Wrong):
        score_text(ScoreAsked("dummy", text), load())
    sheet = score_text(ScoreAsked("dummy", text, strict=False), load("th"))
    assert isinstance(sheet, DummyScore)
    (warning, *_) = sheet.deals[0].warnings
    assert warning.text and warning.line


def test_a_file_has_an_end() -> None:
    """More deals than anybody plays in an evening are refused."""
    deal = (SCORES / "D-HEAD-2.score").read_text()
    later = "\n".join(line for line in deal.split("\n") if not line.startswith(("names", ";")))
    with pytest.raises(Shut, match="long"):
        score_text(ScoreAsked("dummy", "\n\n".join([deal, *[later] * MOST_DEALS])), load())


@pytest.mark.parametrize(
    ("body", "status", "code", "place"),
    [
        (b"", 400, "json", None),
        (b"[]", 400, "field", None),
        (b'{"game":"whist","text":""}', 400, "field", None),
        (b'{"game":"dummy"}', 400, "field", None),
        (b'{"game":"dummy","text":"","more":1}', 400, "field", None),
        (b'{"game":"dummy","text":""}', 400, "wrong", None),
        (b'{"game":"indian","text":""}', 400, "wrong", None),
        (b'{"game":"dummy","text":"names Nok, Som\\nhead 1x"}', 400, "wrong", 2),
        (b'{"game":"dummy","text":"rules nothing\\nnames Nok, Som"}', 400, "wrong", 1),
        (b'{"game":"indian","text":"names A, B\\ncut Jc\\nhands A: 2c"}', 400, "wrong", None),
        (b'{"game":"dummy","text":"' + b"x" * 40_000 + b'"}', 413, "long", None),
    ],
)
def test_what_cannot_be_is_refused(
    tmp_path: Path, body: bytes, status: int, code: str, place: int | None
) -> None:
    """Whatever is sent is answered with a sentence, in the language that was asked for."""

    async def work(app: App, client: httpx.AsyncClient) -> None:
        english = await client.post("/score?language=en", content=body)
        assert (english.status_code, english.json()["code"]) == (status, code)
        if place is not None:
            assert english.json()["place"] == place
        if b"rules" not in body:  # what is wrong with rules is told in English alone
            thai = await client.post("/score?language=th", content=body)
            assert thai.json()["text"] != english.json()["text"]

    asked(tmp_path, work)
