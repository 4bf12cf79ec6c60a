"""Files as they come: by their ending, damaged, hostile, too large."""

import io
import zipfile

import defusedxml
import openpyxl
import pytest
from hostile_files import MAIN, SHEET, STRINGS, sheet
from instruments import make_mixed_instrument
from questionnaire_files import as_xlsform, with_part, workbook
from translated import make_translated_instrument

from survey.errors import InstrumentInvalid
from survey.formats.questionnaire_file import LARGEST_FILE, read_questionnaire
from survey.formats.xlsform.parts import LARGEST_UNPACKED, MOST_ELEMENTS, TOO_LARGE, UNREADABLE

RELATIONS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
BOOK = "xl/workbook.xml"
GOOD = as_xlsform(make_mixed_instrument())


def refusal(content: bytes, name: str = "x.xlsx") -> str:
    with pytest.raises(InstrumentInvalid) as refused:
        read_questionnaire(name, content)
    assert list(refused.value.errors) == ["file"]
    return refused.value.errors["file"]


def test_the_good_file_is_read():
    """Else the refusals below would prove nothing."""
    assert len(read_questionnaire("X.XLSX", GOOD).instrument().questions) == 5


@pytest.mark.parametrize(
    ("name", "content", "sentence"),
    [("x.json", b"{", "This is not JSON"), ("x.json", b"[1]", "it is no object"),
     ("x.json", b"\xff", "not text in UTF-8"), ("x.json", b"{}", "no questionnaire"),
     ("x.json", b'{"a": NaN}', "NaN is no number"),
     ("x.json", b'{"a": 1, "a": 2}', "says “a” twice"),
     ("x.json", rb'{"a": "\ud800"}', "half a character"),
     ("x.json", b"[" * 100_000, "too large"), ("x.json", b'{"a": %s}' % (b"9" * 5000), "too large"),
     ("x.json", b'{"a": 1e99999999999999999999}', "too large"),
     ("x.toml", b"a =", "This is not TOML"), ("x.toml", b"\xff", "Save it with the encoding UTF-8"),
     ("x.xls", b"", "save it as .xlsx"), ("x.ODS", b"", "save it as .xlsx"),
     ("x.doc", b"", "ends in .toml"), ("x", b"", "ends in .toml"), ("", b"", "ends in .toml"),
     ("x.json", b" " * (LARGEST_FILE + 1), "larger than 1 MiB"),
     ("x.xlsx", b"type,label", UNREADABLE), ("x.xlsx", GOOD[:-40], UNREADABLE),
     ("x.xlsx", b"", UNREADABLE)],
)  # fmt: skip
def test_unusable_file_is_one_sentence(name, content, sentence):
    assert sentence in refusal(content, name)


def test_instrument_of_this_app_is_read_as_it_is_served():
    instrument = make_mixed_instrument()
    taken = read_questionnaire("x.json", instrument.canonical_json.encode(), "1/9")
    assert taken.instrument() == instrument
    assert taken.left_out == []


def test_languages_of_an_instrument_of_this_app_are_all_taken_over():
    """Whole they are, so that nothing of them depends on how phrases are matched."""
    instrument = make_translated_instrument()
    taken = read_questionnaire("x.json", instrument.canonical_json.encode())
    assert taken.phrases.languages == ("ar", "de")
    assert taken.instrument() == instrument
    assert taken.instrument() == instrument
    assert taken.left_out == []


def test_a_faulty_question_of_this_apps_own_file_is_never_left_out():
    """Whoever wrote it by hand wants to know, and loses nothing in silence."""
    content = b'title = "T"\n[[questions]]\ntext = "A?"\n[[questions]]\ntext = ""'
    with pytest.raises(InstrumentInvalid) as refused:
        read_questionnaire("x.toml", content)
    assert list(refused.value.errors) == ["questions.2.text"]


@pytest.mark.parametrize("content", [b"questions = 5", b"questions = [5]", b"title = 5"])
def test_toml_of_any_shape_is_refused_by_field(content):
    with pytest.raises(InstrumentInvalid):
        read_questionnaire("x.toml", content)


def test_default_gamma_is_for_those_questions_of_toml_that_say_none():
    content = b'title = "T"\n[[questions]]\ntext = "A?"\n[[questions]]\ntext = "B?"\ngamma = "1/3"'
    questions = read_questionnaire("x.toml", content, "1/10").instrument().questions
    assert [str(each.gamma) for each in questions] == ["1/10", "1/3"]


def laughs(root: str) -> bytes:
    """Ten entities, each ten times the one before: 10 GB of text if they are expanded."""
    entities = ['<!ENTITY a0 "ha">']
    entities += [f'<!ENTITY a{n} "{f"&a{n - 1};" * 10}">' for n in range(1, 10)]
    return f'<?xml version="1.0"?><!DOCTYPE x [{"".join(entities)}]>{root % "&a9;"}'.encode()


ROOTS = {
    SHEET: f'<worksheet xmlns="{MAIN}"><sheetData><row r="1"><c r="A1" t="inlineStr"><is><t>%s</t>'
    "</is></c></row></sheetData></worksheet>",
    STRINGS: f'<sst xmlns="{MAIN}"><si><t>%s</t></si></sst>',
    "xl/workbook.xml": f'<workbook xmlns="{MAIN}"><sheets>%s</sheets></workbook>',
    "xl/_rels/workbook.xml.rels": "<Relationships>%s</Relationships>",
    "[Content_Types].xml": "<Types>%s</Types>",
}


@pytest.mark.parametrize("part", ROOTS)
def test_entities_are_refused_wherever_they_stand(part):
    assert refusal(with_part(GOOD, part, lambda xml: laughs(ROOTS[part]))) == UNREADABLE


@pytest.mark.parametrize("part", ROOTS)
def test_entities_are_refused_in_utf_16_too(part):
    encoded = laughs(ROOTS[part]).decode().encode("utf-16")
    assert refusal(with_part(GOOD, part, lambda xml: encoded)) == UNREADABLE


def test_the_second_guard_against_entities_is_there(tmp_path):
    """Behind ours: openpyxl reads with defusedxml, which refuses them, where it is installed."""
    path = tmp_path / "x.xlsx"
    path.write_bytes(with_part(GOOD, SHEET, lambda xml: laughs(ROOTS[SHEET])))
    with pytest.raises(ValueError, match="read worksheets") as refused, path.open("rb") as content:
        openpyxl.load_workbook(content, read_only=True)
    assert isinstance(refused.value.__cause__, defusedxml.EntitiesForbidden)


def test_parts_without_cells_are_never_unpacked():
    """A styles part of any size and shape: it is not in what is read."""
    bomb = with_part(GOOD, "xl/styles.xml", lambda xml: b"<" * (LARGEST_UNPACKED + 1))
    assert len(bomb) < LARGEST_FILE
    assert read_questionnaire("x.xlsx", bomb).instrument() == make_mixed_instrument()


def test_sheets_that_nobody_wants_do_not_count():
    """Templates have pages of help beside the form, full of formatted cells."""
    rows = '<row r="1"><c r="A1" s="1"/></row>' * (MOST_ELEMENTS // 3 + 1)
    sheets = {"survey": [["type", "label"], ["range", "How much?"]], "help": [["x"]]}
    content = with_part(workbook(sheets), "xl/worksheets/sheet2.xml", lambda xml: sheet(rows))
    taken = read_questionnaire("x.xlsx", content)
    assert [each["text"] for each in taken.document["questions"]] == ["How much?"]
    assert [each.place for each in taken.left_out] == ["sheet help"]
    content = with_part(workbook(sheets), SHEET, lambda xml: sheet(rows))
    assert refusal(content) == TOO_LARGE


def test_a_part_that_is_named_as_many_sheets_is_read_as_the_first_of_them_alone():
    content = workbook({"survey": [["type", "label"], ["range", "How much?"]]})
    names = ["survey", "Survey ", *(f"s{number}" for number in range(3000))]
    sheets = "".join(f'<sheet name="{name}" sheetId="1" r:id="rId1"/>' for name in names)
    book = f'<workbook xmlns="{MAIN}" xmlns:r="{RELATIONS}"><sheets>{sheets}</sheets></workbook>'
    taken = read_questionnaire("x.xlsx", with_part(content, BOOK, lambda xml: book.encode()))
    assert len(taken.document["questions"]) == 1
    assert len(taken.left_out) == 3001


def far_away(reference: str) -> bytes:
    """Many rows, each with one cell far to the right."""
    row, column = reference.split()
    rows = range(1, 200) if row == "each" else [row]
    cells = "".join(f'<row r="{n}"><c r="{column}{n}"><v>1</v></c></row>' for n in rows)
    return with_part(GOOD, SHEET, lambda xml: sheet(cells))


@pytest.mark.parametrize(
    "content",
    [with_part(GOOD, SHEET, lambda xml: sheet(" " * LARGEST_UNPACKED)),
     with_part(GOOD, STRINGS, lambda xml: b"<sst>" + b"<si/>" * 200_000),
     with_part(GOOD, "xl/workbook.xml", lambda xml: b'<definedName name="a"/>' * 20_000),
     far_away("each ZZZ"), far_away("99999999999 A")],
    ids=["unpacked", "elements", "index", "wide", "long"],
)  # fmt: skip
def test_what_could_exhaust_the_machine_is_refused(content):
    assert len(content) < LARGEST_FILE
    assert refusal(content) == TOO_LARGE


def test_a_declared_size_that_lies_is_no_way_around_the_limit():
    """Python unpacks no more than is declared, and the rest is a damaged file."""
    content = with_part(GOOD, SHEET, lambda xml: sheet(" " * LARGEST_UNPACKED))
    written = bytearray(content)
    with zipfile.ZipFile(io.BytesIO(content)) as packed:
        size = packed.getinfo(SHEET).file_size.to_bytes(4, "little")
    assert written.count(size) == 2
    assert refusal(bytes(written).replace(size, (1000).to_bytes(4, "little"))) == UNREADABLE


@pytest.mark.parametrize("method", [zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
def test_other_ways_to_pack_are_refused(method):
    written = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(GOOD)) as good, zipfile.ZipFile(written, "w", method) as packed:
        for name in good.namelist():
            packed.writestr(name, good.read(name))
    assert refusal(written.getvalue()) == UNREADABLE


def test_far_cells_that_are_empty_are_no_harm():
    """A program that formatted the whole sheet; the rows between are not there."""
    row = '<row r="1"><c t="inlineStr"><is><t>type</t></is></c></row>'
    row += '<row r="1048576"><c s="1"/></row>'
    content = with_part(workbook({"survey": [["x"]]}), SHEET, lambda xml: sheet(row))
    assert read_questionnaire("x.xlsx", content).document["questions"] == []


def test_shared_strings_are_read():
    """openpyxl writes none, every other program does; Excel writes line breaks with an escape."""
    text = "<si><t>type</t></si><si><t>label</t></si><si><t>Did_x000D_\nyou?</t></si>"
    cells = '<row r="1"><c t="s"><v>0</v></c><c t="s"><v>1</v></c></row><row r="2">'
    cells += '<c t="inlineStr"><is><t>range</t></is></c><c t="s"><v>2</v></c></row>'
    content = with_part(workbook({"survey": [["x"]]}), SHEET, lambda xml: sheet(cells))
    content = with_part(content, STRINGS, lambda xml: f'<sst xmlns="{MAIN}">{text}</sst>'.encode())
    kind = "application/vnd.openxmlformats-officedocument.spreadsheetml.sharedStrings+xml"
    entry = f'<Override PartName="/{STRINGS}" ContentType="{kind}"/></Types>'.encode()
    content = with_part(content, "[Content_Types].xml", lambda xml: xml.replace(b"</Types>", entry))
    assert read_questionnaire("x.xlsx", content).document["questions"][0]["text"] == "Did\nyou?"
