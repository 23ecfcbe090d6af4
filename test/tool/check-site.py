#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Reads the pages of a site: elements are closed, ids are unique, links lead to files and ids that are there, nothing is
loaded from elsewhere, no mark of Markdown is left, and the index of the search has every section.

usage: check-site.py FOLDER"""

import html.parser
import json
import re
import sys
from pathlib import Path
from urllib.parse import unquote

VOID = {"meta", "link", "br", "input", "rect", "path", "line", "circle", "polygon", "use"}
folder = Path(sys.argv[1]).resolve()
problems = []


class Page(html.parser.HTMLParser):
    def __init__(self, path):
        super().__init__(convert_charrefs=True)
        self.name, self.open, self.ids, self.links, self.text = str(path.relative_to(folder)), [], [], [], ""
        self.feed(path.read_text())
        self.close()
        if self.open:
            problems.append("%s: not closed: %s" % (self.name, self.open))

    def handle_starttag(self, tag, attributes):
        attributes = dict(attributes)
        if "id" in attributes:
            self.ids.append(attributes["id"])
        self.links += [attributes[key] for key in ("href", "src") if key in attributes]
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attributes):
        self.handle_starttag(tag, attributes)
        if tag not in VOID:
            self.open.pop()

    def handle_endtag(self, tag):
        if not self.open or self.open.pop() != tag:
            problems.append("%s: </%s> closes something else" % (self.name, tag))

    def handle_data(self, data):
        if not {"code", "script", "style"} & set(self.open):
            self.text += data


pages = {path: Page(path) for path in folder.rglob("*.html")}
links = 0
for path, page in pages.items():
    if len(set(page.ids)) != len(page.ids):
        problems.append("%s: an id stands twice: %s" % (page.name, sorted(i for i in page.ids if page.ids.count(i) > 1)))
    for link in page.links:
        if re.match(r"https?:|mailto:|data:,$", link):
            continue
        links += 1
        file, _, anchor = link.partition("#")
        to = (path.parent / unquote(file)).resolve() if file else path
        if not to.exists() or folder not in to.parents:
            problems.append("%s: %s: no such file" % (page.name, link))
        elif anchor and to in pages and unquote(anchor) not in pages[to].ids:
            problems.append("%s: %s: no such anchor" % (page.name, link))
    for mark in re.findall(r".{0,20}(?:\]\(|\*\*|```|\\\||\0).{0,20}", page.text):
        problems.append("%s: Markdown is left: %s" % (page.name, mark))
index = json.loads((folder / "search-index.js").read_text()[len("const INDEX = "):].rstrip(";\n"))
found = {entry[0] for entry in index}
for path, page in pages.items():
    if page.name not in found and not any(url.startswith(page.name + "#") for url in found):
        problems.append("%s is not in the index" % page.name)
if len(pages) < 90 or links < 2000:
    problems.append("only %d pages with %d links" % (len(pages), links))
print("\n".join(problems))
sys.exit(bool(problems))
