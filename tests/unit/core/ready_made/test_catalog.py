"""Ready-made surveys: private enough together, translated whole, sourced."""

import math
import re
from fractions import Fraction

import pytest

from survey.core.instrument.parsing import from_canonical_json
from survey.core.mechanism.privacy import odds
from survey.core.ready_made.catalog import READY_MADE
from survey.core.ready_made.survey import proposed_notice
from survey.translations.catalogs import LANGUAGES, translations
from survey.web.authoring.ready_made import ready_made_instrument

MOST_ODDS = 9


def test_there_are_those_that_were_promised():
    assert set(READY_MADE) == {
        "exam-misconduct", "ai-in-coursework", "substance-use", "harassment", "study-load",
        "understanding-and-trust",
    }  # fmt: skip
    needy = {name for name, each in READY_MADE.items() if each.support_needed}
    assert needy == {"substance-use", "harassment"}


@pytest.mark.parametrize("name", READY_MADE)
def test_a_whole_response_multiplies_odds_by_nine_at_most(name):
    items = ready_made_instrument(name).items
    assert math.prod(Fraction(*odds(item.gamma)) for item in items) <= MOST_ODDS


@pytest.mark.parametrize("name", READY_MADE)
def test_each_is_whole_in_every_language_of_the_pages(name):
    instrument = ready_made_instrument(name)
    assert from_canonical_json(instrument.canonical_json) == instrument
    assert set(instrument.languages) == set(LANGUAGES)
    assert instrument.privacy_notice == proposed_notice()
    for tag in set(LANGUAGES) - {"en"}:
        worded = instrument.worded_in(tag)
        assert worded.title == translations(tag).gettext(instrument.title) != instrument.title
        assert worded.privacy_notice != instrument.privacy_notice
        for theirs, ours in zip(worded.questions, instrument.questions, strict=True):
            assert theirs.text != ours.text
            assert not set(theirs.listed) & set(ours.listed)


@pytest.mark.parametrize("name", READY_MADE)
def test_each_says_what_it_follows(name):
    ready = READY_MADE[name]
    assert ready.about and ready.references
    for reference in ready.references:
        assert re.search(r"\b(19|20)\d\d\b", reference.text)
        assert not reference.doi or re.fullmatch(r"10\.\d{4,5}/\S+", reference.doi)
