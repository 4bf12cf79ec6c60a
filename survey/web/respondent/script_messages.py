"""What the scripts of the respondent's pages say: each page carries its own messages, in one
language. static/client/messages.js fills in the values, which stand in braces."""

from collections.abc import Callable
from functools import cache

from babel import Locale
from flask_babel import get_locale, gettext, ngettext

from survey.web.i18n import error_texts

Message = str | dict[str, str]


def messages(*parts: str) -> dict[str, Message]:
    """Of these parts, by name: "ledger"; "reports"; "respond", in "waves", with "tokens".

    A message that depends on a count is one text for each plural category of CLDR
    that this language tells apart.
    """
    return {name: text for part in parts for name, text in _PARTS[part]().items()}


def _respond() -> dict[str, Message]:
    return {
        "yes": gettext("Yes"),
        "no": gettext("No"),
        # Instead of the questionnaire.
        "no_random_numbers": gettext(
            "This browser offers no random numbers that are good enough to protect you."
        ),
        "no_storage": gettext(
            "This browser keeps nothing for this page, so it could draw twice by accident."
        ),
        "coin_way": gettext(
            "Nothing can be sent from here. You can randomize your answers yourself:"
        ),
        "spent": gettext(
            "This browser has spent ε = {sum} with this server so far; this survey adds {epsilon}."
        ),
        # While it is sent.
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
        "throttled": _plural(
            lambda count: ngettext(
                "Too many wrong tokens have come from this network. Please wait {minutes} minute.",
                "Too many wrong tokens have come from this network. Please wait {minutes} minutes.",
                count,
            )
        ),
        "refusals": error_texts.translated(),
        # The receipt.
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
        # "Try the coin".
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


def _waves() -> dict[str, Message]:
    return {
        "spent_in_waves": gettext(
            "This browser has spent ε = {sum} with this server so far; this survey adds at most "
            "{epsilon}."
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


def _tokens() -> dict[str, Message]:
    return {
        "slip_not_used": gettext(
            "This browser has answered already, and the slip that was opened is not used. If it is "
            "another person's, press “Forget on this device” below, and open the slip again."
        ),
    }


def _ledger() -> dict[str, Message]:
    return {
        "all_waves": gettext("{name} (all waves)"),
        "forgotten_surveys": gettext("Surveys forgotten on this device"),
        "about": gettext("about {factor}"),
        "more_than_a_billion": gettext("more than a billion"),
    }


def _reports() -> dict[str, Message]:
    return {
        "not_an_id": gettext("A response id has 32 digits, 0 to 9 and a to f."),
        "counted": gettext("Here it is: these reports were counted."),
        "not_counted": gettext("No response with this id was counted."),
    }


_PARTS = {
    "respond": _respond,
    "waves": _waves,
    "tokens": _tokens,
    "ledger": _ledger,
    "reports": _reports,
}


def _plural(say: Callable[[int], str]) -> dict[str, str]:
    """One text for each plural category: said of the first number that falls into it."""
    return {category: say(count) for category, count in _first_counts(str(get_locale())).items()}


@cache
def _first_counts(tag: str) -> dict[str, int]:
    """The first number of each plural category of a language."""
    category = Locale.parse(tag).plural_form
    # CLDR's whole numbers of every category begin below 1,000,000; "many" of French and
    # Spanish begins there, and is no count of anything here.
    return {category(count): count for count in range(200, -1, -1)}
