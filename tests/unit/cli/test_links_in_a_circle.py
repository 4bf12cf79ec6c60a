"""Links that lead to each other are told of in one sentence, wherever a path may be one."""

import pytest

from survey.app.instance_folder import claimed_folder, open_instance
from survey.cli.output_files import write_output
from survey.errors import StoreUnavailable
from survey.systems import file_system, real_path


@pytest.fixture
def circle(tmp_path):
    first, second = tmp_path / "first", tmp_path / "second"
    first.symlink_to(second)
    second.symlink_to(first)
    return first


def test_restore_names_the_fault(survey_command, config, circle):
    outcome = survey_command("restore", circle, "--data", config.data)
    assert outcome.code == 1
    assert outcome.err == (
        "Error: The database file cannot be used: Too many levels of symbolic links. Check its "
        "folder.\n"
    )


@pytest.mark.parametrize("within", ["", "in"])
def test_an_output_names_the_fault_and_replaces_no_link(circle, within):
    target = circle / within
    with pytest.raises(OSError, match="symbolic links") as told:
        write_output(target, [b"content"])
    assert told.value.filename == str(target)
    assert circle.is_symlink()


@pytest.mark.parametrize("use", [claimed_folder, open_instance])
def test_a_database_s_links_are_told_of_at_a_start(config, circle, use):
    config.data.mkdir(exist_ok=True)
    config.database.symlink_to(circle)
    with pytest.raises(StoreUnavailable, match="Too many levels of symbolic links"), use(config):
        pass


def test_a_path_with_links_in_a_circle_is_on_no_known_drive(circle):
    assert file_system(circle) == ""
    with pytest.raises(OSError, match="symbolic links"):
        real_path(circle / "in")
