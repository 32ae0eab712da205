"""Every screen of a match fits a terminal of 80 by 24, in every language."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random
from unicodedata import category

import pyte
import pytest
from pyte.screens import wcwidth

from speto.book import write_book
from speto.games import NAMES, game
from speto.terminal.book import book_lines
from speto.terminal.face import Warn
from speto.terminal.game import Game, Setup
from speto.terminal.page import HEIGHT, WIDTH, cells, wrap
from speto.terminal.screen import Screen
from speto.texts import Catalogue, languages, load

pytestmark = pytest.mark.once

SPOKEN = languages()
TRANSLATED = {"dummy": SPOKEN, "indian": SPOKEN}
TABLES = [(name, language) for name in NAMES for language in TRANSLATED[name]]
MATCHES = 200
FEW = 3
RULES = {
    "dummy": (
        "default",
        "zh_online",
        "thai_classic,match_target=200",
        "default,pickup_for_layoff=true",
    ),
    "indian": (
        "default",
        "online,format=deals",
        "default,format=pool,pool_limit=61,wild_scope=rank",
        "default,score_arrangement=declared,show_check=declared,second_run_min=4",
    ),
}
MOST = 600
"""More screens than a person reads; then he leaves."""
ODD = ("?", "h", "o", "w", "l", "s", "u", "? rules", "? 1", "hm", "-2c", "g 1 2 3", "g", "!")
MARKS = re.compile(r"[\u0300-\u036f\u0900-\u0903\u093a-\u094f\u0e31\u0e34-\u0e3a\u0e47-\u0e4e]")


def pseudo(texts: Catalogue) -> Catalogue:
    """The texts, each some 40 % longer: vowels are doubled until they are; holes stay."""

    def longer(text: str) -> str:
        parts = re.split(r"(\{\w+\})", text)
        left = round(len("".join(parts[::2])) * 0.4)
        done = []
        for n, part in enumerate(parts):
            if n % 2:
                done.append(part)
                continue
            grown = ""
            for sign in part:
                more = 2 if sign in "aeiou" and left > 1 else int(sign in "aeiou" and left > 0)
                grown += sign * (1 + more)
                left -= more
            done.append(grown)
        return "".join(done)

    return Catalogue("en", {key: longer(text) for key, text in texts.texts.items()})


class Watched(Screen):
    """A screen that a terminal emulator reads, with somebody who answers."""

    def __init__(self, answers: Callable[[Sequence[str], str], str]) -> None:
        super().__init__()
        self.answers = answers
        self.emulator = pyte.Screen(WIDTH, HEIGHT)
        self.stream = pyte.Stream(self.emulator)
        self.n = 0

    def ask(self, lines: Sequence[str], prompt: str) -> str:
        """Look at the screen as a terminal shows it; then answer."""
        self.n += 1
        assert_fits(self.emulator, self.stream, [*lines, prompt])
        if self.n > MOST:
            raise EOFError
        return self.answers(lines, prompt)

    def show(self, lines: Sequence[str]) -> None:
        """What is written without a question may be as long as it likes, but not as wide."""
        assert all(columns(line) <= WIDTH or "/" in line for line in lines), lines  # but paths


def columns(line: str) -> int:
    """As a terminal counts that gives a vowel sign beside its letter a cell, as tmux does."""
    return sum(max(wcwidth(sign), category(sign) == "Mc") for sign in line if sign >= " ")


def assert_fits(emulator: pyte.Screen, stream: pyte.Stream, lines: Sequence[str]) -> None:
    """No line runs over the edge, none scrolls away, none begins with a mark without its letter."""
    text = "\n".join(lines)
    assert len(lines) <= HEIGHT, text
    emulator.reset()
    stream.feed("\r\n".join(lines))
    assert emulator.cursor.y == len(lines) - 1, text
    assert emulator.cursor.x <= WIDTH - 3, f"no room for an answer: {lines[-1]}"
    for line in lines:
        assert columns(line) <= WIDTH, line
        assert not MARKS.match(line.lstrip()), line
        assert "{" not in line, line


def person(random: Random, texts: Catalogue) -> Callable[[Sequence[str], str], str]:
    """Somebody who plays by digits and Enter, lays what he can, and at times asks for something."""
    of_pages = re.escape(texts.text("ui.terminal.prompt.more", n=0, all=0)).replace("0", r"\d+")

    def answer(lines: Sequence[str], prompt: str) -> str:
        if random.random() < 0.04:
            return random.choice(ODD)
        if re.fullmatch(of_pages, prompt):
            return ""
        if re.search(r"\b1\b.*\b2\b", prompt):
            return random.choice("11112")
        kept = [line for line in lines if not line.endswith("  x") or random.random() < 0.05]
        listed = [found[1] for line in kept if (found := re.match(r" {,2}(\d+)\) ", line))]
        in_hand = [n for line in lines if re.fullmatch(r"[\d ]+", line) for n in line.split()]
        in_hand += [n for line in lines for n in re.findall(r"(?<=  )(\d+)\) \S", line)]
        if listed and random.random() < 0.8:
            return random.choice(listed)
        return random.choice(in_hand) if in_hand else ""

    return answer


def play(name: str, texts: Catalogue, seed: int, folder: Path) -> int:
    """A match, watched; how many screens it had."""
    random = Random(seed)
    played = game(name)
    setup = Setup(
        game=name,
        rules=played.read_rules(RULES[name][seed % len(RULES[name])]),
        seats=played.SEATS[seed % len(played.SEATS)],
        level=("simple", "random")[seed % 2],
        seed=seed,
        folder=folder,
        warn=random.choice(list(Warn)),
    )
    screen = Watched(person(random, texts))
    Game(setup, screen, texts).play()
    return screen.n


@pytest.mark.parametrize("seed", range(FEW))
@pytest.mark.parametrize(("name", "language"), TABLES)
def test_every_screen_fits(name: str, language: str, seed: int, tmp_path: Path) -> None:
    """A match of a person who also asks for help, hints and sheets never leaves 80 by 24."""
    assert play(name, load(language), seed, tmp_path) > 3


@pytest.mark.long
@pytest.mark.parametrize("part", range(8))
@pytest.mark.parametrize(("name", "language"), TABLES)
def test_every_screen_of_many_matches_fits(
    name: str, language: str, part: int, tmp_path: Path
) -> None:
    """The same over many matches in every language."""
    for seed in range(FEW + part, FEW + MATCHES // len(SPOKEN), 8):
        play(name, load(language), seed, tmp_path)


@pytest.mark.parametrize("seed", range(FEW))
@pytest.mark.parametrize("name", NAMES)
def test_longer_texts_fit(name: str, seed: int, tmp_path: Path) -> None:
    """In a language whose every text is 40 % longer than in English nothing breaks either."""
    assert play(name, pseudo(load()), seed + 90, tmp_path) > 3


def test_the_pseudo_locale_is_longer() -> None:
    """The pseudo-locale really is 40 % longer, holes apart."""
    short, long = load(), pseudo(load())
    words = [key for key in short.texts if key.startswith("clause.")]
    sizes = [sum(len(texts.texts[key]) for key in words) for texts in (short, long)]
    assert sizes[1] / sizes[0] > 1.35


@pytest.mark.parametrize(
    ("name", "preset"), [(name, preset) for name in NAMES for preset in game(name).PRESETS]
)
@pytest.mark.parametrize("language", SPOKEN)
def test_the_book_is_no_wider(language: str, name: str, preset: str) -> None:
    """No line of a rule book is wider than the terminal, and every code stands in it."""
    book = write_book(game(name).PRESETS[preset], load(language))
    lines = [line for block in book_lines(book) for line in block]
    assert all(columns(line) <= WIDTH and not MARKS.match(line.lstrip()) for line in lines)
    text = " ".join(lines)
    assert all(line.code in text for section in book.rules for line in section.lines)


def test_vowel_signs_beside_a_letter_take_a_cell() -> None:
    """Hindi is wrapped as tmux counts its cells: a sign beside its letter takes one of its own."""
    for text, width in (("का", 2), ("कि", 2), ("को", 2), ("कः", 2), ("के", 1), ("क्ष", 2)):
        assert cells(text) == columns(text) == width
    line = "सबके सामने खुल जाएँगे। " * 9
    assert all(columns(part) <= WIDTH for part in wrap(line))
