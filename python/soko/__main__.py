"""``python -m soko`` is the command ``soko``."""

from soko.cli import main

if __name__ == "__main__":
    raise SystemExit(main())
