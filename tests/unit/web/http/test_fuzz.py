"""Whatever is sent to any route, as anyone: a status below 500, and no traceback."""

from file_contents import rows_in
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

FIELDS = ["title", "introduction", "class_size", "questions-0-text", "questions-0-gamma", "add",
          "questions-1-text", "questions-51-text", "questions-x-text", "remove", "save", "code",
          "password", "again", "current", "fewest_responses", "results_public", "report_1",
          "form_part", "typed", "instrument", "instructor", "file", "questions-0-kind",
          "questions-0-options", "questions-0-low", "questions-0-high",
          "questions-0-highest", "language", "phrases", "leave-out",
          "original-de", "translated-de", "context-de", "questions-1-options-1"]  # fmt: skip
QUERIES = ["confidence", "together", "gamma", "class_size", "kind", "options", "low", "high",
           "code", "next", "first", "second", "always_no", "margin", "respondents",
           "lang", "into"]  # fmt: skip
TYPED = ["", "0", "-1", "1", "95", "1/4", "9" * 400, "true", "bcd234", "//evil.example", "%00",
         "1e309", "choice", "several", "number", "rating", "a\nb", "q1", "q2", "0.1",
         "de", "en", '{"de":[["","a","b"]]}']  # fmt: skip
VALUES = st.sampled_from(TYPED) | st.text(max_size=30)
HEADERS = st.fixed_dictionaries(
    {},
    optional={
        "Accept": st.sampled_from(["application/json", "text/html", "*/*;q=x", ""]),
        "If-None-Match": st.sampled_from(["*", 'W/"x"', "x", '"']),
        "Range": st.sampled_from(["bytes=0-", "bytes=9-1", "x"]),
        "Content-Type": st.sampled_from(
            ["application/json", "multipart/form-data", "multipart/form-data; boundary=x", "x/y;z"]
        ),
        "X-Forwarded-Host": st.just("evil.example"),
        "Cookie": st.sampled_from(["SESSION=x.y.z", "SESSION_device=x", "a"]),
    },
)


def test_no_input_to_any_route_is_an_error_of_ours(
    app, config, open_survey, instructor, respondent, exhaustive
):
    token = instructor.token("/password")
    session_cookie = app.config["SESSION_COOKIE_NAME"]
    rules = [rule for rule in app.url_map.iter_rules() if rule.endpoint != "static"]
    statuses = set()

    (wire,) = [rule for rule in rules if rule.endpoint == "respond.responses"]

    @settings(max_examples=10_000 if exhaustive else 300, suppress_health_check=list(HealthCheck))
    # Rarely drawn, as every route more makes it: a response of another type, and one that is none.
    @example(rule=wire, code="bcd234", method="POST", form={}, query={},
             headers={"Content-Type": "x/y;z"}, signed_in=False)  # fmt: skip
    @example(rule=wire, code="bcd234", method="POST", form={}, query={},
             headers={"Content-Type": "application/json"}, signed_in=False)  # fmt: skip
    @given(
        rule=st.sampled_from(rules),
        code=st.sampled_from(["bcd234"] * 12 + ["nosuch", "BCD 234", "\udcff", "é", "x" * 500]),
        method=st.sampled_from(["GET", "POST", "HEAD", "PUT"]),
        form=st.dictionaries(st.sampled_from(FIELDS), VALUES, max_size=8),
        query=st.dictionaries(st.sampled_from(QUERIES), VALUES, max_size=4),
        headers=HEADERS,
        signed_in=st.booleans(),
    )
    def send(rule, code, method, form, query, headers, signed_in):
        if rule.endpoint in {"lifecycle.delete", "account.sign_out", "account.change_password"}:
            form = {}  # these would end the test's own survey or session
        client = instructor.client if signed_in else respondent
        if signed_in:
            headers.pop("Cookie", None)
        if "Cookie" in headers:
            headers["Cookie"] = headers["Cookie"].replace("SESSION", session_cookie)
        path = rule.rule.replace("<code>", code).replace("<name>", "q1")
        path = path.replace("<token>", "t" * 43).replace("<prefix>", "3f").replace("<tag>", "de")
        path = path.encode("utf-8", "surrogateescape").decode("utf-8", "replace")
        before = rows_in(config.database)
        answer = client.open(
            path,
            method=method,
            query_string=query,
            data={"csrf_token": token, **form} if method in {"POST", "PUT"} else None,
            headers=headers,
            buffered=True,
        )
        statuses.add(answer.status_code)
        assert answer.status_code < 500, path
        # After a form that was taken comes a redirect; everything else leaves the data alone.
        if answer.status_code >= 400 or method in {"GET", "HEAD"}:
            assert rows_in(config.database) == before, path
        assert "Traceback" not in answer.text

    send()
    assert statuses >= {200, 302, 400, 404, 405, 415, 422}
