"""What the respondent's client says, in one language.

static/client/messages.js fills in the values, which stand in braces.
"""

from collections.abc import Callable

from babel import Locale
from babel.support import NullTranslations

from survey.client_build.refusals import refusal_messages

Message = str | dict[str, str] | dict[str, dict[str, str]]
Say = Callable[[str], str]


def client_messages(said: NullTranslations, locale: Locale) -> dict[str, Message]:
    """All messages by their names, in the language of `said`, whose plurals are those of `locale`.

    A message that depends on a count is one text for each plural category of CLDR
    that this language tells apart.
    """
    gettext = said.gettext
    return {
        **_opening(gettext),
        **_explanation(gettext),
        **_questions(gettext),
        **_sending(gettext),
        **_receipt(gettext),
        **_trial(gettext),
        "throttled": _throttled(said, locale),
        "refusals": refusal_messages(gettext),
    }


def ledger_messages(gettext: Say) -> dict[str, Message]:
    """Those of the ledger's table."""
    return {
        "all_waves": gettext("{name} (all waves)"),
        "forgotten_surveys": gettext("Surveys forgotten on this device"),
        "about": gettext("about {factor}"),
        "more_than_a_billion": gettext("more than a billion"),
    }


def single_file_messages(gettext: Say) -> dict[str, Message]:
    """What the single file says beside all that the client on a server's page does."""
    return ledger_messages(gettext) | {
        "http_from_https": gettext(
            "A page that came by https cannot reach this survey, whose link begins with http:. "
            "Please open this file from your device, or the survey's own page."
        ),
        "qr_of_response": gettext("QR code of your reports"),
        "too_large_for_qr": gettext("These reports are too many for a QR code. Please save them."),
    }


def _opening(gettext: Say) -> dict[str, Message]:
    return {
        # Before the questionnaire is there.
        "no_answer_yet": gettext("The server does not answer. Trying again…"),
        "no_network_yet": gettext("There is no network. The survey opens as soon as there is."),
        # Instead of it.
        "damaged_link": gettext(
            "This link is damaged, so it cannot be told which questionnaire it is for. Please scan "
            "the QR code again, or ask for the link anew."
        ),
        "another_questionnaire": gettext(
            "This is another questionnaire than your link names. Nothing can be answered here. "
            "Please tell whoever gave you the link."
        ),
        "no_instrument": gettext(
            "This is no questionnaire of Deniable, so nothing can be answered here. Please tell "
            "whoever runs the survey."
        ),
        "over_ceiling": gettext(
            "This questionnaire would send your answers almost unchanged, so this page does not "
            "show it. Please tell whoever runs the survey."
        ),
        "no_survey": gettext("There is no survey with this code. Please check the code."),
        "no_random_numbers": gettext(
            "This browser offers no random numbers that are good enough to protect you."
        ),
        "no_storage": gettext(
            "This browser keeps nothing for this page, so it could draw twice by accident."
        ),
        "coin_way": gettext(
            "Nothing can be sent from here. You can randomize your answers yourself:"
        ),
        # Beside it.
        "same_questionnaire": gettext(
            "This is the questionnaire that your link names: {short}. The screen or your slip "
            "shows the same."
        ),
        "compare_questionnaire": gettext(
            "Questionnaire {short}. Compare it with the one on the screen or on your slip."
        ),
    }


def _explanation(gettext: Say) -> dict[str, Message]:
    return {
        "about": gettext("about {factor}"),
        "strong_evidence": gettext(
            "Careful: a report on this page is strong evidence of your answer. Above odds of 9 to "
            "1 hardly anything can be denied."
        ),
        "coin_of_all": gettext(
            "For every question your device sends your true answer with a chance of {truth}, and "
            "the opposite otherwise. Whoever sees such a report can multiply their odds on your "
            "answer by at most {factor}, whatever they believed before."
        ),
        "coin_of_each": gettext(
            "For every question your device sends your true answer with the chance that stands at "
            "it, and another one otherwise. Whoever sees such a report can multiply their odds on "
            "your answer by at most the factor given there, whatever they believed before."
        ),
        "reports_only": gettext(
            "The server gets and stores the reports only; your answers never leave this page."
        ),
        "epsilon_alone": gettext("({epsilon}.)"),
        "epsilon_of_all": gettext("What the reports reveal adds up: {epsilon} over all questions."),
        "wave_of": gettext("This survey may be asked again, as a wave of “{name}”."),
        "waves_explained": gettext(
            "For every possible answer to a question this browser draws one report the first time "
            "it meets the question, and keeps them all: as long as it does, the same answer to "
            "the same question sends the same report, and asking again says nothing more of what "
            "your answer is. Of whether it has changed it does: whoever can tell that two reports "
            "came from you knows that it has where they differ, and where they are the same has "
            "reason to believe that it has not. Which answer is yours is not kept, but whoever "
            "held both this device and the server's data could tell; “Forget on this device” "
            "clears it for all waves, as far as this browser erases what it deletes, and the next "
            "one then draws anew."
        ),
        "hint_of_options": gettext(
            "Each option by itself: truth is sent with a chance of {truth}, and a report "
            "multiplies the odds on it by at most {factor}. {epsilon} for all {options}."
        ),
        "hint_of_ends": gettext(
            "Your number is rounded at random to {low} or to {high}, the nearer the likelier. "
            "That end is sent with a chance of {truth}, otherwise the other end; the report "
            "multiplies the odds on your number by at most {factor}."
        ),
        "hint_of_one": gettext(
            "Your answer is sent with a chance of {truth}, each other one with {other}; the report "
            "multiplies the odds on your answer by at most {factor}."
        ),
        "hint_of_two": gettext(
            "Truth is sent with a chance of {truth}; the report multiplies the odds on your answer "
            "by at most {factor}."
        ),
        "spent": gettext(
            "This browser has spent ε = {sum} here so far; this survey adds {epsilon}."
        ),
        "spent_in_waves": gettext(
            "This browser has spent ε = {sum} here so far; this survey adds at most {epsilon}."
        ),
    }


def _questions(gettext: Say) -> dict[str, Message]:
    return {
        "yes": gettext("Yes"),
        "no": gettext("No"),
        "none_of_these": gettext("None of these"),
        "whole_number": gettext("A whole number from {low} to {high}"),
        "missing": gettext("Please answer this question."),
        "missing_number": gettext("Please give a whole number from {low} to {high}."),
        "missing_of_options": gettext("Please tick what applies, or “None of these”."),
        "deny_any": gettext("You can deny any report."),
        "missing_token": gettext("Please type the token of your slip."),
        "wrong_token": gettext(
            "A token has {length} letters and digits. Please compare it with your slip."
        ),
    }


def _sending(gettext: Say) -> dict[str, Message]:
    return {
        "storage_full": gettext(
            "Nothing was sent: this browser's storage is full or blocked, so it could draw twice "
            "by accident."
        ),
        "storage_unreadable": gettext(
            "Nothing is sent: at the moment this browser cannot read what it keeps for this page. "
            "Please reload it."
        ),
        "sending": gettext("Sending…"),
        "no_answer": gettext("Not saved yet: the server does not answer. Trying again…"),
        "not_the_server": gettext(
            "Not saved yet: something else answers in the server's place. This network may want "
            "you to sign in first. Trying again…"
        ),
        "no_network": gettext(
            "Not saved yet: there is no network. It is sent by itself as soon as there is; keep "
            "this page open."
        ),
        "not_saved": gettext("Not saved."),
        "refused": gettext("The server refused the response."),
        "sent_not_saved": gettext("Sent, but not saved"),
        "seen_reports": gettext(
            "The server has seen these reports. They are kept here, and sent again as they are: "
            "nothing is drawn a second time."
        ),
        "try_again": gettext("Try again"),
        "second_draw": gettext(
            "Forgetting takes nothing back: the server has seen these reports, and their ε stays "
            "in the sum of this browser's ledger. Answering again is a second draw and costs ε "
            "once more."
        ),
        "forgotten_unsaved": gettext(
            "This device has forgotten the reports and the survey. The server has seen the "
            "reports, so answering again is a second draw."
        ),
        "forgotten_unsaved_but_sum": gettext(
            "This device has forgotten the reports and the survey. The server has seen the "
            "reports, so answering again is a second draw; this browser's ledger keeps their ε in "
            "its sum."
        ),
        "slip_not_used": gettext(
            "This browser has answered already, and the slip that was opened is not used. If it is "
            "another person's, press “Forget on this device” below, and open the slip again."
        ),
    }


def _receipt(gettext: Say) -> dict[str, Message]:
    return {
        "preview": gettext("Preview of the receipt"),
        "preview_reports": gettext(
            "Nothing was sent. A respondent's device would have sent these reports:"
        ),
        "saved": gettext("Saved. Thank you."),
        "saved_reports": gettext(
            "These reports were sent and stored. Each is your answer or the coin's doing, and "
            "nobody can be sure which: you can deny every one of them."
        ),
        "response_id": gettext("Response id:"),
        "among_all": gettext("Once the results are public, you find it among {link}."),
        "all_reports": gettext("all reports"),
        "remembers": gettext(
            "This browser remembers the reports, not your answers, so that nothing is sent twice."
        ),
        "forget": gettext("Forget on this device"),
        "forgotten": gettext(
            "This device has forgotten the reports and the survey. The class's figures keep the "
            "reports."
        ),
        "forgotten_but_sum": gettext(
            "This device has forgotten the reports and the survey. The class's figures keep the "
            "reports, and this browser's ledger keeps the survey's ε in its sum."
        ),
        "remembers_waves": gettext(
            "This browser remembers the table for the waves and that it has answered, but neither "
            "the reports that it sent nor their response id, which it shows once: beside the table "
            "they would tell your answers."
        ),
        "forgotten_waves": gettext(
            "What was kept for all waves is gone too, so the next one draws anew."
        ),
    }


def _trial(gettext: Say) -> dict[str, Message]:
    return {
        "pretend": gettext(
            "Pretend that your answer to a yes/no question is yes, or that it is no, and watch "
            "what a hundred devices would send."
        ),
        "draw_yes": gettext("Draw 100 with a made-up yes"),
        "draw_no": gettext("Draw 100 with a made-up no"),
        "drawn": gettext(
            "{yes} of these {draws} sent yes and {no} sent no. Of all {all} so far, {all_yes} sent "
            "yes; subtracting the coin, we estimate that {estimate} have yes as their answer. The "
            "truth here is {truth}; chance carries estimates to either side of it."
        ),
    }


def _throttled(said: NullTranslations, locale: Locale) -> dict[str, str]:
    """One text for each plural category: said of the first number that falls into it."""
    ngettext = said.ngettext
    return {
        category: ngettext(
            "Too many wrong tokens have come from this network. Please wait {minutes} minute.",
            "Too many wrong tokens have come from this network. Please wait {minutes} minutes.",
            count,
        )
        for category, count in _first_counts(locale).items()
    }


def _first_counts(locale: Locale) -> dict[str, int]:
    """The first number of each plural category of a language."""
    category = locale.plural_form
    # CLDR's whole numbers of every category begin below 1,000,000; "many" of French and
    # Spanish begins there, and is no count of anything here.
    return {category(count): count for count in range(200, -1, -1)}
