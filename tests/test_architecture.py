"""The house has an order, left to right: a module imports only from its left."""

import ast
import re
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

pytestmark = pytest.mark.once

SRC = Path(__file__).parent.parent / "src"

# A row's modules may import those of earlier rows, and not each other.
ROOMS = [
    {"speto"},
    {"cards"},
    {"clause"},
    {"chain", "notation", "options"},
    {"texts"},
    {"thought"},
    {"bits"},
    {"gil", "rng"},
    {"games"},
    {"match"},
    {"dummy", "indian"},
    {"record"},
    {"fair", "batch"},
    {"players"},
    {"challenge"},
    {"arena", "review", "book", "houses", "moment", "perft", "bench", "score", "lesson", "archive"},
    {"pages", "proofs", "audit"},
    {"adapters", "server"},
    {"client"},
    {"terminal"},
    {"switches"},
    {"play", "checks"},
    {"cli"},
    {"__main__"},
]
STANDARD_LIBRARY_ONLY = set[str]().union(*ROOMS[: ROOMS.index({"fair", "batch"})]) | {"fair"}

# The same inside a game; each has what it needs of it. The faces stand beside the core, which does
# not know them.
GAMES = {"dummy", "indian"}
CORE = [
    {"codes", "demands", "table"},
    {"rules"},
    {"clauses"},
    {"melds", "near", "places"},
    {"finish", "suits", "targets"},
    {"cover", "distance"},
    {"layout"},
    {"arrange"},
    {"labels"},
    {"deal"},
    {"counting", "receipts", "reshuffle"},
    {"judge", "fines"},
    {"moves"},
    {"turn"},
    {"sight"},
    {"observation"},
    {"simple"},
    {"play"},
    {"weights", "values", "stakes", "pool"},
    {"minds", "past"},
    {"outlook"},
    {"tuned"},
    {"belief", "prospect", "rollout", "seeing", "traces"},
    {"worlds"},
    {"playout"},
    {"search"},
    {"batch", "contest", "series"},
]
WHOLE_CORE = set[str]().union(*CORE)
FACES = {
    "actions": {"codes", "melds"},
    "workspace": {"labels"},
    "groups": WHOLE_CORE | {"actions", "workspace"},
    "flaws": {"actions", "clauses", "groups"},
    "position": WHOLE_CORE | {"actions"},
    "view": WHOLE_CORE | {"actions", "groups", "workspace"},
    "glimpse": WHOLE_CORE | {"actions", "position", "view"},
    "state": WHOLE_CORE | {"actions", "position", "view", "workspace"},
    "advice": WHOLE_CORE | {"actions", "view", "workspace"},
    "recall": WHOLE_CORE | {"actions", "view"},
    "think": WHOLE_CORE | {"actions", "recall", "view", "workspace"},
    "through": WHOLE_CORE | {"actions", "recall", "state", "workspace"},
    "match": {"rules", "clauses", "state"},
    "book": {"rules", "melds"},
    "__init__": WHOLE_CORE | {"actions", "advice", "match", "state", "think", "view"},
}
# These serve every game, and know it by the names in `games` alone.
FOR_ALL_GAMES = {
    "games",
    "match",
    "record",
    "fair",
    "batch",
    "archive",
    "proofs",
    "perft",
    "players",
    "challenge",
    "book",
    "pages",
}

NOT_FOR_PLAYERS = {
    f"speto.{game}.{part}" for game in GAMES for part in ("deal", "state", "through")
}
LOOKS_THROUGH = {f"speto.{game}.through" for game in GAMES}
MAY_LOOK_THROUGH = {"challenge"}
"""Where the labelled cheats of the arena and of an open challenge look."""
ASKED_BY_PLAYERS = {
    f"speto.{game}.{part}" for game in GAMES for part in ("advice", "glimpse", "think")
}
MOST_LINES = 400
SAYS_NOTHING = {"utils", "helpers", "base", "manager", "common"}


def name_of(file: Path) -> str:
    parts = file.relative_to(SRC).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


FILES = {name_of(file): file for file in sorted(SRC.rglob("*.py"))}
every_module = pytest.mark.parametrize("module", FILES)


def imported(module: str, is_package: bool, code: str) -> Iterator[str]:
    """The full names of the modules that this code imports, anywhere in it."""
    for node in ast.walk(ast.parse(code)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            up = node.level - is_package
            home = module.split(".")[: -up or None] if node.level else []
            origin = ".".join(home + (node.module.split(".") if node.module else []))
            for alias in node.names:
                whole = f"{origin}.{alias.name}"
                yield whole if whole in FILES else origin


def as_imports(types: str) -> str:
    """The cimports of a .pxd, written as imports."""
    found = re.findall(r"^(?:from +[\w.]+ +)?cimport +(?:\([^)]*\)|[^\n(#]+)", types, re.M)
    return "\n".join(line.replace("cimport", "import") for line in found)


@cache
def imports(module: str) -> frozenset[str]:
    """What a module imports: its own text and its .pxd, if it has one."""
    file = FILES[module]
    names = set(imported(module, file.stem == "__init__", file.read_text()))
    types = file.with_suffix(".pxd")
    if types.exists():
        names |= set(imported(module, False, as_imports(types.read_text()))) - {"cython"}
    return frozenset(names - {module})


def room(module: str) -> str:
    """The part of the house: `dummy` for `speto.dummy.turn`."""
    return [*module.split("."), "speto"][1] if "." in module else module


def row(rows: list[set[str]], name: str) -> int:
    return next((number for number, names in enumerate(rows) if name in names), -1)


def may_import(name: str) -> set[str]:
    """What a module of a game may import from its own game."""
    if name in FACES:
        return FACES[name]
    return set[str]().union(*CORE[: row(CORE, name)])


def is_literal(node: ast.expr) -> bool:
    return not any(isinstance(part, ast.Name | ast.Call) for part in ast.walk(node))


def test_imports_are_read() -> None:
    """Every way of writing an import is understood, so that none slips through."""
    code = "import speto.cards as c\nfrom . import x\ndef f():\n from ..texts import y"
    found = set(imported("speto.dummy.turn", False, code))
    assert found == {"speto.cards", "speto.dummy", "speto.texts"}
    assert set(imported("speto.dummy", True, "from .a import b")) == {"speto.dummy.a"}
    types = "cimport cython\nfrom ..bits cimport (\n a,\n b)\ncdef int x\nfrom .c cimport d # e"
    found = set(imported("speto.dummy.turn", False, as_imports(types)))
    assert found == {"cython", "speto.bits", "speto.dummy.c"}


@every_module
def test_every_module_has_its_room(module: str) -> None:
    """Every module of the package, and of each game, stands in the order above."""
    name = room(module)
    assert row(ROOMS, name) >= 0, (
        f"speto.{name} is new: place it in ROOMS of {Path(__file__).name}, and in ARCHITECTURE.md"
    )
    if name in GAMES and module != f"speto.{name}":
        part = module.removeprefix(f"speto.{name}.")
        assert part in FACES or row(CORE, part) >= 0, (
            f"{module} is new: place it in CORE or FACES of {Path(__file__).name}"
        )


@every_module
def test_left_never_imports_right(module: str) -> None:
    """A module imports only from its own room and the rooms to its left."""
    own = room(module)
    others = {name for name in imports(module) if name.split(".")[0] == "speto"}
    wrong = {
        name
        for name in others
        if room(name) != own and not 0 <= row(ROOMS, room(name)) < row(ROOMS, own)
    }
    assert not wrong, f"{module} must not import {sorted(wrong)}"


@every_module
def test_what_serves_all_games_names_none(module: str) -> None:
    """What every game uses imports no game: a game is found by its name, or by its rules."""
    if room(module) in FOR_ALL_GAMES:
        assert not {name for name in imports(module) if room(name) in GAMES}


@every_module
def test_order_inside_a_game(module: str) -> None:
    """Inside a game the core imports only from its left, and never the faces."""
    own = room(module)
    if own not in GAMES:
        return
    part = module.removeprefix(f"speto.{own}.") if module != f"speto.{own}" else "__init__"
    parts = {
        name.removeprefix(f"speto.{own}").removeprefix(".") or "__init__"
        for name in imports(module)
        if name.startswith("speto.") and room(name) == own
    }
    wrong = parts - may_import(part)
    assert not wrong, f"{module} must not import {sorted(wrong)} of its game"


@every_module
def test_players_cannot_peek(module: str) -> None:
    """A player knows a sight or a view, never the deal or the state behind it."""
    if room(module) == "players":
        assert not imports(module) & NOT_FOR_PLAYERS


def test_players_reach_nothing_hidden() -> None:
    """Whatever a player imports, and what it asks of a game, comes to no state by any import.

    The deals that they come to are those of their own guesses.
    """
    assert set(FILES) >= ASKED_BY_PLAYERS
    reached = {module for module in FILES if room(module) == "players"} | ASKED_BY_PLAYERS
    while more := set[str]().union(*(imports(name) for name in reached & set(FILES))) - reached:
        reached |= more
    assert not reached & (LOOKS_THROUGH | {f"speto.{game}.state" for game in GAMES})


@every_module
def test_only_cheats_look_through(module: str) -> None:
    """What sees through the cards is for the labelled cheats alone."""
    if room(module) not in MAY_LOOK_THROUGH:
        assert not imports(module) & LOOKS_THROUGH
        assert '.through"' not in FILES[module].read_text(), "imported by its name"


@every_module
def test_rules_need_nothing(module: str) -> None:
    """Everything up to fair dealing imports only the standard library."""
    if room(module) in STANDARD_LIBRARY_ONLY:
        roots = {name.split(".")[0] for name in imports(module)}
        assert roots <= sys.stdlib_module_names | {"speto", "libc", "_typeshed"}


@every_module
def test_rule_files_are_plain_python(module: str) -> None:
    """A file that is compiled does not import cython: it runs and debugs without it."""
    file = FILES[module]
    if file.with_suffix(".pxd").exists():
        roots = {name.split(".")[0] for name in imported(module, False, file.read_text())}
        assert not roots & {"cython", "Cython"}


@every_module
def test_no_literal_is_shifted(module: str) -> None:
    """A compiled file shifts no bare number by a variable: C would do it in 32 bits, and be wrong.

    A named constant, declared `cdef i64` in the .pxd, is shifted in 64.
    """
    file = FILES[module]
    if file.with_suffix(".pxd").exists():
        lines = [
            node.lineno
            for node in ast.walk(ast.parse(file.read_text()))
            if isinstance(node, ast.BinOp)
            and isinstance(node.op, ast.LShift)
            and is_literal(node.left)
            and not is_literal(node.right)
        ]
        assert not lines, f"{module}: name what is shifted in lines {sorted(lines)}"


@every_module
def test_modules_stay_small(module: str) -> None:
    """No module is longer than can be read in one sitting."""
    for file in (FILES[module], FILES[module].with_suffix(".pxd")):
        lines = len(file.read_text().splitlines()) if file.exists() else 0
        assert lines <= MOST_LINES, f"{file.name} has {lines} lines"


@every_module
def test_names_say_something(module: str) -> None:
    """No module has a name that would fit anything."""
    assert not set(module.split(".")) & SAYS_NOTHING
