#!/usr/bin/env python3
"""Prints for Prometheus when certificates end that no port of a member shows.

certificate_ends.py FOLDER MONITOR <GIVEN

Of FOLDER, as make-certificates keeps it (empty: none): the authority, Grafana's of the host MONITOR (empty: none), and those of clients.
GIVEN is JSON: names with the texts of certificates (PEM) that take the place of what has this name in FOLDER; empty texts are none. A text
with several certificates, such as a chain, counts with the one that ends first.
"""
import json
import pathlib
import re
import ssl
import subprocess
import sys

PEM = re.compile(r"-----BEGIN CERTIFICATE-----.*?-----END CERTIFICATE-----", re.DOTALL)
METRIC = "fraud_certificate_ends_seconds"


def end(name, text):
    """Seconds since 1970."""
    ends = []
    for certificate in PEM.findall(text):
        done = subprocess.run(["openssl", "x509", "-noout", "-enddate"], input=certificate, capture_output=True, text=True, check=False)
        if done.returncode != 0:
            raise SystemExit(f"certificate_ends: openssl does not read a certificate: certificate={name}: {done.stderr.strip()}")
        ends.append(ssl.cert_time_to_seconds(done.stdout.strip().partition("=")[2]))
    if not ends:
        raise SystemExit(f"certificate_ends: there is no certificate in PEM; write it again: certificate={name}")
    return min(ends)


def issued(folder, monitor):
    """Names and files of what is kept there and was issued for no member."""
    files = {"authority": folder / "authority.pem"}
    if monitor:
        files["grafana"] = folder / monitor / "grafana.pem"
    files.update({str(file.relative_to(folder).with_suffix("")): file for file in sorted(folder.glob("clients/**/*.pem"))})
    return {name: file.read_text(encoding="utf-8") for name, file in files.items() if file.exists()}


def main(folder, monitor):
    found = issued(pathlib.Path(folder), monitor) if folder else {}
    found.update({name: text for name, text in json.load(sys.stdin).items() if text})
    print(f"# HELP {METRIC} When a certificate ends that no port of a member shows, in seconds since 1970")
    print(f"# TYPE {METRIC} gauge")
    for name, text in sorted(found.items()):
        print(f'{METRIC}{{certificate="{name}"}} {end(name, text)}')


if __name__ == "__main__":
    main(*sys.argv[1:])
