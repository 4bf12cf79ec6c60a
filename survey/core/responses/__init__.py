"""What respondents send: responses, tokens, waves, tallies."""
