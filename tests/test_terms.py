"""The Thai and Chinese words of the games are those that players use.

They stand in the four texts that the rules come from, or in the canon's glossary. Where those have
no word, ours is named below with what it is for.
"""

from __future__ import annotations

import re
from types import ModuleType

import pytest

from speto.dummy import book as dummy
from speto.indian import book as indian
from speto.texts import languages, load

pytestmark = pytest.mark.once

TERMS = [key.removeprefix("term.") for key in load().texts if key.startswith("term.")]
THAI = """
ดัมมี่ รัมมี่ กองจั่ว กองกลาง กองทิ้ง ไพ่หัว สเปโต จั่ว เก็บ เกิด มืด ตกตึก ตอง
เรียง ลงไพ่ ฝาก ใบฝาก น็อค น็อคมืด กินมืด น็อคสี ใบปิด ใบคว่ำ ทิ้งเต็ม
ทิ้งใบฝาก ทิ้งดัมมี่ ทิ้งมี่ ทิ้งหัว ทิ้งสเปโต ตีอ้อน ตีกร่าง โดนฝากสเปโต โง่
โพดำ โพแดง ข้าวหลามตัด ดอกจิก ไพ่ในมือ ชุด ทิ้ง แต้ม ตา เกม
รัมมี่อินเดีย โจ๊กเกอร์
"""
CHINESE = """
泰國Dummy 牌庫 棄牌列 門牌 王牌 抽牌 撿牌 破門清 破冰 門清 三條 四條
同花順 丟牌組 塞牌 敲門 暗敲 一色敲 蓋牌 [棄牌列]放槍 [牌組]放槍
[門牌]放槍 [王牌]放槍 被塞[王牌] [敲門]放槍 放槍 黑桃 紅心 方塊 梅花
牌組 手牌 棄牌 分數 回合 危險區
印度拉密 百搭牌 特殊百搭 JOKER 棄牌堆 純同花順 組合 落單牌 起手投降 之後投降 投降
Show 胡牌 詐胡 天胡
"""
KNOWN = {"th": set(THAI.split()), "zh-Hant": set(CHINESE.split())}
OURS = {
    "th": {
        "ยังไม่เกิด": "the text says ยังไม่ได้เกิด",
        "ไพ่ที่ใช้น็อค": "the text says ไพ่ใบที่ใช้น็อค",
        "โดนหัก": "the texts say หัก, be taken off; this is its passive",
        "ไพ่ในละแวก": "the text says อยู่ในละแวก, to lie in the neighbourhood",
        "ช่วงเสี่ยง": "a name for the round in which a discard can still cost",
        "แมตช์": "several deals to a target; the texts have no noun for it",
        "คนเริ่มเกม": "the text says ได้เป็นคนเริ่มเกม",
        "สำรับ": "the usual word for a pack",
        "ไพ่แทน": "a card that stands in for another; said plainly",
        "ไพ่แทนพิเศษ": "the same, for this deal only",
        "ใบชี้": "the card that points out the wild ones",
        "ใบชี้ไพ่แทน": "the same in full",
        "เรียงแท้": "a true run; the glossary has only the word for a run",
        "เรียงไม่แท้": "a run that is not true",
        "ไพ่เศษ": "what is left over",
        "การจัดไพ่": "how the hand is put in order",
        "หมอบ": "to lie low, as in every game in which one gives up a hand",
        "หมอบตาแรก": "the same in the first turn",
        "หมอบทีหลัง": "the same later",
        "โชว์": "the English word, as it is called out",
        "โชว์ผิด": "a wrong one",
        "ไพ่สวรรค์": "天胡, heaven, in Thai",
        "ตาที่หมดเวลา": "a turn in which time ran out",
        "เพดานแต้ม": "a ceiling for points",
        "พูล": "the English word",
        "กลับเข้าเล่น": "to come back into play",
        "แบ่งรางวัล": "to share the prize",
        "ชิป": "the usual word for chips",
    },
    "zh-Hant": {
        "放槍期限": "a name for 一圈內, the round in which a discard can still cost",
        "局": "a deal; the text says 遊戲 for it",
        "整場": "several deals to a target",
        "起始玩家": "the text says 出始玩家, a slip",
        "一副牌": "the text says 一副不含鬼牌的撲克牌",
        "第一張危險區的牌": "ตีอ้อน has no Chinese name",
        "鬼牌": "the usual word for a printed joker; the text says JOKER",
        "底牌": "the text says 牌底翻出來, turned up from under the stock",
        "含百搭的同花順": "the text only says what is not: 不含百搭的同花順",
        "組法": "the text has the verb, 組合",
        "逾時": "a turn in which time ran out",
        "扣分上限": "the text says 負分超過 -80，計為 -80",
        "淘汰賽": "a match in which players go out one after the other",
        "再入場": "to pay the entry again",
        "平分獎金": "to share the prize",
        "籌碼": "the usual word for chips",
    },
}
NEVER = {
    "th": ("น็อก", "นอค", "น๊อค", "โจ๊กเกอร์แทน", "ปี้"),
    "zh-Hant": ("摸牌", "吃牌", "聽牌", "弃", "组", "顺"),
}
"""Other games' words, other spellings, and simplified characters."""
ONLY_INDIAN = {"zh-Hant": ("胡牌",)}
"""Words of Indian Rummy that the other game must not use."""
INDIAN = re.compile(r"clause\.I-|term\.show$|.*\bindian\b")


def words(term: str) -> list[str]:
    """The single words of a glossary entry: without signs, ranks and what stands between."""
    parts = re.split(r"[,、，：（）()]| และ ", term)
    bare = (re.sub(r"[♣♠♦♥]\s?[2Q]|[2Q][♣♠]|\s", "", part) for part in parts)
    return [word for word in bare if word]


@pytest.mark.parametrize("language", KNOWN)
@pytest.mark.parametrize("term", TERMS)
def test_terms_are_the_players_own(language: str, term: str) -> None:
    """Every word of the glossary is one of the sources', or ours for a reason."""
    for word in words(load(language).text(f"term.{term}")):
        assert word in KNOWN[language] or word in OURS[language], word


@pytest.mark.parametrize("language", NEVER)
def test_words_of_other_games_are_not_used(language: str) -> None:
    """No text uses another spelling of a term, or another game's word for it."""
    for key, text in load(language).texts.items():
        never = NEVER[language] + (() if INDIAN.match(key) else ONLY_INDIAN.get(language, ()))
        assert not [word for word in never if word in text], key


@pytest.mark.parametrize("game", [dummy, indian], ids=["dummy", "indian"])
@pytest.mark.parametrize("language", languages())
def test_each_language_has_each_term_once(language: str, game: ModuleType) -> None:
    """Two things of one game are never called the same in one language."""
    terms = [load(language).text(f"term.{term}") for term in game.TERMS]
    assert len(terms) == len(set(terms))


def test_every_term_belongs_to_a_game() -> None:
    """The catalogue has the words of the games' glossaries, and no others."""
    assert set(TERMS) == dummy.TERMS.keys() | indian.TERMS.keys()
