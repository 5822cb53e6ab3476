"""What tests of tables share: all that a table shows, as bytes."""

import soko

ROWS = ("actors", "legal", "observations", "rewards", "terminated")


def rows(table: soko.Table) -> dict[str, bytes]:
    """Return all arrays as bytes."""
    return {name: getattr(table, name).tobytes() for name in ROWS}
