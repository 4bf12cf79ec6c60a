"""Builds the client: the same bytes from a checkout and from a wheel, in every run."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path

from babel import Locale

from survey.client_build.bundle import for_a_phone, join_in_parts, join_modules, within_page
from survey.client_build.files import ClientFile, source
from survey.client_build.messages import client_messages
from survey.client_build.pages import check_within_page, render
from survey.client_build.single_file import policy, render_single_file
from survey.translations.catalogs import LANGUAGES, translations

ENTRY = "served.js"
OPENING = "opening.js"
AFTER_SEND = "visit/after_send.js"
ON_NEED = "visit/on_need.js"
ENTRY_OF_EARLY_SCRIPT = "requests/early.js"
ENTRY_OF_SINGLE_FILE = "single_file/main.js"


@dataclass(frozen=True)
class Client:
    """Everything that a respondent's browser gets from a release, for any survey.

    `shells` are the pages by the tags of their languages, `files` the files that they load. The
    shells contain the style, the script that requests the questionnaire early and the parts that
    open it: they arrive before the rest. The `script` shows the questionnaire, and then loads the
    `second`, which does everything after Send. The `third`, with what few visits need, such as QR
    codes, is loaded only when one does.

    `shell_sources` are the digests that the shells' policy allows, by directive. `single_file` is
    the same client as one file, in all languages; `single_file_policy` is the policy in that
    file.
    """

    shells: dict[str, ClientFile]
    shell_sources: dict[str, str]
    files: dict[str, ClientFile]
    single_file: ClientFile
    single_file_policy: str

    @cached_property
    def by_address(self) -> dict[str, ClientFile]:
        """The files that shells load, by their addresses."""
        return {file.address: file for file in self.files.values()}


@cache
def build_client(static: Path, templates: Path) -> Client:
    """The client from the folders static/ and templates/ of an installation."""
    parts = join_in_parts(static / "client", OPENING, ENTRY, AFTER_SEND, ON_NEED)
    opening, script, second, third = parts
    opening, second, third = within_page(opening), within_page(second), within_page(third)
    early = within_page(join_modules(static / "client", ENTRY_OF_EARLY_SCRIPT))
    style, respond, receipt, figures = (
        for_a_phone((static / "styles" / name).read_text("utf-8"))
        for name in ("style.css", "respond.css", "receipt.css", "figures.css")
    )
    style += respond + receipt
    icon = (static / "icon.svg").read_bytes()
    files = {
        "icon": _file("icon.svg", "image/svg+xml", icon),
        "script": _file("client.js", "text/javascript", script.encode()),
        "second": _file("after-send.js", "text/javascript", second.encode()),
        "third": _file("on-need.js", "text/javascript", third.encode()),
    }
    within = {"early": early, "opening": opening, "style": style}
    shells = {
        tag: _file(f"shell-{tag}.html", "text/html", render_shell(templates, tag, within, files))
        for tag in LANGUAGES
    }
    alone = join_modules(static / "client", ENTRY_OF_SINGLE_FILE)
    single_file = render_single_file(templates, alone, style + figures, icon)
    return Client(
        shells,
        {"script-src": f"{source(early)} {source(opening)}", "style-src": source(style)},
        files,
        _file("deniable.html", "text/html", single_file),
        policy(alone, style + figures),
    )


def _file(name: str, kind: str, content: bytes) -> ClientFile:
    charset = "" if kind == "image/svg+xml" else "; charset=utf-8"
    return ClientFile(name, kind + charset, content)


def render_shell(
    templates: Path, tag: str, within: Mapping[str, str], files: Mapping[str, ClientFile]
) -> bytes:
    """The shell in the language `tag`; `within` has its inline scripts and style by name.

    `files` are the files that it loads: icon and scripts. Raises ConfigError as check_within_page
    does.
    """
    for content in within.values():
        check_within_page(content, content)
    messages = client_messages(translations(tag), Locale.parse(tag))
    return render(
        templates, tag, "shell.html", alone=False, messages=messages, **within, **files
    ).encode()
