"""Where records of matches are kept.

What must stay true: a file of records is there whole, or as it was before.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from contextlib import suppress
from datetime import datetime
from pathlib import Path

from speto.record import Record, write_records


def data_folder() -> Path:
    """The folder for records where none is named: in $XDG_DATA_HOME or ~/.local/share."""
    home = os.environ.get("XDG_DATA_HOME", "")
    if not os.path.isabs(home):  # the XDG specification ignores a relative one
        home = os.path.expanduser("~/.local/share")
    return Path(home) / "speto" / "records"


def write_whole(path: Path, text: str) -> None:
    """Put a text in place of a file at one stroke.

    :raises OSError: if it can't; the file is then as it was.
    """
    beside = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        with beside.open("w", encoding="utf-8", newline="\n") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        os.replace(beside, path)
    except BaseException:
        with suppress(OSError):
            beside.unlink()
        raise


class Archive:
    """The file of one match; it gets its name with the first record."""

    def __init__(self, folder: Path, game: str, begun: datetime) -> None:
        self.folder = folder
        self.name = f"{game}-{begun:%Y%m%d-%H%M%S}"
        self.path: Path | None = None

    def save(self, records: Sequence[Record]) -> Path:
        """Write all records of the match.

        :raises OSError: if they can't be written.
        """
        if self.path is None:
            self.folder.mkdir(parents=True, exist_ok=True)
            self.path = self._free()
        write_whole(self.path, write_records(records))
        return self.path

    def _free(self) -> Path:
        path, number = self.folder / f"{self.name}.deal", 1
        while path.exists():
            number += 1
            path = self.folder / f"{self.name}-{number}.deal"
        return path
