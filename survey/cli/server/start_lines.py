"""The lines at a start: where the app runs, and how phones join."""

from contextlib import closing

from survey.app.configuration import Config
from survey.app.instance_folder import add_demo_if_new, open_instance
from survey.cli.server.greeting import qr_code
from survey.errors import StoreUnavailable
from survey.store.drives import warning_of
from survey.store.maintenance.open import described, open_replica
from survey.store.models import INSTRUCTOR
from survey.systems import NOT_CHECKED
from survey.web.accounts.sign_in import make_sign_in_link


def start_lines(config: Config, address: str) -> tuple[str, ...]:
    """The app's address, a sign-in link until a password is set, and what is not as usual."""
    with closing(open_instance(config, serving=True)) as store:
        add_demo_if_new(store)
        instructors = store.instructors.all()
        data = described(config.database_url or config.data)
        lines = [f"Deniable runs at {address}/ (data in {data})"]
        # Others get their links from `survey instructors add`.
        new = not any(each.password_hash for each in instructors)
        if new and INSTRUCTOR in {each.name for each in instructors}:
            lines.append("Open this link once to choose your password:")
            lines.append(f"    {address}{make_sign_in_link(store)}")
    if config.replica_url:
        lines.append(_of_replica(config.replica_url))
    if NOT_CHECKED:
        lines.append(NOT_CHECKED)
    if config.database_url is None and (warning := warning_of(config.data)):
        lines.append(warning)
    if config.network:
        assert config.public_url
        lines.append(f"Phones in the same network join at {config.public_url}/")
        lines.append(qr_code(f"{config.public_url}/"))
    return (*lines, "Stop with Ctrl-C.")


def _of_replica(url: str) -> str:
    """The line on the replica for public results; the app starts even if it does not answer."""
    try:
        with closing(open_replica(url)):
            return f"Public results are read from {described(url)}"
    except StoreUnavailable as error:
        return f"Public results are read from the database while the replica is away: {error}"
