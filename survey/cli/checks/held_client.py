"""Compares the clients that others hold with this release's."""

import hashlib
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from urllib.parse import urlsplit

from survey.app.folders import folder
from survey.cli.client.survey_connection import ServerReply, SurveyConnection
from survey.client_build.build import Client, build_client
from survey.core.responses.client_address import origin_of
from survey.errors import ServerUnreachable
from survey.store.maintenance.open import Place, named_holders
from survey.web.running.holder_comparisons import HolderComparison, HolderComparisons
from survey.web.running.holder_words import hindered_by_scheme

LOOK_SECONDS = 5  # for somebody else's server
ASKED = {"Accept": "text/html"}


@dataclass(frozen=True)
class HeldClient:
    """The findings on the file at a holder's address, as sentences.

    `same` is whether the file is the release's, `sha256` its digest; both are None if nothing was
    received. `hindered` is whether something stops a browser.
    """

    same: bool | None
    sentences: tuple[str, ...]
    sha256: str | None = None
    hindered: bool = False

    @property
    def well(self) -> bool:
        return bool(self.same) and not self.hindered


def look_at_holders(
    data: Path, place: Place, client_at: str | None, collector: str
) -> tuple[HeldClient, ...]:
    """Looks at each holder that this installation (`client_at`) or one of its surveys names.

    Notes the comparisons for the page that shares a survey. Raises StoreUnavailable if the surveys
    cannot be read, and OSError if the note cannot be written.
    """
    addresses = sorted({*named_holders(place), *([client_at] if client_at else [])})
    if not addresses:
        return ()
    release = build_client(folder("static"), folder("templates"))
    found = {each: look_at_holder(each, collector, release) for each in addresses}
    today = datetime.now(UTC).date()
    compared = {
        address: HolderComparison(each.sha256, today)
        for address, each in found.items()
        if each.sha256
    }
    if compared and data.is_dir():
        HolderComparisons(data).note(compared)
    return tuple(found.values())


def look_at_holder(address: str, collector: str, release: Client) -> HeldClient:
    """Fetches the file at the address and compares it; finds headers that stop a browser.

    `collector` is the server that receives the reports. Follows no redirect: a holder needs none.
    """
    by_scheme = hindered_by_scheme(address, collector)
    before = (by_scheme,) if by_scheme else ()
    path = urlsplit(address).path
    try:
        with closing(SurveyConnection(address, LOOK_SECONDS)) as connection:
            reply = connection.get(path, ASKED)
    except ServerUnreachable as error:
        later = "So the client there was not compared; links lead there all the same."
        return HeldClient(None, (f"{error.message} {later}", *before))
    if reply.status != 200:
        sentence = f"{address} answered {reply.status}: no client is there. Please ask its holder."
        return HeldClient(None, (sentence, *before))
    return _compared(address, collector, reply, release, before)


def _compared(
    address: str, collector: str, reply: ServerReply, release: Client, before: tuple[str, ...]
) -> HeldClient:
    file = release.single_file
    found = hashlib.sha256(reply.body).hexdigest()
    if found == file.sha256:
        said = f"The client at {address} is this release's file (SHA-256 {found})."
    else:
        said = (
            f"The client at {address} is not this release's file: its SHA-256 is {found}, and the "
            f"manifest has {file.sha256}. Ask its holder to take what survey client --output makes."
        )
    of_file = _directives(release.single_file_policy)
    hindered = tuple(_hindered(address, collector, reply, of_file["script-src"][0]))
    return HeldClient(
        found == file.sha256, (said, *before, *hindered), found, bool(before or hindered)
    )


def _hindered(address: str, collector: str, reply: ServerReply, script: str) -> Iterator[str]:
    """The holder's headers that stop a browser from showing the file, or the file from sending.

    `script` is the source by which a policy allows the file's own script.
    """
    if not reply.headers.get("Content-Type", "").startswith("text/html"):
        yield f"Browsers do not show {address} as a page: its Content-Type has to be text/html."
    if reply.headers.get("Content-Disposition", "").lower().startswith("attachment"):
        yield f"Browsers save {address} and do not show it: its Content-Disposition is attachment."
    for policy in reply.headers.get_all("Content-Security-Policy", []):
        said = _directives(policy)
        if not _lets_connect(said, collector):
            yield (
                f"The Content-Security-Policy of {address} lets its page ask no {collector}: it "
                "needs connect-src http: https:."
            )
        sources = said.get("script-src", said.get("default-src"))
        runs = sources is None or script in sources or "'unsafe-inline'" in sources
        if "sandbox" in said or not runs:
            yield (
                f"The Content-Security-Policy of {address} lets its script not run: it needs "
                f"script-src {script} and no sandbox."
            )


def _directives(policy: str) -> dict[str, list[str]]:
    """The sources of each directive; if a directive stands twice, the first counts (W3C, CSP)."""
    said: dict[str, list[str]] = {}
    for part in policy.split(";"):
        name, *sources = part.split() or [""]
        said.setdefault(name.lower(), sources)
    return said


def _lets_connect(said: dict[str, list[str]], address: str) -> bool:
    """Whether a policy lacks connect-src, or allows the address by *, its scheme or origin."""
    sources = said.get("connect-src", said.get("default-src"))
    origin = origin_of(address)
    return sources is None or bool({"*", f"{urlsplit(address).scheme}:", origin} & set(sources))
