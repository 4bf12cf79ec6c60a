"""survey create: makes a survey from a list, or from a file of this app or of another tool."""

import json
from contextlib import closing
from fractions import Fraction
from pathlib import Path
from typing import Any

import click

from survey.app.configuration import DATABASE_FILE, Config
from survey.app.instance_folder import open_instance
from survey.app.instance_keys import instance_keys
from survey.cli.odds_warnings import warn_instructor
from survey.cli.options import gamma_option, instance_options, text_format_option
from survey.cli.server.existing_data import existing_place
from survey.cli.server.named_instructor import instructor_option, named_instructor
from survey.core.instrument.digest_forms import short_form
from survey.core.instrument.instrument import Instrument
from survey.core.instrument.limits import DEFAULT_GAMMA
from survey.core.mechanism.privacy import LARGEST_UNCONFIRMED_ODDS, largest_gamma
from survey.core.ready_made.catalog import READY_MADE
from survey.core.ready_made.understanding_and_trust import UNDERSTANDING_AND_TRUST
from survey.core.responses.links import survey_link
from survey.errors import DataError, InstrumentInvalid
from survey.formats.import_result import FileQuestionnaire, in_sentences
from survey.formats.questionnaire_file import LARGEST_FILE, read_questionnaire
from survey.store import State
from survey.text.figures import gamma_in_words
from survey.text.kinds.item_words import words_of
from survey.text.privacy_budget import check_budget
from survey.text.support_line import check_support, with_support
from survey.text.suspicion import check_odds
from survey.text.translator import ENGLISH
from survey.web.authoring.new_drafts import add_survey
from survey.web.authoring.ready_made import ready_made_instrument


@click.command(
    epilog="""\b
Example of FILE.toml:
  title = "After the final"
  class_size = 120
  [[questions]]
  text = "Did you cheat on the final?"
  gamma = "1/4"

\b
Example of FILE.txt:
  Did you cheat on the final?
  Whose notes did you use?
    My own
    A friend's
  Which exams did you cheat on? (several)
    Algebra
    Analysis
  How many hours did you study?
    0-40
  How fair was the final?
    1-5

If a file of another tool asks what this app cannot, the command lists it with
its place and the reason. Its questions get the γ of --gamma, unless a column
(XLSForm) or a property (SurveyJS) named gamma says another.

\b
Examples:
  survey create final.toml
  survey create questions.txt --dry-run
  survey create final.toml --publish --format json
  survey create --ready-made study-load
"""
)
@click.argument(
    "file", type=click.Path(exists=True, dir_okay=False, path_type=Path), required=False
)
@click.option(
    "--ready-made",
    type=click.Choice(list(READY_MADE)),
    metavar="NAME",
    help="A ready-made survey instead of a file, in all languages of the pages: "
    f"{', '.join(READY_MADE)}.",
)
@click.option(
    "--control",
    is_flag=True,
    help="With --ready-made: ask for a star on the slip, which shows how many do not use the coin.",
)
@click.option(
    "--trust",
    is_flag=True,
    help="With --ready-made: ask two questions about understanding and trust, too.",
)
@click.option(
    "--support",
    metavar="TEXT",
    default="",
    help="A local support line, which surveys on what may hurt people need.",
)
@instance_options
@gamma_option
@click.option("--publish", is_flag=True, help="Open it at once; its questions are then frozen.")
@click.option(
    "--allow-weak-privacy",
    is_flag=True,
    help=f"Publish even with odds above {LARGEST_UNCONFIRMED_ODDS} to 1 "
    f"(γ above {largest_gamma(LARGEST_UNCONFIRMED_ODDS)}).",
)
@click.option("--dry-run", is_flag=True, help="Show what would be imported, and create nothing.")
@instructor_option
@text_format_option
def create(
    file: Path | None,
    ready_made: str | None,
    control: bool,
    trust: bool,
    support: str,
    data: Path,
    database: str | None,
    gamma: Fraction | None,
    publish: bool,
    allow_weak_privacy: bool,
    dry_run: bool,
    instructor: str | None,
    format_: str,
) -> None:
    """Create a survey from a file and print its code.

    FILE ends in .toml, .txt (a list of questions), .xlsx (XLSForm, of ODK or
    KoboToolbox), .json (SurveyJS, or an instrument of this app), .lss, .lsg or
    .lsq (LimeSurvey), or .xml or .gift (Moodle). --gamma is for the questions
    without a γ of their own.
    """
    if publish and dry_run:
        raise click.UsageError("Give --publish or --dry-run, not both.")
    if (file is None) == (ready_made is None):
        raise click.UsageError("Give a FILE or --ready-made NAME.")
    if control and file is not None:
        raise click.UsageError("--control is for --ready-made: a FILE says `known` itself.")
    if trust and file is not None:
        raise click.UsageError("--trust is for --ready-made: a FILE has questions of its own.")
    if trust and ready_made == UNDERSTANDING_AND_TRUST.name:
        raise click.UsageError(f"{ready_made} asks both questions already: leave --trust out.")
    if file is not None:
        taken, instrument = _read(file, str(gamma or DEFAULT_GAMMA))
    elif gamma is not None:
        raise click.UsageError("A ready-made survey has its own γ: leave --gamma out.")
    else:
        taken = FileQuestionnaire({})
        instrument = ready_made_instrument(str(ready_made), control, trust)
    if support:
        instrument = with_support(instrument, support)
    if dry_run:
        _show(taken, instrument, format_)
        warn_instructor(instrument)
        return
    # Checked before anything is made, so that a refusal leaves nothing behind.
    if publish:
        check_odds(instrument, allow_weak_privacy, "Give --allow-weak-privacy")
        check_support(instrument)
    if instructor is not None:
        existing_place(data, database)  # a new instance would not have this instructor
    is_new = database is None and not (data / DATABASE_FILE).exists()
    with closing(open_instance(Config(data, database_url=database))) as store:
        owner = named_instructor(store, instructor)
        if publish:
            check_budget(instrument, owner.largest_epsilon)
        code = add_survey(store, instrument, owner.name)
        if publish:
            store.surveys.set_state(code, State.OPEN)
        key = instance_keys(data, store).signing_key.public.fingerprint if publish else None
    state = "open" if publish else "draft"
    if format_ == "json":
        document = {"code": code, "state": state, "instrument": instrument.digest}
        click.echo(json.dumps(document | _left_out(taken)))
    else:
        click.echo(f"{code}  {instrument.title} ({state})")
        link = survey_link(f"/s/{code}", instrument.digest if publish else None, key=key)
        click.echo(f"Respondents open {link}; you find it at /surveys/{code}.")
        if publish:
            click.echo(f"Questionnaire: {short_form(instrument.digest)}")
        if taken.left_out:
            click.echo(_listed(taken), err=True)
        if taken.look_at:
            click.echo(_odd(taken), err=True)
    warn_instructor(instrument)
    if is_new:
        click.echo(f"There was no survey data in {data}: a new instance is there now.", err=True)


def _read(file: Path, gamma: str) -> tuple[FileQuestionnaire, Instrument]:
    """Reads the file's questionnaire and its instrument; raises DataError with every error."""
    with file.open("rb") as opened:
        content = opened.read(LARGEST_FILE + 1)
    taken = None
    try:
        taken = read_questionnaire(file.name, content, gamma)
        return taken, taken.instrument()
    except InstrumentInvalid as error:
        faults = "".join(f"\n  {field}: {text}" for field, text in error.errors.items())
        # Lists what was left out: that may be why there is nothing to ask.
        listed = f"\n{_listed(taken)}" if taken and taken.left_out else ""
        raise DataError(f"{file} does not describe a survey:{faults}{listed}") from None


def _listed(taken: FileQuestionnaire) -> str:
    return "\n".join(["Not imported:", *(f"  {each}" for each in in_sentences(taken.left_out))])


def _odd(taken: FileQuestionnaire) -> str:
    return "\n".join(["Please look at:", *(f"  {place}: {why}" for place, why in taken.look_at)])


def _left_out(taken: FileQuestionnaire) -> dict[str, Any]:
    return {
        "left_out": [vars(each) for each in taken.left_out],
        "look_at": [{"place": place, "why": why} for place, why in taken.look_at],
    }


def _show(taken: FileQuestionnaire, instrument: Instrument, format_: str) -> None:
    """Prints the questionnaire that the file would become."""
    if format_ == "json":
        document = {"instrument": instrument.document(), "places": taken.places}
        click.echo(json.dumps(document | _left_out(taken), ensure_ascii=False, indent=1))
        return
    click.echo(
        f"{instrument.title}, for {instrument.class_size} respondents; "
        f"ε = {ENGLISH.epsilon(instrument.epsilon)}"
    )
    for number, question in enumerate(instrument.questions, start=1):
        gamma = f"γ = {gamma_in_words(question.gamma)}"
        place = f"; {taken.places[number - 1]}" if taken.places else ""
        click.echo(f"  {number}. {question.text}\n     {question.kind}; {gamma}{place}")
        if offered := words_of(question.item).offered(question.items("")):
            click.echo(f"     {offered}")
    click.echo(_listed(taken) if taken.left_out else "Everything was imported.")
    if taken.look_at:
        click.echo(_odd(taken))
