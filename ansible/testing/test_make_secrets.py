"""What make-secrets makes is signed, named and readable as members read it."""
import pathlib
import subprocess

import pytest
import yaml

SCRIPT = pathlib.Path(__file__).parents[1] / "make-secrets"


@pytest.fixture(scope="module")
def secrets(tmp_path_factory):
    file = tmp_path_factory.mktemp("secrets") / "secrets.yml"
    subprocess.run([SCRIPT, file, "10.0.0.11", "member.example"], check=True, capture_output=True)
    assert file.stat().st_mode & 0o077 == 0
    return yaml.safe_load(file.read_text(encoding="utf-8"))


def openssl(*arguments, text):
    done = subprocess.run(["openssl", *arguments], input=text, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.parametrize(("name", "purpose"), [("fraud_http_cert", "sslserver"), ("fraud_gateway_client_cert", "sslclient")])
def test_should_be_signed_by_the_authority_for_its_purpose(secrets, tmp_path, name, purpose):
    authority = tmp_path / "authority.pem"
    authority.write_text(secrets["fraud_tls_authority"], encoding="utf-8")
    openssl("verify", "-x509_strict", "-purpose", purpose, "-CAfile", str(authority), text=secrets[name])


def test_should_have_the_names_that_were_given(secrets):
    text = openssl("x509", "-noout", "-text", text=secrets["fraud_http_cert"])
    for name in ("DNS:fraud-member", "DNS:localhost", "IP Address:127.0.0.1", "IP Address:10.0.0.11", "DNS:member.example"):
        assert name in text


@pytest.mark.parametrize("name", ["fraud_http_key", "fraud_gateway_client_key"])
def test_should_have_keys_in_the_form_that_members_read(secrets, name):
    assert secrets[name].startswith("-----BEGIN PRIVATE KEY-----")


def test_should_name_no_option_that_only_one_of_the_two_programs_has():
    text = SCRIPT.read_text(encoding="utf-8")
    assert "-noenc" not in text and "-addext" not in text
