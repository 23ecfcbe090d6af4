# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The results as one HTML page: nothing is loaded from elsewhere, there are no scripts."""

import html
import shlex

from . import builds, results

# No legend: the labels say in words what the colours of the bars show.
STYLE = """
:root { color-scheme: light dark; --back: #fff; --text: #1b1f24; --soft: #5b6572; --line: #d5dae1;
  --original: #8a94a3; --persistent: #1769aa; --fallback: #b3541e; --dot: #1b1f24; }
@media (prefers-color-scheme: dark) {
  :root { --back: #14171b; --text: #e6e9ed; --soft: #9aa5b3; --line: #343b45;
    --original: #7b8694; --persistent: #58a6e8; --fallback: #e08a4f; --dot: #e6e9ed; } }
body { background: var(--back); color: var(--text); font: 16px/1.5 system-ui, sans-serif; max-width: 74rem;
  margin: 2rem auto; padding: 0 1rem; overflow-wrap: anywhere; }
h1 { font-size: 1.5rem; } h2 { font-size: 1.15rem; margin-top: 2rem; }
.soft { color: var(--soft); }
pre { overflow-x: auto; border: 1px solid var(--line); border-radius: 4px; padding: .5rem .75rem; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; font-size: .9rem; font-variant-numeric: tabular-nums; }
th, td { border-bottom: 1px solid var(--line); padding: .3rem .6rem; text-align: right; white-space: nowrap; }
th.word, td.word { text-align: left; }
.bad { color: var(--fallback); font-weight: 600; }
svg { display: block; width: 100%; max-width: 42rem; height: auto; }
svg text { fill: var(--text); font: 13px system-ui, sans-serif; }
svg .soft { fill: var(--soft); }
svg .grid { stroke: var(--line); }
svg .whisker { stroke: var(--dot); stroke-width: 1.5; }
svg .dot { fill: var(--dot); fill-opacity: .35; }
svg .original { fill: var(--original); } svg .persistent { fill: var(--persistent); }
svg .fallback { fill: var(--fallback); }
"""

WIDTH, LEFT, ROW, BAR = 480, 12, 44, 16  # can be read on a narrow screen


def text(value):
    # Control characters may not stand in HTML, and half characters cannot be written.
    value = str(value).encode("utf-8", "replace").decode()
    return html.escape("".join(c if c in "\n\t" or c.isprintable() else "\ufffd" for c in value))


def ticks(most):
    """Round numbers from 0 to `most`, four to eight of them."""
    step = 1e-9
    factors = (2, 2.5, 2)
    turn = 0
    while most / step > 8:
        step *= factors[turn % 3]
        turn += 1
    return [step * i for i in range(int(most / step) + 1)]


def colour(row):
    return {"original": "original", "persistent": "persistent"}.get(row["path"], "fallback")


def plot(rows, key, title):
    """Bars of the medians, lines from quartile to quartile, a dot for each run."""
    rows = [row for row in rows if row[key]]
    if not rows:
        return '<p class="soft">Not known: the program\'s runtime does not tell this time.</p>\n'
    most = max(row[key]["max"] for row in rows) or 1.0
    scale = (WIDTH - 2 * LEFT) / most
    bottom = len(rows) * ROW + 6
    out = ['<svg viewBox="0 0 %d %d" role="img" aria-label="%s">' % (WIDTH, bottom + 42, text(title)),
           "<title>%s</title>" % text(title)]
    for tick in ticks(most):
        x = LEFT + tick * scale
        out.append('<line class="grid" x1="%.1f" y1="0" x2="%.1f" y2="%d"></line>' % (x, x, bottom))
        out.append('<text class="soft" x="%.1f" y="%d" text-anchor="middle">%.4g</text>' % (x, bottom + 16, tick))
    out.append('<text class="soft" x="%.1f" y="%d" text-anchor="middle">ms</text>' % (LEFT + most * scale / 2, bottom + 36))
    for i, row in enumerate(rows):
        values, top, middle = row[key], i * ROW + 14, i * ROW + 30
        mark = "" if colour(row) != "fallback" else " (%s)" % results.path_text(row).lower()
        factor = row["speedup"][key[:-3]]
        out.append('<text x="%d" y="%d">%s</text>' % (LEFT, top, text(row["name"])))
        out.append('<text x="%d" y="%d" text-anchor="end">%s%s%s</text>' % (
            WIDTH - LEFT, top, results.ms(values["median"]), " · " + results.factor(factor) if factor else "", text(mark)))
        out.append('<rect class="%s" x="%d" y="%.1f" width="%.1f" height="%d"></rect>' % (
            colour(row), LEFT, middle - BAR / 2, values["median"] * scale, BAR))
        for run in row["runs"]:
            out.append('<circle class="dot" cx="%.1f" cy="%.1f" r="2.5"></circle>' % (LEFT + run[key] * scale, middle))
        out.append('<line class="whisker" x1="%.1f" y1="%.1f" x2="%.1f" y2="%.1f"></line>' % (
            LEFT + values["q1"] * scale, middle, LEFT + values["q3"] * scale, middle))
        for end in ("q1", "q3"):
            x = LEFT + values[end] * scale
            out.append('<line class="whisker" x1="%.1f" y1="%.1f" x2="%.1f" y2="%.1f"></line>' % (x, middle - 5, x, middle + 5))
    return "\n".join(out) + "\n</svg>\n"


def html_table(titles, words, lines):
    def row(tag, cells):
        return "<tr>" + "".join("<%s%s>%s</%s>" % (tag, ' class="word"' if t in words else "", cell, tag)
                                for t, cell in zip(titles, cells)) + "</tr>\n"
    return ('<div class="wide"><table>\n<thead>' + row("th", [text(t) for t in titles]) + "</thead>\n<tbody>\n" +
            "".join(row("td", line) for line in lines) + "</tbody></table></div>\n")


def cell(value):
    bad = value in ("FELL BACK", "PARTLY PERSISTENT", "DIFFERENT", "TIME LIMIT")
    return '<span class="bad">%s</span>' % text(value) if bad else text(value)


REGION_KEYS = ["entries", "persistent", "fallback", "groups", "wg", "backend", "barrier", "last_reason"]


def regions(rows):
    lines = []
    for row in rows:
        for region in row["regions"]:
            lines.append([text("%s:%s" % (region["file"] or "?", region["line"] or "?")), text(row["name"]),
                          results.median(region["region_ms"]), results.median(region["build_ms"])] +
                         [text(region["last"].get(key, "-")) for key in REGION_KEYS])
    lines.sort(key=lambda line: line[0])
    titles = ["loop", "mode", "region ms", "build ms"] + [key.replace("_", " ") for key in REGION_KEYS]
    return html_table(titles, {"loop", "mode", "backend", "barrier", "last reason"}, lines)


def write(data, file):
    rows = data["configurations"]
    command = shlex.join(data["command"])
    name = data["command"][0].rsplit("/", 1)[-1]
    out = ['<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
           '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
           "<title>%s: before and after</title>\n<style>%s</style>\n</head>\n<body>\n" % (text(name), STYLE),
           "<h1>%s: before and after</h1>\n<pre>%s</pre>\n" % (text(name), text(command)),
           "<p>%s · %d runs of each mode in turns, after %d to warm up · folder %s</p>\n" % (
               text(data["date"]), data["runs"], data["warmup"], text(data["cwd"])),
           "<p>Device: %s<br>Host: %s<br>persistify-bench %s</p>\n" % (
               text(data["device"] or "unknown"), text(builds.host_text(data)), text(data["version"]))]
    if data["interrupted"]:
        out.append('<p class="bad">Interrupted: these are the runs until then.</p>\n')
    if data["environment"]:
        out.append("<pre>%s</pre>\n" % text("\n".join("%s=%s" % pair for pair in sorted(data["environment"].items()))))
    if data["problems"]:
        out.append('<h2 class="bad">These results do not hold</h2>\n<ul>%s</ul>\n' % "".join(
            "<li>%s</li>" % text(problem) for problem in data["problems"]))
    for key, title in (("region_ms", "Loops (regions)"), ("process_ms", "Whole process")):
        out.append("<h2>%s</h2>\n%s" % (title, plot(rows, key, title + ": milliseconds")))
    out.append('<p class="soft">Bars: medians; lines: from the first to the third quartile; dots: single runs. '
               "Factors compare with the original loops (off).</p>\n")
    out.append("<h2>Table</h2>\n" + html_table(
        [title for title, _ in results.COLUMNS], results.LEFT,
        [[cell(value(row)) for _, value in results.COLUMNS] for row in rows]))
    notes = results.notes(data)
    if notes:
        out.append("<ul>%s</ul>\n" % "".join("<li>%s</li>" % text(note) for note in notes))
    out.append("<h2>Each loop</h2>\n" + regions(rows))
    file.write("".join(out) + "</body>\n</html>\n")
