"""Words on the holder of the client and the collector, and on what browsers block."""

from urllib.parse import urlsplit

from survey.core.responses.client_address import host_of
from survey.text.translator import ENGLISH, Translator
from survey.translations.marked import N_
from survey.web.running.holder_comparisons import HolderComparison

HTTP_FROM_HTTPS = N_(
    "Browsers do not let a page that came by https reach a server at http. Give this server an "
    "https address (survey serve --url), or keep its own page."
)
HELD_BY_HTTP = N_(
    "The page comes by http. Anybody on the network can change it, and Chromium does not let "
    "it reach a server in a local network."
)


def who_holds_what(client: str, collector: str, say: Translator) -> str:
    """Sentences for both addresses: who serves the page, who collects, and what follows."""
    return say.gettext(
        "The page comes from %(holder)s, the reports go to %(collector)s. The collector cannot "
        "change the page, and the released page sends its holder no report.",
        holder=host_of(client),
        collector=host_of(collector),
    )


def comparison_words(
    found: HolderComparison | None, release: str, say: Translator, day: str
) -> str:
    """A sentence on the last comparison with the release's file, whose SHA-256 is `release`."""
    if found is None:
        return say.gettext(
            "Not compared. “survey doctor” on the server compares the page with the release."
        )
    if found.sha256 == release:
        return say.gettext(
            "Compared on %(day)s: the page is the release's file, SHA-256 %(sha256)s.",
            day=day,
            sha256=found.sha256,
        )
    return say.gettext(
        "Compared on %(day)s: the page is not the release's file. Its SHA-256 was %(sha256)s.",
        day=day,
        sha256=found.sha256,
    )


def hindered_by_scheme(client: str, collector: str, say: Translator = ENGLISH) -> str:
    """Why browsers block the page's requests to the collector, by their schemes; otherwise ""."""
    page, reports = urlsplit(client), urlsplit(collector)
    if page.scheme == "http":
        return say.gettext(HELD_BY_HTTP)
    here = reports.hostname == "localhost" or (reports.hostname or "").startswith("127.")
    return say.gettext(HTTP_FROM_HTTPS) if reports.scheme == "http" and not here else ""
