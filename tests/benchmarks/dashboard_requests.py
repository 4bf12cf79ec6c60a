"""Asks one dashboard of twenty questions of ten options, by the code of either release.

python dashboard_requests.py FOLDER: for each line on stdin one of milliseconds of processor on
stdout, the least of ten requests.
"""

import random
import sys
import time
from pathlib import Path

from instruments import validate  # wherever a release has it

from survey.app import create_app
from survey.app.configuration import Config
from survey.core.responses.response import Response
from survey.store import State, Survey, open_store
from survey.web.accounts.sign_in import make_sign_in_link

RESPONSES = 300
REQUESTS = 10

# Until 0.1.0 a configuration held the key, which now lies in a file.
key = {"secret_key": "11" * 32} if "secret_key" in Config.__dataclass_fields__ else {}
config = Config(data=Path(sys.argv[1]), **key)
store = open_store(config.database)
question = {"kind": "choice", "text": "Which of these?", "gamma": "1/4",
            "options": [f"Option {number}" for number in range(1, 11)]}  # fmt: skip
instrument = validate({"title": "Twenty", "class_size": RESPONSES, "questions": [question] * 20})
add = getattr(store.surveys, "add", None) or store.add_survey
add(Survey("bcd234", instrument, State.OPEN))
take = getattr(store, "add_response", None) or store.responses.add
drawn = random.Random(1)
for number in range(RESPONSES):
    reports = tuple(drawn.randrange(10) for _ in range(20))
    take("bcd234", Response(instrument.digest, f"{number:032x}", reports))
app = create_app(config, store)
app.config["WTF_CSRF_ENABLED"] = False
client = app.test_client()
password = "a long enough password"  # noqa: S105
client.post(make_sign_in_link(store), data={"password": password, "again": password})


def milliseconds() -> float:
    began = time.process_time()
    answer = client.get("/surveys/bcd234")
    assert answer.status_code == 200, answer.status
    return 1000 * (time.process_time() - began)


milliseconds()  # which compiles its templates
for _ in sys.stdin:
    print(min(milliseconds() for _ in range(REQUESTS)), flush=True)
