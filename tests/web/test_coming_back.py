"""Lost connections, a server that is killed, a page that is loaded anew: nothing is lost."""

from __future__ import annotations

import shutil
from pathlib import Path
from random import Random

import pytest
from playwright.sync_api import expect

from speto.client import Client
from speto.server.serve import FILE
from speto.server.store.backup import backup
from speto.texts import load
from tests import serving
from tests.web.deals import Dummy
from tests.web.hands import Clicks
from tests.web.house import House, Visit
from tests.web.scenes import DUMMY, INDIAN, in_hand, strip, verb
from tests.web.staging import Guest, Played, apart

pytestmark = pytest.mark.web

LOST = ".lost button"
HAND = '[data-drop="hand"] button[data-card]'
CHOSEN = f'{HAND}[aria-pressed="true"]'


def hand_of(visit: Visit) -> list[str]:
    """The cards of the own hand, as they lie."""
    names = "found => found.map((one) => one.dataset.card)"
    found: list[str] = visit.page.locator(HAND).evaluate_all(names)
    return found


def two(house: House) -> tuple[Visit, Visit]:
    """Two people at a table; it is the first one's turn."""
    table, guests = (
        DUMMY["row"].scene._replace(found=lambda p: p.table.to_act == 0).put(house.folder)
    )
    first, second = (house.visit(guest) for guest in guests)
    for visit in (first, second):
        visit.go(f"/table/{table}")
        visit.page.locator(HAND).first.wait_for()
    return first, second


def test_a_connection_that_is_lost(house: House) -> None:
    """Who was away sees what he missed, keeps what he had selected, and plays on in his seat."""
    first, second = two(house)
    players = [Dummy(visit, Clicks(visit), Random(1)) for visit in (first, second)]
    players[0].turn()
    card = hand_of(first)[0]
    strip(first, card)
    first.page.context.set_offline(True)
    first.page.locator(LOST).wait_for()
    second.until("the turn", lambda: players[1].is_mine)
    players[1].turn()
    first.page.context.set_offline(False)
    first.page.locator(LOST).wait_for(state="detached")
    first.until("what was missed", lambda: players[0].newest == players[1].newest)
    row = [one["card"] for one in first.face()["public"]["row"]]
    for name in row:
        assert first.page.locator(f'.row [data-card="{name}"]').count() == 1
    assert first.page.locator(CHOSEN).get_attribute("data-card") == card
    strip(first, card)
    players[0].turn()


def test_a_server_that_is_killed(own_house: House) -> None:
    """A killed server is said to be gone; started again on its folder it finds the table whole."""
    first, second = two(own_house)
    players = [Dummy(visit, Clicks(visit), Random(1)) for visit in (first, second)]
    players[0].turn()
    before = hand_of(first)
    own_house.kill()
    first.page.locator(LOST).wait_for()
    assert hand_of(first) == before, "the table stays on the page"
    own_house.start()
    for visit in (first, second):
        visit.page.locator(LOST).wait_for(state="detached")
    second.until("the turn", lambda: players[1].is_mine)
    players[1].turn()
    first.until("the turn", lambda: players[0].is_mine)
    assert hand_of(first) == before
    players[0].turn()


def put_back(house: House, copy: Path) -> None:
    """Kill the server, put a copy in an empty folder in place of its own, and start it there."""
    house.kill()
    shutil.rmtree(house.folder.path)
    house.folder.path.mkdir()
    shutil.copy(copy, house.folder.path / FILE)
    house.start()


def test_a_server_that_has_gone_back(own_house: House, tmp_path: Path) -> None:
    """Pages that stay open while an older copy is put back show it, say so, and play on from it."""
    said = load("en").text("ui.set_back")
    visits = two(own_house)
    first, second = visits
    players = [Dummy(visit, Clicks(visit), Random(1)) for visit in visits]
    hands, seen = [hand_of(visit) for visit in visits], players[0].newest
    backup(own_house.folder.path / FILE, tmp_path / "copy.db")
    players[0].turn()
    second.until("the turn", lambda: players[1].is_mine)
    players[1].turn()
    first.until("the turn", lambda: players[0].is_mine)
    strip(first, hand_of(first)[0])
    assert players[0].newest > seen + 2
    put_back(own_house, tmp_path / "copy.db")
    for visit, hand in zip(visits, hands, strict=True):
        expect(visit.page.locator(".notice")).to_have_text(said)
        assert sorted(hand_of(visit)) == sorted(hand)
        assert visit.page.locator(CHOSEN).count() == 0
    assert players[0].newest == seen
    first.page.locator(".notice .close").click()
    expect(first.page.locator(".notice")).to_have_count(0)
    players[0].turn()
    second.until("the turn", lambda: players[1].is_mine)
    players[1].turn()
    first.until("the turn", lambda: players[0].is_mine)
    expect(first.page.locator(".notice")).to_have_count(0)


async def waiting_table(house: House, owner: Guest) -> str:
    """A table that waits for a second player."""
    url = f"{house.url.replace('http', 'ws')}/ws"
    async with Client(url, token=owner.token) as client:
        return await serving.open_with(client, "dummy", ("person", "open"))


def test_who_had_not_sat_down_yet_does_so_again(own_house: House, tmp_path: Path) -> None:
    """A table that goes back behind its first deal waits again, says why, and is begun again."""
    said = load("en").text("ui.set_back")
    guests = own_house.folder.guests(2)
    table = apart(waiting_table(own_house, guests[0]))
    backup(own_house.folder.path / FILE, tmp_path / "copy.db")
    first, second = visits = [own_house.visit(guest) for guest in guests]
    for visit in visits:
        visit.go(f"/table/{table}")
    second.page.locator(".seats li button").click()
    for visit in visits:
        visit.page.locator(HAND).first.wait_for()
    put_back(own_house, tmp_path / "copy.db")
    for visit in visits:
        expect(visit.page.locator("main .problem").first).to_have_text(said)
    second.page.locator(".seats li button").click()
    for visit in visits:
        visit.page.locator(HAND).first.wait_for()
        visit.page.locator(".notice .close").click()
    mine = first if first.face()["own"]["mine"] else second
    Dummy(mine, Clicks(mine), Random(1)).turn()
    for visit in visits:
        expect(visit.page.locator(".notice")).to_have_count(0)


def test_a_page_that_is_loaded_anew(house: House) -> None:
    """Staged words, the order of the hand and the groups outlive a reload."""
    visit = DUMMY["peek"].opened(house, language="en")
    verb(visit, "pick_up")
    visit.page.locator('[data-verb="meld"]').wait_for()
    visit.page.keyboard.press("s")
    visit.page.keyboard.press("s")
    before = hand_of(visit)
    visit.page.reload()
    visit.page.locator('[data-verb="undo"][aria-disabled="false"]').wait_for()
    assert hand_of(visit) == before
    visit.page.locator('[data-verb="undo"]').click()
    visit.page.locator('[data-verb="draw"]').wait_for()


def one_away(house: House) -> tuple[Visit, Visit]:
    """Two people, the second of whom has missed his turns; the first may pick up."""
    guests = house.folder.guests(2)
    name = house.folder.fresh_name()
    for seed in range(1_000):
        played = Played(Random(seed), "dummy", "default", guests, table=name, clock="calm")
        played.begin_deal()
        while played.table.stage == "playing":
            away = played.table.seats[1].substitute is not None
            if played.table.to_act == 1:
                played.miss()
            elif away and any(word.startswith("^") for word in played.view.words):
                house.folder.put(played)
                first, second = (house.visit(guest) for guest in guests)
                for visit in (first, second):
                    visit.go(f"/table/{name}")
                return first, second
            else:
                played.simply()
    raise AssertionError("nobody may pick up while the other is away")


def test_staged_words_outlive_a_return(house: House) -> None:
    """What one has laid down for a try stays there when somebody else takes his seat back."""
    first, second = one_away(house)
    player = Dummy(first, Clicks(first), Random(1))
    words = [word for word in first.face()["own"]["words"] if word.startswith("^")]
    own = player.stage(player.pick_up(words[0], words), [])
    before, since = hand_of(first), player.newest
    second.page.locator(".notice .act").click()
    first.until("the return", lambda: player.newest > since)
    second.page.locator(".notice .act").wait_for(state="detached")
    assert hand_of(first) == before
    first.page.locator('[data-verb="undo"][aria-disabled="false"]').wait_for()
    player.finish(own, player.did[-1:])


def test_groups_outlive_a_reload(house: House) -> None:
    """A hand of Indian Rummy lies after a reload as its owner had put it."""
    visit = INDIAN["groups"].opened(house)
    before = in_hand(visit)
    boxes = visit.page.locator('[data-drop^="group:"]').count()
    visit.page.reload()
    visit.page.locator("[data-hand] button[data-card]").first.wait_for()
    assert in_hand(visit) == before
    assert visit.page.locator('[data-drop^="group:"]').count() == boxes


def test_who_was_away_is_told(house: House) -> None:
    """A computer holds the seat of who is away; one press brings it back and tells what it did."""
    guests = house.folder.guests(2)
    name = house.folder.fresh_name()
    played = Played(Random(1), "dummy", "default", guests, table=name, clock="calm")
    played.begin_deal()
    while played.table.seats[0].substitute is None:
        if played.table.to_act == 0:
            played.miss()
        else:
            played.simply()
    table = house.folder.put(played)
    visit = house.visit(guests[0])
    visit.go(f"/table/{table}")
    back = visit.page.locator(".notice .act")
    back.wait_for()
    back.click()
    back.wait_for(state="detached")
    visit.page.locator(".notice").wait_for()
