"""What is fetched without a socket as an OpenAPI document, made from the types of the server.

What must stay true: docs/web.openapi.json is a function of the routes' docstrings and of the types
alone, so that a test can tell a stale one. `python -m speto.server.openapi docs` writes it.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterable, Iterator
from inspect import cleandoc
from pathlib import Path
from typing import Any, Final, NamedTuple

from msgspec.json import schema_components

import speto
from speto.games import NAMES
from speto.server import ratings
from speto.server.account_routes import (
    COOKIE,
    AccountRoutes,
    AccountShown,
    Entered,
    Entry,
    LeaderShown,
    Named,
    Passwords,
    TokenAsked,
    TokenGone,
    TokenMade,
)
from speto.server.answers import JSON, Refusal
from speto.server.app import App
from speto.server.book_routes import LONGEST_RULES, BookRoutes, RuleBook
from speto.server.coach_routes import CoachRoutes
from speto.server.coaching import CoachAsked, Coaching, DealReview, ReviewUnderway
from speto.server.codes import LENGTH, LETTERS
from speto.server.folder import put
from speto.server.lesson_routes import LessonRoutes, LessonSaid
from speto.server.lessons import LessonCourse, LessonMoment
from speto.server.options_form import OptionsForm, RulesRead
from speto.server.profile_routes import (
    PLACE,
    HistoryPage,
    Matters,
    MyTables,
    Profile,
    ProfileRoutes,
)
from speto.server.replay_routes import LARGEST, ReplayRoutes
from speto.server.replays import Replay
from speto.server.schema import REFS, schema
from speto.server.score_routes import DummyScore, IndianScore, ScoreAsked, ScoreRoutes
from speto.server.web_routes import WebRoutes
from speto.texts import languages

FILE: Final = "web.openapi.json"
PARTS: Final = "#/components/schemas/"
PLAIN: Final = "text/plain"
PICTURE: Final = "image/svg+xml"
PAGE: Final = "text/html"

Schema = dict[str, Any]

TEXT: Final[Schema] = {"type": "string"}
ID: Final[Schema] = {"type": "string", "pattern": "^[A-Za-z0-9_-]{1,64}$"}
PLACES: Final[dict[str, Schema]] = {
    "account": ID,
    "code": {"type": "string", "pattern": f"^[{LETTERS}]{{{LENGTH}}}$"},
    "deal": {"type": "integer", "minimum": 1, "maximum": 999_999_999},
    "game": {"type": "string", "enum": list(NAMES)},
    "ladder": {"type": "string", "enum": [ratings.PEOPLE, ratings.COMPUTERS]},
    "language": {"type": "string", "enum": sorted(languages())},
    "step": {"type": "integer", "minimum": 1, "maximum": 6},
    "table": ID,
}
"""What stands in a path."""
ASKED: Final[dict[str, Schema]] = {
    "before": {"type": "string", "pattern": f"^{PLACE.pattern}$"},
    "deal": PLACES["deal"],
    "language": TEXT,
    "rules": {"type": "string", "maxLength": LONGEST_RULES},
}
"""What stands in a query."""


class Told(NamedTuple):
    """An answer: its status, its kind of content, and its type if it is JSON."""

    status: int
    kind: str
    type: Any = None


class Fetch(NamedTuple):
    """One question: who answers it, what it is asked with, what is told and with what refused.

    `own` is one that needs a token.
    """

    method: str
    path: str
    by: Callable[..., Any]
    told: tuple[Told, ...]
    refused: tuple[int, ...] = ()
    takes: Any = None
    asks: tuple[str, ...] = ()
    own: bool = False


def _json(*types: Any, status: int = 200) -> tuple[Told, ...]:
    return tuple(Told(status, JSON, each) for each in types)


def _get(path: str, by: Callable[..., Any], *types: Any, asks: str = "", **more: Any) -> Fetch:
    return Fetch("get", path, by, _json(*types), (404, 429, 503), asks=tuple(asks.split()), **more)


def _own(path: str, by: Callable[..., Any], *types: Any, asks: str = "") -> Fetch:
    refused = (400, 401, 403, 404, 429, 503)
    return Fetch("get", path, by, _json(*types), refused, asks=tuple(asks.split()), own=True)


def _post(path: str, by: Callable[..., Any], takes: Any, *types: Any, own: bool = True) -> Fetch:
    refused = (400, 401, 403, 404, 409, 413, 429, 503)
    return Fetch("post", path, by, _json(*types), refused, takes, own=own)


NOTHING: Final = dict[str, None]
"""An answer that only says that it was done."""
KEPT: Final = (404, 429, 503)
GIVEN: Final = (400, 413, 429, 503)

FETCHES: Final = (
    Fetch("get", "/healthz", App.health, (Told(200, PLAIN),)),
    Fetch("get", "/readyz", App.ready, (Told(200, PLAIN), Told(503, PLAIN))),
    Fetch("get", "/metrics", App.metrics, (Told(200, PLAIN),), (404,)),
    Fetch("get", "/", WebRoutes.file, (Told(200, PAGE), Told(503, PLAIN)), (429,)),
    Fetch("get", "/invitations/{code}.svg", App.invitation, (Told(200, PICTURE),), KEPT),
    _get("/texts/{language}", BookRoutes.texts, dict[str, str]),
    _get("/book/{game}", BookRoutes.book, RuleBook, asks="language rules")._replace(
        refused=(400, *KEPT)
    ),
    _get("/options/{game}", BookRoutes.options, OptionsForm, RulesRead, asks="language rules"),
    _get("/lessons/{game}", LessonRoutes.overview, LessonCourse, asks="language"),
    _get("/lessons/{game}/{step}", LessonRoutes.begin, LessonMoment, asks="language"),
    Fetch(
        *("post", "/lessons/{game}/{step}", LessonRoutes.say, _json(LessonMoment)),
        *((404, *GIVEN), LessonSaid, ("language",)),
    ),
    _get("/leaders/{game}/{ladder}", AccountRoutes.leaders, list[LeaderShown])._replace(
        refused=(403, *KEPT)
    ),
    Fetch("get", "/deals/{table}/{deal}.deal", ReplayRoutes.record, (Told(200, PLAIN),), KEPT),
    _get("/deals/{table}/{deal}.json", ReplayRoutes.proof, dict[str, Any]),
    _get("/deals/{table}/{deal}.replay", ReplayRoutes.finished, Replay),
    _get("/deals/{table}/{deal}.review", CoachRoutes.finished, DealReview)._replace(
        told=(*_json(DealReview), *_json(ReviewUnderway, status=202)),
        refused=(400, 413, *KEPT),
    ),
    Fetch(
        *("post", "/replay", ReplayRoutes.given, _json(Replay)),
        *(GIVEN, PLAIN, ("deal", "language")),
    ),
    Fetch(
        *("post", "/review", CoachRoutes.given),
        (*_json(DealReview), *_json(ReviewUnderway, status=202)),
        *(GIVEN, PLAIN, ("deal", "language")),
    ),
    Fetch(
        *("post", "/score", ScoreRoutes.score, _json(DummyScore, IndianScore)),
        *(GIVEN, ScoreAsked, ("language",)),
    ),
    _own("/account", AccountRoutes.show, AccountShown),
    _own("/account/export", AccountRoutes.export, dict[str, Any]),
    _own("/account/history", ProfileRoutes.history, HistoryPage, asks="before"),
    _own("/account/tables", ProfileRoutes.tables, MyTables),
    _own("/account/tables/{table}/moment", ProfileRoutes.moment, Matters),
    _own("/account/people/{account}", ProfileRoutes.profile, Profile),
    _post("/account/tables/{table}/coach", CoachRoutes.coach, CoachAsked, Coaching),
    _post("/account/login", AccountRoutes.login, Entry, Entered, own=False),
    _post("/account/logout", AccountRoutes.logout, None, NOTHING),
    _post("/account/upgrade", AccountRoutes.upgrade, Entry, Entered),
    _post("/account/name", AccountRoutes.rename, Named, Entered),
    _post("/account/password", AccountRoutes.password, Passwords, NOTHING),
    _post("/account/tokens", AccountRoutes.token, TokenAsked, TokenMade),
    _post("/account/tokens/end", AccountRoutes.end_token, TokenGone, NOTHING),
    _post("/account/delete", AccountRoutes.delete, None, NOTHING),
)
"""All that can be fetched; a test compares it with the routes of the server."""


def document() -> Schema:
    """The whole document."""
    types = [one.type for fetch in FETCHES for one in fetch.told if one.kind == JSON]
    types += [fetch.takes for fetch in FETCHES if fetch.takes not in (None, PLAIN)]
    types.append(Refusal)
    shapes, parts = schema_components(types, ref_template=PARTS + "{name}")
    known = dict(zip(map(repr, types), shapes, strict=True))
    # what is spliced as raw JSON into an answer has a type all the same
    whole = json.loads(json.dumps(schema()["$defs"]).replace(REFS, PARTS))
    parts |= {name: whole[name] for name in parts if name in whole}
    while more := set(_named(parts)) - parts.keys():
        parts |= {name: whole[name] for name in more}
    paths: dict[str, Schema] = {}
    for fetch in FETCHES:
        paths.setdefault(fetch.path, {})[fetch.method] = _operation(fetch, known)
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "What is fetched from a speto table server without a socket",
            "version": speto.__version__,
            "description": "The page web.md tells of each question by example; the table itself is"
            " told over the socket at /ws, of which protocol.md tells.",
            "license": {"name": "Apache-2.0", "identifier": "Apache-2.0"},
        },
        "servers": [{"url": "/"}],
        "paths": dict(sorted(paths.items())),
        "components": {
            "securitySchemes": {
                "token": {"type": "http", "scheme": "bearer"},
                "cookie": {"type": "apiKey", "in": "cookie", "name": COOKIE},
            },
            "schemas": dict(sorted(parts.items())),
        },
    }


def _operation(fetch: Fetch, known: dict[str, Schema]) -> Schema:
    """One question with its answers."""
    words = cleandoc(fetch.by.__doc__ or "").split("\n\n")
    found: Schema = {
        "operationId": f"{fetch.method}_{fetch.by.__qualname__.replace('.', '_')}",
        "summary": " ".join(words[0].split()),
    }
    if more := [" ".join(each.split()) for each in words[1:] if not each.startswith(":raises")]:
        found["description"] = "\n\n".join(more)
    in_path = [part[1:].partition("}")[0] for part in fetch.path.split("/") if part[:1] == "{"]
    parameters = [
        {"name": name, "in": "path", "required": True, "schema": PLACES[name]} for name in in_path
    ]
    parameters += [{"name": name, "in": "query", "schema": ASKED[name]} for name in fetch.asks]
    if parameters:
        found["parameters"] = parameters
    if fetch.takes == PLAIN:
        content = {PLAIN: {"schema": {**TEXT, "maxLength": LARGEST}}}
        found["requestBody"] = {"required": True, "content": content}
    elif fetch.takes is not None:
        content = {JSON: {"schema": known[repr(fetch.takes)]}}
        found["requestBody"] = {"required": True, "content": content}
    if fetch.own:
        found["security"] = [{"token": []}, {"cookie": []}]
    answers = {str(status): _answer(status, fetch, known) for status in _statuses(fetch)}
    return {**found, "responses": answers}


def _statuses(fetch: Fetch) -> Iterable[int]:
    return sorted({one.status for one in fetch.told} | set(fetch.refused))


def _answer(status: int, fetch: Fetch, known: dict[str, Schema]) -> Schema:
    """What is told with a status."""
    kinds: dict[str, list[Schema]] = {}
    for one in fetch.told:
        if one.status == status:
            kinds.setdefault(one.kind, []).append(known[repr(one.type)] if one.type else TEXT)
    if status in fetch.refused:
        kinds.setdefault(JSON, []).append(known[repr(Refusal)])
    content = {
        kind: {"schema": shapes[0] if len(shapes) == 1 else {"anyOf": shapes}}
        for kind, shapes in kinds.items()
    }
    words = {200: "Answered", 202: "Underway: ask again", 429: "Too often: later"}
    return {"description": words.get(status, "Refused"), "content": content}


def _named(part: Any) -> Iterator[str]:
    """The names of the types that a schema refers to."""
    if isinstance(part, dict):
        if isinstance(part.get("$ref"), str):
            yield part["$ref"].removeprefix(PARTS)
        for each in part.values():
            yield from _named(each)
    elif isinstance(part, list):
        for each in part:
            yield from _named(each)


def written() -> str:
    """The document as it stands in the file."""
    return json.dumps(document(), indent=1, ensure_ascii=False) + "\n"


def write(into: Path) -> None:
    """Write the file, whole."""
    put(into, FILE, written().encode())


if __name__ == "__main__":
    write(Path(sys.argv[1]))
