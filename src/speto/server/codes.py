"""What a table is called: its id, the code that people tell each other, and a link as a QR code.

What must stay true: an id and a code tell nothing of the table, and cannot be guessed from others.
"""

from __future__ import annotations

import hmac
import secrets
from io import BytesIO
from typing import Final

import segno

LETTERS: Final = "34679ACDEFGHJKMNPQRTUVWXY"
"""Neither 0 and O, 1, I and L, 2 and Z, 5 and S, nor 8 and B: nobody reads one for another."""
LENGTH: Final = 6
ID_LETTERS: Final = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
ID_LENGTH: Final = 12
QUIET: Final = 4  # modules of white around a QR code, as its standard asks


def new_code() -> str:
    """A code to invite with."""
    return "".join(secrets.choice(LETTERS) for _ in range(LENGTH))


def read_code(text: str) -> str | None:
    """The code that somebody has typed; none if it can be none.

    >>> read_code(" acd-34f ")
    'ACD34F'
    >>> read_code("ACD340") is None
    True
    """
    if len(text) > 4 * LENGTH:
        return None
    code = "".join(text.split()).replace("-", "").upper()
    return code if len(code) == LENGTH and set(code) <= set(LETTERS) else None


def new_table_id() -> str:
    """An id of a table, of the letters that a transcript allows."""
    return "".join(secrets.choice(ID_LETTERS) for _ in range(ID_LENGTH))


def table_id_of(key: str, command: str) -> str:
    """The id of the table that a command opens; `key` is a secret of whoever asks.

    >>> table_id_of("a", "open-1") == table_id_of("a", "open-1") != table_id_of("b", "open-1")
    True
    """
    number = int.from_bytes(hmac.digest(key.encode(), command.encode(), "sha256"))
    letters = []
    for _ in range(ID_LENGTH):
        number, letter = divmod(number, len(ID_LETTERS))
        letters.append(ID_LETTERS[letter])
    return "".join(letters)


def qr(link: str) -> str:
    """A link as a QR code: an SVG image that scales with its place on a page.

    :raises ValueError: if the link is too long for one.
    """
    file = BytesIO()
    code = segno.make(link, error="m", micro=False)
    code.save(file, kind="svg", border=QUIET, omitsize=True, xmldecl=False, nl=False)
    return file.getvalue().decode()
