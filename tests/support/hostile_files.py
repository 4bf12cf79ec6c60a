"""Files that would take far more time, memory or words to read than their size suggests."""

import io
import json
import zipfile
from collections.abc import Callable
from string import ascii_lowercase as LETTERS

from instruments import make_instrument
from questionnaire_files import as_xlsform, with_part, workbook

MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
SHEET = "xl/worksheets/sheet1.xml"
STRINGS = "xl/sharedStrings.xml"
LARGEST = 1024 * 1024


def sheet(rows: str) -> bytes:
    return f'<worksheet xmlns="{MAIN}"><sheetData>{rows}</sheetData></worksheet>'.encode()


def filled(rows: str, text: str = "") -> bytes:
    """A workbook with these rows, and one text that its cells may share."""
    content = with_part(workbook({"survey": [["type"]]}), SHEET, lambda xml: sheet(rows))
    if not text:
        return content
    shared = f'<sst xmlns="{MAIN}"><si><t>{text}</t></si></sst>'.encode()
    content = with_part(content, STRINGS, lambda xml: shared)
    kind = "application/vnd.openxmlformats-officedocument.spreadsheetml.sharedStrings+xml"
    entry = f'<Override PartName="/{STRINGS}" ContentType="{kind}"/></Types>'.encode()
    return with_part(content, "[Content_Types].xml", lambda xml: xml.replace(b"</Types>", entry))


def row(cells: str) -> str:
    return f"<row>{cells}</row>"


def inline(text: str) -> str:
    return f'<c t="inlineStr"><is><t>{text.replace("<", "&lt;")}</t></is></c>'


def asking(kind: str, heading: str, cell: str) -> bytes:
    """An XLSForm with one row: a type, and a cell below this heading."""
    headings = row(inline("type") + inline(heading))
    return filled(headings + row(inline(kind) + inline(cell)))


def panels(depth: int) -> str:
    nested = '{"type":"boolean","name":"a"}'
    for _ in range(depth):
        nested = f'{{"type":"panel","elements":[{nested}]}}'
    return nested


def laughs() -> bytes:
    """An XML bomb: entities of entities."""
    entities = '<!ENTITY a0 "ha">' + "".join(
        f'<!ENTITY a{n} "{f"&a{n - 1};" * 10}">' for n in range(1, 10)
    )
    return f"<!DOCTYPE x [{entities}]>".encode() + sheet(row("<c><v>&a9;</v></c>"))


def repeated(start: str, piece: str, end: str = "") -> Callable[[], bytes]:
    """A function that returns the start, as many pieces as a file can hold, and the end."""
    pieces = (LARGEST - len((start + end).encode())) // len(piece.encode())
    return lambda: (start + piece * pieces + end).encode()


def numbered(start: str, piece: str, times: int, end: str = "") -> Callable[[], bytes]:
    return lambda: (
        start + "".join(piece.replace("#", str(n)) for n in range(times)) + end
    ).encode()


LONG = 500_000  # characters
BLANKS = " " * LONG
TAGS = [a + b + c for a in LETTERS for b in LETTERS[:9] for c in LETTERS[:8]]
SHARED = '<c t="s"><v>0</v></c>'
ASKED = '[[questions]]\ntext = "x"\n'

QUESTIONNAIRES: dict[str, Callable[[], bytes]] = {
    # Time and memory that grow with the square of a name's parts.
    "dots.toml": lambda: b"a." * 24_000 + b"a = 1",
    "most-dots.toml": repeated("", "a.", "a = 1"),
    "dots-in-a-header.toml": repeated("[", "a.", "a]"),
    "quoted-dots.toml": repeated("", '"a" . ', "a = 1"),
    "dots-on-each-line.toml": repeated("", f"{'a.' * 200}a = 1\n"),
    "dots-in-tables.toml": repeated("a = [", f"{{{'a.' * 200}a = 1}},", "]"),
    # Combining signs, whose sorting takes the square of their number.
    "signs.toml": repeated('title = "a', "\u0300\u0323", '"'),
    "signs.json": repeated('{"pages": [], "title": "a', "\u0300\u0323", '"}'),
    "signs-of-a-translation.json": repeated(
        '{"elements": [{"type": "boolean", "title": {"default": "a", "de": "a',
        "\u0300\u0323", '"}}]}',
    ),
    "brackets.toml": repeated("a = ", "["),
    "tables-in-tables.toml": repeated("a = ", "{a = "),
    "values.toml": repeated("a = [", "1,", "]"),
    "fields.toml": numbered("", "a# = 1\n", 90_000),
    "fields-of-a-question.toml": numbered(ASKED, "a# = 1\n", 90_000),
    "questions.toml": repeated('title = "a"\n', "[[questions]]\n"),
    "options.toml": repeated(f'{ASKED}kind = "choice"\noptions = [', '"a",', "]"),
    "digits.toml": repeated("a = ", "9"),
    "exponent.toml": lambda: f'title = "a"\n{ASKED}gamma = 1e-999999999'.encode(),
    "brackets.json": repeated("", "["),
    "objects-in-objects.json": repeated("", '{"a":'),
    "panels-in-panels.json": lambda: f'{{"elements": [{panels(300)}]}}'.encode(),
    "values.json": repeated('{"pages": [1', ",1", "]}"),
    "objects.json": repeated('{"pages": [{}', ",{}", "]}"),
    "elements.json": repeated('{"elements": [{}', ',{"type":"text"}', "]}"),
    "fields.json": numbered('{"elements": []', ',"a#":1', 80_000, "}"),
    "choices.json": repeated(
        '{"elements": [{"type": "radiogroup", "name": "a", "choices": [1', ",1", "]}]}"
    ),
    "languages.json": numbered(
        '{"elements": [{"type": "boolean", "title": {"default": "a"', ',"x#":"a"', 70_000, "}}]}"
    ),
    "tags.json": numbered(
        '{"locale": "en", "elements": [{"type": "boolean", "title": {"default": "a"',
        ',"de-abcd#":"a"', 10_000, "}}]}",
    ),
    "exponent.json": lambda: b'{"elements": [{"type": "rating", "rateMax": 1e999999}]}',
    "rating.json": lambda: b'{"elements": [{"type": "rating", "rateMax": 999999999}]}',
    "tags.lss": repeated(
        "<document><LimeSurveyDocType/><questions><rows><row><type>Y</type><question>",
        "&lt;a ",
        "</question></row></rows></questions></document>",
    ),
    "options.lss": numbered(
        "<document><LimeSurveyDocType/><questions><rows><row><qid>1</qid><type>L</type></row></rows>"
        "</questions><answers><rows>",
        "<row><qid>1</qid><code>#</code><answer>a</answer></row>",
        15_000,
        "</rows></answers></document>",
    ),
    "lines.txt": repeated("", "a\n"),
    "blank-lines.txt": repeated("", "\n"),
    "signs.txt": repeated("a", "\u0300\u0323"),
    "signs-in-options.txt": repeated("a\n - b\n - c", "\u0300\u0323"),
    "blanks.txt": repeated("a", " ", "b"),
    "brackets.txt": repeated("a", "("),
    "faults.txt": numbered("", "\x00#\n a\n", 50),
    "zip.xlsx": lambda: filled(" " * 500_000_000),
    "entities.xlsx": lambda: with_part(as_xlsform(make_instrument()), SHEET, lambda xml: laughs()),
    "shared-text.xlsx": lambda: filled(row(SHARED * 40_000), "a" * 4_000_000 + "_x000D_"),
    "shared-text-in-rows.xlsx": lambda: filled(row(SHARED * 3) * 9_000, "a" * 32_000 + "_x000D_"),
    "columns.xlsx": lambda: filled(
        row('<c t="inlineStr"><is><t>type</t></is></c>' + "<c><v>1</v></c>" * 45_000)
    ),
    "far-columns.xlsx": lambda: filled(
        "".join(f'<row r="{n}"><c r="ZZZ{n}"><v>1</v></c></row>' for n in range(1, 100))
    ),
    "rows.xlsx": lambda: filled('<row r="1048576"><c r="A1048576"><v>1</v></c></row>'),
    "elements.xlsx": lambda: filled("<a>" * 99_000 + "</a>" * 99_000),
    "attributes.xlsx": lambda: filled(
        "<row " + " ".join(f'a{n}=""' for n in range(150_000)) + "/>"
    ),
    "parts.xlsx": lambda: parts(6_000),
    # Cells on which patterns took the square of their length: a half-million letters took hours.
    "heading.xlsx": lambda: filled(row(inline("type") + inline(f"a{BLANKS}a"))),
    "parameters.xlsx": lambda: asking("range", "parameters", "a" * LONG),
    "parameters-in-words.xlsx": lambda: asking("range", "parameters", "a =" * (LONG // 3)),
    "constraint.xlsx": lambda: asking("integer", "constraint", f". >= 0{BLANKS}x"),
    "type.xlsx": lambda: asking(f"select_one a{BLANKS}x", "hint", "x"),
    "html.xlsx": lambda: asking("range", "label", "<a" * (LONG // 2)),
    "language.xlsx": lambda: asking("range", f"label::{'(' * LONG}", "x"),
    # Rows times languages, and questions times options.
    "languages.xlsx": lambda: filled(
        row(inline("type") + inline("label") + "".join(inline(f"label::({tag})") for tag in TAGS))
        + row(inline("note") + inline("x")) * 12_000
    ),
    "options.xlsx": lambda: workbook(
        {
            "survey": [["type", "label"], *[["select_one a", "x"]] * 3_000],
            "choices": [["list_name", "label"], *(["a", f"x{n}"] for n in range(8_000))],
        }
    ),
}  # fmt: skip


def parts(number: int) -> bytes:
    written = io.BytesIO()
    with zipfile.ZipFile(written, "w") as packed:
        for each in range(number):
            packed.writestr(f"xl/worksheets/{each}.xml", "")
    return written.getvalue()


def export(**changed: object) -> Callable[[], bytes]:
    """An export as `survey verify` reads it, with some of its fields changed."""
    instrument = make_instrument().document()
    document = {"instrument": instrument, "instrument_sha256": "0", "reports": [],
                "confidence": 0.95}  # fmt: skip
    return lambda: json.dumps(document | changed).encode()


EXPORTS: dict[str, Callable[[], bytes]] = {
    "brackets-export.json": repeated("", "["),
    "no-responses-export.json": export(reports=[1] * 350_000),
    "empty-responses-export.json": export(reports=[{}] * 250_000),
    "long-response-export.json": export(
        reports=[{"response_id": "0" * 32, "reports": [0] * 300_000}]
    ),
    "signs-export.json": export(
        instrument=make_instrument().document() | {"title": "a" + "\u0300\u0323" * 80_000}
    ),
    "class-export.json": export(
        instrument=make_instrument().document() | {"class_size": 10**9},
        reports=[{"response_id": f"{n:032x}", "reports": [n % 2]} for n in range(100)],
    ),
}

HEAD = "# a: kind = yes/no; gamma = 1/4\n"

TABLES: dict[str, Callable[[], bytes]] = {
    "columns.csv": lambda: (",".join(f"c{n}" for n in range(150_000)) + "\n").encode(),
    "cells.csv": lambda: f"{HEAD}a,b\n{',' * 20_000_000}\n".encode(),
    "cells-over-lines.csv": lambda: (f"{HEAD}a,b\n" + '"\n",' * 5_000_000).encode(),
    "one-line.csv": lambda: f"{HEAD}a,b\n{'1' * 200_000_000}".encode(),
    "one-heading.csv": lambda: b"a" * 200_000_000,
    "one-quote.csv": lambda: f'{HEAD}a,b\n"{"1" * 60}'.encode() + b"\n1" * 20_000_000,
    "zeros.csv": lambda: b"\0" * 200_000_000,
    "options.csv": lambda: b"# a: kind = choice; options = 999999999; gamma = 1/4\na,b\n1,1\n",
    "digits.csv": lambda: (
        f"# a: kind = choice; options = {'9' * 5000}; gamma = 1/4\na,b\n".encode()
    ),
    "range.csv": lambda: (
        f"# a: kind = number; low = 0; high = {'9' * 99}; gamma = 1/4\na,b\n".encode()
    ),
}
