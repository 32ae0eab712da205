"""`speto serve --open`: a free port, the page in the browser, one server a folder."""

from __future__ import annotations

import os
import re
import signal
import socket
import subprocess
import sys
import webbrowser
from pathlib import Path

import pytest

from speto.server import opening
from speto.server.folder import beat

pytestmark = pytest.mark.once

NOW = 1_790_000_000_000


def test_a_taken_port_gives_way_to_the_next() -> None:
    """With a port in use a later one is given, and one can listen there."""
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        found = opening.free_port("127.0.0.1", port)
        assert port < found < port + opening.TRIES
        socket.create_server(("127.0.0.1", found)).close()


def test_a_free_port_is_kept() -> None:
    """A port that nobody uses is the one that was asked for."""
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
    assert opening.free_port("127.0.0.1", port) == port


@pytest.mark.parametrize(
    ("host", "page"),
    [
        ("127.0.0.1", "http://127.0.0.1:8470/"),
        ("0.0.0.0", "http://127.0.0.1:8470/"),
        ("::", "http://[::1]:8470/"),
        ("::1", "http://[::1]:8470/"),
    ],
)
def test_the_page_is_one_that_this_machine_reaches(host: str, page: str) -> None:
    """Who listens at every address is opened at the own one; IPv6 stands in brackets."""
    assert opening.page_of(host, 8470) == page


def test_a_dead_server_is_not_opened(tmp_path: Path) -> None:
    """Without a beat, or without an answer at the address that was left, there is none running."""
    assert opening.running_at(tmp_path, NOW) is None
    beat(tmp_path, NOW)
    assert opening.running_at(tmp_path, NOW) is None
    with socket.create_server(("127.0.0.1", 0)) as closed:
        page = opening.page_of("127.0.0.1", closed.getsockname()[1])
    (tmp_path / opening.ADDRESS).write_text(page)
    assert opening.running_at(tmp_path, NOW) is None
    (tmp_path / opening.ADDRESS).write_bytes(b"\xff")
    assert opening.running_at(tmp_path, NOW) is None


def test_without_a_window_the_address_is_only_told(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Over ssh no text browser takes the terminal; with a screen the browser opens the page."""
    opened: list[str] = []

    def browse(page: str) -> bool:
        opened.append(page)
        return True

    monkeypatch.setattr(webbrowser, "open", browse)
    monkeypatch.setattr("sys.platform", "linux")
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER"):
        monkeypatch.delenv(name, raising=False)
    opening.show("http://127.0.0.1:8470/")
    assert not opened
    monkeypatch.setenv("DISPLAY", ":0")
    opening.show("http://127.0.0.1:8470/")
    assert opened == ["http://127.0.0.1:8470/"]
    assert capsys.readouterr().out.splitlines() == [
        "speto: open http://127.0.0.1:8470/",
        "speto: your browser shows http://127.0.0.1:8470/",
    ]


def said_by(*words: str) -> tuple[list[str], str]:
    """What a server prints till it can be stopped, and what it wrote into its journal."""
    command = [sys.executable, "-m", "speto", "serve", *words]
    env = {**os.environ, "BROWSER": "true"}
    with subprocess.Popen(command, env=env, stdout=-1, stderr=-1, text=True) as server:
        assert server.stdout and server.stderr
        told = [server.stdout.readline().rstrip()]
        if "--open" in words:
            told.append(server.stdout.readline().rstrip())
        else:
            server.stderr.readline()
        server.send_signal(signal.SIGINT)
        told += server.stdout.read().splitlines()
        journal = server.stderr.read()
        assert server.wait(30) == 0
    return told, journal


@pytest.mark.skipif(sys.platform == "win32", reason="Windows sends no SIGINT to one process")
def test_who_opens_it_reads_an_address_and_what_stops_it(tmp_path: Path) -> None:
    """A person reads the page of the browser and how to stop; an operator keeps the journal."""
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
    place = "--data", str(tmp_path), "--port", port
    told, journal = said_by("--open", *place)
    assert re.fullmatch(r"speto: your browser shows http://127\.0\.0\.1:\d+/", told[0])
    assert told[1:] == [f"speto: Ctrl-C stops it; what is played stays in {tmp_path}"]
    assert journal == ""
    told, journal = said_by(*place)
    assert told == [f"speto serves at ws://127.0.0.1:{port}/ws; its data is in {tmp_path}"]
    assert '"event": "stopped"' in journal
