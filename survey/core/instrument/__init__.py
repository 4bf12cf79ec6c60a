"""The published questionnaire: questions, texts, languages, validation, canonical JSON, digest."""
