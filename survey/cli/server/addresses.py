"""The addresses at which this machine's server listens, and at which others reach it."""

import ipaddress
import socket

from survey.errors import ConfigError
from survey.systems import take_free_port_only
from survey.web.http.security_headers import HERE

DEFAULT_PORT = 8000
AUTOMATIC = "auto"
EVERYWHERE = {"0.0.0.0", "::"}  # noqa: S104 - compared with, not bound to


def reachable(host: str) -> str:
    """The host for this server's URL; its network address, if it listens at every address."""
    if host not in EVERYWHERE:
        return f"[{host}]" if ":" in host else host
    return _address_on_the_way_to("192.0.2.1") or "127.0.0.1"


def network_address(wished: str) -> str:
    """This machine's address in its network: the `wished` one, or the usual one for AUTOMATIC.

    Raises ConfigError if there is none, or if phones could not use it.
    """
    if wished == AUTOMATIC:
        found = usual_address()
        if found is None:
            raise ConfigError(
                "This machine is in no network. Connect it to the phones' one, or open a hotspot; "
                "then start again, with --lan ADDRESS if its address is not found."
            )
        return found
    try:
        address = ipaddress.ip_address(wished)
    except ValueError:
        address = ipaddress.ip_address(HERE)
    if (
        str(address) == HERE
        or address.is_unspecified
        or address.is_multicast
        or (isinstance(address, ipaddress.IPv6Address) and not _can_be_a_host(address))
    ):
        raise ConfigError(
            f"{wished} is no address of this machine in a network; give --lan one such as "
            "192.168.1.5, or leave its address out."
        )
    return str(address)


def usual_address() -> str | None:
    """This machine's address in its network at the moment; None if it is in none."""
    # Addresses for documentation (RFC 5737, 3849): the usual route leads there.
    return _address_on_the_way_to("192.0.2.1") or _address_on_the_way_to("2001:db8::1")


def _can_be_a_host(address: ipaddress.IPv6Address) -> bool:
    """Whether other machines can open a link with it: not if it has a zone, or maps an IPv4 one."""
    return not (address.is_link_local or address.is_loopback or address.scope_id) and (
        address.ipv4_mapped is None
    )


def _address_on_the_way_to(other: str) -> str | None:
    """This machine's address on the route to another one; sends nothing."""
    family = socket.AF_INET6 if ":" in other else socket.AF_INET
    try:
        with socket.socket(family, socket.SOCK_DGRAM) as probe:
            # Connecting a datagram socket sends nothing; it only chooses a route.
            probe.connect((other, 9))
            address: str = probe.getsockname()[0]
    except OSError:
        return None
    return None if ipaddress.ip_address(address).is_loopback else address


def check_port(host: str, port: int) -> None:
    """Raises ConfigError if nothing can listen there."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family) as probe:
        take_free_port_only(probe)
        try:
            probe.bind((host, port))
        except OSError as error:
            raise ConfigError(
                f"Cannot listen at {host}, port {port}: {error.strerror}. "
                "Choose another with --port or --host."
            ) from error
