"""Every store belongs to the secret and the signing key that it was first started with."""

from concurrent.futures import ThreadPoolExecutor

from survey.store.models import KnownKeys

FIRST, OTHER, THIRD = (KnownKeys(name * 32, f"secret {name}") for name in ("aa", "bb", "cc"))


class KeyContract:
    """The public half of the key and a fingerprint of the secret are all that a store knows."""

    def test_new_store_belongs_to_no_keys(self, store):
        assert store.maintenance.keys() is None

    def test_first_keys_stay(self, store, another_store):
        assert store.maintenance.keep_keys(FIRST) == FIRST
        assert another_store.maintenance.keep_keys(OTHER) == FIRST
        assert another_store.maintenance.keys() == FIRST

    def test_lost_keys_are_replaced(self, store, another_store):
        store.maintenance.keep_keys(FIRST)
        store.maintenance.replace_keys(OTHER)
        assert another_store.maintenance.keep_keys(THIRD) == OTHER

    def test_secret_is_added_to_the_signing_key_that_was_kept_alone(self, store, another_store):
        alone = KnownKeys(FIRST.public_key, None)
        assert store.maintenance.keep_keys(alone) == alone
        assert another_store.maintenance.keep_keys(OTHER) == alone
        assert another_store.maintenance.keep_keys(FIRST) == FIRST
        assert store.maintenance.keys() == FIRST

    def test_of_several_that_start_at_once_all_get_the_same_keys(self, store, another_store):
        with ThreadPoolExecutor(8) as threads:
            kept = list(
                threads.map(
                    lambda number: (store, another_store)[number % 2].maintenance.keep_keys(
                        KnownKeys(f"{number:02x}", str(number))
                    ),
                    range(16),
                )
            )
        assert set(kept) == {store.maintenance.keys()}
