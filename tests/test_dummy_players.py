"""The strong players of Dummy: legal under any rules, a function of what they see, and no fools."""

from __future__ import annotations

import os
import subprocess
import sys
from random import Random

import pytest

import speto
from speto.cards import PACK, Card, parse_cards
from speto.dummy import PRESETS, Rules, State, codes, start, think, tuned
from speto.dummy.actions import Discard, encode
from speto.dummy.belief import Past, begin_guessing, guess_on, halved, log2
from speto.dummy.deal import Deal, House, copy
from speto.dummy.deal import start as start_deal
from speto.dummy.melds import is_meld
from speto.dummy.moves import legal
from speto.dummy.outlook import Outlook, Weights, feed, forget, look, look_through, wanted
from speto.dummy.rollout import Crew, begin, choose, duel, finish
from speto.dummy.search import Search
from speto.dummy.sight import Sight, see
from speto.dummy.think import MODELS, ponder
from speto.dummy.through import through
from speto.dummy.turn import apply
from speto.dummy.weights import BELIEVED, NAMES, TUNED, digest
from speto.dummy.worlds import draw_world, lay_out
from speto.rng import Rng
from speto.rng import start as start_stream
from speto.thought import Budget, Skill
from tests.dealing import busy_choice, random_deal, random_rules

BOTH = codes.HANDS | codes.TOP
SKILLS = (Skill(), Skill(memory=0, temperature=30), Skill(memory=3, temperature=8))


def crew_of(house: House) -> Crew:
    """A crew that plays by the tuned weights."""
    return Crew(house, Weights(TUNED), Weights(TUNED))


def moments(random: Random, count: int) -> list[tuple[Deal, Sight, list[int]]]:
    """Deals under random rules at a moment of choice, the acting seat's sight of each, its log."""
    found: list[tuple[Deal, Sight, list[int]]] = []
    while len(found) < count:
        state = random_deal(random)
        while not state.over and len(found) < count:
            if len(state.legal) > 1 and random.random() < 0.1:
                sight = Sight(state._deal.house)
                see(sight, state._deal, state._deal.to_act)
                log = [encode(told.action) for told in state.view_for(state.to_act).log]
                found.append((state._deal, sight, log))
            state = state.apply(state.legal[busy_choice(random, state)])
    return found


@pytest.mark.parametrize("skill", SKILLS)
def test_the_tuned_player_is_legal(skill: Skill) -> None:
    """Under any rules and with any skill the tuned player says only legal words."""
    random = Random(1)
    for _ in range(40 if speto.compiled else 4):
        state = random_deal(random)
        while not state.over:
            state = state.apply(tuned(state.view_for(state.to_act), skill, random))


def test_the_search_is_legal() -> None:
    """Under any rules the search says only legal words, and weighs only legal ones."""
    random = Random(2)
    for _ in range(12 if speto.compiled else 1):
        state = random_deal(random)
        while not state.over:
            if speto.compiled or random.random() < 0.1:
                thought = think(state.view_for(state.to_act), Budget(playouts=60), random)
                assert all(option.action in state.legal for option in thought.options)
                assert thought.action == thought.options[0].action
                state = state.apply(thought.action)
            else:
                state = state.apply(tuned(state.view_for(state.to_act), Skill(), random))


def test_cheats_are_legal() -> None:
    """Under any rules the labelled cheats say only legal words."""
    random = Random(3)
    for _ in range(30 if speto.compiled else 3):
        state = random_deal(random)
        hands, top, clever = (random.random() < 0.5 for _ in range(3))
        while not state.over:
            assert state.to_act is not None
            action = through(state, state.to_act, hands=hands, top=top, tuned=clever)
            state = state.apply(action)


def guessed(sight: Sight, log: list[int], rng: Rng, steps: int) -> Past:
    """A past with a pack that may have been dealt, after so many changes."""
    crew, past, deal = crew_of(sight.seen.house), Past(), Deal(sight.seen.house)
    past.tell(log)
    believed = Weights(BELIEVED)
    begin_guessing(past, sight, sight.seen, rng, deal, crew.outlook, believed, crew.moves)
    guess_on(past, rng, deal, crew.outlook, believed, crew.moves, steps)
    return past


@pytest.mark.parametrize("steps", [None, 0, 60])
def test_worlds_are_deals_that_may_be(steps: int | None) -> None:
    """Worlds conserve cards, keep sizes and known cards, and look to the seat as the deal does."""
    rng = Rng()
    for number, (deal, sight, log) in enumerate(moments(Random(4), 60 if speto.compiled else 12)):
        world, again = Deal(deal.house), Sight(deal.house)
        start_stream(rng, 1, number)
        if steps is None:
            draw_world(world, sight, sight.seen, rng)
        else:
            past = guessed(sight, log, rng, steps)
            assert past.whole
            lay_out(world, past, sight, sight.seen, rng)
        places = [*world.hands(), *world.laids(), *(1 << card for card in world.stock_left())]
        places += [1 << (place & 63) for place in world.places()]
        assert sum(places) == codes.FULL
        for hand, known, true in zip(world.hands(), deal.knowns(), deal.hands(), strict=True):
            assert hand & known == known
            assert hand.bit_count() == true.bit_count()
        see(again, world, world.to_act)
        assert again.unseen == sight.unseen
        assert again.seen.hands() == sight.seen.hands()


def test_a_guessed_pack_leads_to_the_moment() -> None:
    """The deal done again with a guessed pack comes to the moment by legal actions."""
    rng = Rng()
    for number, (deal, sight, log) in enumerate(moments(Random(14), 40 if speto.compiled else 8)):
        start_stream(rng, 1, number)
        past = guessed(sight, log, rng, 80)
        again, moves = Deal(deal.house), crew_of(deal.house).moves
        again.set_pack(past.guess())
        start_deal(again, deal.seats, deal.starter, deal.direction)
        for action in log:
            count = legal(again, moves)
            if again.to_act != sight.seat:
                assert action in moves.listed()[:count]
            apply(again, action)
        world = Deal(deal.house)
        lay_out(world, past, sight, sight.seen, rng)
        assert again.hands() == world.hands()
        assert sorted(again.stock_left()) == sorted(world.stock_left())
        assert again.hands()[sight.seat] == deal.hands()[sight.seat]
        assert again.places() == deal.places()
        assert again.scores() == deal.scores()


def test_a_past_that_leads_elsewhere_is_not_asked() -> None:
    """Where the actions told do not lead to the moment, worlds are drawn without them."""
    for _, sight, log in moments(Random(15), 20 if speto.compiled else 4):
        rng = Rng()
        start_stream(rng, 1, 1)
        assert not guessed(sight, [*log, codes.DRAW << 58], rng, 5).whole
        search = Search(sight.seen.house, Weights(TUNED), Weights(TUNED))
        search.reckon_with(list(MODELS))
        search.rounds = search.guesses = 2
        ponder(search, sight, Budget(playouts=60), 7)
        assert search.drawn > 0
        assert search.past.whole == (not log)


def searched(sight: Sight, log: list[int], budget: Budget) -> tuple[object, ...]:
    """All that a search finds for a sight."""
    house = sight.seen.house
    search = Search(house, Weights(TUNED), Weights(TUNED))
    search.reckon_with(list(MODELS))
    search.rounds, search.guesses = 2, 4
    search.past.tell(log)
    chosen = ponder(search, sight, budget, 7)
    candidates = search.candidates()
    return chosen, candidates, [search.counts(i) for i in range(len(candidates))]


def test_hidden_cards_change_nothing() -> None:
    """With all that a seat cannot see dealt anew, the search finds the very same."""
    rng = Rng()
    for number, (deal, sight, log) in enumerate(moments(Random(5), 40 if speto.compiled else 3)):
        world, again = Deal(deal.house), Sight(deal.house)
        start_stream(rng, 2, number)
        draw_world(world, sight, sight.seen, rng)
        see(again, world, world.to_act)
        budget = Budget(playouts=200)
        assert searched(again, log, budget) == searched(sight, log, budget)


def test_the_same_seed_thinks_the_same() -> None:
    """The same view, budget and state of the generator give the same thought."""
    state = start(Rules(), PACK, seats=3)
    state = state.apply(state.legal[0])
    view = state.view_for(0)
    one, two = (think(view, Budget(playouts=300), Random(9)) for _ in range(2))
    assert one == two
    assert one.playouts <= 300
    assert one != think(view, Budget(playouts=300), Random(10))


def thoughts(count: int) -> str:
    """All that the search finds at some moments under random rules, as one line."""
    budget = Budget(playouts=90)
    return repr([searched(sight, log, budget) for _, sight, log in moments(Random(12), count)])


@pytest.mark.once
@pytest.mark.skipif(not speto.compiled, reason="there is nothing to compare with")
def test_compiled_and_plain_think_the_same() -> None:
    """Every value of every world is the same uncompiled."""
    plain = subprocess.run(
        [
            sys.executable,
            "-c",
            "from tests.test_dummy_players import thoughts; print(thoughts(12))",
        ],
        env={**os.environ, "SPETO_PURE": "1"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert plain.stdout.strip() == thoughts(12)


def test_time_ends_a_thought() -> None:
    """Under a budget of time a thought ends, with at least one round of worlds."""
    state = start(Rules(), PACK, seats=2)
    thought = think(state.apply(state.legal[0]).view_for(0), Budget(milliseconds=1), Random(1))
    assert thought.worlds >= 50


def pack_with(hand: str, head: str) -> list[Card]:
    """A shuffled pack that deals this hand to the starter of four seats, and this head."""
    mine, (turned,) = parse_cards(hand), parse_cards(head)
    rest = [card for card in PACK if card not in (*mine, turned)]
    Random(6).shuffle(rest)
    pack = rest[:]
    for at, card in enumerate(mine):
        pack.insert(4 * at, card)
    pack.insert(28, turned)
    return pack


def test_the_search_takes_the_head() -> None:
    """A head that makes a meld at once is taken, and far better than a draw."""
    state = start(Rules(), pack_with("9h Jh 2d 5s 8c Kd 3s", "Th"), seats=4)
    behind = []
    for seed in range(12):
        thought = think(state.view_for(0), Budget(playouts=400), Random(seed))
        assert str(thought.action) == "^Th=9hThJh"
        draw = next(option for option in thought.options if str(option.action) == "+")
        assert not thought.equal(draw)
        behind.append(draw.behind)
    # by 12 to 17 points with 20,000 play-outs
    assert min(behind) > 5 and sum(behind) / len(behind) > 10


def test_the_search_throws_nothing_that_is_fined() -> None:
    """A card that forms a meld with two of the row is not thrown, and its fine is foretold."""
    state = start(Rules(), pack_with("4c 4d 9h Jh 2d Kd 3s", "4h"), seats=4)
    for _ in range(4):
        state = state.apply(state.legal[0])
        thrown = next(
            action
            for action in state.legal
            if isinstance(action, Discard)
            and not state.view_for(state.to_act).risks.get(action.card)
        )
        if state.to_act == 0:
            thrown = Discard(parse_cards("4c")[0])
        state = state.apply(thrown)
    state = state.apply(state.legal[0])
    thought = think(state.view_for(0), Budget(playouts=900), Random(1))
    fined = next(option for option in thought.options if str(option.action) == "-4d")
    assert fined.fines["D-PEN-FULL"] == 1
    assert fined.behind > 30
    assert str(thought.action) != "-4d"


@pytest.mark.parametrize("policy", [codes.TUNED, codes.TUNED | BOTH, codes.HANDS, codes.TOP])
def test_playouts_are_deals_stepped_through_states(policy: int) -> None:
    """Native deals of heuristic seats are those of the same seeds stepped through `State`."""
    rules = PRESETS["default"]
    deal, crew = Deal(House(rules)), crew_of(House(rules))
    for number in range(25 if speto.compiled else 2):
        begin(crew, deal, 4, 8, number)
        pack = [PACK[card] for card in deal.pack()]
        state = start(rules, pack, seats=4, starter=deal.starter, direction=deal.direction)
        crew.seat([policy] * 4)
        finish(crew, deal)
        while not state.over:
            assert state.to_act is not None
            if policy == codes.TUNED:
                action = tuned(state.view_for(state.to_act), Skill(), Random(0))
            else:
                action = through(
                    state,
                    state.to_act,
                    hands=policy & codes.HANDS != 0,
                    top=policy & codes.TOP != 0,
                    tuned=policy & codes.TUNED != 0,
                )
            state = state.apply(action)
        assert list(state.scores) == deal.scores()


@pytest.mark.once
@pytest.mark.skipif(not speto.compiled, reason="hundreds of deals")
@pytest.mark.parametrize("preset", PRESETS)
def test_tuned_beats_simple(preset: str) -> None:
    """Two tuned seats beat two `simple` by at least 20 points a deal, over duplicate deals."""
    house = House(PRESETS[preset])
    crew, deals = crew_of(house), 1000
    duel(crew, Deal(house), 4, 3, 0, deals, codes.TUNED, codes.SIMPLE)
    assert crew.sum / (4 * deals) >= 20


@pytest.mark.once
@pytest.mark.skipif(not speto.compiled, reason="hundreds of deals")
def test_seeing_the_hands_helps() -> None:
    """The tuned player that sees the hands beats the one that does not."""
    house = House(PRESETS["default"])
    crew, deals = crew_of(house), 1000
    duel(crew, Deal(house), 4, 3, 0, deals, codes.TUNED | codes.HANDS, codes.TUNED)
    assert crew.sum / (4 * deals) >= 8


def test_a_hand_that_is_known_feeds_surely() -> None:
    """Throwing what another seat is known to need costs more than what it may only need."""
    state = start(Rules(), pack_with("9h Kd 2d 5s 8c 4c 3s", "7d"), seats=4)
    deal = Deal(House(Rules()))
    copy(deal, state.apply(state.legal[0])._deal)
    sight, outlook, weights = Sight(deal.house), Outlook(), Weights(TUNED)
    card = 1 << parse_cards("9h")[0].number
    partner = sum(1 << one.number for one in parse_cards("Th Jh"))
    see(sight, deal, 0)
    look(outlook, sight)
    guessed = feed(outlook, deal, weights, card)
    hands = [hand & ~partner for hand in deal.hands()]
    hands[1] |= partner
    deal.fill(hands, deal.knowns(), deal.laids(), deal.places(), deal.melds())
    look_through(outlook, deal, 0, True, False)
    assert feed(outlook, deal, weights, card) > guessed > 0


def test_what_is_forgotten_may_be_anywhere() -> None:
    """Who forgets what was taken fears as if nobody had seen it; to forget nothing changes nothing.

    Each of the 52 throws is asked about.
    """

    def fears(one: Outlook) -> list[int]:
        return [feed(one, sight.seen, Weights(TUNED), 1 << card) for card in range(52)]

    changed = 0
    for deal, sight, _ in moments(Random(7), 60 if speto.compiled else 12):
        known = deal.knowns()
        taken = sum(known[seat] for seat in range(deal.seats) if seat != deal.to_act)
        outlook, unseen, bare = Outlook(), Outlook(), Deal(deal.house)
        look(outlook, sight)
        remembered = fears(outlook)
        forget(outlook, sight.seen, 0)
        assert fears(outlook) == remembered
        forget(outlook, sight.seen, taken)
        copy(bare, deal)
        bare.fill(deal.hands(), [0] * deal.seats, deal.laids(), deal.places(), deal.melds())
        blind = Sight(deal.house)
        see(blind, bare, deal.to_act)
        look(unseen, blind)
        assert fears(outlook) == fears(unseen)
        changed += fears(outlook) != remembered
    assert changed


def test_wanted_cards_make_melds() -> None:
    """The cards that a hand wants are those that make a meld with two of it."""
    random = Random(8)
    for _ in range(300):
        hand = sum(1 << card for card in random.sample(range(52), 7))
        pairs = [1 << a | 1 << b for a in range(52) for b in range(a) if hand >> a & hand >> b & 1]
        true = 0
        for card in range(52):
            if not hand >> card & 1 and any(is_meld(pair | 1 << card, False) for pair in pairs):
                true |= 1 << card
        assert wanted(hand) == true


def test_the_small_logarithms() -> None:
    """`halved` and `log2` undo each other to a hundredth, and are exact at whole powers."""
    assert [halved(1024 * n) for n in (0, 1, 5)] == [65536, 32768, 2048]
    assert [log2(1 << n) for n in (0, 1, 16)] == [0, 1024, 16384]
    for times in range(0, 8192, 7):
        assert abs(log2(halved(times)) - (16384 - times)) <= 180


@pytest.mark.once
@pytest.mark.skipif(not speto.compiled, reason="thousands of changes")
def test_guesses_come_to_know_the_hands() -> None:
    """Guessed packs that fit the past hold more of the true hands than packs at random do."""
    house, rng = House(Rules()), Rng()
    deal, world, sight, crew = Deal(house), Deal(house), Sight(house), crew_of(house)
    found = [0, 0]
    for number in range(40):
        begin(crew, deal, 4, 9, number)
        crew.seat([codes.TUNED] * 4)
        log: list[int] = []
        while deal.phase != codes.OVER:
            if deal.turn > 8 and deal.turn % 5 == 0 and deal.phase == codes.TAKE:
                see(sight, deal, deal.to_act)
                for place, steps in enumerate((0, 2000)):
                    start_stream(rng, 3, len(log))
                    past = guessed(sight, log, rng, steps)
                    lay_out(world, past, sight, sight.seen, rng)
                    for one, true in zip(world.hands(), deal.hands(), strict=True):
                        found[place] += (one & true).bit_count()
            legal(deal, crew.moves)
            log.append(choose(crew, deal))
            apply(deal, log[-1])
    assert found[1] > 1.04 * found[0]


@pytest.mark.once
@pytest.mark.skipif(not speto.compiled, reason="hundreds of deals")
def test_simple_that_sees_the_hands_is_a_cheat_indeed() -> None:
    """The heuristic `simple` that sees the hands is far ahead of the one that does not."""
    house = House(PRESETS["default"])
    crew, deals = crew_of(house), 1000
    duel(crew, Deal(house), 4, 3, 0, deals, codes.HANDS, codes.SIMPLE)
    assert crew.sum / (4 * deals) >= 18


def test_every_weight_has_its_number() -> None:
    """The weights are the fields that the player reads, each once; the digest is of them all."""
    assert set(NAMES) == set(TUNED)
    assert len(set(NAMES)) == len(NAMES)
    fields = {name for name in dir(Weights()) if not name.startswith("_")}
    assert fields == set(NAMES)
    assert len(digest()) == 64


def test_a_wavering_player_is_no_fool() -> None:
    """However a player wavers, it lets no knock go, and throws nothing that is fined at once."""
    random = Random(11)
    knocks = 0
    for _ in range(60 if speto.compiled else 5):
        state: State = random_deal(random, random_rules(random))
        while not state.over:
            view = state.view_for(state.to_act)
            action = tuned(view, Skill(memory=0, temperature=40), random)
            if isinstance(action, Discard):
                assert not view.can_knock
                fined = {
                    card for card, risks in view.risks.items() if any(r.certain for r in risks)
                }
                assert action.card not in fined or set(view.hand) <= fined
            knocks += encode(action) >> 58 == codes.KNOCK
            state = state.apply(action)
    assert knocks
