"""The built page under the policy that the server sends: all of it runs, and nothing else does."""

from __future__ import annotations

import pytest

from tests.web.house import House, Visit
from tests.web.rooms import ROOMS, TABLES, Looking

pytestmark = pytest.mark.web

WATCH = """
globalThis.against = [];
addEventListener('securitypolicyviolation', (one) =>
  against.push(`${one.violatedDirective} ${one.blockedURI} ${one.sourceFile}:${one.lineNumber}`));
"""
INJECTED = """async () => {
  const script = document.createElement('script');
  script.textContent = 'globalThis.ran = "a script"';
  document.body.append(script);
  const holder = document.createElement('div');
  holder.innerHTML = '<img src="data:," onerror="globalThis.ran = `a handler`"><style>b{}</style>';
  document.body.append(holder);
  const far = document.createElement('script');
  far.src = 'data:text/javascript,globalThis.ran="data"';
  document.body.append(far);
  await new Promise((done) => setTimeout(done, 300));
  return globalThis.ran ?? '';
}"""
FORBIDDEN = {"script-src-elem", "script-src-attr", "style-src-elem"}


@pytest.fixture(scope="module")
def looking(served: House) -> Looking:
    """Goes to screens."""
    return Looking(served)


def against(visit: Visit) -> list[str]:
    """What the page has done, or tried, against the policy."""
    found: list[str] = visit.page.evaluate("globalThis.against ?? ['nobody watched']")
    return found


@pytest.mark.parametrize("name", [*ROOMS, *TABLES])
def test_every_screen_keeps_to_the_policy(house: House, looking: Looking, name: str) -> None:
    """Nothing that a screen or a table does is against the policy of the server."""
    visit = looking.screen(name) if name in ROOMS else looking.table(name)
    visit.page.add_init_script(WATCH)
    visit.page.reload()
    visit.page.locator("main").first.wait_for()
    visit.page.wait_for_load_state("networkidle")
    assert against(visit) == []


def test_what_is_put_into_the_page_does_not_run(house: House) -> None:
    """Scripts, a handler and a style that somebody has got into the page are kept out."""
    visit = house.visit()
    visit.page.add_init_script(WATCH)
    visit.go("/")
    assert visit.page.evaluate(INJECTED) == ""
    assert {one.split()[0] for one in against(visit)} == FORBIDDEN
    visit.problems = [one for one in visit.problems if "Content Security Policy" not in one]
