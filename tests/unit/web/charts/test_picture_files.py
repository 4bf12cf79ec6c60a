"""A picture that is saved says by itself what it is: question, figures, legend."""

import re
import xml.etree.ElementTree as ET

PAGE = "/surveys/bcd234"
SVG = "{http://www.w3.org/2000/svg}"


def lines_of(answer) -> list[ET.Element]:
    """The lines of text of an SVG file, from the top down as they stand in it."""
    assert answer.status_code == 200
    return list(ET.fromstring(answer.text).iter(f"{SVG}text"))  # noqa: S314 - our own file


def said_in(answer) -> str:
    return " ".join("".join(line.itertext()) for line in lines_of(answer))


def test_a_saved_relation_and_a_saved_plan_say_what_they_show(instructor, mixed_survey):
    said = said_in(instructor.get(f"{PAGE}/relations/relation.svg?first=q1&second=q2"))
    assert said.startswith("q2 “Whose notes?” among each answer to q1 “Did you cheat?”")
    assert re.search(r"“No” to q1: Mine \d+\.\d% at most \d+\.\d%", said)
    assert "the dot is the share" in said
    assert "Class size" in said_in(instructor.get("/plan/trade-off.svg?respondents=50&gamma=1/4"))
