# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs a persistified program in its modes and reads the runtime's statistics."""

import collections
import os
import re
import signal
import subprocess
import tempfile
import threading
import time



class HeldSignals:
    """Ctrl-C and SIGTERM wait from here until release(), which then does what they do: a program that has just begun would be
    left, since nobody has its number yet."""

    def __init__(self):
        self.came = []
        self.old = {number: signal.signal(number, lambda *came: self.came.append(came)) for number in (signal.SIGINT, signal.SIGTERM)}

    def release(self):
        for number, handler in self.old.items():
            signal.signal(number, handler)
        for number, frame in self.came:
            if callable(self.old[number]):
                self.old[number](number, frame)
            elif self.old[number] == signal.SIG_DFL:
                os.kill(os.getpid(), number)

class Configuration:
    """A mode of the runtime, with a work-group size and a barrier where they are chosen."""

    def __init__(self, mode, wg=None, barrier=None):
        self.mode, self.wg, self.barrier = mode, wg, barrier
        chosen = [("wg", wg), ("barrier", barrier)]
        self.name = " ".join([mode] + ["%s=%s" % pair for pair in chosen if pair[1] is not None])

    def environment(self):
        # What is not chosen stays as the user has set it.
        env = dict(os.environ, PERSISTIFY=self.mode, PERSISTIFY_STATS="1")
        if self.wg is not None:
            env["PERSISTIFY_WG"] = str(self.wg)
        if self.barrier is not None:
            env["PERSISTIFY_BARRIER"] = self.barrier
        return env


def configurations(modes, wgs, barriers):
    """Work-group sizes and barriers are of the persistent kernel: `off` has none of them."""
    result = []
    for mode in modes:
        crossed = [(None, None)] if mode == "off" else [(w, b) for w in wgs or [None] for b in barriers or [None]]
        result += [Configuration(mode, wg, barrier) for wg, barrier in crossed]
    return result


def key_values(text):
    return dict(word.split("=", 1) for word in text.split() if "=" in word)


def read_statistics(text):
    """The lines of the regions as dictionaries, and what else the runtime says of itself.

    A program may have left an unfinished line of its own before ours."""
    regions, facts = [], {}
    for kind, rest in re.findall(r"persistify: (stats|probe|device): ([^\n]*)", text):
        values = key_values(rest)
        if kind == "stats" and "region" in values:
            regions.append(values)
        elif kind == "device" and "device" not in values:
            facts["device"] = rest.strip()
        else:
            facts.update(values)
    for values in regions:
        if values.get("device", "-") != "-":
            facts["device"] = values["device"].replace("_", " ")
    return regions, facts


COUNTS = {"entries", "persistent", "fallback"}


def number(value):
    try:
        result = float(value)
    except (TypeError, ValueError):
        return None
    return result if 0 <= result < float("inf") else None


def total(regions, key):
    """The sum over all regions; None (unknown) if one of them does not say."""
    values = [number(region.get(key)) for region in regions]
    if not values or None in values:
        return None
    result = sum(values)
    return int(result) if key in COUNTS and result == int(result) else result


class Run:
    """One process: its whole time, how it ended, what it wrote, what the runtime said."""

    def __init__(self, process_ms, exit_code, timed_out, stdout, stderr):
        self.process_ms, self.exit_code, self.timed_out = process_ms, exit_code, timed_out
        self.stdout, self.stderr = stdout, stderr
        self.regions, self.facts = read_statistics(stderr)
        self.region_ms = total(self.regions, "region_ms")
        self.build_ms = total(self.regions, "build_ms")
        self.entries = total(self.regions, "entries")
        self.persistent = total(self.regions, "persistent")

    @property
    def path(self):
        """Which way the loops went: persistent only if all of them did each time."""
        if self.entries is None or self.persistent is None:
            return "unknown"
        if self.entries and self.persistent == self.entries:
            return "persistent"
        return "mixed" if self.persistent else "original"

    @property
    def reason(self):
        """Why an original loop ran last, of the first region that says so."""
        for region in self.regions:
            reason = region.get("last_reason", "-")
            if region.get("fallback") != "0" and reason != "-":
                return reason.replace("_", " ")
        return None


def ended(exit_code):
    if exit_code >= 0:
        return "exit code %d" % exit_code
    try:
        return signal.Signals(-exit_code).name
    except ValueError:
        return "signal %d" % -exit_code


class Program:
    """The command. `path` is the executable file, so that --cwd does not change what is run."""

    def __init__(self, path, command, folder, stdin, timeout):
        self.path, self.command, self.folder, self.stdin, self.timeout = path, command, folder, stdin, timeout

    def run(self, configuration):
        # Files instead of pipes: nothing has to read while the program runs, and a child
        # that it leaves behind keeps nobody waiting.
        with open(self.stdin, "rb") as stdin, tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
            timed_out = threading.Event()

            def kill():
                timed_out.set()
                os.killpg(process.pid, signal.SIGKILL)

            # Ctrl-C may come wherever this is: nobody waits for a timer that was only just begun.
            timer = threading.Timer(self.timeout, kill)
            timer.daemon = True
            held = HeldSignals()
            try:
                begin = time.perf_counter()
                process = subprocess.Popen(self.command, executable=self.path, cwd=self.folder, stdin=stdin, stdout=out,
                                           stderr=err, env=configuration.environment(), start_new_session=True)
            except BaseException:
                held.release()
                raise
            try:
                held.release()
                timer.start()
                # Popen.wait with a time limit polls, in steps of up to 50 ms. The process is
                # not yet reaped here, so that the timer cannot hit another one.
                os.waitid(os.P_PID, process.pid, os.WEXITED | os.WNOWAIT)
                ms = (time.perf_counter() - begin) * 1e3
            except BaseException:
                os.killpg(process.pid, signal.SIGKILL)
                raise
            finally:
                timer.cancel()
                if timer.ident:
                    timer.join()
                process.wait()
            texts = []
            for file in (out, err):
                file.seek(0)
                texts.append(file.read().decode("utf-8", "surrogateescape"))
        return Run(ms, process.returncode, timed_out.is_set(), *texts)


def rounds(program, configs, warmup, runs, before, after):
    """Runs everything in turns: what changes on the machine meanwhile changes all alike.

    Each round begins with another configuration, since one may profit from what runs before
    it. `before()` and `after(configuration, run, round)` are called around each run; rounds
    below 1 are warm-up. Gives the measured runs of each configuration, and whether the user
    interrupted it. What needs too much time is not tried again.
    """
    measured = collections.OrderedDict((c, []) for c in configs)
    stopped = set()
    try:
        for turn in range(warmup + runs):
            first = turn % len(configs)
            for c in configs[first:] + configs[:first]:
                if c in stopped:
                    continue
                before()
                run = program.run(c)
                after(c, run, turn - warmup + 1)
                if run.timed_out:
                    stopped.add(c)
                if turn >= warmup or run.timed_out:
                    measured[c].append(run)
    except KeyboardInterrupt:  # the program was ended by `run`
        return collections.OrderedDict((c, some) for c, some in measured.items() if some), True
    return measured, False
