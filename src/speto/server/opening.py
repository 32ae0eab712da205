"""A server for whoever sits at this machine: a port that is free, and the browser at its address.

What must stay true: whoever starts it reads where the tables are and what stops it; no text browser
takes over the terminal; a second start finds the first server and opens it, since two can't share a
folder.
"""

from __future__ import annotations

import os
import socket
import sys
import threading
import time
import webbrowser
from contextlib import suppress
from pathlib import Path
from typing import Final
from urllib.error import URLError
from urllib.request import urlopen

from speto.server.folder import serves

ADDRESS: Final = "address"
TRIES: Final = 20
PATIENCE: Final = 30.0
"""Seconds in which a server begins to answer."""


def free_port(host: str, port: int) -> int:
    """The port, or the next one that is free; the port itself if none is near."""
    kind = socket.AF_INET6 if ":" in host else socket.AF_INET
    for candidate in range(port, min(port + TRIES, 65536)):
        with suppress(OSError):
            socket.create_server((host, candidate), family=kind).close()
            return candidate
    return port


def page_of(host: str, port: int) -> str:
    """The address of the home screen, as a browser on this machine reaches it."""
    near = {"0.0.0.0": "127.0.0.1", "::": "[::1]"}.get(host, f"[{host}]" if ":" in host else host)
    return f"http://{near}:{port}/"


def answers(page: str) -> bool:
    """Whether a server of ours answers there."""
    with suppress(URLError, OSError, ValueError), urlopen(f"{page}healthz", timeout=2) as answer:
        return bool(answer.status == 200)
    return False


def running_at(folder: Path, now: int) -> str | None:
    """The page of the server that already serves this folder, if it was opened here."""
    if not serves(folder, now):
        return None
    with suppress(OSError, UnicodeError):
        page = (folder / ADDRESS).read_text(encoding="utf-8")
        return page if answers(page) else None
    return None


def has_window() -> bool:
    """Whether a browser would open in a window of its own."""
    if sys.platform in ("win32", "darwin") or "BROWSER" in os.environ:
        return True
    return any(os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY"))


def show(page: str) -> None:
    """Say where the tables are, and open the browser there."""
    opened = has_window() and webbrowser.open(page)
    print(f"speto: {'your browser shows' if opened else 'open'} {page}", flush=True)


def show_when_ready(page: str, folder: Path) -> None:
    """The same as soon as the server answers, from another thread."""

    def wait() -> None:
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until:
            if answers(page):
                with suppress(OSError):
                    (folder / ADDRESS).write_text(page, encoding="utf-8")
                show(page)
                print(f"speto: Ctrl-C stops it; what is played stays in {folder}", flush=True)
                return
            time.sleep(0.1)

    threading.Thread(target=wait, daemon=True).start()
