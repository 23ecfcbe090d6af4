# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Checks what work-groups did in a file of PERSISTIFY_TRACE.

    check-timeline.py FILE [--skew US] [--sources DIR] [--groups N] [--launches N] [--left-out] [--given-up]

Each launch that recorded something is held to this: its groups have tracks; spans of a track touch and do not overlap, and lie
in the launch; all groups have the same barriers, of numbers without a gap up to the launch's, or fewer where records were left
out; no group leaves a barrier before the last one has come (--skew: but for so many microseconds); what all groups did says
the same as the groups. --launches: so many at least. --sources: names are places of files there, and the line holds what the name says.
"""
import argparse
import json
import re
import sys
from pathlib import Path

FIRST_TRACK = 1 << 30
ROUNDED = 0.0015  # numbers of the host are cut to thousandths each


def fail(what, *events):
    sys.exit("check-timeline: %s%s" % (what, "".join("\n  %s" % json.dumps(e) for e in events)))


def read(path):
    lines = Path(path).read_text().split("\n")
    if lines[0] != "[" or lines[-1] != "":
        fail("the file is not whole lines")
    events = []
    for line in lines[1:-1]:
        if not line.endswith("},"):
            fail("no event: " + line)
        events.append(json.loads(line[:-1]))
    return events


def end(event):
    return event["ts"] + event["dur"]


def kind(event):
    return event["cat"].partition(",")[2]


def check_name(name, sources, after):
    if sources is None or name in ("joining", "begin") and not after:
        return
    place = re.match(r"(?:Region of )?([^:]+):(\d+)(?:: (\w+))?", name)
    if not place:
        fail("'%s' names no place" % name)
    line = (sources / place.group(1)).read_text().split("\n")[int(place.group(2)) - 1]
    if not re.search(r"\b%s\b" % place.group(3) if place.group(3) else r"\b(for|while|do)\b", line):
        fail("'%s' is not what stands there: %s" % (name, line))


def check_track(spans, launch, sources):
    at = {}  # by number of a barrier
    for before, span in zip([None] + spans, spans):
        if before and abs(end(before) - span["ts"]) > ROUNDED and (kind(before), kind(span)) != ("joining", "barrier"):
            fail("spans that do not touch", before, span)
        if before and kind(before) == kind(span):
            fail("two of a kind side by side", before, span)
        if span["ts"] < launch["ts"] - ROUNDED or end(span) > end(launch) + ROUNDED:
            fail("not in the launch", span, launch)
        args = span["args"]
        if kind(span) == "phase":
            check_name(span["name"], sources, args["after"])
            if before and kind(before) == "barrier" and (args["after"] != before["args"]["number"] or span["name"] != before["args"]["at"]):
                fail("a phase behind another barrier", before, span)
        elif kind(span) == "barrier":
            check_name(args["at"], sources, True)
            at[args["number"]] = span
    numbers = sorted(at)
    if numbers and numbers != list(range(numbers[0], numbers[-1] + 1)):
        fail("barriers with a gap: %s" % numbers, launch)
    if spans[0]["args"]["left_out"] != (numbers[0] - 1 if numbers else 0):
        fail("%d were left out, the first is %d" % (spans[0]["args"]["left_out"], numbers[0]), launch)
    return at


def check_launch(launch, note, tracks, summary, options):
    wide, given_up = note["args"]["groups"], bool(launch["args"]["given_up"])
    if not 0 < wide <= launch["args"]["groups"] or wide < launch["args"]["groups"] and not given_up or len(tracks) != min(wide, note["args"]["shown"]):
        fail("%d tracks" % len(tracks), launch, note)
    if options.groups and wide != options.groups:
        fail("%d groups" % wide, launch)
    barriers = {tid: check_track(spans, launch, options.sources) for tid, spans in tracks.items()}
    numbers = set().union(*barriers.values())
    if not given_up and max(numbers, default=0) != launch["args"]["barriers"]:
        fail("%d barriers" % max(numbers, default=0), launch)
    said = {e["args"]["number"]: e for e in summary}
    for number in sorted(numbers):
        here = [at.get(number) for at in barriers.values()]
        if None in here or any("given_up" in e["args"] for e in here):
            if not given_up:
                fail("barrier %d is not one of all groups" % number, launch)
            continue
        last, out = max(here, key=lambda e: e["ts"]), min(here, key=end)
        if last["ts"] > end(out) + options.skew + 0.0005:
            fail("left before all had come", last, out)
        if len({e["args"]["at"] for e in here}) != 1:
            fail("of two places", *here)
        if wide == 1:
            continue
        if number not in said:
            fail("barrier %d is not told of" % number, launch)
        if wide == len(tracks) and (abs(said[number]["ts"] - min(e["ts"] for e in here)) > ROUNDED or
                                    abs(end(said[number]) - last["ts"]) > ROUNDED):
            fail("otherwise than the groups say", said[number], *here)
    if wide > 1 and note["args"]["barriers"] and not given_up and len(said) != note["args"]["barriers"]:
        fail("%d barriers told of" % len(said), note)
    return note["args"]["left_out"]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("file")
    parser.add_argument("--skew", type=float, default=0)
    parser.add_argument("--sources", type=Path)
    parser.add_argument("--groups", type=int)
    parser.add_argument("--launches", type=int)
    parser.add_argument("--left-out", action="store_true")
    parser.add_argument("--given-up", action="store_true")
    options = parser.parse_args()
    events = read(options.file)
    names = {(e["pid"], e["tid"]): e["args"]["name"] for e in events if e["ph"] == "M" and e["name"] == "thread_name"}
    spans = [e for e in events if e["ph"] == "X" and e["tid"] >= FIRST_TRACK]
    for span in spans:
        if (span["pid"], span["tid"]) not in names:
            fail("a track without a name", span)
    launches = sorted((e for e in events if e["name"] == "launch" and e["cat"] == "persistify"), key=lambda e: e["ts"])
    notes = [e for e in events if e["name"] == "work-groups"]
    told, left_out, given_up = 0, 0, 0
    for note in notes:
        launch = [e for e in launches if e["pid"] == note["pid"] and e["tid"] == note["tid"] and e["ts"] <= note["ts"]][-1]
        inside = [e for e in spans if e["pid"] == launch["pid"] and launch["ts"] - ROUNDED <= e["ts"] <= end(launch)]
        tracks = {}
        for span in sorted((e for e in inside if kind(e) != "barriers"), key=lambda e: (e["ts"], end(e))):
            if not re.fullmatch(r"group \d+ of %s( on .*)?" % re.escape(launch["args"]["loop"]), names[span["pid"], span["tid"]]):
                fail("on the track '%s'" % names[span["pid"], span["tid"]], span, launch)
            tracks.setdefault(span["tid"], []).append(span)
        left_out += check_launch(launch, note, tracks, [e for e in inside if kind(e) == "barriers"], options)
        told += len(inside)
        given_up += bool(launch["args"]["given_up"])
    if told != len(spans):
        fail("%d of %d spans lie in a launch" % (told, len(spans)))
    if not notes or options.launches and len(notes) < options.launches:
        fail("%d launches" % len(notes))
    if options.left_out and not left_out or options.given_up and not given_up:
        fail("%d left out, %d launches given up" % (left_out, given_up))
    print("check-timeline: %d launches, %d spans, clock %s, within %s ms" %
          (len(notes), told, notes[0]["args"]["clock"], max(n["args"]["within_ms"] or 0 for n in notes)))


main()
