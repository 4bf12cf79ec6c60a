"""The contract of every store for instructors."""

import dataclasses
from concurrent.futures import ThreadPoolExecutor

import pytest
from contract_survey import INSTRUMENT, OpenSurvey, response
from instruments import make_instrument

from survey.errors import InstructorNotFound, InstructorRefused
from survey.store import Instructor, State, Store, Survey
from survey.store.models import INSTRUCTOR


class InstructorsContract(OpenSurvey):
    """Each instructor has their own surveys and sign-ins, and there is always an instructor."""

    def test_instructor_comes_back_and_is_replaced(self, store):
        assert store.instructors.get("ada") is None
        ada = Instructor("ada", "hash", "link")
        assert store.instructors.add(ada)
        assert store.instructors.get("ada") == ada
        assert store.instructors.link_owner("link") == ada
        store.instructors.save(dataclasses.replace(ada, link_hash=None))
        assert store.instructors.link_owner("link") is None

    @pytest.mark.parametrize("limit", [None, 0.01, 3.3, 1000.0])
    def test_settings_of_an_instructor_outlive_a_new_password(self, store, limit):
        store.instructors.add(Instructor("ada", "hash", largest_epsilon=1.5))
        ada = Instructor("ada", "hash", "link", largest_epsilon=limit, language="es")
        store.instructors.save(ada)
        assert store.instructors.get("ada") == ada
        assert store.instructors.spend_link("link", "new").largest_epsilon == limit
        store.instructors.add_sign_in("token", "ada")
        assert store.instructors.signed_in("token") == Instructor(
            "ada", "new", largest_epsilon=limit, language="es"
        )

    def test_link_is_spent_once(self, store):
        store.instructors.add(Instructor("ada", None, "link"))
        with ThreadPoolExecutor(8) as pool:
            won = list(pool.map(lambda n: store.instructors.spend_link("link", f"p{n}"), range(8)))
        (owner,) = [each for each in won if each]
        assert store.instructors.get("ada") == owner
        assert owner.link_hash is None

    def test_sign_ins_come_and_go(self, store):
        store.instructors.add(Instructor("ada", "hash"))
        for token in ("one", "two", "three"):
            store.instructors.add_sign_in(token, "ada")
        assert store.instructors.signed_in("one").name == "ada"
        store.instructors.remove_sign_in("one")
        assert store.instructors.signed_in("one") is None
        store.instructors.remove_sign_ins("ada")
        assert store.instructors.signed_in("two") is store.instructors.signed_in("three") is None

    def test_new_store_has_one_instructor_without_a_password(self, store):
        assert store.instructors.all() == [Instructor(INSTRUCTOR)]

    def test_instructors_are_listed_by_name(self, store):
        for name in ("zoe", "ada", "ada.l", "ada-l", "0x", "b"):
            assert store.instructors.add(Instructor(name, f"hash of {name}", f"link of {name}"))
        names = [each.name for each in store.instructors.all()]
        assert names == ["0x", "ada", "ada-l", "ada.l", "b", INSTRUCTOR, "zoe"]
        assert store.instructors.all()[1] == Instructor("ada", "hash of ada", "link of ada")

    def test_taken_name_changes_nothing(self, store):
        store.instructors.add(Instructor("ada", "hash", "link", 2.5))
        assert not store.instructors.add(Instructor("ada", "other", "another"))
        assert store.instructors.get("ada") == Instructor("ada", "hash", "link", 2.5)

    def test_name_is_added_once_by_many_at_once(self, store):
        with ThreadPoolExecutor(8) as pool:
            won = list(
                pool.map(lambda n: store.instructors.add(Instructor("ada", f"h{n}")), "abcd")
            )
        assert sorted(won) == [False, False, False, True]

    def test_whoever_is_not_there_cannot_be_saved_signed_in_or_own(self, store):
        for verb in (
            lambda: store.instructors.save(Instructor("ada", "hash")),
            lambda: store.instructors.add_sign_in("token", "ada"),
            lambda: store.surveys.add(Survey("adas34", INSTRUMENT, owner="ada")),
            lambda: store.instructors.remove("ada"),
        ):
            with pytest.raises(InstructorNotFound):
                verb()
        assert store.instructors.all() == [Instructor(INSTRUCTOR)]
        assert store.instructors.signed_in("token") is None
        assert store.surveys.all() == []

    @pytest.fixture
    def two(self, store: Store) -> Store:
        """Ada owns two surveys, one with a response; the first instructor owns one between them."""
        store.instructors.add(Instructor("ada", "hash", "link"))
        store.surveys.add(Survey("adas34", INSTRUMENT, State.OPEN, owner="ada"))
        store.surveys.add(Survey("firs34", INSTRUMENT))
        store.surveys.add(Survey("adas36", INSTRUMENT, owner="ada"))
        store.responses.add("adas34", response(1))
        store.instructors.add_sign_in("token", "ada")
        return store

    def test_surveys_of_an_instructor_are_theirs_alone(self, two):
        assert [each.code for each in two.surveys.all("ada")] == ["adas36", "adas34"]
        assert [each.code for each in two.surveys.all(INSTRUCTOR)] == ["firs34"]
        assert two.surveys.all("nobody") == []
        assert [each.code for each in two.surveys.all()] == ["adas36", "firs34", "adas34"]
        assert two.surveys.get("adas34").owner == "ada"

    def test_owner_outlives_every_change_of_a_survey(self, two):
        two.surveys.replace_instrument("adas36", make_instrument("1/10"), INSTRUMENT.digest)
        two.surveys.set_sharing("adas36", True, 7)
        for state in (State.OPEN, State.CLOSED):
            two.surveys.set_state("adas36", state)
        assert two.surveys.get("adas36").owner == "ada"

    @pytest.mark.parametrize("heir", [None, "ada"])
    def test_instructor_with_surveys_is_kept_whole(self, two, heir):
        with pytest.raises(InstructorRefused):
            two.instructors.remove("ada", heir)
        assert two.instructors.get("ada") == Instructor("ada", "hash", "link")
        assert two.instructors.signed_in("token").name == "ada"
        assert len(two.surveys.all("ada")) == 2

    def test_unknown_heir_changes_nothing(self, two):
        with pytest.raises(InstructorNotFound):
            two.instructors.remove("ada", "nobody")
        assert two.instructors.signed_in("token").name == "ada"
        assert len(two.surveys.all("ada")) == 2

    def test_heir_has_the_surveys_with_their_responses_in_their_order(self, two):
        two.instructors.remove("ada", INSTRUCTOR)
        assert two.instructors.all() == [Instructor(INSTRUCTOR)]
        assert two.surveys.all("ada") == []
        codes = [each.code for each in two.surveys.all(INSTRUCTOR)]
        assert codes == ["adas36", "firs34", "adas34"]
        assert two.responses.tally("adas34").responses == 1
        assert two.responses.add("adas34", response(2))

    def test_removed_instructor_is_signed_out_and_their_link_is_dead(self, two):
        two.instructors.remove("ada", INSTRUCTOR)
        assert two.instructors.signed_in("token") is None
        assert two.instructors.link_owner("link") is None
        assert two.instructors.spend_link("link", "new") is None
        # A new instructor of the same name gets nothing that the former one had.
        assert two.instructors.add(Instructor("ada"))
        assert two.instructors.signed_in("token") is None
        assert two.surveys.all("ada") == []

    def test_instructor_whose_surveys_are_deleted_can_go(self, two):
        for survey in two.surveys.all("ada"):
            two.surveys.delete(survey.code)
        two.instructors.remove("ada")
        assert [each.code for each in two.surveys.all()] == ["firs34"]

    def test_only_instructor_is_kept(self, store):
        with pytest.raises(InstructorRefused):
            store.instructors.remove(INSTRUCTOR)
        store.instructors.add(Instructor("ada"))
        store.instructors.remove(INSTRUCTOR)
        with pytest.raises(InstructorRefused):
            store.instructors.remove("ada")
        assert store.instructors.all() == [Instructor("ada")]

    def test_two_who_remove_each_other_leave_one(self, store):
        store.instructors.add(Instructor("ada"))

        def remove(name: str) -> bool:
            try:
                store.instructors.remove(name)
            except InstructorRefused:
                return False
            return True

        with ThreadPoolExecutor(2) as pool:
            assert sorted(pool.map(remove, ["ada", INSTRUCTOR])) == [False, True]
        assert len(store.instructors.all()) == 1
