"""The pages under docs/ that are made from the catalogue: rule books, glossary, houses.

What must stay true: a page is a function of the texts and the rules alone, so that a test can tell
a stale one. `make pages` writes them.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

from speto.book import as_markdown, chosen, contents, write_book
from speto.games import NAMES, Game, game
from speto.houses import CLAIMS, SOURCES
from speto.options import spell
from speto.texts import Catalogue, in_one_line, languages, load, title_of

MADE = "<!-- made by `make pages`; change the texts in src/speto/locales instead -->"


def table(rows: list[list[str]]) -> str:
    """Rows as a Markdown table, the first as its head."""
    lines = [f"| {' | '.join(row)} |" for row in rows]
    lines.insert(1, "|" + " --- |" * len(rows[0]))
    return "\n".join(lines)


def rule_book(name: str, preset: str, language: str) -> str:
    """The rule book of a preset in one language."""
    return as_markdown(write_book(game(name).PRESETS[preset], load(language)))


def glossary() -> str:
    """The words of each game in every language."""
    books = [load(tag) for tag in languages()]
    parts = ["# Glossary", MADE]
    for name in NAMES:
        rows = [[*(book.language for book in books), "rule"]]
        for term, code in contents(name).TERMS.items():
            words = (book.text(f"term.{term}") for book in books)
            rows.append([*words, f"`{code}`" if code else ""])
        parts += [f"## {title(name)}", table(rows)]
    return "\n\n".join(parts) + "\n"


def title(name: str) -> str:
    """What a game is called on an English page."""
    return load("en").text(f"term.{name}")


def _value(played: Game, field: str, spelled: str, texts: Catalogue) -> str:
    """A spelled value in words, as far as it has any."""
    kind = type(getattr(played.PRESETS["default"], field))
    if kind is bool:
        return title_of(chosen(spelled == "true", played.NAME, field, texts))
    if kind is int:
        return spelled
    return title_of(texts.text(f"choice.{played.NAME}.{field}.{spelled}"))


def houses() -> str:
    """Who plays which choice of each option, game by game."""
    parts = ["# Which house plays what", MADE]
    parts.append(
        "People who play a game differ. For each option: what it means, which choice our presets"
        " take, and who else says so. Where nobody is named, nobody we read says anything."
    )
    for name in NAMES:
        parts += _houses_of(game(name))
    return "\n\n".join(parts) + "\n"


def _houses_of(played: Game) -> Iterator[str]:
    texts = load("en")
    yield f"## {title(played.NAME)}"
    for field in played.FIELDS:
        yield f"### {field}"
        yield in_one_line(texts.text(f"option.{played.NAME}.{field}"))
        claimed = [claim for claim in CLAIMS[played.NAME] if claim.field == field]
        presets = {name: spell(getattr(rules, field)) for name, rules in played.PRESETS.items()}
        rows = [["choice", "in words", "presets", "who says so"]]
        for value in dict.fromkeys([*presets.values(), *(claim.value for claim in claimed)]):
            ours = ", ".join(name for name, plays in presets.items() if plays == value)
            theirs = [key for claim in claimed if claim.value == value for key in claim.sources]
            words = _value(played, field, value, texts)
            rows.append([f"`{value}`", words, ours, ", ".join(theirs)])
        yield table(rows)
    yield f"### Who they are: {title(played.NAME)}"
    sources = SOURCES[played.NAME].items()
    who = [[f"**{key}**", source.title, source.address] for key, source in sources]
    yield table([["", "what", "where"], *who])


def pages() -> dict[str, Callable[[], str]]:
    """What makes each page, by its path under docs/."""
    found: dict[str, Callable[[], str]] = {
        f"rules/{name}-{preset}.{tag}.md": partial(rule_book, name, preset, tag)
        for name in NAMES
        for preset in game(name).PRESETS
        for tag in languages()
    }
    return {**found, "glossary.md": glossary, "houses.md": houses}


def main(folder: Path) -> None:
    """Write the pages that are not as they should be."""
    for name, made in pages().items():
        path, text = folder / name, made()
        path.parent.mkdir(parents=True, exist_ok=True)
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            path.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
