"""Hands of Indian Rummy as people write them: read, refused or judged, settled like played ones."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from speto.cards import ParseError, parse_cards, write_cards
from speto.clause import RulesError
from speto.indian import Rules
from speto.indian.clauses import SET_2
from speto.score.indian import Score, Wrong, read_file, read_hands, score
from speto.score.indian.reading import KEYS
from speto.terminal.page import WIDTH, cells
from speto.terminal.scoring.command import run
from speto.texts import Catalogue, load

PAGE = Path(__file__).parent.parent / "docs" / "score.md"
FOLDER = Path(__file__).parent / "scores" / "indian"
GOOD = "3H 4H 5H 6H 7S 8S * 9C 9D 9H KC KD KS"
POOR = "2S 3S 5H 7C 9D 2D 4C 6S 8H 3D 5S 6H 4D"
THIRD = "TC QC 6C 8C TH JH QH 2H 8D TD JD QS AS"
SECOND = "4H 5H 6H 4S 5S 6S 9C 9D 9S KC KD KH KS"
BAD = "2S 3S 5H 7C 9D 2D 4C 6S 8H 3C 5S 6H 4D"
Command = Callable[..., str]


@pytest.fixture
def command(capsys: pytest.CaptureFixture[str]) -> Command:
    """What `speto score indian` prints, words of one line apart by one space."""

    def command_(*hands: str, cut: str | None = "JC", **options: Any) -> str:
        assert run("indian", hands, cut=cut, **options) == 0
        return capsys.readouterr().out

    return command_


def told(command: Command, *hands: str, **options: Any) -> Any:
    """The JSON of some hands."""
    return json.loads(command(*hands, as_data=True, **options))


def one_line(text: str) -> str:
    return " ".join(text.split())


@pytest.mark.parametrize(
    ("hand", "rules", "points", "clause"),
    [
        pytest.param(GOOD, "default", 0, None, id="IT-01"),
        pytest.param(
            "3H 4H * 6H 7S 8S * 9C 9D 9H KC KD KS", "default", 80, "I-SCORE-1", id="IT-02"
        ),
        pytest.param(
            "3H 4H 5H 6H 9C 9D 9H KC KD KS 2S 2D 2H",
            "default,one_pure=count_all",
            80,
            "I-SCORE-2",
            id="IT-04",
        ),
        pytest.param(
            "7S 7S 7H 7D 3H 4H 5H 8C 9C TC QD QH QS", "default", 7, "I-SCORE-3", id="IT-05"
        ),
        pytest.param(
            "7S 7S 7H * 3H 4H 5H 8C 9C TC QD QH QS", "default", 7, "I-SCORE-3", id="IT-06"
        ),
        pytest.param("TC JC QC 4H 5H * KC KD KS 2S 2D 2H 2C", "default", 0, None, id="IT-07"),
        pytest.param(
            "TC JC QC 4H 5H * KC KD KS 2S 2D 2H 2C", "default,wild_scope=rank", 0, None, id="IT-08"
        ),
        pytest.param("AS 2S 3S QH KH AH 5C 5D 5S 8D 8H 8C 8S", "default", 0, None, id="IT-11"),
        pytest.param(
            "KS AS 2S 4H 5H 6H 7D 8D 9D TC TD TH TS", "default", 22, "I-SCORE-3", id="IT-12"
        ),
        pytest.param(POOR, "default", 55, "I-SCORE-2", id="IT-13"),
        pytest.param(BAD, "default", 80, "I-SCORE-1", id="IT-14"),
        pytest.param(BAD, "default,no_pure=sum_capped", 64, "I-SCORE-1", id="IT-15"),
        pytest.param(
            "4S 5S 6S 7S 8S 9S KH KD KC * QD 3C 2H", "default", 15, "I-SCORE-3", id="IT-17"
        ),
        pytest.param(
            "4S 5S 6S KH KD QC QS JD TH 9C 8D 3C 2H", "default", 80, "I-SCORE-2", id="IT-19"
        ),
        pytest.param(
            "3H 4H 5H 7D 8D JD KC KS JS 9C 9D 9H 2C", "default", 60, "I-SCORE-3", id="IT-20"
        ),
        pytest.param(
            "3H 4H 5H 7D 8D JD KC KS JS 9C 9D 9H 2C",
            "default,wild_scope=rank",
            2,
            "I-SCORE-3",
            id="IT-21",
        ),
        pytest.param("4D 5D 6D 7D 8C * * 9S 9H 9C QC QD QH", "default", 0, None, id="IT-23"),
        pytest.param("4D 5D 6D 8C 9C * KS KH KD KC * QC QD", "default", 0, None, id="IT-24"),
        pytest.param("4H 5H 6H 4H 5H 6H 9C 9D 9S KC KD KH KS", "default", 0, None, id="IT-26"),
        pytest.param("AC 2C 3C 4C 5C 6C 7C 8C 9C TC JC QC KC", "default", 0, None, id="IT-27"),
        pytest.param(
            "* 4H 5H * 8S 9S 2C 2D 2H KC KD KS QD", "default", 80, "I-SCORE-1", id="IT-30"
        ),
    ],
)
def test_vectors_of_hands(
    hand: str, rules: str, points: int, clause: str | None, command: Command
) -> None:
    """Each vector about a hand is answered by the command, with the rule that charges it."""
    found = told(command, hand, rules=rules)
    assert (found["points"], found["show"]) == (points, not points)
    assert sum(entry["points"] for entry in found["entries"]) == points == found["owes"]
    assert [entry["clause"] for entry in found["entries"][:1]] == ([clause] if clause else [])
    cards = [card for group in found["groups"] for card in group["cards"]]
    cards += found["deadwood"] + found["left_over"]
    assert Counter(cards) == Counter(map(str, parse_cards(hand)))
    page = command(hand, rules=rules)
    assert ("A good Show, 0 points:" in page) == (not points)
    assert f"{points} points, no Show:" in page or not points
    assert not clause or clause in page


def test_it_02_tells_why(command: Command) -> None:
    """IT-02: no pure run, for in each run a wild card stands for another."""
    found = told(command, "3H 4H * 6H 7S 8S * 9C 9D 9H KC KD KS")
    assert [lack["what"] for lack in found["lacks"]] == ["none_is_pure"]


def test_it_27_with_a_shorter_word(command: Command) -> None:
    """IT-27: the 13 cards of a suit are cut into two runs, though the 10 is written `10c`."""
    found = told(command, "ac 2c 3c 4c 5c 6c 7c 8c 9c 10c jc qc kc")
    assert found["show"]
    assert all(group["kind"] == "pure_run" for group in found["groups"])


def test_it_42(command: Command) -> None:
    """IT-42: of 14 cards the discard that makes a Show is its finishing card."""
    found = told(command, f"{GOOD} 2D")
    assert (found["points"], found["show"], found["discard"]) == (0, True, "2d")
    assert "with 2♦ as the finishing card" in one_line(command(f"{GOOD} 2D"))


NO_PURE = "AS AD QC QD JD JS 7C 7D 5C 3S 6D TC 8C"


@pytest.mark.parametrize(
    ("hands", "rules", "scores", "paid"),
    [
        pytest.param(
            [
                f"{GOOD} show 2d",
                "3C 4C 5C 8D 9D TD 2C 2D 2S QH 6S 5D 4S",
                "drop later",
                "drop first",
                NO_PURE,
            ],
            "default,point_value=2",
            [0, 25, 40, 20, 80],
            [330, -50, -80, -40, -160],
            id="IT-34",
        ),
        pytest.param(
            [
                "3H 4H 5H 6H 7S 8S * 9C 9D 9H 2S 4S 6D",
                "TH JH QH AH 2H 3H 7C 7D 7H KD QD 6C 4C",
                NO_PURE,
                "4H 5H 6H 4S 5S 6S 9C 9D 9S 2C 2D 3D 5C",
            ],
            "default",
            [0, 30, 80, 0],
            [55, -30, -80, 55],
            id="IT-35",
        ),
        pytest.param([f"{POOR} show 2h", NO_PURE], "default", [80, 0], [-80, 80], id="IT-38"),
        pytest.param([f"{GOOD} show", SECOND], "default", [0, 0], [0, 0], id="IT-39"),
    ],
)
def test_vectors_of_settlements(
    hands: list[str], rules: str, scores: list[int], paid: list[int], command: Command
) -> None:
    """Each vector about who pays whom is answered by the command."""
    found = told(command, *hands, rules=rules)
    assert found["deals"][0]["scores"] == scores
    assert found["match"]["settlement"] == paid


def expected(block: str) -> tuple[list[str], list[int], list[int]]:
    """The sheet that an example says was worked out by hand: its lines, points owed, payments."""
    lines = re.findall(r"^; = (.*)$", block, re.M)
    numbers = (re.findall(rf"^; {mark} (.*)$", block, re.M)[0].split() for mark in (r"\*", r"\$"))
    owed, paid = (list(map(int, found)) for found in numbers)
    return lines, owed, paid


@pytest.mark.parametrize("file", sorted(FOLDER.glob("*.score")), ids=lambda file: file.stem)
def test_examples(file: Path) -> None:
    """Each example gives the sheet and the payments that were worked out by hand beside it."""
    text = file.read_text(encoding="utf-8")
    found = scored(text)
    blocks = text.strip().split("\n\n")
    for block, deal in zip(blocks, found.deals, strict=True):
        lines, owed, paid = expected(block)
        names = [found.setting.names[seat] for seat in deal.playing]
        got = [
            f"{names[entry.seat]} {entry.points:+d} {entry.clause.code}"
            f" {write_cards(entry.cards) or '-'}"
            for entry in deal.settled.entries
        ]
        assert sorted(got) == sorted(lines)
        assert deal.match
        assert list(deal.match.deals[-1]) == owed
        assert list(deal.match.settlement()) == paid


KEYS_OF_A_HAND = {
    *("points", "show", "groups", "deadwood", "left_over", "entries", "lacks"),
    *("owes", "called", "cards", "discard", "better_discard", "best", "declared"),
    *("rules", "cut", "wilds"),
}


def test_the_keys_of_a_hand(command: Command) -> None:
    """The JSON of a hand has its documented keys, and those of its own and its best arrangement."""
    found = told(command, "7S 7S 7H/3H 4H 5H/8C 9C TC/QD QH QS/7D")
    assert set(found) == KEYS_OF_A_HAND
    of_each = {"points", "show", "groups", "deadwood", "left_over", "entries", "lacks"}
    assert set(found["best"]) == of_each
    assert set(found["declared"]) == of_each | {"parts"}
    assert found["groups"][0] == {"kind": "pure_run", "cards": ["3h", "4h", "5h"]}
    assert (found["points"], found["deadwood"]) == (7, ["7s"])
    assert (found["declared"]["points"], found["declared"]["deadwood"]) == (
        28,
        ["7d", "7h", "7s", "7s"],
    )
    bad = found["declared"]["parts"][0]
    assert bad["flaw"] == {
        "what": "same_in_set",
        "clause": "I-SET-2",
        "title": load().title(SET_2, Rules()),
        "cards": ["7s"],
    }
    assert (found["rules"], found["cut"], found["wilds"]) == ("default", "Jc", ["Jc"])
    page = PAGE.read_text(encoding="utf-8")
    for key in KEYS_OF_A_HAND | {"parts"}:
        assert f"`{key}`" in page, f"docs/score.md does not tell of {key}"


def test_the_keys_of_deals(command: Command) -> None:
    """The JSON of several hands has rules, seats, deals and match; each hand its keys."""
    found = told(command, f"Nok: {GOOD} show 2d", "drop first", POOR, rules="default,point_value=2")
    assert set(found) == {"rules", "seats", "deals", "match"}
    assert found["seats"] == ["Nok", "2", "3"]
    (deal,) = found["deals"]
    assert (deal["ended"], deal["shower"], deal["winners"]) == ("show", 0, [0])
    assert deal["scores"] == [0, 20, 55]
    assert [(entry["seat"], entry["clause"]) for entry in deal["entries"]] == [
        (1, "I-DROP-1"),
        (2, "I-SCORE-2"),
    ]
    assert found["match"]["settlement"] == [150, -40, -110]
    assert set(deal["hands"][0]) == KEYS_OF_A_HAND - {"rules", "cut", "wilds"}
    assert deal["hands"][1] is None
    page = PAGE.read_text(encoding="utf-8")
    for key in {*found, *deal, *found["match"]}:
        assert f"`{key}`" in page, f"docs/score.md does not tell of {key}"


# hands, options, and what is printed, each with words that no other case has
SAID: list[tuple[list[str], dict[str, Any], list[str]]] = [
    ([GOOD], {}, ["Cut card J♣. Wild: J♣ and the printed jokers.", "7♠ 8♠ ** run", "K♠ set"]),
    ([GOOD], {"cut": "*"}, ["The cut card is a printed joker. Wild: all aces and the other"]),
    ([GOOD], {"rules": "online"}, ["Wild: J♣ J♦ J♥ J♠ and"]),
    ([f"{GOOD} 2d"], {}, ["A good Show with 2♦ as the finishing card, 0 points:"]),
    ([f"{GOOD} - kd"], {}, ["A good Show with K♦ as the finishing card, 0 points:"]),
    ([BAD], {}, ["80 points, no Show:", "There is no pure run (I-SEQ-2).", "80 I-SCORE-1"]),
    (["3H 4H 5H 7S 8S 9S 9C 9D 9H KC KD KH JC"], {}, ["J♣ left over, costs nothing"]),
    (
        ["3H 4H 5H 6H * 9C 9D 9S KC KD KS 2S 2D"],
        {"rules": "default"},
        ["There is no second run: 3♥ 4♥ 5♥ 6♥"],
    ),
    (
        ["* 4H 5H 8S 9D 2S 2C 2D 2H KC KD KS QD"],
        {},
        ["There is no pure run: in 4♥ 5♥ ** a wild card stands for another (I-SEQ-2)."],
    ),
    (
        ["3H 4H * 6H 7S 8S * 9C 9D 9H KC KD KS"],
        {},
        ["in each of 3♥ 4♥ 6♥ **, 7♠ 8♠ ** a wild card stands for another"],
    ),
    (
        ["3h4h5h 7s8s9s 9c9d9h KcKdKs 2s"],
        {"rules": "default,second_run_min=4"},
        ["None of the runs has four cards: 3♥ 4♥ 5♥, 7♠ 8♠ 9♠ (I-MORE-21).", "2♠ is loose"],
    ),
    (
        ["4S 5S 6S KH KD QC QS JD TH 9C 8D 3C 2H"],
        {},
        ["82 I-SCORE-2", "-2 I-CAP-1", "are loose (I-SHOW-1)."],
    ),
    ([f"{POOR} KS"], {}, ["Best discard: K♠. It leaves 55 points, no Show:"]),
    ([f"{POOR} - KS"], {}, ["Without K♠ 55 points, no Show:"]),
    ([f"{GOOD[:-2]} 2d - KS"], {}, ["With 2♦ as the finishing card it would be a good Show."]),
    ([f"{POOR[:-2]} KS - 4D"], {}, ["Discarding K♠ would leave 55 points."]),
    (
        ["3H 4H 5H 6H/7S 8S */9C 9D 9H/KC KD KS"],
        {},
        ["As it is grouped, a good Show, 0 points:", "No other arrangement of these cards costs"],
    ),
    (
        ["3H 4H 5H 6H/7S 8S */9C 9D 9H/KC KD KS/2d"],
        {},
        ["As it is grouped, a good Show with 2♦ as the finishing card, 0 points:"],
    ),
    (
        ["!3h4h5h6h/7s8s**/9c9d9h/KcKdKs-2d"],
        {},
        ["As it is grouped, a good Show with 2♦ as the finishing card, 0 points:"],
    ),
    (
        ["7S 7S 7H/3H 4H 5H/8C 9C TC/QD QH QS/7D"],
        {},
        [
            "As it is grouped, 28 points, no Show:",
            "7♠ 7♠ 7♥ no group: 7♠ twice in a set, whose suits must differ (I-SET-2)",
            "The best arrangement of these cards costs 7 points, no Show:",
            "It costs 7 points. ",
            "(I-ARR-1).",
        ],
    ),
    (
        ["7S 7S 7H/3H 4H 5H/8C 9C TC/QD QH QS/7D"],
        {"rules": "default,score_arrangement=declared"},
        ["It costs 28 points. ", "(I-ARR-1)."],
    ),
    (
        ["7S 7S 7H/3H 4H 5H/8C 9C TC/QD QH QS/7D 4S"],
        {},
        [
            "As it is grouped, after discarding 7♦, 25 points, no Show:",
            "The best arrangement of these cards, after discarding 7♠, costs 4 points, no Show:",
        ],
    ),
    (
        ["7S 7S 7H/3H 4H 5H/8C 9C TC/QD QH QS/7D - 2D"],
        {},
        [
            "As it is grouped, without 2♦, 28 points, no Show:",
            "The best arrangement of these cards, without 2♦, costs 7 points, no Show:",
        ],
    ),
    (
        ["3H 4H 5H 6H 7S/8S * 9C 9D 9H/KC KD KS"],
        {"rules": "online"},
        [
            "The best arrangement of these cards is a good Show, 0 points:",
            "A Show would be wrong. ",
            "(I-SHOW-5).",
        ],
    ),
    (
        ["3H 4H 5H 6H 7S/8S * 9C 9D 9H/KC KD KS"],
        {},
        ["The Show is good. ", "(I-SHOW-5)."],
    ),
    (
        ["3H 4H 5H 6H 7S/8S * 9C 9D 9H/KC KD KS - 2d"],
        {},
        ["The best arrangement of these cards is a good Show with 2♦ as the finishing card"],
    ),
    (
        ["3H 4H 5H 6H 7S/8S * 9C 9D 9H/KC KD KS 2d"],
        {},
        ["The best arrangement of these cards is a good Show with 2♦ as the finishing card"],
    ),
    ([f"{GOOD} show"], {}, ["The Show was right: this player wins and owes nothing."]),
    ([f"{GOOD} show 2d"], {"rules": "online"}, ["No groups were given, so the best arrangement"]),
    ([f"{POOR} show 2h"], {}, ["The Show was wrong: this player is out", "80 I-SHOW-3"]),
    ([f"{POOR} heaven"], {}, ["The Show was wrong: this player is out", "80 I-SHOW-3"]),
    ([f"{POOR} drop first"], {}, ["55 points, no Show:", "20 I-DROP-1"]),
    ([f"{GOOD} drop later"], {}, ["A good Show, 0 points:", "40 I-DROP-2"]),
    ([f"{POOR} wrong"], {}, ["80 I-SHOW-3"]),
    (
        [f"{GOOD} heaven"],
        {},
        ["The heaven hand was right: this player wins, and each other player still in owes 40"],
    ),
    ([GOOD], {"why": True}, ["A good Show", "I-SHOW-1: ", "I-SEQ-2: "]),
    ([f"{GOOD} - 2d"], {"why": True}, ["A good Show", "I-SHOW-2: "]),
    ([f"{GOOD} show", POOR], {"why": True}, ["I-SHOW-1: ", "I-SCORE-2: "]),
    (
        [f"{GOOD} show", f"{POOR} show", f"{THIRD} heaven"],
        {},
        [
            "If Player 1 showed first, the deal was over. Then take show away from this hand.",
            "If Player 1 showed first, the deal was over. Then take heaven away from this hand.",
        ],
    ),
    # two equal cards in a set, whoever grouped them
    (
        ["7S 7S 7D 3H 4H 5H 8C 9C TC QD QH QS 2C"],
        {},
        ["7♦ 7♠ 7♠: no group: 7♠ twice in a set, whose suits must differ (I-SET-2)"],
    ),
    (
        ["7S 7S 7D 7C 3H 4H 5H 8C 9C TC QD QH QS"],
        {},
        ["7♣ 7♦ 7♠ 7♠: no group: 7♠ twice in a set, whose suits must differ (I-SET-2)"],
    ),
    (
        ["7S 7S 7D/7C/3H 4H 5H/8C 9C TC/QD QH QS show", THIRD.replace("8C", "2S")],
        {},
        ["- 7♦ 7♠ 7♠: no group: 7♠ twice in a set", "- 7♠ is loose (I-SHOW-1)", "80 I-SHOW-3"],
    ),
    (
        [f"{GOOD} show", "6S 6S 6D 6C 3H 4H 5H 8C 9C TC QD QH QS"],
        {},
        ["6♠ twice in a set, whose suits must differ (I-SET-2)", "Player 2 owes 6 points."],
    ),
    ([BAD], {"why": True}, ["The rules in full:", "I-SEQ-2: "]),
    (
        [f"Nok: {GOOD} show 2d", POOR, "Ploy: first drop", "drop later", "wrong"],
        {},
        [
            "Deal 1: Nok showed and has won.",
            "2♦ finishing card",
            "Nok owes nothing.",
            "Player 2 owes 55 points.",
            "20 I-DROP-1",
            "40 I-DROP-2",
            "80 I-SHOW-3",
            "I-PAY-1",
            "Nok gets 195.",
            "Player 5 pays 80.",
        ],
    ),
    (
        [GOOD, SECOND, THIRD],
        {},
        [
            "Deal 1: it ended without a Show, as when the stock runs out. These have the fewest",
            "win together: Player 1, Player 2.",
            "This is a good Show. If Player 1 showed, write show behind the hand.",
            "I-TIE-2",
            "Player 1 gets 40.",
            "Player 3 pays 80.",
        ],
    ),
    ([GOOD, POOR], {}, ["Player 1 has the fewest points and has won.", "I-END-2", "I-PAY-2"]),
    (
        [f"{GOOD} show", SECOND],
        {},
        ["I-TIE-1", "Player 2 owes nothing."],
    ),
    (
        [f"{GOOD} heaven", POOR, "drop first"],
        {},
        ["Deal 1: Player 1 showed a heaven hand and has won.", "40 I-HEAVEN-1"],
    ),
    (["drop first", "drop later", POOR], {}, ["is the last one in and has won.", "I-DROP-3"]),
    (["wrong", POOR], {}, ["is the last one in and has won.", "I-SHOW-4"]),
    (["wrong", "drop first", POOR], {}, ["I-DROP-3", "I-SHOW-4"]),
    (
        [f"{POOR} show", SECOND],
        {},
        ["Deal 1: Player 2 is the last one in and has won.", "I-SHOW-4", "- There is no second"],
    ),
    (
        [f"{POOR} show", THIRD, GOOD],
        {},
        ["Deal 1: a Show was wrong (Player 1), and the others play on. Nothing is settled yet."],
    ),
    (
        [GOOD, POOR, "drop later"],
        {"rules": "default,on_exhaust=void"},
        ["Deal 1: it ended without a Show, so it is void.", "-40 I-MORE-22"],
    ),
    (
        [f"{GOOD} show", "6C 6C 6D/3H 4H 5H/8C 9C TC/QD QH QS/6S"],
        {},
        ["- As it was grouped, it would cost 24 points.", "Player 2 owes 6 points."],
    ),
    (
        [f"{GOOD} show", "6C 6C 6D/3H 4H 5H/8C 9C TC/QD QH QS/6S"],
        {"rules": "default,score_arrangement=declared"},
        ["- In the best arrangement it would cost 6 points.", "Player 2 owes 24 points."],
    ),
    (
        [GOOD, "6C 6C 6D/3H 4H 5H/8C 9C TC/QD QH QS/6S"],
        {"rules": "default,score_arrangement=declared"},
        ["- As it was grouped, it would cost 24 points.", "Player 2 owes 6 points."],
    ),
    (
        [f"{GOOD} show", POOR],
        {"rules": "default,format=deals"},
        ["Player 1: 0 in this deal, 215 chips now.", "Player 2 starts deal 2."],
    ),
    (
        [f"{GOOD} show", POOR, "wrong"],
        {"rules": "default,format=pool,wrong_show=101,cap=101,pool_limit=101"},
        ["Player 2: 55 in this deal, 55 in the pool.", "Player 3 is out of the pool, but may"],
    ),
    # the reasons why cards are no group
    *(
        ([f"{part}/{rest}"], {}, [f"no group: {says}"])
        for part, rest, says in (
            ("7s 8s", "KC KD KH 3C 3D 3S 4H 5H 6H 2C 2S", "a group has three cards or more"),
            ("* *", "KC KD KH 3C 3D 3S 4H 5H 6H 2C 2S", "one card must stand for itself (I-WILD"),
            ("7s 7s 8s", "KC KD KH 3C 3D 3S 4H 5H 6H 2C", "7♠ twice in a run, where no place"),
            ("7c 7d 7h 7s *", "KC KD KH 3C 3D 3S 4H 5H", "a set has no more than four cards"),
            ("Ks As 2s", "KC KD KH 3C 3D 3S 4H 5H 6H 2C", "a run does not go around from king"),
            ("4s 6s 7s", "KC KD KH 3C 3D 3S 4H 5H 6H 2C", "5♠ is missing from the run (I-SEQ-1)"),
            ("4s 7s 8s", "KC KD KH 3C 3D 3S 4H 5H 6H 2C", "5♠ 6♠ are missing from the run"),
            ("4s 9s 10s", "KC KD KH 3C 3D 3S 4H 5H 6H 2C", "the cards do not follow one another"),
            ("7s 8s 9h", "KC KD KH 3C 3D 3S 4H 5H 6H 2C", "9♥ is of another suit than the rest"),
            ("7s 7h 7d 8d", "KC KD KH 3C 3D 3S 4H 5H 6H", "8♦ is of another rank than the rest"),
            ("7s 9h Qd", "KC KD KH 3C 3D 3S 4H 5H 6H 2C", "neither one suit in order nor one rank"),
        )
    ),
]


@pytest.mark.parametrize(("hands", "options", "says"), SAID)
def test_what_is_said(
    hands: list[str], options: dict[str, Any], says: list[str], command: Command
) -> None:
    """Each sentence of the sheet stands where it belongs, and no line is too wide."""
    page = command(*hands, **options)
    for words in says:
        assert words in one_line(page), words
    assert max(map(cells, page.splitlines())) <= WIDTH
    assert told(command, *hands, **options)


def test_all_sentences_are_said(command: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    """The cases above say every sentence there is for the hands of Indian Rummy."""
    said = set[str]()
    text = Catalogue.text

    def noted(self: Catalogue, key: str, /, **holes: object) -> str:
        said.add(key)
        return text(self, key, **holes)

    monkeypatch.setattr(Catalogue, "text", noted)
    for hands, options, _ in SAID:
        command(*hands, **options)
    keys = {key for key in load().texts if key.startswith("ui.score.indian.")}
    assert {re.sub(r"\.(one|other)$", "", key) for key in keys} - said == set()


REFUSED: list[tuple[list[str], dict[str, Any], str]] = [
    ([GOOD], {"cut": None}, "The cut card is missing. Name it with --cut"),
    ([GOOD], {"cut": "jc jd"}, "jc jd: write one card as the cut card"),
    ([GOOD], {"cut": "1c"}, "1c is no card"),
    ([GOOD], {"cut": ""}, "The cut card is missing. Name it with --cut"),
    ([], {}, "There is no hand here"),
    ([" "], {}, "There is no hand here"),
    ([GOOD[:-3]], {}, "Here are 12 cards. A hand has 13, or 14 before the discard."),
    ([f"{GOOD} 2c 3c"], {}, "Here are 15 cards."),
    (["2c"], {}, "Here is 1 card."),
    (["3h 3h 3h 4h 5h 6h 7h 8h 9h Th Jh Qh Kh"], {}, "The 3h is here 3 times. The two packs"),
    (["jc jc 3h 4h 5h 6h 7h 8h 9h Th Jh Qh Kh"], {}, "The Jc is here 3 times, with the cut card."),
    (["* * ** 4h 5h 6h 7h 8h 9h Th Jh Qh Kh"], {}, "Here are 3 printed jokers. The two packs"),
    ([f"{GOOD} *"], {"cut": "*"}, "Here are 3 printed jokers, with the cut card."),
    ([GOOD.replace("9C", "9X")], {}, "9X is no card. Write rank (2-9 T J Q K A) and suit"),
    ([f"{GOOD} - 2d 3d"], {}, "2d 3d: write one card"),
    ([f"{GOOD} - 2d show 3d"], {}, "- 2d: nothing may stand here"),
    ([f"{GOOD[:-2]} - 2d"], {}, "Here are 12 cards beside the finishing card 2d. It must be 13."),
    ([f"{GOOD} drop"], {}, "Write drop first if it was the first turn"),
    ([f"{GOOD} heaven 2d"], {}, "heaven 2d: nothing may stand here"),
    ([f"{GOOD} first show"], {}, "nothing may stand here"),
    ([f"{GOOD[:-2]} heaven"], {}, "Here are 12 cards. A heaven hand is the 13 cards"),
    ([f"{GOOD} heaven"], {"rules": "online"}, "There are no heaven hands in this game"),
    ([GOOD], {"rules": "nowhere"}, "'nowhere' is no preset"),
    (["table.score"], {}, "table.score is no file here, and no hand."),
    ([GOOD, f"{POOR} 2c"], {}, "hand 2: Here are 14 cards, but only who shows holds 14"),
    ([GOOD, f"{POOR} - 2c"], {}, "hand 2: The finishing card 2c is named, but only a Show has"),
    ([GOOD, "drop first 2c"], {}, "hand 2: Write drop first"),
    ([GOOD, "-2c drop first"], {}, "hand 2: The finishing card 2c is named"),
    ([GOOD, POOR[:-3]], {}, "hand 2: Here are 12 cards."),
    ([GOOD, GOOD.replace("*", "9S"), POOR], {}, "hand 3: The 5h is here 3 times."),
    ([f"{GOOD} show", f"{SECOND} show"], {}, "Two hands that showed"),
    ([f"{GOOD} heaven", f"{POOR} heaven"], {}, "Two heaven hands are called here"),
    (["drop first", "wrong"], {}, "Everybody is out here, but the last player left has won"),
    ([f"{POOR} show", f"{THIRD} show"], {}, "hand 2: No Show here is right, so everybody is out."),
    ([f"{POOR} show", f"{THIRD} heaven"], {}, "hand 2: No Show here is right"),
    ([f"{POOR} show", f"{THIRD} show", "drop first"], {}, "hand 2: No Show here is right"),
    (["wrong", f"{POOR} heaven"], {"rules": "default,heaven=1"}, "hand 2: No Show here is right"),
    ([f"{POOR} show", f"{THIRD} show"], {"rules": "online"}, "hand 2: No Show here is right"),
    (
        ["3H 4H 5H 6H 7S/8S * 9C 9D 9H/KC KD KS show", f"{THIRD} show"],
        {"rules": "online"},
        "hand 2: No Show here is right",
    ),
    ([f"{GOOD} wrong"], {}, "This hand is a good Show, so it was no wrong one."),
    ([f"{GOOD} 2d drop first"], {}, "Here are 14 cards. A hand has 13"),
    ([f"{GOOD} wrong", POOR], {}, "hand 1: This hand is a good Show, so it was no wrong one."),
    ([POOR] * 7, {}, "hand 7: Here are 7 hands, but at most 6 can play. Put each hand in quotes"),
    ([f"Nok: {GOOD}", f"nok: {POOR}"], {}, "Two players have the same name"),
    ([f": {GOOD}", POOR], {}, "hand 1: :: write one or more letters|hand 1: : cannot be a name"),
    ([f"7: {GOOD}", POOR], {}, "hand 1: 7 cannot be a name here"),
    ([GOOD], {"ask": True}, "--ask does not go with indian."),
    ([GOOD], {"save": Path("x")}, "--save does not go with indian."),
    ([GOOD], {"strict": "no"}, "--strict does not go with indian."),
]


@pytest.mark.parametrize(("hands", "options", "says"), REFUSED)
def test_what_cannot_be(
    hands: list[str], options: dict[str, Any], says: str, command: Command
) -> None:
    """Hands that cannot be are refused with the reason, and of several it is told which."""
    with pytest.raises(ParseError) as wrong:
        command(*hands, **options)
    assert any(words in str(wrong.value) for words in says.split("|")), str(wrong.value)


@pytest.mark.parametrize("rules", ["default", "default,heaven=1,wrong_show=7", "default,cap=60"])
@pytest.mark.parametrize(
    "hand",
    [
        *(
            f"{POOR}{end}"
            for end in ("", " show", " heaven", " drop first", " drop later", " wrong")
        ),
        *(f"{GOOD}{end}" for end in (" drop first", " drop later")),
        "2S 3S 5H 7C 9D/2D 4C 6S/8H 3D 5S 6H 4D show",
    ],
)
def test_a_hand_costs_the_same_alone(hand: str, rules: str, command: Command) -> None:
    """What a hand alone owes, by which rules, is what it owes beside others after a Show."""
    alone = told(command, hand, rules=rules)
    deal = told(command, f"{SECOND} show", hand, rules=rules)["deals"][0]
    assert alone["owes"] == deal["scores"][1]
    lines = [line for line in deal["entries"] if line["seat"] == 1]
    page = command(hand, rules=rules)
    for line in lines:
        assert f"{line['points']} {line['clause']}" in one_line(page)


def test_other_groupings_are_told_where_hands_count(command: Command) -> None:
    """What another grouping would cost is not said where no hand is counted."""
    bad = "2C 3C/4C 5C 6C 7C/8C 9C TC QC KC AC JD"
    for rules in ("default", "default,score_arrangement=declared"):
        for hands, counted in (
            ([f"{GOOD} show", bad], True),
            ([GOOD, bad], True),
            ([f"{GOOD} heaven", bad], False),
            (["wrong", bad], False),
            (["drop first", bad], False),
            ([f"{POOR} show", GOOD, bad.replace("4C", "TD")], False),
        ):
            page = one_line(command(*hands, rules=rules))
            assert ("it would cost" in page) == counted, hands
        page = one_line(command(GOOD, bad, rules=f"{rules},on_exhaust=void"))
        assert "it would cost" not in page


def test_options_of_the_other_game(command: Command) -> None:
    """Dummy takes one file, and no cut card or rules beside it."""
    given: list[tuple[dict[str, Any], str]] = [
        ({"cut": "jc"}, "--cut does not go with dummy"),
        ({"rules": "default"}, "--rules does not go with dummy"),
        ({}, "Name one file"),
    ]
    for options, says in given:
        with pytest.raises(ParseError, match=says):
            run("dummy", ["a", "b"], **options)
    with pytest.raises(ParseError, match="is no game"):
        run("bridge", [])


def test_a_hand_without_quotes(command: Command) -> None:
    """The pieces of one hand are put together, strokes and marks too; whole hands are not."""
    assert command(*GOOD.split()) == command(GOOD)
    grouped = "3h4h5h6h / 7s8s* / 9c9d9h / KcKdKs"
    assert command(*grouped.split()) == command(grouped)
    assert command(GOOD, "show") == command(f"{GOOD} show")
    assert len(told(command, GOOD, "drop first")["seats"]) == 2
    with pytest.raises(ParseError, match="Here are 15 cards"):
        command(*GOOD.split(), "2c", "3c")


@pytest.mark.parametrize(
    "hand",
    [
        GOOD.lower(),
        GOOD.replace(" ", ""),
        GOOD.replace("*", "**"),
        GOOD.replace("*", "Joker"),
        GOOD.replace(" ", ", "),
        "3♥ 4♥ 5♥ 6♥ 7♠ 8♠ * 9♣ 9♦ 9♥ K♣ K♦ K♠",
        "３Ｈ ４Ｈ ５Ｈ ６Ｈ 7S 8S ＊ 9C 9D 9H KC KD KS",
        "KS KD KC 9H 9D 9C * 8S 7S 6H 5H 4H 3H",
        GOOD.replace("*", "JK"),
        GOOD.replace("*", "\N{PLAYING CARD BLACK JOKER}"),
        f"“{GOOD}”",
    ],
)
def test_how_cards_may_be_written(hand: str, command: Command) -> None:
    """Case, spaces, suit signs, full-width signs and order do not matter."""
    assert told(command, hand)["groups"] == told(command, GOOD)["groups"]


@pytest.mark.parametrize(
    ("said", "points"),
    [
        ("drop first", 20),
        ("First drop", 20),
        ("dropped on the first turn", 20),
        (f"{POOR} first turn drop", 20),
        ("- drop later", 40),
        ("middle drop", 40),
        ("dropped in a later turn", 40),
        ("wrong", 80),
        ("wrong show", 80),
        (f"{POOR} wrong show 2h", 80),
        (f"{POOR} - 2h wrong", 80),
    ],
)
def test_how_an_end_may_be_written(said: str, points: int, command: Command) -> None:
    """A drop and a wrong Show are understood in the words that people use."""
    assert told(command, GOOD, f"Ravi: {said}")["deals"][0]["scores"] == [0, points]


def test_the_finishing_card_may_be_among_the_fourteen(command: Command) -> None:
    """Whoever writes all 14 cards and then the finishing card means the same."""
    assert command(f"{GOOD} 2d show 2d") == command(f"{GOOD} show 2d")
    assert command(f"{GOOD} 2d - 2d") == command(f"{GOOD} - 2d")
    grouped = "3h4h5h6h/7s8s*/9c9d9h/KcKdKs/2d"
    assert command(f"{grouped} show 2d") == command(f"{grouped[:-3]} show 2d")


def test_what_is_written_at_the_name(command: Command) -> None:
    """What a player did may stand at the name; a name that is known is one all the same."""
    whole = command(f"Asha: {GOOD} show", "Ravi: drop first", f"Meena: {POOR}")
    assert command(f"Asha shows: {GOOD}", "Ravi dropped first: -", f"Meena: {POOR}") == whole
    assert command(f"Asha showed: {GOOD}", "Ravi first drop:", f"Meena: {POOR}") == whole
    named = scored(f"cut jc\nnames Mr Show, Som\nMr Show: {GOOD}\nSom: {POOR}")
    assert named.deals[0].settled.state.ended == "points"
    with pytest.raises(ParseError, match="Write drop first"):
        command(f"Asha: {GOOD}", "Ravi dropped: -")


def test_strokes_and_headings(command: Command, tmp_path: Path) -> None:
    """The strokes that speto prints between groups are read, and so is a list under `hands`."""
    grouped = "3h4h5h6h / 7s8s* / 9c9d9h / KcKdKs"
    assert command(grouped.replace("/", "|")) == command(grouped)
    assert command(*grouped.replace("/", "|").split()) == command(grouped)
    file = tmp_path / "table.score"
    for heading in ("hands", "hands:", "Hands"):
        file.write_text(
            f'cut Jc\n{heading}\nAsha: "{GOOD} show"\n"Ravi: {POOR}"\n', encoding="utf-8"
        )
        assert command(str(file), cut=None) == command(f"Asha: {GOOD} show", f"Ravi: {POOR}")


MATCH = f"""\
rules default,format=pool,pool_limit=61,point_value=10
names Asha, Ravi, Meena
starter Ravi
cut Jc
hands Asha: {GOOD} show 2d   ; a remark
      Ravi: drop first
      Meena: {POOR}

cut 2c
Asha: drop later
Ravi: {GOOD} show
3: {POOR}

cut *
Asha: wrong
Meena: drop later
Ravi: -
"""


def scored(text: str, **given: str | None) -> Score:
    return score(read_file(text, **given))


def test_a_pool_of_an_evening() -> None:
    """Several deals make a match: totals, who starts, who is out, who wins and what is paid."""
    found = scored(MATCH)
    first, second, third = (deal.match for deal in found.deals)
    assert first and second and third
    assert (first.totals, first.playing[first.starter]) == ((0, 15, 55), 2)
    assert (second.totals, second.playing) == ((30, 15, 110), (0, 1))
    assert found.deals[2].back == (2,)
    assert found.deals[2].settled.state.ended == "last_one"
    assert third.totals == (90, 15, 61)
    assert third.over and third.winners == (1,)
    assert third.settlement() == (-10, 30, -20)


@pytest.mark.parametrize(
    ("text", "line", "says"),
    [
        ("", 0, "There is no hand here"),
        ("names Nok, Som", 1, "The cut card is missing. Write it in a line of its own"),
        ("cut jc", 0, "There is no hand here"),
        ("cut jc\nhands", 0, "There is no hand here"),
        ("cut jc\nnames A, B\nhands\n", 1, "The hand of A is missing"),
        (f"cut\n{GOOD}", 1, "The cut card is missing. Write it in a line of its own"),
        ("hat 7h", 1, "hat begins no line here. A line begins with one of these words: rules,"),
        (f"cut jc\n{GOOD}\ncut jd", 3, "The line cut stands twice"),
        (f"cut jc\nnames Nok\n{GOOD}", 2, "Nok: write two to six names"),
        (f"cut jc\nnames Nok, Som\nNik: {GOOD}", 3, "Nik: no player has this name"),
        (f"cut jc\nnames Nok, Som\nNok: {GOOD}", 1, "The hand of Som is missing"),
        (f"cut jc\nnames Nok, Som\nNok: {GOOD}\nNok: {POOR}", 4, "The hand of Nok stands twice"),
        (f"cut jc\nnames Nok, Som\nNok: {GOOD}\nSom: -", 4, "Here are 0 cards."),
        (f"cut jc\nstarter Lek\n{GOOD}\n{POOR}", 2, "Lek: no player has this name"),
        (f"cut jc\ndirection 2\n{GOOD}\n{POOR}", 2, "2: write 1 if play goes in the order"),
        (f"rules nowhere\ncut jc\n{GOOD}", 1, "'nowhere' is no preset"),
        (f"{MATCH}\ncut jc\nAsha: {GOOD}", 19, "already over before this deal"),
        (MATCH.replace("3: 2S", "rules default\n3: 2S"), 12, "A match has the same rules"),
        (MATCH.replace("3: 2S", "names A, B\n3: 2S"), 12, "A match has the same players"),
        (MATCH.replace("3: 2S", "starter 1\n3: 2S"), 12, "Meena starts this deal"),
        (MATCH.replace("3: 2S", "direction -1\n3: 2S"), 12, "goes the other way around"),
        (MATCH.replace("Asha: wrong\n", ""), 14, "The hand of Asha is missing"),
        (f"cut jc\n{GOOD} show\n{POOR}\n\ncut jc\n{GOOD}\n{POOR}", 5, "already over"),
        (
            f"cut jc\n{POOR} show\n{GOOD}\ndrop first\n1: wrong",
            5,
            "1 cannot be a name here",
        ),
        (
            f"cut jc\nA: {POOR} show\nB: {GOOD}\nC: {THIRD}\n\ncut jc\nA: wrong",
            6,
            "The deal before did not end",
        ),
        (
            MATCH.replace("15", "15")
            .replace("pool_limit=61", "pool_limit=61,rejoin=false")
            .replace("Ravi: -", f"Ravi: {BAD}"),
            16,
            "Meena does not play in this deal",
        ),
    ],
)
def test_files_that_cannot_be(text: str, line: int, says: str) -> None:
    """A file that cannot be is refused with its line and the reason."""
    with pytest.raises(Wrong, match=re.escape(says)) as wrong:
        scored(text)
    assert wrong.value.line == line


def test_files(command: Command, tmp_path: Path) -> None:
    """A file is printed like hands; the command may give its cut card and other rules."""
    file = tmp_path / "table.score"
    file.write_text(f"{GOOD}\n", encoding="utf-8")
    assert command(str(file)) == command(GOOD)
    file.write_text(f"cut Jc\n{GOOD} show\n{POOR}\n", encoding="utf-8")
    assert command(str(file), cut=None) == command(f"{GOOD} show", POOR)
    assert command(str(file), rules="online") == command(f"{GOOD} show", POOR, rules="online")
    with pytest.raises(ParseError, match=r"table\.score, line 1: The cut card is Jc here, but"):
        command(str(file), cut="2c")
    file.write_bytes(b"\xff\n")
    with pytest.raises(ParseError, match="is not UTF-8"):
        command(str(file))


def test_a_match_as_json(command: Command, tmp_path: Path) -> None:
    """The JSON of a match has all its deals; a deal that goes on leaves no match."""
    file = tmp_path / "table.score"
    file.write_text(MATCH, encoding="utf-8")
    found = told(command, str(file), cut=None)
    assert [deal["playing"] for deal in found["deals"]] == [[0, 1, 2], [0, 1, 2], [0, 1, 2]]
    assert found["match"]["settlement"] == [-10, 30, -20]
    assert "The match is over. Ravi wins." in command(str(file), cut=None)
    three = [f"{POOR} show", GOOD, THIRD]
    assert told(command, *three)["match"] is None


# ---------------------------------------------------------------- any text

PIECES = [
    *(
        "3h",
        "4H",
        "10h",
        "T♥",
        "*",
        "**",
        "joker",
        "/",
        "-",
        "!",
        ":",
        ",",
        "show",
        "drop",
        "wrong",
    ),
    *("first", "later", "heaven", "Nok:", "2:", "Kc Kd Ks", GOOD, POOR, "เ", "\n", ";", "cut jc"),
    *("rules online", "names Nok, Som", "starter Nok", "\n\n", "3h4h5h/6h"),
]


@given(
    st.lists(st.sampled_from(PIECES)).map(" ".join) | st.text(max_size=60),
    st.lists(st.sampled_from([GOOD, POOR, BAD, "drop first", "wrong", f"{GOOD} show 2d"])),
    st.sampled_from(["jc", "*", "2h", "", "x"]),
)
@example("show show", [], "jc")
@example("- - -", [GOOD], "jc")
@example(":", [GOOD], "jc")
@example("first", [], "jc")
@example("show", ["drop first"], "jc")
def test_any_text(text: str, more: list[str], cut: str) -> None:
    """Any hands and any file give a score or one sentence about what is wrong."""
    for texts in ([text], [text, *more], [*more, text]):
        try:
            found = read_hands(texts, cut, None)
            score([found])
        except (Wrong, RulesError) as wrong:
            assert str(wrong)
    for whole in (text, f"cut jc\n{text}", "\n".join([text, "cut jc", *more])):
        try:
            scored(whole, cut=cut if cut == "jc" else None)
        except (Wrong, RulesError) as wrong:
            assert str(wrong)


@given(st.integers(0, 2**32))
@example(1_955_257_270)
def test_a_slip_of_the_pen(seed: int) -> None:
    """A true file with one letter wrong gives a score or one sentence too."""
    random = Random(seed)
    at = random.randrange(len(MATCH))
    text = MATCH[:at] + random.choice(["", *"23tjqkacdhs@:,-/*! \n"]) + MATCH[at + 1 :]
    try:
        scored(text)
    except (Wrong, RulesError) as wrong:
        assert str(wrong)


def test_the_page(command: Command) -> None:
    """Each command of docs/score.md about hands prints the sheet that is shown below it."""
    page = PAGE.read_text(encoding="utf-8")
    blocks = re.findall(r"^~~~\n(.*?)^~~~", page, re.M | re.S)
    commands = [block for block in blocks if block.startswith("speto score indian")]
    assert len(commands) >= 3
    for block in commands:
        said, _, sheet = block.partition("\n\n")
        words = re.findall(r'"([^"]*)"|(\S+)', said.replace("\\\n", " "))
        cut, rules, hands = None, None, []
        left = iter([quoted or bare for quoted, bare in words][3:])
        for word in left:
            if word == "--cut":
                cut = next(left)
            elif word == "--rules":
                rules = next(left)
            else:
                hands.append(word)
        if sheet:
            assert command(*hands, cut=cut, rules=rules).strip() == sheet.strip()
    for block in blocks:
        if block not in commands:
            assert scored(block).deals
    for key in KEYS:
        assert f"| `{key}`" in page
    named = set(re.findall(r"`indian/([^`]*)\.score`", page))
    assert named == {file.stem for file in FOLDER.glob("*.score")}
