"""The rule books, the glossary and the page of houses."""

from __future__ import annotations

from pathlib import Path

import pytest

from speto.book import SECTIONS, TERMS, section_of, write_book
from speto.dummy import BY_CODE, CLAUSES, PRESETS, read_rules
from speto.dummy.rules import FIELDS
from speto.houses import CLAIMS, SOURCES
from speto.pages import pages
from speto.texts import languages, load

pytestmark = pytest.mark.once
DOCS = Path(__file__).parent.parent / "docs"
PAGES = dict(pages())


@pytest.mark.parametrize("name", PAGES)
def test_made_pages_are_fresh(name: str) -> None:
    """A made page is what the texts give; else run `make pages`."""
    assert (DOCS / name).read_text(encoding="utf-8") == PAGES[name]


def test_nothing_old_lies_among_the_rule_books() -> None:
    """Every page in docs/rules is a made one."""
    lying = {f"rules/{path.name}" for path in (DOCS / "rules").iterdir()}
    assert lying <= set(PAGES)


def test_every_clause_has_its_section() -> None:
    """Each clause stands in just one section, and each section has a clause."""
    assert {section_of(clause) for clause in CLAUSES} == {name for name, _ in SECTIONS}
    assert {code for code in TERMS.values() if code} <= set(BY_CODE)


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("preset", PRESETS)
def test_a_book_has_every_rule(preset: str, language: str) -> None:
    """A book names each clause once, in full, and each option that differs from the default."""
    rules = PRESETS[preset]
    book = write_book(rules, load(language))
    lines = [line for section in book.rules for line in section.lines]
    assert sorted(line.code for line in lines) == sorted(clause.code for clause in CLAUSES)
    assert all(line.title and "{" not in line.title + line.rest for line in lines)
    codes = {line.code.partition("=")[0] for line in book.differences.lines} - {""}
    default = PRESETS["default"]
    assert codes == {f for f in FIELDS if getattr(rules, f) != getattr(default, f)}


def test_claims_are_about_what_there_is() -> None:
    """A claim is about a value that the option can have, made by sources that are named, once."""
    for claim in CLAIMS:
        read_rules(f"default,{claim.field}={claim.value}")
        assert set(claim.sources) <= set(SOURCES)
    assert len({(claim.field, claim.value) for claim in CLAIMS}) == len(CLAIMS)
    assert {key for claim in CLAIMS for key in claim.sources} | {"DK"} == set(SOURCES)
