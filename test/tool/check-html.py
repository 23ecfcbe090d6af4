#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Checks a page of --report=html by reading it, without a browser.

usage: check-html.py same PAGE REPORT.json [TEXT...]    the page says what the JSON report says, and each TEXT
       check-html.py hostile TOOL KERNEL HOST FOLDER    names and texts that look like HTML, in FOLDER"""

import html.parser
import json
import pathlib
import subprocess
import sys

VOID = {"meta", "link", "br", "rect", "polygon", "path"}
problems = []


class Page(html.parser.HTMLParser):
    """Elements in order: tag, attributes, text within. All of them are closed."""

    def __init__(self, text):
        super().__init__(convert_charrefs=True)
        self.open, self.elements, self.comments = [], [], 0
        self.feed(text)
        self.close()
        if self.open:
            problems.append("not closed: %s" % [e["tag"] for e in self.open])

    def handle_starttag(self, tag, attributes):
        names = [name for name, _ in attributes]
        if len(set(names)) != len(names):
            problems.append("<%s> has an attribute twice: %s" % (tag, names))
        element = {"tag": tag, "a": dict(attributes), "text": "", "in": [e["tag"] for e in self.open]}
        element["classes"] = (element["a"].get("class") or "").split()
        self.elements.append(element)
        if tag not in VOID:
            self.open.append(element)

    def handle_startendtag(self, tag, attributes):
        self.handle_starttag(tag, attributes)
        if tag not in VOID:
            self.open.pop()

    def handle_endtag(self, tag):
        if tag in VOID:
            return
        if not self.open or self.open[-1]["tag"] != tag:
            problems.append("</%s> closes %s" % (tag, self.open[-1]["tag"] if self.open else "nothing"))
            return
        self.open.pop()

    def handle_data(self, data):
        for element in self.open:
            element["text"] += data

    def handle_comment(self, data):
        self.comments += 1

    def all(self, tag=None, cls=None, within=None):
        return [e for e in self.elements if (tag is None or e["tag"] == tag) and (cls is None or cls in e["classes"])]


def need(condition, text):
    if not condition:
        problems.append(text)


def well_formed(page):
    """One page that loads nothing; links lead to what is there."""
    ids = [e["a"]["id"] for e in page.elements if "id" in e["a"]]
    need(len(set(ids)) == len(ids), "an id stands twice")
    for e in page.elements:
        for name, value in e["a"].items():
            need(not name.startswith("on"), "<%s %s>" % (e["tag"], name))
            if name in ("src", "srcset", "action", "data", "xlink:href"):
                problems.append("<%s %s=%r>" % (e["tag"], name, value))
            if name == "href":
                need(value in ("data:,",) or (value.startswith("#") and value[1:] in ids), "a link to %r" % value)
    for tag, count in (("script", 1), ("style", 1), ("title", 1), ("html", 1), ("body", 1)):
        found = [e for e in page.all(tag) if "svg" not in e["in"]]
        need(len(found) == count, "%d times <%s>" % (len(found), tag))
    for tag in ("img", "iframe", "object", "embed", "base", "form", "i"):
        for e in page.all(tag):
            need(tag == "i" and "legend" not in e["classes"] and "style" in e["a"], "<%s>" % tag)
    need(page.comments == 0, "there are comments")
    need(not any("url(" in e["text"] or "@import" in e["text"] for e in page.all("style")), "the style asks for something")
    # Linked lines have partners on the other side.
    keys = {}
    for e in page.elements:
        for key in (e["a"].get("data-k") or "").split():
            keys.setdefault(key, []).append(e)
    for key, elements in keys.items():
        need(len(elements) > 1, "%s has no partner" % key)


def flat(text):
    return " ".join(text.split())


def article(page, number):
    """The elements of loop NUMBER, and its text."""
    begin = next(i for i, e in enumerate(page.elements) if e["a"].get("id") == "loop%d" % number)
    later = [i for i, e in enumerate(page.elements) if i > begin and e["tag"] in ("article", "footer")]
    return page.elements[begin], page.elements[begin:min(later)]


def transformed(number, loop, whole, elements):
    plan, text = loop["plan"], flat(whole["text"])
    of = lambda cls: [e for e in elements if cls in e["classes"]]
    phases = [s for s in plan["steps"] if s["kind"] == "phase"]
    need(len(of("phase")) == len(phases), "loop %d has %d phases, not %d" % (number, len(of("phase")), len(phases)))
    for shown, phase in zip(of("phase"), phases):
        said = flat(shown["text"])
        for part in [phase.get("kernel", phase["call"]), phase.get("schedule", ""), phase.get("rotation", ""),
                     *phase.get("remarks", [])]:
            need(part in said, "phase %r lacks %r" % (said, part))
        for use in phase["uses"]:
            need(plan["buffers"][use["buffer"]]["name"] in said, "phase %r lacks a buffer" % said)
    barriers = [s for s in plan["steps"] if s["barrier"]]
    need(len(of("barrier")) == len(barriers), "loop %d has %d barriers" % (number, len(of("barrier"))))
    for shown, step in zip(of("barrier"), barriers):
        for reason in step["barrier"]:
            need(flat(reason) in flat(shown["text"]), "barrier %r lacks %r" % (shown["text"], reason))
    free = [s["noBarrier"] for s in phases if "noBarrier" in s]
    need([flat(e["text"]) for e in of("free")] == ["no barrier: " + flat(r) for r in free], "reasons for no barrier")
    nodes = [e for e in elements if "phase-node" in e["classes"]]
    need(len(nodes) == len(phases), "the graph has %d phases" % len(nodes))
    edges = {(i, use["buffer"]) for i, s in enumerate(phases) for use in s["uses"]}
    drawn = [e for e in elements if e["tag"] == "path" and len((e["a"].get("data-k") or "").split()) == 2]
    need(len(drawn) == len(edges), "the graph has %d edges, not %d" % (len(drawn), len(edges)))
    walls = [e for e in elements if e["tag"] == "path" and "wall" in e["classes"]]
    need(len(walls) == len(barriers), "the graph has %d barriers" % len(walls))
    for capture in plan["captured"]:
        need(any(e["tag"] == "code" and e["text"] == capture["name"] for e in elements), "no capture %r" % capture["name"])
    for guard in plan["guards"]:
        for part in guard.get("distinct", [guard["text"]]):
            need(flat(part) in text, "no guard %r" % guard)
    for optimisation in plan["optimisations"]:
        need(optimisation["name"] in text, "no optimisation " + optimisation["name"])
        if optimisation["applied"]:
            need(flat(optimisation["text"]) in text, "no optimisation %r" % optimisation)
    for note in plan["behind"] + plan["exits"] + plan["notes"]:
        need(flat(note["text"]) in text, "no note %r" % note)
    between = plan["betweenTrips"]
    need(("can be entered and left" if between["possible"] else flat(between["reason"])) in text, "between trips")
    # Each phase leads to lines on both sides.
    lines = {e["a"]["id"]: e for e in elements if "id" in e["a"] and e["tag"] == "div"}
    for phase, shown in zip(phases, of("phase")):
        key = shown["a"]["data-k"]
        need(key in lines and lines[key]["text"].startswith(str(phase["place"]["line"])), "no line of the program for " + key)
        need(any(name.startswith("l%d-d" % number) and key in (e["a"].get("data-k") or "").split()
                 for name, e in lines.items()), "no line of the kernel for " + key)


def same(path, report, texts):
    page = Page(pathlib.Path(path).read_text(encoding="utf-8", errors="strict"))
    well_formed(page)
    document = json.loads(pathlib.Path(report).read_text())
    for number, loop in enumerate(document["loops"], 1):
        whole, elements = article(page, number)
        need(loop["status"] in whole["classes"], "loop %d is %s" % (number, whole["classes"]))
        if "plan" in loop:
            transformed(number, loop, whole, elements)
        shown = [e for e in elements if "reason" in e["classes"]]
        need(len(shown) == len(loop["diagnostics"]), "loop %d has %d diagnostics" % (number, len(shown)))
        for diagnostic in loop["diagnostics"]:
            mine = [e for e in shown if e["a"]["data-code"] == diagnostic["code"] and flat(diagnostic["message"]) in flat(e["text"])]
            need(mine, "no diagnostic %r" % diagnostic)
            need(not mine or flat(diagnostic.get("advice", "")) in flat(mine[0]["text"]), "no cure of " + diagnostic["code"])
            if diagnostic["place"] and loop["status"] == "refused":
                hits = [e for e in elements if "hit" in e["classes"]]
                need(any(e["text"].startswith(str(diagnostic["place"]["line"])) for e in hits), "no line to change")
    body = flat(page.all("body")[0]["text"])
    for text in texts:
        need(text in body, "not said: " + text)


def hostile(tool, kernel, host, folder):
    folder = pathlib.Path(folder)
    folder.mkdir(parents=True)
    name, kernel_name = "a&b <b>\"'x.cpp", "k<&>.cl"
    evil = ("/* </script><script>alert(1)</script> <!-- & &amp; \" ' \t| */", "/* \x01 \x7f bidi \u202e end */",
            "/* " + "long <&> " * 1000 + "*/")
    text = pathlib.Path(host).read_text()
    loop = "  while (changed) {\n"
    need(text.count(loop) == 2, "the host file is another one")
    lines = "".join("    %s\n" % line for line in evil)
    data = text.replace(loop, loop + lines).replace("\n", "\r\n").encode()
    latin = b"    /* caf\xe9 \xff\xfe */\r\n"
    data = data.replace(b"  while (changed) {\r\n", b"  while (changed) {\r\n" + latin)
    (folder / name).write_bytes(data)
    (folder / kernel_name).write_bytes(pathlib.Path(kernel).read_bytes() + b"// </pre></style><img src=x> \xe9\n")
    pages = []
    for _ in range(2):
        done = subprocess.run([tool, kernel_name, name, "--dry-run", "--report=html"], cwd=folder, stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE)
        need(done.returncode == 0, "exit code %d: %s" % (done.returncode, done.stderr.decode(errors="replace")))
        pages.append(done.stdout)
    need(pages[0] == pages[1], "two runs differ")
    (folder / "page.html").write_bytes(pages[0])
    page = Page(pages[0].decode("utf-8", "strict"))
    need("\r" not in pages[0].decode(), "there are carriage returns")
    well_formed(page)
    need(name in page.all("title")[0]["text"], "the title lacks the file's name")
    need(any(e["text"] == name for e in page.all("h2")), "no heading with the file's name")
    need(any("in" in e["classes"] for e in page.all("div")), "no loop was transformed")
    code = [e["text"] for e in page.all("code")]
    expected = [evil[0], "/* \u2401 \u2421 bidi [U+202E] end */", "/* caf\ufffd \ufffd\ufffd */"]
    for line in expected:
        need(code.count("    " + line) >= 2, "no line %r" % line)
    shortened = [c for c in code if c.startswith("    /* long <&> long")]
    need(shortened and all(len(c) < 4100 and "more bytes]" in c for c in shortened), "the long line: %s" % [len(c) for c in shortened])
    # A file's name that is no UTF-8; every form is.
    latin = b"caf\xe9.cpp"
    with open(str(folder).encode() + b"/" + latin, "wb") as file:
        file.write(data)
    for form in ("json", "sarif", "html"):
        done = subprocess.run([tool, kernel_name, latin, "--dry-run", "--explain", "--report=" + form], cwd=folder, check=True,
                              stdout=subprocess.PIPE, stderr=subprocess.DEVNULL).stdout.decode("utf-8", "strict")
        if form == "html":
            well_formed(Page(done))
            need("caf\ufffd.cpp" in done, "no name that is no UTF-8")
        else:
            json.loads(done)


if sys.argv[1] == "same":
    same(sys.argv[2], sys.argv[3], sys.argv[4:])
else:
    hostile(*sys.argv[2:])
print("\n".join(problems))
sys.exit(bool(problems))
