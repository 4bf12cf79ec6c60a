"""Sends static files compressed, for a crowded Wi-Fi.

They are the same for everyone and are compressed once at start; so is the respondent's page
(survey/client_build/files.py). survey/app/compressed_pages.py compresses pages without a secret.
"""

import gzip
from pathlib import Path

from flask import Flask, Response, make_response, request

from survey.web.http.extensions import static_folder


def compressed_files(folder: Path) -> dict[str, bytes]:
    """Each file in the folder, by its path within."""
    return {
        file.relative_to(folder).as_posix(): gzip.compress(file.read_bytes(), mtime=0)
        for file in folder.rglob("*")
        if file.is_file()
    }


def register_compression(app: Flask) -> None:
    """Sends static files gzipped to browsers that accept gzip."""
    compressed, plain = compressed_files(static_folder(app)), app.view_functions["static"]

    def static(filename: str) -> Response:
        response = make_response(plain(filename=filename))
        if response.status_code == 200:
            response.headers["Vary"] = "Accept-Encoding"
            if request.accept_encodings["gzip"] and request.method == "GET":
                response.direct_passthrough = False
                response.close()  # the open file
                response.set_data(compressed[filename])
                response.headers["Content-Encoding"] = "gzip"
        return response

    app.view_functions["static"] = static
