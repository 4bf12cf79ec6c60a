"""A question's card as an SVG file that stands alone."""

from flask import Response
from flask_babel import format_date, gettext

from survey.core.instrument.digest_forms import short_form
from survey.core.instrument.instrument import question_name
from survey.errors import PictureNotFound
from survey.store import State, Survey
from survey.text.caveats import answered_of_class
from survey.text.interval_words import INTERVAL_WORDS
from survey.web.charts import picture_files
from survey.web.charts.axis import ROW, SLIDE
from survey.web.charts.result_card import CardContent, CardPicture, Option, laid_out
from survey.web.i18n.page_language import page_translator
from survey.web.results.cards import Card
from survey.web.results.published import Results, unless_unchanged


def card_file(results: Results, name: str) -> Response:
    """The card of the question of this name; raises PictureNotFound for an unknown name."""
    results.check_shown()
    count = len(results.survey.instrument.questions)
    names = [question_name(number) for number in range(1, count + 1)]
    if name not in names:
        raise PictureNotFound("There is no such picture in these results.")
    place = names.index(name)

    def drawn() -> str:
        return picture_files.card_svg(card_picture(results, results.shown_cards[place]))

    response = unless_unchanged(results, drawn)
    response.content_type = picture_files.SVG_TYPE
    return response


def card_picture(results: Results, card: Card) -> CardPicture:
    """The card with its words in the page's language."""
    options = [
        Option(row.option, row.figure, row.ends, row.band)
        for row in ([] if card.headline or card.text.too_few else card.rows(ROW))
    ]
    seen = card.result.respondents > 0
    told = CardContent(
        question=card.result.question.text,
        figure=card.text.figure,
        too_few=card.text.too_few if seen else "",
        band=card.band(SLIDE) if seen else None,
        options=options,
        sentence=card.text.sentence,
        feet=_feet(results, card, seen),
        description=f"{card.result.question.text} {card.text.sentence}",
    )
    return laid_out(told)


def _feet(results: Results, card: Card, seen: bool) -> list[str]:
    """The lines at the card's foot: how many responded, the survey's state, and its digest.

    If a band is `seen`, they explain its thin line. Between both stand the notes on options.
    """
    instrument, count = results.survey.instrument, results.tally.responses
    say = page_translator()
    responses = answered_of_class(count, instrument.class_size, say)
    thin = gettext(INTERVAL_WORDS[Card.first].title)
    headline = card.text.headline
    feet = [f"— {thin} {headline.announced}" if headline else f"— {thin}"] if seen else []
    feet += card.notes
    feet.append(" · ".join([responses, *_state_of(results.survey), instrument.title]))
    return [*feet, " ".join([gettext("Questionnaire:"), short_form(instrument.digest)])]


def _state_of(survey: Survey) -> list[str]:
    """The survey's state in words: open, or closed since a day (UTC), if that is known."""
    closed_on = survey.since if survey.state is State.CLOSED else None
    return [gettext(survey.shown_state), *([format_date(closed_on)] if closed_on else [])]
