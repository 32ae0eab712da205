"""Compiles what the benchmark alone needs, into build/bench: loops, a baseline, the twin in C."""

import shlex
import subprocess
import sys
import sysconfig
from importlib.util import module_from_spec, spec_from_file_location
from os import environ
from pathlib import Path
from shutil import which
from types import ModuleType

HERE = Path(__file__).resolve().parent
BUILD = HERE.parent / "build/bench"
FLAGS = ("-std=c11", "-O3", "-fPIC", "-shared")


def compiler() -> list[str] | None:
    """The command of the system's C compiler, if there is one."""
    asked = environ.get("CC") or sysconfig.get_config_var("CC") or "cc"
    for command in (shlex.split(asked), ["cc"], ["gcc"]):
        if which(command[0]):
            return command
    return None


def build_twin() -> Path:
    """The twin's shared object, compiled if twin.c is newer."""
    source = HERE / "twin.c"
    target = BUILD / "twin.so"
    if not target.exists() or target.stat().st_mtime < source.stat().st_mtime:
        command = compiler()
        if command is None:
            raise RuntimeError("there is no C compiler")
        BUILD.mkdir(parents=True, exist_ok=True)
        fresh = target.with_suffix(".fresh")
        subprocess.run([*command[:1], *FLAGS, str(source), "-o", str(fresh)], check=True)
        fresh.replace(target)
    return target


def build(source: str) -> ModuleType:
    """A source file of this folder, compiled anew each time: it must fit the core in use."""
    from Cython.Build import cythonize
    from setuptools import Distribution, Extension

    import speto
    from hatch_build import DIRECTIVES, SUFFIX, flags

    place = BUILD / sys.implementation.cache_tag
    name = Path(source).stem
    # what is no .pyx has its types in annotations
    directives = {**DIRECTIVES, "annotation_typing": not source.endswith(".pyx")}
    distribution = Distribution(
        {
            "name": "bench",
            "ext_modules": cythonize(
                [Extension(name, [str(HERE / source)], **flags())],
                compiler_directives=directives,
                build_dir=str(place),
                include_path=[str(Path(speto.__file__).parents[1])],
                force=True,
                quiet=True,
            ),
        }
    )
    command = distribution.get_command_obj("build_ext")
    command.build_lib = command.build_temp = str(place)
    command.force = True
    command.ensure_finalized()
    command.run()
    spec = spec_from_file_location(name, place / f"{name}{SUFFIX}")
    assert spec and spec.loader
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module
