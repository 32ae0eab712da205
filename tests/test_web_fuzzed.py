"""The HTTP side asked what its description allows, and what nobody would ask, over a real socket.

The socket's own side is asked so in test_hostile.py.
"""

from __future__ import annotations

import asyncio
import threading
import warnings
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import Any, Final

import msgspec
import pytest
import requests
import schemathesis
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from hypothesis.errors import HypothesisDeprecationWarning
from schemathesis import Case, GenerationMode
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)
from starlette.routing import Route

from speto.client import Client
from speto.record import write_record
from speto.server import history
from speto.server.answers import Refusal
from speto.server.history import Sitter
from speto.server.now import now_ms
from speto.server.openapi import FETCHES, FILE, document, write, written
from speto.server.web_routes import SAFE
from tests import serving
from tests.serving import Served, served
from tests.test_history import finished

pytestmark = pytest.mark.once

DOCS = Path(__file__).parents[1] / "docs"
FEW: Final = 12
"""So many questions of each kind and mode are asked; `make test-long` asks MANY."""
MANY: Final = 500
FASTER: Final = 1_000
"""So much faster runs the clock of the site, so that no limit keeps most questions out."""
DEAL: Final = "fuzzed"
SHEET: Final = (
    "names Asha, Ravi\ncut Jc\nhands Asha: 3h4h5h6h 7s8s* 9c9d9h KcKdKs show 2d\n"
    "      Ravi: 2s3s5h7c9d2d4c6s8h3d5s6h4d\n"
)
SCHEMA = schemathesis.openapi.from_dict(document())
QUESTIONS = [f"{fetch.method.upper()} {fetch.path}" for fetch in FETCHES]
ASKED_WITH: Final = [q for q, fetch in zip(QUESTIONS, FETCHES, strict=True) if "{" in fetch.path]
ASKED_WITH.extend(
    q
    for q, fetch in zip(QUESTIONS, FETCHES, strict=True)
    if q not in ASKED_WITH and (fetch.asks or fetch.takes)
)
CONFORMS: Final = (
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
)


@dataclass
class Site:
    """A server in a thread of its own; `table` is one at which the owner of `token` plays."""

    served: Served
    loop: asyncio.AbstractEventLoop
    table: str
    account: str
    token: str
    record: str
    names: Iterator[int] = field(default_factory=count)

    def seq(self) -> int:
        """The last row of the table."""
        loaded = self.served.app.service.hosting.table(self.table)
        return asyncio.run_coroutine_threadsafe(loaded, self.loop).result(60).table.seq

    def body(self, path: str) -> Any:
        """What is right to ask with; none where chance does as well."""
        name = f"Nok {next(self.names)}"
        bodies = {
            "/account/tables/{table}/coach": {"seq": self.seq()},
            "/account/name": {"name": name},
            "/account/tokens": {"label": name, "scopes": ["play"]},
            "/account/upgrade": {"name": name, "password": f"a long one of {name}"},
            "/replay": self.record,
            "/review": self.record,
            "/score": {"game": "indian", "text": SHEET},
        }
        return bodies.get(path)

    def guest(self) -> str:
        """The token of a new guest."""
        made = self.served.app.service.accounts.guest()
        return asyncio.run_coroutine_threadsafe(made, self.loop).result(60)[1]


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """A server with a table that is played at, and a deal that is over."""
    began = now_ms()
    ready, ends = threading.Event(), threading.Event()
    made: list[Site] = []

    def faster() -> int:
        return began + (now_ms() - began) * FASTER

    async def run() -> None:
        folder = tmp_path_factory.mktemp("fuzzed")
        async with served(folder, faster) as found, Client(found.url) as owner:
            table = await serving.open_with(owner, "dummy", ("person", "computer"))
            record, proof = finished("dummy", DEAL)
            sitters = [Sitter(owner.account, None, 1), Sitter(None, "simple", 2)]
            store = found.app.service.store
            await history.keep(store, record, proof, sitters, at=began, public=True)
            loop = asyncio.get_running_loop()
            text = write_record(record)
            made.append(Site(found, loop, table, owner.account, owner.token or "", text))
            ready.set()
            while not ends.is_set():
                await asyncio.sleep(0.05)

    thread = threading.Thread(target=asyncio.run, args=(run(),))
    thread.start()
    assert ready.wait(60)
    yield made[0]
    ends.set()
    thread.join()
    journal = made[0].served.journal.getvalue()
    assert '"error"' not in journal, journal


def real(case: Case[Any], site: Site, *, deals: bool) -> None:
    """Ask about a table, a deal and an account that are there, with what is right."""
    places = case.path_parameters
    if "deal" in places:
        places |= {"table": DEAL, "deal": 1}
    elif "table" in places:
        places["table"] = DEAL if deals else site.table
    if "account" in places:
        places["account"] = site.account
    body = site.body(case.operation.path)
    if body is not None:
        case.body = body
        case.query.pop("deal", None)


def ask_often(site: Site, question: str, mode: GenerationMode, times: int) -> None:
    """Ask a question in so many ways; each answer is looked at."""
    method, path = question.split()
    operation = SCHEMA[path][method.lower()]
    # who asks on the owner's behalf takes nothing of his away
    keepers = ["owner"] if method == "GET" or path.endswith("/coach") else []

    with requests.Session() as session, warnings.catch_warnings():
        # the server, in its thread, may draw from the generator that Hypothesis watches in this one
        warnings.simplefilter("ignore", HypothesisDeprecationWarning)

        @given(
            case=operation.as_strategy(generation_mode=mode),
            who=st.sampled_from([*keepers, "guest", "nobody", "somebody"]),
            about=st.sampled_from(["drawn", "deal", "table"]),
        )
        @settings(
            max_examples=times,
            suppress_health_check=list(HealthCheck),
            database=None,
            deadline=None,
        )
        def ask(case: Case[Any], who: str, about: str) -> None:
            if about != "drawn" and mode is GenerationMode.POSITIVE:
                real(case, site, deals=about == "deal")
            tokens = {"owner": site.token, "somebody": "g.nobody has this"}
            token = site.guest() if who == "guest" else tokens.get(who)
            headers = {"accept-language": "en"}
            if token:
                headers["authorization"] = f"Bearer {token}"
            case.cookies.clear()
            answer = case.call(
                base_url=site.served.web, session=session, headers=headers, allow_redirects=False
            )
            look_at(case, answer, strict=mode is GenerationMode.POSITIVE)

        ask()


def look_at(case: Case[Any], answer: Any, *, strict: bool) -> None:
    """An answer is safe, and a refusal one; `strict` holds it against the description."""
    what = f"{case.as_curl_command()} -> {answer.status_code} {answer.text[:300]}"
    kind = answer.headers.get("content-type", [""])[0]
    if answer.status_code == 400 and kind.startswith("text/plain") and not strict:
        return  # no HTTP: it never came to the application
    for name in SAFE:
        assert name in answer.headers, what
    assert "Traceback" not in answer.text, what
    if answer.status_code >= 400 and kind.startswith("application/json"):
        refusal = msgspec.json.decode(answer.content, type=Refusal)
        assert refusal.text and refusal.code != "store", what
    assert answer.status_code < 500 or answer.status_code == 503, what
    if strict:
        case.validate_response(answer, checks=list(CONFORMS))


@pytest.mark.parametrize("question", QUESTIONS)
def test_what_is_described_is_answered_so(site: Site, question: str) -> None:
    """A question that the description allows is answered by a status, kind and type of it."""
    ask_often(site, question, GenerationMode.POSITIVE, FEW)


@pytest.mark.parametrize("question", ASKED_WITH)
def test_what_is_not_described_is_refused(site: Site, question: str) -> None:
    """A question that it does not allow gets a refusal or the page, never a failure."""
    ask_often(site, question, GenerationMode.NEGATIVE, FEW)


@pytest.mark.long
@pytest.mark.parametrize("mode", GenerationMode)
@pytest.mark.parametrize("question", ASKED_WITH)
def test_many_questions(site: Site, question: str, mode: GenerationMode) -> None:
    """The same for many more questions of each kind."""
    ask_often(site, question, mode, MANY)


def test_the_description_is_fresh(tmp_path: Path) -> None:
    """docs/web.openapi.json is what the types give; else run `make pages`."""
    write(tmp_path)
    assert (DOCS / FILE).read_text(encoding="utf-8") == written()
    assert (tmp_path / FILE).read_text(encoding="utf-8") == written()


def test_every_route_is_described(site: Site) -> None:
    """Each route stands in the description with its methods, and nothing else does."""
    routes = {
        (method.lower(), route.path)
        for route in site.served.app.routes()
        if isinstance(route, Route) and route.path != "/{path:path}"
        for method in (route.methods or set()) - {"HEAD"}
    }
    described = {(fetch.method, fetch.path) for fetch in FETCHES}
    assert described - {("get", "/")} == routes
    assert len(described) == len(FETCHES)
