"""/metrics: the figures for a monitoring system, in Prometheus's text format.

A monitoring system records every number that it sees, with the time. A count of
submissions, of page views or of static files would so become a record of when
respondents came, which this app keeps nowhere; so would seconds of processor time, the
length of the writer's queue, and memory to the byte. Hence:

- A request for a respondent's page, or for anything that their browsers load, counts only
  if the server failed at it (5xx). Nothing was stored then.
- Instructors' requests count without their status, except 5xx: their open pages ask again and
  again, and get "unchanged" (304) until a response has come.
- Memory is rounded up to 16 MiB; it grows by about 1 MiB in 90,000 submissions.
- No survey, code, path, address or name is in it, and no time but for how long the server runs.

The page is for requests from this machine itself that no proxy passed on, and for requests with
the token that SURVEY_METRICS_TOKEN holds; all others get 404.

The format takes a dozen lines, so this module writes it. prometheus_client, with which the tests
check it, would add processor seconds, exact memory and the date of every counter unless told not
to. Each worker counts for itself; the label `process` tells them apart.
"""

import hmac
import ipaddress
import os
import threading
import time
from collections import Counter
from collections.abc import Mapping

from flask import Flask, Response, abort, current_app, request
from flask.typing import ResponseReturnValue

import survey
from survey.systems import resident_memory
from survey.web.http.audiences import Audience, Pages, audience_of

bp = Pages("metrics", audience=Audience.MACHINE)

KINDS = ("instructor", "machine", "respondent", "overload")
MEMORY_STEP = 16 * 1024 * 1024

CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8"


class RequestCounts:
    """How many requests of each kind came, and at how many the server failed, since it started."""

    def __init__(self) -> None:
        self.started = time.monotonic()
        self.requests: Counter[str] = Counter()
        self.faults: Counter[str] = Counter()
        self._lock = threading.Lock()

    def add(self, kind: str, status: int) -> None:
        """Counts one request; counts a respondent's request only if the server failed at it."""
        with self._lock:
            if kind in {"instructor", "machine"}:
                self.requests[kind] += 1
            if status >= 500:
                self.faults[kind] += 1


def register_metrics(app: Flask) -> None:
    """Counts the app's requests from now on."""
    counts = app.extensions["request_counts"] = RequestCounts()

    @app.after_request
    def count(response: Response) -> Response:
        counts.add(audience_of(request.endpoint).counted_as, response.status_code)
        return response


@bp.get("/metrics")
def page() -> ResponseReturnValue:
    if not (_brings_token() or _asks_from_here()):
        abort(404)
    return Response(exposition(current_app.extensions["request_counts"]), content_type=CONTENT_TYPE)


def _brings_token() -> bool:
    wanted = current_app.config["METRICS_TOKEN"]
    brought = request.headers.get("Authorization", "")
    return bool(wanted) and hmac.compare_digest(brought.encode(), f"Bearer {wanted}".encode())


def _asks_from_here() -> bool:
    """Whether the request comes from this machine itself; a proxy on it would add headers."""
    forwarded = any(
        name.startswith("X-Forwarded") or name in {"Forwarded", "Via", "X-Real-Ip"}
        for name, _ in request.headers
    )
    try:
        address = ipaddress.ip_address((request.remote_addr or "").strip("[]"))
    except ValueError:
        return False
    return (getattr(address, "ipv4_mapped", None) or address).is_loopback and not forwarded


def exposition(counts: RequestCounts) -> str:
    """The figures in Prometheus's text format 0.0.4."""
    process = f'process="{os.getpid()}"'
    lines: list[str] = []

    def family(name: str, kind: str, meaning: str, samples: Mapping[str, object]) -> None:
        lines.extend([f"# HELP {name} {meaning}", f"# TYPE {name} {kind}"])
        lines.extend(f"{name}{{{labels}}} {value}" for labels, value in samples.items())

    def by_kind(counted: Counter[str], kinds: tuple[str, ...]) -> dict[str, object]:
        return {f'kind="{kind}",{process}': counted[kind] for kind in kinds}

    version = {f'version="{survey.__version__}",{process}': 1}
    family("deniable_info", "gauge", "The release that runs.", version)
    uptime = {process: int(time.monotonic() - counts.started)}
    family("deniable_uptime_seconds", "gauge", "Seconds since the start.", uptime)
    asked = by_kind(counts.requests, KINDS[:2])
    family("deniable_requests_total", "counter", "Requests; respondents' are not counted.", asked)
    failed = by_kind(counts.faults, KINDS)
    family("deniable_faults_total", "counter", "Requests that the server failed at, 5xx.", failed)
    if (memory := resident_memory()) is not None:
        steps = {process: -(-memory // MEMORY_STEP) * MEMORY_STEP}
        family("deniable_memory_bytes", "gauge", "Resident memory, up to the next 16 MiB.", steps)
    return "\n".join(lines) + "\n"
