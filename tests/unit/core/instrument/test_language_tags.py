import pytest

from survey.core.instrument.language_tags import direction, language_tag


@pytest.mark.parametrize(
    ("written", "tag"),
    [("de", "de"), (" DE ", "de"), ("pt-br", "pt-BR"), ("zh-hant-tw", "zh-Hant-TW"),
     ("es-419", "es-419"), ("ckb", "ckb"), ("ca-VALENCIA", "ca-valencia"), ("de-1996", "de-1996"),
     ("SR-LATN", "sr-Latn")],
)  # fmt: skip
def test_a_tag_is_written_in_one_way(written, tag):
    assert language_tag(written) == tag
    assert language_tag(tag) == tag


@pytest.mark.parametrize(
    "written", ["", "d", "Deutsch", "de_AT", "de-", "de-Latin-x", "x-klingon", "de-A", "dé", "d€"]
)
def test_what_is_no_tag_is_none(written):
    assert language_tag(written) is None


@pytest.mark.parametrize(
    ("tag", "expected"),
    [("de", "ltr"), ("ar", "rtl"), ("he-IL", "rtl"), ("fa", "rtl"), ("ckb", "rtl"), ("ur", "rtl"),
     ("ur-Latn", "ltr"), ("az-Arab", "rtl"), ("ku-Arab-IQ", "rtl"), ("pa", "ltr"),
     ("", "ltr")],
)  # fmt: skip
def test_direction_follows_the_script(tag, expected):
    """A tag comes from `language_tag`, so that a script begins with a capital."""
    assert direction(tag) == expected
