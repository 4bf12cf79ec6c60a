"""The two sentences before a survey's first question: what the coin does, and what that proves.

The respondent's page makes them of the same words (static/client/protection/promise.js); here they
are made for what is printed and sent beforehand.
"""

from survey.core.instrument.instrument import Instrument
from survey.core.mechanism.privacy import LARGEST_UNCONFIRMED_ODDS, frequency, odds_above
from survey.text.kinds.item_words import words_of
from survey.text.survey_protection import is_fair
from survey.text.translator import ENGLISH, Translator
from survey.translations.marked import N_

# By their names in the client's messages. Each is true for its surveys, and no stronger.
PROMISES = {
    "changes_about": N_(
        "Your device changes about {turned} in {all} answers by chance before it sends anything."
    ),
    "changes_at_least": N_(
        "Your device changes at least {turned} in {all} answers by chance before it sends anything."
    ),
    "sends_no_proof_of_yes": N_("So a yes is no proof."),
    "sends_no_proof_of_one_yes": N_("So one Yes is no proof."),
    "sends_no_proof": N_("So no report is proof by itself."),
    "sends_strong_evidence_of_yes": N_("Careful: a yes is still strong evidence."),
    "sends_strong_evidence": N_("Careful: what it sends is still strong evidence."),
    "sends_some_strong_evidence": N_("Careful: some of it is still strong evidence."),
}


def promise(instrument: Instrument, say: Translator = ENGLISH) -> str:
    """ "Your device changes about 1 in 4 answers by chance …. So a yes is no proof." """
    chances = [
        chance
        for question in instrument.questions
        for chance in words_of(question.item).changes(question.item)
    ]
    changed, of_them = frequency(min(chances))
    name = "changes_about" if len(set(chances)) == 1 else "changes_at_least"
    changes = say.gettext(PROMISES[name]).format(turned=say.whole(changed), all=say.whole(of_them))
    proof = say.gettext(PROMISES[_proof(instrument)])
    return f"{changes} {proof}"


def _proof(instrument: Instrument) -> str:
    """The name of what is said of a report as proof: never less than its odds allow."""
    questions = instrument.questions
    strong = [odds_above(each.gamma, LARGEST_UNCONFIRMED_ODDS) for each in questions]
    if any(strong) and not all(strong):
        return "sends_some_strong_evidence"
    kinds = {words_of(each.item).proof for each in questions}
    proof = kinds.pop() if len(kinds) == 1 else ""
    if any(strong):
        return f"sends_strong_evidence{proof}"
    if proof and not is_fair(instrument):
        return "sends_no_proof_of_one_yes"
    return f"sends_no_proof{proof}"
