"""The package builds everywhere, compiled where it can be, and is never out of date."""

import os
import re
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Iterator
from pathlib import Path

import pytest

import hatch_build
import speto

pytestmark = pytest.mark.once

ROOT = Path(__file__).parent.parent
SOURCES = [ROOT / path for path in hatch_build.sources(ROOT)]
NO_COMPILER = {"CC": "/nowhere/cc"}


def clean(**extra: str) -> dict[str, str]:
    """The environment without what steers a build, and with what is given."""
    return {k: v for k, v in os.environ.items() if not k.startswith("SPETO_")} | extra


def python(*args: str, **env: str) -> str:
    done = subprocess.run(
        [sys.executable, *args], env=clean(**env), capture_output=True, text=True, check=False
    )
    assert not done.returncode, done.stdout + done.stderr
    return done.stdout


def install(tree: Path, target: Path, **env: str) -> subprocess.CompletedProcess[str]:
    """Install without a network, as someone with pip would."""
    options = ["--no-build-isolation", "--no-deps", "--no-index", "--no-cache-dir", "--verbose"]
    return subprocess.run(
        [sys.executable, "-m", "pip", "install", *options, "--target", str(target), str(tree)],
        env=clean(**env),
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """The project as a fresh clone would have it."""
    copy = tmp_path / "tree"
    left = shutil.ignore_patterns("*.so", "*.pyd", "__pycache__")
    shutil.copytree(ROOT / "src", copy / "src", ignore=left)
    for name in ("pyproject.toml", "hatch_build.py", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, copy)
    return copy


def read_by_compiler(source: Path) -> Iterator[Path]:
    """The file, its .pxd and those of the modules whose types it uses."""
    types = source.with_suffix(".pxd")
    yield source
    yield types
    for dots, name in re.findall(r"^from (\.*)([\w.]*) cimport", types.read_text(), re.M):
        place = types.parents[len(dots) - 1] if dots else ROOT / "src"
        other = place.joinpath(*name.split(".")).with_suffix(".pxd")
        if other.exists():
            yield other


@pytest.mark.parametrize("source", SOURCES, ids=lambda path: path.stem)
def test_compiled_core_is_fresh(source: Path) -> None:
    """No compiled file is older than what it was compiled from: it would hide an edit."""
    made = source.with_suffix(hatch_build.SUFFIX)
    if made.exists():
        newest = max(read_by_compiler(source), key=lambda path: path.stat().st_mtime)
        assert newest.stat().st_mtime <= made.stat().st_mtime, (
            f"{newest.name} is newer than {made.name}: run `make core`"
        )


def test_no_compiled_file_without_source() -> None:
    """Every compiled file in the tree belongs to a source that is still compiled."""
    made = {source.with_suffix(hatch_build.SUFFIX) for source in SOURCES}
    assert set((ROOT / "src").rglob(f"*{hatch_build.SUFFIX}")) <= made


def test_there_is_something_to_compile() -> None:
    """The hook finds the core by itself."""
    assert SOURCES


def test_core_is_compiled_where_it_can_be() -> None:
    """With a compiler on the machine the tests run on the compiled core."""
    told = python("-c", "import speto; print(speto.compiled, speto.uncompiled_note())")
    if hatch_build.what_is_missing():
        assert told.startswith("False speto: the core is not compiled")
    else:
        assert told.split() == ["True", "None"]


def test_plain_core_on_request() -> None:
    """SPETO_PURE uses the plain files beside the compiled ones, without a complaint."""
    ask = "import speto as s, speto.bits; print(s.compiled, s.uncompiled_note(), s.bits.__file__)"
    compiled, note, file = python("-c", ask, SPETO_PURE="1").split()
    assert (compiled, note) == ("False", "None")
    assert file.endswith("bits.py")


def test_install_without_compiler(tree: Path, tmp_path: Path) -> None:
    """Without a compiler the package installs with one warning, and plays uncompiled."""
    site = tmp_path / "site"
    done = install(tree, site, **NO_COMPILER)
    assert not done.returncode, done.stdout + done.stderr
    told = done.stdout + done.stderr
    assert told.count("speto: the core stays uncompiled: there is no C compiler") == 1
    ask = "import speto, speto.dummy.play; print(speto.compiled, speto.__file__)"
    compiled, file = python("-c", ask, PYTHONPATH=str(site)).split()
    assert compiled == "False"
    assert Path(file).is_relative_to(site)


def test_install_that_must_compile(tree: Path, tmp_path: Path) -> None:
    """SPETO_REQUIRE_COMPILED turns the missing compiler into an error that names it."""
    done = install(tree, tmp_path / "site", SPETO_REQUIRE_COMPILED="1", **NO_COMPILER)
    assert done.returncode
    assert "there is no C compiler" in done.stdout + done.stderr


def test_missing_headers_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without Python's headers the Debian package is named."""
    monkeypatch.setenv("CC", sys.executable)
    monkeypatch.setattr(sysconfig, "get_path", lambda name: f"/nowhere/{name}")
    assert "python3-dev" in str(hatch_build.what_is_missing())


def test_import_is_light() -> None:
    """`import speto` loads neither the command line's libraries nor a game."""
    ask = "import speto, sys; print(*sys.modules)"
    loaded = python("-c", ask).split()
    assert not {"typer", "rich", "pathlib"} & set(loaded)
    assert [name for name in loaded if name.startswith("speto")] == ["speto"]


def test_version_is_one() -> None:
    """The installed package and the module agree on the version."""
    ask = "import importlib.metadata as m; print(m.version('speto'))"
    assert python("-c", ask).strip() == speto.__version__
