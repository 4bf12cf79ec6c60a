"""LimeSurvey: .lss of a survey, .lsg of a group of questions, .lsq of one question."""
