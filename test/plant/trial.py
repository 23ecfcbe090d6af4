# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs a program with an error planted, as run-check runs it without.

A program is transformed and its original is run once; its kernel code becomes an array that is filled from a file at
the start, so that an error in a kernel needs no compiler of the host.
"""

import os
import re
import resource
import shutil
import signal
import sys
from pathlib import Path

import corpus
import probes
import texts

sys.path.insert(0, str(corpus.ROOT / "test" / "tools"))
import runcheck  # noqa: E402

# Groups take turns on one thread, so that who is next does not depend on what else runs on the machine.
STRICT = {"NATIVE_CL_STRICT": "1", "NATIVE_CL_TURNS": "1"}
# As the suite runs it, then how else it may be run, one after another until the error is noticed.
WAYS = [("plain", {})] + [("seed %d" % n, {"NATIVE_CL_SEED": str(n), "NATIVE_CL_GROUPS": str(groups)})
                          for n, groups in ((1, 3), (2, 8))]
# Groups of one item, which most programs get here, share nothing; wider ones have other items than the program's groups.
WAYS += [("groups of %s" % size, {"PERSISTIFY_WG": size}) for size in ("8", "64")]
# One group alone takes seconds, in which the runtime waits for a second one, and shows no more.
# A release that a group happens to read hides a race: who still waits in a barrier may read the next one's arrivals in a
# counter. In this form it waits for a word that nobody writes until it has come by, so the order is that of the barriers.
RACES = {"NATIVE_CL_RACES": "1", "PERSISTIFY_BARRIER": "sense"}
# Items of one group race, too.
WAYS += [("races %s" % seed, dict(RACES, NATIVE_CL_SEED=seed, NATIVE_CL_GROUPS="4", **more))
         for seed, more in (("0", {}), ("7", {"PERSISTIFY_WG": "8"}))]
# Of an order that nobody misses: each word remembers all who used it, and other numbers of groups have other items. In the
# atomics of OpenCL 1.x a poll is an order, too.
ORDERS = [("races of %d groups" % groups, dict(RACES, NATIVE_CL_RACES="1000", NATIVE_CL_GROUPS=str(groups), PERSISTIFY_BACKEND="c11", **more))
          for groups, more in ((2, {}), (3, {}), (5, {}), (8, {}), (3, {"PERSISTIFY_WG": "8"}))]

runcheck.LEVELS["output"] = "-O0"
runcheck.ATTEMPTS = 1  # nothing else of ours runs beside


class Stuck(runcheck.Failed):
    """A run that took far longer than it does without the error."""


class Check(runcheck.Check):
    """A check whose runs may take a bounded time, and whose output may be changed."""
    limit = 60  # seconds of processor time
    setting = {}

    def before_child(self, title, aside):
        if title.startswith(("compile", "link", "persistify", "query")):
            return None
        limit = self.limit

        def child():
            resource.setrlimit(resource.RLIMIT_CPU, (limit, limit + 1))
            resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        return child

    def call(self, title, command, aside=True, **kwargs):
        if "env" in kwargs and title != "original":
            kwargs["env"] = dict(kwargs["env"], **self.setting)
        code, out, err = super().call(title, command, aside, **kwargs)
        if code in (-signal.SIGXCPU, -signal.SIGKILL) or (code is None and title != "original"):
            raise Stuck("hang")
        return code, out, err


def seconds():
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


class Build:
    """One way in which a program is compiled, with the runs of the test that need it."""

    def __init__(self, program, runs, work):
        self.work = work
        self.checks = []
        for options in runs:
            options.timeout = 60
            check = Check(options, str(work))
            check.originally = options.min_groups, list(options.env)
            check.races = {}  # by way: those that the program has without an error
            self.checks.append(check)
        first = self.first = self.checks[0]
        first.make_original()
        first.write_output()
        self.hosts = first.copies(first.out, first.options.hosts)
        self.texts, self.codes = texts.generated(first.out, self.hosts, first.options.hosts)
        self.folder = work / "code"
        self.folder.mkdir()
        for name, code in self.codes.items():
            (self.folder / name).write_text(code)
        loader = work / "loader.c"
        loader.write_text(texts.loader(self.codes))
        first.call("compile loader", [first.options.cc, "-O0", "-c", str(loader), "-o", str(work / "loader.o")])
        self.object, self.changed = str(work / "host%d.o"), str(work / "changed%d.o")
        self.compile(range(len(self.hosts)), self.object)
        self.linked = None
        for check in self.checks:
            check.original = check.run_original()
        self.baselines = {}

    def compile(self, hosts, into):
        for index in hosts:
            self.first.compile_file("output", self.hosts[index], into % index, self.first.tool_query("--cflags"))

    def link(self, changed):
        """Links the objects, of changed hosts the changed ones."""
        if self.linked == changed == []:
            return
        objects = [(self.changed if index in changed else self.object) % index for index in range(len(self.hosts))]
        self.linked = None
        self.first.link("output", self.hosts, objects + [str(self.work / "loader.o")],
                        os.path.join(self.first.out, "program"), self.first.tool_query("--libs"))
        self.linked = changed

    def write(self, text, content):
        """Puts a text in its place. Gives the hosts that are to be compiled again."""
        if not isinstance(text.place, Path):
            (self.folder / text.place).write_text(content)
            return []
        text.place.write_text(content, errors="surrogateescape")
        return [self.hosts.index(str(text.place))] if str(text.place) in self.hosts else list(range(len(self.hosts)))

    def judge(self, check, way, setting):
        """Raises Failed where the run of one test is not what it must be."""
        groups, env = check.originally
        check.options.min_groups = 1 if setting else groups
        check.setting = dict(STRICT, PLANTED_CODE=str(self.folder), **setting)
        if way in check.races:
            check.setting["NATIVE_CL_KNOWN_RACES"] = " ".join(sorted(check.races[way]))
        check.log = []
        if way == WAYS[0][0]:
            check.judge(check.original)
        else:
            check.run_output(check.original)

    def baseline(self, check, way, setting):
        """Processor time of this run without an error, None if it does not pass then."""
        key = id(check), way
        if key not in self.baselines:
            self.link([])
            for _ in range(3):
                before = seconds()
                check.limit = 20
                try:
                    self.judge(check, way, setting)
                    self.baselines[key] = seconds() - before
                except runcheck.Failed as problem:
                    self.baselines[key] = None
                    check.problem = str(problem)
                    if self.own_races(check, way):
                        continue
                break
        return self.baselines[key]

    @staticmethod
    def own_races(check, way):
        """Races of the program itself that the last run told are left out of the next ones. Whether there are any."""
        told = {"%s:%d:%d" % ((name,) + tuple(sorted((int(one), int(two))))) for name, one, two in
                re.findall(r"kernel '(\w+)': race at .*? in line (\d+) .*? in line (\d+) ", check.log[-1][1] if check.log else "")}
        new = told - check.races.get(way, set())
        if new:
            check.races.setdefault(way, set()).update(new)
        return bool(new)


class Subject:
    """A program, built and run as it should be."""

    def __init__(self, program, work):
        self.program = program
        self.work = Path(work)
        self.cache = self.work / "kernels"
        shutil.rmtree(self.work, ignore_errors=True)
        self.cache.mkdir(parents=True)
        os.environ["NATIVE_CL_CACHE"] = str(self.cache)
        os.environ.setdefault("PERSISTIFY_CACHE_DIR", "")
        os.environ["NATIVE_CL_LEVEL"] = "0"  # built in half the time
        groups = {}
        for options in program.runs:
            key = (tuple(options.compiler_flag), tuple(options.link), tuple(options.data), options.cc, options.cxx)
            groups.setdefault(key, []).append(options)
        self.builds = [Build(program, runs, self.work / ("build%d" % index)) for index, runs in
                       enumerate(groups.values()) if not os.makedirs(self.work / ("build%d" % index))]
        self.texts = self.builds[0].texts
        self.complete = {}

    def usable(self):
        """Some run passes without an error."""
        if not any(checks for _, checks in self.prepared(WAYS[:1])):
            raise runcheck.Failed(self.builds[0].checks[0].problem)

    def plant(self, text, begin, end, new, ways=WAYS):
        """(how it was noticed, in which way, what was said), or None."""
        changed = text.text[:begin] + new + text.text[end:]
        prepared = self.prepared(ways[:1])
        kept = set(os.listdir(self.cache))
        try:
            for way, setting in ways:
                for build, checks in prepared if way == ways[0][0] else self.prepared([(way, setting)], kept):
                    problem = self.with_error(build, checks, text, changed, way, setting)
                    if problem:
                        return problem[0], way, problem[1]
            return None
        finally:
            for name in set(os.listdir(self.cache)) - kept:
                path = self.cache / name
                path.unlink() if path.is_file() else shutil.rmtree(path)

    def prepared(self, ways, kept=None):
        """The checks of each build that pass in these ways without an error. What they compile is kept."""
        result = []
        for build in self.builds:
            before = set(os.listdir(self.cache))
            checks = [check for check in build.checks
                      if all(build.baseline(check, way, setting) is not None for way, setting in ways)]
            if kept is not None:
                kept |= set(os.listdir(self.cache)) - before
            result.append((build, checks))
        return result

    def with_error(self, build, checks, text, changed, way, setting):
        """(how, what was said) if a run of this build notices the error."""
        mine = build.texts[self.texts.index(text)]
        try:
            hosts = build.write(mine, changed)
            try:
                build.compile(hosts, build.changed)
                build.link(hosts)
            except runcheck.Failed as problem:
                return "does not compile", str(problem)
            for check in checks:
                if check.races.get(way) and changed.count("\n") != mine.text.count("\n"):
                    continue  # their lines are other ones now
                # Who waits for a group that has no core burns time as well: a second try is longer.
                for check.limit in limits(build.baseline(check, way, setting)):
                    try:
                        build.judge(check, way, setting)
                        break
                    except Stuck as late:
                        problem = late
                    except runcheck.Failed as other:
                        return how(other, check), str(other)
                else:
                    return "hang", str(problem)
            return None
        finally:
            build.write(mine, mine.text)

    def reached(self, operator, text, begin, end, new):
        """Whether some run comes to the place of an error: one that ends the program there is planted instead. What is
        given up and done again by the original loop shows guards only."""
        if not operator.needs_fallback and not self.completes(probes.region_of(text, begin)):
            return False
        found = probes.probe(operator, self.texts, text, begin, end, new)
        # Items of one group have their values in common where a group is one item, as it mostly is in plain runs.
        ways = WAYS if operator.name == "value not shared" else WAYS[:1]
        return found is None or self.plant(*found, ways=ways) is not None

    def misses_order(self, operator, text, begin, end, new):
        """For an error that takes a barrier away and did nothing: (how, way, what was said) where accesses have no order
        then, False if they have one in all that was asked, None if that is not known. The order is by happens-before, and
        the barriers alone give it: one run of so many groups speaks for all."""
        if not probes.only_orders(operator, text, begin, end):
            return None
        found = self.plant(text, begin, end, new, ways=ORDERS)
        complete = all(len(checks) == len(build.checks) and not any(check.races.get(way) for check in checks for way, _ in ORDERS)
                       for build, checks in self.prepared(ORDERS))
        sources = [Path(name).read_text(errors="replace") for name in self.program.files if name.endswith(".cl")]
        known = complete and sources and not probes.orders_by_chance(self.texts, sources, probes.region_of(text, begin))
        return found or (False if known else None)

    def completes(self, region):
        """Whether some run comes to the results of this region; of any, for None."""
        if region not in self.complete:
            found = probes.at_results(self.texts, region)
            self.complete[region] = not found or any(self.plant(*edit, ways=WAYS[:1]) for edit in found)
        return self.complete[region]


def limits(usual):
    """Seconds of processor time that a run may take, from what it takes without an error."""
    return [int(min(20, max(least, times * usual)) + 1) for least, times in ((2, 5), (8, 20))]


def how(problem, check):
    """In a few words, what noticed an error."""
    text = str(problem)
    said = check.log[-1][1] if check.log else ""
    if re.search(r"exit code.* 87", text) or re.search(r"ends? with 87|exit code 87", text):
        return "race" if ": race " in said or "data race" in said else "report of native-cl"
    if re.search(r"does not (compile|build)|CL_BUILD_PROGRAM_FAILURE|cannot be built", text):
        return "does not compile"
    for words, name in [("exit code", "exit code"), ("no launch counts", "crash"), ("standard output", "output"), ("standard error", "output"),
                        ("left with other arguments", "arguments at the end"), ("other contents", "contents of buffers"),
                        ("never released", "events left"), ("original loop ran", "fallback"),
                        ("fallback", "fallback"), ("verif", "verify"), ("planted error", "verify"),
                        ("launch", "launches"), ("groups", "launches"), ("statistics", "statistics"), ("differ", "file")]:
        if words in text:
            return name
    return "other: " + text.split("\n")[0][:80]
