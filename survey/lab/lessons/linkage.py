"""Linkage: rows without names, joined with a list that has names."""

from survey.lab.experiments.linkage_join import (
    EXACT,
    VISITS,
    VOTERS,
    Visit,
    Voter,
    by_hand,
    counts,
    elsewhere,
    generalized,
    matches,
    narrowed,
    right_matches,
    smallest_group,
)
from survey.lab.lesson import Axis, Chart, Guess, Lesson, Outcome, Series, Slider, Table
from survey.lab.words import in_a_row, said
from survey.translations.marked import N_

LEVELS = (
    N_("ZIP code, birth date, sex"),
    N_("ZIP code, birth month, sex"),
    N_("ZIP code, birth year, sex"),
    N_("ZIP code, birth decade, sex"),
    N_("ZIP area, birth decade, sex"),
    N_("ZIP area, birth decade"),
)
SHORT = (N_("exact"), N_("month"), N_("year"), N_("decade"), N_("ZIP area"), N_("no sex"))


def run(level: int) -> Outcome:
    says = _says(level)
    at_each = [counts(VISITS, VOTERS, each) for each in range(len(LEVELS))]
    labels = (N_("match one voter"), N_("match several voters"), N_("match no voter"))
    bars = [
        Series(label, tuple((each, found[place]) for each, found in enumerate(at_each)), "bars")
        for place, label in enumerate(labels)
    ]
    groups = Series(
        N_("smallest group k"),
        tuple((each, smallest_group(VISITS, each)) for each in range(len(LEVELS))),
    )
    chart = Chart(
        in_a_row(
            N_(
                "The more is generalized, the fewer medical rows match exactly one voter, and the "
                "larger is the smallest group."
            ),
            says,
        ),
        Axis(N_("What is released"), -0.5, len(LEVELS) - 0.5, words=SHORT),
        Axis(N_("Medical rows"), 0, len(VISITS)),
        (*bars, groups),
        mark=level,
    )
    return Outcome(says, chart, (_table(level), by_hand(), elsewhere()), (narrowed(),))


def _says(level: int) -> str:
    one, several, none = counts(VISITS, VOTERS, level)
    return said(
        N_(
            "Released: %(level)s. Of %(rows)s medical rows match one voter: %(one)s (rightly: "
            "%(right)s), several: %(several)s, none: %(none)s. The smallest group of rows has k = "
            "%(smallest)s."
        ),
        level=LEVELS[level],
        rows=len(VISITS),
        one=one,
        right=right_matches(VISITS, VOTERS, level),
        several=several,
        none=none,
        smallest=smallest_group(VISITS, level),
    )


def _table(level: int) -> Table:
    found = matches(VISITS, VOTERS, level)
    return Table(
        N_(
            "The medical rows as released, and the voters who match. Rows that match exactly one "
            "voter are marked."
        ),
        (N_("Voters who match"), N_("ZIP code"), N_("Born"), N_("Sex"), N_("Condition")),
        tuple(
            (_names(row, voters), *generalized(row.traits, level), row.condition)
            for row, voters in zip(VISITS, found, strict=True)
        ),
        frozenset(place for place, voters in enumerate(found) if len(voters) == 1),
    )


def _names(row: Visit, voters: tuple[Voter, ...]) -> str:
    names = [voter.name for voter in voters]
    match names:
        case []:
            return N_("none")
        case [name] if name == row.patient:
            return said(N_("only %(name)s (right)"), name=name)
        case [name]:
            return said(
                N_("only %(name)s (wrong: it is %(patient)s, who does not vote)"),
                name=name,
                patient=row.patient,
            )
        case [first, second]:
            return said(N_("%(first)s or %(second)s"), first=first, second=second)
        case _:
            return said(N_("%(count)s voters"), count=len(names))


LESSON = Lesson(
    name="linkage",
    title=N_("Linkage: a name from a ZIP code, a birthday and a sex"),
    point=N_("A table without names is not anonymous: a list of voters puts the names back."),
    guess=Guess(
        N_(
            "A hospital releases 12 visits without names, but with ZIP code, birth date and sex. "
            "How many of them fit exactly one name in a public list of voters?"
        ),
        (N_("none"), "2", "10"),
        right=2,
        why=N_("Ten of twelve: the three together are nearly as good as a name."),
    ),
    sentences=(
        N_(
            "A hospital releases its visits without names, but with ZIP code, date of birth and "
            "sex."
        ),
        N_(
            "A list of voters has the same three beside each name, so that joining the two puts "
            "names on the visits."
        ),
        N_(
            "Generalize what is released until each row looks like at least k − 1 others, and "
            "fewer rows match a single voter."
        ),
    ),
    formula=(
        N_(r"$g(x)$: the ZIP code, birth and sex of $x$ as they are released"),
        N_(r"$k = \min_r |\{s : g(s) = g(r)\}|$ over all rows $r$, $s$"),
        N_(r"$r$ matches one voter $v$ if $|\{v : g(v) = g(r)\}| = 1$"),
    ),
    source="L. Sweeney, k-anonymity: a model for protecting privacy, International Journal of "
    "Uncertainty, Fuzziness and Knowledge-Based Systems 10(5) (2002) 557–570; L. Sweeney, "
    "Simple demographics often identify people uniquely, Carnegie Mellon University, Data "
    "Privacy Working Paper 3 (2000); P. Golle, Revisiting the uniqueness of simple "
    "demographics in the US population, WPES 2006",
    failure=N_(
        "Removing names does not make rows anonymous: by Sweeney's estimate, ZIP code, date of "
        "birth and sex single out 87% of the US population. A single match can also be wrong, as "
        "where the patient is not on the list, and then a stranger is given the diagnosis."
    ),
    here=N_(
        "A response has no free text, and so no name; a birthday or a ZIP code is in it only if "
        "the instructor asks for one. Every answer is randomized in the browser, so that a "
        "response that is linked to its respondent still holds only reports."
    ),
    settings=(Slider("level", N_("Released"), 0, len(LEVELS) - 1, default=EXACT, words=LEVELS),),
    run=run,
    slips=N_(
        "The 87% are an estimate. P. Golle counts fewer: 63% in the census of 2000. And k counts "
        "the rows of the release, not the people who could match one: a row with k = 1 can match "
        "several voters."
    ),
)
