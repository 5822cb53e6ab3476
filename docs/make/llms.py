"""``llms.txt``: the site for readers that are programs, a line for each page and the pages as Markdown beside it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path


def write(config: dict[str, Any], listed: Sequence[tuple[str, str]], pages: Path, site: Path) -> None:
    """Write ``llms.txt`` and copy the pages that it names."""
    lines = [f"# {config['site_name']}", "", f"> {config['site_description']}", "", "## Pages", ""]
    for title, page in listed:
        text = (pages / page).read_text(encoding="utf-8")
        lines.append(f"- [{title}]({page}): {summary(text)}")
        (site / page).parent.mkdir(exist_ok=True)
        (site / page).write_text(text, encoding="utf-8")
    (site / "llms.txt").write_text("\n".join(lines) + "\n", encoding="utf-8")


def summary(text: str) -> str:
    r"""Return the first sentence of a page that is no heading, its links as plain text.

    >>> summary("# Title\n\nWhat [is](x.md) here.\nAnd more.")
    'What is here.'
    """
    body = re.sub(r"^#.*$", "", text, flags=re.MULTILINE).strip()
    paragraph = body.split("\n\n")[0].replace("\n", " ")
    plain = re.sub(r"\[([^]]+)\]\([^)]+\)", r"\1", paragraph)
    return re.split(r"(?<=[.?!]) ", plain)[0]
