"""A WSGI app around the app, which records every request and can refuse some."""

import io


class Watched:
    """Records requests; replies 503 to the next `refuse_next` posts, and passes on the rest."""

    def __init__(self, app):
        self.inner = app.wsgi_app
        self.requests: list[tuple] = []
        self.bodies: list[bytes] = []
        self.refuse_next = 0
        self.on_post = lambda: None

    def __call__(self, environ, start_response):
        headers = {key: value for key, value in environ.items() if key.startswith("HTTP_")}
        body = b""
        if environ["REQUEST_METHOD"] == "POST":
            body = environ["wsgi.input"].read(int(environ["CONTENT_LENGTH"]))
            environ["wsgi.input"] = io.BytesIO(body)
            self.bodies.append(body)
            self.on_post()
        self.requests.append((environ["REQUEST_METHOD"], environ["REQUEST_URI"], headers, body))
        if body and self.refuse_next:
            self.refuse_next -= 1
            start_response("503 Service Unavailable", [("Content-Length", "0")])
            return [b""]
        return self.inner(environ, start_response)
