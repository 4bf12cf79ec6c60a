"""Reasons for what an import leaves out are marked for translation."""

import ast

from sources import files_of

GIVEN = {"leave_out", "FileOmission"}


def unmarked(source: str) -> list[str]:
    """Reasons that are written as plain texts where they are given, or kept as `why`."""
    found: list[ast.expr] = []
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Call(func=ast.Name(name) | ast.Attribute(attr=name), args=[*_, why]):
                found += [why] if name in GIVEN else []
            case ast.Assign(targets=[ast.Name("why")], value=why):
                found.append(why)
    return [ast.unparse(each) for each in found if isinstance(each, ast.Constant | ast.JoinedStr)]


def test_every_reason_can_be_translated():
    files = list(files_of("survey/formats", "*.py"))
    assert len(files) > 20
    assert {str(file): unmarked(file.read_text("utf-8")) for file in files} == {
        str(file): [] for file in files
    }


def test_a_plain_reason_is_noticed():
    assert unmarked('taken.leave_out(place, "row", "it has no type")') == ["'it has no type'"]
    assert unmarked('why = f"it has {n}"') == ["f'it has {n}'"]
