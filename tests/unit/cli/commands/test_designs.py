"""--design: others' yes/no columns, by any two chances."""

import json

import pytest


def column(yes: int, of: int) -> list[int]:
    return [1] * yes + [0] * (of - yes)


@pytest.fixture
def reports(tmp_path):
    path = tmp_path / "reports.csv"
    rows = [f"{a},{b},{20 + n % 30}" for n, (a, b) in
            enumerate(zip(column(60, 125), column(40, 125), strict=True))]  # fmt: skip
    path.write_text("z,w,age\n" + "\n".join(rows) + "\n")
    return path


def test_commands_take_designs(survey_command, reports):
    run = survey_command
    told = run("estimate", reports, "--design", "warner:0.7", "--column", "z")
    assert told.code == 0 and "45.0%" in told.out and "γ = 1/5" in told.out
    unequal = ["--design", "channel:0.8,0.1", "--column", "z"]
    told = run("estimate", reports, *unequal)
    assert "P(yes | yes) = 4/5, P(yes | no) = 1/10, ε = 2.08" in told.out
    document = json.loads(run("estimate", reports, *unequal, "--format", "json").out)
    (question,) = document["questions"]
    assert question["gamma"] is None and question["yes_if_yes"] == "4/5"
    assert question["estimate"] == pytest.approx((60 / 125 - 0.1) / 0.7)
    csv = run("estimate", reports, *unequal, "--format", "csv").out.splitlines()
    assert csv[1].startswith("z,share,,125,60,0.48,,,")
    proof = run("estimate", reports, "--design", "channel:0.5,0", "--column", "z")
    assert "a report may prove an answer" in proof.out
    table = run("crosstab", reports, "z", "w", "--design", "forced:0.1,0.2", "--format", "json")
    assert table.code == 0, table.out
    fitted = run("regress", reports, "--outcome", "z", "--on", "age", "--design", "channel:0.8,0.1")
    assert "P(yes | yes) = 4/5" in fitted.out
    for more in (["--gamma", "1/4"], ["--kind", "yes/no"]):
        refused = run("estimate", reports, "--design", "warner:0.7", *more)
        assert refused.code != 0 and "in place of γ" in refused.err
    for more in (["--cap", "200"], ["--interval", "horizon"]):
        refused = run("estimate", reports, *unequal, *more)
        assert refused.code == 2 and "both reports protect alike" in refused.err
    wrong = run("estimate", reports, "--design", "warner:2")
    assert wrong.code == 2 and "from 0 to 1" in wrong.err


def test_regress_takes_a_column_of_weights(survey_command, tmp_path):
    path = tmp_path / "weighted.csv"
    rows = [f"{n % 3 == 0:d},{20 + n % 30},{1 + n % 2}" for n in range(200)]
    path.write_text("y,age,w\n" + "\n".join([*rows, "1,30,"]) + "\n")
    asked = "regress", path, "--outcome", "y", "--on", "age", "--gamma", "2/5", "--weights", "w"
    told = survey_command(*asked)
    assert told.code == 0 and "robust error" in told.out and "1 left out" in told.out
    document = json.loads(survey_command(*asked, "--format", "json").out)
    assert document["weighted"] is True
    assert document["coefficients"][1]["likelihood_ratio_p"] is None
    assert document["coefficients"][1]["standard_error"] > 0
    with_commas = [row.replace(",", ";") + ",0" for row in rows]
    path.write_text("y;age;w\n" + "\n".join([*with_commas, "1;30;"]) + "\n")
    assert json.loads(survey_command(*asked, "--format", "json").out) == document
    path.write_text('y,age,w\n1,30,"1,234"\n0,40,2\n')
    refused = survey_command(*asked)
    assert refused.code == 1 and "w holds numbers such as 1,234, which may be" in refused.err
    path.write_text("y,age,w\n1,30,none\n")
    refused = survey_command(*asked)
    assert refused.code == 1 and "line 2: a weight must be a number above 0" in refused.err
