"""What is read in a language: the texts of the client, the rule book of a table, the options.

What must stay true: every sentence comes from the catalogue; the book is that of `speto rules`.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from msgspec import Struct, json
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from speto.book import Line, Section, contents, write_book
from speto.cards import ParseError
from speto.clause import RulesError
from speto.games import Game, game
from speto.server.answers import (
    READING,
    Kept,
    Shut,
    answered,
    counted,
    game_in,
    kept,
    sent,
    texts_of,
    told,
    unreadable,
)
from speto.server.limits import Limits
from speto.server.options_form import options_form, read_back
from speto.server.service import Service
from speto.texts import Catalogue, languages, load, title_of

LEFT_OUT: Final = (
    *("clause.", "option.", "choice."),
    *("ui.book.", "ui.http.", "ui.learn.", "ui.score.", "ui.terminal."),
)
"""Texts of the rule book, the form and the lessons come filled by their own routes; the others are
the terminal's."""
LONGEST_RULES: Final = 2_000


class BookClause(Struct, frozen=True):
    """A clause in the words of the table: its title, what it says, and the options it reads."""

    code: str
    title: str
    text: str
    options: list[str]


class BookSection(Struct, frozen=True):
    """A heading and the clauses under it."""

    name: str
    title: str
    clauses: list[BookClause]


class BookLine(Struct, frozen=True):
    """A title, what stands beside it, and the clause or the option that it is about."""

    title: str
    text: str
    code: str


class BookPart(Struct, frozen=True):
    """A heading and the lines under it."""

    title: str
    lines: list[BookLine]


class RuleBook(Struct, frozen=True):
    """The rule book of a table; `options` are the titles of the options that clauses read."""

    game: str
    language: str
    rules: str
    title: str
    sections: list[BookSection]
    values: BookPart
    differences: BookPart
    words: BookPart
    options: dict[str, str]


def client_texts(language: str) -> dict[str, str]:
    """The texts that the web client speaks, as the catalogue has them."""
    texts = load(language).texts
    return {key: text for key, text in texts.items() if not key.startswith(LEFT_OUT)}


def rule_book(name: str, rules: str, texts: Catalogue) -> RuleBook:
    """The rule book of a game at a table with these rules.

    :raises ParseError: if there is no such game, or the rules can't be read.
    :raises RulesError: if they contradict themselves.
    """
    played = game(name)
    written = played.read_rules(rules)
    book = write_book(written, texts)
    names = [section for section, _ in contents(name).SECTIONS]
    return RuleBook(
        game=name,
        language=texts.language,
        rules=str(written),
        title=book.title,
        sections=[
            BookSection(section, part.title, [_clause(line, played) for line in part.lines])
            for section, part in zip(names, book.rules, strict=True)
        ],
        values=_part(book.values),
        differences=_part(book.differences),
        words=_part(book.words),
        options={field: title_of(texts.text(f"option.{name}.{field}")) for field in played.FIELDS},
    )


def _clause(line: Line, played: Game) -> BookClause:
    return BookClause(line.code, line.title, line.rest, list(played.BY_CODE[line.code].reads))


def _part(part: Section) -> BookPart:
    lines = [BookLine(line.title, line.rest, line.code) for line in part.lines]
    return BookPart(part.title, lines)


@lru_cache(maxsize=8)
def _texts(language: str) -> Kept:
    return kept(json.encode(client_texts(language)))


@lru_cache(maxsize=64)
def _book(name: str, rules: str, language: str) -> Kept:
    return kept(json.encode(rule_book(name, rules, load(language))))


@lru_cache(maxsize=16)
def _options(name: str, language: str) -> Kept:
    return kept(json.encode(options_form(name, load(language))))


class BookRoutes:
    """The routes of what is read."""

    def __init__(self, service: Service) -> None:
        self.reading = Limits(READING, service.now)

    def routes(self) -> list[BaseRoute]:
        """Where everything is."""
        return [
            Route("/texts/{language}", answered(self.texts)),
            Route("/book/{game}", answered(self.book)),
            Route("/options/{game}", answered(self.options)),
        ]

    async def texts(self, request: Request) -> Response:
        """The texts of the client in one language."""
        language = request.path_params["language"]
        if language not in languages():
            raise Shut(404, "language")
        return sent(request, _texts(language))

    async def book(self, request: Request) -> Response:
        """The rule book of a table; without rules, of one that plays by `default`."""
        counted(request, self.reading)
        name = game_in(request)
        rules = request.query_params.get("rules", "default")
        if len(rules) > LONGEST_RULES:
            raise Shut(400, "long")
        try:
            return sent(request, _book(name, rules, texts_of(request).language))
        except (ParseError, RulesError) as problem:
            raise unreadable("rules", problem) from None

    async def options(self, request: Request) -> Response:
        """What a form of a game's options is built from; with rules, what they set."""
        name, texts = game_in(request), texts_of(request)
        rules = request.query_params.get("rules")
        if rules is None:
            return sent(request, _options(name, texts.language))
        counted(request, self.reading)
        if len(rules) > LONGEST_RULES:
            raise Shut(400, "long")
        return told(request, read_back(name, rules, texts))
