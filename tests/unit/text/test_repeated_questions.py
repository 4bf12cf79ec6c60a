"""What is said of questions that stand more than once."""

from dataclasses import replace

from instruments import make_instrument

from survey.text.survey_protection import repeats_in_words


def test_the_copies_are_named_with_what_they_reveal_together():
    instrument = make_instrument("1/4", "1/4", "2/5")
    same = tuple(replace(each, text="Did you copy?") for each in instrument.questions)
    one, two, three = same
    first_and_last = replace(instrument, questions=(one, replace(two, text="Late?"), three))
    assert repeats_in_words(first_and_last) == (
        "Questions 1, 3 ask the same, each with coins of its own: together, suspicion "
        "30\xa0→\xa092%. Keep one.",
    )
    each = replace(instrument, questions=same, one_question_each=True)
    assert repeats_in_words(each) == (
        "Questions 1, 2, 3 ask the same, so each gets fewer reports. Keep one.",
    )
    assert repeats_in_words(replace(instrument, questions=(one,))) == ()
