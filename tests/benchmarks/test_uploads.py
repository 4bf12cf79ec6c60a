"""How long respondents wait while an instructor uploads files made to take long.

    python -m pytest tests/benchmarks/test_uploads.py -s

Beside it the same where the server itself reads them (`reading`).
"""

import os
import re
import threading
import urllib.error
import urllib.request
import uuid
from pathlib import Path

from class_of_respondents import submission
from first_release import ROOT
from hostile_files import QUESTIONNAIRES
from instruments import make_instrument
from load_client import Load, keep_asking

from survey.store.sqlite.engine import SQLiteStore
from survey.web.accounts.sign_in import make_sign_in_link

CODE = "bnc234"
INSTRUMENT = make_instrument("1/4", "1/3", "1/10")
CONNECTIONS = 16
SECONDS = 20.0
LONGEST_WAIT = 0.25  # seconds that no respondent should wait longer beside an upload
FILES = ["languages.xlsx", "attributes.xlsx", "elements.xlsx", "options.xlsx", "fields.toml",
         "parameters.xlsx", "tags.json"]  # fmt: skip


class Instructor:
    """A browser's session, as far as uploads need one."""

    def __init__(self, address: str, store: Path):
        self._address = address
        self._open = urllib.request.build_opener(urllib.request.HTTPCookieProcessor()).open
        opened = SQLiteStore(store)
        path = make_sign_in_link(opened)
        opened.close()
        password = "a long password for a benchmark"
        self._send(path, {"password": password.encode(), "again": password.encode()})

    def upload(self, name: str) -> int:
        """The status of the page that comes back."""
        return self._send(
            "/surveys/new/import", {"gamma": b"1/4", "file": (name, QUESTIONNAIRES[name]())}
        )

    def _send(self, path: str, fields: dict) -> int:
        page = "/surveys/new" if path.endswith("import") else path
        text = self._open(self._address + page, timeout=60).read().decode()
        token = re.search(r'name="csrf_token"[^>]*value="([^"]+)"', text)[1]
        boundary = uuid.uuid4().hex
        parts = []
        for field, value in {"csrf_token": token.encode(), **fields}.items():
            file, content = value if isinstance(value, tuple) else ("", value)
            named = f'; filename="{file}"' if file else ""
            head = f'--{boundary}\r\nContent-Disposition: form-data; name="{field}"{named}\r\n\r\n'
            parts.append(head.encode() + content + b"\r\n")
        request = urllib.request.Request(
            self._address + path,
            b"".join(parts) + f"--{boundary}--\r\n".encode(),
            {"Content-Type": f"multipart/form-data; boundary={boundary}",
             "Origin": self._address},
        )  # fmt: skip
        try:
            return self._open(request, timeout=120).status
        except urllib.error.HTTPError as refused:
            return refused.code


def beside(port: int, instructor: Instructor | None) -> tuple[Load, int]:
    """Respondents' load while files are uploaded without a pause, and how many of them."""
    uploaded, ended = [], threading.Event()

    def upload():
        while not ended.is_set():
            uploaded.append(instructor.upload(FILES[len(uploaded) % len(FILES)]))

    thread = threading.Thread(target=upload)
    if instructor:
        thread.start()
    load = keep_asking(port, submission(CODE, INSTRUMENT.digest, 3), CONNECTIONS, SECONDS)
    ended.set()
    if instructor:
        thread.join()
    assert set(uploaded) <= {200, 422}
    assert set(load.statuses) == {201}
    return load, len(uploaded)


def test_no_respondent_waits_for_an_upload(start, tmp_path):
    for kind in ("served", "reading"):
        port, _ = start(kind)
        instructor = Instructor(
            f"http://127.0.0.1:{port}", tmp_path / ROOT.name / kind / "survey.db"
        )
        for name, uploader in (("alone", None), (kind, instructor)):
            load, uploads = beside(port, uploader)
            print(
                f"\n{name:>8}: {uploads} uploads, {load.rate:,.0f}/s, p50 "
                f"{1000 * load.quantile(0.5):.1f} ms, p99 {1000 * load.quantile(0.99):.1f} ms, "
                f"longest {1000 * max(load.latencies):.0f} ms",
                end="",
            )
    print(
        f"\n{CONNECTIONS} connections, {SECONDS:.0f} s each, load {os.getloadavg()[0]:.1f}; "
        f"at most {1000 * LONGEST_WAIT:.0f} ms beside uploads were aimed at"
    )
