"""What stands against each threat of docs/threats.md that no other test shows."""

from __future__ import annotations

import asyncio
import io
import json
import logging
import re
import subprocess
import sys
from collections.abc import Awaitable, Callable, Iterator
from html.parser import HTMLParser
from pathlib import Path
from random import Random
from typing import Any

import httpx
import pytest
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route
from typer.testing import CliRunner

from speto.server import asks, messages
from speto.server.account_routes import COOKIE
from speto.server.accounts import Accounts
from speto.server.app import App
from speto.server.commands import admin
from speto.server.journal import open_journal, overhear
from speto.server.proxies import NEAR, Behind, read_proxies
from speto.server.tokens import Bearer
from speto.server.web_routes import ALWAYS_TLS, SAFE, STATIC, SafeHeaders
from tests import serving
from tests.asking import asked
from tests.killing import free_port
from tests.serving import Served, Tap, served
from tests.test_server import cards_in, check_told, faster, look_and_play, moments_of

pytestmark = pytest.mark.once

ROOT = Path(__file__).parents[1]
THREATS = (ROOT / "docs" / "threats.md").read_text(encoding="utf-8")
OPERATING = (ROOT / "docs" / "operating.md").read_text(encoding="utf-8")
SECRET = "correct-horse-battery"
PROXY = "172.30.0.2"
PERSON = "203.0.113.7"
BY_TLS = {"x-forwarded-for": PERSON, "x-forwarded-proto": "https"}
CODES = {"code", "text", "clauses", "rules", "table", "account", "id", "name"}
TESTED = re.compile(r"`(tests/[\w/]+\.py)(?:::(\w+))?`")

Work = Callable[[App, httpx.AsyncClient], Awaitable[None]]


# Proxies.


def behind(
    folder: Path, work: Work, *, peer: str = PROXY, proxies: str = f"{NEAR},{PROXY}"
) -> None:
    """Run `work` with a client of a server that believes these proxies, coming from `peer`."""
    asked(folder, work, around=lambda app: Behind(app, read_proxies(proxies)), peer=peer)


def test_tls_before_a_proxy_is_kept_to(tmp_path: Path) -> None:
    """Who came by TLS is to come so for a year; who did not is told nothing of it."""

    async def work(app: App, client: httpx.AsyncClient) -> None:
        for path in ("/", "/options/dummy", "/account", "/none.js"):
            by_tls = await client.get(path, headers=BY_TLS)
            assert by_tls.headers["strict-transport-security"] == ALWAYS_TLS
            assert "strict-transport-security" not in (await client.get(path)).headers

    behind(tmp_path, work)


def test_a_cookie_that_came_by_tls_goes_by_tls_alone(tmp_path: Path) -> None:
    """Behind a proxy with TLS the cookie of a session is marked as secure."""

    async def work(app: App, client: httpx.AsyncClient) -> None:
        _, token = await app.service.accounts.guest()
        client.cookies.set(COOKIE, token)
        entry = {"name": "Nok", "password": SECRET}
        done = await client.post("/account/upgrade", json=entry, headers=BY_TLS)
        assert done.status_code == 200 and "Secure" in done.headers["set-cookie"]

    behind(tmp_path, work)


def test_a_page_without_tls_asks_nothing_by_tls(tmp_path: Path) -> None:
    """A page of the same name that came in the clear is foreign: who is on the way can make one."""

    async def work(app: App, client: httpx.AsyncClient) -> None:
        _, token = await app.service.accounts.guest()
        client.cookies.set(COOKIE, token)
        for origin, status in (("https://here", 200), ("http://here", 403)):
            found = await client.get("/account", headers={**BY_TLS, "origin": origin})
            assert found.status_code == status

    behind(tmp_path, work)


@pytest.mark.parametrize(
    ("peer", "proxies", "said", "near"),
    [
        (PROXY, PROXY, PERSON, False),
        (PROXY, "172.30.0.0/24", PERSON, False),
        (PROXY, PROXY, "127.0.0.1", False),  # a proxy of another machine that says it is here
        ("127.0.0.1", NEAR, PERSON, False),
        ("127.0.0.1", NEAR, f"127.0.0.1, {PERSON}", False),  # the first is what the person wrote
        ("127.0.0.1", "none", PERSON, True),
        (PERSON, NEAR, "127.0.0.1", False),  # nobody's proxy
        (PERSON, "none", "127.0.0.1", False),
    ],
)
def test_who_says_where_he_comes_from(
    tmp_path: Path, peer: str, proxies: str, said: str, near: bool
) -> None:
    """Only listed proxies are believed, of the address next to them; figures are for the near."""

    async def work(app: App, client: httpx.AsyncClient) -> None:
        found = await client.get("/metrics", headers={"x-forwarded-for": said})
        assert found.status_code == (200 if near else 404)

    behind(tmp_path, work, peer=peer, proxies=proxies)


def test_limits_are_those_of_the_person_behind_the_proxy(tmp_path: Path) -> None:
    """Who tries passwords uses up his own tries, not those of all who come by the same proxy."""

    async def work(app: App, client: httpx.AsyncClient) -> None:
        async def tried(who: str) -> int:
            entry = {"name": f"none {who}", "password": SECRET}
            headers = {"x-forwarded-for": who}
            return (await client.post("/account/login", json=entry, headers=headers)).status_code

        seen = [await tried(PERSON) for _ in range(12)]
        assert seen[0] == 409 and seen[-1] == 429
        assert await tried("198.51.100.7") == 409

    behind(tmp_path, work)


@pytest.mark.parametrize("text", ["", "*", "example.com", "10.0.0.0/33", "0.0.0.0/0", "::/0", "a,"])
def test_proxies_are_addresses(text: str) -> None:
    """A name, everybody and what is no address are refused in a sentence."""
    with pytest.raises(ValueError, match=r"\w+ \w+"):
        read_proxies(text)


# Failures, and what is written of them.


def test_a_failure_tells_nothing_of_itself() -> None:
    """Its words are neither answered nor written; the answer is a refusal with the safe headers."""
    stream = io.StringIO()

    async def fails(request: Request) -> Response:
        raise RuntimeError(f"postgresql://speto:{SECRET}@database/speto")

    async def run() -> httpx.Response:
        headers = Middleware(SafeHeaders, journal=open_journal(stream))
        app = Starlette(routes=[Route("/fails", fails)], middleware=[headers])
        transport = httpx.ASGITransport(app=app)
        async with httpx.AsyncClient(transport=transport, base_url="http://here") as client:
            return await client.get("/fails?language=en")

    found = asyncio.run(run())
    assert (found.status_code, found.json()["code"]) == (500, "failed")
    assert all(found.headers[name] == value for name, value in SAFE.items())
    (line,) = stream.getvalue().splitlines()
    told = json.loads(line)
    assert told["error"] == "RuntimeError" and told["where"].startswith("fails:")
    assert SECRET not in found.text + line


def test_a_failure_of_any_route_is_told_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Where a part of the server itself fails the answer is a refusal, and the rest goes on."""

    async def fails(self: Accounts, secret: str) -> Bearer | None:
        raise RuntimeError(f"{secret} {SECRET}")

    monkeypatch.setattr(Accounts, "bearer", fails)

    async def work(app: App, client: httpx.AsyncClient) -> None:
        headers = {"authorization": "Bearer g.of-somebody"}
        found = await client.get("/account", headers=headers)
        assert (found.status_code, found.json()["code"]) == (500, "failed")
        assert found.headers["content-security-policy"] == SAFE["content-security-policy"]
        assert (await client.get("/options/dummy", headers=headers)).status_code == 200

    asked(tmp_path, work)
    told = capsys.readouterr().err
    assert '"request failed"' in told and "fails:" in told
    assert SECRET not in told and "of-somebody" not in told


def test_what_libraries_log_is_written_without_its_words(
    capsys: pytest.CaptureFixture[str],
) -> None:
    """A library's complaint is a line of the journal: which library and where, not what it says.

    One that was told before to write elsewhere does so again after the server.
    """
    stream = io.StringIO()
    library = logging.getLogger("uvicorn")
    elsewhere = logging.StreamHandler()
    library.addHandler(elsewhere)
    try:
        _overheard(stream, capsys)
        assert elsewhere in library.handlers
    finally:
        library.removeHandler(elsewhere)


def _overheard(stream: io.StringIO, capsys: pytest.CaptureFixture[str]) -> None:
    with overhear(open_journal(stream)):
        told_by = logging.getLogger("uvicorn.error")
        told_by.warning("the password is %s", SECRET)
        try:
            raise ValueError(SECRET)
        except ValueError:
            told_by.exception("failed with %s", SECRET)
    first, second = map(json.loads, stream.getvalue().splitlines())
    assert (first["kind"], first["level"]) == ("uvicorn.error", "warning")
    assert (second["error"], second["level"]) == ("ValueError", "error")
    said = capsys.readouterr()
    assert SECRET not in stream.getvalue() + said.out + said.err


def test_no_secret_of_a_whole_evening_is_written(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    """Tokens, passwords, cookies, codes, seeds and addresses are in no line, also of failures."""

    async def play() -> tuple[str, set[str]]:
        secrets = {SECRET, f"not {SECRET}", PERSON}
        async with (
            served(tmp_path) as site,
            Tap(site.url, **{"x-forwarded-for": PERSON}) as one,
            Tap(site.url, Origin=site.web) as page,
            httpx.AsyncClient(base_url=site.web) as web,
        ):
            opened = await one.ask(
                asks.Open, game="dummy", rules="default", seats=serving.seats("person", "computer")
            )
            await one.ask(asks.Watch, table=opened.table)
            await one.ask(asks.Entropy, table=opened.table, deal=1, entropy="ab" * 16)
            await one.find(lambda told: getattr(told, "what", "") == "sealed")
            web.headers.update({"authorization": f"Bearer {one.token}", "x-forwarded-for": PERSON})
            entry = {"name": "Nok", "password": SECRET}
            done = await web.post("/account/upgrade", json=entry)
            person = done.json()["token"]
            secrets |= {str(one.token), person, str(page.cookie).partition(";")[0]}
            web.headers["authorization"] = f"Bearer {person}"
            wanted = {"label": "robot", "scopes": ["play"]}
            secrets.add((await web.post("/account/tokens", json=wanted)).json()["token"])
            wrong = {"name": "Nok", "password": f"not {SECRET}"}
            assert (await web.post("/account/login", json=wrong)).status_code == 409
            assert (await web.post("/account/login", content=f'{{"{SECRET}'.encode())).is_error
            async with Tap(site.url) as other:
                secrets.add(str(other.token))
                await other.send(f'{{"type":"hello","id":"x","token":"{SECRET}"')
                await other.find(lambda told: isinstance(told, messages.Refused))
            store = site.app.service.store
            secrets |= {seed.hex() for seed in (await store.seeds(opened.table)).values()}
            head = await store.head(opened.table)
            assert head
            secrets.add(head.code)
            await store.close()  # from here on nothing can be stored, and all is complained of
            assert (await web.get("/account")).status_code == 503
            await page.ask(asks.Join, table=opened.table)
            await page.ask(
                asks.Open, game="dummy", rules="default", seats=serving.seats("person", "computer")
            )
        return site.journal.getvalue(), secrets

    journal, secrets = asyncio.run(play())
    said = capfd.readouterr()
    written = journal + said.out + said.err
    assert "StoreError" in written, "nothing went wrong, so nothing was shown"
    assert len(secrets) > 8 and all(len(secret) > 5 for secret in secrets)
    assert not [secret for secret in secrets if secret in written]
    assert "Traceback" not in written


@pytest.mark.parametrize(
    "words",
    [
        "serve --port 0 --database postgresql://speto:{}@127.0.0.1:1/speto",
        "serve --port 0 --database postgresql://speto:{}@127.0.0.1:none/speto",
        "serve --port 0 --database mysql://speto:{}@127.0.0.1/speto",
        "admin tables --database postgresql://speto:{}@127.0.0.1:1/speto",
        "worker --bus redis://:{}@127.0.0.1:1/0",
        "worker --bus nats://:{}@127.0.0.1:1/0",
    ],
)
def test_a_password_of_an_engine_is_never_told(tmp_path: Path, words: str) -> None:
    """Where a database or a bus does not answer, or cannot be, the sentence names no password."""
    said = words.format(SECRET).replace("--port 0", f"--port {free_port()}").split()
    place = [] if said[0] == "worker" else ["--data", str(tmp_path)]
    done = subprocess.run(
        (sys.executable, "-m", "speto", *said, *place),
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert done.returncode == 2 and done.stderr.startswith("speto: ")
    assert SECRET not in done.stdout + done.stderr
    assert "Traceback" not in done.stderr


# What an owner and a keeper may see.


def test_the_owner_of_a_table_sees_no_more_than_anybody(tmp_path: Path) -> None:
    """Who has opened a table and does not sit is told what a stranger is told, on every way."""

    async def play() -> None:
        async with served(tmp_path, faster(8)) as site:
            owner, one, two, stranger = (Tap(site.url) for _ in range(4))
            for tap in (owner, one, two, stranger):
                await tap.open()
            opened = await owner.ask(
                asks.Open,
                game="dummy",
                rules=serving.RULES["dummy"],
                seats=serving.seats("open", "open"),
                clock="none",
            )
            table = opened.table
            for tap in (one, two):
                await tap.ask(asks.Join, table=table)
            for tap in (owner, one, two, stranger):
                await tap.ask(asks.Watch, table=table)
            await owner.find(lambda told: getattr(told, "what", "") == "sealed")
            pages = await all_pages(site, owner, table)
            async with asyncio.timeout(100):
                await asyncio.gather(
                    look_and_play(owner, table, Random(0), sits=False),
                    look_and_play(one, table, Random(1), sits=True),
                    look_and_play(two, table, Random(2), sits=True),
                )
            store = site.app.service.store
            seeds = await store.seeds(table)
            moments = moments_of(await store.rows(table), seeds)
            assert check_told(owner, None, moments, seeds) > 100
            assert not [page for page in pages if cards_in(without_codes(page))]
            for tap in (owner, one, two, stranger):
                await tap.close()

    asyncio.run(play())


async def all_pages(site: Served, owner: Tap, table: str) -> list[Any]:
    """What the owner of a table is answered about it over HTTP while it is played at."""
    paths = (
        *(f"/deals/{table}/1.{kind}" for kind in ("deal", "json", "replay", "review")),
        *("/account/tables", f"/account/tables/{table}/moment", "/account/history"),
        *("/account/export",),
    )
    async with httpx.AsyncClient(base_url=site.web) as web:
        web.headers["authorization"] = f"Bearer {owner.token}"
        found = [await web.get(path) for path in paths]
        found.append(await web.post(f"/account/tables/{table}/coach", json={"seq": 1}))
    assert {answer.status_code for answer in found} == {200, 404}
    return [answer.json() for answer in found]


def without_codes(page: Any) -> Any:
    """A page without the codes of tables and clauses, in which letters may look like cards."""
    if isinstance(page, dict):
        return {key: without_codes(one) for key, one in page.items() if key not in CODES}
    return [without_codes(one) for one in page] if isinstance(page, list) else page


def test_a_keeper_is_shown_no_hand() -> None:
    """No command of the keepers shows a card: there is none that names a hand, a deal or a log."""
    told = CliRunner().invoke(admin, ["--help"]).output
    commands = set(re.findall(r"^\W*([a-z][a-z-]+)  +\S", told, re.M))
    assert {"tables", "reports", "audit"} <= commands
    assert not commands & {"show", "hand", "hands", "deal", "table", "log", "view", "watch"}


# The page.


class Inline(HTMLParser):
    """Finds what a page runs or sets without a file of its own."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Look at one element."""
        names = dict(attrs)
        if tag == "style" or (tag == "script" and not names.get("src")):
            self.found.append(tag)
        self.found += [name for name in names if name.startswith("on") or name == "style"]


def policy() -> Iterator[tuple[str, list[str]]]:
    """The directives of the content security policy."""
    for directive in SAFE["content-security-policy"].split(";"):
        name, *sources = directive.split()
        yield name, sources


def test_no_script_but_our_files() -> None:
    """The policy lets no script run that is no file of the server, and no page frame this one."""
    found = dict(policy())
    assert found["default-src"] == ["'none'"] and found["script-src"] == ["'self'"]
    assert found["style-src"] == ["'self'"] and found["connect-src"] == ["'self'"]
    assert found["frame-ancestors"] == found["base-uri"] == ["'none'"]
    assert not [name for name, sources in found.items() if "'unsafe-eval'" in sources]


def test_the_built_page_has_nothing_inline() -> None:
    """In the built page and its source stands neither a script nor a style nor a handler."""
    pages = [ROOT / "web" / "index.html", STATIC / "index.html"]
    for page in (each for each in pages if each.exists()):
        parser = Inline()
        parser.feed(page.read_text(encoding="utf-8"))
        assert parser.found == [], page


# The page of threats.


def test_each_threat_names_tests_that_there_are() -> None:
    """Each test that docs/threats.md or docs/operating.md names is there; each threat has one."""
    named = TESTED.findall(THREATS + OPERATING)
    assert len(named) > 20
    for file, test in named:
        text = (ROOT / file).read_text(encoding="utf-8")
        assert not test or f"def {test}(" in text, f"{file}::{test}"
    rows = [line for line in THREATS.splitlines() if line.startswith("| ") and "---" not in line]
    bodies = [row for row in rows if not row.startswith("| who ")]
    assert bodies and all(TESTED.search(row) or "not covered" in row for row in bodies)
