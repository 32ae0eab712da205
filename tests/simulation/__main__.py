"""Runs seeds again and shows what happened: `python -m tests.simulation SEED [SEED …]`."""

from __future__ import annotations

import sys

from tests.simulation.world import run_seed


def main() -> int:
    """Run the seeds that are named; the status of the process."""
    failed = 0
    for word in sys.argv[1:]:
        first, _, last = word.partition("-")
        for seed in range(int(first), int(last or first) + 1):
            outcome = run_seed(seed)
            if outcome.wrong:
                failed += 1
            print(outcome, flush=True)
    return int(failed > 0)


if __name__ == "__main__":
    sys.exit(main())
