"""QR codes of a phone without a network: segno draws the same, and a scanner reads them."""

import base64
import random
import re

import numpy as np
import pytest
import segno
import segno.encoder
import zxingcpp

LETTERS = 'aZ09 {}:,"äß½€字語\N{GRINNING FACE}\u0627\u05d0'
BYTES = [14, 26, 42, 62, 84, 106, 122, 152, 180, 213]  # versions 1 to 10, level M (table 7)
OVERLAPPING = "109" * 5  # has another mask if patterns like those of finders count once for two
TEXT = '{"instrument":"7KF39D2K","reports":[1,0,"ß"]}' * 4


@pytest.fixture
def standard(monkeypatch):
    """Draws by segno, where it differs from ISO/IEC 18004:2015 by the standard.

    Where the data end with a codeword, as they always do in byte mode, segno fills a codeword with
    zeros before those of 7.4.10 (https://github.com/heuer/segno/issues/148). Of two patterns like
    those of finders that overlap it counts one; table 11 has points for each.
    """
    scores = segno.encoder.mask_scores

    def pad(buffer, version, length):
        buffer.extend([0] * (-length % 8))

    def every_finder(matrix, width, height):
        runs, blocks, _, share = scores(matrix, width, height)
        lines = [
            "0000" + "".join(map(str, each)) + "0000"
            for each in [*matrix, *zip(*matrix, strict=True)]
        ]
        found = [
            "0000" in (line[at - 4 : at], line[at + 7 : at + 11])
            for line in lines
            for at in (each.start() for each in re.finditer("(?=1011101)", line))
        ]
        return runs, blocks, 40 * sum(found), share

    monkeypatch.setattr(segno.encoder, "write_padding_bits", pad)
    monkeypatch.setattr(segno.encoder, "mask_scores", every_finder)

    def draw(data: str | bytes, **options) -> segno.QRCode:
        encoding = "utf-8" if isinstance(data, str) else None
        return segno.make(
            data, error="m", mode="byte", micro=False, boost_error=False, encoding=encoding,
            **options,
        )  # fmt: skip

    return draw


def lines(drawn: segno.QRCode) -> list[str]:
    return ["".join(map(str, row)) for row in drawn.matrix]


@pytest.fixture
def symbols(page, module):
    """Draws symbols of (bytes, version, mask) as the client does, whichever mask is best."""
    page.goto("/ledger")
    modules = [module(f"qr/{name}") for name in ("layout", "codewords", "masks", "patterns")]

    def draw(cases: list[tuple[bytes, int, int]]) -> list[list[str]]:
        written = [(base64.b64encode(data).decode(), *others) for data, *others in cases]
        return page.evaluate(
            """async ([urls, cases]) => {
                const [{ layoutOf }, { finalMessage }, { masked }, { addInformation }] =
                    await Promise.all(urls.map((url) => import(url)));
                return cases.map(([data, version, mask]) => {
                    const bytes = Uint8Array.from(atob(data), (each) => each.charCodeAt(0));
                    const layout = layoutOf(version);
                    const rows = masked(layout, finalMessage(bytes, layout), mask);
                    addInformation(rows, version, mask);
                    return rows.map((row) => row.join(""));
                });
            }""",
            [modules, written],
        )

    return draw


@pytest.fixture
def encode(page, module):
    """Encodes texts as the client does; None where it raises RangeError."""
    page.goto("/ledger")

    def run(texts: list[str]) -> list[list[str] | None]:
        return page.evaluate(
            """async ([url, texts]) => {
                const { encode } = await import(url);
                return texts.map((text) => {
                    try {
                        return encode(text).map((row) => row.map(Number).join(""));
                    } catch (error) {
                        if (error instanceof RangeError) return null;
                        throw error;
                    }
                });
            }""",
            [module("qr/qr"), texts],
        )

    return run


def most_bytes(version: int) -> int:
    """What a symbol of this version holds at level M, after mode and count of the bytes."""
    level = segno.consts.ERROR_LEVEL_M
    return segno.consts.SYMBOL_CAPACITY[version][level] // 8 - (2 if version < 10 else 3)


def test_every_version_and_every_mask_is_segnos_module_by_module(symbols, standard, exhaustive):
    """Full symbols and such as are padded; in the quick run the masks take turns."""
    drawn = random.Random(15)
    cases = []
    for version in range(1, 41):
        most = most_bytes(version)
        for mask in range(8) if exhaustive else (version * 3 % 8,):
            length = most if mask % 2 else drawn.randint(1, most)
            cases.append((drawn.randbytes(length), version, mask))
    assert {mask for *_, mask in cases} == set(range(8))
    for (data, version, mask), found in zip(cases, symbols(cases), strict=True):
        expected = standard(data, version=version, mask=mask)
        assert found == lines(expected), (version, mask, len(data))


@pytest.mark.exhaustive
def test_random_byte_strings_are_drawn_as_by_segno(symbols, standard):
    drawn = random.Random(16)
    cases, expected = [], []
    for _ in range(500):
        data, mask = drawn.randbytes(drawn.randint(1, 300)), drawn.randrange(8)
        expected.append(standard(data, mask=mask))
        cases.append((data, expected[-1].version, mask))
    assert symbols(cases) == [lines(each) for each in expected]


@pytest.mark.exhaustive
def test_version_and_mask_are_chosen_as_the_standard_chooses(encode, standard):
    """Of texts in several scripts, short and long: the smallest version, the lowest penalty."""
    drawn = random.Random(17)
    texts = ["".join(drawn.choices(LETTERS, k=drawn.randint(1, 150))) for _ in range(50)]
    texts.append(OVERLAPPING)
    expected = [standard(text) for text in texts]
    assert {each.mask for each in expected} == set(range(8))
    assert encode(texts) == [lines(each) for each in expected]


def test_what_fits_is_what_the_standard_says(encode):
    """Table 7: to the byte, for the first ten versions, and for the last one."""
    sides = [len(rows) for rows in encode(["x" * most for most in BYTES])]
    assert sides == [4 * version + 17 for version in range(1, 11)]
    sides = [len(rows) for rows in encode(["x" * (most + 1) for most in BYTES])]
    assert sides == [4 * version + 21 for version in range(1, 11)]
    most, over, empty = encode(["x" * 2331, "x" * 2332, ""])
    assert len(most) == 177
    assert over is None
    assert len(empty) == 21


SHOW = """async ([encoder, picturer, text]) => {
    const [{ encode }, { picture }] = [await import(encoder), await import(picturer)];
    document.querySelector("main").replaceChildren(picture(encode(text), "The response"));
}"""
GRAY = """async (png) => {
    const file = await (await fetch(`data:image/png;base64,${png}`)).blob();
    const bitmap = await createImageBitmap(file);
    const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext("2d");
    context.drawImage(bitmap, 0, 0);
    const { data, width } = context.getImageData(0, 0, bitmap.width, bitmap.height);
    return [width, [...data].filter((_, place) => place % 4 === 1)];
}"""


@pytest.fixture
def photographed(new_context, module):
    """The pixels of the picture of a text's symbol, as gray as its green is."""

    def photograph(text: str, width: int = 360, **media) -> np.ndarray:
        page = new_context(width, **media).new_page()
        page.goto("/ledger")
        page.evaluate(SHOW, [module("qr/qr"), module("qr/picture"), text])
        drawn = page.get_by_role("img", name="The response", exact=True)
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        png = base64.b64encode(drawn.screenshot()).decode()
        page.goto("about:blank")  # whose policy lets the test read a picture
        across, pixels = page.evaluate(GRAY, png)
        return np.array(pixels, np.uint8).reshape(-1, across)

    return photograph


@pytest.mark.exhaustive
@pytest.mark.parametrize(
    ("text", "media"),
    [("x" * 2331, {}), (TEXT, {"color_scheme": "dark"}),
     (TEXT, {"width": 1280, "color_scheme": "dark", "forced_colors": "active"})],
    ids=["the longest", "dark", "forced colours"],
)  # fmt: skip
def test_scanner_reads_the_picture_in_every_theme(photographed, text, media):
    """ZXing, which knows nothing of this encoder; four light modules are around the symbol."""
    pixels = photographed(text, **media)
    assert [found.text for found in zxingcpp.read_barcodes(pixels)] == [text]
    side = 4 * segno.make(text, error="m", boost_error=False, encoding="utf-8").version + 17
    dark = np.argwhere(pixels[1:-1, 1:-1] < 128) + 1  # the page may shine through the outermost
    margins = [*dark.min(axis=0), *(np.array(pixels.shape) - 1 - dark.max(axis=0))]
    assert margins == pytest.approx([4 * len(pixels) / (side + 8)] * 4, abs=1.5)
