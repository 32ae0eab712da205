"""The examples in the documentation are true."""

import doctest
from importlib import import_module
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
MODULES = [
    ".".join(file.relative_to(ROOT / "src").with_suffix("").parts).removesuffix(".__init__")
    for file in sorted((ROOT / "src").rglob("*.py"))
    if file.stem != "__main__" and "migrations" not in file.parts  # Alembic alone runs those
]


@pytest.mark.parametrize("module", MODULES)
def test_examples_in_docstrings(module: str) -> None:
    """Every example in a docstring gives what it shows."""
    assert not doctest.testmod(import_module(module)).failed


def test_examples_in_readme() -> None:
    """Every example in the README gives what it shows."""
    assert not doctest.testfile(str(ROOT / "README.md"), module_relative=False).failed
