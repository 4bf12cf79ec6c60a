"""A reporting checklist: a reader's questions about results, answered from the survey."""

from collections.abc import Iterator
from fractions import Fraction

from survey.core.instrument.digest_forms import fingerprint, short_form
from survey.core.instrument.same_questions import questions_digest
from survey.store import Survey
from survey.text.interval_words import INTERVAL_WORDS
from survey.text.suspicion import suspicion_in_words
from survey.text.translator import ENGLISH
from survey.web.http.extensions import store
from survey.web.results.control_reading import control_reading
from survey.web.results.published import Results
from survey.web.results.shown_statements import stated

# Questions that only the instructor can answer.
TO_FILL = (
    ("Whom you asked", "who was invited, how, when and where; what they were told beforehand"),
    ("Ethics", "the board's decision, and how people consented"),
    ("Devices", "own phones, shared ones, real coins; who helped whom"),
    (
        "Pre-registration",
        "where its digest was deposited before, and what was done otherwise",
    ),
    ("Further analyses", "everything beyond the figures here, and that it is exploratory"),
)


def checklist(results: Results) -> str:
    """The checklist in Markdown, one line per item; the instructor fills the open boxes."""
    lines = [f"# Reporting checklist: {results.survey.instrument.title}", ""]
    lines += [f"- [x] **{item}.** {said}" for item, said in _filled(results)]
    lines += [f"- [ ] **{item}:** {what}." for item, what in TO_FILL]
    return "\n".join(lines) + "\n"


def _filled(results: Results) -> Iterator[tuple[str, str]]:
    survey, tally = results.survey, results.tally
    instrument = survey.instrument
    for number, question in enumerate(instrument.questions, start=1):
        a, b = question.odds
        yield (
            f"Question {number}",
            f"“{question.text}” ({question.kind}), γ = {question.gamma}, odds {a} to {b}, "
            f"ε = {ENGLISH.epsilon(question.epsilon)}.",
        )
    yield (
        "Who randomized",
        "Each respondent's own device, before anything was sent; or respondents by hand, with "
        "real coins or a die. The server stored reports only.",
    )
    if instrument.one_question_each:
        yield "One question each", "Each respondent was asked one question, drawn by their device."
    yield "Responses", _response_rate(tally.responses, instrument.class_size)
    for card in results.shown_cards:
        if bounds := card.whole_class:
            yield (
                f"Those who did not answer, {card.result.name}",
                f"If they differ in any way, the whole class has {bounds.ranges[0][-1]}.",
            )
    yield "Repeated responses", _tokens(survey)
    yield "Limits and closing", _limits(survey)
    confidence = ENGLISH.exact_percent(results.confidence)
    together = ", all intervals together" if results.simultaneous else ", each interval alone"
    yield (
        "Interval",
        f"{survey.told}, {confidence}{together}: {INTERVAL_WORDS[survey.told].sentence}.",
    )
    odds = [item.odds for item in instrument.items]
    yield (
        "Protection",
        "All reports of a person together reveal at most ε = "
        f"{ENGLISH.epsilon(instrument.epsilon)}; a suspicion grows at worst "
        f"{suspicion_in_words(odds)}.",
    )
    control = control_reading(results)
    yield "Control question", control.sentence if control else "None was asked."
    yield (
        "Questionnaire",
        f"SHA-256 {instrument.digest}; of the questions alone {questions_digest(instrument)}.",
    )
    if signed := stated(results).of_these_results:
        yield (
            "Statement",
            (f"Signed at closing, root {signed.short_root}, key {fingerprint(signed.key)}."),
        )
    yield (
        "Public",
        "Everybody with the code may read results"
        f"{' and every report' if signed else ''}: {short_form(instrument.digest)}."
        if survey.results_public
        else "Results and reports are not public.",
    )


def _response_rate(answered: int, size: int) -> str:
    share = f" ({ENGLISH.percent(Fraction(answered, size))})" if answered <= size else ""
    return f"{ENGLISH.whole(answered)} of {ENGLISH.whole(size)} expected{share}."


def _tokens(survey: Survey) -> str:
    if not survey.tokens_required:
        return "Anyone with the link could answer, also twice from two devices."
    counts = store().surveys.token_counts(survey.code)
    return (
        f"A slip each: {ENGLISH.whole(counts.issued)} issued, {ENGLISH.whole(counts.spent)} used."
    )


def _limits(survey: Survey) -> str:
    cap = f"At most {ENGLISH.whole(survey.cap)} could answer" if survey.cap else "No limit was set"
    seen = "once it had closed" if survey.hidden_until_closed else "while it ran"
    closed = f"; {survey.shown_state} since {survey.since.isoformat()}" if survey.since else ""
    return f"{cap}; figures could be seen {seen}{closed}."
