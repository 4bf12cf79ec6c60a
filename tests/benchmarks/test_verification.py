"""How long `survey verify` takes for 100,000 responses, statement and receipt included."""

import json
import time
from statistics import median

from closed_survey import make_closed_survey

from survey.exports.verification.receipts import parse_receipt, shown_by
from survey.exports.verification.statement_chain import KnownForms
from survey.exports.verification.verify import verify

RESPONSES = 100_000
RUNS = 3


def test_time_to_verify():
    closed = make_closed_survey(RESPONSES)
    text, receipt = closed.text, parse_receipt(closed.receipt(5))
    taken = []
    for _ in range(RUNS):
        started = time.perf_counter(), time.process_time()
        found = verify(json.loads(text), KnownForms(closed.root, closed.fingerprint))
        assert shown_by(receipt, found).counted
        assert found.faults == ()
        ended = time.perf_counter(), time.process_time()
        taken.append([end - start for start, end in zip(started, ended, strict=True)])
    wall, processor = map(median, zip(*taken, strict=True))
    print(
        f"\n{RESPONSES:,} responses to five questions, a file of {len(text) / 1e6:.1f} MB: "
        f"{wall:.1f} s, {processor:.1f} s of the processor",
        end="",
    )
