"""What is wrong with a table of real cards, as a value.

What must stay true: everything that can be wrong is a key of `locales/` with its holes, so that it
can be said in any language.
"""

from __future__ import annotations

from speto.cards import ParseError
from speto.texts import Catalogue, load


class Wrong(ParseError):
    """Something that cannot be: the line it stands in, and its words.

    `soft`: the table can be scored all the same, as it was written.
    """

    def __init__(self, key: str, /, *, line: int = 0, soft: bool = False, **holes: object) -> None:
        self.key = key
        self.line = line
        self.soft = soft
        self.holes = holes
        super().__init__(self.said(load()), place=f"line {line}" if line else "")

    def said(self, texts: Catalogue) -> str:
        """The reason, without its place."""
        return texts.text(f"ui.score.wrong.{self.key}", **self.holes)
