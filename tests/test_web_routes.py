"""The built client's files, the headers of every answer, and what is read in a language."""

from __future__ import annotations

import asyncio
import gzip
from collections.abc import Awaitable, Callable
from pathlib import Path

import httpx
import pytest
from starlette.applications import Starlette
from starlette.middleware import Middleware

from speto.book import contents
from speto.games import NAMES, game
from speto.server.app import App
from speto.server.book_routes import LEFT_OUT, client_texts, rule_book
from speto.server.web_routes import SAFE, UNBUILT, SafeHeaders, WebRoutes
from speto.texts import languages, load
from tests.asking import asked

pytestmark = pytest.mark.once

PAGE = "<!doctype html><title>speto</title>"
SCRIPT = "console.log('speto');\n" * 100
SCREENS = ("/", "/new/dummy", "/watch/t7Qd2/1", "/table/a.b", "/rules/dummy", "/score")
PLAIN = {"accept-encoding": "identity"}


def built(folder: Path) -> Path:
    """A built client, and beside it a file that is nobody's business."""
    site = folder / "static"
    (site / "assets").mkdir(parents=True)
    (site / "index.html").write_text(PAGE)
    (site / "manifest.webmanifest").write_text("{}")
    (site / "icon.svg").write_text("<svg/>")
    (site / "assets" / "index-Dk3f9_a1.js").write_text(SCRIPT)
    (folder / "secret.txt").write_text("secret")
    (site / "link.txt").symlink_to(folder / "secret.txt")
    return site


def fetched(folder: Path, work: Callable[[httpx.AsyncClient], Awaitable[None]]) -> None:
    """Run `work` with a client of a folder's files."""

    async def run() -> None:
        app = Starlette(routes=WebRoutes(folder).routes(), middleware=[Middleware(SafeHeaders)])
        transport = httpx.ASGITransport(app=app)
        async with httpx.AsyncClient(transport=transport, base_url="http://here") as client:
            await work(client)

    asyncio.run(run())


def test_every_screen_is_the_page(tmp_path: Path) -> None:
    """The page stands at the path of each screen, and is asked for again by its ETag."""

    async def work(client: httpx.AsyncClient) -> None:
        for path in SCREENS:
            found = await client.get(path)
            assert (found.status_code, found.text) == (200, PAGE)
            assert found.headers["content-type"] == "text/html; charset=utf-8"
            assert found.headers["cache-control"] == "no-cache"
        etag = found.headers["etag"]
        for known in (etag, f'"x", {etag}', etag.removeprefix("W/"), "*"):
            again = await client.get("/", headers={"if-none-match": known})
            assert (again.status_code, again.content) == (304, b"")
            assert again.headers["etag"] == etag
        assert (await client.get("/", headers={"if-none-match": '"x"'})).status_code == 200
        assert (await client.head("/")).status_code == 200

    fetched(built(tmp_path), work)


def test_nothing_is_sent_to_the_page(tmp_path: Path) -> None:
    """What no route takes is answered as what is not there, in JSON as all refusals are."""

    async def work(client: httpx.AsyncClient) -> None:
        for method in ("POST", "PUT", "DELETE", "OPTIONS"):
            found = await client.request(method, "/new/dummy")
            assert (found.status_code, found.json()["code"]) == (404, "path")

    fetched(built(tmp_path), work)


def test_files_have_their_types_and_are_kept(tmp_path: Path) -> None:
    """A hashed file is kept for ever; each file has its type, compressed for who takes it."""

    async def work(client: httpx.AsyncClient) -> None:
        path = "/assets/index-Dk3f9_a1.js"
        found = await client.get(path)
        assert found.text == SCRIPT and found.headers["content-encoding"] == "gzip"
        assert int(found.headers["content-length"]) < len(SCRIPT)
        assert found.headers["content-type"] == "text/javascript; charset=utf-8"
        assert found.headers["cache-control"] == "public, max-age=31536000, immutable"
        assert found.headers["vary"] == "accept-encoding"
        for refused in ("identity", "gzip;q=0, identity"):
            raw = await client.get(path, headers={"accept-encoding": refused})
            assert raw.text == SCRIPT and "content-encoding" not in raw.headers
        for name, kind in (
            ("manifest.webmanifest", "application/manifest+json"),
            ("icon.svg", "image/svg+xml"),
        ):
            other = await client.get(f"/{name}")
            assert other.headers["content-type"] == kind
            assert other.headers["cache-control"] == "no-cache"

    fetched(built(tmp_path), work)


@pytest.mark.parametrize(
    "path",
    [
        *("/assets/none-12345678.js", "/assets/", "/none.css", "/secret.txt", "/link.txt"),
        *("/../secret.txt", "/%2e%2e/secret.txt", "/assets/..%2f..%2fsecret.txt"),
        *("/..%5csecret.txt", "//secret.txt", "/assets/%00", "/..", "/%2e%2e/%2e%2e/etc/passwd"),
    ],
)
def test_no_path_leads_out(tmp_path: Path, path: str) -> None:
    """A path that names no file of the client is answered 404, wherever it would lead."""

    async def work(client: httpx.AsyncClient) -> None:
        url = httpx.URL("http://here").copy_with(raw_path=path.encode())
        found = await client.get(url)
        assert "secret" not in found.text and "root:" not in found.text
        assert found.status_code == 404 or found.text == PAGE
        if path not in ("/..",):
            assert found.json()["code"] == "path"

    fetched(built(tmp_path), work)


def test_a_client_that_is_not_built_is_told_so(tmp_path: Path) -> None:
    """Without a built client a screen says how to build it, and is there once it is built."""
    site = tmp_path / "static"

    async def work(client: httpx.AsyncClient) -> None:
        found = await client.get("/")
        assert (found.status_code, found.text) == (503, UNBUILT)
        assert (await client.get("/index.js")).status_code == 404
        built(tmp_path)
        assert (await client.get("/")).text == PAGE

    fetched(site, work)


def test_every_answer_has_the_safe_headers(tmp_path: Path) -> None:
    """Data, files, refusals and what was not found have the headers; scripts are files only."""
    policy = SAFE["content-security-policy"]
    assert "script-src 'self';" in policy and "frame-ancestors 'none'" in policy

    async def work(app: App, client: httpx.AsyncClient) -> None:
        for path in ("/", "/healthz", "/options/dummy", "/texts/xx", "/account", "/deals/a/1.deal"):
            found = await client.get(path)
            for name, value in SAFE.items():
                assert found.headers[name] == value, path

    asked(tmp_path, work)


@pytest.mark.parametrize("language", languages())
def test_the_texts_of_a_language(tmp_path: Path, language: str) -> None:
    """The client is given its texts as the catalogue has them, and none of the long ones."""
    whole = load(language).texts

    async def work(app: App, client: httpx.AsyncClient) -> None:
        found = await client.get(f"/texts/{language}")
        texts = found.json()
        assert texts == client_texts(language)
        assert texts["term.knock"] == whole["term.knock"]
        assert not [key for key in texts if key.startswith(LEFT_OUT)]
        assert {key for key in whole if not key.startswith(LEFT_OUT)} == set(texts)
        known = {"if-none-match": found.headers["etag"]}
        assert (await client.get(f"/texts/{language}", headers=known)).status_code == 304
        raw = await client.get(f"/texts/{language}", headers=PLAIN)
        assert len(gzip.compress(raw.content)) < 20_000

    asked(tmp_path, work)


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("name", NAMES)
def test_the_book_has_every_clause_once(name: str, language: str) -> None:
    """Each clause stands in the book in the order of play, with the options that it reads."""
    book = rule_book(name, "default", load(language))
    played = game(name)
    assert [section.name for section in book.sections] == [s for s, _ in contents(name).SECTIONS]
    clauses = {clause.code: clause for section in book.sections for clause in section.clauses}
    assert set(clauses) == set(played.BY_CODE)
    assert sum(len(section.clauses) for section in book.sections) == len(played.CLAUSES)
    for code, clause in clauses.items():
        assert clause.title
        assert clause.options == list(played.BY_CODE[code].reads)
        assert set(clause.options) <= set(book.options)


def test_the_book_is_that_of_the_table(tmp_path: Path) -> None:
    """The numbers and the differences are those of the rules; rules that cannot be are refused."""

    async def work(app: App, client: httpx.AsyncClient) -> None:
        ask = {"language": "en", "rules": "default,match_target=300"}
        book = (await client.get("/book/dummy", params=ask)).json()
        assert book["differences"]["lines"][0]["code"] == "match_target=300"
        texts = {c["code"]: c["title"] for s in book["sections"] for c in s["clauses"]}
        assert "300" in texts["D-MATCH-1"]
        thai = (await client.get("/book/dummy", headers={"accept-language": "th-TH,th"})).json()
        assert thai["language"] == "th"
        for rules in ("no_such_preset", "default,fine=many", "default,stock=1"):
            wrong = await client.get("/book/dummy", params={"rules": rules})
            assert (wrong.status_code, wrong.json()["code"]) == (400, "rules")
            assert wrong.json()["text"]
        long = await client.get("/book/dummy", params={"rules": "x" * 3_000})
        assert (long.status_code, long.json()["code"]) == (400, "long")

    asked(tmp_path, work)


def test_a_store_that_does_not_answer_is_told(tmp_path: Path) -> None:
    """Where the store cannot answer, the refusal says so, and what needs no store goes on."""

    async def work(app: App, client: httpx.AsyncClient) -> None:
        await app.service.store.close()
        found = await client.get("/deals/t/1.replay?language=hi")
        assert (found.status_code, found.json()["code"]) == (503, "store")
        assert (await client.get("/texts/hi")).is_success

    asked(tmp_path, work)
