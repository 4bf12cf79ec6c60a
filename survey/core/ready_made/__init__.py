"""Surveys to take as they are: on what people lie about, in every language of the pages."""
