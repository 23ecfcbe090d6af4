# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Transforms, builds and runs programs, and judges them."""
import concurrent.futures
import os
import re
import resource
import shutil
import signal
import subprocess
import tempfile
import time
from collections import Counter

import devices

from .hosts import CHUNK, generate

HERE = os.path.dirname(os.path.abspath(__file__))
SUPPORT = os.path.join(HERE, "support")
DEFINE = "-DCL_TARGET_OPENCL_VERSION=120"
BAD = ("wrong", "unstable")


class Verdict:
    def __init__(self, kind, details=""):
        self.kind = kind
        self.details = details


class Batch:
    """Some programs as functions of one host file."""

    def __init__(self, programs, folder):
        self.programs = programs
        self.folder = folder
        self.name = "host.cpp" if programs[0].cpp else "host.c"
        self.lines = {}    # seed -> (first, last) line in the host file

    def write(self):
        classes = any(p.header.endswith("hpp") for p in self.programs)
        text = '#include "random_program.h%s"\n%s\n' % (
            "pp" if classes else "", "".join("#include <%s>\n" % h for h in sorted({h for p in self.programs for h in p.includes})))
        for program in self.programs:
            first = text.count("\n") + 1
            text += program.host_text()
            self.lines[program.seed] = (first, text.count("\n"))
            with open(os.path.join(self.folder, "p%d.cl" % program.seed), "w") as file:
                file.write(program.kernel_text())
        text += '%sint run_program(int seed) {\n  if (seed >= 0)\n    printf("%%d:", seed);\n  switch (seed) {\n  case -1:\n' \
            "    open_device();\n%s    break;\n" % ('extern "C" ' if self.programs[0].cpp else "", "    open_queue();\n" if classes else "")
        for program in self.programs:
            text += "  case %d:\n    return run_%d();\n" % (program.seed, program.seed)
        with open(os.path.join(self.folder, self.name), "w") as file:
            file.write(text + "  }\n  return 0;\n}\n")
        for support in ("random_program.h", "random_program.hpp", "main.c"):
            shutil.copy(os.path.join(SUPPORT, support), self.folder)

    def seed_at(self, line):
        for seed, (first, last) in self.lines.items():
            if first <= line <= last:
                return seed
        return None


class Checker:
    def __init__(self, tool, patience, device="native"):
        self.tool = tool
        self.patience = patience
        self.scratch = tempfile.mkdtemp(prefix="random-programs-")
        self.device = devices.environment(device, self.scratch)
        self.oclgrind = devices.environment("oclgrind", self.scratch)
        self.flags = [w for o in ("--cflags", "--libs") for w in
                      subprocess.run([tool, o], capture_output=True, text=True, check=True).stdout.split()]
        self.seconds = Counter()
        self.name = device

    def command(self, what, words, folder, seconds, **env):
        """Runs a command; None if it takes too long. The time counted is that of
        the processor, so that a busy machine makes nothing hang."""
        began = time.time()

        def limit():
            resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 5))

        clean = {k: v for k, v in os.environ.items() if not k.startswith("PERSISTIFY")}
        try:
            done = subprocess.run(words, cwd=folder, timeout=10 * seconds, capture_output=True, text=True,
                                  errors="replace", preexec_fn=limit,
                                  env={**clean, **self.device, "POCL_CACHE_DIR": os.path.join(folder, "cache"),
                                       **env})
            return None if done.returncode == -signal.SIGXCPU else done
        except subprocess.TimeoutExpired:
            return None
        finally:
            self.seconds[what] += time.time() - began

    def compile(self, batch, source, target):
        compiler = "g++" if batch.programs[0].cpp else "gcc"
        done = self.command("compile", [compiler, "-w", "-O0", "-I.", DEFINE, source, "-xc", "main.c", "-xnone", "-o", target] +
                            self.flags + ["-lm"], batch.folder, 300)
        return done.stderr[:600] if done and done.returncode else "" if done else "the compiler takes too long"

    def schedule(self, batch):
        """How `native` runs the programs of a batch: by its first seed."""
        if self.name != "native":
            return {}
        number = batch.programs[0].seed // CHUNK
        return {"NATIVE_CL_CACHE": os.path.join(batch.folder, "cache"), "NATIVE_CL_STRICT": "1",
                "NATIVE_CL_LEVEL": "2" if number % 16 == 5 else "0", "NATIVE_CL_GROUPS": "%d" % (2 + number % 3),
                "NATIVE_CL_SEED": "%d" % (number % 5), **({"PERSISTIFY_BACKEND": "cl1"} if number % 2 else {})}

    def run(self, batch, target, seeds, **env):
        """Gives ({seed: line}, stderr, how it ended)."""
        os.makedirs(os.path.join(batch.folder, "cache"), exist_ok=True)
        env = {**self.schedule(batch), **env}
        done = self.command(target, ["./" + target] + [str(s) for s in seeds], batch.folder,
                            self.patience + 20 * (len(seeds) - 1), **env)
        if done is None:
            return {}, "", "it hangs"
        lines = dict(re.findall(r"^(\d+):(.*)$", done.stdout, re.M))
        return ({int(s): t for s, t in lines.items()}, done.stderr,
                "" if done.returncode == 0 else "it ends with %d" % done.returncode)

    # ---- verdicts

    def check(self, programs, folder):
        """{seed: Verdict} of programs of one language."""
        os.makedirs(folder, exist_ok=True)
        batch = Batch(programs, folder)
        batch.write()
        seeds = [p.seed for p in programs]
        verdicts = self.transformed(batch, seeds)
        if verdicts is None:   # something failed as a whole
            half = len(programs) // 2
            verdicts = {**self.check(programs[:half], os.path.join(folder, "0")),
                        **self.check(programs[half:], os.path.join(folder, "1"))}
        return verdicts

    def transformed(self, batch, seeds):
        alone = len(seeds) == 1

        def failed(kind, why):
            return {seeds[0]: Verdict(kind, why)} if alone else None

        error = self.compile(batch, batch.name, "original")
        if error:
            return failed("unstable", "the original does not compile: " + error)
        kernels = ["p%d.cl" % s for s in seeds]
        done = self.command("persistify", [self.tool] + kernels + [batch.name, "-o", "out", "--explain",
                                                                  "--", DEFINE, "-I."],
                            batch.folder, 60 + 10 * len(seeds))
        if done is None:
            return failed("wrong", "the tool takes too long")
        if done.returncode not in (0, 1):
            return failed("wrong", "the tool ends with %d: %s" % (done.returncode, done.stderr[-600:]))
        taken, codes = set(), {}
        for line, rest in re.findall(r"^%s:(\d+):\d+: (.*)" % re.escape(batch.name), done.stdout, re.M):
            if "transformed" in rest or "persistify_region" in rest:
                taken.add(batch.seed_at(int(line)))
        for line, rest in re.findall(r"^\S*?:(\d+):\d+: warning: (.*)", done.stderr, re.M):
            seed = batch.seed_at(int(line))
            codes.setdefault(seed, []).append(rest)
        for line, rest in re.findall(r"^p(\d+)\.cl:\d+:\d+: warning: (.*)", done.stderr, re.M):
            codes.setdefault(int(line), []).append(rest)

        before, errors, ending = self.run(batch, "original", seeds)
        if ending or len(before) < len(seeds):
            return failed("unstable", "the original: %s %s" % (ending, errors[-300:]))
        verdicts = {s: Verdict("refused", (codes.get(s) or ["no reason"])[0]) for s in seeds if s not in taken}
        rest = [s for s in seeds if s in taken]
        if not rest:
            return verdicts
        error = self.compile(batch, "out/" + batch.name, "new")
        if error:
            return failed("wrong", "the output does not compile: " + error)
        verdicts.update(self.compare(batch, rest, before))
        return verdicts

    def compare(self, batch, seeds, before):
        after, errors, ending = self.run(batch, "new", seeds, PERSISTIFY="on", PERSISTIFY_STATS="1")
        reasons, regions = {}, {}
        for line, reason in re.findall(r"persistify: \S*?:(\d+): original loop: (.*)", errors):
            reasons.setdefault(batch.seed_at(int(line)), reason)
        for line, entries, fallback in re.findall(
                r"persistify: stats: .*? line=(\d+) entries=(\d+) .*?fallback=(\d+)", errors):
            seen = regions.setdefault(batch.seed_at(int(line)), [0, 0])
            seen[0] += int(entries)
            seen[1] += int(fallback)
        verdicts = {}
        for seed in seeds:
            if after.get(seed) != before[seed]:
                if len(seeds) > 1:
                    verdicts.update(self.compare(batch, [seed], before))
                else:
                    verdicts[seed] = self.difference(batch, seed, before[seed], after.get(seed), ending, errors)
                continue
            entries, fallbacks = regions.get(seed, (0, 0))
            if seed in reasons or fallbacks:
                verdicts[seed] = Verdict("fallback", reasons.get(seed, "unknown"))
            else:
                verdicts[seed] = Verdict("persistent" if entries else "unused")
        return verdicts

    def difference(self, batch, seed, before, after, ending, errors):
        """A result that is not the original's: whose fault?"""
        for threads in ("1", "2", "2"):
            again, _, _ = self.run(batch, "original", [seed], POCL_MAX_PTHREAD_COUNT=threads)
            if again.get(seed) != before:
                return Verdict("unstable", "\n  original:%s\n  again:   %s" % (before, again.get(seed)))
        text = "%s\n  original:  %s\n  persistent:%s\n" % (ending, before, after)
        if self.oclgrind:
            judge, _, _ = self.run(batch, "original", [seed], **self.oclgrind)
            if judge.get(seed) == before:
                text += "  (another implementation agrees with the original)\n"
            elif judge.get(seed) == after:
                text += "  (another implementation agrees with the persistent form)\n"
                return Verdict("miscompiled", text)
            else:
                text += "  oclgrind:  %s\n" % judge.get(seed)
        return Verdict("wrong", text + errors[-400:])


def write_program(program, folder):
    os.makedirs(folder, exist_ok=True)
    Batch([program], folder).write()


def short(verdict):
    """What is counted under a verdict."""
    code = re.search(r"\[(PST\d+)\]", verdict.details)
    return code.group(1) if code else re.sub(r"\d+", "N", verdict.details)[:100]


def run_all(checker, options, features):
    counts, details = Counter(), {}
    chunks = []
    for number in range(options.first // CHUNK, (options.last + CHUNK - 1) // CHUNK):
        chunks.append(range(max(options.first, number * CHUNK), min(options.last, (number + 1) * CHUNK)))

    began = time.time()

    def work(seeds):
        programs = [generate(s, features) for s in seeds]
        if options.minutes and time.time() - began > 60 * options.minutes:
            return programs, {}
        folder = os.path.join(checker.scratch, str(programs[0].seed))
        try:
            return programs, checker.check(programs, folder)
        finally:
            shutil.rmtree(folder, ignore_errors=True)

    try:
        with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
            for done in concurrent.futures.as_completed([pool.submit(work, c) for c in chunks]):
                programs, verdicts = done.result()
                for program in programs:
                    if program.seed not in verdicts:   # no time was left
                        continue
                    verdict = verdicts[program.seed]
                    counts[verdict.kind] += 1
                    details.setdefault(verdict.kind, Counter())[short(verdict)] += 1
                    if verdict.kind in BAD + ("miscompiled",) or options.verbose:
                        print("seed %d: %s: %s" % (program.seed, verdict.kind, verdict.details), flush=True)
                    if verdict.kind in BAD + ("miscompiled",) and options.keep:
                        write_program(program, os.path.join(options.keep, str(program.seed)))
    finally:
        shutil.rmtree(checker.scratch, ignore_errors=True)
    total = sum(counts.values())
    for kind in ("fallback", "refused"):
        for reason, number in details.get(kind, Counter()).most_common():
            print("%5d %s: %s" % (number, kind, reason))
    done = total - counts["refused"]
    percent = 100.0 * done / max(total, 1)
    print("%d seconds; %s" % (time.time() - began, ", ".join(
        "%s %d" % (what, seconds) for what, seconds in checker.seconds.most_common())))
    print("%d programs, %d transformed (%.0f %%): %s" % (total, done, percent, ", ".join(
        "%d %s" % (counts[k], k) for k in
        ("persistent", "fallback", "unused", "refused", "miscompiled", "unstable", "wrong"))))
    return 1 if any(counts[k] for k in BAD) or percent < options.least else 0
