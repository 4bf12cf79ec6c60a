"""XLSForm (xlsform.org): an .xlsx file with the sheets survey, choices and settings."""
