"""The terminal at a table server: coming, leaving, coming back, and servers that say nonsense."""

from __future__ import annotations

import asyncio
import json
import stat
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from websockets.asyncio.client import connect
from websockets.asyncio.server import ServerConnection, serve

from speto.cards import ParseError
from speto.client import Client, NotServed
from speto.games import NAMES
from speto.games import game as game_of_name
from speto.proofs import verify_files
from speto.server import asks, faces, messages
from speto.server.faces.sights import view_in
from speto.server.messages import Face, Line
from speto.server.now import now_ms
from speto.server.sanctions import impose
from speto.server.serve import FILE
from speto.server.store.backup import backup
from speto.terminal.face import Standing, Warn, face_of
from speto.terminal.keys import Keys
from speto.terminal.speech import Speech
from speto.terminal.visit import read_place
from speto.texts import load
from tests.keyboard import run, says
from tests.killing import Child, free_port
from tests.mangling import mangled
from tests.serving import PATIENCE, RULES, Tap, open_with, play_on, served
from tests.terminals import CODE, Terminal
from tests.test_faces import moments
from tests.test_restored import put_back

pytestmark = pytest.mark.once

LETTERS = '0123456789tjqkacdhsTJQKA=,/.:@!-*+^ "[]{}'
Meddle = Callable[[str], str]


def prompted(words: str) -> Callable[[Terminal], bool]:
    """Whether a terminal asks with these words."""
    return lambda terminal: words in terminal.text.rpartition("\n")[2]


MOVE = prompted("Number or word")


def game_rules(name: str) -> Any:
    """The rules of a short match."""
    return game_of_name(name).read_rules(RULES[name])


def terminal(folder: Path, url: str, *arguments: str, game: str = "dummy") -> Terminal:
    """A terminal at a short match of two."""
    return Terminal(
        folder / "home",
        *(game, "--server", url, "--seats", "2", "--rules", RULES[game], *arguments),
    )


async def dead_at_last(one: Terminal) -> None:
    """End it, if it has not ended."""
    if one.process and one.process.returncode is None:
        await one.kill()


@asynccontextmanager
async def started(one: Terminal) -> AsyncIterator[Terminal]:
    """A terminal that is started, and dead at last."""
    await one.start()
    try:
        yield one
    finally:
        await dead_at_last(one)


@asynccontextmanager
async def meddled(url: str, meddle: Meddle) -> AsyncIterator[str]:
    """A server that hands on what another says, but for what it makes of it."""

    async def converse(here: ServerConnection) -> None:
        async with connect(url, compression=None, max_size=1 << 22) as there:

            async def ask() -> None:
                async for frame in here:
                    await there.send(frame)

            async def tell() -> None:
                async for frame in there:
                    await here.send(meddle(str(frame)))

            both = [asyncio.create_task(ask()), asyncio.create_task(tell())]
            await asyncio.wait(both, return_when=asyncio.FIRST_COMPLETED)
            for task in both:
                task.cancel()
            await asyncio.gather(*both, return_exceptions=True)

    async with serve(converse, "127.0.0.1", 0, compression=None) as server:
        port = next(iter(server.sockets)).getsockname()[1]
        yield f"ws://127.0.0.1:{port}/ws"


def sights_become(text: str) -> Meddle:
    """Another text stands in place of every sight."""

    def meddle(frame: str) -> str:
        message = json.loads(frame)
        if message.get("view"):
            message["view"]["sight"] = text
        return json.dumps(message)

    return meddle


def another_commit(frame: str) -> str:
    """The commit of the next deal is another whenever it is told."""
    message = json.loads(frame)
    if message.get("fair") and message["now"]["stage"] == "playing":
        message["fair"]["commit"] = "0" * 64
    return json.dumps(message)


NONSENSE: dict[str, tuple[Meddle, str]] = {
    "no text": (sights_become(""), "the server says what cannot be"),
    "another deal": (
        sights_become("act=0 head=2c known=-/- hands=52/52 row=2c"),
        "the server says what cannot be",
    ),
    "no seat": (
        lambda frame: frame.replace('"playing":[0,1]', '"playing":[0,7]'),
        "the server says what cannot be",
    ),
    "no rules": (
        lambda frame: frame.replace('"rules":"default', '"rules":"nothing'),
        "the server says what cannot be",
    ),
    "no transcript": (
        lambda frame: frame.replace('\\"chain\\"', '\\"chains\\"'),
        "the server says what cannot be",
    ),
    "no message": (
        lambda frame: frame.replace('"type":"event"', '"type":"mail"'),
        "the server speaks another language",
    ),
    "no hand": (
        lambda frame: frame.replace('"hand":[', '"cards":['),
        "the server says what cannot be",
    ),
    "no seed": (
        lambda frame: frame.replace('"seeds":{}', '"seeds":{"1":"none"}'),
        "the server says what cannot be",
    ),
    "no JSON": (lambda frame: frame[:-1], "the server speaks another language"),
    "another seed": (another_commit, "does not deal fairly"),
}


@pytest.mark.parametrize("kind", NONSENSE)
def test_nonsense_of_a_server_is_one_sentence(kind: str, tmp_path: Path) -> None:
    """Whatever a server says, the terminal ends with a sentence that says what is wrong."""
    meddle, sentence = NONSENSE[kind]

    async def visit() -> tuple[int | None, str]:
        async with (
            served(tmp_path) as server,
            meddled(server.url, meddle) as url,
            started(terminal(tmp_path, url)) as one,
        ):
            return await one.play(), one.text

    status, text = asyncio.run(visit())
    assert sentence in " ".join(text.split())
    assert status in (1, 2)
    assert "Traceback" not in text
    assert "Your seat is kept" not in text


def test_who_is_shut_out_is_not_told_that_the_seat_is_kept(tmp_path: Path) -> None:
    """Whoever is banned in a match reads why it ends, and not how to come back."""

    async def visit() -> tuple[int | None, str]:
        async with (
            served(tmp_path) as server,
            started(terminal(tmp_path, server.url)) as one,
        ):
            assert await one.play(MOVE) is None
            (session,) = server.app.sessions
            store, now = server.app.service.store, now_ms()
            await impose(store, session.account_id, "ban", by="k", reason="rude", at=now)
            return await one.play(), one.text

    status, text = asyncio.run(visit())
    assert status == 1
    assert load("en").text("ui.terminal.remote.no.banned") in " ".join(text.split())
    assert "--server" not in text.rpartition("!")[2]


def test_no_seat_is_kept_at_a_match_that_is_over(tmp_path: Path) -> None:
    """Whoever leaves after the result is told where the deals are, and of no seat."""

    async def visit() -> tuple[int | None, str]:
        async with (
            served(tmp_path) as server,
            started(terminal(tmp_path, server.web)) as one,
        ):
            assert await one.play(prompted("once more")) is None
            assert one.process
            assert one.process.stdin
            one.process.stdin.close()
            return await one.play(), one.text

    status, text = asyncio.run(visit())
    assert status == 0
    assert "speto verify" in text
    assert "Your seat is kept" not in text


def test_the_code_of_an_own_table_leads_there(tmp_path: Path) -> None:
    """Who joins by the code of a table where he sits comes to that one, not to his last."""

    async def visit() -> None:
        async with served(tmp_path) as server:
            async with started(terminal(tmp_path, server.url, "--open", "1")) as one:
                await one.until(lambda text: CODE.search(text) is not None)
                (code,) = CODE.findall(one.text)
            async with started(terminal(tmp_path, server.url, "--new")) as one:
                await one.until(lambda text: "drawn by lot" in text)
            async with started(terminal(tmp_path, server.url, "--join", code)) as one:
                await one.until(lambda text: code in CODE.findall(text))

    asyncio.run(visit())


def test_what_is_watched_no_more_is_not_shown_again(tmp_path: Path) -> None:
    """After a lost socket a client asks for the tables that it still watches, and for no other."""

    async def visit() -> None:
        async with served(tmp_path) as server, Client(server.url) as one:
            left, kept = [await open_with(one, "dummy", ("person", "open")) for _ in range(2)]
            for table in (left, kept):
                await one.watch(table)
            await one.unwatch(left)
            with pytest.raises(NotServed):
                await one.watch("nobodys")
            (session,) = server.app.sessions
            session.outbox.close()
            while session in server.app.sessions:
                await asyncio.sleep(0.01)
            await one.ask(lambda name: asks.Tables(id=name))
            assert [*server.app.service.audience.watches] == [kept]
            assert [*one.seen] == [kept]

    asyncio.run(visit())


def test_a_table_that_fails_is_left(tmp_path: Path) -> None:
    """Whoever waits at a table that is set aside is told so, and is asked for nothing more."""

    async def visit() -> tuple[int | None, str]:
        async with (
            served(tmp_path) as server,
            started(terminal(tmp_path, server.url, "--open", "1")) as one,
        ):
            await one.until(lambda text: CODE.search(text) is not None)
            hosting = server.app.service.hosting
            (table,) = hosting.tables
            await hosting.set_aside(table, ValueError("it is broken"))
            return await one.play(), one.text

    status, text = asyncio.run(visit())
    assert status == 0
    assert load("en").text("ui.notice.broken") in " ".join(text.split())


@pytest.mark.parametrize("name", NAMES)
@given(seed=st.integers(0, 2**32))
def test_a_mangled_view_is_refused_or_can_be_shown(name: str, seed: int) -> None:
    """A sight, a ledger or a log with slips makes one sentence, or a view that is shown whole."""
    random = Random(seed)
    for state in moments(name, random, some=3):
        seat = random.choice(range(state.seats))
        view = state.view_for(seat)
        face, log = faces.face(view, sight=True), faces.log(view)
        if not isinstance(face.sight, str):
            assert view_in(face, view.rules, log) is None
            continue
        whole = view_in(face, view.rules, log)
        assert whole is not None
        assert faces.face(whole, sight=True) == face
        parts = [face.sight, bytes(face.public).decode(), msgspec.json.encode(log).decode()]
        at = random.randrange(3)
        parts[at] = mangled(random, parts[at], LETTERS)
        with suppress(ParseError, msgspec.DecodeError):
            lines = msgspec.json.decode(parts[2], type=list[Line])
            public = msgspec.Raw(parts[1].encode())
            found = view_in(Face(public, face.own, parts[0]), view.rules, lines)
            assert found is not None
            names = tuple(f"Seat {seat}" for seat in range(found.seats))
            shown = face_of(name, Speech(load("en"), view.rules, names, signs=True), Warn.ALWAYS)
            shown.begin(found)
            assert shown.table(found, Standing(1, (0,) * found.seats))
            assert shown.items(found) is not None
            shown.log(found), shown.news(found)
            if found.mine:
                shown.blocks(found, shown.choices(found))
                shown.status(found)


@pytest.mark.parametrize("game", NAMES)
def test_only_who_asks_is_sent_sights(game: str, tmp_path: Path) -> None:
    """With `sight` each view has its text, in which the own words are legal; else no frame has."""

    async def visit() -> tuple[list[messages.Message], list[bytes]]:
        told: list[messages.Message] = []
        async with served(tmp_path) as server, Client(server.url, sight=True) as client:
            table = await open_with(client, game, ("person", "computer"))
            async with Tap(server.url, token=client.token) as tap:
                await tap.ask(asks.Watch, table=table)
                await client.watch(table)
                await play_on(client, table, Random(1), note=told.append)
                return told, tap.frames

    told, frames = asyncio.run(visit())
    rules, lines, legal = game_rules(game), list[Line](), 0
    for message in told:
        assert isinstance(message, messages.Table | messages.Moved | messages.Event)
        if isinstance(message, messages.Moved):
            lines += [Line(message.seat, word) for word in message.words]
        elif isinstance(message, messages.Table):
            lines = list(message.log)
        elif message.what == "sealed":
            lines = []
        if message.view is not None:
            assert message.view.sight is not msgspec.UNSET
            view = view_in(message.view, rules, lines)
            if view is not None:
                assert list(view.words) == json.loads(bytes(message.view.own))["words"]
                legal += len(view.words)
    assert legal > 10
    assert len(frames) > 20
    assert not any(b'"sight"' in frame for frame in frames)


@pytest.mark.parametrize("game", NAMES)
def test_who_leaves_comes_back_to_the_seat(game: str, tmp_path: Path) -> None:
    """Whoever quits is told how to come back, is offered the table, and plays on to its end."""

    async def visit() -> Terminal:
        async with served(tmp_path) as server:
            one = terminal(tmp_path, server.web, game=game)
            async with started(one):
                assert await one.play(MOVE) is None
                await one.say("q")
                await one.until(lambda text: "Leave the match?" in text)
                await one.say("1")
                assert await one.play() == 0
            assert "Your seat is kept" in one.text
            one.read = len(one.text)
            async with started(one):
                await one.until(lambda text: "Go on with it?" in text)
                assert await one.play() == 0
            return one

    one = asyncio.run(visit())
    assert "The match is over." in one.text
    assert all(verdict.holds for verdict in verify_files(one.records))


def test_who_is_not_known_any_more_comes_anew(tmp_path: Path) -> None:
    """A token that the server does not know is told of, and another one is kept."""

    async def visit() -> str:
        async with served(tmp_path) as server:
            one = terminal(tmp_path, server.web)
            keys = Keys(one.home / "speto")
            keys.keep(server.url, "wrong")
            async with started(one):
                assert await one.play(MOVE) is None
            key = keys.key(server.url)
            assert key
            assert key.token != "wrong"
            return one.text

    assert "The server does not know you any more." in asyncio.run(visit())


def test_a_new_table_leaves_the_old_one_alone(tmp_path: Path) -> None:
    """Whoever does not go on with a running table sits at a new one, and goes on with that."""

    async def visit() -> list[str]:
        kept = []
        async with served(tmp_path) as server:
            one = terminal(tmp_path, server.web)
            for answer in ("", "2", "1"):
                async with started(one):
                    if answer:
                        await one.until(lambda text: "Go on with it?" in text)
                        one.read = len(one.text)
                        await one.say(answer)
                    assert await one.play(MOVE) is None
                key = Keys(one.home / "speto").key(server.url)
                assert key
                kept.append(key.tables["dummy"])
        return kept

    first, second, third = asyncio.run(visit())
    assert first != second == third


def test_an_interrupt_ends_the_waiting(tmp_path: Path) -> None:
    """Ctrl-C ends the waiting for friends with a line how to come back, and status 0."""

    async def visit() -> tuple[int, str]:
        async with (
            served(tmp_path) as server,
            started(terminal(tmp_path, server.web, "--open", "1")) as one,
        ):
            await one.until(lambda text: "Waiting for players: 1 of 2" in text)
            return await one.end(), one.text

    status, text = asyncio.run(visit())
    assert status == 0
    assert "Your seat is kept" in text
    assert "Traceback" not in text


def test_the_end_of_the_input_leaves_the_seat(tmp_path: Path) -> None:
    """Where nothing more is typed the terminal ends, and the seat is kept."""

    async def visit() -> tuple[int | None, str]:
        async with (
            served(tmp_path) as server,
            started(terminal(tmp_path, server.web)) as one,
        ):
            assert one.process
            assert one.process.stdin
            one.process.stdin.close()
            return await one.play(), one.text

    status, text = asyncio.run(visit())
    assert status == 0
    assert "The input has ended" in text
    assert "Your seat is kept" in text


def test_what_the_clock_played_is_told(tmp_path: Path) -> None:
    """Whoever thinks too long hears what was played for him, and has his seat back."""
    late = [0]

    def told(one: Terminal) -> bool:
        return "The clock has played for you:" in " ".join(one.text.split())

    async def visit() -> str:
        async with (
            served(tmp_path, lambda: now_ms() + late[0]) as server,
            started(terminal(tmp_path, server.web, "--clock", "calm")) as one,
        ):
            assert await one.play(MOVE) is None
            late[0] = 600_000
            (live,) = server.app.service.hosting.tables.values()
            at = live.table.seq
            async with asyncio.timeout(PATIENCE):
                while live.table.seq == at:
                    await asyncio.sleep(0.05)
            assert await one.play(told) is None
            return one.text

    assert "Traceback" not in asyncio.run(visit())


@asynccontextmanager
async def killable(folder: Path) -> AsyncIterator[Child]:
    """A server that is a process of its own, dead at last."""
    (folder / "site").mkdir()
    child = Child(free_port(), folder / "site")
    await child.start()
    try:
        yield child
    finally:
        await child.kill()


@pytest.mark.parametrize("game", NAMES)
def test_a_server_that_has_gone_back_is_told_of(game: str, tmp_path: Path) -> None:
    """Who stayed at a table of which a server puts back a copy hears so once, and ends it there."""
    said = load("en").text("ui.set_back")

    def heard(one: Terminal) -> bool:
        return said in " ".join(one.text.split())

    async def visit() -> Terminal:
        async with killable(tmp_path) as child:
            one = terminal(tmp_path, child.url, game=game)
            async with started(one):
                assert await one.play(MOVE) is None
                backup(child.folder / FILE, tmp_path / "copy.db")
                since = one.prompts
                assert await one.play(lambda one: one.prompts > since + 8 and MOVE(one)) is None
                await put_back(child, tmp_path / "copy.db")
                assert await one.play(heard) is None
                assert await one.play() == 0
            return one

    one = asyncio.run(visit())
    text = " ".join(one.text.split())
    assert text.count(said) == 1
    assert "Traceback" not in text
    assert "The match is over." in text.partition(said)[2]
    assert all(verdict.holds for verdict in verify_files(one.records))


def test_a_table_that_is_not_in_what_was_put_back_is_left(tmp_path: Path) -> None:
    """Who sits at a table of which the server knows no more is told so, and it ends."""

    async def visit() -> tuple[int | None, str]:
        async with killable(tmp_path) as child:
            one = terminal(tmp_path, child.url, "--open", "1")
            async with Client(child.url) as client:
                assert client.token
                Keys(one.home / "speto").keep(child.url, client.token)
            backup(child.folder / FILE, tmp_path / "copy.db")
            async with started(one):
                await one.until(lambda text: "Waiting for players: 1 of 2" in text)
                await put_back(child, tmp_path / "copy.db")
                return await one.play(), one.text

    status, text = asyncio.run(visit())
    assert status == 1
    assert "! There is no such table." in text
    assert "Traceback" not in text


def test_a_match_is_played_again(tmp_path: Path) -> None:
    """Whoever wants the same table once more sits at it."""

    async def visit() -> Terminal:
        async with (
            served(tmp_path) as server,
            started(terminal(tmp_path, server.web)) as one,
        ):
            assert await one.play(prompted("once more")) is None
            one.read = len(one.text)
            await one.say("1")
            assert await one.play() == 0
            return one

    one = asyncio.run(visit())
    assert one.text.count("The match is over.") == 2
    assert len(one.records) == 2


def test_who_is_out_of_a_pool_sees_its_end(tmp_path: Path) -> None:
    """A pool is played to its end, whether the person is put out, comes back or wins."""

    async def visit() -> Terminal:
        async with served(tmp_path) as server:
            one = Terminal(
                tmp_path / "home",
                *("indian", "--server", server.web, "--seats", "3"),
                *("--rules", "default,format=pool,pool_limit=61"),
            )
            async with started(one):
                assert await one.play() == 0
            return one

    one = asyncio.run(visit())
    assert "The match is over." in one.text
    (file,) = one.records
    assert all(verdict.holds for verdict in verify_files([file]))


def test_a_token_is_for_its_owner_alone(tmp_path: Path) -> None:
    """The file of keys has mode 0600, keeps servers and games apart, and forgets ended tables."""
    keys = Keys(tmp_path / "new")
    assert keys.key("ws://a/ws") is None
    keys.sit("ws://a/ws", "dummy", "t1")
    assert keys.read() == {}
    keys.keep("ws://a/ws", "one")
    keys.keep("ws://b/ws", "two")
    keys.sit("ws://a/ws", "dummy", "t1")
    keys.sit("ws://a/ws", "indian", "t2")
    keys.keep("ws://a/ws", "three")
    keys.sit("ws://a/ws", "dummy", None)
    key, other = keys.key("ws://a/ws"), keys.key("ws://b/ws")
    assert key and (key.token, key.tables) == ("three", {"indian": "t2"})
    assert other and (other.token, other.tables) == ("two", {})
    assert stat.S_IMODE(keys.path.stat().st_mode) == 0o600
    assert [file.name for file in keys.path.parent.iterdir()] == [keys.path.name]


@pytest.mark.parametrize("text", ["{", "[]", '{"a":{"token":1}}', "\xff"])
def test_a_broken_file_of_keys_is_named(text: str, tmp_path: Path) -> None:
    """A file that is none of keys is named in a sentence, and left as it is."""
    keys = Keys(tmp_path)
    keys.path.write_bytes(text.encode("latin-1"))
    with pytest.raises(ParseError, match=r"servers\.json"):
        keys.keep("ws://a/ws", "one")
    assert keys.path.read_bytes() == text.encode("latin-1")


@pytest.mark.parametrize(
    ("text", "socket", "web"),
    [
        ("localhost:8470", "ws://localhost:8470/ws", "http://localhost:8470"),
        ("ws://a/ws", "ws://a/ws", "http://a"),
        ("wss://a.org/games/ws", "wss://a.org/games/ws", "https://a.org/games"),
        ("http://[::1]:80/", "ws://[::1]:80/ws", "http://[::1]:80"),
    ],
)
def test_a_server_is_found_by_its_address(text: str, socket: str, web: str) -> None:
    """An address with or without scheme and path names the socket and the rest."""
    assert read_place(text) == (socket, web)


@pytest.mark.parametrize("text", ["", "ws://", "ftp://a", "a:0", "a:99999", "a b", "a/?x", "[::1"])
def test_what_is_no_address_is_refused(text: str) -> None:
    """What names no server is refused in a sentence."""
    with pytest.raises(ParseError, match="no address of a server"):
        read_place(text)


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (["--open", "1"], "write --server too"),
        (["--join", "ABC"], "write --server too"),
        (["--clock", "none"], "write --server too"),
        (["--server", "a", "--seed", "1"], "come from everybody"),
        (["--server", "a", "--resume", "x.deal"], "come from everybody"),
        (["--server", "a", "--open", "4"], "at most 3 seats can be open"),
        (["--server", "a", "--clock", "slow"], "none, calm, normal, fast, blitz"),
        (["--server", "ftp://a"], "no address of a server"),
        (["--server", "127.0.0.1:1"], "does not answer"),
    ],
)
def test_options_that_do_not_fit_are_refused(
    arguments: list[str],
    problem: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
) -> None:
    """An option of another place, or a server that is none, is one line and status 2."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    status, _ = run(monkeypatch, says(), "play", "dummy", *arguments)
    assert status == 2
    assert problem in " ".join(capsys.readouterr().err.split())
