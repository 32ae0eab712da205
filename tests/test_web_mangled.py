"""Whatever text is sent to be scored, replayed or learnt from is answered, never with a failure."""

from __future__ import annotations

from pathlib import Path
from random import Random

import httpx
import pytest

from speto.server.app import App
from tests.asking import asked
from tests.mangling import mangled

pytestmark = pytest.mark.once

HERE = Path(__file__).parent
LETTERS = "0123456789TJQKA*cdhs+-^=>#@!/|,:; \n[]\"'xé✓\x00"
TRIES = 150


def texts_in(folder: str) -> list[str]:
    """The texts of a folder of the tests."""
    return [file.read_text() for file in sorted((HERE / folder).iterdir()) if file.is_file()]


class Hurrying:
    """A clock on which a minute passes whenever it is read, so that nothing is asked too often."""

    def __init__(self) -> None:
        self.at = 1_700_000_000_000

    def __call__(self) -> int:
        self.at += 60_000
        return self.at


@pytest.mark.parametrize("game", ["dummy", "indian"])
def test_a_mangled_table_is_scored_or_refused(tmp_path: Path, game: str) -> None:
    """The text of a table with mistakes in it gives a sheet, or a refusal with a sentence."""
    random = Random(6)
    texts = texts_in("scores" if game == "dummy" else "scores/indian")

    async def work(app: App, client: httpx.AsyncClient) -> None:
        answers = set()
        for _ in range(TRIES):
            text = mangled(random, random.choice(texts), LETTERS)
            body = {"game": game, "text": text, "strict": random.random() < 0.5}
            found = await client.post("/score?language=th", json=body)
            answers.add(found.status_code)
            assert found.is_success or found.json()["text"]
        assert answers == {200, 400}

    asked(tmp_path, work, Hurrying())


@pytest.mark.parametrize("game", ["dummy", "indian"])
def test_a_mangled_record_is_replayed_or_refused(tmp_path: Path, game: str) -> None:
    """The text of a record with mistakes in it gives a replay, or a refusal with a sentence."""
    random = Random(7)
    texts = [*texts_in(f"records/{game}"), (HERE / "fair" / "dummy-1.deal").read_text()]

    async def work(app: App, client: httpx.AsyncClient) -> None:
        answers = set()
        for _ in range(TRIES):
            text = mangled(random, random.choice(texts), LETTERS)
            found = await client.post("/replay", content=text.encode())
            answers.add(found.status_code)
            assert found.is_success or found.json()["text"]
        assert answers == {200, 400}

    asked(tmp_path, work, Hurrying())


@pytest.mark.parametrize("game", ["dummy", "indian"])
def test_any_word_of_a_lesson_is_answered(tmp_path: Path, game: str) -> None:
    """Any words said in a lesson are answered, or refused with a sentence."""
    random = Random(8)
    words = [
        "+",
        "^",
        "-Kd",
        "x",
        "20",
        "5d6d7d8d",
        "Jc**",
        "!3h4h5h6h/7s8s**/9c9d9h/KcKdKs-2d",
        "",
    ]
    words += ["!3h4h5h6h/7s8s**/9c9d9h/KcKdKs-2d"]
    words += ["^6h=6h7h8h", "=5c5d5s", ">9h@6h", "#8s", "**", "1"]

    async def work(app: App, client: httpx.AsyncClient) -> None:
        answers = set()
        for _ in range(TRIES):
            said = [mangled(random, random.choice(words), LETTERS)]
            if random.random() < 0.5:
                said = random.choices(words, k=random.randrange(1, 4))
            found = await client.post(
                f"/lessons/{game}/{random.randint(1, 6)}", json={"said": said}
            )
            answers.add(found.status_code)
            assert found.is_success or found.json()["text"]
        assert answers == {200, 400}

    asked(tmp_path, work, Hurrying())
