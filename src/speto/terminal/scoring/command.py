"""The command `speto score`: each game has its own options and its own sheet.

What must stay true: an option that does not go with a game is refused, not passed over.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from speto.cards import ParseError
from speto.games import game as find_game
from speto.texts import load, preferred


def run(
    game: str,
    hands: Sequence[str],
    *,
    cut: str | None = None,
    rules: str | None = None,
    language: str = "en",
    as_data: bool = False,
    ask: bool = False,
    save: Path | None = None,
    strict: str | None = None,
    why: bool = False,
) -> int:
    """Score hands or a file of a game; the exit status.

    :raises ParseError: if there is nothing to score, something in it cannot be, or an option does
        not go with the game.
    """
    find_game(game)
    of_others = {
        "dummy": {"--cut": cut is not None, "--rules": rules is not None},
        "indian": {"--ask": ask, "--save": save is not None, "--strict": strict is not None},
    }[game]
    texts = load(preferred(language))
    for option, given in of_others.items():
        if given:
            raise ParseError(texts.text("ui.score.wrong.not_here", option=option, game=game))
    if game == "indian":
        from speto.terminal.scoring import indian

        return indian.run(hands, cut=cut, rules=rules, language=language, as_data=as_data, why=why)
    from speto.terminal.scoring import dummy

    if len(hands) > 1:
        raise ParseError(texts.text("ui.score.wrong.one_file"))
    return dummy.run(
        hands[0] if hands else None,
        language=language,
        as_data=as_data,
        ask=ask,
        save=save,
        strict=strict or "yes",
        why=why,
    )
