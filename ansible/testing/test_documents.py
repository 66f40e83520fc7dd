"""The pages that messages and comments name."""
import pathlib
import re

import pytest

PROJECT = pathlib.Path(__file__).parents[2]
PLACES = ["ansible/make-*", "ansible/*.yml", "ansible/tasks/*.yml", "ansible/roles/**/*.yml", "deploy/**/*", "hazelcast-certification/src/main/java/**/*.java"]
# As in: docs/deploy/alerts.md, "Runbooks". In a script or in Java the quotes are escaped; a folded text has a line break before them.
NAMED = re.compile(r'(docs/[\w/-]+\.md)(?:,\s+\\?"([^"\\]+)\\?")?')


@pytest.mark.parametrize("place", PLACES)
def test_should_name_pages_and_sections_that_are_there(place):
    named = {match for file in PROJECT.glob(place) if file.is_file() for match in NAMED.findall(file.read_text(encoding="utf-8"))}
    assert named
    for page, section in sorted(named):
        headings = re.findall(r"^#+ (.*)$", (PROJECT / page).read_text(encoding="utf-8"), re.MULTILINE)
        assert not section or section in headings, f"{page}, {section}"
