"""A running server whose file is damaged acknowledges nothing more, and does not start on it."""

import http.client
import json
from contextlib import closing

import pytest
from contract_survey import INSTRUMENT, response
from damaged_files import damage_page_with
from patience import PATIENCE
from served import Served

from survey.app.configuration import Config
from survey.app.instance_folder import open_instance
from survey.errors import StoreUnavailable
from survey.store import State, Survey

MANY = 400  # responses to another survey, over several pages


def asked(port: int, path: str, body: bytes | None = None) -> tuple[int, dict]:
    with closing(http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)) as connection:
        connection.request(
            "POST" if body else "GET", path, body, {"Content-Type": "application/json"}
        )
        answer = connection.getresponse()
        return answer.status, json.loads(answer.read())


def test_nothing_is_acknowledged_once_a_page_was_found_damaged(tmp_path, free_port):
    data = tmp_path / "instance"
    with closing(open_instance(Config(data))) as store:
        for code in ("many34", "whole4"):
            store.surveys.add(Survey(code, INSTRUMENT, State.OPEN))
        for number in range(MANY):
            store.responses.add("many34", response(number))
    server = Served(data, free_port, None)
    try:
        server.wait_until_it_answers()
        sent = [asked(free_port, "/s/whole4/responses", response(0).body())[0]]
        damage_page_with(data / "survey.db", f"{MANY // 2:032x}")
        again = response(MANY // 2).body()
        assert asked(free_port, "/s/many34/responses", again)[0] == 503  # meets it
        sent += [
            asked(free_port, "/s/whole4/responses", response(number).body())[0]
            for number in range(10)
        ]
        assert sent == [201, *[503] * 10]
        status, said = asked(free_port, "/ready")
        assert status == 503
        assert said["detail"].startswith("The database file is damaged.")
        assert asked(free_port, "/health")[0] == 200
    finally:
        server.end()
    with pytest.raises(StoreUnavailable, match="The database file is damaged."):
        open_instance(Config(data))
