"""Before a survey: how many respondents, how much noise."""
