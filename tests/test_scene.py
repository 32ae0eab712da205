"""Two people at terminals and two computers play a match at a table server, whatever is killed."""

from __future__ import annotations

import asyncio
import stat
from pathlib import Path

import pytest

from speto.games import NAMES
from speto.proofs import verify_files
from speto.record import read_records
from tests.killing import Child, free_port
from tests.serving import RULES
from tests.terminals import Terminal

pytestmark = pytest.mark.once


def asked_to_move(after: int, terminal: Terminal) -> bool:
    """Whether a terminal asks for a move, so that a deal runs, and has been answered so often."""
    prompt = terminal.text.rpartition("\n")[2]
    return terminal.prompts >= after and "Number or word" in prompt


async def scene(folder: Path, game: str) -> tuple[Terminal, Terminal]:
    """The match: the guest's terminal is killed in the middle of a deal, then the server is."""
    child = Child(free_port(), folder)
    await child.start()
    host = Terminal(
        folder / "host",
        *(game, "--server", child.web, "--seats", "4", "--open", "1"),
        *("--rules", RULES[game], "--clock", "none"),
    )
    guest = Terminal(folder / "guest", game, "--server", child.web)
    try:
        await host.start()
        await host.until(lambda text: "--join" in text)
        guest.arguments += ("--join", host.code)
        await guest.start()
        plays = asyncio.create_task(host.play())
        assert await guest.play(lambda terminal: asked_to_move(3, terminal)) is None
        await guest.kill()
        guest.arguments = guest.arguments[:3]
        await guest.start()
        assert await guest.play(lambda terminal: asked_to_move(8, terminal)) is None
        await child.kill()
        await guest.until(lambda text: True)
        await guest.say("h")
        await child.start()
        guest.read = len(guest.text)
        assert set(await asyncio.gather(guest.play(), plays)) == {0}
        assert await child.end() == 0
    finally:
        for terminal in (host, guest):
            if terminal.process:
                await terminal.kill()
        await child.kill()
    return host, guest


@pytest.mark.parametrize("game", NAMES)
def test_a_match_of_two_terminals_survives_both_kills(game: str, tmp_path: Path) -> None:
    """A killed terminal comes back to its seat, a killed server to its deals; all are proved."""
    host, guest = asyncio.run(scene(tmp_path, game))
    assert "Go on with it?" in guest.text
    assert "Connection lost" in host.text + guest.text
    assert "Traceback" not in host.text + guest.text
    for terminal in (host, guest):
        assert "The match is over." in terminal.text
        (file,) = terminal.records
        assert all(verdict.holds for verdict in verify_files([file]))
        keys = terminal.home / "speto" / "servers.json"
        assert stat.S_IMODE(keys.stat().st_mode) == 0o600
        assert "tables" not in keys.read_text()
    assert host.records[0].read_bytes() == guest.records[0].read_bytes()
    (first, *_) = read_records(host.records[0].read_text())
    assert first.state.seats == 4
