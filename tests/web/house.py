"""A server as a process of its own, and browsers that visit it; every frame of a socket is kept."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, NamedTuple
from urllib.error import URLError
from urllib.request import urlopen

from msgspec import json
from playwright.sync_api import Browser, ConsoleMessage, Page, WebSocket

from speto.server.account_routes import COOKIE
from tests.web.staging import Folder, Guest

PICTURES: Final = Path(__file__).parents[2] / "build" / "pictures"
CHROMIUM: Final = "/usr/bin/chromium"
FLAGS: Final = (
    *("--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"),
    *("--disable-background-networking", "--disable-component-update", "--disable-sync"),
)
LANGUAGES: Final = ("en", "th", "zh-Hant", "hi")
PATIENCE: Final = 60.0
"""Seconds after which a test that waits fails."""
KEPT: Final = "speto.settings"
"""Where the client keeps its settings."""
SHUT: Final = "ERR_INTERNET_DISCONNECTED", "ERR_CONNECTION_REFUSED", "WebSocket connection to"
"""What Chromium itself writes of a lost connection."""

PHONE: Final = (390, 844)
SMALL: Final = (360, 640)
DESKTOP: Final = (1280, 800)


class Frame(NamedTuple):
    """A frame of a socket; `sent` by the page."""

    sent: bool
    text: str

    @property
    def said(self) -> dict[str, Any]:
        """What it says."""
        found: dict[str, Any] = json.decode(self.text)
        return found


class Visit:
    """A page in a browser of its own, with every frame of its sockets and all that went wrong."""

    def __init__(self, page: Page, url: str) -> None:
        self.page = page
        self.url = url
        self.frames: list[Frame] = []
        self.problems: list[str] = []
        self._told: list[dict[str, Any]] = []
        self._read = 0
        page.on("websocket", self._hear)
        page.on("pageerror", lambda problem: self.problems.append(str(problem)))
        page.on("console", self._note)
        page.set_default_timeout(PATIENCE * 1000)

    def go(self, path: str) -> None:
        """Load a screen, and wait until it is there."""
        self.page.goto(self.url + path)
        self.page.locator("main").first.wait_for()
        self.page.wait_for_load_state("networkidle")

    def keep_picture(self, name: str) -> int:
        """Keep a picture of the page, to be looked at; how many bytes it has."""
        PICTURES.mkdir(parents=True, exist_ok=True)
        return len(self.page.screenshot(path=PICTURES / f"{name}.png"))

    def told(self) -> list[dict[str, Any]]:
        """All messages of the server."""
        for frame in self.frames[self._read :]:
            if not frame.sent:
                self._told.append(frame.said)
        self._read = len(self.frames)
        return self._told

    def face(self) -> dict[str, Any]:
        """The last view of the table that the server told; of no draft."""
        for said in reversed(self.told()):
            if said["type"] in ("table", "moved", "event") and said.get("view"):
                found: dict[str, Any] = said["view"]
                return found
        raise AssertionError("no view was told yet")

    def stage(self) -> str:
        """The stage of the table, as it was last told."""
        return next(
            (str(said["now"]["stage"]) for said in reversed(self.told()) if "now" in said), ""
        )

    def until(self, what: str, true: Callable[[], Any], seconds: float = PATIENCE) -> None:
        """Wait until something is true; the page lives on meanwhile."""
        end = time.monotonic() + seconds
        while not true():
            assert time.monotonic() < end, f"waited in vain for: {what}"
            self.page.wait_for_timeout(20)

    def _hear(self, web_socket: WebSocket) -> None:
        def keep(text: str | bytes, *, sent: bool) -> None:
            self.frames.append(Frame(sent, text if isinstance(text, str) else text.decode()))

        web_socket.on("framesent", lambda text: keep(text, sent=True))
        web_socket.on("framereceived", lambda text: keep(text, sent=False))

    def _note(self, message: ConsoleMessage) -> None:
        url = message.location["url"]
        # a deal is kept soon after its end, and asked for again until then
        early = "404" in message.text and "/deals/" in url
        shut = any(one in message.text for one in SHUT)
        if message.type in ("error", "warning") and not early and not shut:
            self.problems.append(f"{message.type}: {message.text} {url}")


class House:
    """A server process on a folder, and the browsers that visit it."""

    def __init__(self, browser: Browser, path: Path) -> None:
        self.browser = browser
        self.folder = Folder(path)
        self.visits: list[Visit] = []
        with socket.create_server(("127.0.0.1", 0)) as free:
            self.port: int = free.getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        """Start the server, and wait until it is ready."""
        self.folder.path.mkdir(parents=True, exist_ok=True)
        with (self.folder.path / "journal").open("ab") as journal:
            self.process = subprocess.Popen(
                (
                    *(sys.executable, "-m", "speto", "serve"),
                    *("--port", str(self.port), "--data", str(self.folder.path)),
                ),
                stdin=subprocess.DEVNULL,
                stdout=journal,
                stderr=journal,
                start_new_session=True,
            )
        end = time.monotonic() + PATIENCE
        while not self._is_ready():
            assert self.process.poll() is None and time.monotonic() < end, self.journal
            time.sleep(0.05)

    def kill(self) -> None:
        """Kill the server, and the workers that it started, at once."""
        os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()

    @property
    def journal(self) -> str:
        """What the server has written."""
        return (self.folder.path / "journal").read_text(errors="replace")

    def visit(
        self,
        guest: Guest | None = None,
        *,
        size: tuple[int, int] = PHONE,
        language: str = "en",
        touch: bool = False,
        settings: dict[str, Any] | None = None,
        **context: Any,
    ) -> Visit:
        """A browser with these settings, as this guest's if one is given; nothing is loaded yet."""
        width, height = size
        opened = self.browser.new_context(
            viewport={"width": width, "height": height}, has_touch=touch, locale="en-US", **context
        )
        kept = {"language": language, "speed": "off", **(settings or {})}
        text = json.encode(json.encode(kept).decode()).decode()
        # only once: what the page itself keeps must outlive a reload
        opened.add_init_script(f"localStorage['{KEPT}'] ??= {text}")
        if guest:
            opened.add_cookies([{"name": COOKIE, "value": guest.token, "url": self.url}])
        visit = Visit(opened.new_page(), self.url)
        self.visits.append(visit)
        return visit

    def leave(self) -> list[str]:
        """Close all browsers; what went wrong in them."""
        problems = [problem for visit in self.visits for problem in visit.problems]
        for visit in self.visits:
            visit.page.context.close()
        self.visits.clear()
        return problems

    def _is_ready(self) -> bool:
        try:
            with urlopen(f"{self.url}/readyz", timeout=2) as answer:
                return bool(answer.status == 200)
        except (URLError, OSError):
            return False
