"""The contract of every store for surveys that instructors share."""

import pytest
from contract_survey import INSTRUMENT

from survey.errors import InstructorNotFound, InstructorRefused, SurveyNotFound
from survey.store import Instructor, State, Store, Survey
from survey.store.models import Role


class ColleaguesContract:
    """A store records each survey's colleagues, also after handing over and removing."""

    @pytest.fixture
    def three(self, store: Store) -> Store:
        """Ada owns a survey; grace and ada.l are instructors, too."""
        for name in ("ada", "grace", "ada.l"):
            store.instructors.add(Instructor(name))
        store.surveys.add(Survey("adas34", INSTRUMENT, State.OPEN, owner="ada"))
        store.surveys.add(Survey("adas36", INSTRUMENT, owner="ada"))
        return store

    def shared(self, store: Store, name: str) -> list[str]:
        return [each.code for each in store.surveys.shared_with(name)]

    def test_a_new_survey_is_its_owners_alone(self, three):
        assert three.surveys.get("adas34").colleagues == ()
        assert three.surveys.get("adas34").role_of("ada") is Role.OWN
        assert three.surveys.get("adas34").role_of("grace") is None
        assert self.shared(three, "grace") == []

    def test_a_colleague_has_the_role_that_was_given_last(self, three):
        for role in (Role.PRESENT, Role.EDIT):
            three.surveys.set_colleague("adas34", "grace", role)
            assert three.surveys.get("adas34").role_of("grace") is role
        three.surveys.set_colleague("adas36", "grace", Role.PRESENT)
        assert self.shared(three, "grace") == ["adas36", "adas34"]
        assert self.shared(three, "ada.l") == self.shared(three, "ada") == []
        three.surveys.set_colleague("adas34", "grace", None)
        three.surveys.set_colleague("adas34", "grace", None)
        assert self.shared(three, "grace") == ["adas36"]
        assert [each.code for each in three.surveys.all("grace")] == []

    def test_a_name_within_another_is_nobody(self, three):
        three.surveys.set_colleague("adas34", "ada.l", Role.EDIT)
        assert self.shared(three, "ada") == self.shared(three, "a.l") == []
        assert self.shared(three, "ada.l") == ["adas34"]

    def test_roles_outlive_every_change_of_a_survey(self, three):
        three.surveys.set_colleague("adas34", "grace", Role.PRESENT)
        three.surveys.set_sharing("adas34", True, 7)
        three.surveys.set_state("adas34", State.CLOSED)
        assert three.surveys.get("adas34").role_of("grace") is Role.PRESENT

    def test_nobody_who_is_not_there_gets_a_role(self, three):
        with pytest.raises(InstructorNotFound):
            three.surveys.set_colleague("adas34", "nobody", Role.EDIT)
        with pytest.raises(InstructorNotFound):
            three.surveys.hand_over("adas34", "nobody")
        with pytest.raises(SurveyNotFound):
            three.surveys.set_colleague("nosuch", "grace", Role.EDIT)
        with pytest.raises(InstructorRefused):
            three.surveys.set_colleague("adas34", "ada", Role.PRESENT)
        assert three.surveys.get("adas34").colleagues == ()

    def test_handing_over_leaves_the_former_owner_an_editor(self, three):
        three.surveys.set_colleague("adas34", "grace", Role.PRESENT)
        three.surveys.set_colleague("adas34", "ada.l", Role.PRESENT)
        three.surveys.hand_over("adas34", "grace")
        three.surveys.hand_over("adas34", "grace")
        survey = three.surveys.get("adas34")
        assert survey.owner == "grace"
        assert dict(survey.colleagues) == {"ada": Role.EDIT, "ada.l": Role.PRESENT}
        assert [each.code for each in three.surveys.all("grace")] == ["adas34"]
        assert self.shared(three, "ada") == ["adas34"]

    def test_a_removed_colleague_has_no_role_left(self, three):
        three.surveys.set_colleague("adas34", "grace", Role.EDIT)
        three.surveys.set_colleague("adas34", "ada.l", Role.PRESENT)
        three.instructors.remove("grace")
        assert dict(three.surveys.get("adas34").colleagues) == {"ada.l": Role.PRESENT}
        three.instructors.add(Instructor("grace"))
        assert self.shared(three, "grace") == []

    def test_an_heir_owns_what_was_shared_with_them(self, three):
        three.surveys.set_colleague("adas34", "grace", Role.EDIT)
        three.instructors.remove("ada", "grace")
        for code in ("adas34", "adas36"):
            survey = three.surveys.get(code)
            assert (survey.owner, survey.colleagues) == ("grace", ())
        assert self.shared(three, "grace") == []
