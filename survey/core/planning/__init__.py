"""Planning before a survey: the number of respondents, and γ."""
