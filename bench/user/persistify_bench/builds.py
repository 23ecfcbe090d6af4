# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The machine that measured, and two results side by side: of two builds, or two devices."""

import json
import os
import platform

from .results import factor, median, path_text, quartiles


def host():
    """What a reader has to know of the machine, in words; nothing of who it belongs to."""
    processor = platform.processor() or platform.machine()
    try:
        with open("/proc/cpuinfo", errors="replace") as file:
            names = [line.split(":", 1)[1].strip() for line in file if line.startswith("model name")]
        processor = names[0] if names else processor
    except OSError:
        pass
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    return {"processor": processor, "cores": cores, "system": "%s %s" % (platform.system(), platform.release())}


def host_text(data):
    there = data.get("host")
    return "%s, %s cores, %s" % (there["processor"], there["cores"], there["system"]) if there else "unknown"


def read(name):
    """What --json wrote to a file."""
    try:
        with open(name, encoding="utf-8") as file:
            data = json.load(file)
    except (OSError, UnicodeDecodeError, json.JSONDecodeError) as error:
        raise ValueError("--compare %s: %s" % (name, error))
    if not isinstance(data, dict) or data.get("schema") != 1 or not isinstance(data.get("configurations"), list):
        raise ValueError("--compare %s: persistify-bench --json did not write this" % name)
    return dict(data, name=name)


def verdict(before, after):
    """By the quartiles: only what lies apart is a difference."""
    if not before or not after:
        return "-"
    if after["q3"] < before["q1"]:
        return "faster"
    return "SLOWER" if after["q1"] > before["q3"] else "within the scatter"


def text(before, after):
    out = ""
    for letter, data in (("A", before), ("B", after)):
        out += "%s  %s\n" % (letter, data["name"])
        for what, value in (("command", " ".join(data["command"])), ("date", data["date"]), ("device", data["device"] or "unknown"),
                            ("host", host_text(data)), ("persistify-bench", data.get("version", "unknown"))):
            out += "   %s: %s\n" % (what, value)
        if not data["agree"] or data.get("interrupted"):
            out += "   %s\n" % ("outputs differ: its times mean nothing" if not data["agree"] else "interrupted")
    lines = [("mode", "time", "A loops", "A ms", "A quartiles", "B loops", "B ms", "B quartiles", "A / B", "")]
    rows = {row["name"]: row for row in after["configurations"]}
    for a in before["configurations"]:
        b = rows.pop(a["name"], None)
        for key in ("region_ms", "process_ms") if b else ():
            x, y = a[key], b[key]
            quotient = x["median"] / y["median"] if x and y and y["median"] > 0 else None
            lines.append((a["name"], key[:-3], path_text(a), median(x), quartiles(x), path_text(b), median(y), quartiles(y),
                          factor(quotient), verdict(x, y)))
        if not b:
            rows[a["name"]] = None
    widths = [max(len(line[i]) for line in lines) for i in range(len(lines[0]))]
    for line in lines:
        out += "  ".join(cell.ljust(width) for cell, width in zip(line, widths)).rstrip() + "\n"
    if rows:
        out += "only in one of them: %s\n" % ", ".join(rows)
    if before["command"] != after["command"]:
        out += "the commands are not the same\n"
    return out
