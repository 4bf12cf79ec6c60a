"""What programs ask for unasked is there: no 404 of theirs stands among a site's."""


def test_robots_are_asked_to_stay_away(respondent):
    reply = respondent.get("/robots.txt")
    assert (reply.status_code, reply.mimetype) == (200, "text/plain")
    assert reply.text == "User-agent: *\nDisallow: /\n"
    assert "Set-Cookie" not in reply.headers


def test_the_icon_is_the_one_of_the_pages(respondent):
    reply = respondent.get("/favicon.ico")
    assert reply.status_code == 302
    assert "Set-Cookie" not in reply.headers
    with respondent.get(reply.location) as icon:
        assert (icon.status_code, icon.mimetype) == (200, "image/svg+xml")
