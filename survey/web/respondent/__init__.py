"""The pages that respondents open, and the routes that receive their responses."""
