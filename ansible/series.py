#!/usr/bin/env python3
"""Turns FOLDER/NAME.json, an answer of Prometheus to query_range, into NAME.csv and NAME.svg beside it.

Usage: series.py FOLDER NAME UNIT [sum]

UNIT is what the picture says below; with sum, a line and a column more have the sum of all series.
"""

import csv
import json
import math
import pathlib
import sys

WIDTH, HEIGHT, LEFT, BOTTOM, TOP = 900, 360, 90, 40, 30
COLOURS = ["#1f77b4", "#ff7f0e", "#2ca02c", "#d62728", "#9467bd", "#8c564b"]


def read(text):
    """The points of each series, as {time in s: value}, by its name: the label instance."""
    answer = json.loads(text)
    if answer.get("status") != "success":
        raise ValueError(f"Prometheus did not answer the query: {answer.get('error', text[:200])}")
    series = {}
    for one in answer["data"]["result"]:
        points = {float(at): float(value) for at, value in one["values"]}
        series[one["metric"].get("instance", "all")] = {at: value for at, value in points.items() if math.isfinite(value)}
    return series


def rows(series, has_sum):
    """One row a time: the time, the sum when there is one, each series; None where a series was not there."""
    names = sorted(series)
    for at in sorted({at for points in series.values() for at in points}):
        values = [series[name].get(at) for name in names]
        yield [at] + ([sum(value for value in values if value is not None)] if has_sum else []) + values


def columns(series, has_sum):
    return (["all"] if has_sum else []) + sorted(series)


def write_csv(file, series, has_sum):
    with open(file, "w", newline="") as out:
        writer = csv.writer(out)
        writer.writerow(["time_s"] + columns(series, has_sum))
        for row in rows(series, has_sum):
            writer.writerow(["" if value is None else f"{value:.6g}" if abs(value) < 1_000 else round(value) for value in row])


def line(points, colour, label):
    """A line that is broken where a point is missing."""
    path, pen_is_down = [], False
    for point in points:
        if point is None:
            pen_is_down = False
            continue
        path.append(("L" if pen_is_down else "M") + f"{point[0]:.1f} {point[1]:.1f}")
        pen_is_down = True
    return f'<path d="{" ".join(path)}" fill="none" stroke="{colour}" stroke-width="1.5"><title>{label}</title></path>'


def figure(value):
    return f"{value:,.0f}" if value >= 100 or value == 0 else f"{value:.3g}"


def picture(series, unit, has_sum):
    table = list(rows(series, has_sum))
    if not table:
        raise ValueError("Prometheus has no values of that time; was it running, and are these hosts its targets?")
    begin, end = table[0][0], max(table[-1][0], table[0][0] + 1)
    top = max(value for row in table for value in row[1:] if value is not None) * 1.1 or 1

    def x(at):
        return LEFT + (at - begin) / (end - begin) * (WIDTH - LEFT - 20)

    def y(value):
        return HEIGHT - BOTTOM - value / top * (HEIGHT - BOTTOM - TOP)

    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" font-family="sans-serif" font-size="12">',
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="white"/>',
    ]
    for step in range(5):
        value = top * step / 4
        parts.append(f'<path d="M{LEFT} {y(value):.1f}H{WIDTH - 20}" stroke="#ddd"/>')
        parts.append(f'<text x="{LEFT - 8}" y="{y(value) + 4:.1f}" text-anchor="end">{figure(value)}</text>')
        at = begin + (end - begin) * step / 4
        parts.append(f'<text x="{x(at):.1f}" y="{HEIGHT - BOTTOM + 18}" text-anchor="middle">{at - begin:,.0f} s</text>')
    for column, name in enumerate(columns(series, has_sum)):
        colour = "black" if has_sum and column == 0 else COLOURS[(column - has_sum) % len(COLOURS)]
        points = [None if row[column + 1] is None else (x(row[0]), y(row[column + 1])) for row in table]
        parts.append(line(points, colour, name))
        parts.append(f'<text x="{LEFT + column * 150}" y="18" fill="{colour}">{name}</text>')
    parts.append(f'<text x="{WIDTH - 20}" y="{HEIGHT - 6}" text-anchor="end">{unit}</text></svg>')
    return "\n".join(parts) + "\n"


def main():
    folder, name, unit = pathlib.Path(sys.argv[1]), sys.argv[2], sys.argv[3]
    has_sum = sys.argv[4:] == ["sum"]
    series = read((folder / f"{name}.json").read_text())
    (folder / f"{name}.svg").write_text(picture(series, unit, has_sum))
    write_csv(folder / f"{name}.csv", series, has_sum)


if __name__ == "__main__":
    main()
