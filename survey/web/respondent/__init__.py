"""The pages that respondents open, and the routes that they send to."""
