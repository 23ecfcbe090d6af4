# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Transforms, builds and runs programs, and judges them."""
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

from .batch import Batch
from .maker import CHUNK

DEFINE = "-DCL_TARGET_OPENCL_VERSION=120"
BAD = ("wrong", "unstable")
# How loops are entered and left between trips.
BETWEEN = ("2,1", "1,0", "3,2", "1,1", "2,0", "4,3")


class Verdict:
    def __init__(self, kind, details=""):
        self.kind = kind
        self.details = details
        self.hosts = False    # the host runs some of its trips


class Translation:
    """What the tool said of a batch."""

    def __init__(self, taken, codes):
        self.taken = taken    # seeds with a loop that was transformed
        self.codes = codes    # seed -> reasons of refusals
        self.hosts = set()    # seeds with trips for the host


def parts(text):
    """{seed: what was written from its first line on}."""
    pieces = re.split(r"^@@(\d+)\n", text, flags=re.M)
    return {int(pieces[i]): pieces[i + 1] for i in range(1, len(pieces) - 1, 2)}


def apart(text):
    """What kernels print comes when the queue gets to it: after all that the host prints, and in one order."""
    printed = re.compile(r"^k \d+\n|(?<=[^\n])k \d+\n", re.M)
    return printed.sub("", text) + "".join(sorted(printed.findall(text)))


def shown(outcome):
    return "nothing" if outcome is None else "%s%s%s" % (
        outcome[0], "\n  stderr: " + outcome[1] if outcome[1].strip() else "",
        "\n  exit code %d" % outcome[2] if outcome[2] else "")


class Checker:
    def __init__(self, tool, patience, device="native", verbose=False, flags=None):
        self.tool = tool
        self.patience = patience
        self.scratch = tempfile.mkdtemp(prefix="random-programs-")
        self.device = devices.environment(device, self.scratch)
        self.oclgrind = devices.environment("oclgrind", self.scratch)
        self.flags = flags or [w for o in ("--cflags", "--libs") for w in
                      subprocess.run([tool, o], capture_output=True, text=True, check=True).stdout.split()]
        self.seconds = Counter()
        self.name = device
        self.verbose = verbose

    def command(self, what, words, folder, seconds, **env):
        """Runs a command; None if it takes too long. The time counted is that of
        the processor, so that a busy machine makes nothing hang."""
        began = time.time()

        def limit():
            resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 5))

        clean = {k: v for k, v in os.environ.items() if not k.startswith("PERSISTIFY") or k == "PERSISTIFY_FAULT"}
        try:
            done = subprocess.run(words, cwd=folder, timeout=10 * seconds, capture_output=True, text=True,
                                  errors="replace", preexec_fn=limit,
                                  env={**clean, **self.device, "PERSISTIFY_CACHE_DIR": "",
                                       "POCL_CACHE_DIR": os.path.join(folder, "cache"),
                                       **env})
            return None if done.returncode == -signal.SIGXCPU else done
        except subprocess.TimeoutExpired:
            return None
        finally:
            self.seconds[what] += time.time() - began

    def compile(self, batch, folder, target):
        compiler = "g++" if batch.cpp else "gcc"
        done = self.command("compile", [compiler, batch.standard, "-w", "-O0", "-I.", DEFINE] + [
            os.path.join(folder, h) for h in batch.hosts] + ["-xc", "main.c", "-xnone", "-o", target] +
            self.flags + ["-lm"], batch.folder, 300)
        return done.stderr[:600] if done and done.returncode else "" if done else "the compiler takes too long"

    def schedule(self, batch):
        """How `native` runs the programs of a batch: by its first seed. It says to have as many units as groups run at a
        time: on a machine of more cores an entry would wait some seconds for groups that never begin."""
        if self.name != "native":
            return {}
        number = batch.first // CHUNK
        groups = "%d" % (2 + number % 3)
        return {"NATIVE_CL_CACHE": os.path.join(batch.folder, "cache"), "NATIVE_CL_STRICT": "1",
                "NATIVE_CL_LEVEL": "2" if number % 16 == 5 else "0", "NATIVE_CL_GROUPS": groups,
                "NATIVE_CL_UNITS": groups, "NATIVE_CL_SEED": "%d" % (number % 5), **({"PERSISTIFY_BACKEND": "cl1"} if number % 2 else {})}

    def run(self, batch, target, seeds, **env):
        """Gives {seed: Outcome} of what came to its end, what was said on stderr, and how it ended."""
        os.makedirs(os.path.join(batch.folder, "cache"), exist_ok=True)
        env = {**self.schedule(batch), **env}
        alone = batch.alone()
        runs = [[s for s in seeds if s not in alone]] + [[s] for s in seeds if s in alone]
        outcomes, said, ending = {}, "", ""
        for some in runs:
            if not some:
                continue
            done = self.command(target, ["./" + target] + [str(s) for s in some], batch.folder,
                                self.patience + 20 * (len(some) - 1), **env)
            if done is None:
                ending = "it hangs"
                continue
            said += done.stderr
            out, err = parts(done.stdout), parts(done.stderr)
            for seed, text in out.items():
                code = done.returncode if seed in alone else 0
                if seed in alone or "\n@@end\n" in text:
                    text = text.replace("\n@@end\n", "") if seed in alone else text.split("\n@@end\n")[0]
                    text = apart(text + "\n")
                    outcomes[seed] = (text.strip("\n"), re.sub(r"persistify: .*\n", "", err.get(seed, "")).strip("\n"), code)
            if done.returncode and not some[0] in alone:
                ending = "it ends with %d" % done.returncode
        return outcomes, said, ending

    # ---- verdicts

    def check(self, programs, folder):
        """{seed: Verdict} of programs of one language."""
        os.makedirs(folder, exist_ok=True)
        batch = Batch(programs, folder)
        batch.write()
        seeds = [p.seed for p in programs]
        made, why = self.translate(batch)
        if made:
            verdicts = self.judge(batch, seeds, made)
        else:   # what no compiler takes is the generator's fault
            bad = len(seeds) == 1 and self.compile(batch, "", "original")
            verdicts = self.failed(seeds, "unstable" if bad else "wrong", bad or why)
        if verdicts is None:   # something failed as a whole
            half = len(programs) // 2
            return {**self.check(programs[:half], os.path.join(folder, "0")),
                    **self.check(programs[half:], os.path.join(folder, "1"))}
        for seed in made.hosts if made else ():
            verdicts[seed].hosts = True
        return verdicts

    def failed(self, seeds, kind, why):
        """The verdict, if it is one program's; else None."""
        if len(seeds) == 1:
            return {seeds[0]: Verdict(kind, why)}
        if self.verbose:
            print("programs %d to %d: %s" % (seeds[0], seeds[-1], why[:300]), flush=True)
        return None

    def translate(self, batch, options=()):
        """Runs the tool. Gives what it made, or None and why not."""
        done = self.command("persistify", [self.tool] + batch.kernel_files() + batch.hosts + batch.kernel_options() +
                            list(options) + ["-o", "out", "--explain", "--", batch.standard, DEFINE, "-I."],
                            batch.folder, 60 + 10 * len(batch.programs))
        if done is None:
            return None, "the tool takes too long"
        if done.returncode not in (0, 1):
            return None, "the tool ends with %d: %s" % (done.returncode, done.stderr[-600:])
        made = Translation(set(), {})
        for file, line, rest in re.findall(r"^(\S+?):(\d+):\d+: (.*)", done.stdout, re.M):
            if "transformed" in rest or "persistify_region" in rest:
                made.taken.add(batch.seed_at(os.path.basename(file), int(line)))
        for file, line, rest in re.findall(r"^(\S+?):(\d+):\d+: warning: (.*)", done.stderr, re.M):
            literal = re.match(r"<(.+):(\d+)>$", file)  # kernels that stand in a host file
            file, line = literal.groups() if literal else (file, line)
            kernels = re.match(r"p(\d+)\.cl$", os.path.basename(file))
            seed = int(kernels.group(1)) if kernels else batch.seed_at(os.path.basename(file), int(line))
            made.codes.setdefault(seed, []).append(rest)
        for file, line in re.findall(r"^(\S+?):(\d+):\d+: note: .*\[PST3017\]", done.stderr, re.M):
            made.hosts.add(batch.seed_at(os.path.basename(file), int(line)))
        made.taken.discard(None)
        made.hosts.discard(None)
        return made, ""

    def judge(self, batch, seeds, made):
        """{seed: Verdict} of a batch that the tool has seen; None: it failed as a whole."""
        error = self.compile(batch, "", "original")
        if error:
            return self.failed(seeds, "unstable", "the original does not compile: " + error)
        before, errors, ending = self.run(batch, "original", seeds)
        if ending or len(before) < len(seeds):
            return self.failed(seeds, "unstable", "the original: %s %s" % (ending, errors[-300:]))
        verdicts = {s: Verdict("refused", (made.codes.get(s) or ["no reason"])[0]) for s in seeds if s not in made.taken}
        verdicts.update({s: Verdict("wrong", t) for s in seeds for t in made.codes.get(s, []) if "[PST9" in t})
        rest = [s for s in seeds if s in made.taken]
        if not rest:
            return verdicts
        error = self.compile(batch, "out", "new")
        if error:
            return self.failed(seeds, "wrong", "the output does not compile: " + error)
        return {**self.compare(batch, rest, before), **verdicts}

    def compare(self, batch, seeds, before):
        after, errors, ending = self.run(batch, "new", seeds, PERSISTIFY="on", PERSISTIFY_STATS="1")
        at = BETWEEN[batch.first // CHUNK % len(BETWEEN)]
        between, _, between_ending = self.run(batch, "new", seeds, PERSISTIFY="on", PERSISTIFY_TEST_AT=at)
        reasons, regions = {}, {}
        for file, line, reason in re.findall(r"persistify: (\S*?):(\d+): original loop: (.*)", errors):
            reasons.setdefault(batch.seed_at(os.path.basename(file), int(line)), reason)
        for file, line, entries, fallback in re.findall(
                r"persistify: stats: .*?file=(\S+) line=(\d+) entries=(\d+) .*?fallback=(\d+)", errors):
            seen = regions.setdefault(batch.seed_at(os.path.basename(file), int(line)), [0, 0])
            seen[0] += int(entries)
            seen[1] += int(fallback)
        verdicts = {}
        for seed in seeds:
            if after.get(seed) == before[seed] and between.get(seed) != before[seed] and len(seeds) == 1:
                verdicts[seed] = self.difference(batch, seed, before[seed], between.get(seed), between_ending,
                                                 "with PERSISTIFY_TEST_AT=" + at)
                continue
            if after.get(seed) != before[seed] or between.get(seed) != before[seed]:
                if len(seeds) > 1:   # both alone: what one leaves behind (formats of a stream) others may see
                    single, _, _ = self.run(batch, "original", [seed])
                    verdicts.update(self.compare(batch, [seed], {**before, **single}))
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
                return Verdict("unstable", "\n  original:%s\n  again:   %s" % (shown(before), shown(again.get(seed))))
        text = "%s\n  original:  %s\n  persistent:%s\n" % (ending, shown(before), shown(after))
        if self.oclgrind:
            judge, _, _ = self.run(batch, "original", [seed], **self.oclgrind)
            if judge.get(seed) == before:
                text += "  (another implementation agrees with the original)\n"
            elif judge.get(seed) == after:
                text += "  (another implementation agrees with the persistent form)\n"
                return Verdict("miscompiled", text)
            else:
                text += "  oclgrind:  %s\n" % shown(judge.get(seed))
        return Verdict("wrong", text + errors[-400:])
