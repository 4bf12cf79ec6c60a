"""What the server writes of its own faults: an object a line, and never an error's own words."""

import io
import json
import logging
import logging.config

import pytest

from survey.app.logs import JSONLines, logging_config

CANARY = "canary7f3a"


@pytest.fixture
def written():
    """A logger, and the stream that it writes to."""
    stream = io.StringIO()
    handler = logging.StreamHandler(stream)
    handler.setFormatter(JSONLines())
    logger = logging.Logger("survey.test")
    logger.addHandler(handler)
    return logger, stream


def test_a_fault_is_one_line_whatever_its_message(written):
    logger, stream = written
    logger.error("unexpected %s\n  File “x”\n", "KeyError")
    (line,) = stream.getvalue().splitlines()
    document = json.loads(line)
    assert document["message"] == "unexpected KeyError\n  File “x”\n"
    assert (document["level"], document["logger"]) == ("error", "survey.test")
    assert isinstance(document["process"], int)


def test_an_error_is_told_by_kind_and_place_and_not_in_its_own_words(written):
    logger, stream = written
    try:
        raise ValueError(f"{CANARY} is not a number")
    except ValueError:
        logger.exception("The server failed.")
    document = json.loads(stream.getvalue())
    assert document["error"] == "ValueError"
    assert document["places"][-1].startswith(__file__)
    assert CANARY not in stream.getvalue()


def test_no_line_says_when(written):
    logger, stream = written
    logger.warning("The disk is full.")
    assert set(json.loads(stream.getvalue())) == {"level", "logger", "process", "message"}


def test_text_leaves_the_servers_own_settings():
    assert logging_config("text") is None


def test_settings_are_usable_and_reach_every_logger(capsys):
    before = logging.getLogger().handlers[:], logging.getLogger().level
    try:
        logging.config.dictConfig(
            {"version": 1, "disable_existing_loggers": False} | logging_config("json")
        )
        logging.getLogger("survey.web.http.errors").warning("one")
        logging.getLogger("_granian").error("two")
        lines = capsys.readouterr().err.splitlines()
    finally:
        logging.getLogger().handlers[:], level = before
        logging.getLogger().setLevel(level)
        logging.getLogger("_granian").handlers.clear()
        logging.getLogger("_granian").propagate = True
    assert [json.loads(line)["message"] for line in lines] == ["one", "two"]
