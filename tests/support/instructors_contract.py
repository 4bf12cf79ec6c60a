"""What every store must do with instructors."""

import dataclasses
from concurrent.futures import ThreadPoolExecutor

import pytest
from contract_survey import INSTRUMENT, OpenSurvey, response
from instruments import make_instrument

from survey.core.instrument.instructor_names import INSTRUCTOR
from survey.errors import InstructorNotFound, InstructorRefused
from survey.store import Instructor, State, Store, Survey


class InstructorsContract(OpenSurvey):
    """Each has their own surveys and sign-ins, and one is always there."""

    def test_instructor_comes_back_and_is_replaced(self, store):
        assert store.instructor("ada") is None
        ada = Instructor("ada", "hash", "link")
        assert store.add_instructor(ada)
        assert store.instructor("ada") == ada
        assert store.link_owner("link") == ada
        store.save_instructor(dataclasses.replace(ada, link_hash=None))
        assert store.link_owner("link") is None

    @pytest.mark.parametrize("limit", [None, 0.01, 3.3, 1000.0])
    def test_limit_of_an_instructor_outlives_a_new_password(self, store, limit):
        store.add_instructor(Instructor("ada", "hash", largest_epsilon=1.5))
        ada = Instructor("ada", "hash", "link", largest_epsilon=limit)
        store.save_instructor(ada)
        assert store.instructor("ada") == ada
        assert store.spend_link("link", "new").largest_epsilon == limit
        store.add_sign_in("token", "ada")
        assert store.sign_in("token") == Instructor("ada", "new", largest_epsilon=limit)

    def test_link_is_spent_once(self, store):
        store.add_instructor(Instructor("ada", None, "link"))
        with ThreadPoolExecutor(8) as pool:
            won = list(pool.map(lambda n: store.spend_link("link", f"p{n}"), range(8)))
        (owner,) = [each for each in won if each]
        assert store.instructor("ada") == owner
        assert owner.link_hash is None

    def test_sign_ins_come_and_go(self, store):
        store.add_instructor(Instructor("ada", "hash"))
        for token in ("one", "two", "three"):
            store.add_sign_in(token, "ada")
        assert store.sign_in("one").name == "ada"
        store.remove_sign_in("one")
        assert store.sign_in("one") is None
        store.remove_sign_ins("ada")
        assert store.sign_in("two") is store.sign_in("three") is None

    def test_new_store_has_one_instructor_without_a_password(self, store):
        assert store.instructors() == [Instructor(INSTRUCTOR)]

    def test_instructors_are_listed_by_name(self, store):
        for name in ("zoe", "ada", "ada.l", "ada-l", "0x", "b"):
            assert store.add_instructor(Instructor(name, f"hash of {name}", f"link of {name}"))
        names = [each.name for each in store.instructors()]
        assert names == ["0x", "ada", "ada-l", "ada.l", "b", INSTRUCTOR, "zoe"]
        assert store.instructors()[1] == Instructor("ada", "hash of ada", "link of ada")

    def test_taken_name_changes_nothing(self, store):
        store.add_instructor(Instructor("ada", "hash", "link", 2.5))
        assert not store.add_instructor(Instructor("ada", "other", "another"))
        assert store.instructor("ada") == Instructor("ada", "hash", "link", 2.5)

    def test_name_is_added_once_by_many_at_once(self, store):
        with ThreadPoolExecutor(8) as pool:
            won = list(pool.map(lambda n: store.add_instructor(Instructor("ada", f"h{n}")), "abcd"))
        assert sorted(won) == [False, False, False, True]

    def test_whoever_is_not_there_cannot_be_saved_signed_in_or_own(self, store):
        for verb in (
            lambda: store.save_instructor(Instructor("ada", "hash")),
            lambda: store.add_sign_in("token", "ada"),
            lambda: store.add_survey(Survey("adas34", INSTRUMENT, owner="ada")),
            lambda: store.remove_instructor("ada"),
        ):
            with pytest.raises(InstructorNotFound):
                verb()
        assert store.instructors() == [Instructor(INSTRUCTOR)]
        assert store.sign_in("token") is None
        assert store.surveys() == []

    @pytest.fixture
    def two(self, store: Store) -> Store:
        """Ada owns two surveys, one with a response; whoever was there first owns one between."""
        store.add_instructor(Instructor("ada", "hash", "link"))
        store.add_survey(Survey("adas34", INSTRUMENT, State.OPEN, owner="ada"))
        store.add_survey(Survey("firs34", INSTRUMENT))
        store.add_survey(Survey("adas36", INSTRUMENT, owner="ada"))
        store.add_response("adas34", response(1))
        store.add_sign_in("token", "ada")
        return store

    def test_surveys_of_an_instructor_are_theirs_alone(self, two):
        assert [each.code for each in two.surveys("ada")] == ["adas36", "adas34"]
        assert [each.code for each in two.surveys(INSTRUCTOR)] == ["firs34"]
        assert two.surveys("nobody") == []
        assert [each.code for each in two.surveys()] == ["adas36", "firs34", "adas34"]
        assert two.survey("adas34").owner == "ada"

    def test_owner_outlives_every_change_of_a_survey(self, two):
        two.replace_instrument("adas36", make_instrument("1/10"), INSTRUMENT.digest)
        two.set_sharing("adas36", True, 7)
        for state in (State.OPEN, State.CLOSED, State.OPEN):
            two.set_state("adas36", state)
        assert two.survey("adas36").owner == "ada"

    @pytest.mark.parametrize("heir", [None, "ada"])
    def test_instructor_with_surveys_is_kept_whole(self, two, heir):
        with pytest.raises(InstructorRefused):
            two.remove_instructor("ada", heir)
        assert two.instructor("ada") == Instructor("ada", "hash", "link")
        assert two.sign_in("token").name == "ada"
        assert len(two.surveys("ada")) == 2

    def test_unknown_heir_changes_nothing(self, two):
        with pytest.raises(InstructorNotFound):
            two.remove_instructor("ada", "nobody")
        assert two.sign_in("token").name == "ada"
        assert len(two.surveys("ada")) == 2

    def test_heir_has_the_surveys_with_their_responses_in_their_order(self, two):
        two.remove_instructor("ada", INSTRUCTOR)
        assert two.instructors() == [Instructor(INSTRUCTOR)]
        assert two.surveys("ada") == []
        codes = [each.code for each in two.surveys(INSTRUCTOR)]
        assert codes == ["adas36", "firs34", "adas34"]
        assert two.tally("adas34").responses == 1
        assert two.add_response("adas34", response(2))

    def test_removed_instructor_is_signed_out_and_their_link_is_dead(self, two):
        two.remove_instructor("ada", INSTRUCTOR)
        assert two.sign_in("token") is None
        assert two.link_owner("link") is None
        assert two.spend_link("link", "new") is None
        # Nor does the name bring anything of the former one back.
        assert two.add_instructor(Instructor("ada"))
        assert two.sign_in("token") is None
        assert two.surveys("ada") == []

    def test_instructor_whose_surveys_are_deleted_can_go(self, two):
        for survey in two.surveys("ada"):
            two.delete_survey(survey.code)
        two.remove_instructor("ada")
        assert [each.code for each in two.surveys()] == ["firs34"]

    def test_only_instructor_is_kept(self, store):
        with pytest.raises(InstructorRefused):
            store.remove_instructor(INSTRUCTOR)
        store.add_instructor(Instructor("ada"))
        store.remove_instructor(INSTRUCTOR)
        with pytest.raises(InstructorRefused):
            store.remove_instructor("ada")
        assert store.instructors() == [Instructor("ada")]

    def test_two_who_remove_each_other_leave_one(self, store):
        store.add_instructor(Instructor("ada"))

        def remove(name: str) -> bool:
            try:
                store.remove_instructor(name)
            except InstructorRefused:
                return False
            return True

        with ThreadPoolExecutor(2) as pool:
            assert sorted(pool.map(remove, ["ada", INSTRUCTOR])) == [False, True]
        assert len(store.instructors()) == 1
