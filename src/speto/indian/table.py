"""A large table of numbers that costs next to nothing until it is used.

What must stay true: compiled, the table is memory of which the system gives only what is touched,
and `table` the address of it; compiled files cimport the functions of table.pxd under these names.
"""


def zeros(size: int) -> list[int]:
    """A table of so many zeros.

    >>> zeros(3)
    [0, 0, 0]
    """
    return [0] * size


def get(table: list[int], at: int) -> int:
    """A number of the table.

    >>> get([5, 7], 1)
    7
    """
    return table[at]


def put(table: list[int], at: int, number: int) -> None:
    """Set a number of the table."""
    table[at] = number


def give_back(table: list[int]) -> None:
    """Free the memory of a table; for Python that is to forget what is in it."""
    table.clear()
