"""Accounts: the same id for ever, secrets that are not stored, and nothing left when deleted."""

from __future__ import annotations

import asyncio
import json
import sqlite3
from collections.abc import Awaitable
from contextlib import closing
from pathlib import Path
from threading import Lock

import pytest
from argon2 import PasswordHasher
from sqlalchemy import func, insert, select, update

from speto.record import check_names
from speto.server import mydata
from speto.server.accounts import AccountRefused, Accounts
from speto.server.mydata import erase, export, forget_guests, is_seated
from speto.server.names import NameRefused, clean_name, key_of
from speto.server.passwords import AT_ONCE, Passwords
from speto.server.sanctions import find
from speto.server.store import Head, Row, Store, Write
from speto.server.store.schema import account, member, played, rating, result, talk, token
from speto.server.talk import Talk, said_at
from speto.server.tokens import DAY, SESSION, sweep
from tests.site import BEGAN, Clock, with_store

pytestmark = pytest.mark.once

PASSWORD = "correct horse"
BROKEN = (("\ud800", PASSWORD), ("Ann", "\ud800" * 9), ("Ann\u0000", PASSWORD), ("", ""))
GOOD = (
    "Ann",
    "สมชาย ใจดี",
    "น้ำ",
    "क्षत्रिय",
    "शक्\u200dति",
    "李小龍",
    "Zoë 7",
    "Łukasz",
    "أحمد",
    "๑๒๓",
)
BAD = {
    "a": "name-short",
    "  a  ": "name-short",
    "x" * 25: "name-long",
    "x" * 2500: "name-long",
    "a,b": "name-letters",
    'a"b': "name-letters",
    "a'b": "name-letters",
    "a\nb": "name-letters",
    "a\u0000b": "name-letters",
    "a\u200bb": "name-letters",
    "a\u202eb": "name-letters",
    "a\u200db": "name-letters",
    "शक्\u200d": "name-letters",
    "a\u0301\u0302\u0303\u0304\u0305b": "name-letters",
    "<b>x": "name-letters",
    "a\ud800": "name-letters",
    "😀😀": "name-letters",
    "a\u00a0b": "name-letters",
    "Аnn": "name-mixed",
    "Admin": "name-reserved",
    "Guest 42": "name-reserved",
    "Adm1n": "name-reserved",
    "adrnin 7": "name-reserved",
    "PIayer": "name-reserved",
    "deleted": "name-reserved",
}


def quick(store: Store, clock: Clock) -> Accounts:
    """Accounts whose passwords cost little."""
    return Accounts(store, clock, Passwords(PasswordHasher(1, 64, 1)))


async def refused(asked: Awaitable[object]) -> str:
    """The code with which something is refused."""
    with pytest.raises(AccountRefused) as caught:
        await asked
    return caught.value.code


@pytest.mark.parametrize("name", GOOD)
def test_names_of_any_script(name: str) -> None:
    """A name of letters, digits and spaces of any script is taken, and can stand in a record."""
    kept = clean_name(f"  {name} ")
    assert kept == clean_name(kept)
    check_names([kept])


@pytest.mark.parametrize(("name", "code"), BAD.items())
def test_names_that_nobody_may_have(name: str, code: str) -> None:
    """What hides, breaks a record or plays at being the server is no name."""
    with pytest.raises(NameRefused) as caught:
        clean_name(name)
    assert caught.value.code == code


def test_names_that_look_alike_have_one_key() -> None:
    """Case, width, spaces, joiners and letters of another alphabet make no other name."""
    for one, other in [("Ann Lee", "annlee"), ("Ann", "Ａｎｎ"), ("сора", "copa"), ("ﬁn", "FIN")]:
        assert key_of(one) == key_of(other)
    assert key_of("शक्\u200dति") == key_of("शक्ति")
    assert key_of("Ann") != key_of("Anna")


def test_a_guest_is_who_holds_the_token(tmp_path: Path) -> None:
    """A token opens its account and no other; the file holds its hash alone."""

    async def use(store: Store, clock: Clock) -> None:
        accounts = quick(store, clock)
        who, secret = await accounts.guest()
        other, another = await accounts.guest()
        assert who.id != other.id and secret != another and len(secret) >= 43
        found = await accounts.bearer(secret)
        assert found and found.account == who and found.session
        assert await accounts.bearer(secret[:-1]) is None
        assert await accounts.bearer("\ud800") is None
        check_names([who.name])
        with closing(sqlite3.connect(tmp_path / "site.db")) as file:
            dump = "\n".join(file.iterdump())
        assert secret not in dump and found.token in dump

    with_store(tmp_path, use)


def test_an_upgrade_keeps_the_account(tmp_path: Path) -> None:
    """A guest who takes a name keeps the id, has a new token, and can log in anywhere; but once."""

    async def use(store: Store, clock: Clock) -> None:
        accounts = quick(store, clock)
        who, secret = await accounts.guest()
        person, renewed = await accounts.upgrade(who.id, " Ann  Lee ", PASSWORD)
        assert (person.id, person.kind, person.name) == (who.id, "person", "Ann Lee")
        found = await accounts.bearer(renewed)
        assert found and found.account == person and await accounts.bearer(secret) is None
        again, session = await accounts.login("ann lee", PASSWORD)
        assert again == person and session != secret
        assert await refused(accounts.upgrade(who.id, "Bob", PASSWORD)) == "not-guest"
        kept = (await store.execute(select(account.c.password)))[0]["password"]
        assert kept.startswith("$argon2id$") and PASSWORD not in kept

    with_store(tmp_path, use)


def test_a_name_is_one_persons(tmp_path: Path) -> None:
    """Of many who want a name, or one like it, at the same moment, one gets it."""

    async def use(store: Store, clock: Clock) -> None:
        accounts = quick(store, clock)
        guests = [(await accounts.guest())[0] for _ in range(6)]
        tries = [
            accounts.upgrade(guest.id, name, PASSWORD)
            for guest, name in zip(
                guests, ["Ann", "ann", "ANN", "Ａnn", "A nn", "Ann"], strict=True
            )
        ]
        done = await asyncio.gather(*tries, return_exceptions=True)
        codes = [each.code for each in done if isinstance(each, AccountRefused)]
        assert codes == ["name-taken"] * 5
        assert (await accounts.login("aNN", PASSWORD))[0].name in ("Ann", "ann", "ANN")

    with_store(tmp_path, use)


def test_names_that_look_alike_are_one_persons(tmp_path: Path) -> None:
    """Nobody takes a name that looks like a present one; those who have such names keep them."""

    async def use(store: Store, clock: Clock) -> None:
        accounts = quick(store, clock)
        guests = [(await accounts.guest())[0] for _ in range(4)]
        await accounts.upgrade(guests[0].id, "Marnie Lo", PASSWORD)
        await accounts.upgrade(guests[1].id, "Kai", PASSWORD)
        for name in ("Mamie Lo", "marnie l0", "MarnieIo", "MARNIE LO", "mamie1o"):
            assert await refused(accounts.upgrade(guests[2].id, name, PASSWORD)) == "name-taken"
            assert await refused(accounts.rename(guests[1].id, name)) == "name-taken"
        assert (await accounts.rename(guests[0].id, "Bo")).name == "Bo"
        # as they were taken before names were compared so
        older = {"kind": "person", "name": "Mamie Lo", "name_key": "mamielo"}
        await store.execute(update(account).where(account.c.id == guests[3].id).values(older))
        assert await refused(accounts.rename(guests[0].id, "Marnie Lo")) == "name-taken"
        assert (await accounts.upgrade(guests[2].id, "Kal", PASSWORD))[0].name == "Kal"
        assert (await accounts.rename(guests[1].id, "KAi")).name == "KAi"
        assert await refused(accounts.rename(guests[1].id, "KAI")) == "name-taken"

    with_store(tmp_path, use)


def test_what_is_refused(tmp_path: Path) -> None:
    """A wrong password and an unknown name are refused alike; bad passwords are not taken."""

    async def use(store: Store, clock: Clock) -> None:
        accounts = quick(store, clock)
        guest = (await accounts.guest())[0]
        for password, code in [
            ("short", "password-short"),
            ("x" * 201, "password-long"),
            ("long name", "password-name"),
        ]:
            assert await refused(accounts.upgrade(guest.id, "Long Name", password)) == code
        assert await refused(accounts.upgrade(guest.id, "a,b", PASSWORD)) == "name-letters"
        assert await refused(accounts.rename(guest.id, "Bob")) == "not-person"
        await accounts.upgrade(guest.id, "Ann", PASSWORD)
        for name, password in [
            ("Ann", "wrong one"),
            ("Bob", PASSWORD),
            ("Ann", "x" * 9999),
            *BROKEN,
        ]:
            assert await refused(accounts.login(name, password)) == "login"
        assert await refused(accounts.login(guest.name, "")) == "login"

    with_store(tmp_path, use)


def test_name_and_password_change(tmp_path: Path) -> None:
    """A new name frees the old one; a new password ends all other sessions and programs."""

    async def use(store: Store, clock: Clock) -> None:
        accounts = quick(store, clock)
        guest, first = await accounts.guest()
        await accounts.upgrade(guest.id, "Ann", PASSWORD)
        _, second = await accounts.login("Ann", PASSWORD)
        assert (await accounts.rename(guest.id, "Anna")).name == "Anna"
        other = (await accounts.guest())[0]
        await accounts.upgrade(other.id, "Ann", PASSWORD)
        assert await refused(accounts.rename(guest.id, "ann")) == "name-taken"
        who = await accounts.bearer(second)
        assert who
        program = await accounts.program_token(who, ["read"], "bot")
        assert await refused(accounts.change_password(who, "wrong one", "another horse")) == "login"
        await accounts.change_password(who, PASSWORD, "another horse")
        assert await accounts.bearer(first) is None and await accounts.bearer(program) is None
        assert await accounts.bearer(second)
        assert await refused(accounts.login("Anna", PASSWORD)) == "login"
        await accounts.login("Anna", "another horse")
        await accounts.logout(who)
        assert await accounts.bearer(second) is None

    with_store(tmp_path, use)


def test_programs_have_scopes(tmp_path: Path) -> None:
    """A program's token has a label and some scopes, makes no tokens, and can be ended."""

    async def use(store: Store, clock: Clock) -> None:
        accounts = quick(store, clock)
        guest, secret = await accounts.guest()
        who = await accounts.bearer(secret)
        assert who
        made = await accounts.program_token(who, ["play", "read"], " my  bot ", lifetime=DAY)
        program = await accounts.bearer(made)
        assert program and program.scopes == {"play", "read"} and not program.session
        assert program.label == "my bot" and program.account == guest
        assert await refused(accounts.program_token(program, ["read"], "x")) == "session"
        for scopes, label, life, code in [
            (["account"], "x", None, "scope"),
            ([], "x", None, "scope"),
            (["read"], " ", None, "label"),
            (["read"], "x" * 61, None, "label"),
            (["read"], "x", 0, "lifetime"),
        ]:
            assert await refused(accounts.program_token(who, scopes, label, life)) == code
        shown = {each.label: each.id for each in await accounts.tokens_of(guest.id)}
        stranger = (await accounts.guest())[0]
        assert not await accounts.revoke(stranger.id, shown["my bot"])
        assert await accounts.revoke(guest.id, shown["my bot"])
        assert await accounts.bearer(made) is None
        short = await accounts.program_token(who, ["read"], "short", lifetime=DAY)
        clock.at += DAY
        assert await accounts.bearer(short) is None

    with_store(tmp_path, use)


def test_a_session_lives_on_with_its_use(tmp_path: Path) -> None:
    """Who comes back within the time of a session keeps it; who does not has lost it."""

    async def use(store: Store, clock: Clock) -> None:
        accounts = quick(store, clock)
        guest, used = await accounts.guest()
        _, unused = await accounts.guest()
        for _ in range(5):
            clock.at += SESSION - DAY
            assert await accounts.bearer(used)
        assert await accounts.bearer(unused) is None
        await sweep(store, clock())
        assert len(await store.execute(select(token.c.hash))) == 1
        seen = await accounts.find(guest.id)
        assert seen and seen.seen == clock()

    with_store(tmp_path, use)


class Counting(PasswordHasher):
    """A hasher that knows how many hashes were made at once."""

    def __init__(self) -> None:
        super().__init__(1, 8 * 1024, 1)
        self.lock = Lock()
        self.running = 0
        self.most = 0

    def hash(self, password: str | bytes, *, salt: bytes | None = None) -> str:
        with self.lock:
            self.running += 1
            self.most = max(self.most, self.running)
        try:
            return super().hash(password, salt=salt)
        finally:
            with self.lock:
                self.running -= 1


def test_hashing_never_holds_the_loop() -> None:
    """While passwords are hashed the loop runs on, and no more than two are hashed at once."""

    async def use() -> None:
        hasher, turns = Counting(), 0
        passwords = Passwords(hasher)
        hashes = asyncio.gather(*(passwords.hash(f"password {n}") for n in range(8)))
        while not hashes.done():
            await asyncio.sleep(0)
            turns += 1
        made = await hashes
        assert len(set(made)) == 8 and hasher.most <= AT_ONCE and turns > 8
        assert await passwords.matches(made[3], "password 3")
        assert not await passwords.matches(made[3], "password 4")
        assert not await passwords.matches("nonsense", "password 4")

    asyncio.run(use())


async def played_at(store: Store, table: str, who: str, name: str, status: str) -> None:
    """Have an account act at a table, play a deal there and talk."""
    opened = json.dumps({"is": "opened", "seats": [{"who": who, "name": name}]}).encode()
    head = Head(table, 1, status, None, "dummy", True, "", BEGAN)
    await store.append(Write(Row(table, 1, who, "c1", BEGAN, opened), head, members=(who,)))
    text = f'[Game "dummy/1"]\n[Seats "{name}, Bo, {name}"]\nrest\n'
    key = {"table": table, "deal": 1, "at": BEGAN}
    await store.execute(
        insert(result).values({**key, "game": "dummy", "public": True, "record": text})
    )
    for seat, whose in enumerate((None, "bo", who)):
        row = {**key, "seat": seat, "account": whose, "name": name, "points": 5, "rank": 1}
        await store.execute(insert(played).values(row))
    said = {"table": table, "n": 1, "at": BEGAN, "account": who, "name": name, "text": "hm"}
    await store.execute(insert(talk).values(said))
    rated = {"account": who, "game": "dummy", "ladder": "people", "mu": 25, "sigma": 8, "n": 1}
    await store.execute(insert(rating).values(rated))


def test_all_my_data(tmp_path: Path) -> None:
    """The export has every deal, word and rating of the account, and no hash."""

    async def use(store: Store, clock: Clock) -> None:
        accounts = quick(store, clock)
        who, _ = await accounts.guest()
        _, secret = await accounts.upgrade(who.id, "Ann", PASSWORD)
        await played_at(store, "t", who.id, "Ann", "over")
        found = json.loads(await export(store, who.id))
        assert found["account"][0]["name"] == "Ann" and found["talk"][0]["text"] == "hm"
        assert found["deals"][0]["record"].startswith("[Game") and found["commands"]
        bearer = await accounts.bearer(secret)
        assert bearer
        assert bearer.token not in json.dumps(found) and "argon2" not in json.dumps(found)

    with_store(tmp_path, use)


def test_a_deletion_leaves_no_name(tmp_path: Path) -> None:
    """After a deletion name and id lead nowhere, and the deal still stands with its other names."""

    async def use(store: Store, clock: Clock) -> None:
        accounts = quick(store, clock)
        who, secret = await accounts.guest()
        await accounts.upgrade(who.id, "Annabel", PASSWORD)
        await played_at(store, "t", who.id, "Annabel", "over")
        assert await erase(store, who.id) and not await erase(store, who.id)
        assert await accounts.bearer(secret) is None and await find(store, "Annabel") is None
        record = (await store.execute(select(result.c.record)))[0]["record"]
        assert '[Seats "Annabel, Bo, deleted"]' in record and record.endswith("rest\n")
        row = (await store.rows("t"))[0]
        assert json.loads(row.body)["seats"] == [{"who": who.id, "name": "deleted"}]
        for table in (token, rating, member, account):
            left = select(func.count().label("n")).select_from(table)
            assert (await store.execute(left))[0]["n"] == 0
        (line,) = await store.execute(select(talk))
        assert [*line.values()] == ["t", 1, line["at"], None, "deleted", None, None, None]
        assert await said_at(store, "t") == []
        said = await Talk(store, clock).say("t", "bo", "Bo", free=False, phrase="hello")
        assert said and said.n == 2, "a page that has shown line 1 takes no other for it"
        seats = await store.execute(select(played.c["account"]).order_by(played.c.seat))
        assert [seat["account"] for seat in seats] == [None, "bo", None]

    with_store(tmp_path, use)


def test_nobody_is_deleted_from_a_running_table(tmp_path: Path) -> None:
    """Who has sat at a table that has not ended is not deleted, and nothing of him is."""

    async def use(store: Store, clock: Clock) -> None:
        accounts = quick(store, clock)
        who, secret = await accounts.guest()
        await played_at(store, "t", who.id, who.name, "live")
        assert await is_seated(store, who.id)
        with pytest.raises(ValueError, match="table"):
            await erase(store, who.id)
        assert await accounts.bearer(secret) and len(await store.execute(select(talk))) == 1
        await store.mark("t", "closed")
        assert await erase(store, who.id)

    with_store(tmp_path, use)


def test_guests_who_never_return_are_forgotten(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A guest whose token has expired goes; one who came back, and any person, stays."""
    monkeypatch.setattr(mydata, "AT_ONCE", 2)

    async def use(store: Store, clock: Clock) -> None:
        accounts = quick(store, clock)
        gone, here, person, *many = [await accounts.guest() for _ in range(6)]
        await accounts.upgrade(person[0].id, "Ann", PASSWORD)
        clock.at += SESSION - 2 * DAY
        assert await accounts.bearer(here[1])
        assert await forget_guests(store, clock.at) == 0
        clock.at += 3 * DAY
        assert await forget_guests(store, clock.at) == 1 + len(many)
        assert await accounts.find(gone[0].id) is None
        assert await accounts.find(here[0].id) and await accounts.find(person[0].id)

    with_store(tmp_path, use)


def test_a_guest_who_cannot_be_forgotten_keeps_no_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All others are deleted at once, and what was wrong with him is told."""
    monkeypatch.setattr(mydata, "AT_ONCE", 2)

    async def use(store: Store, clock: Clock) -> None:
        accounts = quick(store, clock)
        stays, *others = [(await accounts.guest())[0] for _ in range(5)]
        whole = mydata.erase

        async def erase_but_one(store: Store, identity: str) -> bool:
            if identity == stays.id:
                raise ValueError("he stays")
            return await whole(store, identity)

        monkeypatch.setattr(mydata, "erase", erase_but_one)
        clock.at += SESSION + DAY
        with pytest.raises(ValueError, match="he stays"):
            await forget_guests(store, clock.at)
        assert await accounts.find(stays.id)
        assert not [who for who in others if await accounts.find(who.id)]
        monkeypatch.undo()
        assert await forget_guests(store, clock.at) == 1

    with_store(tmp_path, use)
