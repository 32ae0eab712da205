"""What every test shares: how hard Hypothesis tries, and a word on which core is tested."""

import os
import signal

from hypothesis import settings

import speto

# What a shell starts in the background ignores these, and so would the programs that tests end.
for name, usual in (("SIGINT", signal.default_int_handler), ("SIGHUP", signal.SIG_DFL)):
    number = getattr(signal, name, None)
    if number is not None and signal.getsignal(number) is signal.SIG_IGN:
        signal.signal(number, usual)

# Plain Python is some seventy times slower than the compiled core, so it gets fewer examples.
_shared = settings(deadline=None, derandomize=bool(os.environ.get("CI")))
settings.register_profile("compiled", _shared, max_examples=100)
settings.register_profile("plain", _shared, max_examples=20)
settings.register_profile("long", _shared, max_examples=3000)
settings.load_profile("compiled" if speto.compiled else "plain")


def pytest_report_header() -> str:
    return f"core: {'compiled' if speto.compiled else 'plain Python'}"
