#!/usr/bin/env python3
"""Puts rows into a table of a Markdown file such as TEST_RESULTS.md: put_rows.py FILE TABLE <ROWS

TABLE is what the comments around the table say: of 'bench: http' these are '<!-- bench: http -->' before its head and
'<!-- end of bench -->' behind its last row. New rows take the place of those with the same first cell, or stand behind the last row.
Without rows it looks whether the table is there.
"""
import sys
from pathlib import Path

HEAD_LINES = 2


def put_rows(file, table, rows):
    lines, first, last = find(file, table)
    body = lines[first:last]
    for name in dict.fromkeys(map(name_of, rows)):
        at = next((i for i, line in enumerate(body) if name_of(line) == name), len(body))
        body = [line for line in body if name_of(line) != name]
        body[at:at] = [row for row in rows if name_of(row) == name]
    file.write_text("\n".join(lines[:first] + body + lines[last:]) + "\n")


def last_cells(file, table, columns):
    """The last cell of each row, by its first cells: as many as columns."""
    lines, first, last = find(file, table)
    rows = [row.removeprefix("| ").removesuffix(" |").split(" | ") for row in lines[first:last]]
    return {tuple(row[:columns]): row[-1] for row in rows}


def find(file, table):
    """The lines of the file, and where the rows of the table begin and end."""
    begin, end = f"<!-- {table} -->", f"<!-- end of {table.split(':')[0]} -->"
    lines = file.read_text().splitlines()
    if begin not in lines or end not in lines[lines.index(begin):]:
        sys.exit(f"there is no table between '{begin}' and '{end}': file={file}")
    first = lines.index(begin) + 1 + HEAD_LINES
    return lines, first, first + lines[first:].index(end)


def name_of(row):
    return row.split(" | ")[0]


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    put_rows(Path(sys.argv[1]), sys.argv[2], [line for line in sys.stdin.read().splitlines() if line])
