# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Checks a file of PERSISTIFY_TRACE.

    check-trace.py FILE NAME[=COUNT][,NAME...]...    these events are there; all lie well
    check-trace.py FILE --one|--first EXPRESSION...  true of the arguments of events, by name (--one: there is one)
"""
import json
import sys
import types


def fail(what):
    sys.exit("check-trace: " + what)


with open(sys.argv[1]) as file:
    events = json.loads(file.read().rstrip().rstrip(",") + "]")
named = {}
for event in events:
    if not event["cat"].startswith("persistify") or event["ph"] not in "XiM" or event.get("ts", 1) <= 0 or event.get("dur", 0) < 0:
        fail("no event: %s" % event)
    if event["cat"] == "persistify" and event["ph"] != "M":  # else of work-groups: check-timeline.py
        named.setdefault(event["name"], []).append(event)
# In a thread, events lie apart or inside each other. Numbers are cut to thousandths.
spans = [e for e in events if e["ph"] == "X"]
tracks = {}
for span in spans:
    tracks.setdefault((span["pid"], span["tid"]), []).append(span)
for a in spans:
    for b in tracks[a["pid"], a["tid"]]:
        if a["ts"] < b["ts"] - 1 and b["ts"] + 1 < a["ts"] + a["dur"] < b["ts"] + b["dur"] - 1:
            fail("neither apart nor inside: %s, %s" % (a, b))
if sys.argv[2].startswith("--"):
    class Arguments(types.SimpleNamespace):
        def __getitem__(self, name):
            return vars(self)[name]

    if sys.argv[2] == "--one" and any(len(of) > 1 for name, of in named.items() if name.isidentifier()):
        fail("several of a name: %s" % {n: len(of) for n, of in named.items()})
    values = {name: Arguments(**of[0]["args"]) for name, of in named.items() if name.isidentifier()}
    for expression in sys.argv[3:]:
        if not eval(expression, {}, values):
            fail("not so: %s: %s" % (expression, values))
else:
    for word in ",".join(sys.argv[2:]).split(","):
        name, _, count = word.partition("=")
        if name not in named or (count and len(named[name]) != int(count)):
            fail("%s: %d events, of %s" % (word, len(named.get(name, [])), sorted(named)))
    around = named.get("entry", []) + named.get("trips", [])
    for event in named.get("launch", []) + named.get("build", []) + named.get("results", []):
        if not any(e["ts"] - 1 <= event["ts"] and event["ts"] + event["dur"] <= e["ts"] + e["dur"] + 1 for e in around):
            fail("%s lies in no entry" % event["name"])
