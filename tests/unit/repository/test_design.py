"""The design system: colours, sizes and spaces are tokens, and the colours contrast (WCAG 2.2)."""

import re

import pytest
from stylesheets import STYLES, contrast, css_of, dimmed, themes, without_tokens

from survey.web.charts.picture_files import PAINT

TEMPLATES = STYLES.parents[1] / "templates"
SHEETS = sorted(path.name for path in STYLES.glob("*.css"))
THEMES = themes(css_of("style.css"))
BUTTON_HOVERED = 0.94  # brightness

# 1.4.3: text on what lies under it, in both themes.
TEXT = [
    ("ink", "card"), ("ink", "paper"), ("ink", "track"), ("soft", "card"), ("soft", "paper"),
    ("soft", "track"), ("class", "card"), ("class", "paper"), ("paper", "ink"), ("card", "bad"),
    ("bad", "card"), ("bad", "paper"), ("bad", "track"), ("chance", "paper"), ("chance", "card"),
    ("ink", "chance-soft"),
]  # fmt: skip
# 1.4.11: the edges of fields, the ring of focus, and what is drawn, beside what lies under it.
DRAWN = [
    ("soft", "card"), ("soft", "paper"), ("class", "card"), ("class", "paper"), ("class", "track"),
    ("bad", "card"), ("bad", "paper"), ("ink", "card"), ("ink", "paper"), ("ink", "track"),
]  # fmt: skip


SIZES_OF_TYPE = {"small": 14, "large": 20, "title": 32, "hero": 72}  # and 16, the root's


def pixels(value: str) -> float:
    return 16 * float(value.removesuffix("rem"))


def colours_outside_tokens(css: str) -> list[str]:
    named = r"(?<=[:\s])(?:white|black|gr[ae]y|silver|red|green|blue|yellow|orange)(?=[\s;}])"
    found = rf"#[0-9a-f]{{3,8}}\b|\b(?:rgba?|hsla?|oklch|lab|color)\(|{named}"
    return re.findall(found, without_tokens(css), flags=re.IGNORECASE)


def lengths_outside_tokens(css: str) -> list[str]:
    """Spaces and sizes of type in rem; what follows the screen's width, in clamp, is free."""
    rules = re.sub(r"clamp\([^)]*\)", "", without_tokens(css))
    properties = r"(?<![\w-])(?:margin|padding|gap|row-gap|column-gap|font)(?:-[a-z-]+)?\s*:[^;{}]*"
    return [each for each in re.findall(properties, rules) if re.search(r"\drem", each)]


def unknown_tokens(css: str, known: set[str]) -> set[str]:
    return set(re.findall(r"var\((--[\w-]+)", css)) - known


def test_there_are_five_sizes_of_type_and_spaces_are_multiples_of_eight():
    tokens = THEMES["light"]
    sizes = {name: pixels(tokens[f"--{name}"]) for name in SIZES_OF_TYPE}
    assert sizes == SIZES_OF_TYPE
    spaces = {name: pixels(value) for name, value in tokens.items() if "--space" in name}
    assert spaces.pop("--space-xs") == 4  # a half step
    assert len(spaces) == 4
    assert {name for name, space in spaces.items() if space % 8} == set()
    assert pixels(tokens["--radius"]) == 4
    assert pixels(tokens["--tap"]) >= 44


def test_what_a_coin_did_is_hatched_as_well_as_coloured():
    assert "repeating-linear-gradient" in THEMES["light"]["--hatch"]
    assert "var(--chance)" in THEMES["light"]["--hatch"]


def selectors_that_use(css: str, used: str) -> set[str]:
    """The selectors of the rules that paint with it, without those of the tokens."""
    rules = re.findall(r"([^{}]+)\{([^{}]*)\}", without_tokens(css))
    return {selector.strip() for selector, body in rules if re.search(used, body)}


# What chance did is hatched wholly, a letter at its edge, for chance may have turned what is in it.
HATCHED = {".chance", ".letter", ".tile.turned", ".tile.turned:not(:empty)", ".legend .tile",
           ".squares .turned", ".large-mark .turned"}  # fmt: skip
BY_CHANCE = r"chance|turned|report|letter|hatch|edge|coin-fallen|\.legend \.tile"


def test_hatching_is_for_chance_and_for_what_is_sent():
    used = r"var\(--hatch(-soft)?\)|repeating-linear-gradient"
    assert set().union(*(selectors_that_use(css_of(each), used) for each in SHEETS)) == HATCHED
    patterns = {path.name for path in TEMPLATES.rglob("*.html") if "<pattern" in path.read_text()}
    assert patterns == {"_people.html", "_letters.html", "_slides.html"}


@pytest.mark.parametrize("sheet", SHEETS)
def test_its_colour_is_for_what_chance_did(sheet):
    painted = selectors_that_use(css_of(sheet), r"var\(--chance(-soft)?\)")
    assert {each for each in painted if not re.search(BY_CHANCE, each)} == set()


def test_the_check_of_hatching_catches_another_use():
    css = ".letter { background: var(--hatch); } .error { border-color: var(--chance); }"
    assert selectors_that_use(css, r"var\(--hatch\)") == {".letter"}
    assert selectors_that_use(css, r"var\(--chance\)") == {".error"}
    assert not re.search(BY_CHANCE, ".error")


@pytest.mark.parametrize("sheet", SHEETS)
def test_colours_are_tokens(sheet):
    assert colours_outside_tokens(css_of(sheet)) == []


@pytest.mark.parametrize("sheet", ["style.css", "lab.css", "slips.css"])
def test_spaces_and_sizes_of_type_are_tokens(sheet):
    assert lengths_outside_tokens(css_of(sheet)) == []


@pytest.mark.parametrize("sheet", SHEETS)
def test_every_token_that_is_used_is_defined(sheet):
    own = set(re.findall(r"(--[\w-]+):", css_of(sheet)))
    shared = set() if sheet == "slips.css" else set(THEMES["light"])  # slips stand alone
    assert unknown_tokens(css_of(sheet), own | shared) == set()


def test_the_checks_of_tokens_catch_values_written_out():
    bad = ":root { --ink: #000; } p { color: #123; margin: 0 0.3rem; } a { color: red; }"
    assert colours_outside_tokens(bad) == ["#123", "red"]
    assert lengths_outside_tokens(bad) == ["margin: 0 0.3rem"]
    assert lengths_outside_tokens("p { font-size: clamp(1rem, 2vw, 2rem); gap: 1px; }") == []
    assert unknown_tokens("a { color: var(--ink); gap: var(--none) }", {"--ink"}) == {"--none"}


@pytest.mark.parametrize("theme", THEMES)
def test_text_contrasts_with_what_lies_under_it(theme):
    tokens = THEMES[theme]
    ratios = {pair: contrast(*(tokens[f"--{each}"] for each in pair)) for pair in TEXT}
    assert {pair: ratio for pair, ratio in ratios.items() if ratio < 4.5} == {}


@pytest.mark.parametrize("theme", THEMES)
def test_text_of_a_button_under_the_pointer_contrasts(theme):
    for text, under in ("paper", "ink"), ("ink", "card"), ("card", "bad"):
        colours = (dimmed(THEMES[theme][f"--{each}"], BUTTON_HOVERED) for each in (text, under))
        assert contrast(*colours) >= 4.5, (text, under)
    assert f"filter: brightness({BUTTON_HOVERED})" in css_of("style.css")


@pytest.mark.parametrize("theme", THEMES)
def test_fields_focus_and_drawings_contrast_with_what_lies_under_them(theme):
    tokens = THEMES[theme]
    ratios = {pair: contrast(*(tokens[f"--{each}"] for each in pair)) for pair in DRAWN}
    assert {pair: ratio for pair, ratio in ratios.items() if ratio < 3} == {}


def test_these_are_the_colours_of_fields_and_focus():
    css = css_of("style.css")
    assert re.search(r"textarea, select \{[^}]*border: 1px solid var\(--soft\)", css)
    assert re.search(r"\.options label \{[^}]*border: 1px solid var\(--soft\)", css)
    assert re.search(r":focus-visible \{ outline: 3px solid var\(--ink\)", css)


def test_the_check_of_contrast_catches_a_pale_colour():
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)
    light = THEMES["light"]
    assert contrast(light["--line"], light["--card"]) < 3  # a card's edge, which may be pale


def test_pictures_in_files_have_the_colours_of_the_light_theme():
    painted = {colour.lower() for paint in PAINT.values() for colour in re.findall(r"#\w+", paint)}
    known = {value.lower() for value in THEMES["light"].values()} | {"#fff"}
    assert len(painted) > 4
    assert painted <= known


def test_who_asks_for_less_motion_gets_none():
    """Moving is asked for only where it is not unwanted; a test in Chromium looks too."""
    for sheet in SHEETS:
        for found in re.finditer(r"(?<![\w-])(transition|animation)\s*:([^;}]*)", css_of(sheet)):
            before = css_of(sheet)[: found.start()]
            calm = before.rfind("prefers-reduced-motion: no-preference") > before.rfind("\n")
            assert calm or "step-end" in found[2], f"{sheet}: {found[0]}"
