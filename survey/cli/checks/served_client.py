"""Compares the client that a server delivers with this release's, byte for byte.

Nothing of a page is parsed: its bytes are the release's or they are not, and then it loads
what the release's page loads, and nothing else.
"""

import hashlib
import zlib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from http.client import HTTPMessage
from itertools import product

from survey.cli.client.wire import Connection, ServerReply, known_instrument
from survey.client_build.build import Client
from survey.client_build.files import SINGLE_FILE, ClientFile
from survey.core.instrument.digest_forms import short_form
from survey.web.http.cross_origin import ANY_ORIGIN
from survey.web.http.security_headers import (
    FILE_POLICY,
    headers_of_all,
    headers_of_shell,
    headers_of_single_file,
)

# Beside those of every response, the headers by which a browser guards what it was given.
HEADERS_OF_FILE = dict([FILE_POLICY])
JSON_TYPE = "application/json"
# Without the first of them the single file cannot read it, and nobody is left but the served page.
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
)  # fmt: skip

# Plainly, and as a browser asks: an altered copy may lie behind either.
ENCODINGS = ("identity", "gzip, deflate, br, zstd")
ACCEPT_OF_PAGE = "text/html,*/*;q=0.8"


@dataclass(frozen=True)
class Compared:
    """A file of the client as it was served; `sha256` is that of an other one if any copy was."""

    name: str
    address: str
    sha256: str
    released: bool


@dataclass
class ServedClient:
    """What was found; `questionnaire` is the digest of the served one's bytes, "" for none."""

    files: list[Compared] = field(default_factory=list)
    questionnaire: str = ""
    faults: list[str] = field(default_factory=list)


def compare(connection: Connection, release: Client, digest: str | None) -> ServedClient:
    """Compares all that is the same for everybody; `digest` is the one that the link names."""
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


def not_seen(connection: Connection, digest: str | None) -> list[str]:
    """What no comparison of this kind can tell, in sentences."""
    where = connection.address
    sentences = [
        f"The state ({where}/state): whether the survey is open, wants a token, has public results "
        "and when it closes. It is the server's word; the page takes no text and no odds from it.",
        "What others are served. This is what came to this computer: a server can tell it from "
        "another one, or from one respondent's phone.",
        "What is served later. Each load of the page is another one.",
        f"Pages beside this one: {where}?coin, results, explanations, ledger.",
        "What pages of this host have left in a browser before, such as a service worker: a "
        "private window begins without.",
        "Headers that guard nothing, which a proxy may add or change, such as Cache-Control, Vary "
        "and Alt-Svc.",
        "What becomes of the reports once they are sent.",
    ]
    if digest is None:
        sentences.append(
            "Whether it is the right questionnaire: this address carries no digest (#q=), which "
            "the link behind the QR code does."
        )
    return sentences


def _compare(
    found: ServedClient,
    connection: Connection,
    file: ClientFile,
    needed: Mapping[str, str],
    asked: Iterable[tuple[str, Mapping[str, str]]],
) -> None:
    """Compares every copy of a file, and records the file once, as the worst of them."""
    asked = list(asked)
    address = connection.place + asked[0][0]
    accept = ACCEPT_OF_PAGE if file.content_type.startswith("text/html") else "*/*"
    other = None
    for reply, content in _copies(connection, asked, accept):
        found.faults += _faults(reply, address, {**needed, "Content-Type": file.content_type})
        if content != file.content:
            other = hashlib.sha256(reply.body if content is None else content).hexdigest()
            found.faults.append(f"{address} ({file.name}) is not the release's.")
    found.files.append(Compared(file.name, address, other or file.sha256, other is None))


def _compare_questionnaire(found: ServedClient, connection: Connection, digest: str | None) -> None:
    """Compares the questionnaire with its digest, or at least its copies with each other."""
    path = f"{connection.path}/instrument.json"
    address = connection.place + path
    served = set()
    for reply, content in _copies(connection, [(path, {})], JSON_TYPE):
        found.faults += _faults(reply, address, HEADERS_OF_QUESTIONNAIRE)
        if reply.status == 200 and content is not None:
            served.add(content)
            if known_instrument(content) is None:
                found.faults.append(f"{address} is not a questionnaire that this release knows.")
        else:
            found.faults.append(f"{address} gives no questionnaire.")
    if len(served) > 1:
        found.faults.append(f"{address} gives one questionnaire now and another one then.")
    digests = sorted(hashlib.sha256(each).hexdigest() for each in served)
    # Where copies differ, the one that is not the link's is what is shown.
    found.questionnaire = next((each for each in digests if each != digest), *digests[:1] or [""])
    if digest is not None and found.questionnaire not in {"", digest}:
        found.faults.append(
            f"{address} is another questionnaire ({short_form(found.questionnaire)}) than the one "
            f"that the link names ({short_form(digest)})."
        )


def _copies(
    connection: Connection, asked: Iterable[tuple[str, Mapping[str, str]]], accept: str
) -> Iterator[tuple[ServerReply, bytes | None]]:
    """Each reply, in each encoding, with the bytes that a browser would take it for."""
    for (path, headers), encoding in product(asked, ENCODINGS):
        how = {"Accept": accept, "Accept-Encoding": encoding, **headers}
        reply = connection.get(path, how)
        yield reply, _content(reply)


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


def _faults(reply: ServerReply, address: str, needed: Mapping[str, str]) -> Iterator[str]:
    """What is wrong beside the bytes: form, status and headers."""
    for fault in reply.faults:
        yield f"{address} {fault}"
    if reply.status not in {200, 0}:  # of 0 its form says all
        yield f"{address} answered {reply.status}, not 200."
    of_all = headers_of_all(secure=address.startswith("https:"))
    yield from _faults_of_headers(reply.headers, address, {**of_all, **needed})


def _faults_of_headers(
    headers: HTTPMessage, address: str, needed: Mapping[str, str]
) -> Iterator[str]:
    for name, value in needed.items():
        if headers.get_all(name, []) != [value]:
            yield f"The header {name} of {address} is not the release's."
    for name in NEVER:
        if name in headers:
            yield f"{address} has the header {name}, which no page of a release has."
