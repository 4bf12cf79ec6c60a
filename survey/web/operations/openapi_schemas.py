"""The JSON values of the wire as schemas (JSON Schema 2020-12, as OpenAPI 3.1 takes them)."""

from typing import Any

from survey.core.instrument.instrument import MARKS
from survey.core.instrument.texts import WHO_ASKS
from survey.core.intervals.registry import EVERYWHERE, INTERVALS
from survey.core.kinds.registry import KINDS
from survey.wire.problems import NO_TYPE, STATUS, type_of


def _object(
    properties: dict[str, Any], optional: tuple[str, ...] = (), more: bool = False
) -> dict[str, Any]:
    """An object with these fields; all but the optional ones are required."""
    return {
        "type": "object",
        "properties": properties,
        "required": [name for name in properties if name not in optional],
        "additionalProperties": more,
    }


def _list(items: dict[str, Any], **limits: int) -> dict[str, Any]:
    return {"type": "array", "items": items, **limits}


TEXT = {"type": "string"}
PROBLEM_TYPES = [NO_TYPE, *map(type_of, STATUS)]
COUNT = {"type": "integer", "minimum": 0}
# Of a control question: the known share of yes, a fraction, and its source if it is not stars.
KNOWN = {"known": TEXT, "known_source": TEXT}
NUMBER_OR_NULL = {"type": ["number", "null"]}
DIGEST = {"type": "string", "pattern": "^[0-9a-f]{64}$"}
RESPONSE_ID = {"type": "string", "pattern": "^[0-9a-f]{32}$"}
# Null for each item that was not asked.
REPORTS = _list({"type": ["integer", "null"], "minimum": 0}, minItems=1)
RESULTS = {
    "instrument": {"$ref": "#/components/schemas/Instrument"},
    "instrument_sha256": DIGEST,
    "responses": COUNT,
    "confidence": {"type": "number"},
    "simultaneous": {"type": "boolean"},
    "confidence_each": {"type": "number"},
    "epsilon": {"type": "number", "minimum": 0},
    "items": _list(TEXT, minItems=1),
    "questions": _list({"$ref": "#/components/schemas/QuestionResult"}, minItems=1),
    "definitions": {"type": "object", "additionalProperties": TEXT},
}

SCHEMAS: dict[str, Any] = {
    "Anything": {"type": "object"},
    "Health": _object({"app": {"const": "deniable"}, "status": {"enum": ["alive", "ready"]}}),
    "Problem": _object(
        {
            "type": {"type": "string", "format": "uri-reference", "enum": PROBLEM_TYPES},
            "title": TEXT,
            "status": COUNT,
            "detail": TEXT,
            "field": TEXT,
        },
        optional=("field",),
    ),
    "Response": _object(
        {"instrument": DIGEST, "response_id": RESPONSE_ID, "reports": REPORTS, "token": TEXT},
        optional=("token",),
    ),
    "Token": _object({"token": TEXT}),
    "TokenState": _object({"known": {"type": "boolean"}, "spent": {"type": "boolean"}}),
    "Stored": _object(
        {
            "response_id": RESPONSE_ID,
            "stored": {"enum": ["new", "already"]},
            "key": {**DIGEST, "description": "the instance's public key (Ed25519)"},
            "signature": {
                "type": "string",
                "pattern": "^[0-9a-f]{128}$",
                "description": "by that key, of digest and leaf hash; see the wire's page",
            },
        }
    ),
    "Instrument": _object(
        {
            "format": TEXT,
            "title": TEXT,
            "introduction": TEXT,
            "class_size": COUNT,
            "questions": _list({"$ref": "#/components/schemas/Question"}, minItems=1),
            "waves_of": TEXT,
            "language": TEXT,
            "translations": {"type": "object", "additionalProperties": {"type": "object"}},
            **dict.fromkeys(WHO_ASKS, TEXT),
            **dict.fromkeys(MARKS, {"const": True}),
        },
        optional=("waves_of", "language", "translations", *WHO_ASKS, *MARKS),
        more=True,
    ),
    "State": _object(
        {
            "open": {"type": "boolean"},
            "token": {"type": "boolean"},
            "results": {"type": "boolean"},
            "closes": {"type": ["integer", "null"], "description": "in seconds since 1970 (UTC)"},
        }
    ),
    "Question": _object(
        {
            "kind": {"enum": list(KINDS)},
            "text": TEXT,
            "gamma": {"type": "string", "description": "an exact fraction such as 1/4"},
            "options": _list(TEXT),
            "low": {"type": "integer"},
            "high": {"type": "integer"},
            "highest": {"type": "integer"},
            **KNOWN,
        },
        optional=("options", "low", "high", "highest", *KNOWN),
    ),
    "Interval": {"type": ["array", "null"], "items": {"type": "number"}, "maxItems": 2},
    "Intervals": _object(
        {name: {"$ref": "#/components/schemas/Interval"} for name in INTERVALS},
        optional=tuple(name for name in INTERVALS if name not in EVERYWHERE),
    ),
    "QuestionResult": _object(
        {
            "question": TEXT,
            "kind": {"enum": list(KINDS)},
            "text": TEXT,
            "sentence": TEXT,
            "respondents": COUNT,
            "gamma": TEXT,
            "epsilon": {"type": "number"},
            "estimate": NUMBER_OR_NULL,
            "intervals": {"$ref": "#/components/schemas/Intervals"},
        },
        optional=("estimate", "intervals"),
        more=True,
    ),
    "Results": _object(RESULTS),
    "Everything": _object(
        RESULTS
        | {
            "reports": _list(_object({"response_id": RESPONSE_ID, "reports": REPORTS})),
            "code": TEXT,
            "statements": _list({**TEXT, "description": "a signed note, the oldest first"}),
        },
    ),
    "Codebook": _object(
        {
            "instrument_sha256": DIGEST,
            "title": TEXT,
            "columns": _list({"$ref": "#/components/schemas/Column"}, minItems=1),
            "definitions": {"type": "object", "additionalProperties": TEXT},
        },
    ),
    "Column": _object(
        {
            "column": TEXT,
            "question": TEXT,
            "kind": {"enum": list(KINDS)},
            "text": TEXT,
            "option": TEXT,
            "codes": _list(
                _object(
                    {"code": COUNT, "label": TEXT, "value": {"type": "integer"}},
                    optional=("value",),
                ),
                minItems=2,
            ),
            "gamma": TEXT,
            "odds": _list(COUNT, minItems=2, maxItems=2),
            "epsilon": {"type": "number"},
            "keep": {"type": "number"},
            "other": {"type": "number"},
            "debias": TEXT,
            **KNOWN,
        },
        optional=("option", *KNOWN),
    ),
    "Relation": _object(
        {"respondents": COUNT, "confidence": {"type": "number"}, "rows": _list({"type": "object"})},
        more=True,
    ),
    "PreRegistration": _object(
        {
            "format": {"const": "deniable-preregistration/1"},
            "plan": {"type": "object"},
            "plan_sha256": DIGEST,
            "signature": {"type": "string", "pattern": "^[0-9a-f]{128}$"},
        }
    ),
    "Pooled": _object(
        {"questions_sha256": DIGEST, "groups": _list({"type": "object"}, minItems=1)}, more=True
    ),
}

PARAMETERS: dict[str, Any] = {
    "code": {"name": "code", "in": "path", "required": True, "schema": TEXT},
    "chosen": {"name": "chosen", "in": "query", "schema": {"enum": ["1"]}},
    "group": {"name": "group", "in": "query", "schema": _list(TEXT)},
    "together": {"name": "together", "in": "query", "schema": {"enum": ["1"]}},
    **{
        name: {"name": name, "in": "query", "schema": {"type": "string"}, "required": True}
        for name in ("first", "second")
    },
}
