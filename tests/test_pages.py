"""The rule books, the glossary and the page of houses, for every game."""

from __future__ import annotations

from pathlib import Path

import pytest

from speto.book import contents, section_of, write_book
from speto.games import NAMES, game
from speto.houses import CLAIMS, SOURCES
from speto.pages import pages
from speto.texts import languages, load

pytestmark = pytest.mark.once
DOCS = Path(__file__).parent.parent / "docs"
PAGES = pages()
PRESETS = [(name, preset) for name in NAMES for preset in game(name).PRESETS]
# Whom the rules come from, but not more than one of the texts says.
NOT_ALONE = {"dummy": {"DK"}, "indian": set[str]()}
each_game = pytest.mark.parametrize("name", NAMES)


@pytest.mark.parametrize("name", PAGES)
def test_made_pages_are_fresh(name: str) -> None:
    """A made page is what the texts give; else run `make pages`."""
    assert (DOCS / name).read_text(encoding="utf-8") == PAGES[name]()


def test_nothing_old_lies_among_the_rule_books() -> None:
    """Every page in docs/rules is a made one."""
    lying = {f"rules/{path.name}" for path in (DOCS / "rules").iterdir()}
    assert lying <= set(PAGES)


@each_game
def test_every_clause_has_its_section(name: str) -> None:
    """Each clause stands in just one section, and each section has a clause."""
    played, made_of = game(name), contents(name)
    found = {section_of(clause, name) for clause in played.CLAUSES}
    assert found == {section for section, _ in made_of.SECTIONS}
    assert {code for code in made_of.TERMS.values() if code} <= set(played.BY_CODE)


@each_game
def test_every_beginning_of_a_code_is_used(name: str) -> None:
    """Each beginning of a code that a section lists is that of some clause."""
    codes = [clause.code for clause in game(name).CLAUSES]
    for _, beginnings in contents(name).SECTIONS:
        for begins in beginnings:
            assert any(code == begins or code.startswith(f"{begins}-") for code in codes), begins


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize(("name", "preset"), PRESETS)
def test_a_book_has_every_rule(name: str, preset: str, language: str) -> None:
    """A book names each clause once, in full, and each option that differs from the default."""
    played = game(name)
    rules = played.PRESETS[preset]
    book = write_book(rules, load(language))
    lines = [line for section in book.rules for line in section.lines]
    assert sorted(line.code for line in lines) == sorted(clause.code for clause in played.CLAUSES)
    assert all(line.title and "{" not in line.title + line.rest for line in lines)
    codes = {line.code.partition("=")[0] for line in book.differences.lines} - {""}
    default = played.PRESETS["default"]
    assert codes == {f for f in played.FIELDS if getattr(rules, f) != getattr(default, f)}


@pytest.mark.parametrize(
    ("rules", "worth"),
    [
        ("default", {"2–9", "10", "0", "80", "20", "40"}),
        ("online", {"2–9", "10", "0", "80", "20", "40"}),
        (
            "default,format=pool,pool_limit=61",
            {"2–9", "10", "0", "60", "15", "30", "40", "61", "1"},
        ),
        ("default,format=deals,deals=3", {"2–9", "10", "0", "80", "20", "40", "240"}),
    ],
)
def test_what_counts_how_much(rules: str, worth: set[str]) -> None:
    """The values of Indian Rummy are those of the table: cards, drops, the cap, limit or chips."""
    book = write_book(game("indian").read_rules(rules), load())
    assert {line.title for line in book.values.lines} == worth
    assert ("heaven" in str(book.values)) == (rules != "online")


@each_game
def test_claims_are_about_what_there_is(name: str) -> None:
    """A claim is about a value that the option can have, made by sources that are named, once."""
    claims, sources = CLAIMS[name], SOURCES[name]
    for claim in claims:
        game(name).read_rules(f"default,{claim.field}={claim.value}")
        assert set(claim.sources) <= set(sources)
    assert len({(claim.field, claim.value) for claim in claims}) == len(claims)
    assert {key for claim in claims for key in claim.sources} | NOT_ALONE[name] == set(sources)
