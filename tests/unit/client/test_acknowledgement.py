"""The client's own check of an acknowledgement, without a browser: every lie, and the truth.

What a page does with one is in tests/browser/respondent/test_signed_receipt.py.
"""

import json
import subprocess

from closed_survey import KEY, OTHER_KEY
from node import NODE
from table_of_lies import cells

from survey.app.folders import folder
from survey.core.responses.response import Response
from survey.wire.acknowledgement import acknowledgement

MODULE = (folder("static") / "client" / "acknowledgement.js").as_uri()
SIGNED_BY = f"""
import {{ signedBy }} from "{MODULE}";
const asked = JSON.parse(process.argv[1]);
console.log(JSON.stringify(asked.map((each) => signedBy(...each))));
"""
SENT = Response("5" * 64, "0123456789abcdef" * 2, (1, 0, 1, 1))
LIES = cells("client", "acknowledgement")


def told(signer, named: str | None, **changes) -> list:
    """What signedBy takes: what is said of this response, the survey's code, it, the link's key."""
    signed = Response(
        SENT.instrument, SENT.response_id, tuple(changes.get("reports", SENT.reports))
    )
    said = acknowledgement(signer, changes.get("code", "bcd234"), signed, new=True)
    said |= {name: to(said[name]) if callable(to) else to for name, to in changes.items()}
    response = {
        "instrument": SENT.instrument, "response_id": SENT.response_id, "reports": SENT.reports
    }  # fmt: skip
    return [said, "bcd234", response, named]


def signers(asked: list[list]) -> list:
    command = [NODE, "--input-type=module", "-e", SIGNED_BY, json.dumps(asked)]
    return json.loads(subprocess.run(command, capture_output=True, text=True, check=True).stdout)


def test_every_lie_is_found_and_the_truth_is_not():
    linked = KEY.public.fingerprint
    lies = []
    for lie in LIES.values():
        each = lie()
        named = linked if each.linked else None
        lies.append(told(each.signer or KEY, named, **each.changes))
    true = [told(KEY, linked), told(KEY, None), told(OTHER_KEY, None)]
    assert len(lies) >= 10
    *found, mine, unnamed, other = signers([*lies, *true])
    assert dict(zip(LIES, found, strict=True)) == dict.fromkeys(LIES)
    assert mine["key"] == unnamed["key"] == KEY.public.hex
    assert other["key"] == OTHER_KEY.public.hex
