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
from survey.web.respondent.lan_address import AddressChange, LanAddress


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
        lines += joining_lines(config.public_url)
    return (*lines, "Stop with Ctrl-C.")


def joining_lines(url: str) -> list[str]:
    """How phones join at this address."""
    return [f"Phones in the same network join at {url}/", qr_code(f"{url}/")]


def change_lines(change: AddressChange, address: LanAddress, command: str) -> list[str]:
    """What the terminal says once the network has changed."""
    if change is AddressChange.MOVED:
        changed = "The network has changed. Show the link and the QR code again."
        return [changed, *joining_lines(address.state.url)]
    if change is AddressChange.BACK:
        return ["The address in the network is back.", *joining_lines(address.state.url)]
    gone = f"This computer no longer has the address {address.address}, so phones cannot join."
    if address.state.followed:
        return [f"{gone} Connect it to a network: the app then goes on there."]
    return [f"{gone} Bring it back, or stop the app, and start it with: {command}"]


def _of_replica(url: str) -> str:
    """The line on the replica for public results; the app starts even if it does not answer."""
    try:
        with closing(open_replica(url)):
            return f"Public results are read from {described(url)}"
    except StoreUnavailable as error:
        return f"Public results are read from the database while the replica is away: {error}"
