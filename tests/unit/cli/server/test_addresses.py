"""The address in the local network: found without sending anything, or chosen."""

import socket

import pytest

from survey.cli.server.addresses import AUTOMATIC, network_address
from survey.errors import ConfigError


@pytest.fixture
def routes(monkeypatch):
    """What this machine's address is on the way to others; without one there is no route."""
    known: dict[int, str] = {}

    class Probe:
        def __init__(self, family, kind):
            assert kind is socket.SOCK_DGRAM  # a stream would send something
            self.family = family

        def __enter__(self):
            return self

        def __exit__(self, *error):
            pass

        def connect(self, place):
            if self.family not in known:
                raise OSError("Network is unreachable")

        def getsockname(self):
            return (known[self.family], 40000)

    monkeypatch.setattr(socket, "socket", Probe)
    return known


def test_the_address_is_that_of_the_usual_route_ipv4_first(routes):
    routes[socket.AF_INET6] = "fd00::5"
    assert network_address(AUTOMATIC) == "fd00::5"
    routes[socket.AF_INET] = "192.168.1.5"
    assert network_address(AUTOMATIC) == "192.168.1.5"


def test_where_no_network_is_the_sentence_says_so(routes):
    for loopback in ({}, {socket.AF_INET: "127.0.0.1"}):
        routes.update(loopback)
        with pytest.raises(ConfigError, match="This machine is in no network"):
            network_address(AUTOMATIC)


@pytest.mark.parametrize(
    ("wished", "address"),
    [("10.0.0.7", "10.0.0.7"), ("127.0.0.2", "127.0.0.2"), ("FD00:0::5", "fd00::5")],
)
def test_an_address_can_be_chosen(wished, address):
    assert network_address(wished) == address


@pytest.mark.parametrize(
    "wished",
    ["127.0.0.1", "0.0.0.0", "::", "::1", "::ffff:127.0.0.1", "::ffff:0.0.0.0", "224.0.0.1",
     "fe80::1", "fe80::1%eth0", "fd00::5%eth0", "laptop.local", "192.168.1", "", "192.168.1.5:80"],
)  # fmt: skip
def test_what_is_no_address_in_a_network_is_refused(wished):
    with pytest.raises(ConfigError, match="no address of this machine in a network"):
        network_address(wished)
