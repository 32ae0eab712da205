"""What people may be called.

What must stay true: every name can stand in a record; two names that look alike have the same key,
or the same look, and then only the first of them may be taken.
"""

from __future__ import annotations

import re
from itertools import pairwise
from typing import Final
from unicodedata import category, combining, normalize
from unicodedata import name as letter_name

from speto.record import check_names

SHORTEST: Final = 2
LONGEST: Final = 24
GONE: Final = "deleted"
JOINERS: Final = "\u200c\u200d"
VIRAMA: Final = 9  # the combining class of what joins two consonants
MARKS: Final = 3  # on one letter: more is decoration
RESERVED: Final = re.compile(
    r"(guest|player|computer|deleted|anonymous|admin|administrator|moderator|server|system|speto)"
    r"\d*"
)
# Alphabets whose letters look like one another's; a name is of one of them.
ALIKE: Final = {"LATIN", "CYRILLIC", "GREEK", "ARMENIAN", "CHEROKEE", "COPTIC", "LISU"}
LATIN: Final = str.maketrans("аеорсухіјѕԁһѵοανικρτυχγɑɡıɩʏ", "aeopcyxijsdhvoavikptuxyagiiy")
"""Small letters as those of the English alphabet that they look like."""
LOOKS: Final = (("I", "l"), ("1", "l"), ("0", "o"), ("O", "o"), (" ", ""), ("rn", "m"), ("vv", "w"))
"""What is written as something else that it looks like, in this order."""
SMALL: Final = {capital: capital + 32 for capital in range(ord("A"), ord("Z") + 1)}


class NameRefused(ValueError):
    """A name that nobody may have; `code` is "name-short", "name-long", "name-letters", …"""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


def clean_name(text: str) -> str:
    """The name as it is kept.

    :raises NameRefused: if it can't be one: "name-short", "name-long", "name-letters",
        "name-mixed" (letters of two alphabets that look alike) or "name-reserved".
    """
    if len(text) > 8 * LONGEST:
        raise NameRefused("name-long")
    name = " ".join(normalize("NFC", text).split(" ")).strip(" ")
    name = re.sub(" +", " ", name)
    if len(name) < SHORTEST:
        raise NameRefused("name-short")
    if len(name) > LONGEST:
        raise NameRefused("name-long")
    if not _written_well(name):
        raise NameRefused("name-letters")
    alphabets = {letter_name(letter, "").split(" ")[0] for letter in name if letter.isalpha()}
    if len(alphabets & ALIKE) > 1:
        raise NameRefused("name-mixed")
    if _is_reserved(name):
        raise NameRefused("name-reserved")
    check_names([name])  # no more than a seal on the rules above
    return name


def key_of(name: str) -> str:
    """The name as it is compared with others.

    >>> key_of("Ａnn Lee") == key_of("annlee")
    True
    """
    sound = name.encode("utf-8", "replace").decode()  # half a surrogate is in nobody's name
    key = normalize("NFKC", normalize("NFKC", sound).casefold())
    return "".join(key.translate(LATIN).split()).translate(dict.fromkeys(map(ord, JOINERS)))


def look_of(name: str) -> str:
    """The name as it looks at a glance; a small i has its dot, and is no l.

    A store can make it of the names that it has: whoever was first keeps his.

    >>> look_of("PIoy 10"), look_of("Arnold"), look_of("Kai") == look_of("Kal")
    ('ploylo', 'amold', False)
    """
    for letters, seen in LOOKS[:-2]:
        name = name.replace(letters, seen)
    name = name.translate(SMALL)
    for letters, seen in LOOKS[-2:]:
        name = name.replace(letters, seen)
    return name


def _is_reserved(name: str) -> bool:
    """Whether a name is, or looks like, one that the server keeps for itself."""
    key = key_of(name)
    names = key, look_of(key), look_of(name), key.replace("1", "i").replace("l", "i")
    return any(map(RESERVED.fullmatch, names))


def _written_well(name: str) -> bool:
    """Whether a name is of letters, digits, single spaces, and marks and joiners in their place."""
    marks = 0
    for before, letter in pairwise(f" {name}"):
        kind = category(letter)[0]
        if letter in JOINERS:
            # after a virama alone they change what is seen; elsewhere they would hide
            if combining(before) != VIRAMA:
                return False
        elif kind == "M":
            marks += 1
            if before == " " or before.isdigit() or marks > MARKS:
                return False
        elif kind == "L" or category(letter) == "Nd" or letter == " ":
            marks = 0
        else:
            return False
    return name[-1] not in JOINERS
