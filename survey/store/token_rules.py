"""The rules of slips and their tokens: when to issue, to withdraw and to refuse them."""

from collections.abc import Mapping

from survey.core.responses import tokens
from survey.errors import ParameterError, SurveyFrozen, SurveyNotOpen, TokenRejected
from survey.store.models import State, Survey
from survey.translations.marked import N_

STARS_OF_A_DRAFT = N_(
    "A question of this survey is about stars on slips, and their share can still change. "
    "Publish it first, print the slips, and then hand out the link."
)


def check_tokens_may_be_issued(survey: Survey, has_responses: bool) -> None:
    """Raises SurveyNotOpen for a closed survey, SurveyFrozen if a response forbids tokens.

    A response without a token does so. Tokens are the cap, so a response with a token does
    so, too, unless figures are hidden until the survey closes.
    """
    if survey.state is State.CLOSED:
        raise SurveyNotOpen
    if has_responses and not survey.tokens_required:
        raise SurveyFrozen(
            N_(
                "Responses have come without slips, so slips could no longer ensure one "
                "response each. Duplicate the survey and print slips for the copy."
            )
        )
    if has_responses and survey.cap is not None and not survey.hidden_until_closed:
        raise SurveyFrozen(
            N_(
                "As many can answer as slips were printed before the first response, and figures "
                "were seen since. Ask another group for those who have none."
            )
        )


def check_tokens_may_be_withdrawn(spent: int) -> None:
    """Raises SurveyFrozen if a token is spent: then the other respondents need theirs too."""
    if spent:
        raise SurveyFrozen(
            N_(
                "Responses have come with slips, so the others need theirs too. Duplicate the "
                "survey: the copy takes responses without slips."
            )
        )


def check_stars(survey: Survey, count: int) -> None:
    """Raises ParameterError for so many slips whose share of stars is not fixed, or not whole."""
    known = survey.instrument.known_of_stars
    if known is None:
        return
    if not survey.published:
        raise ParameterError(STARS_OF_A_DRAFT, "count")
    pack = known.share.denominator
    if count % pack:
        raise ParameterError(
            N_(
                "%(share)s of the slips bear a star: print a multiple of %(pack)s, such as "
                "%(next)s.",
                share=known.share,
                pack=pack,
                next=count + pack - count % pack,
            ),
            "count",
        )


def check_unspent(
    survey: Survey, token_hash: str | None, issued: Mapping[str, tuple[str, bool]]
) -> None:
    """Raises TokenRejected unless the survey takes a response with this token, or with none.

    `issued` maps each known hash to the code of its survey and to whether it is spent.
    """
    if token_hash is None:
        if survey.tokens_required:
            raise TokenRejected(tokens.MISSING, "token")
        return
    if not survey.tokens_required:
        raise TokenRejected(tokens.NOT_NEEDED, "token")
    code, spent = issued.get(token_hash, (None, False))
    if code is None:
        raise TokenRejected(tokens.UNKNOWN, "token")
    if code != survey.code:
        raise TokenRejected(tokens.FOREIGN, "token")
    if spent:
        raise TokenRejected(tokens.SPENT, "token")
