"""Compiles the core: each Python file under src/speto that has a .pxd beside it.

Used by pip through hatchling, and by `make core` as a script, which compiles in place.

SPETO_PURE              leave the core uncompiled
SPETO_REQUIRE_COMPILED  fail where the core would stay uncompiled
SPETO_SANITIZE          gcc's sanitizers to build with: "address,undefined"
"""

import os
import shlex
import shutil
import sys
import sysconfig
from contextlib import chdir
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

SUFFIX: str = sysconfig.get_config_var("EXT_SUFFIX")
DIRECTIVES = {
    "language_level": 3,
    "annotation_typing": False,  # the types stand in the .pxd
    "infer_types": True,
    "boundscheck": False,
    "wraparound": False,
    "cdivision": True,
    "initializedcheck": False,
    "freethreading_compatible": True,
}


def asked(name: str) -> bool:
    return os.environ.get(name, "") not in ("", "0")


def what_is_missing() -> str | None:
    """What a compilation lacks on this machine, in words."""
    if os.name == "nt":
        return None  # setuptools finds its compiler in the registry
    compiler = os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc"
    if not shutil.which(shlex.split(compiler)[0]):
        return f"there is no C compiler ({compiler})"
    if not Path(sysconfig.get_path("include"), "Python.h").exists():
        return "there is no Python.h (Debian: python3-dev)"
    return None


def sources(root: Path) -> list[Path]:
    """The files to compile, relative to the root."""
    types = (root / "src/speto").rglob("*.pxd")
    files = (path.with_suffix(".py") for path in types)
    return sorted(file.relative_to(root) for file in files if file.exists())


def flags() -> dict[str, list[str]]:
    """What the compiler and the linker are told."""
    if sanitizers := os.environ.get("SPETO_SANITIZE"):
        sanitize = f"-fsanitize={sanitizers}"
        compiling = [sanitize, "-fno-sanitize-recover=all", "-fno-omit-frame-pointer", "-O1", "-g"]
        if "undefined" in sanitizers:
            # With -fwrapv, which Python's own flags have, no overflow would be a fault.
            compiling.append("-fno-wrapv")
        return {"extra_compile_args": compiling, "extra_link_args": [sanitize]}
    return {"extra_compile_args": [] if os.name == "nt" else ["-O3", "-g0"]}


def compile_core(root: Path) -> dict[Path, Path]:
    """Compile what changed; give each compiled file under build/ with its place in the tree."""
    from Cython import __version__ as cython_version
    from Cython.Build import cythonize
    from setuptools import Distribution, Extension

    kind = "sanitized" if os.environ.get("SPETO_SANITIZE") else "core"
    build = Path("build", f"{kind}-{sys.implementation.cache_tag}")
    generated = build / f"cython-{cython_version}"
    cores = os.cpu_count() or 1
    with chdir(root):
        for old in generated.rglob("*.c"):
            if old.stat().st_mtime < Path(__file__).stat().st_mtime:
                old.unlink()  # made with other directives, perhaps
        modules = [
            Extension(".".join(path.with_suffix("").parts[1:]), [str(path)], **flags())
            for path in sources(root)
        ]
        distribution = Distribution(
            {
                "name": "speto",
                "ext_modules": cythonize(
                    modules,
                    compiler_directives=DIRECTIVES,
                    build_dir=str(generated),
                    include_path=["src"],
                    nthreads=cores,
                    quiet=True,
                ),
            }
        )
        command: Any = distribution.get_command_obj("build_ext")
        command.build_lib = str(build / "lib")
        command.build_temp = str(build / "objects")
        command.parallel = cores
        command.ensure_finalized()
        command.run()
    made = (path.with_suffix(SUFFIX).relative_to("src") for path in sources(root))
    return {root / build / "lib" / path: Path("src") / path for path in made}


def place(root: Path, made: dict[Path, Path]) -> None:
    """Lay the compiled files beside their sources, and take away those that have none."""
    for old in (root / "src/speto").rglob(f"*{SUFFIX}"):
        if old.relative_to(root) not in made.values():
            old.unlink()
    for file, target in made.items():
        fresh = root / target.with_suffix(".fresh")
        shutil.copy2(file, fresh)
        fresh.replace(root / target)  # never written over: a running game may be using it


class CustomBuildHook(BuildHookInterface[Any]):
    def compiled(self) -> dict[Path, Path]:
        if asked("SPETO_PURE"):
            return {}
        try:
            if missing := what_is_missing():
                raise RuntimeError(missing)
            return compile_core(Path(self.root))
        except (Exception, SystemExit) as problem:
            if asked("SPETO_REQUIRE_COMPILED"):
                raise
            self.app.display_warning(f"speto: the core stays uncompiled: {problem}")
            return {}

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        made = self.compiled()
        if version == "editable":
            place(Path(self.root), made)
        else:
            for file, target in made.items():
                build_data["force_include"][str(file)] = str(target.relative_to("src"))
        if made:
            build_data["pure_python"] = False
            build_data["infer_tag"] = True


def main() -> None:
    """Compile in place. A file that does not compile is an error; no compiler is not."""
    root = Path(__file__).resolve().parent
    missing = None if asked("SPETO_REQUIRE_COMPILED") else what_is_missing()
    if asked("SPETO_PURE") or missing:
        place(root, {})
        print(f"speto: the core stays uncompiled: {missing or 'SPETO_PURE is set'}")
    else:
        print("speto: compiling the core, half a minute the first time", flush=True)
        place(root, compile_core(root))


if __name__ == "__main__":
    main()
