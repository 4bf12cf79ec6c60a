"""The picture of a relation: a band for each group's share of an answer."""

from collections.abc import Sequence
from dataclasses import dataclass

from survey.core.results.crosstab import Relation
from survey.text.crosstab_summaries import share_ends_in_words, share_in_words
from survey.text.translator import Translator
from survey.translations.marked import N_
from survey.web.charts.axis import CARD, ROW
from survey.web.charts.band import Band, share_band
from survey.web.charts.result_card import CardContent, CardPicture, Option, laid_out

MOST_ROWS = 20  # for more rows the page has only a table
WHOSE_LINE = N_("The band is the interval of the share within the group; the dot is the share.")


@dataclass(frozen=True)
class RelationRow:
    """The share of an answer in one group: respondents who gave a certain other answer.

    `band` is its picture on a page; `row` is that in a file, which has the words beside it.
    """

    group: str
    option: str
    figure: str
    ends: str
    band: Band
    row: Band


def rows_of(relation: Relation, say: Translator) -> list[RelationRow]:
    """The shares of "yes", or of every option, in each group; none if there are too many."""
    table = relation.table
    options = range(table.second.options) if table.second.options > 2 else [1]
    pairs = [(group, option) for group in range(table.first.options) for option in options]
    if len(pairs) > MOST_ROWS:
        return []
    return [
        _row(relation, group, option, say)
        for group, option in pairs
        if table.conditional_interval(group, option) and sum(table.counts[group])
    ]


def relation_card(
    rows: Sequence[RelationRow], relation: Relation, description: str, say: Translator
) -> CardPicture:
    """The rows as a picture that stands alone."""
    number = relation.table.first.name
    options = [
        Option(
            say.gettext(
                "of those who said “%(group)s” to %(question)s: %(answer)s",
                group=each.group,
                question=number,
                answer=each.option,
            ),
            each.figure,
            each.ends,
            each.row,
        )
        for each in rows
    ]
    content = CardContent(
        question=description,
        figure="",
        too_few="",
        band=None,
        options=options,
        sentence=say.gettext(WHOSE_LINE),
        feet=(),
        description=description,
    )
    return laid_out(content)


def _row(relation: Relation, group: int, option: int, say: Translator) -> RelationRow:
    table = relation.table
    share, ends = table.conditional(group, option), table.conditional_interval(group, option)
    figure = share_in_words(table, group, option, say)
    said = share_ends_in_words(table, group, option, say)
    sized = [share_band(share, ends, f"{figure}, {said}", size) for size in (CARD, ROW)]
    return RelationRow(relation.groups[group], relation.options[option], figure, said, *sized)
