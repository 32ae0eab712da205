"""What is given to operators: files that are read, name what there is, and build what they say."""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from fnmatch import fnmatch
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pytest
import typer
from schemathesis.core.deserialization import deserialize_yaml

import hatch_build
import speto
from speto.cli import app
from speto.server import dashboard
from speto.server.account_routes import COOKIE
from speto.server.bus import Counts
from speto.server.far import FarCounts
from speto.server.metrics import Metrics
from speto.server.proxies import read_proxies

pytestmark = pytest.mark.once

ROOT = Path(__file__).parents[1]
DEPLOY = ROOT / "deploy"
CONTAINER = (DEPLOY / "Containerfile").read_text(encoding="utf-8")
IGNORED = (DEPLOY / "Containerfile.dockerignore").read_text(encoding="utf-8").split("\n")
CADDY = (DEPLOY / "Caddyfile").read_text(encoding="utf-8")
UNITS = sorted((DEPLOY / "systemd").glob("*.service"))
GUIDE = (ROOT / "docs" / "operating.md").read_text(encoding="utf-8")
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
FIGURE = re.compile(r"\b(?:speto|process)_[a-z_]+\b")
FILE_OF_DEPLOY = re.compile(r"deploy/[\w./@-]*\w")
RUN_BY_HAND = re.compile(r"^(?:[A-Z_]+=\S+ )*(?:sudo -u speto )?(?:/opt/speto/bin/)?speto (.+)$")
SECRET = re.compile(r"(?i)(?:password|secret|token)\S*[:=]\s*[\"']?[^\s\"'$#{}]")


def yaml(path: Path) -> Any:
    """What a YAML file says."""
    with path.open(encoding="utf-8") as file:
        return deserialize_yaml(file)


COMPOSE = yaml(DEPLOY / "compose.yaml")
SERVICES: dict[str, dict[str, Any]] = COMPOSE["services"]


def checked(words: list[str]) -> str:
    """Read words as `speto` would, and do nothing; the name of the command.

    An error of the command line ends it, as it would end `speto`.
    """
    command: Any = typer.main.get_command(app)
    while hasattr(command, "commands"):
        name, *words = words
        assert name in command.commands, name
        command = command.commands[name]
    command.make_context(name, list(words))
    return str(name)


def commands() -> Iterator[tuple[str, list[str]]]:
    """Every command line of `speto` that stands in a file for operators, and where."""
    for name, service in SERVICES.items():
        if str(service["image"]).startswith("speto:"):
            yield f"compose.yaml {name}", [str(word) for word in service["command"]]
    yield "Containerfile", json.loads(CONTAINER.rpartition("\nCMD ")[2])
    for unit in UNITS:
        (line,) = re.findall(r"^ExecStart=\S*/speto (.*)$", unit.read_text("utf-8"), re.M)
        yield unit.name, shlex.split(line.replace("%i", "8471"))
    for block in re.findall(r"^```\n(.*?)^```$", GUIDE, re.M | re.S):
        for line in block.replace("\\\n", " ").split("\n"):
            if found := RUN_BY_HAND.match(line.strip()):
                words = shlex.split(found[1], comments=True)
                yield f"operating.md: {line.strip()}", [*_upto_pipe(words)]


def _upto_pipe(words: list[str]) -> Iterator[str]:
    for word in words:
        if word in ("|", ">", "&&"):
            return
        yield word


COMMANDS = dict(commands())


@pytest.mark.parametrize("place", COMMANDS)
def test_a_command_is_one_that_speto_takes(place: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each command and option that operators are told of is there, and takes that value."""
    # what the files have in the environment
    monkeypatch.setenv("SPETO_BUS", "redis://HOST:6379/0")
    assert checked(COMMANDS[place]) in COMMANDS[place]


def test_all_that_an_operator_runs_is_shown() -> None:
    """The page tells of each command of the keepers, and of each option of `serve`."""
    command: Any = typer.main.get_command(app)
    keepers = command.commands["admin"].commands
    assert not [name for name in keepers if f"speto admin {name}" not in GUIDE]
    for name in ("serve", "worker"):
        options = {one.opts[0] for one in command.commands[name].params}
        assert not [one for one in options if one not in GUIDE and one != "--open"]


def test_what_the_environment_says_is_heard() -> None:
    """Each SPETO_ variable of the files is one that a command reads."""
    command: Any = typer.main.get_command(app)
    admin = command.commands["admin"].commands.values()
    heard = {
        one.envvar
        for each in (*command.commands.values(), *admin)
        for one in each.params
        if one.envvar
    }
    files = [DEPLOY / "compose.yaml", DEPLOY / "env.example", *UNITS, ROOT / "docs/operating.md"]
    said = {name for file in files for name in re.findall(r"SPETO_[A-Z]+", file.read_text("utf-8"))}
    assert said and said <= heard


# The image.


def copied() -> Iterator[str]:
    """What the image is built from."""
    for line in re.findall(r"^COPY (?!--from)(.*)$", CONTAINER, re.M):
        yield from line.split()[:-1]


def is_ignored(path: str) -> bool:
    """Whether a file of the project is kept out of the build."""
    ignored = False
    for line in IGNORED:
        if not line or line.startswith("#"):
            continue
        pattern = line.removeprefix("!")
        parts = [pattern, f"{pattern}/*"]
        if pattern.startswith("**/"):
            parts = [f"*{pattern[2:]}", f"*{pattern[2:]}/*", pattern[3:], f"{pattern[3:]}/*"]
        if any(fnmatch(path, part) for part in parts):
            ignored = not line.startswith("!")
    return ignored


def test_nothing_that_was_built_here_comes_into_the_image() -> None:
    """All that is copied is there and let in; what was compiled, installed or kept here is not."""
    wanted = [*copied()]
    assert {"src", "web", "pyproject.toml", "hatch_build.py"} <= set(wanted)
    for name in wanted:
        assert (ROOT / name).exists() and not is_ignored(name)
    for path in (
        *("src/speto/server/app.py", "web/src/main.ts", "src/speto/locales/th.json"),
        *("src/speto/dummy/turn.pxd", "web/package-lock.json"),
    ):
        assert (ROOT / path).exists() and not is_ignored(path), path
    for path in (
        *("src/speto/bits.cpython-311-x86_64-linux-gnu.so", "src/speto/static/index.html"),
        *("web/node_modules/vite/package.json", ".git/config", "deploy/.env", ".venv/bin/python"),
        *("src/speto/__pycache__/cli.cpython-311.pyc", "speto.db", "build/core/x.c"),
    ):
        assert is_ignored(path), path


def test_the_wheel_of_the_image_has_all(tmp_path: Path) -> None:
    """What the image copies builds a wheel with the client and all data in it, and no network."""
    tree = tmp_path / "source"
    tree.mkdir()
    for name in copied():
        if (ROOT / name).is_dir():
            shutil.copytree(
                ROOT / name,
                tree / name,
                ignore=lambda folder, names: [
                    one
                    for one in names
                    if is_ignored(str(Path(folder, one).relative_to(ROOT).as_posix()))
                ],
            )
        else:
            shutil.copy2(ROOT / name, tree)
    # the tools of the client, which the image installs from the same lock
    hatch_build.install_tools(ROOT)
    (tree / "web" / "node_modules").symlink_to(ROOT / "web" / "node_modules")
    wheels = tmp_path / "wheels"
    environment = {k: v for k, v in os.environ.items() if not k.startswith("SPETO_")}
    # compiling is the same with and without a container; test_build.py does it
    environment |= {"SPETO_PURE": "1", "PIP_NO_INDEX": "1"}
    (line,) = re.findall(r"^RUN (python -m pip wheel .*)$", CONTAINER, re.M)
    words = shlex.split(line)[1:]
    words[words.index("/wheels")] = str(wheels)
    words += ["--no-build-isolation", "--no-deps"]
    done = subprocess.run(
        [sys.executable, *words],
        cwd=tree,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert not done.returncode, done.stdout + done.stderr
    (wheel,) = wheels.iterdir()
    inside = set(ZipFile(wheel).namelist())
    assert "speto/static/index.html" in inside
    sources = {
        file.relative_to(ROOT / "src").as_posix()
        for file in (ROOT / "src/speto").rglob("*")
        if file.is_file() and not is_ignored(file.relative_to(ROOT).as_posix())
    }
    assert sources <= inside
    text = ZipFile(wheel).read(f"speto-{speto.__version__}.dist-info/METADATA").decode()
    for extra in re.findall(r'"\.\[(.*)\]"', line)[0].split(","):
        assert f"Provides-Extra: {extra}" in text


def test_the_image_is_that_of_this_version() -> None:
    """Image, compose file and package have one version, and the Python of the image is taken."""
    assert set(re.findall(r"speto:(\d+\.\d+\.\d+)", CONTAINER)) == {speto.__version__}
    tags = {str(one["image"]) for one in SERVICES.values() if str(one["image"]).startswith("speto")}
    assert tags == {f"speto:{speto.__version__}"}
    (python,) = set(re.findall(r"^FROM python:([\d.]+)-slim", CONTAINER, re.M))
    assert f"Programming Language :: Python :: {python}" in PROJECT["classifiers"]
    for extra in ("postgres", "redis"):
        assert extra in PROJECT["optional-dependencies"]


def test_the_image_is_a_modest_one() -> None:
    """It runs as nobody in particular, needs no shell for its health, and names no registry."""
    last = CONTAINER.rpartition("\nFROM ")[2]
    assert re.search(r"^USER \d{4,}:\d{4,}$", last, re.M)
    assert "gcc" not in last and "VOLUME /data" in last
    (health,) = re.findall(r"CMD (\[.*\])\n", last[: last.index("ENTRYPOINT")])
    assert json.loads(health)[0] == "python" and "/healthz" in health
    compile(json.loads(health)[2], "healthcheck", "exec")
    for image in (*re.findall(r"^FROM (\S+)", CONTAINER, re.M), *images()):
        assert not re.match(r"[\w-]+\.[\w.-]+/", image), f"{image} names a registry"


def images() -> list[str]:
    """The images of the compose file."""
    return [str(service["image"]) for service in SERVICES.values()]


# The compose file and the proxy.


def test_the_site_is_whole() -> None:
    """Two nodes on one database and one bus, a worker, and a proxy that knows the nodes."""
    nodes = [name for name, one in SERVICES.items() if "serve" in one.get("command", ())]
    assert len(nodes) == 2 and {"database", "bus", "worker", "proxy"} < set(SERVICES)
    (upstream,) = re.findall(r"^\treverse_proxy (.*) \{$", CADDY, re.M)
    assert upstream.split() == [f"{name}:8470" for name in nodes]
    for name in nodes:
        service = SERVICES[name]
        assert service["read_only"] and service["cap_drop"] == ["ALL"]
        assert "@database:5432/" in service["environment"]["SPETO_DATABASE"]
        assert "redis://bus:6379/0" in service["command"]
    for name, service in SERVICES.items():
        # nobody has this image but who builds it
        assert ("build" in service) == str(service["image"]).startswith("speto:")
        for other in service.get("depends_on", {}):
            assert other in SERVICES
        for network in service["networks"]:
            assert network in COMPOSE["networks"]
        said = service.get("healthcheck") or str(service["image"]).startswith("speto:")
        assert said, f"nothing says whether {name} is well"
    volumes = {
        str(one).partition(":")[0] for s in SERVICES.values() for one in s.get("volumes", ())
    }
    assert {one for one in volumes if not one.startswith(".")} == set(COMPOSE["volumes"])


def test_only_the_proxy_is_reached_from_outside() -> None:
    """No other service has a port; database and bus are on a network that leads nowhere."""
    assert [name for name, one in SERVICES.items() if "ports" in one] == ["proxy"]
    assert COMPOSE["networks"]["inside"]["internal"] is True
    for name in ("database", "bus"):
        assert SERVICES[name]["networks"] == ["inside"]
    assert SERVICES["proxy"]["networks"] == ["front"]


def test_the_nodes_believe_the_proxy_alone() -> None:
    """The network that the nodes believe is the one by which the proxy reaches them alone."""
    subnets = [one["subnet"] for one in COMPOSE["networks"]["front"]["ipam"]["config"]]
    for service in SERVICES.values():
        if "serve" in service.get("command", ()):
            words = service["command"]
            assert read_proxies(words[words.index("--proxy") + 1]) == subnets


def test_the_proxy_shuts_what_is_for_the_operator() -> None:
    """The proxy passes on neither figures nor health, and asks the nodes whether they live."""
    (inner,) = re.findall(r"^\t@inner path (.*)$", CADDY, re.M)
    assert inner.split() == ["/metrics", "/healthz", "/readyz"]
    assert "respond @inner 404" in CADDY and "health_uri /healthz" in CADDY
    assert CADDY.count("{") == CADDY.count("}")
    assert COOKIE not in CADDY, "a node takes any command, so no session sticks to one"


def test_no_secret_stands_in_a_file() -> None:
    """A password comes from the environment; the example of it is empty, and git keeps none."""
    for file in sorted(DEPLOY.rglob("*")):
        if not file.is_file() or file.name == ".env":
            continue
        for line in file.read_text(encoding="utf-8").splitlines():
            told = line.split("#")[0].replace("${DATABASE_PASSWORD:?", "${")
            assert not SECRET.search(told), f"{file.name}: {line}"
    assert "DATABASE_PASSWORD=\n" in (DEPLOY / "env.example").read_text(encoding="utf-8")
    assert (DEPLOY / ".gitignore").read_text(encoding="utf-8").split() == [".env"]


# The units.


@pytest.mark.parametrize("unit", UNITS, ids=lambda unit: unit.name)
def test_a_unit_gives_little_away(unit: Path) -> None:
    """It runs as a user of its own that sees its program and its folder alone, and starts again."""
    lines = unit.read_text(encoding="utf-8").splitlines()
    assert {
        *("DynamicUser=yes", "ProtectSystem=strict", "ProtectHome=yes", "NoNewPrivileges=yes"),
        *("PrivateTmp=yes", "PrivateDevices=yes", "CapabilityBoundingSet=", "Restart=always"),
        *("RestrictAddressFamilies=AF_INET AF_INET6 AF_UNIX", "WantedBy=multi-user.target"),
    } <= set(lines)
    keys = [line.partition("=")[0] for line in lines if "=" in line and line[0] not in "#["]
    assert not {key for key in keys if keys.count(key) > 1} - {"SystemCallFilter"}


# The figures.


def figures() -> set[str]:
    """The names of all samples that a node may tell."""
    metrics = Metrics()
    metrics.count_bus(Counts())
    metrics.count_far(FarCounts(), lambda: 0)
    ends = {
        "counter": ("_total",),
        "gauge": ("",),
        "histogram": ("_bucket", "_sum", "_count"),
    }
    return {
        family.name + end
        for family in metrics.registry.collect()
        for end in ends.get(family.type, ())
        if family.name.startswith(("speto_", "process_"))
    }


def test_the_dashboard_shows_every_figure() -> None:
    """Each figure of the server is on the dashboard, and nothing that it does not count."""
    shown = set(FIGURE.findall(json.dumps([panel["targets"] for panel in panels()])))
    own = {name for name in figures() if name.startswith("speto_")}
    asked = {name for name in own if not name.endswith(("_sum", "_count"))}
    assert asked <= shown <= figures()


def panels() -> list[dict[str, Any]]:
    """The panels of the dashboard."""
    found = json.loads((DEPLOY / dashboard.FILE).read_text(encoding="utf-8"))
    panels: list[dict[str, Any]] = found["panels"]
    return panels


def test_no_panel_lies_on_another() -> None:
    """Each panel has a number and a place of its own."""
    taken = set()
    for panel in panels():
        place = panel["gridPos"]
        assert place["x"] + place["w"] <= 24
        for x in range(place["x"], place["x"] + place["w"]):
            assert (x, place["y"]) not in taken
            taken.add((x, place["y"]))
    assert len({panel["id"] for panel in panels()}) == len(panels())


def test_the_dashboard_is_fresh(tmp_path: Path) -> None:
    """deploy/grafana.json is what the figures give; else run `make pages`."""
    dashboard.write(tmp_path)
    made = (tmp_path / dashboard.FILE).read_text(encoding="utf-8")
    assert (DEPLOY / dashboard.FILE).read_text(encoding="utf-8") == made == dashboard.written()


def test_who_is_called_is_called_for_what_is_counted() -> None:
    """Prometheus asks each node, and each alert is about figures that there are."""
    asked = yaml(DEPLOY / "prometheus.yml")
    (job,) = asked["scrape_configs"]
    targets = [each for one in job["static_configs"] for each in one["targets"]]
    assert targets == [f"{name}:8470" for name in SERVICES if name.startswith("node")]
    (rules,) = asked["rule_files"]
    alerts = [rule for group in yaml(DEPLOY / rules)["groups"] for rule in group["rules"]]
    for alert in alerts:
        assert set(FIGURE.findall(alert["expr"])) <= figures(), alert["alert"]
        assert alert["annotations"]["summary"].endswith(".")
        assert f"`{alert['alert']}`" in GUIDE, "the page says what to do then"


def test_the_other_proxy_is_told_what_the_page_asks_of_one() -> None:
    """The sample passes on the name with its port, upgrades sockets, gives up on a node soon."""
    (sample,) = re.findall(r"^```nginx\n(.*?)^```$", GUIDE, re.M | re.S)
    said = dict(re.findall(r"^\s+(proxy_\w+(?: [A-Z]\S+)?) (.*);$", sample, re.M))
    assert said["proxy_set_header Host"] == "$http_host"
    assert said["proxy_set_header Upgrade"] == "$http_upgrade"
    assert said["proxy_connect_timeout"] == "2s"
    for shut in ("metrics", "healthz", "readyz"):
        assert shut in sample.partition("return 404")[0]


def test_the_page_names_files_that_there_are() -> None:
    """Each file of deploy/ is told of, and each that is told of is there."""
    named = {one for one in FILE_OF_DEPLOY.findall(GUIDE) if one != "deploy/.env"}
    for one in named:
        assert (ROOT / one).exists(), one
    there = {
        file.relative_to(ROOT).as_posix()
        for file in DEPLOY.rglob("*")
        if file.is_file() and not file.name.startswith(".") and "ignore" not in file.name
    }
    assert there <= named
