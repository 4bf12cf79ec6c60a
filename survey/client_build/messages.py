"""The messages of the respondent's client, in one language.

static/client/messages.js fills in the values, which have their names in braces.
"""

from collections.abc import Callable

from babel import Locale
from babel.support import NullTranslations

from survey.client_build.promise_words import PROMISES
from survey.client_build.refusals import refusal_messages

Message = str | dict[str, str] | dict[str, dict[str, str]]
Say = Callable[[str], str]


def client_messages(said: NullTranslations, locale: Locale) -> dict[str, Message]:
    """All messages by their names, translated by `said`, with the plurals of `locale`.

    A message that depends on a count is one text for each plural category of CLDR
    that this language tells apart.
    """
    return dict(  # raises TypeError for a name that two groups use
        **_of_all_surveys(said.gettext),
        **signature_messages(said.gettext),
        throttled=_throttled(said, locale),
        refusals=refusal_messages(said.gettext),
    )


def single_file_messages(gettext: Say) -> dict[str, Message]:
    """The messages that only the single file has, beside those of the client on a server's page."""
    return ledger_messages(gettext) | {
        "http_from_https": gettext(
            "A page that came by https cannot reach this survey, whose link begins with http:. "
            "Please open this file from your device, or the survey's own page."
        ),
    }


def ledger_messages(gettext: Say) -> dict[str, Message]:
    """The messages of the ledger's table."""
    return {
        "forgotten_surveys": gettext("Surveys forgotten on this device"),
        "over": gettext("over {share}"),
    }


def signature_messages(gettext: Say) -> dict[str, Message]:
    """The messages beside a receipt and the results that name the signing key."""
    return {
        "signed_with": gettext(
            "Signed with the key {key}. Compare it with the screen or your slip."
        ),
    }


def _of_all_surveys(gettext: Say) -> dict[str, Message]:
    return {
        # While the questionnaire loads.
        "no_answer_yet": gettext("The server does not answer. Trying again…"),
        "not_the_server_yet": gettext(
            "Another system replied instead of the server. This network may want you to sign in "
            "first. Trying again…"
        ),
        "no_network_yet": gettext("There is no network. The survey opens as soon as there is."),
        # Shown instead of the questionnaire.
        "damaged_link": gettext(
            "This link is damaged, so the page cannot tell which questionnaire it is for. Please "
            "scan the QR code again, or ask for the link again."
        ),
        "another_questionnaire": gettext(
            "This is not the questionnaire that your link names. You cannot answer here. Please "
            "tell the person who gave you the link."
        ),
        "no_instrument": gettext(
            "This is no questionnaire of Deniable, so you cannot answer here. Please tell the "
            "person who runs the survey."
        ),
        "over_ceiling": gettext(
            "This questionnaire would send your answers almost unchanged, so this page does not "
            "show it. Please tell the person who runs the survey."
        ),
        "earlier_release": gettext(
            "An earlier release asked this survey, and it takes no new answers. Please tell the "
            "person who runs it to ask again."
        ),
        "no_survey": gettext("There is no survey with this code. Please check the code."),
        "no_random_numbers": gettext(
            "This browser offers no random numbers that are good enough to protect you."
        ),
        "too_old": gettext("This browser is too old for this page. Please update it."),
        "no_storage": gettext(
            "This browser stores nothing for this page, so it could flip the coin twice by "
            "accident."
        ),
        "coin_way": gettext(
            "Nothing can be sent from here. You can use another browser, or randomize your answers "
            "yourself:"
        ),
        "gate": gettext(
            "A sign-in or a warning page stands before this survey's server. Please tell the "
            "person who runs the survey."
        ),
        "paused": gettext("This survey is closed for now. If it opens again, this page follows."),
        "forgotten_response": gettext("This device has forgotten its response to this survey."),
        # Around the questionnaire: which one it is, and who asks.
        "same_questionnaire": gettext(
            "This is the questionnaire that your link names: {short}. The screen or your slip "
            "should show the same."
        ),
        "compare_questionnaire": gettext(
            "Questionnaire {short}. Compare it with the one on the screen or on your slip."
        ),
        "compare": gettext("Compare {short}"),
        "two_groups": gettext(
            "The first two groups catch a mix-up. Only all six catch an operator who prepared "
            "two questionnaires."
        ),
        "asked_by": gettext("Asked by"),
        "contact": gettext("Whom to ask"),
        "privacy_notice": gettext("Privacy notice"),
        # Before the first question: true for each survey, and no stronger than its odds.
        **{name: gettext(words) for name, words in PROMISES.items()},
        "protection": gettext("Protection: {level}."),
        "protection_of_each": gettext("Each answer: {level}."),
        "protection_of_least": gettext("Least protected answer: {level}."),
        "protection_of_all": gettext("Together, at worst: {level}."),
        "strong": gettext("strong"),
        "fair": gettext("fair"),
        "weak": gettext("weak"),
        "hardly_any": gettext("hardly any"),
        "suspicion_of_yes": gettext("Suspicion after a Yes: {change}."),
        "suspicion": gettext("Suspicion {change}."),
        "over": gettext("over {share}"),
        # How respondents are protected, in full: the chances, and what the reports reveal.
        "about": gettext("about {factor}"),
        "coin_of_all": gettext(
            "For each question your device sends your true answer with a chance of {truth}, and "
            "otherwise the opposite. What it sends is {factor} times as likely from someone who "
            "means it: suspicion {change}. That is all it shows."
        ),
        "coin_of_each": gettext(
            "For each question your device sends your true answer with the chance that stands "
            "below, and otherwise another one. How far that can raise a suspicion stands there, "
            "too. That is all it shows."
        ),
        "reports_only": gettext(
            "Of your answers the server gets and stores only the reports. A report may equal your "
            "answer; nothing else that leaves this page depends on it."
        ),
        "epsilon_alone": gettext("How much the report reveals is measured by {epsilon}."),
        "epsilon_of_all": gettext("What the reports reveal adds up: {epsilon} over all questions."),
        "one_question_each": gettext(
            "This survey asks each person one of its {all} questions only. Your device has drawn "
            "yours, each as likely as any other, and keeps to it in this browser."
        ),
        "hint_of_options": gettext(
            "Each option by itself: truth is sent with a chance of {truth}; suspicion {change}. "
            "{epsilon} for all {options}."
        ),
        "hint_of_ends": gettext(
            "Your number is rounded at random to {low} or to {high}, the nearer the likelier. "
            "That end is sent with a chance of {truth}, otherwise the other end; suspicion "
            "{change}."
        ),
        "hint_of_one": gettext(
            "Your answer is sent with a chance of {truth}, each other one with {other}; suspicion "
            "{change}."
        ),
        "hint_of_two": gettext("Truth is sent with a chance of {truth}; suspicion {change}."),
        "spent": gettext(
            "This browser has spent ε = {sum} here so far; this survey adds {epsilon}."
        ),
        # The coin that one can try before answering.
        "pretend": gettext(
            "Pretend that your answer to a yes/no question is yes, or that it is no, and watch "
            "what a hundred devices would send."
        ),
        "draw_yes": gettext("Draw 100 with a simulated yes"),
        "draw_no": gettext("Draw 100 with a simulated no"),
        "drawn": gettext(
            "{yes} of these {draws} sent yes and {no} sent no. Of all {all} so far, {all_yes} sent "
            "yes; subtracting the coin, we estimate that {estimate} have yes as their answer. The "
            "truth here is {truth}; chance carries estimates to either side of it."
        ),
        # On the questions' fields, and beside unanswered questions.
        "yes": gettext("Yes"),
        "no": gettext("No"),
        "none_of_these": gettext("None of these"),
        "whole_number": gettext("A whole number from {low} to {high}"),
        "missing": gettext("Please answer this question."),
        "missing_number": gettext(
            "Please give a whole number from {low} to {high}: only digits, without dots or commas."
        ),
        "unanswered": gettext("Still to answer: {numbers}."),
        "reworded": gettext("Your browser has changed the words of this page. Show the original."),
        "missing_of_options": gettext("Please tick what applies, or “None of these”."),
        "no_proof_alone": gettext("A report is no proof."),
        "asked_before": gettext(
            "You answered these questions on this device before. Together: {level} → {together}."
        ),
        "answered_before": gettext("This device has answered this questionnaire before."),
        "answered": gettext("{done} of {all} answered"),
        "clears": gettext("This clears the answers given so far."),
        "question_drawn": gettext(
            "Your device has picked question {number} of {all} for you, by chance."
        ),
        "original": gettext("Original: {language}"),
        # About the token on a slip.
        "missing_token": gettext("Please type the token of your slip."),
        "wrong_token": gettext(
            "A token has {length} letters and digits. Please compare it with your slip."
        ),
        # While reports are drawn and sent, and if they are not stored.
        "storage_full": gettext(
            "Nothing was sent: this browser's storage is full, so it could draw twice by accident."
        ),
        "storage_unreadable": gettext(
            "Nothing is sent: at the moment this browser cannot read what it keeps for this page. "
            "Please reload it."
        ),
        "sending": gettext("Sending…"),
        "no_answer": gettext("Not saved yet: the server does not answer. Trying again…"),
        "not_the_server": gettext(
            "Not saved yet: another system replied instead of the server. This network may want "
            "you to sign in first. Trying again…"
        ),
        "wrong_signature": gettext(
            "Not saved yet: the reply is not signed by this survey's server. Trying again…"
        ),
        "no_network": gettext(
            "Not saved yet: there is no network. It is sent by itself as soon as there is; keep "
            "this page open."
        ),
        "refused": gettext("The server refused the response."),
        "perhaps_seen": gettext(
            "This device keeps the reports and sends them again as they are. The server may have "
            "seen them already."
        ),
        "forgotten_waiting": gettext(
            "This device has forgotten the reports and the survey. The server may have got them "
            "all the same; then answering again is a second draw."
        ),
        "sent_not_saved": gettext("Sent, but not saved"),
        "seen_reports": gettext(
            "The server has seen your reports. This device keeps them: nothing is drawn a second "
            "time."
        ),
        "try_again": gettext("Try again"),
        "takes_nothing_back": gettext("Forgetting takes nothing back."),
        "second_draw": gettext(
            "Answering again is a second draw, which says more of your answers and costs ε once "
            "more."
        ),
        "forgotten_unsaved": gettext(
            "This device has forgotten the reports and the survey. The server has seen the "
            "reports, so answering again is a second draw."
        ),
        "slip_not_used": gettext(
            "This browser has answered already, and the slip that was opened is not used. If it is "
            "another person's, press “Forget it here” below, and open the slip again."
        ),
        # On the receipt, and on its uses.
        "preview": gettext("Preview of the receipt"),
        "preview_reports": gettext("Nothing was sent. A respondent's device would have sent this:"),
        "saved": gettext("Sent."),
        "low_end": gettext("The low end of {range}"),
        "high_end": gettext("The high end of {range}"),
        "close_page": gettext("You can close this page."),
        "sent_this": gettext("This is what was sent."),
        "nothing_else": gettext("Nothing else of your answer is kept."),
        "tap_to_see": gettext("Tap to see"),
        "turn_down": gettext("Turn it face down"),
        "face_down": gettext("Face down, so that nobody beside you reads it."),
        "phones_meant": gettext("Of {all} devices that meant {answer}"),
        "turned": gettext("changed by chance"),
        "row_sent": gettext("{kept}; changed by chance: {turned}"),
        "this_card": gettext("this card"),
        "the_same": gettext("the same"),
        "another": gettext("another"),
        "both_show": gettext("Both can show {report}."),
        "nobody": gettext("Nobody can tell which is yours."),
        "results_at": gettext("Final results: here, at {time}."),
        "results_on": gettext("Final results: here, on {time}."),
        "results_closing": gettext("Final results: here, when your teacher closes the survey."),
        "survey_over": gettext("This survey is over."),
        "support": gettext("Help and support:"),
        "check_counted": gettext("Was it counted?"),
        "response_id": gettext("Response id:"),
        "among_all": gettext("Find it among {link}."),
        "later_among_all": gettext(
            "Once the survey is closed and its results are public, find it among {link}."
        ),
        "all_reports": gettext("all reports"),
        "signed_as_linked": gettext("Signed with the key that your link names: {key}."),
        "save_receipt": gettext("Save my receipt"),
        "copy": gettext("Copy"),
        "show_qr": gettext("Show as a QR code"),
        "qr_of_response": gettext("QR code of your reports"),
        "too_large_for_qr": gettext("These reports are too many for a QR code. Please save them."),
        "no_qr": gettext("The QR code did not load. Please save the file instead."),
        "save": gettext("Save"),
        "remembers": gettext("This device keeps the reports, not your answers."),
        "forget": gettext("Forget it here"),
        "keep": gettext("Keep it"),
        "forgotten": gettext(
            "This device has forgotten the reports and the survey. The class's figures keep the "
            "reports."
        ),
        "ledger_keeps": gettext("This browser's ledger keeps the survey's ε in its sum."),
        # On the conclusions that others may draw from the reports.
        "perhaps": gettext("Perhaps your answer, perhaps the coin's."),
        "strong_report": gettext("Strong evidence, but no proof."),
        "guessed_yes": gettext(
            "Someone who gave you a {before} chance of a Yes now gives {after}."
        ),
        "guessed_this": gettext(
            "Someone who gave this answer a {before} chance now gives it {after}."
        ),
        "guessed_number": gettext(
            "Only {low} or {high} is sent, the nearer the likelier. Someone who gave any number a "
            "{before} chance now gives it {after} at most."
        ),
        "guessed_option": gettext(
            "Someone who gave you a {before} chance of a Yes now gives {yes} after a Yes, {no} "
            "after a No."
        ),
        "each_by_itself": gettext("This is for each report alone. Together they can say more."),
        # Asked afterwards, if the instructor wishes it.
        "proof_asked": gettext("Your report says “{report}”. Is that proof?"),
        "proof_right": gettext("Right."),
        "proof_wrong": gettext("Not quite."),
        "no_proof": gettext("It is no proof."),
        "strong_but_no_proof": gettext("It is no proof, but strong evidence."),
        "others": gettext("With another answer, the same report still comes in {share} of cases."),
        "others_of_number": gettext(
            "With any other number, the same report still comes in at least {share} of cases."
        ),
    }


def _throttled(said: NullTranslations, locale: Locale) -> dict[str, str]:
    """One text for each plural category, with the first number that belongs to it."""
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
