"""Every store belongs to the signing key that it was first started with."""

from concurrent.futures import ThreadPoolExecutor


class KeyContract:
    """The public half is all that a store knows of a key."""

    def test_new_store_belongs_to_no_key(self, store):
        assert store.maintenance.public_key() is None

    def test_first_key_stays(self, store, another_store):
        assert store.maintenance.keep_public_key("aa") == "aa"
        assert another_store.maintenance.keep_public_key("bb") == "aa"
        assert another_store.maintenance.public_key() == "aa"

    def test_lost_key_is_replaced(self, store, another_store):
        store.maintenance.keep_public_key("aa")
        store.maintenance.replace_public_key("bb")
        assert another_store.maintenance.keep_public_key("cc") == "bb"

    def test_of_several_that_start_at_once_all_get_one_key(self, store, another_store):
        with ThreadPoolExecutor(8) as threads:
            kept = list(
                threads.map(
                    lambda number: (store, another_store)[number % 2].maintenance.keep_public_key(
                        f"{number:02x}"
                    ),
                    range(16),
                )
            )
        assert set(kept) == {store.maintenance.public_key()}
