"""The lessons over HTTP: each request holds what was said in its step.

What must stay true: no state is kept; a step has few words, and so has a request.
"""

from __future__ import annotations

import re
from typing import Annotated, Final

from msgspec import Meta, Struct
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from speto.cards import ParseError
from speto.server.answers import READING, Shut, answered, counted, game_in, read, texts_of, told
from speto.server.lessons import NotSaid, Speaker
from speto.server.limits import Limits
from speto.server.service import Service

LARGEST: Final = 4_096
"""So many bytes a request may have."""
STEP: Final = re.compile(r"[1-9][0-9]?")


class LessonSaid(Struct, frozen=True, forbid_unknown_fields=True):
    """The right words of a step so far, and one more."""

    said: Annotated[list[Annotated[str, Meta(max_length=100)]], Meta(max_length=30)]


class LessonRoutes:
    """The routes of the lessons."""

    def __init__(self, service: Service) -> None:
        self.reading = Limits(READING, service.now)

    def routes(self) -> list[BaseRoute]:
        """Where everything is."""
        return [
            Route("/lessons/{game}", answered(self.overview)),
            Route("/lessons/{game}/{step}", answered(self.begin), methods=["GET"]),
            Route("/lessons/{game}/{step}", answered(self.say), methods=["POST"]),
        ]

    async def overview(self, request: Request) -> Response:
        """What to read before the first step, and the steps."""
        counted(request, self.reading)
        return told(request, Speaker(game_in(request), texts_of(request)).overview())

    async def begin(self, request: Request) -> Response:
        """A step from its beginning."""
        return self._answer(request, [])

    async def say(self, request: Request) -> Response:
        """A step after what was said, and what is said to the last word."""
        return self._answer(request, (await read(request, LessonSaid, LARGEST)).said)

    def _answer(self, request: Request, said: list[str]) -> Response:
        counted(request, self.reading)
        speaker = Speaker(game_in(request), texts_of(request))
        number: str = request.path_params["step"]
        if not STEP.fullmatch(number) or int(number) > len(speaker.course.steps):
            raise Shut(404, "step")
        try:
            return told(request, speaker.moment(int(number), said))
        except ParseError:
            raise Shut(400, "word") from None
        except NotSaid:
            raise Shut(400, "said") from None
