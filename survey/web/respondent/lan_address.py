"""The address at which phones join in the local network: whether it is gone, and where it goes."""

from collections.abc import Callable, MutableMapping
from dataclasses import dataclass, replace
from enum import Enum, auto
from typing import Any

from survey.web.http.security_headers import forget_own_addresses, has_address
from survey.web.respondent.reachability import ReachedCodes
from survey.web.respondent.survey_links import LAN, LanState


class AddressChange(Enum):
    """What a look at the machine's addresses has found."""

    MOVED = auto()  # it is another one now
    GONE = auto()
    BACK = auto()


def lan_url(address: str, port: int) -> str:
    """The address that phones open."""
    return f"http://[{address}]:{port}" if ":" in address else f"http://{address}:{port}"


@dataclass
class LanAddress:
    """Where `survey serve --lan` listens for phones; keeps the app's settings of it.

    `find` names the machine's address in its network at the moment, None if it is in none; it is
    None for an address that somebody named, which is not followed. `told` gets each change.
    """

    settings: MutableMapping[str, Any]
    reached: ReachedCodes
    port: int
    find: Callable[[], str | None] | None
    told: Callable[[AddressChange, "LanAddress"], object]

    def __post_init__(self) -> None:
        self._is_lost = False
        self.settings[LAN] = LanState(self.settings["PUBLIC_URL"], followed=self.find is not None)

    @property
    def address(self) -> str:
        found: str = self.settings["NETWORK"]
        return found

    @property
    def state(self) -> LanState:
        found: LanState = self.settings[LAN]
        return found

    def look(self) -> AddressChange | None:
        """Looks whether this machine still has the address, and moves on if it may.

        After a move somebody must listen there.
        """
        change = self._change()
        if change:
            forget_own_addresses()
            self.told(change, self)
        return change

    def lose(self) -> None:
        """Notes that nobody can listen at the address, which is followed if it goes."""
        self._is_lost = True
        self._set(gone=True)

    def _change(self) -> AddressChange | None:
        was_gone = self.state.gone
        if has_address(self.address):
            if self._is_lost:
                return None
            self._set(gone=False)
            return AddressChange.BACK if was_gone else None
        if self.find and (found := self.find()) and has_address(found):
            self._is_lost = False
            self.settings["NETWORK"] = found
            self.settings["PUBLIC_URL"] = url = lan_url(found, self.port)
            self._set(url=url, gone=False, former=self.state.url)
            self.reached.announce(url)
            return AddressChange.MOVED
        self._set(gone=True)
        return None if was_gone else AddressChange.GONE

    def _set(self, **changed: Any) -> None:
        self.settings[LAN] = replace(self.state, **changed)
