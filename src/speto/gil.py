"""Lets other threads of Python run while compiled code works.

What must stay true: who lets go takes back before anything of Python is touched again; uncompiled
there is nothing to let go. Compiled files cimport the functions of gil.pxd under these names.
"""


def let_go() -> int:
    """Let other threads run; what must be given to `take_back`.

    >>> take_back(let_go())
    """
    return 0


def take_back(held: int) -> None:
    """Wait until this thread may run Python again."""
