"""The playbooks, as they are written."""
import pathlib

import yaml

ANSIBLE = pathlib.Path(__file__).parent.parent
BOOKS = sorted(ANSIBLE.glob("*.yml"))


def read(file):
    return yaml.safe_load(file.read_text(encoding="utf-8"))


def plays():
    return [(file.name, play) for file in BOOKS for play in read(file) if "hosts" in play]


def tasks_of(play):
    found = list(play.get("tasks", []))
    for task in found:
        for part in ("block", "rescue", "always"):
            found += task.get(part, [])
    return found
