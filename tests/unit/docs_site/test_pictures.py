"""Pictures of the documentation: small files, each with its words and its size, each shown."""

import re
from pathlib import Path

import pytest

from survey.docs_site.pictures import PictureSize, size_of
from survey.web.learning.documentation import FOLDER, site

PICTURES = sorted(FOLDER.joinpath("pictures").iterdir())
LARGEST = 40_000  # bytes: a page of nine is loaded over a lecture hall's Wi-Fi
STEPS = [
    "Start the app", "Compose a question", "Let the class answer", "Read the result",
    "Keep the data",
]  # fmt: skip


@pytest.mark.parametrize("path", PICTURES, ids=lambda path: path.stem)
def test_a_picture_is_small_and_of_a_pages_width(path: Path):
    assert path.stat().st_size < LARGEST
    size = size_of(path.read_bytes())
    assert size.width in {360, 760, 860}
    assert 400 < size.height < 700


def test_every_picture_is_on_a_page(app):
    with app.test_request_context():
        pages = [site().page(entry) for entry in site().navigation.entries]
    shown = {
        name for page in pages for name in re.findall(r'src="/docs/pictures/([^"]+)"', page.body)
    }
    assert shown == {path.name for path in PICTURES}


def test_each_step_of_the_tutorial_has_one(app):
    with app.test_request_context():
        body = site().page(site().entry("tutorial", "first-class")).body
    sections = dict(re.findall(r"<h2[^>]*>(.*?)</h2>(.*?)(?=<h2|\Z)", body, re.S))
    for step in STEPS:
        pictures = re.findall(r"<img [^>]*>", sections[step])
        assert pictures, step
        for picture in pictures:
            assert re.search(r'alt="[^"]{20,}"', picture)
            assert re.search(r'width="\d+" height="\d+" loading="lazy"', picture)


def test_a_picture_is_served_and_nothing_beside_it(app):
    client = app.test_client()
    with client.get(f"/docs/pictures/{PICTURES[0].name}") as answer:
        assert answer.status_code == 200
        assert answer.mimetype == "image/webp"
        assert answer.data == PICTURES[0].read_bytes()
    for other in ("none.webp", "../navigation.toml", "..%2fnavigation.toml", "%2e%2e/deploy.md"):
        assert client.get(f"/docs/pictures/{other}").status_code == 404


def test_a_size_is_in_css_pixels():
    head = b"RIFF\0\0\0\0WEBPVP8X\x0a\0\0\0\0\0\0\0"
    size = (719).to_bytes(3, "little") + (1119).to_bytes(3, "little")
    assert size_of(head + size) == PictureSize(360, 560)
    for other in (b"", head, b"\x89PNG\r\n\x1a\n" + bytes(30)):
        with pytest.raises(ValueError, match="WebP"):
            size_of(other)
