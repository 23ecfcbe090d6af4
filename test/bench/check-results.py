#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Checks what persistify-bench wrote.

    check-results.py BASE [EXPRESSION...]

BASE.json, BASE.csv and BASE.html must be of one mind, and the page well-formed and
alone. Each EXPRESSION must be true: `data` is the whole, `off`, `on`, `auto` the first
result of a mode, `rows` all by name, `page` the text of the page."""

import csv
import html.parser
import json
import re
import sys

base, expressions = sys.argv[1], sys.argv[2:]
with open(base + ".json", encoding="utf-8") as file:
    data = json.load(file)
with open(base + ".csv", newline="", encoding="utf-8") as file:
    lines = list(csv.DictReader(file))
with open(base + ".html", encoding="utf-8") as file:
    page = file.read()
bad = []


def expect(condition, text):
    if not condition:
        bad.append(text)


class Page(html.parser.HTMLParser):
    VOID = {"meta", "br"}
    TEXT_ONLY = {"title", "style", "text", "pre", "td", "th", "h1", "h2", "li", "span", "p"}

    def __init__(self):
        super().__init__()
        self.open, self.tags, self.cells = [], {}, 0

    def handle_starttag(self, tag, attributes):
        self.tags[tag] = self.tags.get(tag, 0) + 1
        if tag not in self.VOID:
            self.open.append(tag)
        for name, value in attributes:
            expect(name not in ("src", "href", "onload", "onclick"), "page: attribute %s" % name)
            if name in ("x", "y", "x1", "x2", "y1", "y2", "cx", "cy", "width", "height") and tag != "meta":
                expect(re.fullmatch(r"\d+(\.\d+)?", value), "page: %s of %s is %s" % (name, tag, value))

    def handle_endtag(self, tag):
        if not self.open or self.open.pop() != tag:
            bad.append("page: </%s> at %s" % (tag, self.getpos()))

    def handle_data(self, text):
        if "<" in text and self.open[-1:] != ["style"]:
            expect(self.open and self.open[-1] in self.TEXT_ONLY, "page: text in %s" % self.open)


reader = Page()
reader.feed(page)
reader.close()
expect(not reader.open, "page: not closed: %s" % reader.open)
expect(page.startswith("<!DOCTYPE html>"), "page: no doctype")
expect("prefers-color-scheme: dark" in page, "page: not for dark screens")
expect(not re.search(r"https?:|url\(|@import", page), "page: something from elsewhere")
expect(not {"script", "link", "img", "iframe", "b"} & set(reader.tags), "page: tags %s" % reader.tags)

configurations = data["configurations"]
timed = [sum(bool(row[key]) for row in configurations) for key in ("region_ms", "process_ms")]
expect(reader.tags.get("svg", 0) == sum(n > 0 for n in timed), "page: plots")
expect(reader.tags.get("rect", 0) == sum(timed), "page: bars")
expect(len(lines) == len(configurations), "csv: lines")
for row, line in zip(configurations, lines):
    expect(None not in line and None not in line.values(), "csv: columns of %s" % line)
    for key in ("mode", "path", "wg", "barrier", "reason"):
        expect(line[key] == ("" if row[key] is None else str(row[key])), "csv: %s of %s" % (key, line))
    expect((line["outputs"] == "same") == row["agrees"], "csv: outputs of %s" % line)
    for key in ("region_ms", "process_ms", "build_ms"):
        values = row[key]
        expect((line[key] == "") == (values is None), "csv: %s of %s" % (key, line))
        if values:
            expect(float(line[key]) == values["median"], "csv: median of %s" % line)
            expect(0 <= values["min"] <= values["q1"] <= values["median"] <= values["q3"] <= values["max"],
                   "%s: order of %s" % (row["name"], values))
    if row["region_ms"] and row["process_ms"]:
        expect(row["region_ms"]["median"] > 0, "%s: region of no time" % row["name"])
    if row["path"] != "persistent":
        expect(row["speedup"] == {"region": None, "process": None}, "%s: a speed-up" % row["name"])
        expect(row["runs_persistent"] < len(row["runs"]) or not row["runs"], "%s: path" % row["name"])
    elif not row["timed_out"]:
        expect(row["runs_persistent"] == len(row["runs"]) == data["runs"], "%s: runs" % row["name"])
expect(data["agree"] == (not data["problems"]), "agree")

rows = {row["name"]: row for row in configurations}
names = {"data": data, "rows": rows, "page": page}
for row in reversed(configurations):
    names[row["mode"]] = row
for text in expressions:
    try:
        true = eval(text, dict(names))
    except Exception as error:
        true = False
        text += " (%r)" % error
    expect(true, "not true: " + text)

print("\n".join(bad))
sys.exit(bool(bad))
