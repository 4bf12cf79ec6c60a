"""What is generated from the code says all of it."""

import re
from dataclasses import replace
from pathlib import Path

import click
import pytest
from instruments import make_wave
from translated import make_translated_instrument

import survey.core
from survey.cli import COMMANDS, command_line
from survey.core.estimates import regression
from survey.core.instrument import limits
from survey.core.instrument.parsing import validate
from survey.core.intervals import anytime, hoeffding
from survey.core.kinds.kind import OptionsField
from survey.core.kinds.registry import KINDS
from survey.core.ready_made.catalog import READY_MADE
from survey.docs_site.generated.commands import described_commands
from survey.docs_site.generated.instrument_reference import described_instrument
from survey.docs_site.generated.modules import described_module
from survey.docs_site.generated.wire_reference import described_statuses, described_wire
from survey.errors import InstrumentInvalid
from survey.web.learning.documentation import FOLDER
from survey.web.operations.openapi import OPERATIONS, description
from survey.wire.problems import STATUS

# Modules that word or lay out what the app shows, and the inner parts of those that are in the
# library: nobody's notebook needs them.
FOR_THE_APP = {
    "ready_made.demo_survey", "pooling.bound", "pooling.groups",
    "intervals.class_tails", "intervals.likelihood_order", "intervals.adversary",
    "intervals.adversary_of_option", "instrument.kept_text",
    "instrument.known_share", "instrument.language_tags", "instrument.limits",
    "instrument.lookalikes", "instrument.question_validation",
    "instrument.repeated_questions", "instrument.same_questions",
    "instrument.texts", "instrument.translation_doubts", "instrument.translation_memory",
    "instrument.translations",
    "instrument.validation", "responses.client_address", "responses.handed_over",
    "responses.id_pages",
    "responses.join_codes", "responses.links", "responses.public_steps", "responses.leaves",
    "responses.merkle_tree", "responses.statement", "responses.statement_terms",
    "responses.tokens", "ready_made.catalog", "ready_made.survey",
    *(f"ready_made.{name.replace('-', '_')}" for name in READY_MADE), "kinds.truths",
    "library.arguments", "library.column_values", "library.covariates", "library.html_table",
    "simulation.students", "simulation.class_truths",
    *(kind.items.__module__.removeprefix("survey.core.") for kind in KINDS.values()),
}  # fmt: skip


def test_every_command_with_every_option_is_described():
    text = described_commands(command_line)
    context = click.Context(command_line)
    for name in COMMANDS:
        assert f"\n## survey {name}\n" in f"\n{text}"
        command = command_line.get_command(context, name)
        for below in getattr(command, "commands", {}).values():
            assert f"\n### survey {name} {below.name}\n" in text
            for parameter in below.params:
                assert all(option in text for option in parameter.opts)
        section = text.split(f"## survey {name}\n")[1]
        for parameter in command.params:
            if isinstance(parameter, click.Option):
                assert all(f"`{option}" in section for option in parameter.opts[:1]), name


def test_the_table_of_commands_says_what_each_gives():
    text = described_commands(command_line)
    for name, said in COMMANDS.items():
        assert f"\n| [survey {name}](#survey-{name}) | {said} |\n" in text


def test_what_a_command_says_is_no_markdown():
    @click.command(help="Of *all* <b> [x](y) | `code`.", epilog="\b\nExample:\n  survey do  | x")
    @click.option("--kind", type=click.Choice(["a", "b"]), help="a|b_c_d")
    def do(kind):
        """Nothing."""

    text = described_commands(click.Group(commands=[do]))
    assert r"Of \*all\* \<b\> \[x\](y) \| `code`." in text
    assert r"| `--kind [a\|b]` | a\|b\_c\_d |" in text
    assert "```text\nsurvey do  | x\n```" in text


def test_every_operation_and_schema_of_the_wire_is_described(app):
    with app.test_request_context():
        text = described_wire(description)
        document = description()
    assert text.count("\n### GET ") + text.count("\n### POST ") == len(OPERATIONS)
    for name, schema in document["components"]["schemas"].items():
        assert f"\n### {name}\n" in text
        assert all(f"`{field}`" in text for field in schema.get("properties", {}))


def test_every_error_with_a_status_is_described():
    text = described_statuses(STATUS)
    assert all(f"`#{error.__name__}`" in text for error in STATUS)
    assert text.index("| 403 |") < text.index("| 503 |")


def test_a_module_is_described_by_its_public_functions_and_classes():
    text = described_module(hoeffding)
    assert "### hoeffding.hoeffding_half_width\n" in text
    assert "w = sqrt(ln(2/alpha) / (2n)) / (2γ)\n```" in text
    assert "gamma: Fraction," in text
    assert "_log_growth" not in described_module(anytime)
    # Nor what the module itself imports.
    assert "keep_and_other" not in " ".join(re.findall(r"^###.*", text, re.M))


def test_a_signature_keeps_its_defaults_and_drops_the_modules_of_its_types():
    text = described_module(regression)
    assert (
        "chances: tuple[Fraction, Fraction],\n    confidence: float = 0.95,\n"
        "    starts: int = 32,\n    weights: Sequence[float] | None = None,\n) -> Regression"
        in text
    )


def test_every_module_of_the_core_is_in_the_library_or_for_the_app():
    page = (FOLDER / "reference" / "library.md").read_text("utf-8")
    described = set(re.findall(r"^::: module survey\.core\.(\w+\.\w+)$", page, re.M))
    assert not described & FOR_THE_APP
    assert described | FOR_THE_APP == {
        f"{path.parent.name}.{path.stem}"
        for path in Path(survey.core.__file__).parent.glob("*/[!_]*.py")
    }


def test_the_format_of_a_questionnaire_has_every_kind_and_field():
    text = described_instrument(limits)
    for kind in KINDS.values():
        assert f"| `{kind}` |" in text
        assert all(f"| `{field.name}` |" in text for field in kind.fields)


def test_each_kind_of_options_is_said_to_take_as_many_as_it_takes(monkeypatch):
    fewer = replace(KINDS["choice"], fields=(OptionsField(least=2, most=7),))
    monkeypatch.setitem(KINDS, "choice", fewer)
    text = described_instrument(limits)
    assert "| `choice` | one of several options | `options` (2 to 7) |" in text
    assert "`options` (1 to 20)" in text


def test_the_format_of_a_questionnaire_has_all_that_one_can_say():
    text = described_instrument(limits)
    said = make_wave(make_translated_instrument()).document().keys() - {"format"}
    assert {"language", "translations", "waves_of"} < said
    for field in said:
        assert re.search(rf"^\| `\[{{0,2}}{field}[\].`]", text, re.M), field


def document(**changes):
    return {"title": "t", "questions": [{"text": "q", **changes}]}


@pytest.mark.parametrize(
    ("field", "limit"),
    [("title", limits.LONGEST_TITLE), ("introduction", limits.LONGEST_INTRODUCTION)]
)  # fmt: skip
def test_limits_of_text_are_where_the_page_says(field, limit):
    assert f"{limit:,}" in described_instrument(limits)
    validate({**document(), field: "x" * limit})
    with pytest.raises(InstrumentInvalid):
        validate({**document(), field: "x" * (limit + 1)})


def test_what_the_page_says_of_fields_left_out_is_so():
    number = validate(document(kind="number")).questions[0]
    assert (number.low, number.high) == (0, 100)
    assert validate(document(kind="rating")).questions[0].high == 5
    assert validate(document(kind="several", options=["one"])).questions[0].listed == ("one",)
    with pytest.raises(InstrumentInvalid):
        validate(document(kind="choice", options=["one"]))
