"""Whose word is taken for where a request comes from and whether by TLS: proxies before a server.

What must stay true: who is not listed is believed nothing; nobody comes from this machine because a
proxy on another one says so; a name that somebody could take is no address. It is light to import.
"""

from __future__ import annotations

from ipaddress import ip_network
from typing import TYPE_CHECKING, Any, Final

from speto.server.limits import is_near

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Receive, Scope, Send

NEAR: Final = "127.0.0.1,::1"
"""A proxy on this machine."""
NOBODY: Final = "none"
PEER: Final = "speto.peer"


def read_proxies(text: str) -> list[str]:
    """The addresses and networks of a list with commas between them.

    >>> read_proxies("127.0.0.1, 10.0.0.0/8"), read_proxies("none")
    (['127.0.0.1', '10.0.0.0/8'], [])

    :raises ValueError: if one is neither an address nor a network, or is everybody.
    """
    parts = [part.strip() for part in text.split(",")]
    if parts == [NOBODY]:
        return []
    for part in parts:
        try:
            network = ip_network(part)
        except ValueError:
            raise ValueError(
                f"{part or 'an empty place'} is neither an address nor a network: write"
                f" 127.0.0.1 or 10.0.0.0/8, several with commas between them, or {NOBODY}"
            ) from None
        if not network.prefixlen:
            raise ValueError(f"{part} is everybody, and anybody could say that he is another")
    return parts


class Behind:
    """Takes from the headers of listed proxies where a request comes from, and whether by TLS."""

    def __init__(self, app: ASGIApp, proxies: list[str]) -> None:
        from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

        self.app = app
        inner: Any = self._placed
        self._told: Any = ProxyHeadersMiddleware(inner, proxies)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One request, or one socket."""
        await self._told({**scope, PEER: scope.get("client")}, receive, send)

    async def _placed(self, scope: Scope, receive: Receive, send: Send) -> None:
        peer, client = scope.pop(PEER), scope.get("client")
        if peer and client and is_near(client[0]) and not is_near(peer[0]):
            scope["client"] = peer
        await self.app(scope, receive, send)
