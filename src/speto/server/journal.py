"""The server's log of what it does: one JSON object a line on standard error.

What must stay true: a line is made of the fields listed here alone, so that no hidden card, seed,
token or password can be in one, and no traceback carries a state.
"""

from __future__ import annotations

import logging
import sys
import traceback
from collections.abc import Iterator, MutableMapping
from contextlib import contextmanager
from errno import errorcode
from typing import Any, Final, TextIO

import structlog

FIELDS: Final = frozenset(
    {"event", "level", "timestamp", "table", "seq", "kind", "host", "port", "data", "node", "count"}
    | {"error", "where", "reason", "method"}
)
CAUSES: Final = 3
"""So many failures behind a failure are told."""


def _only_known(
    logger: Any, method: str, event: MutableMapping[str, Any]
) -> MutableMapping[str, Any]:
    for name in event.keys() - FIELDS:
        event[name] = "?"
    return event


def open_journal(
    stream: TextIO | None = None, *, quiet: bool = False
) -> structlog.typing.FilteringBoundLogger:
    """A log on a stream, standard error if none is given; `quiet` leaves out what is no trouble."""
    logger: structlog.typing.FilteringBoundLogger = structlog.wrap_logger(
        structlog.PrintLogger(stream or sys.stderr),
        processors=[
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso"),
            _only_known,
            structlog.processors.JSONRenderer(),
        ],
        wrapper_class=structlog.make_filtering_bound_logger("warning" if quiet else "info"),
    )
    return logger


def place_of(problem: BaseException) -> dict[str, str]:
    """What may be told of a failure: its kind, the lines of code and the kinds of what is behind.

    Not its words or values, but the code that an engine or a system gives it.
    """
    frames = traceback.extract_tb(problem.__traceback__)[-4:]
    place = {
        "error": type(problem).__name__,
        "where": " < ".join(f"{frame.name}:{frame.lineno}" for frame in reversed(frames)),
    }
    causes: list[BaseException] = []
    cause = _behind(problem)
    while cause is not None and len(causes) < CAUSES:
        causes.append(cause)
        cause = _behind(cause)
    if causes:
        place["reason"] = " < ".join(map(_kind, causes))
    return place


def _behind(problem: BaseException) -> BaseException | None:
    """What a failure was raised for; SQLAlchemy keeps that of its driver beside it."""
    original = getattr(problem, "orig", None)
    return original if isinstance(original, BaseException) else problem.__cause__


def _kind(problem: BaseException) -> str:
    """The kind of a failure with its code: that of SQLite, of PostgreSQL or of the system."""
    number = getattr(problem, "errno", None)
    system = errorcode.get(number) if isinstance(number, int) else None
    codes = (getattr(problem, "sqlite_errorname", None), getattr(problem, "sqlstate", None), system)
    code = next((code for code in codes if isinstance(code, str)), None)
    return type(problem).__name__ + (f" {code}" if code else "")


class Overheard(logging.Handler):
    """What libraries log, as lines of the journal: where and of what kind, never in their words."""

    def __init__(self, journal: structlog.typing.FilteringBoundLogger) -> None:
        super().__init__(logging.WARNING)
        self.journal = journal

    def emit(self, record: logging.LogRecord) -> None:
        """Write down that something was logged."""
        problem = record.exc_info[1] if record.exc_info else None
        if problem is None:
            self.journal.warning(
                "library", kind=record.name, where=f"{record.module}:{record.lineno}"
            )
        else:
            self.journal.error("library", kind=record.name, **place_of(problem))


@contextmanager
def overhear(journal: structlog.typing.FilteringBoundLogger) -> Iterator[None]:
    """Let this process log through the journal alone: the words of a failure may hold a secret."""
    handler = Overheard(journal)
    logging.getLogger().addHandler(handler)
    # a library that was set up before writes past the root
    own = [
        (one, one.handlers[:], one.propagate)
        for one in logging.Logger.manager.loggerDict.values()
        if isinstance(one, logging.Logger) and (one.handlers or not one.propagate)
    ]
    for one, _, _ in own:
        one.handlers.clear()
        one.propagate = True
    try:
        yield
    finally:
        logging.getLogger().removeHandler(handler)
        for one, handlers, propagate in own:
            one.handlers[:], one.propagate = handlers, propagate
