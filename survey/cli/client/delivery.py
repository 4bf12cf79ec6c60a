"""Sends responses until the server has acknowledged them, as static/client/delivery.js does."""

import queue
import secrets
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass

from survey.cli.client.survey_connection import SurveyConnection, detail_of
from survey.core.responses.response import parse_response
from survey.errors import ResponseRefused, ServerUnreachable
from survey.wire.acknowledgement import acknowledges, signer_of
from survey.wire.keys import PublicKey

LONGEST_WAIT_SECONDS = 30
LONGEST_ASKED_SECONDS = 120  # if a server asks for a longer wait, delivery fails instead
TRIED_AGAIN = {408, 429}  # too slow, or too many from one network: no fault of this response


@dataclass(frozen=True)
class Acknowledgement:
    """A response is stored: the status, 200 or 201, and the key and signature that prove it."""

    status: int
    key: PublicKey
    signature: str


def deliver(
    connection: SurveyConnection,
    body: bytes,
    attempts: int,
    sleep: Callable[[float], None] = time.sleep,
    fingerprint: str | None = None,
) -> Acknowledgement:
    """Posts the same bytes until the server confirms with its signature that they are stored.

    Only an acknowledgement of this very response counts, signed with the key of this fingerprint if
    one is given. A status alone does not: a network that wants its users to sign in answers 200 to
    anything. Raises ResponseRefused if the server refuses the response, and
    ServerUnreachable if the attempts run out.
    """
    for attempt in range(attempts):
        wait, sentence = 0.0, ""
        try:
            status, wait, said = connection.post(body)
        except ServerUnreachable as error:
            sentence = error.message
        else:
            if status in {200, 201} and acknowledges(said, response := parse_response(body)):
                key = signer_of(said, connection.code, response)
                if key and fingerprint in {None, key.fingerprint}:
                    return Acknowledgement(status, key, said["signature"])
                sentence = _signed_wrongly(connection.place, key, fingerprint)
            elif status < 400:
                sentence = f"What answers at {connection.place} is not a server of surveys."
            else:
                sentence = detail_of(said) or f"The server answered {status}."
            if 400 <= status < 500 and status not in TRIED_AGAIN:
                raise ResponseRefused(f"Not saved. {sentence}")
            if wait > LONGEST_ASKED_SECONDS:
                break
        if attempt + 1 < attempts:
            longest = min(2.0**attempt, LONGEST_WAIT_SECONDS)
            # A random wait between half of it and all, so that many do not retry in step.
            sleep(max(wait, longest * (1000 + secrets.randbelow(1001)) / 2000))
    raise ServerUnreachable(f"Not saved yet. {sentence}")


def _signed_wrongly(place: str, key: PublicKey | None, fingerprint: str | None) -> str:
    if key is None:
        return f"{place} says that the response is saved, but did not sign this."
    return f"{place} signs with the key {key.fingerprint}, and your link names {fingerprint}."


def deliver_all(
    url: str, parts: Sequence[Iterable[bytes]], attempts: int
) -> Iterator[tuple[int, float]]:
    """Delivers all bodies, each part over a connection of its own; yields status and seconds.

    When a delivery fails, or the caller stops reading the outcomes, nothing more is sent.
    """
    outcomes: queue.SimpleQueue[tuple[int, float] | Exception | None] = queue.SimpleQueue()
    stopped = threading.Event()

    def pause(seconds: float) -> None:
        if stopped.wait(seconds):
            raise ServerUnreachable("Stopped.")

    def post(part: Iterable[bytes]) -> None:
        try:
            with closing(SurveyConnection(url)) as connection:
                for body in part:
                    if stopped.is_set():
                        break
                    started = time.perf_counter()
                    stored = deliver(connection, body, attempts, pause)
                    outcomes.put((stored.status, time.perf_counter() - started))
        except Exception as error:
            outcomes.put(error)
        else:
            outcomes.put(None)

    # Daemons, so that Ctrl-C does not wait for a server that is slow to answer.
    threads = [threading.Thread(target=post, args=(part,), daemon=True) for part in parts]
    try:
        for thread in threads:
            thread.start()
        running = len(threads)
        while running:
            outcome = outcomes.get()
            if isinstance(outcome, Exception):
                raise outcome
            if outcome is None:
                running -= 1
            else:
                yield outcome
    finally:
        stopped.set()
