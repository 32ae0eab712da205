"""Two and four browsers at one table, and one that looks on: nobody is told a hidden card."""

from __future__ import annotations

from random import Random

import pytest

from tests.serving import RULES
from tests.web.deals import PLAYING, Playing
from tests.web.hands import Clicks
from tests.web.house import DESKTOP, House, Visit
from tests.web.secrets_told import Told
from tests.web.staging import Played

pytestmark = pytest.mark.web


def play_all(visits: list[Visit], game: str) -> list[Playing]:
    """Have a deal played by all these browsers in turn, to its end."""
    players = [
        PLAYING[game](visit, Clicks(visit), Random(seat)) for seat, visit in enumerate(visits)
    ]
    for player in players:
        player.visit.until("the deal", player.plays)
    while not players[0].is_over:
        acting = next((player for player in players if player.is_mine), None)
        if acting:
            acting.turn()
        players[0].page.wait_for_timeout(20)
    for player in players:
        player.visit.until("the end", player.ended)
    return players


@pytest.mark.parametrize(
    ("game", "people"), [("dummy", 4), ("dummy", 2), ("indian", 4), ("indian", 2)]
)
def test_nobody_is_told_a_hidden_card(house: House, game: str, people: int) -> None:
    """No frame of any socket names a card that its reader neither holds nor has seen lie open."""
    guests = house.folder.guests(people)
    name = house.folder.fresh_name()
    table = house.folder.put(
        Played(Random(people), game, RULES[game], guests, table=name, public=True)
    )
    onlooker = house.visit()
    onlooker.go(f"/table/{table}")
    visits = [house.visit(guest) for guest in guests]
    for visit in visits:
        visit.go(f"/table/{table}")
    play_all(visits, game)
    onlooker.until("the end", lambda: onlooker.stage() not in ("playing", "entropy"))
    told = Told(onlooker, visits)
    assert len(told.lay) > 10, "the deal was told"
    assert all(any(hand.values()) for hand in told.hands), "every hand was told to its owner"
    for seat, visit in enumerate([*visits, onlooker]):
        assert told.leaks(visit, seat if visit is not onlooker else None) == []
    if game == "dummy":
        assert [card for seq in told.lay for card in told.thefts(seq)] == []


@pytest.mark.parametrize("game", PLAYING)
def test_a_friend_comes_by_link(house: House, game: str) -> None:
    """Who opens the link of a table sits down at it, and both play on in their own languages."""
    host = house.visit(house.folder.guests(2)[0], size=DESKTOP, language="th")
    host.go(f"/new/{game}")
    host.page.get_by_role("radio", name="2", exact=True).check(force=True)
    host.page.locator("ol select").select_option("open")
    host.page.locator("footer .go").click()
    host.page.locator(".code b").wait_for()
    code = "".join(host.page.locator(".code b").inner_text().split())
    friend = house.visit(house.folder.guests(2)[1], language="hi", touch=True)
    friend.page.goto(f"{house.url}/?code={code}")
    for visit in (host, friend):
        visit.page.locator("main.table").wait_for()
    players = [PLAYING[game](visit, Clicks(visit), Random(2)) for visit in (host, friend)]
    for _ in range(2):
        for player in players:
            player.visit.until("the deal", player.plays)
        host.until("a turn", lambda: any(player.is_mine for player in players))
        next(player for player in players if player.is_mine).turn()
    assert all(player.did for player in players)
