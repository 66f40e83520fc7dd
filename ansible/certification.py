#!/usr/bin/env python3
"""The results page of certify.yml: FOLDER/results.csv and results.md, a row a step, from what collect.yml has brought to FOLDER/step-MEMBERS.

Usage: certification.py pending FOLDER STEPS CONDITIONS           prints the steps without a row, or with one that does not count, in ascending order
       certification.py row FOLDER MEMBERS BEGIN END CONDITIONS   adds the row of a step that scored from BEGIN to END (seconds since 1970);
                                                                  fails behind that when ctl verify was not good

STEPS and CONDITIONS are JSON: [6, 12] and {"cards": N, "history": N, "rate": N, "warm_up_s": N, "run_s": N}. All rows of a folder have the
same conditions.
"""

import csv
import datetime
import json
import os
import pathlib
import re
import statistics
import sys

CONDITIONS = ["cards", "history", "rate", "warm_up_s", "run_s"]

# What is published of the challenge's rounds as text, by members: TPS. Nothing is read off a picture.
PUBLISHED_EARLY = {16: 130_000}
PUBLISHED_LAST = {18: 670_000}

# In the column verified, when ctl verify was good at the end of the step.
VERIFIED = "good"

# The columns of the page: key in the CSV, and heading.
COLUMNS = [
    ("members", "members"),
    ("tps", "TPS"),
    ("tps_min", "TPS, least 15 s"),
    ("published_early_tps", "published TPS, early state"),
    ("published_last_tps", "published TPS, last round"),
    ("tps_per_core", "TPS a core of the members"),
    ("p50_ms", "p50 ms"),
    ("p99_ms", "p99 ms"),
    ("p999_ms", "p99.9 ms"),
    ("p999_ms_max", "p99.9 ms, worst minute"),
    ("cores_busy", "cores busy"),
    ("cores", "cores"),
    ("heap_mib_max", "heap MiB, fullest member"),
    ("collections_percent", "% of time in collections, most"),
    ("in_mb_s", "MB/s in, busiest host"),
    ("out_mb_s", "MB/s out, busiest host"),
    ("in_packets_s", "packets/s in, busiest host"),
    ("out_packets_s", "packets/s out, busiest host"),
    ("map_calls_s", "calls/s of the map"),
    ("transactions_held", "transactions held"),
    ("verified", "verified"),
]
# What is in the CSV beside it, and below the table.
KEYS = [key for key, _ in COLUMNS] + CONDITIONS + ["backups", "machine", "release", "ended"]

NOTE = """\
Each row is a step of `certify.yml`: a cluster of that many members, warmed up for {warm_up_s} s and measured for {run_s} s. {cards:,} cards
with {history} transactions each were loaded, and each source sent {rate}. The folder `step-MEMBERS` has the series of each member and host as
CSV and picture, configuration, logs and versions. TPS, cores, network, packets and calls of the map are means of the run; p50, p99 and p99.9 are the median of
its values of a minute each. Histories go on from step to step: a later step holds what earlier ones have scored.

{machines}

**Published.** Two figures of the challenge's rounds, which had 6 to 20 members, are published as text: about 130,000 TPS in the early
state on 16 nodes, and 0.67 million TPS in the last round on 18 machines of 8 virtual cores (144 cores) with 30 million cards and one
backup. The other rounds are published as pictures. No figure is read off a picture, so their cells are empty (–). So are those of steps
with another number of members than 16 or 18.
"""


def read_rows(folder):
    file = folder / "results.csv"
    if not file.exists():
        return []
    with open(file, newline="", encoding="utf-8") as source:
        return list(csv.DictReader(source))


def pending(folder, steps, conditions):
    """The steps without a row that ctl verify was good for. Refuses a folder with rows of other conditions, which would stand in one table with these."""
    rows = read_rows(folder)
    for row in rows:
        found = {key: int(row[key]) for key in CONDITIONS}
        if found != conditions:
            raise ValueError(
                f"the rows of {folder / 'results.csv'} have other conditions; run with these, or move the folder away: found={found} asked={conditions}")
    return sorted(set(steps) - {int(row["members"]) for row in rows if row["verified"] == VERIFIED})


def series(file, begin, end):
    """The values of each column between the two times, by the column's name."""
    with open(file, newline="", encoding="utf-8") as source:
        rows = [row for row in csv.DictReader(source) if begin <= float(row["time_s"]) <= end]
    names = [name for name in (rows[0] if rows else {}) if name != "time_s"]
    columns = {name: [float(row[name]) for row in rows if row[name]] for name in names}
    return {name: values for name, values in columns.items() if values}


def highest_mean(columns, ending=""):
    means = [statistics.fmean(values) for name, values in columns.items() if name.endswith(ending)]
    return max(means, default=None)


def machines(folder):
    """What the hosts that ran a member say of themselves: cores of all, the kinds of machines, the releases."""
    texts = [file.read_text(encoding="utf-8") for file in sorted(folder.glob("*/versions.txt")) if (file.parent / "member.yaml").exists()]
    found = [re.search(r"^machine: (.*?(\d+) cores.*)$", text, re.MULTILINE) for text in texts]
    releases = {match.group(1) for text in texts if (match := re.search(r"^program: (.*?)\s*$", text, re.MULTILINE))}
    kinds = [match.group(1) for match in found if match]
    return {
        "cores": sum(int(match.group(2)) for match in found if match),
        "machine": "; ".join(f"{kinds.count(kind)} x {kind}" for kind in sorted(set(kinds))),
        "release": "; ".join(sorted(releases)),
    }


def scaled(value, factor, digits=0):
    return None if value is None else round(value * factor, digits) if digits else round(value * factor)


def measure(folder, members, begin, end):
    """The row of a step, without its conditions."""
    status = json.loads((folder / "status.json").read_text(encoding="utf-8"))
    if len(status["members"]) != members:
        raise ValueError(f"the cluster has another number of members than the step: members={len(status['members'])} step={members}")
    verified = json.loads((folder / "verify.json").read_text(encoding="utf-8"))
    throughput = series(folder / "throughput.csv", begin, end).get("all", [])
    if not throughput or statistics.fmean(throughput) < 1:
        raise ValueError(
            f"nothing was scored between begin={begin} and end={end}; look at the members' logs and at the source in {folder}, and run it again")
    latency = series(folder / "latency.csv", begin, end)
    heap = series(folder / "heap.csv", begin, end)
    network = series(folder / "network.csv", begin, end)
    packets = series(folder / "packets.csv", begin, end)
    cores_busy = highest_mean(series(folder / "processor.csv", begin, end), "all")
    found = machines(folder)
    tps = statistics.fmean(throughput)

    def percentile(name, pick):
        return scaled(pick(latency[name]), 1_000, 2) if name in latency else None

    return {
        "members": members,
        "tps": round(tps),
        "tps_min": round(min(throughput)),
        "published_early_tps": PUBLISHED_EARLY.get(members),
        "published_last_tps": PUBLISHED_LAST.get(members),
        "tps_per_core": round(tps / found["cores"]) if found["cores"] else None,
        "p50_ms": percentile("p50", statistics.median),
        "p99_ms": percentile("p99", statistics.median),
        "p999_ms": percentile("p99.9", statistics.median),
        "p999_ms_max": percentile("p99.9", max),
        "cores_busy": scaled(cores_busy, 1, 2),
        "heap_mib_max": scaled(max((max(values) for values in heap.values()), default=None), 1 / 1024**2),
        "collections_percent": scaled(highest_mean(series(folder / "collections.csv", begin, end)), 100, 2),
        "in_mb_s": scaled(highest_mean(network, " in"), 1e-6, 2),
        "out_mb_s": scaled(highest_mean(network, " out"), 1e-6, 2),
        "in_packets_s": scaled(highest_mean(packets, " in"), 1),
        "out_packets_s": scaled(highest_mean(packets, " out"), 1),
        "map_calls_s": scaled(highest_mean(series(folder / "map-calls.csv", begin, end), "entry processors"), 1),
        "transactions_held": verified["transactionsHeld"],
        "verified": VERIFIED if verified["good"] else "NOT GOOD",
        "backups": verified["backups"],
        "ended": datetime.datetime.fromtimestamp(end, datetime.timezone.utc).strftime("%Y-%m-%d %H:%M UTC"),
        **found,
    }


def shown(value):
    """A cell of the page; a CSV gives text."""
    if value in (None, ""):
        return "–"
    text = str(value)
    return f"{int(text):,}" if text.isdigit() else text


def page(rows):
    last = {key: int(rows[-1][key]) for key in CONDITIONS}
    rate = f"{last['rate']:,} transactions a second" if last["rate"] else "as many transactions as members took"
    lines = ["# Certification", "", "| " + " | ".join(heading for _, heading in COLUMNS) + " |", "| --- " * len(COLUMNS) + "|"]
    lines += ["| " + " | ".join(shown(row.get(key)) for key, _ in COLUMNS) + " |" for row in rows]
    hosts = [
        f"- {row['members']} members, {row['backups']} backup(s), ended {row['ended']}: {row['machine'] or 'unknown machines'}; {row['release'] or 'unknown release'}"
        for row in rows
    ]
    return "\n".join(lines) + "\n\n" + NOTE.format(**{**last, "rate": rate}, machines="\n".join(hosts))


def replace(file, text):
    """In one step, so that an interruption leaves the old or the new."""
    beside = file.with_name(file.name + ".new")
    beside.write_text(text, encoding="utf-8")
    os.replace(beside, file)


def write(folder, rows):
    lines = [",".join(KEYS)]
    for row in rows:
        # A row of an earlier release has no values of columns that are newer.
        values = ["" if row.get(key) is None else str(row[key]) for key in KEYS]
        lines.append(",".join('"' + value.replace('"', '""') + '"' if re.search('[,"\n]', value) else value for value in values))
    replace(folder / "results.csv", "\n".join(lines) + "\n")
    replace(folder / "results.md", page(rows))


def add_row(folder, members, begin, end, conditions):
    row = {**measure(folder / f"step-{members}", members, begin, end), **conditions}
    others = [other for other in read_rows(folder) if int(other["members"]) != members]
    write(folder, sorted(others + [row], key=lambda one: int(one["members"])))
    return row


def main():
    verb, folder = sys.argv[1], pathlib.Path(sys.argv[2])
    conditions = {key: int(value) for key, value in json.loads(sys.argv[-1]).items()}
    try:
        if verb == "pending":
            print(json.dumps(pending(folder, json.loads(sys.argv[3]), conditions)))
        else:
            members = int(sys.argv[3])
            row = add_row(folder, members, float(sys.argv[4]), float(sys.argv[5]), conditions)
            print(f"{row['members']} members: {row['tps']:,} TPS, p99.9 {shown(row['p999_ms'])} ms; verification {row['verified']}; {folder / 'results.md'}")
            if row["verified"] != VERIFIED:
                raise ValueError(
                    f"ctl verify was not good, so the step does not count, and the next run repeats it; look at {folder / f'step-{members}' / 'verify.txt'}")
    except ValueError as refused:
        sys.exit(f"certification: {refused}")


if __name__ == "__main__":
    main()
