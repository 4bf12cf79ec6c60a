"""A real nginx with the site of survey/docs/deploy/nginx.conf, on ports of this machine."""

import datetime
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path

import debian
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from patience import PATIENCE
from ports import unused_port, wait_until_open

SITE = Path(__file__).parents[2] / "survey" / "docs" / "deploy" / "nginx.conf"
NAME = "localhost"


@contextmanager
def in_front_of(
    port: int,
    folder: Path,
    connections: int = 256,
    main: str = "master_process off;",
    **changed: str,
) -> Iterator[Path]:
    """Runs nginx before the app at `port`, with so many connections; yields the folder.

    `main` are the settings of its processes in the main configuration file.

    `folder` holds its certificate (`cert.pem`), its log (`log`), and the port of each part of the
    site in a file: `https`, `http` and `figures`. `changed` replaces texts of the site.
    """
    program = debian.found_or_installed(
        partial(shutil.which, "nginx", path="/usr/sbin:/usr/bin:/usr/local/sbin"), "nginx"
    )
    _make_certificate(folder)
    ports = {name: unused_port() for name in ("https", "http", "figures")}
    for name, number in ports.items():
        (folder / name).write_text(str(number))
    site = SITE.read_text("utf-8")
    for old, new in {
        "listen [::]": "# listen [::]",  # not every machine has IPv6
        "listen 443": f"listen 127.0.0.1:{ports['https']}",
        "listen 80;": f"listen 127.0.0.1:{ports['http']};",
        "listen 127.0.0.1:8081": f"listen 127.0.0.1:{ports['figures']}",
        "proxy_pass http://127.0.0.1:8000": f"proxy_pass http://127.0.0.1:{port}",
        "survey.example.org;": f"{NAME};",
        "/etc/letsencrypt/live/survey.example.org/fullchain.pem": str(folder / "cert.pem"),
        "/etc/letsencrypt/live/survey.example.org/privkey.pem": str(folder / "key.pem"),
        "/var/log/nginx/deniable.log": str(folder / "log"),
        **changed,
    }.items():
        assert old in site, old
        site = site.replace(old, new)
    kept = "".join(
        f"{each}_temp_path {folder / each};\n"
        for each in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    (folder / "nginx.conf").write_text(
        f"daemon off; {main} pid {folder / 'pid'}; error_log {folder / 'start'};\n"
        f"events {{ worker_connections {connections}; }}\nhttp {{\n{kept}{site}\n}}\n"
    )
    process = subprocess.Popen(
        [program, "-p", str(folder), "-c", str(folder / "nginx.conf")], stderr=subprocess.PIPE
    )
    try:
        wait_until_open(ports["https"], process)
        yield folder
    finally:
        process.terminate()
        process.communicate(timeout=PATIENCE)


def _make_certificate(folder: Path) -> None:
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, NAME)])
    now = datetime.datetime.now(datetime.UTC)
    certificate = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - datetime.timedelta(hours=1))
        .not_valid_after(now + datetime.timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName(NAME)]), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(key, hashes.SHA256())
    )
    (folder / "cert.pem").write_bytes(certificate.public_bytes(serialization.Encoding.PEM))
    (folder / "key.pem").write_bytes(
        key.private_bytes(
            serialization.Encoding.PEM,
            serialization.PrivateFormat.PKCS8,
            serialization.NoEncryption(),
        )
    )
