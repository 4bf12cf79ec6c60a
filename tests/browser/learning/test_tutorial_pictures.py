"""The script that makes the tutorial's pictures goes the way of the tutorial as it is now."""

import pytest
from tutorial_pictures import FOLDER, Camera, follow


@pytest.mark.exhaustive
def test_the_script_makes_every_picture(browser, address, store, tmp_path):
    folder = tmp_path / "pictures"
    folder.mkdir()
    follow(browser, address, store, Camera(folder))
    made = {path.name for path in folder.iterdir()}
    assert made == {path.name for path in FOLDER.iterdir()}
    assert all(path.stat().st_size > 5_000 for path in folder.iterdir())
