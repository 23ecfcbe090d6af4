#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Opens pages in Chromium, without a network, in both colour schemes and at several widths.

usage: check-page.py PAGE... [--one] [--screenshots DIR] [--within DIR] [--search WORDS=PAGE]
       --one: in the first colours and width only; --within: files of DIR may be asked for;
       --search: what the page's search finds first, which is then gone to by the keyboard

Fails on messages in the console, requests, text that leaves the page sideways or overlaps it, and where
highlighting does not light both sides. Speaks to chromedriver by itself (WebDriver is JSON over HTTP)."""

import argparse
import base64
import json
import os
import pathlib
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request

WIDTHS = (400, 1600)
SCHEMES = ("light", "dark")

# Elements that stick out of the window, and are in no box that scrolls.
OVERFLOW = """
const wide = document.documentElement.clientWidth, out = [];
if (document.documentElement.scrollWidth > wide) out.push("the page is " + document.documentElement.scrollWidth + " wide");
for (const e of document.querySelectorAll("body *")) {
  const box = e.getBoundingClientRect();
  if (box.width === 0 || box.right <= wide + 1) continue;
  let inside = false;
  for (let p = e.parentElement; p; p = p.parentElement)
    inside = inside || ["auto", "scroll", "hidden"].includes(getComputedStyle(p).overflowX);
  if (!inside) out.push(e.tagName + "." + e.getAttribute("class") + " ends at " + Math.round(box.right));
}
return out.slice(0, 5);
"""

# One line of the program and its partners: lit while the pointer is there, until it leaves.
HIGHLIGHT = """
const line = document.querySelector(".program .code [data-k]");
if (!line) return null;
const lit = () => ["program", "device"].map(c => document.querySelectorAll("." + c + " .lit").length);
const point = t => t.dispatchEvent(new PointerEvent("pointerover", {bubbles: true}));
const color = () => getComputedStyle(line.querySelector("code")).backgroundColor;
const before = color();
point(line);
const during = lit(), changed = color() !== before;
point(document.querySelector("h1"));
const after = lit();
line.querySelector("code").click();
point(document.querySelector("h1"));
const pinned = lit();
const there = document.querySelector(".device .code .lit");
if (there) point(there);
const back = lit();
document.querySelector("h1").click();
return {during, changed, after, pinned, back, end: lit()};
"""

CONTRAST = """
const style = getComputedStyle(document.body);
const value = c => { const [r, g, b] = c.match(/[\\d.]+/g).map(Number).map(v => v / 255).map(v => v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);
  return 0.2126 * r + 0.7152 * g + 0.0722 * b; };
const back = e => { for (; e; e = e.parentElement) { const c = getComputedStyle(e).backgroundColor; if (/^rgb\\(/.test(c)) return c; } return style.backgroundColor; };
const low = [];
for (const e of document.querySelectorAll("body *")) {
  if (![...e.childNodes].some(n => n.nodeType === 3 && n.data.trim()) || e.closest("svg") || !e.getClientRects().length) continue;
  if (e.closest("script")) continue;
  const a = value(getComputedStyle(e).color), b = value(back(e));
  const ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
  if (ratio < 4.5) low.push(e.tagName + "." + e.getAttribute("class") + ": " + ratio.toFixed(2));
}
return [style.backgroundColor, [...new Set(low)].slice(0, 5)];
"""

# Text of drawings, as large as it is on the screen.
SMALL = """
const small = [...document.querySelectorAll("svg text")].filter(t => t.textContent.trim() && t.getClientRects().length)
  .map(t => [parseFloat(getComputedStyle(t).fontSize) * t.getScreenCTM().a, t.textContent]).filter(t => t[0] < 9);
return small.slice(0, 3).map(t => "text of " + t[0].toFixed(1) + " pixels: " + t[1]);
"""


class DriverError(Exception):
    pass


class NoBrowser(Exception):
    pass


class Browser:
    """A browser that has just been started may not be ready in time: it is tried again, said, and a third time."""

    @staticmethod
    def start(folder):
        for attempt in range(3):
            try:
                return Browser(os.path.join(folder, str(attempt)))
            except NoBrowser as error:
                print("no browser at attempt %d: %s" % (attempt + 1, error), file=sys.stderr)
        sys.exit(2)

    def __init__(self, folder):
        with socket.socket() as probe:  # a port that is free
            probe.bind(("127.0.0.1", 0))
            port = probe.getsockname()[1]
        self.at = "http://127.0.0.1:%d" % port
        self.driver = subprocess.Popen([shutil.which("chromedriver"), "--port=%d" % port],
                                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.session = None
        arguments = ["--headless=new", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run", "--user-data-dir=" + folder,
                     "--proxy-server=127.0.0.1:9"]  # no network
        if os.geteuid() == 0:
            arguments.append("--no-sandbox")
        try:
            self.wait()
            answer = self.ask("POST", "/session", {"capabilities": {"alwaysMatch": {
                "browserName": "chrome", "goog:loggingPrefs": {"browser": "ALL", "performance": "ALL"},
                "goog:chromeOptions": {"binary": shutil.which("chromium"), "args": arguments}}}})
        except (OSError, DriverError) as error:
            self.close()
            raise NoBrowser(error) from error
        self.session = "/session/" + answer["sessionId"]

    def wait(self):
        until = time.monotonic() + 60
        while True:
            try:
                if self.ask("GET", "/status")["ready"]:
                    return
            except OSError:
                if time.monotonic() > until:
                    raise
            time.sleep(0.1)

    def ask(self, method, path, body=None):
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.at + path, data, {"Content-Type": "application/json"}, method=method)
        opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
        try:
            with opener.open(request, timeout=120) as answer:
                return json.load(answer)["value"]
        except urllib.error.HTTPError as error:
            raise DriverError(json.load(error)["value"]["message"]) from error

    def run(self, script):
        return self.ask("POST", self.session + "/execute/sync", {"script": script, "args": []})

    def devtools(self, command, **params):
        return self.ask("POST", self.session + "/goog/cdp/execute", {"cmd": command, "params": params})

    def log(self, kind):
        return self.ask("POST", self.session + "/se/log", {"type": kind})

    def close(self):
        if self.session:
            self.ask("DELETE", self.session)
        self.driver.terminate()
        self.driver.wait()


# What a search finds first; nothing for words that stand nowhere.
SEARCH = """
const field = document.getElementById("search"), results = document.getElementById("results");
const type = text => { field.value = text; field.dispatchEvent(new Event("input", {bubbles: true})); };
type("no-such-word-as-this");
const none = results.querySelectorAll("a").length;
type(%s);
const first = results.querySelector("a"), box = results.getBoundingClientRect();
return {none, first: first && first.href, marked: results.querySelectorAll("mark").length > 0,
        hidden: results.hidden || box.height === 0 || box.right > document.documentElement.clientWidth + 1};
"""


def search(browser, page, words, expected):
    seen = browser.run(SEARCH % json.dumps(words))
    problems = []
    if seen["none"] or not (seen["first"] or "").endswith("/" + expected) or not seen["marked"] or seen["hidden"]:
        problems.append("search for '%s': %s" % (words, seen))
    browser.run('''document.getElementById("search").dispatchEvent(new KeyboardEvent("keydown", {key: "Enter", bubbles: true}));''')
    for _ in range(50):
        now = browser.run("return location.href")
        if now == seen["first"]:
            break
        time.sleep(0.1)
    else:
        problems.append("search for '%s' does not lead to %s but %s" % (words, seen["first"], now))
    return problems


def check(browser, page, width, scheme, screenshots, within, searches):
    problems = []
    if not page.is_file():  # the browser's own page would be all right
        return ["%s: no such file" % page]
    browser.devtools("Emulation.setDeviceMetricsOverride", width=width, height=900, deviceScaleFactor=1, mobile=False)
    browser.devtools("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": scheme}])
    browser.log("performance")
    browser.ask("POST", browser.session + "/url", {"url": page.resolve().as_uri()})
    problems += browser.run(OVERFLOW)
    browser.run("document.querySelectorAll('details').forEach(d => d.open = true)")
    problems += browser.run(OVERFLOW)
    background, low = browser.run(CONTRAST)
    problems += browser.run(SMALL)
    problems += ["contrast of " + text for text in low]
    if (sum(map(int, background.strip("rgb()").split(","))) > 384) != (scheme == "light"):
        problems.append("the background is " + background)
    seen = browser.run(HIGHLIGHT)
    if seen and not (min(seen["during"]) > 0 and seen["changed"] and seen["after"] == [0, 0] and seen["pinned"] == seen["during"]
                     and min(seen["back"]) > 0 and seen["end"] == [0, 0]):
        problems.append("highlighting: %s" % seen)
    problems += ["console: " + entry["message"] for entry in browser.log("browser")]
    for entry in browser.log("performance"):
        message = json.loads(entry["message"])["message"]
        if message["method"] == "Network.requestWillBeSent":
            url = message["params"]["request"]["url"]
            allowed = within and url.startswith(within.resolve().as_uri() + "/")
            if url != page.resolve().as_uri() and not url.startswith("data:") and not allowed:
                problems.append("asks for " + url)
    for words, expected in searches:
        problems += search(browser, page, words, expected)
        browser.ask("POST", browser.session + "/url", {"url": page.resolve().as_uri()})
    if screenshots:
        browser.ask("POST", browser.session + "/url", {"url": page.resolve().as_uri()})
        height = browser.run("return document.documentElement.scrollHeight")
        browser.devtools("Emulation.setDeviceMetricsOverride", width=width, height=min(height, 12000), deviceScaleFactor=1,
                         mobile=False)
        shot = browser.devtools("Page.captureScreenshot", format="png")["data"]
        (screenshots / ("%s-%s-%d.png" % (page.stem, scheme, width))).write_bytes(base64.b64decode(shot))
    return ["%s, %s, %d pixels: %s" % (page.name, scheme, width, text) for text in problems]


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("pages", nargs="+", type=pathlib.Path)
    parser.add_argument("--screenshots", type=pathlib.Path)
    parser.add_argument("--one", action="store_true")
    parser.add_argument("--within", type=pathlib.Path)
    parser.add_argument("--search", action="append", default=[])
    options = parser.parse_args()
    searches = [text.rsplit("=", 1) for text in options.search]
    problems = []
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        browser = Browser.start(folder)
        try:
            for page in options.pages:
                for scheme in SCHEMES[:1] if options.one else SCHEMES:
                    for width in WIDTHS[:1] if options.one else WIDTHS:
                        problems += check(browser, page, width, scheme, options.screenshots, options.within, searches)
        finally:
            browser.close()
    print("\n".join(problems))
    sys.exit(bool(problems))


main()
