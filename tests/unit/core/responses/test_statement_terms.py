"""Lines after `follows` are read, known or not, and none may say twice what a line says."""

import pytest
from instruments import make_mixed_instrument

from survey.core.responses.statement import parse_statement, state_results
from survey.core.responses.statement_terms import Terms, term_lines
from survey.errors import DataError

STATED = state_results(
    "bcd234", make_mixed_instrument(), [], None, "ab" * 32, "cd" * 32
).text.removesuffix("final true\n")


def test_a_statement_that_signs_no_definitions_is_read():
    text = STATED.replace(f'definitions "{"cd" * 32}"\n', "")
    statement = parse_statement(text)
    assert (statement.text, statement.terms) == (text, Terms())


def test_every_term_is_read_and_written_so_again():
    told = {"cap": 130, "closes": "by hand", "figures": "once closed", "final": True}
    lines = 'cap 130\ncloses "by hand"\nfigures "once closed"\nfinal true\n'
    statement = parse_statement(STATED + lines)
    assert statement.terms == Terms("cd" * 32, **told)
    assert statement.more == term_lines(definitions="cd" * 32, **told)
    assert statement.more.unknown == []
    assert statement.text == STATED + lines


@pytest.mark.parametrize("line", ["pooled [1, 2]", 'place "Ulm"', "ε_max 1".replace("ε", "e")])
def test_a_line_of_a_later_release_is_signed_and_named(line):
    statement = parse_statement(f"{STATED}{line}\nfinal true\n")
    assert statement.more.unknown == [line.partition(" ")[0]]
    assert statement.terms.final
    assert statement.text == f"{STATED}{line}\nfinal true\n"


def test_a_value_of_a_later_release_is_named():
    statement = parse_statement(f'{STATED}closes "at sunset"\nfigures "never"\n')
    assert statement.more.unknown == ["closes", "figures"]


@pytest.mark.parametrize(
    "line",
    ["cap 0", "cap 1.0", "cap true", 'cap "130"', "cap null", "cap  130", "final false", "final 1",
     "closes 1", 'figures ["once closed"]', 'definitions "cd"', f'definitions "{"cd" * 32}"',
     "class_size 7", 'digest "1"', "asked [1]", "follows null", "Cap 1", "more", "more ", "more {",
     " 1", "", "tokens null"],
)  # fmt: skip
def test_what_is_not_written_so_is_no_statement(line):
    with pytest.raises(DataError):
        parse_statement(f"{STATED}{line}\n")


def test_no_line_stands_twice():
    with pytest.raises(DataError):
        parse_statement(f"{STATED}more 1\nmore 2\n")
