#!/usr/bin/env python3
"""What netcheck.yml measures between members: in which rounds, and as a table.

Usage: network.py rounds HOST ...   prints the rounds as JSON, each {host that asks: host that answers}; a host is in one pair at a time
       network.py table FOLDER      prints a table of FOLDER/*.json, what each pair measured, and writes FOLDER/network.csv
"""

import csv
import json
import pathlib
import re
import sys

COLUMNS = ["from", "to", "gbit_s", "packets_s", "lost_percent", "round_trip_min_ms", "round_trip_mean_ms", "round_trip_max_ms"]


def rounds(hosts):
    """Every pair once, in as few rounds as can be: the places move on around a circle, and the last one stays."""
    places = list(hosts) + ([None] if len(hosts) % 2 else [])
    moving = len(places) - 1
    result = []
    for number in range(moving):
        pairs = [(places[place], places[(number - place) % moving]) for place in range(moving) if place < (number - place) % moving]
        pairs += [(places[place], places[moving]) for place in range(moving) if (2 * place - number) % moving == 0]
        result.append({asks: answers for asks, answers in pairs if asks is not None and answers is not None})
    return result


def packets(end):
    """Packets a second that arrived, and the share of lost ones in percent."""
    both = end["sum_received"] if end.get("sum_received", {}).get("packets") else end["sum"]
    arrived = both["packets"] - both["lost_packets"]
    return round(arrived / both["seconds"]), round(100 * both["lost_packets"] / max(both["packets"], 1), 1)


def round_trips(text):
    found = re.search(r"= ([\d.]+)/([\d.]+)/([\d.]+)", text)
    if not found:
        raise ValueError(f"no answer to ping: {text.strip()[-200:]}")
    return [float(value) for value in found.groups()]


def rows_of(pair):
    """Two rows: there, and back."""
    trips = round_trips(pair["ping"])
    for way, start, end in (("there", pair["asks"], pair["answers"]), ("back", pair["answers"], pair["asks"])):
        gbit = round(pair[f"bytes_{way}"]["end"]["sum_received"]["bits_per_second"] / 1e9, 3)
        yield dict(zip(COLUMNS, [start, end, gbit, *packets(pair[f"packets_{way}"]["end"]), *trips]))


def closed(rows):
    """The ways over which nothing arrived that can be counted. plan takes a 0 for what was not measured, and so for no limit."""
    return [f"{row['from']} to {row['to']}" for row in rows if not row["packets_s"] or not row["gbit_s"]]


def table(rows):
    cells = [COLUMNS] + [[f"{row[name]:,}" if isinstance(row[name], int) else str(row[name]) for name in COLUMNS] for row in rows]
    widths = [max(len(line[column]) for line in cells) for column in range(len(COLUMNS))]
    lines = ["  ".join(cell.rjust(width) for cell, width in zip(line, widths)) for line in cells]
    least, gbit = (min(row[name] for row in rows) for name in ("packets_s", "gbit_s"))
    longest = max(row["round_trip_mean_ms"] for row in rows)
    lines.append(f"least: {gbit} Gbit/s, {least:,} packets/s; longest mean round trip: {longest} ms")
    if not closed(rows):
        lines.append(f"plan:  ./fraud plan --cards N --tps N --instance KIND --packets {least} --gbit {gbit} --round-trip-ms {longest}")
    return lines


def main():
    if sys.argv[1] == "rounds":
        print(json.dumps(rounds(sys.argv[2:])))
        return
    folder = pathlib.Path(sys.argv[2])
    try:
        rows = [row for file in sorted(folder.glob("*.json")) for row in rows_of(json.loads(file.read_text(encoding="utf-8")))]
    except ValueError as refused:
        sys.exit(f"network: {refused}")
    with open(folder / "network.csv", "w", newline="", encoding="utf-8") as out:
        writer = csv.DictWriter(out, COLUMNS)
        writer.writeheader()
        writer.writerows(rows)
    print("\n".join(table(rows)))
    if closed(rows):
        sys.exit("network: no data, or no packets of UDP, arrived from " + ", ".join(closed(rows))
                 + "; look for a rule that drops them, at both ends and between, and measure again")


if __name__ == "__main__":
    main()
