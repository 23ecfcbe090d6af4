# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Medians and spreads, as one dictionary; the table, JSON and CSV of it."""

import collections
import csv
import json
import statistics

from .measure import ended, number


def spread(values):
    """Median, quartiles and limits; None if a value is unknown."""
    if not values or None in values:
        return None
    if len(values) > 1:
        low, middle, high = statistics.quantiles(values, n=4, method="inclusive")
    else:
        low = middle = high = values[0]
    return {"median": middle, "q1": low, "q3": high, "min": min(values), "max": max(values)}


def path_of(configuration, runs):
    """persistent only if every run was; original loops are a fallback, but for `off`, and `auto` where it chose them."""
    paths = {run.path for run in runs} or {"unknown"}
    if "unknown" in paths:
        return "unknown"
    path = paths.pop() if len(paths) == 1 else "mixed"
    chosen = configuration.mode == "off" or (
        configuration.mode == "auto" and all((run.reason or "").startswith("PERSISTIFY=auto") for run in runs))
    return "fallback" if path == "original" and not chosen else path


def regions_of(runs):
    """Each region with its times over all runs and its last line of statistics."""
    found = collections.OrderedDict()
    for run in runs:
        for values in run.regions:
            found.setdefault((values.get("file"), values.get("line"), values["region"]), []).append(values)
    return [{"region": key[2], "file": key[0], "line": key[1], "region_ms": spread([number(v.get("region_ms")) for v in lines]),
             "build_ms": spread([number(v.get("build_ms")) for v in lines]), "last": lines[-1]}
            for key, lines in found.items()]


def summary(configuration, runs, difference):
    result = {"name": configuration.name, "mode": configuration.mode, "wg": configuration.wg,
              "barrier": configuration.barrier, "path": path_of(configuration, runs),
              "reason": next((run.reason for run in reversed(runs) if run.reason), None),
              "runs_persistent": sum(run.path == "persistent" for run in runs),
              "timed_out": any(run.timed_out for run in runs), "exit": ended(runs[-1].exit_code) if runs else None,
              "agrees": difference is None, "difference": difference}
    if configuration.mode == "off":
        result["reason"] = None
    for key in ("region_ms", "process_ms", "build_ms"):
        result[key] = None if result["timed_out"] else spread([getattr(run, key) for run in runs])
    result["speedup"] = {"region": None, "process": None}
    result["regions"] = regions_of(runs)
    result["runs"] = [{"process_ms": run.process_ms, "region_ms": run.region_ms, "build_ms": run.build_ms,
                       "entries": run.entries, "persistent": run.persistent, "exit_code": run.exit_code,
                       "timed_out": run.timed_out} for run in runs]
    return result


def add_speedups(rows):
    """Against the original loops; only what ran persistent, and gave the same, has one."""
    base = next((row for row in rows if row["mode"] == "off" and row["path"] == "original"), None)
    for row in rows:
        if base is None or row["path"] != "persistent" or not row["agrees"]:
            continue
        for what in row["speedup"]:
            before, after = base[what + "_ms"], row[what + "_ms"]
            if before and after and after["median"] > 0:
                row["speedup"][what] = before["median"] / after["median"]


def report(facts, measured, comparison):
    """Everything that is written, also the JSON file."""
    rows = [summary(c, runs, comparison.differences.get(c)) for c, runs in measured.items()]
    add_speedups(rows)
    said = {}
    for runs in measured.values():
        for run in runs:
            said.update(run.facts)
    problems = [row["difference"] for row in rows if row["difference"]]
    problems += ["%s: the time limit was passed" % row["name"] for row in rows if row["timed_out"]]
    problems += ["--output %s: not written by the program" % name for name in comparison.unwritten()]
    return dict(facts, schema=1, device=said.get("device"), configurations=rows, problems=problems, agree=not problems)


# ---- text ------------------------------------------------------------------------


def ms(value):
    if value is None:
        return "-"
    return "%.*f" % (3 if value < 10 else 2 if value < 100 else 1, value)


def median(values):
    return ms(values and values["median"])


def quartiles(values):
    return "-" if not values else "%s..%s" % (ms(values["q1"]), ms(values["q3"]))


def factor(value):
    return "-" if value is None else "%.2fx" % value


def shape(row):
    """Work-groups that took part last and their size, where one region says so."""
    lines = [region["last"] for region in row["regions"]]
    if row["path"] not in ("persistent", "mixed") or len(lines) != 1:
        return "-"
    return "%s x %s" % (lines[0].get("groups", "?"), lines[0].get("wg", "?"))


def path_text(row):
    if row["timed_out"]:
        return "TIME LIMIT"
    if row["path"] == "fallback":
        return "FELL BACK"
    if row["path"] == "mixed":
        return "PARTLY PERSISTENT"
    return row["path"]


def outputs_text(row):
    return "same" if row["agrees"] else "DIFFERENT"


COLUMNS = [("mode", lambda row: row["name"]), ("loops", path_text), ("groups", shape),
           ("region ms", lambda row: median(row["region_ms"])), ("quartiles", lambda row: quartiles(row["region_ms"])),
           ("speed-up", lambda row: factor(row["speedup"]["region"])),
           ("process ms", lambda row: median(row["process_ms"])), ("quartiles", lambda row: quartiles(row["process_ms"])),
           ("speed-up", lambda row: factor(row["speedup"]["process"])),
           ("build ms", lambda row: median(row["build_ms"])), ("outputs", outputs_text)]
LEFT = {"mode", "loops", "outputs"}


def notes(data):
    """What a reader of the table has to know of it."""
    result = []
    for row in data["configurations"]:
        if row["path"] in ("fallback", "mixed") and not row["timed_out"]:
            result.append("%s: not counted as persistent: %d of %d runs were%s" % (
                row["name"], row["runs_persistent"], len(row["runs"]), "; " + row["reason"] if row["reason"] else ""))
        if row["exit"] not in ("exit code 0", None) and not row["timed_out"]:
            result.append("%s: ended with %s" % (row["name"], row["exit"]))
    if all(row["region_ms"] is None for row in data["configurations"]):
        result.append("the time of the regions is not known: the program's runtime does not tell it")
    return result


def table(data):
    lines = [[title for title, _ in COLUMNS]] + [[cell(row) for _, cell in COLUMNS] for row in data["configurations"]]
    widths = [max(len(line[i]) for line in lines) for i in range(len(COLUMNS))]
    text = ""
    for line in lines:
        cells = [cell.ljust(w) if title in LEFT else cell.rjust(w) for (title, _), cell, w in zip(COLUMNS, line, widths)]
        text += "  ".join(cells).rstrip() + "\n"
    return text


def write_json(data, file):
    json.dump(data, file, indent=1)
    file.write("\n")


def write_csv(data, file):
    """A line for each mode; an unknown value is an empty field."""
    names = ["region_ms", "process_ms", "build_ms"]
    parts = ["median", "q1", "q3", "min", "max"]
    out = csv.writer(file, lineterminator="\n")
    out.writerow(["mode", "wg", "barrier", "path", "runs", "runs_persistent", "outputs"] +
                 [name if part == "median" else name + "_" + part for name in names for part in parts] +
                 ["region_speedup", "process_speedup", "reason"])
    for row in data["configurations"]:
        times = [row[name] and row[name][part] for name in names for part in parts]
        out.writerow([row["mode"], row["wg"], row["barrier"], row["path"], len(row["runs"]), row["runs_persistent"],
                      "same" if row["agrees"] else "different"] + times +
                     [row["speedup"]["region"], row["speedup"]["process"], row["reason"]])
