"""The pages under docs/ that are made from the catalogue: rule books, glossary, houses.

What must stay true: a page is a function of the texts and the rules alone, so that a test can tell
a stale one. `make pages` writes them.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

from speto.book import TERMS, as_markdown, chosen, write_book
from speto.dummy import NAME, PRESETS
from speto.dummy.rules import FIELDS
from speto.houses import CLAIMS, SOURCES
from speto.options import spell
from speto.texts import Catalogue, in_one_line, languages, load, title_of

MADE = "<!-- made by `make pages`; change the texts in src/speto/locales instead -->"


def table(rows: list[list[str]]) -> str:
    """Rows as a Markdown table, the first as its head."""
    lines = [f"| {' | '.join(row)} |" for row in rows]
    lines.insert(1, "|" + " --- |" * len(rows[0]))
    return "\n".join(lines)


def glossary() -> str:
    """The words of the game in every language."""
    books = [load(tag) for tag in languages()]
    rows = [[*(book.language for book in books), "rule"]]
    for term, code in TERMS.items():
        rows.append([*(book.text(f"term.{term}") for book in books), f"`{code}`" if code else ""])
    return f"# Glossary\n\n{MADE}\n\n{table(rows)}\n"


def _value(field: str, spelled: str, texts: Catalogue) -> str:
    """A spelled value in words, as far as it has any."""
    values = (getattr(rules, field) for rules in PRESETS.values())
    kind = type(next(values))
    if kind is bool:
        return title_of(chosen(spelled == "true", field, texts))
    if kind is int:
        return spelled
    return title_of(texts.text(f"choice.{NAME}.{field}.{spelled}"))


def houses() -> str:
    """Who plays which choice of each option."""
    texts = load("en")
    parts = ["# Which house plays what", MADE]
    parts.append(
        "People who play Dummy differ. For each option: what it means, which choice our presets"
        " take, and who else says so. Where nobody is named, nobody we read says anything."
    )
    for field in FIELDS:
        parts.append(f"## {field}")
        parts.append(in_one_line(texts.text(f"option.{NAME}.{field}")))
        claimed = [claim for claim in CLAIMS if claim.field == field]
        presets = {name: spell(getattr(rules, field)) for name, rules in PRESETS.items()}
        rows = [["choice", "in words", "presets", "who says so"]]
        for value in dict.fromkeys([*presets.values(), *(claim.value for claim in claimed)]):
            ours = ", ".join(name for name, plays in presets.items() if plays == value)
            theirs = [key for claim in claimed if claim.value == value for key in claim.sources]
            rows.append([f"`{value}`", _value(field, value, texts), ours, ", ".join(theirs)])
        parts.append(table(rows))
    parts.append("## Who they are")
    who = [[f"**{key}**", source.title, source.address] for key, source in SOURCES.items()]
    parts.append(table([["", "what", "where"], *who]))
    return "\n\n".join(parts) + "\n"


def pages() -> Iterator[tuple[str, str]]:
    """Every made page: its path under docs/ and its text."""
    for name, rules in PRESETS.items():
        for tag in languages():
            yield f"rules/{NAME}-{name}.{tag}.md", as_markdown(write_book(rules, load(tag)))
    yield "glossary.md", glossary()
    yield "houses.md", houses()


def main(folder: Path) -> None:
    """Write the pages that are not as they should be."""
    for name, text in pages():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            path.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
