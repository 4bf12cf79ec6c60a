"""The app for a WSGI server other than its own: gunicorn --workers 1 --threads 16 wsgi:app"""

import os
from pathlib import Path

from survey.app import create_app
from survey.app.configuration import Config
from survey.app.housekeeper import housekeeper

data = Path(os.environ.get("SURVEY_DATA", "/var/lib/deniable"))
config = Config(
    data,
    public_url="https://survey.example.org",
    proxies=1,
    database_url=os.environ.get("SURVEY_DATABASE") or None,
)
app = create_app(config)
housekeeper(app).start()
