"""Where a server of a test is reached."""

from __future__ import annotations


class AtPort:
    """Something that answers at a port of this machine."""

    port: int

    @property
    def url(self) -> str:
        """Where its socket is."""
        return f"ws://127.0.0.1:{self.port}/ws"

    @property
    def web(self) -> str:
        """Where everything else is."""
        return f"http://127.0.0.1:{self.port}"
