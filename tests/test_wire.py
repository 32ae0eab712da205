"""Frames from clients: what is an ask, what is not, and that nothing else ever comes out."""

from __future__ import annotations

import json
from typing import Any, get_args

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from speto.server import wire

pytestmark = pytest.mark.once

ASKS: dict[str, dict[str, Any]] = {
    "hello": {"version": 1, "token": "abc", "language": "th"},
    "open": {
        "game": "dummy",
        "rules": "default,fine=20",
        "seats": [{"kind": "person"}, {"kind": "computer", "level": "simple"}, {"kind": "open"}],
        "clock": "calm",
        "public": True,
        "talk": "free",
        "delay": 5000,
    },
    "join": {"code": "K7QX4M", "seat": 1},
    "leave": {"table": "t1"},
    "fill": {"table": "t1", "level": "simple"},
    "watch": {"table": "t1", "since": 7},
    "unwatch": {"table": "t1"},
    "ready": {"table": "t1"},
    "entropy": {"table": "t1", "deal": 1, "entropy": "0123456789abcdef" * 2},
    "try": {"table": "t1", "seq": 7, "words": ["^7c=6c7c8c", "=2h2d2s"]},
    "do": {"table": "t1", "seq": 7, "words": ["+"]},
    "arrange": {
        "table": "t1",
        "groups": [["3c", "4c", "**"], ["Ts", "Th", "Td"]],
        "discard": "Kc",
    },
    "rejoin": {"table": "t1"},
    "rematch": {"table": "t1"},
    "back": {"table": "t1"},
    "say": {"table": "t1", "phrase": "well_played"},
    "mute": {"account": "a1", "on": False},
    "report": {"table": "t1", "account": "a1", "reason": "talk", "text": "rude"},
    "quick": {"game": "indian", "rules": "default", "seats": 6},
    "unquick": {},
    "tables": {},
    "ping": {},
}


def frame(kind: str, **changed: Any) -> bytes:
    """A right frame of a kind, with some of its fields changed."""
    return json.dumps({"type": kind, "id": "c1", **ASKS[kind], **changed}).encode()


def problem(sent: bytes | str) -> wire.WireError:
    """What is wrong with a frame."""
    with pytest.raises(wire.WireError) as wrong:
        wire.decode(sent)
    return wrong.value


def test_every_kind_is_tried() -> None:
    """The right frames of this file are of every kind there is."""
    kinds = {kind.__struct_config__.tag for kind in get_args(wire.Ask)}
    assert kinds == set(ASKS)


@pytest.mark.parametrize("kind", ASKS)
def test_a_right_frame_is_its_ask(kind: str) -> None:
    """A frame read and written again says the same, as bytes and as text."""
    ask = wire.decode(frame(kind))
    assert wire.decode(frame(kind).decode()) == ask
    assert wire.decode(msgspec.json.encode(ask)) == ask
    written = json.loads(msgspec.json.encode(ask))
    assert json.loads(frame(kind)).keys() <= written.keys()


@pytest.mark.parametrize("kind", ASKS)
def test_a_field_too_many_or_too_few_is_refused(kind: str) -> None:
    """The sets are closed: an unknown field is refused, and a frame without an id."""
    unknown = problem(frame(kind, card="As"))
    assert (unknown.code, unknown.id) == ("field", "c1")
    fields = json.loads(frame(kind))
    del fields["id"]
    assert problem(json.dumps(fields)).code == "field"
    for name, value in ASKS[kind].items():
        wrong = [] if not isinstance(value, list) else "text"
        assert problem(frame(kind, **{name: wrong})).code == "field"


@pytest.mark.parametrize(
    ("sent", "code"),
    [
        (b"", "json"),
        (b"[", "field"),
        (b"\xff\xfe", "json"),
        ("\ud800", "json"),
        (b'{"type":"ping","id":"\\ud800"}', "json"),
        (b'{"type":"ping","id":"a"} x', "json"),
        (b'{"a":' + b"[" * 16_000, "json"),
        (b'{"a":' * 3_000, "json"),
        (b'{"type":"do","id":"a","table":"t","words":["+"],"seq":' + b"9" * 400 + b"}", "field"),
        (b'{"type":"do","id":"a","table":"t","words":["+"],"seq":1e9999}', "field"),
        (b"5", "field"),
        (b'{"id":"a"}', "type"),
        (b'{"id":"a","type":5}', "type"),
        (b'{"id":"a","type":"moved"}', "type"),
        (b'{"id":"a\\n","type":"ping"}', "field"),
        (b" " * (wire.FRAME + 1), "long"),
        ("é" * (wire.FRAME // 2 + 1), "long"),
        ("x" * 10_000_000, "long"),
    ],
)
def test_a_wrong_frame_is_named(sent: bytes | str, code: str) -> None:
    """What is no ask is refused with a code, in a sentence of bounded length."""
    wrong = problem(sent)
    assert wrong.code == code
    assert 0 < len(wrong.sentence) <= 201


@pytest.mark.parametrize(
    ("kind", "changed"),
    [
        ("do", {"words": []}),
        ("do", {"words": ["+"] * 41}),
        ("do", {"words": ["-" * 201]}),
        ("do", {"words": [""]}),
        ("do", {"seq": -1}),
        ("do", {"seq": 2**53}),
        ("do", {"table": "../t"}),
        ("entropy", {"entropy": "0" * 31}),
        ("entropy", {"entropy": "0" * 33}),
        ("entropy", {"entropy": "A" * 32}),
        ("entropy", {"entropy": "0" * 32 + "\n"}),
        ("entropy", {"deal": 0}),
        ("open", {"seats": [{"kind": "person"}]}),
        ("open", {"seats": [{"kind": "open"}] * 7}),
        ("open", {"seats": [{"kind": "open", "stake": 5}] * 2}),
        ("open", {"rules": "default;drop"}),
        ("open", {"delay": 600_001}),
        ("join", {"code": "K7QX4M", "table": "t1"}),
        ("join", {"code": None}),
        ("join", {"code": "K" * 25}),
        ("join", {"seat": 6}),
        ("watch", {"table": None}),
        ("say", {"text": "both"}),
        ("say", {"phrase": None}),
        ("say", {"phrase": None, "text": "x" * 301}),
        ("arrange", {"groups": [["1c"]]}),
        ("arrange", {"groups": [[]]}),
        ("arrange", {"discard": "1c"}),
        ("hello", {"token": "x" * 201}),
    ],
)
def test_every_bound_holds(kind: str, changed: dict[str, Any]) -> None:
    """A value just over its bound, or a name given twice, is refused with the id of its ask."""
    wrong = problem(frame(kind, **changed))
    assert (wrong.code, wrong.id) == ("field", "c1")


def test_the_longest_turn_fits() -> None:
    """A Show of 14 cards and a frame of just the greatest size are taken."""
    show = "!AsKsQsJs/2c3c4c/5d5h5s/**2s/3s-4s"
    ask = wire.decode(frame("do", words=[show] * 40))
    assert isinstance(ask, wire.Do)
    assert ask.words == [show] * 40
    whole = frame("do", words=["+"])
    assert wire.decode(whole + b" " * (wire.FRAME - len(whole))).id == "c1"


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=20,
)


@given(st.binary() | st.text() | JSON.map(json.dumps))
def test_only_wire_errors_come_out_of_anything(sent: bytes | str) -> None:
    """Any bytes, text or JSON at all is refused as a wire error."""
    problem(sent)


@given(st.data())
def test_only_wire_errors_come_out_of_changed_frames(data: st.DataObject) -> None:
    """A right frame with any field set to anything, or with any bytes changed, is safe too."""
    kind = data.draw(st.sampled_from(sorted(ASKS)))
    fields = json.loads(frame(kind))
    for name in data.draw(st.lists(st.sampled_from(sorted(fields)), max_size=2)):
        fields[name] = data.draw(JSON)
    sent = bytearray(json.dumps(fields).encode())
    for at in data.draw(st.lists(st.integers(0, len(sent) - 1), max_size=3)):
        sent[at] = data.draw(st.integers(0, 255))
    try:
        ask = wire.decode(bytes(sent))
    except wire.WireError as wrong:
        assert wrong.code in {"long", "json", "type", "field"}
    else:
        assert isinstance(ask, wire.Ask)
