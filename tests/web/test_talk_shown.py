"""Talk at a private table: free words, whom one hears no more, and what the keepers are told."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.web.house import DESKTOP, House, Visit

pytestmark = pytest.mark.web

SAID = ".talk ol"


def sit_together(house: House) -> tuple[Visit, Visit]:
    """Two people at a table that the first one has opened as the page offers it."""
    host, friend = (house.visit(guest, size=DESKTOP) for guest in house.folder.guests(2))
    host.go("/new/dummy")
    host.page.get_by_role("radio", name="2", exact=True).check(force=True)
    host.page.locator("footer .go").click()
    host.page.locator(".code b").wait_for()
    friend.page.goto(
        f"{house.url}/join/{''.join(host.page.locator('.code b').inner_text().split())}"
    )
    for visit in (host, friend):
        visit.page.locator(SAID).wait_for()
    return host, friend


def say(visit: Visit, text: str) -> None:
    """Say free words, and see them said."""
    visit.page.get_by_role("textbox", name="Say something").fill(text)
    visit.page.keyboard.press("Enter")
    expect(visit.page.locator(SAID)).to_contain_text(text)


def test_friends_talk_freely(house: House) -> None:
    """At a private table one says what one likes; it is shown as text, and in no other way."""
    host, friend = sit_together(house)
    say(host, "<b>ดี</b> नमस्ते")
    expect(friend.page.locator(SAID)).to_contain_text("<b>ดี</b> नमस्ते")


def test_who_is_muted_is_not_heard(house: House) -> None:
    """Who is muted is not heard until that is taken back; a report comes to the keepers."""
    host, friend = sit_together(house)
    said = friend.page.locator(SAID)
    friend.page.locator(".talk summary").click()
    friend.page.get_by_role("button", name="Mute").click()
    friend.page.get_by_role("button", name="Hear again").wait_for()
    say(host, "unheard")
    say(friend, "deaf")
    expect(said).not_to_contain_text("unheard")
    friend.page.reload()
    said.wait_for()
    expect(said).to_contain_text("deaf")
    expect(said).not_to_contain_text("unheard")
    friend.page.locator(".talk summary").click()
    friend.page.get_by_role("button", name="Hear again").click()
    friend.page.get_by_role("button", name="Mute").wait_for()
    say(host, "heard again")
    expect(said).to_contain_text("heard again")
    friend.page.get_by_role("button", name="Report").click()
    friend.page.get_by_role("radio", name="What was said").click(force=True)
    expect(friend.page.locator(".talk [role=status]")).to_contain_text("have been told")
