"""survey verify of a pooled file: its roots, and the same figures from the groups' exports."""

import json

import pytest
from instruments import make_mixed_instrument
from passwords import InstructorClient
from signing_keys import KEY
from table_of_lies import cells

from survey.core.instrument.same_questions import for_group
from survey.core.responses.response import Response
from survey.store import State, Survey
from survey.store.models import INSTRUCTOR
from survey.wire.keys import SigningKey
from survey.wire.stating import sign_missing_statements

OPTIONS = (2, 3, 2, 2, 2, 2)


@pytest.fixture
def closed(survey_command, store, config, tmp_path):
    """Closes a group of ten with all kinds of questions, signed by this key; its export."""

    def closed(code: str, key: SigningKey = KEY, first: int = 0):
        instrument = for_group(make_mixed_instrument(), code, 10)
        survey = Survey(code, instrument, State.OPEN, hidden_until_closed=True, fewest_responses=1)
        store.surveys.add(survey)
        for number in range(10):
            reports = tuple((number + first) % options for options in OPTIONS)
            response_id = f"{code.encode().hex()}{number:020x}"
            store.responses.add(code, Response(instrument.digest, response_id, reports))
        store.surveys.set_state(code, State.CLOSED)
        sign_missing_statements(store, key)
        path = tmp_path / f"{code}.json"
        assert survey_command("export", code, "--data", config.data, "--output", path).code == 0
        return path

    return closed


@pytest.fixture
def exports(closed):
    return [closed("aaa234"), closed("bbb234", first=1), closed("ccc234", first=2)]


@pytest.fixture
def pooled(survey_command, exports, tmp_path):
    path = tmp_path / "pooled.json"
    told = survey_command("pool", *exports, "--format", "json", "--output", path)
    assert told.code == 0, told.err
    return path


def changed(pooled, change) -> object:
    document = json.loads(pooled.read_text("utf-8"))
    change(document)
    path = pooled.with_name("changed.json")
    path.write_text(json.dumps(document), "utf-8")
    return path


def test_the_figures_are_those_of_the_groups_exports(survey_command, pooled, exports):
    told = survey_command("verify", pooled, *reversed(exports))
    assert told.code == 0, told.out
    assert "The figures are those of these exports." in told.out
    document = json.loads(survey_command("verify", pooled, *exports, "--format", "json").out)
    assert document["verified"] and document["recomputed"] and not document["faults"]
    roots = [json.loads(each.read_text())["statements"] for each in exports]
    assert len(document["roots"]) == len(roots) == len(set(document["roots"]))


def test_alone_it_names_its_roots_and_claims_nothing(survey_command, pooled):
    told = survey_command("verify", pooled)
    assert told.code == 0
    assert "Nothing is recomputed: give the export of each group, too." in told.out
    assert "3 groups together" in told.out
    assert json.loads(survey_command("verify", pooled, "--format", "json").out)["verified"] is False


LIES = cells("verify", "pooled")
SENTENCES = {
    "a narrower interval": "Row 4: high is ",
    "a row left out": " rows, and ",
    "more people in a group": "Its groups are not those of these exports.",
    "a group whose figures had been seen": "Its groups are not those of these exports.",
    "rewritten definitions": "Its definitions are not those of these exports.",
    "a group without a root": "names no root: nothing shows which list",
    "a group with another root": "No export has the root ",
}


@pytest.mark.first_cell
@pytest.mark.parametrize("lie", LIES)
def test_every_lie_is_found(survey_command, pooled, exports, lie):
    told = survey_command("verify", changed(pooled, LIES[lie]()), *exports)
    assert told.code == 1
    assert SENTENCES[lie] in told.out
    assert "These are not the figures of these exports." in told.out


def test_every_group_needs_its_own_export(survey_command, pooled, exports, closed):
    told = survey_command("verify", pooled, *exports[:2])
    assert told.code == 1 and "No export has the root " in told.out
    another = closed("ddd234", SigningKey("02" * 32))
    told = survey_command("verify", pooled, *exports, another)
    assert told.code == 1 and f"{another} is of none of its groups." in told.out


def test_a_changed_export_is_refused(survey_command, pooled, exports):
    exports[0].write_text(exports[0].read_text().replace('"reports": [0', '"reports": [1', 1))
    told = survey_command("verify", pooled, *exports)
    assert told.code == 1 and "survey verify tells all" in told.err


@pytest.mark.parametrize(
    "broken",
    [
        {"format": "deniable-pooled/1"},
        {"format": "deniable-pooled/1", "groups": [1]},
        {"format": "deniable-pooled/1", "groups": {}, "rows": []},
        {"format": "deniable-pooled/1", "groups": [{"root": "three"}]},
        {"format": "deniable-pooled/1", "groups": [{"root": f"{'0a' * 20}\n{'0a' * 12}"}]},
        {"format": "deniable-pooled/1", "groups": [{"root": -1}]},
        {"format": "deniable-pooled/1", "groups": [{"root": True}]},
    ],
)
def test_what_is_no_pooled_file_is_refused_in_a_sentence(survey_command, exports, tmp_path, broken):
    path = tmp_path / "broken.json"
    path.write_text(json.dumps(broken))
    for beside in ((), exports):
        told = survey_command("verify", path, *beside)
        assert told.code == 1 and "not a pooled file of the format" in told.err
    no_rows = tmp_path / "no_rows.json"
    no_rows.write_text(json.dumps(broken | {"groups": [{"name": "x"}], "confidence": "x"}))
    assert survey_command("verify", no_rows, *exports).code == 1


@pytest.mark.parametrize(
    "values",
    [{"confidence": each} for each in ("0.95", None, 1, True)]
    + [{"rows": each} for each in (None, {}, [1], "rows")],
)
def test_values_of_another_kind_are_refused(survey_command, pooled, exports, values):
    path = changed(pooled, lambda document: document.update(values))
    told = survey_command("verify", path, *exports)
    assert told.code == 1 and "not a pooled file of the format" in told.err


def test_only_a_pooled_file_is_verified_beside_several_exports(survey_command, exports):
    told = survey_command("verify", *exports)
    assert told.code == 2 and "Only a pooled file" in told.err


def test_the_page_s_file_is_verified_as_the_command_s_is(
    survey_command, app, store, exports, tmp_path
):
    instructor = InstructorClient(app.test_client())
    instructor.sign_in(store, INSTRUCTOR)
    pooled = tmp_path / "from-the-page.json"
    pooled.write_bytes(instructor.get("/surveys/aaa234/pooled/pooled.json").data)
    told = survey_command("verify", pooled, *exports)
    assert told.code == 0, told.out
    assert "The figures are those of these exports." in told.out
