"""The client that this release serves, built once for all tests of a process."""

from survey.app.folders import folder
from survey.client_build.build import build_client

RELEASE = build_client(folder("static"), folder("templates"))
