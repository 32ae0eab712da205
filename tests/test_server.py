"""The table server over its sockets: matches, what each viewer is told, once and in order."""

from __future__ import annotations

import asyncio
import json
import sqlite3
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import httpx
import pytest
from websockets.exceptions import InvalidStatus

from speto.cards import Card, parse_cards
from speto.client import Client
from speto.games import NAMES
from speto.proofs import verify_files
from speto.server import asks, log, messages
from speto.server.now import now_ms
from speto.server.serve import FILE
from speto.server.store import Row
from speto.server.table import Table, begin, follow
from tests import serving
from tests.serving import LONGER, RULES, Served, Tap, served
from tests.test_faces import CARDS, may_know

pytestmark = pytest.mark.once

FOUR = ("person", "open", "computer", "computer")
NO_CARDS = {"fair", "seats", "settings", "said", "id", "table", "account", "token", "name"}
"""Keys of a frame under which ids, names and hashes stand, in which letters may look like cards."""


def faster(times: int) -> Callable[[], int]:
    """A clock that runs so many times as fast, for the limits of a socket and the entropy."""
    began = now_ms()
    return lambda: began + (now_ms() - began) * times


@pytest.mark.parametrize("game", NAMES)
def test_a_match_between_clients_and_computers_ends_and_is_proved(
    game: str, tmp_path: Path
) -> None:
    """Both clients see the same end; each deal's record and proof are there and hold."""

    async def play() -> list[Path]:
        async with served(tmp_path) as site, Client(site.url) as one, Client(site.url) as two:
            table = await serving.open_with(one, game, FOUR)
            await two.ask(lambda name: asks.Join(id=name, table=table))
            await one.watch(table)
            await two.watch(table)
            async with asyncio.timeout(60):
                ends = await asyncio.gather(
                    serving.play_on(one, table, Random(1)), serving.play_on(two, table, Random(2))
                )
            standings = [end.standing for end in ends]
            assert standings[0] == standings[1] and standings[0] is not None
            assert standings[0].over and standings[0].winners
            await said_nothing(site, table)
            async with httpx.AsyncClient(base_url=site.web) as web:
                return await serving.download(web, table, len(standings[0].deals), tmp_path)

    files = asyncio.run(play())
    assert len(files) >= 2
    verdicts = list(verify_files(files))
    assert all(verdict.holds for verdict in verdicts), verdicts


async def said_nothing(site: Served, table: str) -> None:
    """Neither a card nor a seed stands in the journal or in the figures."""
    async with httpx.AsyncClient() as web:
        figures = (await web.get(f"{site.web}/metrics")).text
    written = site.journal.getvalue() + figures
    assert '"ask failed"' not in written and '"deal not kept"' not in written
    for seed in (await site.app.service.store.seeds(table)).values():
        assert seed.hex() not in written
    for line in site.journal.getvalue().splitlines():
        told = json.loads(line)
        assert not CARDS.search(json.dumps([told["event"], told.get("error", "")]).encode())


# What each viewer is told.


def moments_of(rows: list[Row], seeds: dict[int, bytes]) -> dict[int, Table]:
    """The table after each row of its log."""
    table = begin(rows[0])
    found = {1: table}
    for row in rows[1:]:
        table = found[row.seq] = follow(table, row, seeds)
    return found


def cards_in(frame: Any) -> set[Card]:
    """The cards that a frame names, wherever cards can stand."""
    if isinstance(frame, dict):
        frame = {key: value for key, value in frame.items() if key not in NO_CARDS}
    text = json.dumps(frame).encode()
    return {card for word in CARDS.findall(text) for card in parse_cards(word.decode())}


async def look_and_play(tap: Tap, table: str, random: Random, *, sits: bool) -> None:
    """Play with many wrong and tried words, and come back often in every way."""
    latest = 0
    while True:
        told = await tap.next()
        if not isinstance(told, messages.Table | messages.Moved | messages.Event):
            continue
        if told.seq < latest:  # told once more after coming back
            continue
        latest = told.seq
        if told.now.stage == "over":
            return
        if random.random() < 0.08:
            await tap.close()
            await tap.open()
            await tap.ask(asks.Watch, table=table, since=random.choice((None, told.seq, 1)))
        if not sits:
            continue
        if not isinstance(told, messages.Moved):
            if told.now.stage == "entropy":
                fair = told.fair
                mine = [n for n, seat in enumerate(told.seats) if seat.account == tap.account]
                if not {*mine} & {*fair.gave}:
                    entropy = random.randbytes(16).hex()
                    await tap.ask(asks.Entropy, table=table, deal=fair.deal, entropy=entropy)
            elif told.now.stage == "between":
                await tap.ask(asks.Ready, table=table)
        words = serving.words_in(told)
        if words:
            card = random.choice("23456789TJQKA") + random.choice("cdhs")
            tries = (random.choice(words), "+", f"+{card}", f"-{card}", f"h{card}", "s")
            for word in random.sample(tries, 3):
                await tap.ask(asks.Try, table=table, seq=told.seq, words=[word])
            await tap.ask(asks.Do, table=table, seq=told.seq, words=[f"-{card}", "+"])
            await tap.ask(asks.Arrange, table=table, groups=[[card]])
            word = serving.chosen(random, words)
            await tap.ask(asks.Do, table=table, seq=told.seq, words=[word])


def check_told(
    tap: Tap, seat: int | None, moments: dict[int, Table], seeds: dict[int, bytes]
) -> int:
    """See that no frame told more than could be known after its row; how many cards it named."""
    known: dict[int, set[Card]] = {}
    named = latest = 0
    for raw, told in zip(tap.frames, tap.told, strict=True):
        seq = latest
        if isinstance(told, messages.Table | messages.Moved | messages.Event | messages.Draft):
            seq = told.seq
        latest = max(latest, seq)
        if seq not in known and seq:
            table = moments[seq]
            place = table.place_of(seat)
            known[seq] = may_know(table.state, place) if table.state else set()
        cards = cards_in(json.loads(raw))
        named += len(cards)
        assert cards <= known.get(seq, set()), (seq, type(told).__name__)
        for deal, seed in seeds.items():
            if seed.hex().encode() in raw:
                assert deal in moments[seq].reveals
    return named


@pytest.mark.parametrize("game", NAMES)
def test_no_frame_of_a_whole_match_tells_more_than_its_viewer_may_know(
    game: str, tmp_path: Path
) -> None:
    """Snapshots, rows, drafts and refusals name cards the viewer may know then; seeds come last."""

    async def play() -> None:
        async with served(tmp_path, faster(8)) as site:
            taps = [Tap(site.url) for _ in range(3)]
            for tap in taps:
                await tap.open()
            opened = await taps[0].ask(
                asks.Open, game=game, rules=LONGER[game], seats=serving.seats(*FOUR), clock="none"
            )
            table = opened.table
            await taps[1].ask(asks.Join, table=table)
            for tap in taps:
                await tap.ask(asks.Watch, table=table)
            async with asyncio.timeout(100):
                await asyncio.gather(
                    *(
                        look_and_play(tap, table, Random(number), sits=number < 2)
                        for number, tap in enumerate(taps)
                    )
                )
            store = site.app.service.store
            seeds = await store.seeds(table)
            moments = moments_of(await store.rows(table), seeds)
            for tap, seat in zip(taps, (0, 1, None), strict=True):
                assert check_told(tap, seat, moments, seeds) > 500
                await tap.close()
            await said_nothing(site, table)

    asyncio.run(play())


# Once and in order.


async def alone(tap: Tap, game: str = "dummy", **fields: Any) -> str:
    """A table of this person and a computer, watched, its first deal dealt; its id."""
    opened = await tap.ask(
        asks.Open, game=game, rules=RULES[game], seats=serving.seats("person", "computer"), **fields
    )
    table: str = opened.table
    await tap.ask(asks.Watch, table=table)
    await tap.ask(asks.Entropy, table=table, deal=1, entropy="0" * 32)
    return table


async def own_turn(tap: Tap, since: int = 0) -> Any:
    """The first message by which this person is to act."""
    return await tap.find(lambda told: bool(serving.words_in(told)), since)


async def turn_of(tap: Tap, table: str) -> None:
    """Play one whole turn, until it is this person's turn again."""
    told = await own_turn(tap)
    for number in range(40):
        since = len(tap.told)
        word = serving.chosen(Random(number), serving.words_in(told))
        await tap.ask(asks.Do, table=table, seq=told.seq, words=[word])
        told = await own_turn(tap, since)
        if number > 3:
            return


def test_a_command_on_two_sockets_is_done_once(tmp_path: Path) -> None:
    """The same `do` on two sockets has one row, and both are told its number."""

    async def play() -> None:
        async with served(tmp_path) as site, Tap(site.url) as one:
            table = await alone(one)
            async with Tap(site.url, token=one.token) as two:
                await two.ask(asks.Watch, table=table)
                told = await own_turn(one)
                word = serving.words_in(told)[0]
                fields = {"id": "twice", "table": table, "seq": told.seq, "words": [word]}
                first, second = await asyncio.gather(
                    one.ask(asks.Do, **fields), two.ask(asks.Do, **fields)
                )
                third = await two.ask(asks.Do, **fields)
                assert first == second == third and isinstance(first, messages.Done)
                rows = await site.app.service.store.rows(table)
                assert [row.seq for row in rows if row.command == "twice"] == [first.seq]

    asyncio.run(play())


def test_a_draft_is_shown_to_the_other_sockets_of_its_player_alone(tmp_path: Path) -> None:
    """What is tried on one socket comes to the second of the same account, to nobody else."""

    async def play() -> None:
        async with served(tmp_path) as site, Tap(site.url) as one, Tap(site.url) as other:
            table = await alone(one, "indian")
            async with Tap(site.url, token=one.token) as two:
                for tap in (two, other):
                    await tap.ask(asks.Watch, table=table)
                told = await own_turn(one)
                await one.ask(asks.Do, table=table, seq=told.seq, words=["+"])
                drew = await two.find(
                    lambda each: bool(serving.words_in(each)) and each.seq > told.seq
                )
                word = next(w for w in serving.words_in(drew) if w != "x")
                draft = await one.ask(asks.Try, table=table, seq=drew.seq, words=[word])
                assert isinstance(draft, messages.Draft)
                assert await two.find(lambda each: isinstance(each, messages.Draft)) == draft
                await other.ask(asks.Ping)
                assert not any(isinstance(each, messages.Draft) for each in other.told)

    asyncio.run(play())


def test_who_comes_back_gets_exactly_the_missing_rows(tmp_path: Path) -> None:
    """With `since` every row after it comes once and in order, and no snapshot."""

    async def play() -> None:
        async with served(tmp_path) as site, Tap(site.url) as one:
            table = await alone(one)
            async with Tap(site.url, token=one.token) as two:
                await two.ask(asks.Watch, table=table)
                seen = (await own_turn(two)).seq
                await two.close()
                await turn_of(one, table)
                await two.open()
                since = len(two.told)
                done = await two.ask(asks.Watch, table=table, since=seen)
                await two.find(lambda told: told == done, since)
                live = site.app.service.hosting.tables[table].table
                assert two.rows(table, since) == list(range(seen + 1, live.seq + 1))
                assert not any(isinstance(told, messages.Table) for told in two.told[since:])

    asyncio.run(play())


def test_who_comes_back_hears_what_was_said(tmp_path: Path) -> None:
    """With `since` what was said meanwhile comes after the rows, as it was told to others."""

    async def play() -> None:
        async with served(tmp_path) as site, Tap(site.url) as one:
            table = await alone(one)
            async with Tap(site.url, token=one.token) as two:
                await two.ask(asks.Watch, table=table)
                seen = (await own_turn(two)).seq
                await two.close()
                await one.ask(asks.Say, table=table, phrase="hello")
                heard = await one.find(lambda told: isinstance(told, messages.Said))
                await two.open()
                since = len(two.told)
                done = await two.ask(asks.Watch, table=table, since=seen)
                await two.find(lambda told: told == done, since)
                said = [told for told in two.told[since:] if isinstance(told, messages.Said)]
                assert said == [heard]
                assert not any(isinstance(told, messages.Table) for told in two.told[since:])

    asyncio.run(play())


def test_a_gap_heals(tmp_path: Path) -> None:
    """A client that missed rows asks for them, and hands all on in order."""

    async def play() -> None:
        async with served(tmp_path) as site, Client(site.url) as client:
            table = await serving.open_with(client, "dummy", ("person", "computer"))
            await client.watch(table)
            seen: list[int] = []
            async for told in client.messages():
                if isinstance(told, messages.Moved | messages.Event):
                    seen.append(told.seq)
                words = serving.words_in(told)
                if words:
                    break
            client.seen[table] -= 2
            lost = client.seen[table]
            seq, word = lost + 2, words[0]
            await client.ask(lambda name: asks.Do(id=name, table=table, seq=seq, words=[word]))
            after = []
            async with asyncio.timeout(serving.PATIENCE):
                async for told in client.messages():
                    if isinstance(told, messages.Moved | messages.Event):
                        after.append(told.seq)
                        if told.seq >= lost + 3:
                            break
            assert after == list(range(lost + 1, lost + 4))

    asyncio.run(play())


def test_two_clients_of_one_account_give_entropy_without_a_false_alarm(tmp_path: Path) -> None:
    """Only one is heard, and neither takes the deal for one that was not dealt fairly."""

    async def play() -> None:
        async with (
            served(tmp_path) as site,
            Client(site.url) as one,
            Client(site.url, token=one.token) as two,
        ):
            assert two.account == one.account
            rules = "default,match_target=50,max_deals=2"  # random hands may need many to 50
            table = await serving.open_with(one, "dummy", ("person", "open"), rules=rules)
            await two.watch(table)
            await one.watch(table)
            async with Client(site.url) as other, asyncio.timeout(60):
                await other.ask(lambda name: asks.Join(id=name, table=table))
                await other.watch(table)
                ends = await asyncio.gather(
                    *(
                        serving.play_on(client, table, Random(number))
                        for number, client in enumerate((one, two, other))
                    )
                )
            assert ends[0].standing == ends[1].standing == ends[2].standing
            files = [log.read(row.body) for row in await site.app.service.store.rows(table)]
            gave = [(body.deal, body.seat) for body in files if isinstance(body, log.Gave)]
            assert len(gave) == len({*gave}) > 1

    asyncio.run(play())


def test_a_table_asked_for_twice_is_opened_once(tmp_path: Path) -> None:
    """The same `open` once more, as after a lost socket, has the same table."""

    async def play() -> None:
        async with served(tmp_path) as site, Tap(site.url) as one:
            fields: Any = {
                "id": "once",
                "game": "dummy",
                "rules": RULES["dummy"],
                "seats": serving.seats("person", "open"),
            }
            first = await one.ask(asks.Open, **fields)
            async with Tap(site.url, token=one.token) as two:
                again = await asyncio.gather(
                    one.ask(asks.Open, **fields), two.ask(asks.Open, **fields)
                )
                assert [*again] == [first, first]
                heads = await site.app.service.store.heads(status=("waiting",))
                assert [head.table for head in heads] == [first.table]

    asyncio.run(play())


# Who may come, and what is no frame.


def test_a_page_of_another_site_is_refused(tmp_path: Path) -> None:
    """A socket with a foreign origin is not opened."""

    async def play() -> None:
        async with served(tmp_path) as site:
            for origin in ("http://evil.example", "null", f"http://127.0.0.1:{site.port + 1}"):
                with pytest.raises(InvalidStatus) as refused:
                    await Tap(site.url, Origin=origin).open()
                assert refused.value.response.status_code == 403

    asyncio.run(play())


def test_a_page_gets_a_cookie_and_a_program_a_token(tmp_path: Path) -> None:
    """The cookie can't be read by scripts and names the same guest on the next socket."""

    async def play() -> None:
        async with served(tmp_path) as site, Tap(site.url) as program:
            assert program.token and program.cookie is None
            async with Tap(site.url, Origin=site.web) as page:
                assert page.cookie and page.token is None
                assert "HttpOnly" in page.cookie and "SameSite=Lax" in page.cookie
                cookie = page.cookie.partition(";")[0]
                async with Tap(site.url, Origin=site.web, Cookie=cookie) as second:
                    assert second.cookie is None and second.token is None
                    assert second.account == page.account != program.account
            async with Tap(site.url, token=program.token) as again:
                assert again.account == program.account

    asyncio.run(play())


def test_who_does_not_say_hello_is_refused(tmp_path: Path) -> None:
    """Without a hello, with another version or an unknown token nothing is answered but that."""

    async def play() -> None:
        async with served(tmp_path) as site:
            tap = Tap(site.url)
            await tap.open(greets=False)
            assert (await tap.ask(asks.Tables)).code == "hello"
            assert (await tap.ask(asks.Hello, version=2)).code == "version"
            assert (await tap.ask(asks.Hello, version=1, token="x" * 43)).code == "token"
            assert (await tap.ask(asks.Tables)).code == "hello"
            assert isinstance(await tap.ask(asks.Hello, version=1), messages.Welcome)
            assert (await tap.ask(asks.Hello, version=1)).code == "twice"
            await tap.close()

    asyncio.run(play())


def test_frames_that_are_none_are_refused_and_end_the_socket(tmp_path: Path) -> None:
    """Each is answered; after twenty the socket is closed, and others go on."""

    async def play() -> None:
        async with served(tmp_path) as site, Tap(site.url) as other, Tap(site.url) as tap:
            await tap.send("x" * (16 * 1024 + 1))
            assert (await tap.find(lambda told: isinstance(told, messages.Refused))).code == "long"
            wrong = ("{", "[]", '{"type":"no","id":"a"}', '{"type":"ping","id":"a","more":1}')
            for number in range(19):
                await tap.send(wrong[number % len(wrong)])
            async with asyncio.timeout(serving.PATIENCE):
                await tap.socket.wait_closed()
            refused = [told for told in tap.told if isinstance(told, messages.Refused)]
            assert [told.code for told in refused[:5]] == ["long", "json", "field", "type", "field"]
            assert len(refused) == 20
            assert isinstance(await other.ask(asks.Ping), messages.Pong)

    asyncio.run(play())


def test_a_damaged_table_is_set_aside_and_another_goes_on(tmp_path: Path) -> None:
    """A row that can't be read marks its table as broken; nothing else is touched."""

    async def play() -> None:
        async with served(tmp_path) as site, Tap(site.url) as tap:
            tables = [await alone(tap), await alone(tap)]
            await own_turn(tap)
            token = tap.token
        with sqlite3.connect(tmp_path / FILE) as store:
            (last,) = store.execute(
                'SELECT max(seq) FROM log WHERE "table" = ?', tables[:1]
            ).fetchone()
            store.execute(
                "INSERT INTO log VALUES (?, ?, ?, ?, ?, ?)",
                (tables[0], last + 1, "server", "bad", now_ms(), b'{"is":"nothing"}'),
            )
        store.close()
        async with served(tmp_path) as site, Tap(site.url, token=token) as tap:
            assert (await tap.ask(asks.Watch, table=tables[0])).code == "table"
            broken = await site.app.service.store.head(tables[0])
            assert broken and broken.status == "broken"
            await tap.ask(asks.Watch, table=tables[1])
            told = await own_turn(tap)
            word = serving.words_in(told)[0]
            done = await tap.ask(asks.Do, table=tables[1], seq=told.seq, words=[word])
            assert isinstance(done, messages.Done)
            assert "table set aside" in site.journal.getvalue()

    asyncio.run(play())


def test_a_table_whose_seed_is_lost_keeps_no_server_from_starting(tmp_path: Path) -> None:
    """A table that can't go on when the server starts is set aside, and the server starts."""

    async def play() -> None:
        async with served(tmp_path) as site, Tap(site.url) as tap:
            table = await alone(tap)
            gave = (await tap.find(lambda told: getattr(told, "what", "") == "gave")).seq
        with sqlite3.connect(tmp_path / FILE) as store:
            store.execute('DELETE FROM log WHERE "table" = ? AND seq > ?', (table, gave))
            store.execute('UPDATE head SET seq = ? WHERE "table" = ?', (gave, table))
            store.execute('DELETE FROM secret WHERE "table" = ?', (table,))
        store.close()
        async with served(tmp_path) as site, Tap(site.url) as tap:
            assert (await tap.ask(asks.Watch, table=table)).code == "table"
            await alone(tap)
            await own_turn(tap)

    asyncio.run(play())


def test_a_store_that_fails_for_a_while_breaks_no_table(tmp_path: Path) -> None:
    """While nothing can be written asks are refused; then clocks and computers go on."""
    barrier = (
        "CREATE TRIGGER barrier BEFORE INSERT ON log BEGIN SELECT RAISE(ABORT, 'full'); END",
        "CREATE TRIGGER barred BEFORE UPDATE ON head BEGIN SELECT RAISE(ABORT, 'full'); END",
    )

    async def play() -> None:
        hands = Hands()
        async with served(tmp_path, hands) as site, Tap(site.url) as tap:
            table = await alone(tap, clock="blitz")
            told = await own_turn(tap)
            store = sqlite3.connect(tmp_path / FILE, isolation_level=None)
            for statement in barrier:
                store.execute(statement)
            word = serving.words_in(told)[0]
            refused = await tap.ask(asks.Do, table=table, seq=told.seq, words=[word])
            assert refused.code == "store"
            failures = site.journal.getvalue().count(table)
            hands.ahead += 23_000
            async with asyncio.timeout(serving.PATIENCE):
                while site.journal.getvalue().count(table) == failures:
                    await asyncio.sleep(0.05)
            store.execute("DROP TRIGGER barrier")
            store.execute("DROP TRIGGER barred")
            store.close()
            late = await tap.find(lambda each: getattr(each, "late", False))
            assert late.seq > told.seq
            await own_turn(tap, tap.told.index(late))
            head = await site.app.service.store.head(table)
            assert head and head.status == "live"

    asyncio.run(play())


def test_a_spectator_of_a_table_with_a_delay_sees_nothing_younger(tmp_path: Path) -> None:
    """Every row comes late, in order and once, also after coming back; players see it at once."""

    async def play() -> None:
        delay = 400
        async with served(tmp_path) as site, Tap(site.url) as tap, Tap(site.url) as late:
            table = await alone(tap, delay=delay)
            await late.ask(asks.Watch, table=table)
            told = await own_turn(tap)
            for seed in range(8):
                since = len(tap.told)
                word = serving.chosen(Random(seed), serving.words_in(told))
                await tap.ask(asks.Do, table=table, seq=told.seq, words=[word])
                told = await own_turn(tap, since)
                if seed == 4:
                    await late.ask(asks.Watch, table=table, since=1)
            await late.find(lambda each: getattr(each, "seq", 0) == told.seq)
            shown = [each.seq for each in late.told if isinstance(each, messages.Table)]
            assert len(shown) == 2 and shown[1] < told.seq
            began = max(n for n, each in enumerate(late.told) if isinstance(each, messages.Table))
            rows = late.rows(table, began)
            assert rows == list(range(shown[1] + 1, rows[-1] + 1))
            for each, at in zip(late.told, late.heard, strict=True):
                if isinstance(each, messages.Moved | messages.Event):
                    assert at >= each.at + delay
            seen = dict(zip(map(id, tap.told), tap.heard, strict=True))
            assert seen[id(told)] < told.at + delay

    asyncio.run(play())


def test_what_is_fetched_without_a_socket(tmp_path: Path) -> None:
    """Health, figures and the QR code of an invitation are there; a wrong code is not."""

    async def play() -> None:
        async with served(tmp_path) as site, httpx.AsyncClient(base_url=site.web) as web:
            for path in ("/healthz", "/readyz"):
                assert (await web.get(path)).text == "ok\n"
            async with Tap(site.url) as tap:
                table = await alone(tap)
                told = await tap.find(lambda each: isinstance(each, messages.Table))
                picture = await web.get(f"/invitations/{told.settings.code}.svg")
                assert picture.headers["content-type"].startswith("image/svg+xml")
                assert "<svg" in picture.text
                assert "speto_connections 1.0" in (await web.get("/metrics")).text
                for path in (
                    "/invitations/0.svg",
                    f"/deals/{table}/1.deal",
                    f"/deals/{table}/1.json",
                    f"/deals/{table}/0.deal",
                    "/deals/none/1.deal",
                ):
                    assert (await web.get(path)).status_code == 404
            site.app.service.drains = True
            assert (await web.get("/readyz")).status_code == 503

    asyncio.run(play())


# Clocks.


class Hands:
    """A clock that a test moves on."""

    def __init__(self) -> None:
        self.ahead = 0

    def __call__(self) -> int:
        return now_ms() + self.ahead


@pytest.mark.parametrize("game", NAMES)
def test_a_person_who_never_plays_is_played_for(game: str, tmp_path: Path) -> None:
    """Turns are missed; then a computer plays in Dummy, and the deal of Indian Rummy is dropped."""

    async def play() -> None:
        hands = Hands()
        async with served(tmp_path, hands) as site, Tap(site.url) as tap:
            store = site.app.service.store
            # a deal is no test of this where the computer drops before the person has to
            for _ in range(8 if game == "indian" else 1):
                table = await alone(tap, game, clock="blitz")
                live = site.app.service.hosting.tables[table]
                async with asyncio.timeout(60):
                    while not (live.table.seats[0].substitute or live.table.deals_done):
                        if live.table.to_act == 0:
                            hands.ahead += 23_000
                        await asyncio.sleep(0.1)
                bodies = [log.read(row.body) for row in await store.rows(table)]
                late = [body for body in bodies if isinstance(body, log.Did) and body.late]
                assert all(body.seat == 0 for body in late)
                if late and late[-1].words == ("x",):
                    break
            assert len(late) >= 2
            if game == "indian":
                assert late[-1].words == ("x",)
                return
            assert any(isinstance(body, log.Replaced) and body.seat == 0 for body in bodies)
            await tap.find(lambda told: getattr(told, "what", "") == "replaced")
            assert isinstance(await tap.ask(asks.Back, table=table), messages.Done)
            assert live.table.seats[0].present

    asyncio.run(play())
