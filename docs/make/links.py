"""Links of the built site that lead nowhere."""

from __future__ import annotations

from html.parser import HTMLParser
from typing import TYPE_CHECKING
from urllib.parse import unquote, urlsplit

if TYPE_CHECKING:
    from pathlib import Path


class Page(HTMLParser):
    """The links of a page, and the places in it that links may name."""

    def __init__(self, text: str) -> None:
        """Read a page."""
        super().__init__()
        self.links: set[str] = set()
        self.places: set[str] = {""}
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note what a tag links to, and its own name."""
        for name, value in attrs:
            if name == "id" and value:
                self.places.add(value)
            elif name in ("href", "src") and value and tag in ("a", "img", "link", "script"):
                self.links.add(value)


def broken(site: Path) -> list[str]:
    """Return what links inside the site name and is not there, each with its page; outside links are not followed."""
    pages = {file: Page(file.read_text(encoding="utf-8")) for file in sorted(site.rglob("*.html"))}
    found = []
    for file, page in pages.items():
        if file.name == "404.html":
            continue
        for link in sorted(page.links):
            parts = urlsplit(link)
            if parts.scheme or parts.netloc:
                continue
            target = (file.parent / unquote(parts.path)).resolve() if parts.path else file
            if target.is_dir():
                target /= "index.html"
            if not target.exists():
                found.append(f"{file.relative_to(site)}: {link}: no such file")
            elif target in pages and unquote(parts.fragment) not in pages[target].places:
                found.append(f"{file.relative_to(site)}: {link}: no such place")
    return found
