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
    begin, end = f"<!-- {table} -->", f"<!-- end of {table.split(':')[0]} -->"
    lines = file.read_text().splitlines()
    if begin not in lines or end not in lines[lines.index(begin):]:
        sys.exit(f"there is no table between '{begin}' and '{end}': file={file}")
    first = lines.index(begin) + 1 + HEAD_LINES
    last = first + lines[first:].index(end)
    body = lines[first:last]
    for name in dict.fromkeys(map(name_of, rows)):
        at = next((i for i, line in enumerate(body) if name_of(line) == name), len(body))
        body = [line for line in body if name_of(line) != name]
        body[at:at] = [row for row in rows if name_of(row) == name]
    file.write_text("\n".join(lines[:first] + body + lines[last:]) + "\n")


def name_of(row):
    return row.split(" | ")[0]


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    put_rows(Path(sys.argv[1]), sys.argv[2], [line for line in sys.stdin.read().splitlines() if line])
