"""Planning a survey: the number of respondents and the γ for a margin."""
