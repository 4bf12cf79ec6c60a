"""survey replace-key: a database whose signing key is lost starts again, with another one."""

from survey.app import create_app
from survey.app.instance_folder import prepare_signing_key


def test_app_starts_with_the_new_key_once_the_old_one_is_lost(config, store, survey_command):
    create_app(config, store)
    lost = prepare_signing_key(config.data).public
    (config.data / "signing_key").unlink()
    first = survey_command("replace-key", "--data", config.data)
    key = prepare_signing_key(config.data).public
    assert (first.code, first.err) == (0, "")
    assert first.out == (
        f"{key.fingerprint} signs from now on, in the place of {lost.fingerprint}.\n"
    )
    assert create_app(config, store).extensions["signing_key"].public == key
    again = survey_command("replace-key", "--data", config.data)
    assert again.out == f"The database belongs to this folder's key already: {key.fingerprint}.\n"
