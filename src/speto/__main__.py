"""`python -m speto` is the command `speto`."""

from speto.cli import main

if __name__ == "__main__":
    main()
