"""Compares the client that a server delivers with this release's, byte for byte.

Nothing of a page is parsed: its bytes are the release's or they are not, and then it loads
what the release's page loads, and nothing else.
"""

import hashlib
import zlib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from http.client import HTTPMessage

from survey.cli.checks.gate import gate_at, is_gates
from survey.cli.checks.visitors import PHONES, PROGRAM
from survey.cli.client.survey_connection import ServerReply, SurveyConnection, known_instrument
from survey.client_build.build import Client
from survey.client_build.files import SINGLE_FILE, ClientFile
from survey.core.instrument.digest_forms import short_form
from survey.web.http.security_headers import (
    ANY_ORIGIN,
    FILE_POLICY,
    headers_of_all,
    headers_of_shell,
    headers_of_single_file,
)

# In addition to the headers of every response: those by which a browser guards a page.
HEADERS_OF_FILE = dict([FILE_POLICY])
JSON_TYPE = "application/json"
NOT_MODIFIED = 304
# Without the first of them the single file cannot read it, so only the served page could be used.
HEADERS_OF_QUESTIONNAIRE = dict([ANY_ORIGIN]) | HEADERS_OF_FILE | {"Content-Type": JSON_TYPE}

# No answer of a release to a respondent has any of these. They load or lead elsewhere, report
# elsewhere what a page does, mark a respondent, change what a page may do, or clear what keeps it
# from drawing twice.
NEVER = (
    "Link", "Refresh", "Location", "Speculation-Rules", "SourceMap", "X-SourceMap",
    "Service-Worker-Allowed", "Content-Security-Policy-Report-Only",
    "Integrity-Policy-Report-Only", "Report-To", "Reporting-Endpoints", "NEL", "Accept-CH",
    "Critical-CH", "Set-Cookie", "Clear-Site-Data", "Content-Disposition", "Origin-Trial",
    "Document-Policy", "Use-As-Dictionary", "Secure-Session-Registration", "Set-Login",
    "Shared-Storage-Write", "Activate-Storage-Access", "Observe-Browsing-Topics",
    "Attribution-Reporting-Register-Source", "Attribution-Reporting-Register-Trigger",
    "Last-Modified",
)  # fmt: skip

# Headers that a browser stores with a reply for its next request: another value for each
# visitor would mark them.
KEPT = ("Cache-Control", "Vary", "Alt-Svc")
# They differ with what a visitor asks for, or with the time.
ASKED_FOR = {"content-encoding", "content-length", "content-language", "transfer-encoding", "date"}


@dataclass(frozen=True)
class ServedFile:
    """A file of the client as it was served; `sha256` is that of a copy that differs, if any."""

    name: str
    address: str
    sha256: str
    released: bool


@dataclass(frozen=True)
class Copy:
    """The copy that one visitor received at the first request, or at the second one (`again`)."""

    reply: ServerReply
    by_phone: bool = True
    again: bool = False

    @property
    def is_what_it_was(self) -> bool:
        """Whether the reply is 304: the visitor's stored copy is still valid."""
        return self.again and self.reply.status == NOT_MODIFIED


@dataclass
class ServedClient:
    """The findings; `questionnaire` is the digest of the served questionnaire's bytes, or ""."""

    files: list[ServedFile] = field(default_factory=list)
    questionnaire: str = ""
    faults: list[str] = field(default_factory=list)
    own_headers: set[str] = field(default_factory=set)  # of each visitor, which no browser keeps


def compare(connection: SurveyConnection, release: Client, digest: str | None) -> ServedClient:
    """Compares every file that is the same for everybody; `digest` is the link's."""
    found = ServedClient()
    of_shell = headers_of_shell(release.shell_sources)
    for tag, file in release.shells.items():
        # No survey's link has a language; those of the page itself do.
        path = connection.path or "/"
        asked = [(f"{path}?lang={tag}", {}), (path, {"Accept-Language": tag})]
        _compare(found, connection, file, of_shell, asked)
    for file in release.files.values():
        _compare(found, connection, file, HEADERS_OF_FILE, [(file.address, {})])
    needed = headers_of_single_file(release.single_file_policy)
    _compare(found, connection, release.single_file, needed, [(SINGLE_FILE, {})])
    _compare_questionnaire(found, connection, digest)
    found.faults = list(dict.fromkeys(found.faults))
    return found


def not_seen(connection: SurveyConnection, digest: str | None, found: ServedClient) -> list[str]:
    """Sentences on the faults that no such comparison can find."""
    where = connection.address
    sentences = [
        f"The state ({where}/state): whether the survey is open, wants a token, has public results "
        "and when it closes. It is the server's word; the page takes no text and no odds from it.",
        "What others are served. This is what came to this computer, which asked as a program and "
        "as three phones would: a server can tell it from a phone, by its network and by how it "
        "connects.",
        "What is served later. Each load of the page is another one.",
        f"Pages beside this one: {where}?coin, results, explanations, ledger.",
        "What pages of this host have left in a browser before, such as a service worker: a "
        "private window begins without.",
        "Headers that guard nothing and are the same for each visitor, which a proxy may add or "
        "change, such as Cache-Control, Vary and Alt-Svc.",
        "What becomes of the reports once they are sent.",
    ]
    if found.own_headers:
        named = ", ".join(sorted(found.own_headers))
        sentences.append(
            f"What headers of each visitor's own are for, which no browser sends back: {named}."
        )
    if digest is None:
        sentences.append(
            "Whether it is the right questionnaire: this address carries no digest (#q=), which "
            "the link behind the QR code does."
        )
    return sentences


def _compare(
    found: ServedClient,
    connection: SurveyConnection,
    file: ClientFile,
    needed: Mapping[str, str],
    asked: Iterable[tuple[str, Mapping[str, str]]],
) -> None:
    """Compares every copy of a file, and records the file once, as the worst of them."""
    asked = list(asked)
    address = connection.place + asked[0][0]
    tags = {f'"{file.sha256[:32]}{kind}"' for kind in ("", "-gzip")}
    needed = {**needed, "Content-Type": file.content_type}
    other = None
    for copies in _all_copies(connection, asked, file.content_type):
        found.faults += _marks(copies, address, tags)
        found.own_headers |= _own_headers(copies)
        for copy in copies:
            found.faults += _faults(copy, address, needed)
            content = _content(copy.reply)
            if not copy.is_what_it_was and content != file.content:
                body = copy.reply.body if content is None else content
                other = hashlib.sha256(body).hexdigest()
                found.faults.append(f"{address} ({file.name}) is not the release's.")
    found.files.append(ServedFile(file.name, address, other or file.sha256, other is None))


def _compare_questionnaire(
    found: ServedClient, connection: SurveyConnection, digest: str | None
) -> None:
    """Compares the questionnaire with its digest, or at least its copies with each other."""
    path = f"{connection.path}/instrument.json"
    address = connection.place + path
    served = set()
    for copies in _all_copies(connection, [(path, {})], JSON_TYPE):
        found.faults += _marks(copies, address, set())
        found.own_headers |= _own_headers(copies)
        for copy in copies:
            found.faults += _faults(copy, address, HEADERS_OF_QUESTIONNAIRE)
            content = _content(copy.reply)
            if copy.is_what_it_was:
                continue
            if is_gates(copy.reply):
                found.faults.append(gate_at(address))
            if copy.reply.status == 200 and content is not None:
                served.add(content)
                if known_instrument(content) is None:
                    found.faults.append(
                        f"{address} is not a questionnaire that this release knows."
                    )
            else:
                found.faults.append(f"{address} gives no questionnaire.")
    if len(served) > 1:
        found.faults.append(f"{address} gives one questionnaire now and another one then.")
    digests = sorted(hashlib.sha256(each).hexdigest() for each in served)
    # If copies differ, the findings show the one that does not match the link.
    found.questionnaire = next((each for each in digests if each != digest), *digests[:1] or [""])
    if digest is not None and found.questionnaire not in {"", digest}:
        found.faults.append(
            f"{address} is another questionnaire ({short_form(found.questionnaire)}) than the one "
            f"that the link names ({short_form(digest)})."
        )


def _all_copies(
    connection: SurveyConnection, asked: Iterable[tuple[str, Mapping[str, str]]], content_type: str
) -> Iterator[list[Copy]]:
    """For each form of request, one copy of a program, and two of each phone.

    At its second request a phone asks, as browsers do, whether its stored copy is still valid.
    """
    for path, special in asked:
        plainly = {**PROGRAM.headers(content_type, ""), **special}
        copies = [Copy(connection.get(path, plainly), by_phone=False)]
        for phone in PHONES:
            headers = {**phone.headers(content_type, connection.place), **special}
            first = connection.get(path, headers)
            copies.append(Copy(first))
            if tag := first.headers.get("ETag"):
                again = connection.get(path, headers | {"If-None-Match": tag})
                copies.append(Copy(again, again=True))
        yield copies


def _marks(copies: Iterable[Copy], address: str, tags: set[str]) -> Iterator[str]:
    """The headers by which a server could recognize a visitor.

    A browser sends an ETag back; `tags` are the release's. A proxy may weaken them.
    """
    for copy in copies:
        for tag in copy.reply.headers.get_all("ETag", []):
            if tag.removeprefix("W/") not in tags:
                yield (
                    f"{address} has an ETag that is not the release's. A browser sends it back, so "
                    "that it could mark a respondent."
                )
    phones = [copy.reply.headers for copy in copies if copy.by_phone and not copy.again]
    for name in KEPT:
        if len({tuple(headers.get_all(name, [])) for headers in phones}) > 1:
            yield (
                f"The header {name} of {address} is another one for each visitor. A browser keeps "
                "it, so that it could mark a respondent."
            )


def _own_headers(copies: Iterable[Copy]) -> set[str]:
    """The names of other headers whose values are another one for each phone."""
    phones = [copy.reply.headers for copy in copies if copy.by_phone and not copy.again]
    ours = {"etag", *(name.lower() for name in (*KEPT, *NEVER)), *ASKED_FOR}
    return {
        name
        for name in {each.title() for headers in phones for each in headers}
        if name.lower() not in ours
        and len({tuple(headers.get_all(name, [])) for headers in phones}) > 1
    }


def _content(reply: ServerReply) -> bytes | None:
    """The bytes in the body; None for an encoding that no release uses, or a damaged one."""
    encodings = reply.headers.get_all("Content-Encoding", [])
    if not encodings:
        return reply.body
    if encodings != ["gzip"]:
        return None
    unpacking = zlib.decompressobj(wbits=zlib.MAX_WBITS | 16)
    try:
        content = unpacking.decompress(reply.body, 16 * 2**20)
    except zlib.error:
        return None
    whole = unpacking.eof and not unpacking.unused_data and not unpacking.unconsumed_tail
    return content if whole else None


def _faults(copy: Copy, address: str, needed: Mapping[str, str]) -> Iterator[str]:
    """The faults of a reply apart from its bytes: form, status and headers."""
    reply = copy.reply
    for fault in reply.faults:
        yield f"{address} {fault}"
    if not copy.is_what_it_was and reply.status not in {200, 0}:  # of 0 its form says all
        yield f"{address} answered {reply.status}, not 200."
    guards = {**headers_of_all(secure=address.startswith("https:")), **needed}
    if copy.is_what_it_was:  # a browser keeps its stored headers that a 304 leaves out
        guards = {name: value for name, value in guards.items() if name in reply.headers}
    yield from _faults_of_headers(reply.headers, address, guards)


def _faults_of_headers(
    headers: HTTPMessage, address: str, needed: Mapping[str, str]
) -> Iterator[str]:
    for name, value in needed.items():
        if headers.get_all(name, []) != [value]:
            yield f"The header {name} of {address} is not the release's."
    for name in NEVER:
        if name in headers:
            yield f"{address} has the header {name}, which no page of a release has."
