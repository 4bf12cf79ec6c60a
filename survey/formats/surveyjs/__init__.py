"""SurveyJS JSON (surveyjs.io)."""
