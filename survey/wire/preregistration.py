"""A pre-registration: the questions, figures and analysis, signed before anybody answers.

    {"format": "deniable-preregistration/1", "plan": {…}, "plan_sha256": "…", "signature": "…"}

The file names no time, since a server's clock proves nothing. To prove a date, deposit the digest
of the plan elsewhere before opening.
"""

import json
from hashlib import sha256
from typing import Any

from survey.core.instrument.digest_forms import is_digest
from survey.core.instrument.parsing import from_canonical_json
from survey.core.instrument.same_questions import questions_digest
from survey.core.responses.statement_terms import FIGURES
from survey.errors import DataError, InstrumentInvalid
from survey.store import Survey
from survey.text.glossary import DEFINITIONS, definitions_digest, definitions_text
from survey.wire.keys import PublicKey, SignatureKind, SigningKey

FORMAT = "deniable-preregistration/1"
NOT_A_PREREGISTRATION = f"This is not a pre-registration of the format {FORMAT}."
HASHES = ("instrument_sha256", "questions_sha256")
ANALYSIS = (
    "Each share of yes or of an option, and each mean, is estimated from all reports by the "
    "unbiased estimator of its γ, and told with this interval. No response is left out."
)


def plan_of(survey: Survey, confidence: float, key: str) -> dict[str, Any]:
    """The plan of a survey that nobody has answered: questions, limits, interval and analysis.

    `closes_at` is in seconds since 1970 (UTC), null if somebody closes it or it fills up.
    """
    instrument = survey.instrument
    return {
        "code": survey.code,
        "instrument": instrument.document(),
        "instrument_sha256": instrument.digest,
        "questions_sha256": questions_digest(instrument),
        "planned_respondents": instrument.class_size,
        "cap": survey.cap,
        "figures": FIGURES[survey.hidden_until_closed],
        "closes_at": survey.closes_at,
        "confidence": confidence,
        "interval": survey.told,
        "interval_definition": DEFINITIONS[survey.told],
        "analysis": ANALYSIS,
        "definitions_sha256": definitions_digest(definitions_text()),
        "key": key,
    }


def signed_plan(key: SigningKey, plan: dict[str, Any]) -> str:
    """The file of a plan, as text."""
    content = _canonical(plan)
    document = {
        "format": FORMAT,
        "plan": plan,
        "plan_sha256": sha256(content).hexdigest(),
        "signature": key.sign(SignatureKind.PLAN, content).hex(),
    }
    return json.dumps(document, ensure_ascii=False, indent=1) + "\n"


def read_plan(document: Any) -> tuple[dict[str, Any], list[str]]:
    """The plan of a file, and its faults; raises DataError if it is no pre-registration."""
    try:
        plan, digest, signature = (document[each] for each in ("plan", "plan_sha256", "signature"))
        content = _canonical(plan)
        key = PublicKey(plan["key"])
        instrument = from_canonical_json(json.dumps(plan["instrument"]))
        signed = bytes.fromhex(signature)
        named = {name: plan[name] for name in HASHES if is_digest(plan[name])}
    except (KeyError, TypeError, AttributeError, ValueError, InstrumentInvalid):
        raise DataError(NOT_A_PREREGISTRATION) from None
    if len(named) < len(HASHES):
        raise DataError(NOT_A_PREREGISTRATION)
    faults = []
    if sha256(content).hexdigest() != digest:
        faults.append("The digest is not that of this plan.")
    if not key.verifies(SignatureKind.PLAN, content, signed):
        faults.append("The signature does not hold.")
    expected = dict(zip(HASHES, (instrument.digest, questions_digest(instrument)), strict=True))
    faults += [f"{name} is not that of this plan's questions." for name in expected
               if named[name] != expected[name]]  # fmt: skip
    return plan, faults


def _canonical(plan: Any) -> bytes:
    return json.dumps(plan, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()
