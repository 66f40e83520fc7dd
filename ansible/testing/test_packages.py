"""Whatever the playbooks install is in the distribution: packages.csv has the versions that 'apt-cache policy' shows there, none for a
package that is missing. A new package needs its line."""
import csv
import pathlib
import re

import jinja2
import pytest
import yaml

HERE = pathlib.Path(__file__).parent
ANSIBLE = HERE.parent
with open(HERE / "packages.csv", newline="", encoding="utf-8") as rows:
    KNOWN = {row.pop("package"): row for row in csv.DictReader(rows)}
DISTRIBUTIONS = list(KNOWN["gpg"])
DEFAULT = yaml.safe_load((ANSIBLE / "roles" / "fraud" / "defaults" / "main.yml").read_text(encoding="utf-8"))["fraud_java_package"]
# From a repository of its own.
ELSEWHERE = {"grafana"}


def tasks(found):
    for task in found or []:
        yield task
        for part in ("tasks", "block", "rescue", "always"):
            yield from tasks(task.get(part))


def names(name):
    """The packages of a name, a list of them, or an expression whose names stand in quotes."""
    if isinstance(name, list):
        return {one for part in name for one in names(part)}
    return set(re.findall(r"'([a-z0-9.+-]+)'", name)) if "{{" in name else {name}


def installed():
    files = [*ANSIBLE.glob("*.yml"), *ANSIBLE.glob("tasks/*.yml"), *ANSIBLE.glob("roles/*/tasks/*.yml")]
    found = [task["ansible.builtin.apt"]["name"] for file in files for task in tasks(yaml.safe_load(file.read_text(encoding="utf-8")))
             if "ansible.builtin.apt" in task]
    return {one for name in found for one in names(name)} - ELSEWHERE


def java_of(distribution):
    name, version = distribution.split()
    facts = {"distribution": name, "distribution_major_version": version}
    return jinja2.Environment().from_string(DEFAULT).render(ansible_facts=facts)


@pytest.mark.parametrize("distribution", DISTRIBUTIONS)
def test_should_install_what_the_distribution_has(distribution):
    wanted = installed() | {java_of(distribution)}
    assert {"chrony", "wireguard-tools", "prometheus"} < wanted
    assert {name for name in wanted if not KNOWN.get(name, {}).get(distribution)} == set()


def test_should_know_no_package_that_nobody_installs():
    assert set(KNOWN) == installed() | {java_of(distribution) for distribution in DISTRIBUTIONS}
