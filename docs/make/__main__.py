"""Build the site into site/: the pages of docs, the API reference, llms.txt. Leaves with status 1 for any warning."""

from __future__ import annotations

import shutil
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import TYPE_CHECKING

from docs.make import api, links, llms

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).parents[2]
BUILD, SITE = ROOT / "build-docs", ROOT / "site"


def main() -> int:
    """Build and check."""
    for folder in (BUILD, SITE):
        shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(ROOT / "docs", BUILD, ignore=shutil.ignore_patterns("make", "__pycache__", "data"))
    (BUILD / "api").mkdir()
    for name, text in api.pages().items():
        (BUILD / "api" / name).write_text(text, encoding="utf-8")
    config = tomllib.loads((ROOT / "zensical.toml").read_text(encoding="utf-8"))["project"]
    listed = list(listed_pages(config["nav"]))
    unlisted = {str(page.relative_to(BUILD)) for page in BUILD.rglob("*.md")} ^ {page for _, page in listed}
    if unlisted:
        sys.stderr.write(f"in docs or in the navigation of zensical.toml, but not in both: {sorted(unlisted)}\n")
        return 1
    command = [sys.executable, "-m", "zensical", "build", "--clean", "--strict"]
    done = subprocess.run(command, cwd=ROOT, check=False)
    if done.returncode:
        return done.returncode
    llms.write(config, listed, BUILD, SITE)
    broken = links.broken(SITE)
    for link in broken:
        sys.stderr.write(f"{link}\n")
    return 1 if broken else 0


def listed_pages(nav: list[dict[str, object]]) -> Iterator[tuple[str, str]]:
    """Go through the navigation: titles with their pages; a heading has no page."""
    for item in nav:
        for title, target in item.items():
            if isinstance(target, list):
                yield from listed_pages(target)
            else:
                yield title, str(target)


if __name__ == "__main__":
    sys.exit(main())
