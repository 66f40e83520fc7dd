"""When certificates end that no port of a member shows, as the monitor's node exporter serves it."""
import json
import pathlib
import re
import subprocess
import sys
import time

import pytest

ANSIBLE = pathlib.Path(__file__).parents[1]
DAY_S = 86_400


def make(folder, *arguments, days=365):
    done = subprocess.run([ANSIBLE / "make-certificates", folder, *arguments], env={"PATH": "/usr/bin:/bin", "FRAUD_CERTIFICATE_DAYS": str(days)},
                          capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def ends(folder, monitor, status=0, **given):
    done = subprocess.run([sys.executable, ANSIBLE / "certificate_ends.py", folder, monitor], input=json.dumps(given), capture_output=True,
                          text=True, check=False)
    assert done.returncode == status, done.stdout + done.stderr
    return done.stderr if status else done.stdout


def days(text):
    found = re.findall(r'^fraud_certificate_ends_seconds\{certificate="([^"]+)"\} (\d+)$', text, re.MULTILINE)
    return {name: round((int(end) - time.time()) / DAY_S) for name, end in found}


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    kept = tmp_path_factory.mktemp("kept")
    make(kept, "authority")
    make(kept, "server", "m1/gateway", "m1.example")
    make(kept, "server", "monitor/grafana", "monitor.example", days=70)
    make(kept, "client", "clients/client")
    make(kept, "client", "clients/shops/paris", days=80)
    return kept


def test_should_name_what_no_port_of_a_member_shows(folder):
    assert days(ends(folder, "monitor")) == {"authority": 3650, "grafana": 70, "clients/client": 365, "clients/shops/paris": 80}
    assert days(ends(folder, "")) == {"authority": 3650, "clients/client": 365, "clients/shops/paris": 80}


def test_should_take_what_is_given_in_place_of_what_was_issued(folder):
    other = (folder / "clients/shops/paris.pem").read_text(encoding="utf-8")
    assert days(ends(folder, "monitor", grafana=other, authority=""))["grafana"] == 80
    assert days(ends("", "monitor", authority=other, gateway_client_ca=other, grafana="")) == {"authority": 80, "gateway_client_ca": 80}


def test_should_count_several_certificates_with_the_one_that_ends_first(folder):
    both = "".join((folder / name).read_text(encoding="utf-8") for name in ("authority.pem", "monitor/grafana.pem"))
    assert days(ends(folder, "", authority=both))["authority"] == 70


@pytest.mark.parametrize("text", ["certificate", "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n"])
def test_should_name_what_is_no_certificate(text):
    assert "certificate=authority" in ends("", "", status=1, authority=text)


def test_should_be_what_the_alerts_look_at(folder):
    rules = (ANSIBLE.parent / "observability" / "deployment-rules.yml").read_text(encoding="utf-8")
    names = set(re.findall(r"^(\w+)\{", ends(folder, "monitor"), re.MULTILINE))
    assert len(names) == 1 and all(f"{name} - time()" in rules for name in names)
