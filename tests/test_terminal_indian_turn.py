"""A turn of Indian Rummy at the terminal: what is shown, said, hinted, asked back and refused."""

from __future__ import annotations

import re
from random import Random

import pytest

from speto.cards import Card, parse_cards
from speto.indian import State
from speto.indian.actions import Discard, Draw, Drop, Show, TakeOpen, arranged_show
from speto.terminal.answer import Own
from speto.terminal.face import Standing, Warn
from speto.terminal.indian.hand import grouped
from speto.terminal.indian.hint import near
from speto.terminal.indian.offer import cost, dearest, without
from speto.terminal.page import HEIGHT, WIDTH
from speto.terminal.person import Person as AtTheTable
from tests.indian_table import (
    HELD,
    OTHER,
    POOL,
    READY,
    SHOWABLE,
    TAKING,
    Watched,
    face_for,
    moments,
    replies,
    sit,
)

pytestmark = pytest.mark.once


def test_the_list_holds_every_legal_word() -> None:
    """Each legal action stands in the list, and is understood by its number and its word."""
    for state in moments(1, 20):
        if state.over:
            continue
        view = state.view_for(state.to_act)
        face = face_for(view)
        found = face.choices(view)
        assert {*map(str, view.legal)} == {str(choice.action) for choice in found}
        assert [choice.number for choice in found] == list(range(1, len(found) + 1))
        thrown = [choice.action.card for choice in found if isinstance(choice.action, Discard)]
        shown = [*(c for g in grouped(view, face.look).groups for c in g.cards)]
        shown += grouped(view, face.look).loose
        assert thrown in ([], [card for card in shown if Discard(card) in view.legal])
        for choice in found:
            assert face.understand(str(choice.number), view, found) == choice.action
            assert face.understand(str(choice.action), view, found) == choice.action


def test_every_moment_fits() -> None:
    """Whatever the moment and the grouping, table, news and list fit, and no choice is lost."""
    random = Random(2)
    for state in moments(2, 20):
        if state.over:
            continue
        view = state.view_for(state.to_act)
        face = face_for(view)
        if random.random() < 0.5:
            hand = list(view.hand)
            random.shuffle(hand)
            parts = [tuple(hand[n : n + 3]) for n in range(0, 12, 3)]
            face.look = face.look._replace(own=tuple(parts))
        person = AtTheTable(Watched(replies()), face)
        person.beginning = ["Asha begins this deal, drawn by lot."]
        found = face.choices(view)
        for note in ([], ["a remark"] * 5):
            person.note = note
            leaves = person.leaves(view, Standing(3, (1234,) * view.seats), found)
            for leaf in leaves:
                assert len(leaf) < HEIGHT
                assert all(len(line) <= WIDTH for line in leaf), leaf
            shown = " ".join(" ".join(line for leaf in leaves for line in leaf).split())
            for choice in found:
                assert f"{choice.number}) " in shown
                if choice.group != "discard" and "show" not in choice.text:
                    assert " ".join(choice.text.split()) in shown


def test_hints_and_help_at_every_moment() -> None:
    """At every moment there is a legal hint with its reason, and some rules that matter."""
    said = set()
    for state in moments(3, 20):
        if state.over:
            continue
        view = state.view_for(state.to_act)
        face = face_for(view)
        action = face.advice(view)
        assert action in view.legal
        text = face.reason(action, view)
        assert text.endswith(".")
        said.add(text.split()[0].strip(":"))
        codes = [clause.code for clause in face.matters(view, None)]
        assert 0 < len(codes) == len(set(codes)) <= 20
        for action in view.legal:
            assert face.about(action, view)
    assert {"Draw", "Discard", "Take"} <= said


def test_a_wrong_show_is_told_before_it_happens() -> None:
    """What a wrong Show lacks and costs is shown first, and it is called only after a yes."""
    screen, done = sit(READY, "!", "", "!ah", "1", "n", "show 2d", "y")
    assert isinstance(done, Show)
    assert done.finishing == Card(2, 1)
    assert "! Say y for yes or n for no" in screen.screens[4]
    for at, loose in ((1, "2♦"), (3, "2♦"), (6, "A♥")):
        check = screen.screens[at]
        assert "[x] A pure run: 3♥ 4♥ 5♥" in check
        assert "[x] Two runs: 3♥ 4♥ 5♥ | 7♠ 8♠ **" in check
        assert f"[ ] In no group: {loose}" in check
        assert "WRONG Show (I-SHOW-3): it costs you 80 points" in check
        assert check.endswith("Call the wrong Show? y yes, n no (Enter: no)>")
    after = State.read(READY).apply(done)
    told = " ".join(" ".join(face_for(after.view_for(1)).log(after.view_for(1))).split())
    assert "You: showed 3♥ 4♥ 5♥ | 7♠ 8♠ ** | 9♣ 9♦ 9♥ | K♣ K♦ K♠ | A♥, finishing with 2♦" in told
    assert "finishing with 2♦ [+80: A wrong Show costs 80 (I-SHOW-3)]" in told


def test_a_good_show_is_asked_too() -> None:
    """A good Show has three ticks, says what it brings, and stands in the list by itself."""
    screen, done = sit(SHOWABLE, "!", "n", "15", "y")
    assert str(done) == "!3h4h5h/7s8s**/9c9d9h/KcKdKhKs-Ah"
    assert "15) show, with A♥ as the finishing card: you win the deal" in screen.screens[0]
    for at in (1, 3):
        assert screen.screens[at].count("[x]") == 3
        assert "This Show is good: you win the deal and owe nothing." in screen.screens[at]


def test_the_declared_check_judges_the_own_grouping() -> None:
    """Where a Show is judged as it was grouped, a bad grouping of a good hand is a wrong Show."""
    declared = f"rules=default,show_check=declared {SHOWABLE}"
    screen, _ = sit(declared, "g kckd", "!ah", "n", "g", "!ah")
    assert "[ ] In no group: K♣ K♦ K♥ K♠" in screen.screens[2]
    assert screen.screens[-1].count("[x]") == 3
    screen, _ = sit(SHOWABLE, "g kckd", "!ah")
    assert screen.screens[2].count("[x]") == 3


def test_a_hand_is_grouped_by_hand() -> None:
    """`g` groups cards as they are shown, written or numbered; labels and points follow at once."""
    words = ("g kc kd ks 2d", "g 3H4♥/5h**", "g 10 11", "g qq", "g 2c", "g", "o")
    screen, _ = sit(READY, *words)
    assert "Your hand (14): 2 points after the best discard; two runs" in screen.screens[0]
    assert re.search(r"K♣ +\d+\) K♦ +\d+\) K♠ +\d+\) 2♦ +no group", screen.screens[1])
    for at, points in ((1, 10), (2, 80)):
        assert "Your hand (14): 2 points after the best discard" in screen.screens[at]
        own = f"Your own groups count {points} points; g alone shows the best ones."
        assert own in screen.screens[at]
    assert "'qq' names no cards" in screen.screens[4]
    assert "You do not hold 2♣" in screen.screens[5]
    assert "Your hand (14): 2 points" in screen.screens[6]
    assert "sorted by rank" in screen.screens[7]


def test_a_grouping_is_kept_when_cards_come_and_go() -> None:
    """A card that comes is loose; one that goes leaves its group, and the other groups stay."""
    state = State.read(READY)
    face = face_for(state.view_for(0))
    face.do(Own("kckdks/3h4h5h"), state.view_for(0))
    own = [group.cards for group in grouped(state.view_for(0), face.look).groups]
    assert own[-1] == parse_cards("KcKdKs") or parse_cards("KcKdKs") in own
    later = state.apply(Discard(Card(13, 0)))
    parts = [group.cards for group in grouped(later.view_for(0), face.look).groups]
    assert parse_cards("KdKs") in parts
    assert parse_cards("3h4h5h") in parts
    drawn = later.apply(Draw()).apply(later.apply(Draw()).legal[0]).apply(Draw())
    view = drawn.view_for(0)
    hand = grouped(view, face.look)
    assert view.drawn in hand.loose
    assert sorted([*hand.loose, *(c for g in hand.groups for c in g.cards)]) == sorted(view.hand)


def test_equal_cards_are_counted() -> None:
    """Of two equal cards one may stand in a group and the other not; a third is refused."""
    twins = READY.replace("KcKdKs2d", "9cKdKs2d")
    screen, _ = sit(twins, "g 9c9d9h", "g 9c9c9c")
    assert "You do not hold 9♣, or not so often." in screen.screens[2]


def test_wild_cards_bear_their_mark() -> None:
    """A special wild is marked where it is shown, and is read with its mark."""
    wild = READY.replace("KcKdKs2d", "JcKdKs2d")
    screen, _ = sit(wild, "g kdksj♣~")
    assert "Wild: J♣~ ** (cut card J♣, out of play)." in screen.screens[0]
    assert re.search(r"K♦ +\d+\) K♠ +\d+\) J♣~ +set", screen.screens[1])


def test_bad_discards_are_asked_about() -> None:
    """Giving a wild away or breaking a group is asked about; never with warnings off."""
    wild = READY.replace("KcKdKs2d", "JcKdKs2d")
    screen, done = sit(wild, "-jc", "n", "-**", "n", "-4h", "n", "-2d")
    assert str(done) == "-2d"
    assert "J♣~ is wild: it could stand for any card" in screen.screens[1]
    assert "** is wild" in screen.screens[3]
    assert "After discarding 4♥ your hand counts" in screen.screens[5]
    assert len(screen.screens) == 7
    screen, done = sit(wild, "-4h", warn=Warn.NEVER)
    assert str(done) == "-4h"
    screen, _ = sit(wild, "w", "-4h")
    assert "Warnings: never." in screen.screens[1]


def test_a_won_hand_is_not_thrown_away_unasked() -> None:
    """Who can show is asked before any discard, and no discard is suggested to him."""
    for warn in (Warn.RISKY, Warn.ALWAYS):
        screen, done = sit(SHOWABLE, "-ah", "", "4", "n", "-ah", "y", warn=warn)
        assert str(done) == "-Ah"
        for at in (1, 3, 5):
            assert "You can show now and win the deal" in screen.screens[at]
            assert "all the same? 1 yes, 2 no" in screen.screens[at]
        assert "Dearest" not in screen.screens[0]
    assert str(sit(SHOWABLE, "-ah", warn=Warn.NEVER)[1]) == "-Ah"
    assert "Dearest loose card, 10 points: A♥" in sit(READY)[0].screens[0]


def test_a_lost_run_is_asked_about() -> None:
    """The only pure run, or the second run, is not broken unasked, whatever points that costs."""
    bare = READY.replace("7s8s**9c9d9hKcKdKs2dAh", "7s9sJh9cTd6hKcQd2s2dAh")
    screen, done = sit(bare, "-4h", "n", "-ah")
    assert str(done) == "-Ah"
    assert "Without 4♥ you have no pure run." in screen.screens[1]
    screen, done = sit(READY, "-7s", "n", "-2d")
    assert str(done) == "-2d"
    assert "Without 7♠ you no longer have the two runs of a Show." in screen.screens[1]


def test_the_warnings_go_round() -> None:
    """`w` names what it switches to and what comes after it, and comes back to the first."""
    screen, _ = sit(READY, "w", "w", "w")
    texts = [" ".join(text.split()) for text in screen.screens[1:]]
    for text, now, then in zip(
        texts, ("never", "always", "risky"), ("always", "risky", "never"), strict=True
    ):
        assert f"Warnings: {now}." in text
        assert f"(w again: {then})" in text


def test_what_puts_out_of_a_pool_says_so() -> None:
    """Before a drop and a wrong Show stands what it makes in the pool, and whether one is out."""
    out = "points in the pool. The limit is 61: you would be OUT OF THE POOL."
    screen, done = sit(POOL + TAKING, "x", "n", "s", "", "x", "y", totals=(40, 30))
    assert done == Drop()
    assert (
        "3) drop: you owe 30 points, 70 in the pool, and are out of the pool" in (screen.screens[0])
    )
    assert f"That makes 70 {out}" in screen.screens[1]
    assert "You owe 0 points.\n  That makes 40 in the pool." in screen.screens[3]
    screen, _ = sit(POOL + READY, "!", totals=(1, 30))
    assert f"That makes 61 {out}" in screen.screens[1]
    screen, _ = sit(POOL + TAKING, "x", totals=(30, 40))
    assert "That makes 60 points in the pool; whoever reaches 61 is out" in screen.screens[1]
    assert "drop: you owe 30 points and are out of this deal" in screen.screens[0]
    screen, _ = sit(TAKING, "x")
    assert "in the pool" not in screen.screens[1]


def test_a_show_is_judged_as_the_table_judges_it() -> None:
    """`!` ticks the own groups where they are judged, else the best; it says which, and of `g`."""
    declared = f"rules=default,show_check=declared {SHOWABLE}"
    screen, _ = sit(declared, "g kckd/3h4h7s", "!", "n", "g", "!", "n")
    own = " ".join(screen.screens[2].split())
    assert "[ ] No pure run" in own
    assert "Checked as you grouped it; so it would be judged." in own
    assert "Grouped otherwise this hand is a good Show: say n, then g, then ! again." in own
    assert "WRONG Show" in own
    assert screen.screens[5].count("[x]") == 3
    assert "Checked" not in screen.screens[5]
    screen, done = sit(declared, "g kckd/3h4h7s", "15", "y")
    line = "15) show, with A♥ as the finishing card: you win the deal (grouped by itself)"
    assert line in screen.screens[1]
    assert screen.screens[2].count("[x]") == 3
    assert "Checked as you grouped it" not in screen.screens[2]
    assert str(done) == "!3h4h5h/7s8s**/9c9d9h/KcKdKhKs-Ah"
    screen, _ = sit(SHOWABLE, "g kckd/3h4h7s", "!")
    assert "15) show, with A♥ as the finishing card: you win the deal  !Ah" in screen.screens[1]
    assert screen.screens[2].count("[x]") == 3
    assert "Checked in its best grouping" in screen.screens[2]
    words = " ".join("\n".join(face_for(State.read(READY).view_for(0)).how()[0]).split())
    assert "as it is grouped" not in words


def test_the_points_of_a_hand_come_first() -> None:
    """However a hand is grouped, its points are those it would cost, and dear cards those of it."""
    screen, _ = sit(TAKING, "g kckd/3h4h7s")
    hand = screen.screens[1]
    first, own = hand.index("Your hand (13) costs 2 points"), hand.index("Your own groups count 80")
    assert first < own
    assert "still 2 points" in hand
    screen, _ = sit(READY, "g 3h4h")
    assert "Dearest loose card, 10 points: A♥" in screen.screens[1]


def test_hints_agree_with_the_screen() -> None:
    """A hint gives no reason that the numbers beside it deny."""
    said = set()
    for state in moments(8, 30):
        if state.over or state.to_act is None:
            continue
        view = state.view_for(state.to_act)
        face = face_for(view)
        action = face.advice(view)
        text = face.reason(action, view)
        match action:
            case Draw() if view.previews:
                better = view.previews["^"].points_after < view.previews["^"].points_now
                assert ("would not help" in text) is not better
                said.add("draw" if better else "no draw")
            case Discard(card):
                after = without(card, view).points
                assert ("nearer to a Show" in text) is (after > view.best.points)
                if "no other card is near" in text or "it is in no group" in text:
                    dear = dearest(view)
                    assert (
                        not dear
                        or cost(card, view) == cost(dear[0], view)
                        or not any(near(one, view.hand, view) for one in dear)
                    )
                said.add(re.sub(r"\S*\d\S*|\*\*|[2-9JQKA10]+[♣♦♥♠]~?|Discard", "", text)[:20])
    assert {"draw", "no draw"} <= said
    assert len(said) > 5


def test_the_hint_for_a_bad_hand_is_a_drop() -> None:
    """Where the advice is to give a hand up the hint says so, and for how much."""
    bad = "9cKc4d2h3h3h5h8hThQh2s6sKs"
    screen, _ = sit(f"act=0 seats=6 turn=0 cut=Jc pile=7d hands={bad}/{OTHERS} phase=take", "h")
    assert "Drop for 20 points: this hand is far from a Show" in screen.screens[1]
    assert "Say 3 or x." in " ".join(screen.screens[1].split())


OTHERS = "/".join(
    (
        "4c5c6c6d7d8dTsJsQsAhAd2h2s",
        "4s5s5d9s9d9sTdTcJdQdAs3s3d",
        "4c6h7h7c8c8sJhQcAcAs3cKd2d",
        "Kh7sKd8sJs8d9hTc5cQs6c2c4h",
        "2dJdTh3d4hKh5d6s7c8cQcQdAc",
    )
)


def test_a_card_named_alone_leaves_its_group() -> None:
    """`g` and one card takes it out of its group, also where the hand holds an equal loose one."""
    twins = READY.replace("KcKdKs2dAh", "KcKdKs9cAh")
    screen, _ = sit(twins, "g 9c9d9h", "g 9c", "g9c9d9h", "g 9c9d9h", "g 2s")
    assert re.search(r"9♣ +\d+\) 9♦ +\d+\) 9♥ +set", screen.screens[1])
    assert not re.search(r"9♣ +\d+\) 9♦ +\d+\) 9♥", screen.screens[2])
    assert re.search(r"9♣ +\d+\) 9♦ +\d+\) 9♥ +set", screen.screens[3])
    assert "Grouped as you said." in screen.screens[3]
    assert "Nothing changes: your cards stand so already." in screen.screens[4]


def test_a_wild_lies_where_it_stands_for_a_card() -> None:
    """In a run that is shown each wild has the place of the card that it stands for."""
    gap = READY.replace("7s8s**", "7s**9s")
    screen, _ = sit(gap, "!")
    assert re.search(r"7♠ +5\) \*\* +6\) 9♠ +run", screen.screens[0])
    assert "Two runs: 3♥ 4♥ 5♥ | 7♠ ** 9♠" in screen.screens[1]
    done = State.read(gap).apply(wrong_show(gap))
    assert "7♠ ** 9♠" in " ".join(face_for(done.view_for(1)).log(done.view_for(1)))


def wrong_show(position: str) -> Show:
    """A Show of the hand at a position that is not good, as it is grouped there."""
    view = State.read(position).view_for(0)
    best = view.best
    return arranged_show(
        [*(group.cards for group in best.groups), *([card] for card in best.loose)], best.discard
    )


def test_refusals_say_what_was_said() -> None:
    """A finishing card that is not held is named; a number is no yes to a wrong Show, and why."""
    screen, _ = sit(READY, "!qd", "!", "1")
    assert "! You do not hold Q♦" in screen.screens[1]
    assert "Name another behind the !, as in !kd." in screen.screens[2]
    assert "a number may be a slip" in screen.screens[3]
    first = TAKING.replace("turn=4", "turn=0")
    screen, _ = sit(first, "!")
    assert "Before you take a card you can show a heaven hand alone" in screen.screens[1]


def test_a_card_without_a_number_is_explained() -> None:
    """Why the card just taken has no number stands under every hand, also beside a remark."""
    taken = f"act=0 seats=2 turn=4 cut=Jc pile=2c9h hands={HELD}/{OTHER} phase=took:Ah"
    screen, _ = sit(taken, "o")
    for text in screen.screens:
        assert "You can't discard the A♥ you just took" in text


def test_help_in_a_pool_and_in_sentences() -> None:
    """In a pool help tells of coming back and sharing; in plain sentences no mark is explained."""
    pool = State.read(POOL + TAKING).view_for(0)
    codes = [clause.code for clause in face_for(pool).matters(pool, None)]
    assert {"I-POOL-1", "I-POOL-2", "I-POOL-4"} <= set(codes)
    first = State.read(TAKING.replace("turn=4", "turn=0")).view_for(0)
    codes = [clause.code for clause in face_for(first).matters(first, None)]
    assert codes.index("I-HEAVEN-1") > codes.index("I-VAL-1")
    for plain in (False, True):
        words = str(face_for(pool, plain=plain).how())
        assert ("~ marks a special wild" in words) is not plain
    plainly = sit(TAKING, plain=True)[0].screens[0]
    assert "Wild: J♣, joker (cut card J♣, out of play)." in plainly


def test_a_turn_begins_with_a_card_or_a_drop() -> None:
    """Draw, take with what it would bring, and drop with its cost, which is asked about."""
    screen, done = sit(TAKING, "x", "", "drop", "y")
    assert done == Drop()
    first = screen.screens[0]
    assert " 1) draw from the stock  +\n" in first
    assert " 2) take 9♥ from the open pile: after the best discard still 2 points  ^\n" in first
    assert " 3) drop: you owe 40 points and are out of this deal  x\n" in first
    assert "If you drop, you owe 40 points" in screen.screens[1]
    assert sit(TAKING, "9h")[1] == TakeOpen()
    assert sit(TAKING, "take")[1] == TakeOpen()
    assert sit(TAKING, "d")[1] == Draw()
    assert sit(TAKING, "+2c")[1] == Draw()
    better = TAKING.replace("pile=2c9h", "pile=9hKh")
    text = "take K♥ from the open pile: after the best discard 0 points, now 2"
    assert text in sit(better)[0].screens[0]


def test_what_is_forbidden_is_named() -> None:
    """Refused words are answered with the clause; what is unclear with what would be clear."""
    screen, _ = sit(TAKING, "-2d", "!", "~", "!3h", "hm", "-zz", "!3h4h5h-2d")
    shown = [" ".join(text.split()) for text in screen.screens]
    assert "! -2d is refused. I-TURN-1" in shown[1]
    assert "is refused. I-HEAVEN-2" in shown[2]
    assert "'~' is not understood" in shown[3]
    assert "is refused. I-HEAVEN-2" in shown[4]
    assert "'hm' is not understood" in shown[5]
    assert "'-zz' is not understood" in shown[6]
    assert "A Show is written like" in shown[7]
    banned = TAKING.replace("pile=2c9h", "pile=9hJc")
    screen, _ = sit(banned, "^")
    assert "J♣~ is wild, so you can't take it from the pile" in " ".join(screen.screens[0].split())
    assert "! ^ is refused. I-PICK-1" in screen.screens[1]
    took = READY.replace("phase=drew:Ah", "phase=took:Ah")
    screen, _ = sit(took, "-ah")
    assert "You can't discard the A♥ you just took" in screen.screens[0]
    assert "! -Ah is refused. I-TURN-2" in screen.screens[1]


def test_help_states_the_aim() -> None:
    """`?` first says what the game is about, then what matters now, then how to say things."""
    screen, _ = sit(TAKING, "?", "", "", "", "", "? drop-2", "", "? pure", "q")
    assert screen.screens[1].startswith("The aim: be the first to get all your 13 cards")
    text = "\n".join(screen.screens[1:6])
    assert text.index("These rules matter now.") < text.index("I-TURN-1")
    assert "g 3h4h5h/9c9d9h" in text
    assert any("I-DROP-2" in screen for screen in screen.screens[5:])
    assert any("I-SEQ-2" in screen for screen in screen.screens[6:])


def test_heaven_hands_are_offered() -> None:
    """A hand that is a Show as dealt can be shown at once; the others owe what the rules say."""
    heaven = f"act=0 seats=2 turn=0 cut=Jc pile=2c hands={HELD[:-4]}Kh/{OTHER} phase=take"
    screen, done = sit(heaven, "!", "y")
    assert isinstance(done, Show)
    assert "show a heaven hand: each of the others owes 40" in screen.screens[0]
    assert "each other player still in owes 40" in " ".join(screen.screens[1].split())
    after = State.read(heaven).apply(done)
    assert after.ended == "heaven"
    false = heaven.replace("Kh/", "2d/")
    screen, _ = sit(false, "!")
    assert "WRONG Show" in screen.screens[1]
    off = f"rules=online {false}"
    assert "is refused. I-MORE-17" in sit(off, "!")[0].screens[1]


def test_a_hand_is_laid_open_as_one_likes() -> None:
    """Where losers declare, the best grouping is offered, and the own one with what it costs."""
    rules = "rules=default,score_arrangement=declared"
    state = State.read(
        f"{rules} {READY.replace('act=0', 'act=1')}".replace(
            f"hands={HELD}/{OTHER}", f"hands={OTHER}/{HELD}".replace("KdKs2dAh", "KdKsKhAh")
        )
    )
    view = state.view_for(1)
    state = state.apply(next(action for action in view.legal if isinstance(action, Show)))
    view = state.view_for(0)
    assert view.declaring and view.mine
    face = face_for(view)
    assert "Lay your hand open" in face.status(view)[0]
    [only] = face.choices(view)
    assert only.text.startswith("lay your hand open like this: you owe ")
    face.do(Own("2h2s"), view)
    own = face.choices(view)[-1]
    assert state.why_not(own.action) is None
    sure = face.sure(arranged_show([[card] for card in view.hand]), view)
    assert sure and "the best grouping costs" in " ".join(sure.lines)


def test_the_main_screens() -> None:
    """The table before and after taking a card looks like this."""
    assert sit(TAKING)[0].screens[0] == TABLE
    assert sit(READY)[0].screens[0] == HOLDING


TABLE = """\
Deal 1, the only one.  Stock: 77.  Wild: J♣~ ** (cut card J♣, out of play).
Before each name: points owed in this deal, cards in hand.
>     0   13   You
      0   13   Asha
Open pile (2), its top card first: 9♥ 2♣
Your hand (13) costs 2 points; two runs, so only loose cards count.
  3♥ 4♥ 5♥              pure run
  7♠ 8♠ **              run
  9♣ 9♦ 9♥              set
  K♣ K♦ K♠              set
  2♦                    loose

 1) draw from the stock  +
 2) take 9♥ from the open pile: after the best discard still 2 points  ^
 3) drop: you owe 40 points and are out of this deal  x
Number or word (? help, h hint, q leave)>"""
HOLDING = """\
Deal 1, the only one.  Stock: 76.  Wild: J♣~ ** (cut card J♣, out of play).
Before each name: points owed in this deal, cards in hand.
>     0   14   You
      0   13   Asha
Open pile (2), its top card first: 9♥ 2♣
Your hand (14): 2 points after the best discard; two runs, loose cards count.
  1) 3♥    2) 4♥    3) 5♥                     pure run
  4) 7♠    5) 8♠    6) **                     run
  7) 9♣    8) 9♦    9) 9♥                     set
 10) K♣   11) K♦   12) K♠                     set
 13) 2♦   14) A♥                              loose

To discard a card say its number, 1 to 14, or a word like -Ah; ! checks a Show.
Dearest loose card, 10 points: A♥
Number or word (? help, h hint, q leave)>"""
