#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Checks a report against docs/report-schema.md, or against what SARIF 2.1.0 requires.

usage: check-report.py (run|examine|sarif) FILE [EXPRESSION...]

Each EXPRESSION is Python that must be true of the document, which is called `d`."""

import json
import re
import sys

problems = []


def need(value, path, members, optional=()):
    """Whether value is an object with these members (name: type), and no others."""
    if not isinstance(value, dict):
        problems.append("%s is no object" % path)
        return False
    for name, kind in members.items():
        if name not in value:
            problems.append("%s lacks %s" % (path, name))
        elif not isinstance(value[name], kind) or (kind is int and isinstance(value[name], bool)):
            problems.append("%s.%s is %r" % (path, name, value[name]))
    for name in value:
        if name not in members and name not in optional:
            problems.append("%s.%s is not in the schema" % (path, name))
    return True


def place(value, path):
    if value is None:
        return
    numbers = ("line", "column", "endLine", "endColumn", "begin", "end")
    if need(value, path, {"file": str}, numbers):
        for name in numbers:
            if name in value and not (isinstance(value[name], int) and value[name] >= 0):
                problems.append("%s.%s is %r" % (path, name, value[name]))


def diagnostics(values, path):
    for i, value in enumerate(values):
        here = "%s[%d]" % (path, i)
        if need(value, here, {"code": str, "severity": str, "message": str}, ("advice", "place")):
            if not re.fullmatch(r"PST\d{4}", value["code"]):
                problems.append(here + ".code is %r" % value["code"])
            if value["severity"] not in ("note", "warning", "error"):
                problems.append(here + ".severity is %r" % value["severity"])
            place(value.get("place"), here + ".place")


def loops(values, path):
    for i, value in enumerate(values):
        here = "%s[%d]" % (path, i)
        if need(value, here, {"place": dict, "function": str, "status": str, "diagnostics": list},
                ("region", "explanation", "plan", "runs")):
            place(value["place"], here + ".place")
            if value["status"] not in ("transformed", "refused", "repetition", "skipped", "candidate"):
                problems.append(here + ".status is %r" % value["status"])
            if (value["status"] == "transformed") != ("region" in value):
                problems.append(here + ": a region goes with 'transformed'")
            diagnostics(value["diagnostics"], here + ".diagnostics")
            if "plan" in value:
                plan(value["plan"], here + ".plan")
            if "runs" in value:
                runs(value["runs"], here + ".runs")


def each(value, path, members, optional=()):
    """Whether all of the list are objects with these members."""
    return [(one, "%s[%d]" % (path, i)) for i, one in enumerate(value)
            if need(one, "%s[%d]" % (path, i), members, optional)]


def plan(value, path):
    need(value, path, {"buffers": list, "steps": list, "optimisations": list, "captured": list, "writtenBack": list,
                       "arguments": list, "guards": list, "behind": list, "exits": list, "betweenTrips": dict, "notes": list},
         ("device",))
    each(value["buffers"], path + ".buffers", {"name": str, "read": bool, "written": bool, "own": bool, "rotates": bool})
    phases = 0
    for step, here in each(value["steps"], path + ".steps", {"kind": str, "place": dict, "depth": int, "barrier": list},
                           ("call", "conditional", "noBarrier", "rotation", "kernel", "kernelPlace", "schedule", "scheduleReason",
                            "remarks", "uses")):
        place(step["place"], here + ".place")
        if step["kind"] == "loop":
            continue
        phases += 1
        if not step["barrier"] and "noBarrier" not in step and "rotation" not in step:
            problems.append(here + " has neither a barrier nor a reason")
        for use, there in each(step["uses"], here + ".uses", {"buffer": int, "reads": bool, "writes": bool, "through": str}):
            if use["buffer"] >= len(value["buffers"]):
                problems.append(there + ".buffer is none")
    each(value["optimisations"], path + ".optimisations", {"name": str, "on": bool, "applied": bool, "text": str})
    each(value["captured"], path + ".captured", {"name": str, "kind": str, "writtenBack": bool}, ("bytes",))
    each(value["arguments"], path + ".arguments", {"kernel": str, "index": int, "name": str, "set": bool, "recorded": bool})
    each(value["guards"], path + ".guards", {"text": str}, ("reason", "distinct"))
    for name in ("behind", "exits", "notes"):
        for note, here in each(value[name], path + "." + name, {"text": str}, ("place",)):
            place(note["place"], here + ".place")
    need(value["betweenTrips"], path + ".betweenTrips", {"possible": bool, "carried": list}, ("reason",))
    if "device" in value:
        device = value["device"]
        need(device, path + ".device", {"file": str, "first": int, "last": int, "lines": list})
        for line, here in each(device["lines"], path + ".device.lines", {"first": int, "last": int, "from": dict}, ("phase",)):
            place(line["from"], here + ".from")
            if not device["first"] <= line["first"] <= line["last"] <= device["last"]:
                problems.append(here + " lies outside")
        if {line["phase"] for line in device["lines"] if "phase" in line} != set(range(1, phases + 1)):
            problems.append(path + ": not every phase has lines")


def runs(value, path):
    need(value, path, {"original": dict, "persistent": dict, "buildMs": (int, float), "reasons": dict}, ("gainMs",))
    for name in ("original", "persistent"):
        need(value[name], path + "." + name, {"entries": int, "timed": int}, ("medianMs",))


COUNTS = {"transformed": int, "refused": int, "repetition": int, "skipped": int}


def run(d):
    need(d, "report", {"schema": int, "tool": dict, "exitCode": int, "summary": dict,
                       "diagnostics": list, "loops": list})
    need(d["tool"], "tool", {"name": str, "version": str})
    need(d["summary"], "summary", {"loops": int}, COUNTS)
    diagnostics(d["diagnostics"], "diagnostics")
    loops(d["loops"], "loops")
    for status in COUNTS:
        if status in d["summary"] and d["summary"][status] != sum(l["status"] == status for l in d["loops"]):
            problems.append("summary.%s does not count the loops" % status)


def examine(d):
    need(d, "report", {"schema": int, "tool": dict, "folder": str, "files": dict, "summary": dict,
                       "codes": dict, "ranking": list, "programs": list})
    for one, here in each(d["ranking"], "ranking", {"place": dict, "text": str}, ("gainMs", "commands", "barriers")):
        place(one["place"], here + ".place")
    need(d["files"], "files", {"hosts": int, "usingOpenCL": int, "programs": int, "notAnalysed": int, "kernels": int})
    need(d["summary"], "summary", {"loops": int, **COUNTS})
    for i, value in enumerate(d["programs"]):
        here = "programs[%d]" % i
        if need(value, here, {"host": str, "hosts": list, "kernels": list, "analysed": bool, "errors": list, "loops": list}):
            diagnostics(value["errors"], here + ".errors")
            loops(value["loops"], here + ".loops")
    once = {}  # a loop of several programs, transformed if it is in one of them
    for l in (l for p in d["programs"] for l in p["loops"]):
        where = (l["place"]["file"], l["place"].get("line"), l["place"].get("column"))
        if where not in once or l["status"] == "transformed":
            once[where] = l["status"]
    for status in COUNTS:
        found = sum(s == status for s in once.values())
        if d["summary"][status] != found:
            problems.append("summary.%s is not %d" % (status, found))


def sarif(d):
    """What the standard's schema requires of the objects that are used."""
    if d.get("version") != "2.1.0" or not isinstance(d.get("runs"), list):
        problems.append("no SARIF 2.1.0 log")
        return
    for log in d["runs"]:
        driver = log["tool"]["driver"]
        rules = driver.get("rules", [])
        if not driver.get("name"):
            problems.append("tool.driver.name is missing")
        if len({r["id"] for r in rules}) != len(rules):
            problems.append("a rule stands twice")
        for result in log["results"]:
            message = result["message"]
            if not isinstance(message.get("text"), str):
                problems.append("a result has no message.text")
            elif "id" in message:  # the text is the rule's, with its arguments
                filled = rules[result["ruleIndex"]]["messageStrings"][message["id"]]["text"]
                filled = re.sub(r"\{\{|\}\}|\{(\d)\}", lambda m: m.group(0)[0] if m.group(1) is None else
                                (message.get("arguments", []) + [""] * 10)[int(m.group(1))], filled)
                if filled != message["text"]:
                    problems.append("message %r is not %r" % (message["text"], filled))
            if result.get("level", "warning") not in ("none", "note", "warning", "error"):
                problems.append("level %r" % result["level"])
            if rules[result["ruleIndex"]]["id"] != result["ruleId"]:
                problems.append("ruleIndex and ruleId differ")
            for location in result.get("locations", []) + result.get("relatedLocations", []):
                physical = location["physicalLocation"]
                if not re.fullmatch(r"[-\w.~/%:]+", physical["artifactLocation"]["uri"]):
                    problems.append("uri %r" % physical["artifactLocation"]["uri"])
                for name, value in physical.get("region", {}).items():
                    if not isinstance(value, int) or value < 1:
                        problems.append("region.%s is %r" % (name, value))
        for invocation in log.get("invocations", []):
            if not isinstance(invocation.get("executionSuccessful"), bool):
                problems.append("invocation.executionSuccessful is missing")


with open(sys.argv[2]) as file:
    document = json.load(file)
{"run": run, "examine": examine, "sarif": sarif}[sys.argv[1]](document)
for expression in sys.argv[3:]:
    if not eval(expression, {"d": document}):
        problems.append("not true: " + expression)
if problems:
    print("\n".join(problems))
    print(json.dumps(document, indent=1)[:4000])
sys.exit(bool(problems))
