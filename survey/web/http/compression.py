"""Compresses static files and the respondent's page, for a crowded Wi-Fi.

Files are the same for everyone and are compressed once at start. Of the pages only the
respondent's is compressed: it is the same for everyone who speaks its language, and holds no
secret. The others hold CSRF tokens beside what was typed, and compressing both together
would let the sizes tell about the token (BREACH).
"""

import gzip

from flask import Flask, Response, request

from survey.web.http.extensions import static_folder


def register_compression(app: Flask) -> None:
    """Sends these gzipped to browsers that accept it."""
    folder = static_folder(app)
    compressed = {
        file.relative_to(folder).as_posix(): gzip.compress(file.read_bytes(), mtime=0)
        for file in folder.rglob("*")
        if file.is_file()
    }

    @app.after_request
    def compress(response: Response) -> Response:
        if request.endpoint == "static" and response.status_code == 200:
            response.headers["Vary"] = "Accept-Encoding"
            if request.accept_encodings["gzip"] and request.method == "GET":
                response.direct_passthrough = False
                response.close()  # the open file
                response.set_data(compressed[(request.view_args or {})["filename"]])
                response.headers["Content-Encoding"] = "gzip"
        elif request.endpoint == "respond.page" and response.status_code == 200:
            response.vary.add("Accept-Encoding")
            if request.accept_encodings["gzip"] and request.method == "GET":
                response.set_data(gzip.compress(response.get_data(), compresslevel=6, mtime=0))
                response.headers["Content-Encoding"] = "gzip"
        return response
