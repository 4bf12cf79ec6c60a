"""survey client: the manifest of what respondents get."""

import hashlib
import json

from holder import PAGE, Holder
from live_server import serving
from release_client import RELEASE

from survey.cli.checks.held_client import look_at_holder


def test_manifest_is_printed_and_its_own_digest_beside_it(survey_command):
    outcome = survey_command("client", "--manifest")
    assert outcome.code == 0
    names = [each["name"] for each in json.loads(outcome.out)["files"]]
    everything = [*RELEASE.shells.values(), *RELEASE.files.values(), RELEASE.single_file]
    assert names == sorted(file.name for file in everything)
    # What `sha256sum` says of the output.
    digest = hashlib.sha256(outcome.raw).hexdigest()
    assert outcome.err == f"SHA-256 of this manifest: {digest}\n"
    assert survey_command("client", "--manifest").raw == outcome.raw


def test_single_file_is_written_with_its_digest(survey_command, tmp_path, respondent):
    path = tmp_path / "deniable.html"
    outcome = survey_command("client", "--output", str(path))
    assert (outcome.code, outcome.out) == (0, "")
    digest = hashlib.sha256(path.read_bytes()).hexdigest()
    assert outcome.err == f"SHA-256 of deniable.html: {digest}\n"
    assert digest in survey_command("client", "--manifest").out
    assert respondent.get("/client.html").data == path.read_bytes()


def test_beside_it_is_what_a_holder_needs(survey_command, tmp_path):
    """A server that gives the file with these headers hinders no browser."""
    survey_command("client", "--output", str(tmp_path / "page.html"))
    assert {each.name for each in tmp_path.iterdir()} == {
        "page.html", "page-headers.txt", "page-about.html", "page-manifest.json"
    }  # fmt: skip
    [path, *lines] = (tmp_path / "page-headers.txt").read_text().splitlines()
    assert path == "/page.html"
    headers = dict(line.strip().split(": ", 1) for line in lines)
    with serving(Holder((tmp_path / "page.html").read_bytes(), headers)) as origin:
        found = look_at_holder(origin + PAGE, "https://survey.example.org", RELEASE)
    assert found.same
    assert [each for each in found.sentences if "Content-" in each] == []
    about = (tmp_path / "page-about.html").read_text()
    assert RELEASE.single_file.sha256 in about
    assert 'href="page.html"' in about
    manifest = survey_command("client", "--manifest").out
    assert (tmp_path / "page-manifest.json").read_text() == manifest


def test_file_that_cannot_be_written_is_said(survey_command, tmp_path):
    outcome = survey_command("client", "--output", str(tmp_path / "nowhere" / "deniable.html"))
    assert outcome.code == 1
    assert "nowhere" in outcome.err
    assert "Traceback" not in outcome.err


def test_without_a_wish_it_is_wrong_usage(survey_command):
    outcome = survey_command("client")
    assert outcome.code == 2
    assert "--manifest" in outcome.err
