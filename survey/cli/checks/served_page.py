"""Finds what a page loads and runs, from its HTML, and what each script imports."""

import hashlib
import re
from collections.abc import Callable
from dataclasses import dataclass
from html.parser import HTMLParser
from pathlib import Path, PurePosixPath
from urllib.parse import urljoin, urlsplit

# Static imports, and dynamic ones of a literal address. The policy forbids other ways to load a
# module, inline script and eval; and every script's bytes are compared anyway.
_IMPORT = re.compile(r"""(?:\bfrom|\bimport)\s*\(?\s*["']([^"']+)["']""")

DATA_TYPES = {"application/json"}
RUNS_OTHER_CODE = {"base", "iframe", "frame", "object", "embed", "portal", "applet"}


@dataclass(frozen=True)
class Script:
    """One script as it was served; `released` says whether the release has these very bytes."""

    address: str
    sha256: str
    released: bool


class _Page(HTMLParser):
    """Collects the addresses of scripts, and whatever else could run code."""

    def __init__(self, address: str):
        super().__init__()
        self.address = address
        self.scripts: list[str] = []
        self.faults: list[str] = []
        self._without_script = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        if tag in RUNS_OTHER_CODE:
            self.faults.append(f"The page holds a <{tag}>, which no page of a release does.")
        for name, value in attrs:
            if name.startswith("on"):
                self.faults.append(f"The page runs code in the attribute {name} of a <{tag}>.")
            if (value or "").strip().lower().startswith("javascript:"):
                self.faults.append(f"The page runs code in the address of a <{tag}>.")
        self._check_ways_out(tag, given)
        if tag == "script":
            self._script(given)
        elif tag == "link" and "preload" in (given.get("rel") or "").lower():
            self.scripts.append(urljoin(self.address, given.get("href") or ""))

    def handle_endtag(self, tag: str) -> None:
        self._without_script = self._without_script and tag != "noscript"

    def _check_ways_out(self, tag: str, given: dict[str, str | None]) -> None:
        """Records how a page could send answers, or lead elsewhere, without any script."""
        self._without_script = self._without_script or tag == "noscript"
        if tag in {"input", "select", "textarea", "button"} and "name" in given:
            self.faults.append(f"A <{tag}> has a name: a form could send it as it is filled in.")
        if "action" in given or "formaction" in given:
            self.faults.append(f"A <{tag}> says where its form is sent.")
        refreshes = tag == "meta" and (given.get("http-equiv") or "").lower() == "refresh"
        if refreshes and not self._without_script:
            self.faults.append("The page leads to another one by itself.")

    def _script(self, given: dict[str, str | None]) -> None:
        if given.get("src"):
            self.scripts.append(urljoin(self.address, given["src"]))
        elif given.get("type") not in DATA_TYPES:
            self.faults.append("The page holds a script within itself, which no release does.")


def scripts_of(
    address: str, html: str, fetch: Callable[[str], bytes], release: Path
) -> tuple[list[Script], list[str]]:
    """Every script that the page loads, with all that they import, and the page's other faults.

    Compares each with the release's file. `fetch` gets the bytes at a full address;
    `release` is the folder static/ of this installation, whose files lie in folders.
    """
    page = _Page(address)
    page.feed(html)
    page.close()
    waiting, found = list(dict.fromkeys(page.scripts)), {}
    while waiting:
        script = waiting.pop(0)
        if script in found:
            continue
        if urlsplit(script)[:2] != urlsplit(address)[:2]:
            page.faults.append(f"The page loads a script from another server: {script}.")
            continue
        content = fetch(script)
        released = release.joinpath(*PurePosixPath(urlsplit(script).path).parts[-2:])
        same = released.is_file() and released.read_bytes() == content
        found[script] = Script(script, hashlib.sha256(content).hexdigest(), same)
        imports = _IMPORT.findall(content.decode("utf-8", "replace"))
        waiting += [urljoin(script, each) for each in imports]
    return list(found.values()), page.faults
