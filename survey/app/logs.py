"""The server's log of its own faults: plain sentences, or one JSON object a line.

Either way a line holds the sentence or the kind of an error and the places in the
code, and nothing of a request: an error's own words may quote what somebody typed or
sent. The JSON has no time: whatever collects standard error (journald, a container's
engine) adds one, and in a plain file a time would tell when somebody was there.
"""

import json
import logging
import traceback
from typing import Any

FORMATS = ("text", "json")


class JSONLines(logging.Formatter):
    """Writes level, logger, process and message, and an error's kind and places, as one object."""

    def format(self, record: logging.LogRecord) -> str:
        document: dict[str, Any] = {
            "level": record.levelname.lower(),
            "logger": record.name,
            "process": record.process,
            "message": record.getMessage(),
        }
        if record.exc_info and record.exc_info[0]:
            kind, _, trace = record.exc_info
            document["error"] = kind.__name__
            document["places"] = [
                f"{place.filename}:{place.lineno} {place.name}"
                for place in traceback.extract_tb(trace)
            ]
        return json.dumps(document, ensure_ascii=False)


def logging_config(format_: str) -> dict[str, Any] | None:
    """The configuration that Granian gives to logging in each process; None changes nothing."""
    if format_ == "text":
        return None
    return {
        "formatters": {"json": {"()": JSONLines}},
        "handlers": {"json": {"class": "logging.StreamHandler", "formatter": "json"}},
        "loggers": {"_granian": {"handlers": ["json"], "propagate": False}},
        "root": {"handlers": ["json"], "level": "WARNING"},
    }
