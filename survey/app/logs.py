"""What the server writes of its own faults: plain sentences, or a JSON object a line.

Either way a line holds the sentence or the kind of an error and the places in the
code, and nothing of a request: an error's own words may quote what somebody typed or
sent. The JSON has no time, since whatever collects standard error (journald, a
container's engine) adds one, and a line in a file would otherwise tell when somebody
was there.
"""

import json
import logging
import traceback
from typing import Any

FORMATS = ("text", "json")


class JSONLines(logging.Formatter):
    """One object a line: level, logger, process, message; and of an error its kind and places."""

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
    """What Granian hands to logging.config in each of its processes; None leaves it as it is."""
    if format_ == "text":
        return None
    return {
        "formatters": {"json": {"()": JSONLines}},
        "handlers": {"json": {"class": "logging.StreamHandler", "formatter": "json"}},
        "loggers": {"_granian": {"handlers": ["json"], "propagate": False}},
        "root": {"handlers": ["json"], "level": "WARNING"},
    }
