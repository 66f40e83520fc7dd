import pytest

from put_rows import last_cells, put_rows

TABLE = "text\n<!-- a: x -->\n| what |\n| --- |\n| one | 1 |\n| two | 2 |\n| one | 3 |\n| three | 4 |\n<!-- end of a -->\nmore\n"


@pytest.fixture
def file(tmp_path):
    file = tmp_path / "results.md"
    file.write_text(TABLE)
    return file


def test_should_replace_rows_with_the_same_first_cell(file):
    put_rows(file, "a: x", ["| two | 5 |", "| four | 6 |", "| two | 7 |"])
    assert file.read_text() == TABLE.replace("| two | 2 |", "| two | 5 |\n| two | 7 |").replace(
        "| three | 4 |", "| three | 4 |\n| four | 6 |")


def test_should_put_rows_where_the_first_of_them_stood(file):
    put_rows(file, "a: x", ["| one | 8 |"])
    assert file.read_text() == TABLE.replace("| one | 1 |", "| one | 8 |").replace("| one | 3 |\n", "")


def test_should_change_nothing_without_rows(file):
    put_rows(file, "a: x", [])
    assert file.read_text() == TABLE


def test_should_say_which_table_is_missing(file):
    with pytest.raises(SystemExit, match="<!-- a: y -->"):
        put_rows(file, "a: y", ["| one |"])


def test_should_find_the_last_cell_by_the_first_ones(file):
    file.write_text(TABLE.replace("| two | 2 |", "| two | 2 | The cores. |"))
    assert last_cells(file, "a: x", 2)[("two", "2")] == "The cores."
