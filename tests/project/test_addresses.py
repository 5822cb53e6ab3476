"""No page and no metadata names an address that is not the project's own: it has none yet."""

import re
import tomllib
from importlib.metadata import metadata

from paths import ROOT

_NAMED = re.compile(
    r"(github|gitlab|codeberg|bitbucket|readthedocs|pypi)\.(com|org|io)/([\w.-]+/)?soko\b", re.IGNORECASE
)


def test_the_metadata_of_the_package_have_no_address() -> None:
    of_package = metadata("soko")
    assert of_package.get_all("Project-URL") is None
    assert of_package.get_all("Home-page") is None
    # Nor has the description, which is the README.
    assert "://" not in of_package.as_string()


def test_manifests_have_no_address() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert "urls" not in project
    for name in ("Cargo.toml", "src/binding/Cargo.toml"):
        manifest = tomllib.loads((ROOT / name).read_text(encoding="utf-8"))
        for table in (manifest["package"], manifest.get("workspace", {}).get("package", {})):
            assert not table.keys() & {"repository", "homepage", "documentation"}


def test_no_text_names_a_repository_or_a_page_of_the_project() -> None:
    kinds = ("*.md", "*.toml", "docs/**/*.md", ".github/**/*.yml", "python/soko/**/*.py", "src/**/*.toml")
    for path in (path for kind in kinds for path in ROOT.glob(kind)):
        assert _NAMED.search(path.read_text(encoding="utf-8")) is None, path


def test_nothing_tells_to_install_the_name_from_the_index() -> None:
    for path in (*ROOT.glob("*.md"), *ROOT.glob("docs/*.md"), *ROOT.glob("python/soko/**/*.py")):
        text = path.read_text(encoding="utf-8")
        lines = [line for line in text.splitlines() if re.search(r"pip install '?soko\b(?!-)", line)]
        assert all("not published" in line or "`pip install soko` would" in line for line in lines), path
