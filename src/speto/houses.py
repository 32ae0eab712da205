"""Which house plays which choice of an option, and where it says so.

What must stay true: a claim is one that its source makes in words or in code; where a source is
silent it is not named.
"""

from __future__ import annotations

from typing import Final, NamedTuple


class Source(NamedTuple):
    """Somebody who says how a game is played: what it is, and its address if it has one."""

    title: str
    address: str = ""


class Claim(NamedTuple):
    """An option's value, spelled as rules strings do, and who plays it so."""

    field: str
    value: str
    sources: tuple[str, ...]


SOURCES: Final = {
    "dummy": {
        "ZH": Source(
            "老陶打老虎: Dummy Rummy (Chinese, as played at GameIndy)", "dummy.gameindy.com"
        ),
        "TH": Source("Cazii Dummy: ดัมมี่หรือรัมมี่ (Thai, the fullest text)"),
        "TH2": Source("ดัมมี่ เล่นยังไงเรามีคำตอบ (Thai)"),
        "DK": Source("Dummy Club, knock dummy", "dummyknock.com/p/rules-of-thai-knock-dummy.html"),
        "BG": Source("dummy-thai, open program", "github.com/bigm2540/dummy-thai"),
        "DL": Source("Dummy Legends, open program", "github.com/danya0365/dummy-legends-nextjs"),
        "GO": Source("an open program in Go"),
        "JS": Source("an open program in JavaScript"),
        "TS": Source("an open program in TypeScript"),
        "TSL": Source("ดัมมี่ มีกฎอะไรบ้าง (Thai page)", "thaislots.online"),
        "THC": Source("วิธีเล่นไพ่ดัมมี่ (Thai page)", "th-casino.club"),
        "CAF": Source("English page", "cafegias.com"),
        "ALT": Source("English page", "althabattv.com/sport-game/how-to-knock-dummy-cards/"),
        "MOB": Source("English page", "mobdroappz.com"),
        "MPM": Source("an operator's help page", "mpm5555.com"),
    },
    "indian": {
        "ZH": Source("老陶打老虎: 印度拉密 Indian Rummy (Chinese)"),
        "RC": Source("RummyCircle", "rummycircle.com/help/points-rummy/format.html"),
        "JR": Source("Junglee Rummy", "jungleerummy.com/pool-rummy"),
        "A23": Source("A23", "a23.com/rummy/rummy-variants.html"),
        "RUL": Source("RuleRummy", "rulerummy.com/How-To-Play"),
        "NEX": Source("NexGen, questions and answers", "nexgenplaytech.com/home/faq"),
        "OCT": Source("Octro, RummyOn", "rummy.octro.com/aboutus.html"),
        "PAG": Source(
            "pagat's rules as Adda52 tells them", "adda52.com/blog/indian-rummy-card-game"
        ),
        "DEC": Source("Deccan Rummy, support", "support.deccanrummy.com"),
        "PLS": Source("PlayShip", "playship.com/how-to-play/pool-rummy"),
        "RER": Source("RummyEra", "rummyera.com/pool-rummy"),
        "HMD": Source(
            "Rummy Classic, a developer's specification (Chinese)",
            "hackmd.io/@d0vFBJw-TLODrWn91yFONg/Bke9V01O_",
        ),
        "RCU": Source("RummyCulture", "rummyculture.com"),
        "RJ": Source("RummyJoin", "rummyjoin.com"),
        "ICS": Source("icalshare, an English page"),
        "GOR": Source("goRummy"),
    },
}
CLAIMS: Final = {
    "dummy": (
        Claim("head_value", "replace", ("TH", "BG")),
        Claim("head_value", "bonus", ("ZH", "GO", "DL")),
        Claim("first_turn_pickup", "true", ("TH", "TH2")),
        Claim("first_turn_pickup", "false", ("MPM", "GO")),
        Claim("pickup_needs_hand_card", "true", ("TH", "ZH", "MOB")),
        Claim("pickup_needs_hand_card", "false", ("BG", "GO")),
        Claim("pickup_for_layoff", "false", ("TH", "ZH")),
        Claim("pickup_for_layoff", "true", ("BG", "GO", "TS", "JS")),
        Claim("birth", "pickup", ("TH", "ZH", "DL", "THC", "CAF")),
        Claim("birth", "any_meld", ("JS", "TS")),
        Claim("ace_low_run", "false", ("TH", "TH2", "ZH")),
        Claim("ace_low_run", "true", ("BG", "GO")),
        Claim("layoff_own", "true", ("TH", "DL", "BG")),
        Claim("layoff_own", "false", ("ZH",)),
        Claim("qka_fully_closed", "true", ("TSL",)),
        Claim("knock_value", "50", ("TH", "TH2", "ZH", "BG")),
        Claim("knock_special", "true", ("TH", "BG")),
        Claim("dark_mult", "2", ("TH", "ZH", "ALT", "DL", "BG", "GO", "JS", "TS")),
        Claim("color_knock", "color", ("ZH",)),
        Claim("color_knock", "suit", ("ALT", "DL", "BG", "GO", "JS", "TS")),
        Claim("color_mult", "2", ("ZH",)),
        Claim("color_includes_knock_card", "false", ("BG", "JS")),
        Claim("color_includes_knock_card", "true", ("ALT",)),
        Claim("multiplier_scope", "positive", ("ZH",)),
        Claim("multiplier_scope", "total", ("TS",)),
        Claim("multiplier_scope", "knock_only", ("GO", "DL")),
        Claim("stock_end", "next_player_knock_only", ("TH", "TH2")),
        Claim("stock_end", "next_player_pickup", ("BG",)),
        Claim("stock_end", "immediate", ("ZH",)),
        Claim("ace_in_run", "15", ("TH", "ZH")),
        Claim("ace_in_run", "10", ("TH2", "GO")),
        Claim("unborn_penalty", "hand_x2", ("TH", "DL", "JS")),
        Claim("unborn_penalty", "minus50_then_x2", ("ZH",)),
        Claim("unborn_when", "on_knock", ("TH", "DL")),
        Claim("unborn_when", "always", ("ZH",)),
        Claim("fine", "50", ("TH", "ZH")),
        Claim("fines_stack", "true", ("BG",)),
        Claim("full_discard", "any", ("TH", "ZH", "DL")),
        Claim("full_discard", "contiguous", ("BG",)),
        Claim("layoff_discard", "true", ("TH", "ZH", "BG", "GO")),
        Claim("head_feed", "true", ("TH", "ZH", "BG", "DL", "JS")),
        Claim("speto_feed", "any", ("ZH",)),
        Claim("speto_feed", "s2_cases", ("TH",)),
        Claim("feed_window", "round", ("TH", "ZH")),
        Claim("feed_window", "next_turn", ("BG",)),
        Claim("stuffed_speto", "50", ("ZH", "DL")),
        Claim("fool_scope", "next_player_single", ("TH", "DL", "JS", "BG")),
        Claim("fool_scope", "round_any_pickup", ("ZH",)),
        Claim("fool_reverse", "toggle", ("TH", "BG")),
        Claim("next_starter", "knocker", ("TH", "TH2")),
        Claim("next_starter", "rotate", ("BG", "JS")),
        Claim("exhaustion_starter", "rotate", ("JS",)),
        Claim("match_target", "500", ("TH", "TH2")),
        Claim("match_target", "0", ("ZH",)),
    ),
    "indian": (
        Claim("wild_scope", "exact", ("ZH",)),
        Claim("wild_scope", "rank", ("RUL", "OCT", "RJ", "PAG", "HMD")),
        Claim("second_run_min", "3", ("ZH",)),
        Claim("second_run_min", "4", ("OCT",)),
        Claim("may_discard_taken", "false", ("PAG",)),
        Claim("wild_pick", "first_turn_only", ("ZH", "NEX")),
        Claim("first_drop", "20", ("ZH", "RC", "RCU")),
        Claim("first_drop", "25", ("RJ",)),
        Claim("first_drop", "10", ("OCT",)),
        Claim("middle_drop", "40", ("ZH", "RCU", "RER", "PLS")),
        Claim("middle_drop", "50", ("RJ",)),
        Claim("middle_drop", "30", ("OCT",)),
        Claim("missed_turns", "3", ("RER", "ICS")),
        Claim("score_arrangement", "declared", ("RC", "A23")),
        Claim("no_pure", "flat", ("ZH", "OCT")),
        Claim("no_pure", "sum_capped", ("JR",)),
        Claim("one_pure", "exempt", ("ZH",)),
        Claim("one_pure", "count_all", ("JR", "NEX", "OCT")),
        Claim("cap", "80", ("ZH", "JR", "A23", "RER")),
        Claim("wrong_show", "80", ("ZH", "RC", "A23")),
        Claim("on_exhaust", "settle", ("ZH",)),
        Claim("on_exhaust", "reshuffle", ("DEC",)),
        Claim("on_exhaust", "void", ("PAG",)),
        Claim("heaven", "40", ("ZH",)),
        Claim("format", "points", ("RC", "JR", "A23")),
        Claim("format", "pool", ("RC", "JR", "RER")),
        Claim("format", "deals", ("PLS", "JR")),
        Claim("pool_limit", "101", ("RC", "JR", "RER")),
        Claim("pool_limit", "201", ("RC", "JR", "RER")),
        Claim("pool_limit", "61", ("PLS",)),
        Claim("rejoin", "true", ("PLS", "JR", "ICS")),
        Claim("split", "true", ("JR", "RER", "GOR")),
    ),
}
