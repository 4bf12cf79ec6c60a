"""What is stated and verified is packed: neither takes an object for each response."""

import io
import json
import random
import tracemalloc
from collections.abc import Callable, Iterator

import pytest
from instruments import make_instrument

from survey.core.responses.statement import state_results
from survey.exports.verification.export_contents import read_listed
from survey.exports.verification.json_pieces import read_in_pieces
from survey.exports.verification.strict_json import read_strictly

RESPONSES = 20_000
INSTRUMENT = make_instrument(*["1/4"] * 5)
DIGESTS = "0" * 64
# Of a response: 21 bytes packed, 32 of its leaf, and 16 for a moment.
MOST_BYTES = 100


def responses() -> Iterator[tuple[str, tuple[int, ...]]]:
    chance = random.Random(5)
    for _ in range(RESPONSES):
        yield f"{chance.getrandbits(128):032x}", tuple(chance.getrandbits(1) for _ in range(5))


@pytest.fixture(scope="module")
def export() -> bytes:
    listed = [{"response_id": each, "reports": list(reports)} for each, reports in responses()]
    document = {"reports": listed, "instrument": INSTRUMENT.document(), "confidence": 0.95}
    return json.dumps(document | {"instrument_sha256": INSTRUMENT.digest}).encode()


def bytes_each(work: Callable[[], object]) -> float:
    """The most memory that this work takes at once, a response."""
    tracemalloc.start()
    try:
        kept = work()
        return tracemalloc.get_traced_memory()[1] / RESPONSES
    finally:
        del kept
        tracemalloc.stop()


def verified(document) -> object:
    listed = read_listed(document)
    assert not listed.faults
    return listed, listed.tally, listed.leaves


def test_stating_a_class_takes_little_memory_a_response():
    def stated() -> object:
        return state_results("bcd234", INSTRUMENT, responses(), None, DIGESTS, DIGESTS)

    assert bytes_each(stated) < MOST_BYTES


@pytest.mark.exhaustive
def test_verifying_an_export_takes_little_memory_a_response(export):
    read = lambda: verified(read_in_pieces(io.BytesIO(export), ""))  # noqa: E731
    assert bytes_each(read) < MOST_BYTES


@pytest.mark.exhaustive
def test_a_file_that_is_read_at_once_takes_more(export):
    """The control: so did every export before."""
    assert bytes_each(lambda: verified(read_strictly(export, ""))) > 4 * MOST_BYTES
