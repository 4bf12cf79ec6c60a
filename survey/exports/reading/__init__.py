"""Reading the app's own exports, whatever their format."""

from survey.exports.reading.read import read_export

__all__ = ["read_export"]
