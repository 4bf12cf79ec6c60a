"""The tests' own certificate authority, and its certificate for each server."""

import base64
import datetime
import hashlib
import ssl
from dataclasses import dataclass, field
from ipaddress import ip_address
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec

DAY = datetime.timedelta(days=1)
ADDRESS = "127.0.0.1"


def _new_key() -> ec.EllipticCurvePrivateKey:
    return ec.generate_private_key(ec.SECP256R1())


@dataclass(frozen=True)
class Authority:
    """Signs certificates for this machine, and stores their files in the folder."""

    folder: Path
    key: ec.EllipticCurvePrivateKey = field(default_factory=_new_key)

    @property
    def fingerprint(self) -> str:
        """The fingerprint of its public key, by which Chromium can be told to trust it."""
        public = self.key.public_key().public_bytes(
            serialization.Encoding.DER, serialization.PublicFormat.SubjectPublicKeyInfo
        )
        return base64.b64encode(hashlib.sha256(public).digest()).decode()

    def context(self, name: str) -> ssl.SSLContext:
        """The TLS context of a server at 127.0.0.1, with the authority's certificate, too."""
        key = _new_key()
        chain = self._certificate(name, key.public_key()), self.certificate
        path = self.folder / f"{name}.pem"
        path.write_bytes(
            key.private_bytes(
                serialization.Encoding.PEM,
                serialization.PrivateFormat.PKCS8,
                serialization.NoEncryption(),
            )
            + b"".join(each.public_bytes(serialization.Encoding.PEM) for each in chain)
        )
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(path)
        return context

    @property
    def certificate(self) -> x509.Certificate:
        return self._certificate("Tests", self.key.public_key(), authority=True)

    @property
    def file(self) -> Path:
        """The file of its own certificate, which programs can be told to trust."""
        path = self.folder / "authority.pem"
        path.write_bytes(self.certificate.public_bytes(serialization.Encoding.PEM))
        return path

    def _certificate(
        self, name: str, key: ec.EllipticCurvePublicKey, authority: bool = False
    ) -> x509.Certificate:
        now = datetime.datetime.now(datetime.UTC)
        names = [x509.DNSName("localhost"), x509.IPAddress(ip_address(ADDRESS))]
        return (
            x509.CertificateBuilder()
            .subject_name(_name(name))
            .issuer_name(_name("Tests"))
            .public_key(key)
            .serial_number(x509.random_serial_number())
            .not_valid_before(now - DAY)
            .not_valid_after(now + DAY)
            .add_extension(x509.SubjectAlternativeName(names), critical=False)
            .add_extension(x509.BasicConstraints(authority, None), critical=True)
            # Python 3.13 and later accept no chain without these (RFC 5280, 4.2.1).
            .add_extension(_usage(authority), critical=True)
            .add_extension(x509.SubjectKeyIdentifier.from_public_key(key), critical=False)
            .add_extension(
                x509.AuthorityKeyIdentifier.from_issuer_public_key(self.key.public_key()),
                critical=False,
            )
            .sign(self.key, hashes.SHA256())
        )


def _usage(authority: bool) -> x509.KeyUsage:
    """What the key is for: a server's signs its handshakes, the authority's also certificates."""
    return x509.KeyUsage(
        digital_signature=True, key_cert_sign=authority, crl_sign=authority,
        content_commitment=False, key_encipherment=False, data_encipherment=False,
        key_agreement=False, encipher_only=False, decipher_only=False,
    )  # fmt: skip


def _name(common: str) -> x509.Name:
    return x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, common)])
