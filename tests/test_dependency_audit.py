"""What the services that know of holes say is read rightly; silence is no good news."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from scripts import audit

pytestmark = pytest.mark.once

SOUND = {"name": "attrs", "version": "26.1.0", "vulns": []}
UNKNOWN = {"name": "attrs", "skip_reason": "Dependency not found on PyPI and could not be audited"}
OWN = {"name": "speto", "skip_reason": "distribution marked as editable"}
HOLED = {
    "name": "jinja2",
    "version": "2.4.1",
    "vulns": [{"id": "PYSEC-2014-8", "fix_versions": ["2.7.2"], "aliases": [], "description": ""}],
}
NPM_SOUND = {"vulnerabilities": {}, "metadata": {"dependencies": {"total": 49}}}
NPM_HOLED = {
    "vulnerabilities": {"vite": {"name": "vite", "severity": "high", "range": "<6.0.0"}},
    "metadata": {"dependencies": {"total": 49}},
}
NPM_SILENT = {"message": "request to the audit endpoint failed", "error": {"summary": ""}}


def told(*packages: object) -> str:
    """What pip-audit says of packages."""
    return json.dumps({"dependencies": packages, "fixes": []})


def test_what_pip_audit_says() -> None:
    """Packages that were left out are not counted as sound; holes are told with their mending."""
    assert audit.of_pip(told(SOUND, OWN)) == audit.Verdict(1, 0, [])
    assert audit.of_pip(told(UNKNOWN, OWN)) == audit.Verdict(0, 1, [])
    found = audit.of_pip(told(SOUND, HOLED, UNKNOWN))
    assert found == audit.Verdict(2, 1, ["jinja2 2.4.1: PYSEC-2014-8, mended in 2.7.2"])


def test_what_npm_says() -> None:
    """Holes are told; that npm could not ask is no verdict."""
    assert audit.of_npm(json.dumps(NPM_SOUND)) == audit.Verdict(49, 0, [])
    assert audit.of_npm(json.dumps(NPM_HOLED)).holes == ["vite <6.0.0: high"]
    with pytest.raises(ValueError, match="endpoint"):
        audit.of_npm(json.dumps(NPM_SILENT))


@pytest.mark.parametrize(
    ("says", "soft", "status", "words"),
    [
        (told(SOUND), "", 0, "1 packages looked up, no known hole"),
        (told(UNKNOWN), "", 1, "nothing was looked up"),
        (told(UNKNOWN), "1", 0, "nothing was looked up"),
        (told(SOUND, UNKNOWN), "", 1, "1 packages were not looked up"),
        ("", "", 1, "nothing was looked up"),
        ("{}", "1", 0, "nothing was looked up"),
        (told(HOLED), "1", 1, "PYSEC-2014-8"),
    ],
)
def test_silence_is_a_failure_unless_it_is_allowed(
    says: str,
    soft: str,
    status: int,
    words: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """A service that does not answer is one sentence and a failure; a hole is always one."""
    program = tmp_path / "says.py"
    program.write_text(f"print({says!r})", encoding="utf-8")
    monkeypatch.setenv(audit.OFFLINE, soft)
    assert audit.report("Python", (str(program),), audit.of_pip) == status
    said = capsys.readouterr().out
    assert words in said and said.count("\n") == 1


def test_a_service_that_never_answers_is_silent(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """What takes too long has looked nothing up, and what it has started ends with it."""
    monkeypatch.setattr(audit, "LONGEST", 0.5)
    monkeypatch.delenv(audit.OFFLINE, raising=False)
    sleeps = "import time; time.sleep(600)"
    waits = f"import subprocess, sys; subprocess.run([sys.executable, '-c', {sleeps!r}])"
    assert audit.report("Python", ("-c", waits), audit.of_pip) == 1
    assert "nothing was looked up" in capsys.readouterr().out


def test_the_programs_are_there() -> None:
    """What is asked with is installed for the checks, and takes the options that are given."""
    done = subprocess.run(
        (sys.executable, *audit.PIP, "--help"), capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
