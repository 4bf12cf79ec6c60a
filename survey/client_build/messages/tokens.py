"""What is said of the token on a slip."""

from babel import Locale
from babel.support import NullTranslations

from survey.client_build.messages.message import Message


def token_messages(said: NullTranslations, locale: Locale) -> dict[str, Message]:
    """Those of the field, and the server's refusal of too many wrong ones."""
    gettext = said.gettext
    return {
        "missing_token": gettext("Please type the token of your slip."),
        "wrong_token": gettext(
            "A token has {length} letters and digits. Please compare it with your slip."
        ),
        "throttled": _throttled(said, locale),
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
