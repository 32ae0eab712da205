"""The new stock made of the open pile: secret while hands are, the same for whoever replays it.

What must stay true: the order comes from the pack as written and from nothing else (I-MORE-5), so
that a record replays to it and anyone can verify it.
"""

from hashlib import sha256
from random import Random

from speto.cards import JOKER as PRINTED
from speto.cards import PACK
from speto.indian.deal import Deal

TEXTS = [*map(str, PACK), str(PRINTED)]


def order_of(pack: list[int]) -> list[int]:
    """The pack shuffled by the hash of its own text, before any rotation."""
    text = "".join([TEXTS[card] for card in pack])
    digest = sha256(b"speto reshuffle" + text.encode()).digest()
    order = list(pack)
    Random(int.from_bytes(digest, "big")).shuffle(order)
    return order


def reshuffle(deal: Deal) -> None:
    """Make all of the pile but its top card the new stock, in the order of the next rotation."""
    deal.reshuffles += 1
    order = order_of(deal.dealt())
    turned = deal.reshuffles % len(order)
    left = deal.piled()
    stays = left.pop()
    stock = []
    for card in order[turned:] + order[:turned]:
        if card in left:
            left.remove(card)
            stock.append(card)
    deal.set_stock(stock)
    deal.set_pile([stays])
