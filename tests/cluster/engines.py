"""PostgreSQL and Redis as processes of their own on loopback, for the tests that need them.

What must stay true: nothing of the system's own services is touched, and none is left running; an
engine keeps its port and its data through every restart.
"""

from __future__ import annotations

import os
import secrets
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final, NamedTuple

from tests.killing import free_port

PATIENCE: Final = 60.0
"""Seconds in which an engine must have come up, or gone down."""
DEBIAN: Final = Path("/usr/lib/postgresql")
"""Where Debian keeps what is not for everybody's PATH, by version."""


class Missing(Exception):
    """An engine is not installed; one sentence, which names its Debian package."""


class Account(NamedTuple):
    """Who an engine runs as: PostgreSQL refuses to be root."""

    user: int
    group: int


def _account() -> Account | None:
    """Whom to become, if this process is root."""
    if os.geteuid():
        return None
    import pwd  # Windows has none

    for name in ("postgres", "nobody"):
        with suppress(KeyError):
            found = pwd.getpwnam(name)
            return Account(found.pw_uid, found.pw_gid)
    raise Missing("PostgreSQL does not run as root, and there is no user called nobody.")


class Engine(ABC):
    """A server with a folder and a port of its own, to be started, stopped, killed and held."""

    def __init__(self, name: str) -> None:
        self._as = _account()
        self.folder = Path(tempfile.mkdtemp(prefix=f"speto-{name}-"))
        if self._as:
            os.chown(self.folder, *self._as)
        self.port = free_port()
        self.password = secrets.token_hex(16)
        self._process: subprocess.Popen[bytes] | None = None

    @abstractmethod
    def _command(self) -> Sequence[str]: ...

    @abstractmethod
    def answers(self) -> bool:
        """Whether it takes commands."""

    @property
    def journal(self) -> str:
        """What it has written of itself, over all its lives."""
        return (self.folder / "journal").read_text(errors="replace")

    @property
    def pid(self) -> int:
        """Its process."""
        assert self._process, "it does not run"
        return self._process.pid

    def start(self) -> None:
        """Start it, and wait until it takes commands."""
        assert self._process is None
        until = time.monotonic() + PATIENCE
        while True:
            if self._process is None:
                with (self.folder / "journal").open("ab") as journal:
                    self._process = self._spawn(self._command(), journal.fileno())
            if self._process.poll() is not None:
                self._process = None  # what the one before held of it may be in use for a moment
            elif self.answers():
                return
            if time.monotonic() > until:
                self.kill()
                raise AssertionError(f"it does not come up: {self.journal[-2000:]}")
            time.sleep(0.05)

    def stop(self, how: signal.Signals = signal.SIGTERM) -> None:
        """Ask it to end, and wait for its end."""
        if self._process is None:
            return
        self.resume()
        self._process.send_signal(how)
        try:
            self._process.wait(PATIENCE)
        finally:
            self.kill()

    def kill(self) -> None:
        """End it at once, with all that it has started."""
        if self._process is None:
            return
        family = self._family()
        for each in family:
            _signal(each, signal.SIGKILL)
        self._process.wait()
        self._process = None
        until = time.monotonic() + PATIENCE
        while any(map(_lives, family)):
            assert time.monotonic() < until, "a child of it does not end"
            time.sleep(0.01)

    def restart(self) -> None:
        """Stop it as an operator would, and start it again."""
        self.stop()
        self.start()

    def crash(self) -> None:
        """Kill it, and start it again."""
        self.kill()
        self.start()

    def pause(self) -> None:
        """Let it stand still: whoever is connected stays so, and hears nothing."""
        for each in self._family():
            _signal(each, signal.SIGSTOP)

    def resume(self) -> None:
        """Let it go on after a pause."""
        for each in reversed(self._family()):
            _signal(each, signal.SIGCONT)

    def ensure(self) -> None:
        """See that it runs, whatever a test has done to it."""
        if self._process is not None and self._process.poll() is None:
            self.resume()
            until = time.monotonic() + PATIENCE
            while time.monotonic() < until:
                if self.answers():
                    return
                time.sleep(0.05)
        self.kill()
        self.start()

    def close(self) -> None:
        """Stop it for good, and remove its folder."""
        try:
            self.stop()
        finally:
            shutil.rmtree(self.folder, ignore_errors=True)

    def _family(self) -> list[int]:
        """Its process and those that it has started, itself first."""
        if self._process is None:
            return []
        pid = self._process.pid
        found = [pid]
        with suppress(OSError):
            children = Path(f"/proc/{pid}/task/{pid}/children").read_text()
            found += map(int, children.split())
        return found

    def _spawn(self, command: Sequence[str], journal: int) -> subprocess.Popen[bytes]:
        return subprocess.Popen(
            command,
            cwd=self.folder,
            stdin=subprocess.DEVNULL,
            stdout=journal,
            stderr=journal,
            start_new_session=True,
            user=self._as.user if self._as else None,
            group=self._as.group if self._as else None,
            extra_groups=[] if self._as else None,
        )

    def _run(self, *command: str) -> None:
        """Run a program to its end, as the account of the engine."""
        with (self.folder / "journal").open("ab") as journal:
            status = self._spawn(command, journal.fileno()).wait()
        assert status == 0, f"{command[0]} ended with {status}: {self.journal[-2000:]}"

    def _private(self, name: str, text: str) -> Path:
        """Write a file that only the account of the engine may read."""
        path = self.folder / name
        path.touch(mode=0o600)
        path.write_text(text)
        if self._as:
            os.chown(path, *self._as)
        return path


class Database(NamedTuple):
    """An empty database of a test's own; `url` is what `speto serve --database` takes."""

    engine: Postgres
    name: str

    @property
    def url(self) -> str:
        """Where it is, with the password."""
        return self.engine.url(self.name)


class Postgres(Engine):
    """A PostgreSQL cluster, with its own defaults: what is committed is on the disk.

    :raises Missing: if PostgreSQL is not installed.
    """

    def __init__(self) -> None:
        self.programs = postgres_programs()
        super().__init__("pg")
        secret = self._private("password", self.password)
        self._run(
            *(str(self.programs / "initdb"), "--pgdata", str(self.folder / "data")),
            *("--username", "speto", "--pwfile", str(secret), "--auth", "scram-sha-256"),
            *("--encoding", "UTF8", "--locale", "C", "--no-sync"),
        )
        secret.unlink()

    def _command(self) -> Sequence[str]:
        return (
            *(str(self.programs / "postgres"), "-D", str(self.folder / "data")),
            *("-p", str(self.port), "-c", "listen_addresses=127.0.0.1"),
            *("-c", "unix_socket_directories="),
        )

    def stop(self, how: signal.Signals = signal.SIGINT) -> None:
        """Ask it to end without waiting for its clients, and wait for its end."""
        super().stop(how)

    def answers(self) -> bool:
        """Whether it takes commands."""
        asked = (str(self.programs / "pg_isready"), "-q", "-h", "127.0.0.1", "-p", str(self.port))
        return subprocess.run((*asked, "-t", "2"), check=False).returncode == 0

    def url(self, database: str) -> str:
        """Where a database is, with the password."""
        return f"postgresql://speto:{self.password}@127.0.0.1:{self.port}/{database}"

    def sql(self, statement: str, database: str = "postgres") -> str:
        """Do a statement with psql; what it printed, without frame."""
        return self.tool("psql", "-XAtq", "-v", "ON_ERROR_STOP=1", "-c", statement, of=database)

    def tool(self, name: str, *words: str, of: str) -> str:
        """Run one of PostgreSQL's own programs on a database; what it printed."""
        where = ("-h", "127.0.0.1", "-p", str(self.port), "-U", "speto", "-d", of)
        done = subprocess.run(
            (str(self.programs / name), *where, *words),
            env={**os.environ, "PGPASSWORD": self.password},
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, f"{name}: {done.stderr}"
        return done.stdout.strip()

    @contextmanager
    def database(self) -> Iterator[Database]:
        """A fresh database, as long as the context lasts."""
        made = Database(self, f"t_{secrets.token_hex(4)}")
        self.sql(f"CREATE DATABASE {made.name}")
        try:
            yield made
        finally:
            self.ensure()
            self.sql(f"DROP DATABASE {made.name} WITH (FORCE)")


class Redis(Engine):
    """A Redis server that keeps nothing on the disk.

    :raises Missing: if Redis is not installed.
    """

    def __init__(self) -> None:
        found = shutil.which("redis-server") or shutil.which("valkey-server")
        if found is None:
            raise Missing("redis-server is not here: install the Debian package redis-server.")
        self._program = found
        super().__init__("redis")
        settings = {
            "bind": "127.0.0.1",
            "port": self.port,
            "dir": self.folder,
            "requirepass": self.password,
            "save": '""',
            "appendonly": "no",
        }
        lines = (f"{name} {value}\n" for name, value in settings.items())
        self._settings = self._private("redis.conf", "".join(lines))

    def _command(self) -> Sequence[str]:
        return (self._program, str(self._settings))

    @property
    def url(self) -> str:
        """What `speto serve --bus` takes, with the password."""
        return f"redis://:{self.password}@127.0.0.1:{self.port}/0"

    def answers(self) -> bool:
        """Whether it takes commands."""
        return "+PONG" in self.ask(f"AUTH {self.password}", "PING")

    def ask(self, *lines: str) -> str:
        """Say lines to it, and what it answered; nothing if it does not answer."""
        with (
            suppress(OSError),
            socket.create_connection(("127.0.0.1", self.port), timeout=2) as door,
        ):
            door.sendall("".join(f"{line}\r\n" for line in (*lines, "QUIT")).encode())
            heard = b""
            while piece := door.recv(65536):
                heard += piece
            return heard.decode(errors="replace")
        return ""


def postgres_programs() -> Path:
    """The folder of PostgreSQL's programs.

    :raises Missing: if there is none.
    """
    versions = (path for path in DEBIAN.glob("*") if path.name.isdigit())
    places = [path / "bin" for path in sorted(versions, key=lambda path: -int(path.name))]
    if found := shutil.which("initdb"):
        places.append(Path(found).resolve().parent)
    for place in places:
        if all((place / name).exists() for name in ("initdb", "postgres", "pg_isready", "psql")):
            return place
    raise Missing("PostgreSQL is not here: install the Debian package postgresql.")


def _signal(pid: int, number: signal.Signals) -> None:
    with suppress(ProcessLookupError):
        os.kill(pid, number)


def _lives(pid: int) -> bool:
    """Whether a process runs: not gone, and not only waited for."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False
