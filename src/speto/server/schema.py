"""The protocol as JSON Schema and as TypeScript, made from the types that the server speaks with.

What must stay true: docs/protocol.schema.json and docs/protocol.d.ts are a function of the types
alone, so that a test can tell a stale one. `python -m speto.server.schema docs` writes them.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any, Final

from msgspec import UNSET, Struct, UnsetType, defstruct
from msgspec.json import schema_components
from msgspec.structs import fields

from speto.server.account_routes import AccountShown, LeaderShown
from speto.server.answers import Refusal
from speto.server.book_routes import RuleBook
from speto.server.coaching import CoachAsked, Coaching, DealReview, ReviewUnderway
from speto.server.faces.dummy import DummyOwn, DummyPublic
from speto.server.faces.indian import Best, IndianOwn, IndianPublic
from speto.server.folder import put
from speto.server.lesson_routes import LessonSaid
from speto.server.lessons import LessonCourse, LessonMoment
from speto.server.options_form import OptionsForm, RulesRead
from speto.server.profile_routes import HistoryPage, Matters, MyTables, Profile
from speto.server.replays import Replay
from speto.server.score_routes import DummyScore, IndianScore, ScoreAsked
from speto.server.wire import Ask, Message

REFS: Final = "#/$defs/"


class DummyFace(Struct, frozen=True):
    """A view of Dummy."""

    public: DummyPublic
    own: DummyOwn
    sight: str | UnsetType | None = UNSET


class IndianFace(Struct, frozen=True):
    """A view of Indian Rummy."""

    public: IndianPublic
    own: IndianOwn
    sight: str | UnsetType | None = UNSET


FETCHED: Final = (
    *(Refusal, RulesRead, RuleBook, Replay, ScoreAsked, DummyScore, IndianScore),
    *(LessonCourse, LessonSaid, LessonMoment, HistoryPage, MyTables, Profile, Matters),
    *(AccountShown, LeaderShown, CoachAsked, Coaching, DealReview, ReviewUnderway),
)
"""What is fetched without a socket (docs/web.md)."""

Schema = dict[str, Any]


def change_of(kind: type[Struct]) -> type[Struct]:
    """A type with the fields of another, and its tag, any of which may be left out."""
    config = kind.__struct_config__
    tagged = [(config.tag_field, str | UnsetType, UNSET)] if config.tag_field else []
    own = [(one.name, one.type | UnsetType, UNSET) for one in fields(kind)]
    name = f"{kind.__name__}Change"
    words = f"The fields of `{kind.__name__}` that have changed."
    return defstruct(name, [*tagged, *own], namespace={"__doc__": words}, frozen=True)


PUBLIC_CHANGES: Final = (change_of(DummyPublic), change_of(IndianPublic))
OWN_CHANGES: Final = (change_of(DummyOwn), change_of(IndianOwn))


def schema() -> Schema:
    """The whole protocol as one JSON Schema: a frame is an `Ask` or a `Message`."""
    faced = (DummyFace, IndianFace, *PUBLIC_CHANGES, *OWN_CHANGES, Best)
    types = (Ask, Message, *faced, OptionsForm, *FETCHED)
    (asks, messages, *_), parts = schema_components(types, ref_template=REFS + "{name}")
    # what is spliced as raw JSON into a frame has a type all the same
    faces = [{"$ref": f"{REFS}DummyFace"}, {"$ref": f"{REFS}IndianFace"}]
    parts["Face"] = {
        "title": "Face",
        "description": parts["Face"]["description"],
        "anyOf": faces,
    }
    step = parts["ReplayStep"]["properties"]
    step["public"] = {"anyOf": [_ref(kind) for kind in PUBLIC_CHANGES]}
    own = [*(_ref(kind) for kind in OWN_CHANGES), {"type": "null"}]
    step["own"] = {"type": "array", "items": {"anyOf": own}}
    parts["Arranged"]["properties"]["arrangement"] = {"$ref": f"{REFS}Best"}
    parts |= {"Ask": {"title": "Ask", **asks}, "Message": {"title": "Message", **messages}}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "The protocol of the speto table server",
        "anyOf": [{"$ref": f"{REFS}Ask"}, {"$ref": f"{REFS}Message"}],
        "$defs": dict(sorted(parts.items())),
    }


def _ref(kind: type[Struct]) -> Schema:
    return {"$ref": f"{REFS}{kind.__name__}"}


def typescript(whole: Schema) -> str:
    """The same as TypeScript declarations."""
    parts = ["// Made by `python -m speto.server.schema docs` from the types of the server."]
    for name, part in whole["$defs"].items():
        if "description" in part:
            parts.append(_comment(part["description"]))
        if part.get("type") == "object" and "properties" in part:
            parts.append(f"export interface {name} {_members(part)}\n")
        else:
            parts.append(f"export type {name} = {_type(part)};\n")
    return "\n".join(parts)


def _comment(text: str) -> str:
    lines = "\n".join(f" * {line.strip()}".rstrip() for line in text.split("\n"))
    return f"/**\n{lines}\n */"


def _members(part: Schema) -> str:
    required = part.get("required", ())
    lines = [
        f"  readonly {name}{'' if name in required else '?'}: {_type(value)};"
        for name, value in part["properties"].items()
    ]
    return "\n".join(["{", *lines, "}"])


def _type(part: Schema) -> str:
    """The TypeScript type of a schema.

    :raises KeyError: if the schema says something that this does not know.
    """
    if "$ref" in part:
        return str(part["$ref"]).removeprefix(REFS)
    if "enum" in part:
        return " | ".join(map(json.dumps, part["enum"]))
    if "anyOf" in part:
        return " | ".join(map(_type, part["anyOf"]))
    match part["type"]:
        case "array":
            return f"readonly ({_type(part['items'])})[]"
        case "object":
            return f"Readonly<Record<string, {_type(part['additionalProperties'])}>>"
        case plain:
            names = {
                "integer": "number",
                "number": "number",
                "string": "string",
                "boolean": "boolean",
                "null": "null",
            }
            return names[plain]


def files() -> dict[str, str]:
    """The files and what stands in them."""
    whole = schema()
    return {
        "protocol.schema.json": json.dumps(whole, indent=1, ensure_ascii=False) + "\n",
        "protocol.d.ts": typescript(whole),
    }


def write(into: Path) -> None:
    """Write the files, each whole."""
    for name, text in files().items():
        put(into, name, text.encode())


if __name__ == "__main__":
    write(Path(sys.argv[1]))
