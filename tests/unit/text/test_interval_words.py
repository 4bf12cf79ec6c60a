"""Each interval of the registry has its words, in the registry's order."""

from survey.core.intervals.registry import ANNOUNCED, INTERVALS, ONCE_CLOSED, WHILE_OPEN
from survey.text.glossary import DEFINITIONS
from survey.text.interval_words import INTERVAL_WORDS


def test_every_interval_has_its_words_in_the_order_of_the_exports():
    assert tuple(INTERVAL_WORDS) == INTERVALS
    assert [word for word in DEFINITIONS if word in INTERVALS] == list(INTERVALS)
    for words in INTERVAL_WORDS.values():
        assert words.title and words.sentence and words.definition


def test_what_a_reader_is_told_by_is_spoken_of_each_in_its_own_words():
    spoken = [INTERVAL_WORDS[name].spoken for name in (ANNOUNCED, ONCE_CLOSED, WHILE_OPEN)]
    assert all(spoken)
    assert len({*spoken}) == 3


def test_population_is_for_random_samples():
    """Friends of a student are a sample, too."""
    assert "a random sample of a larger" in INTERVAL_WORDS["population"].sentence
