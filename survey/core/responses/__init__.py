"""From an answer to its reports: responses, tokens, waves, tallies."""
