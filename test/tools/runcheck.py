# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Transforms a program, runs original and output, and compares them.

    run-check kernel.cl host.cpp [options] [-- program arguments]

Builds and runs the original program, runs persistify on it, builds the output
and runs that too, both with the launches counted from outside (test/shim). The
check passes only when

  * exit code, standard output and the files named by --output-file agree,
  * the persistent path was taken: as many persistify_region_* launches as
    --entries says, none of the original's kernels launched by name (but for
    --allow-kernel), at least --min-groups groups, no fallback,
  * on native, nothing was reported, and two more runs give the same: one in a drawn
    order of more groups, one with PERSISTIFY=verify, which looks at variables that
    the program does not print.

Everything else is a failure; what was compared is printed. `{kernel}` and
`{dir}` in program arguments stand for the kernel file and the folder of the
variant that runs. Each variant runs in its own folder, which holds its .cl
files and its executable. Under CHECK_BUILDS, if that names a folder, builds are
kept for further checks of the same program.

Exit codes: 0 passed, 1 failed, 2 usage. A device that is not there is a
failure (a test asks for it with REQUIRES).
"""

import argparse
import difflib
import functools
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
import time
import zlib

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)
import builds  # noqa: E402
import devices  # noqa: E402
import forms  # noqa: E402

C_STANDARD, CXX_STANDARD = "-std=gnu11", "-std=c++17"
# An optimiser may show what is undefined in the output; the original's time is better saved.
LEVELS = {"original": "-O0", "output": "-O1"}
FAST_LINKER = ["-fuse-ld=gold"] if shutil.which("ld.gold") else []
# Headers of C++ that take longer to read than to load, precompiled, with all that stands here.
COMMON = "algorithm array cmath cstdio cstdlib cstring fstream functional iostream iterator map memory numeric " \
    "sstream stdexcept string utility vector"
SLOW = re.compile(r'#\s*include\s*<(CL/opencl\.hpp|(f|io|o|s)stream|functional|map|memory|random|string|unordered_map)>')
PERSISTENT = re.compile(r"^persistify\d*_region_\d+$")
INTERNAL = re.compile(r"^(persistify\d*_|p\d*_copies$)")
# What a caller may choose for a run from outside; the rest of PERSISTIFY* is the test's.
KEPT = ("PERSISTIFY_CACHE_DIR", "PERSISTIFY_BARRIER", "PERSISTIFY_DISCOVERY", "PERSISTIFY_BACKOFF")


class Failed(Exception):
    """What was expected and what came instead."""


class FewGroups(Failed):
    """Right, but with fewer groups than a barrier needs to be tested."""


ATTEMPTS = 5
# Reasons for which only an error lets the original loop run.
NEVER_RIGHT = "tables of the region do not agree|returned a handle that does not exist|left gaps in its log|is not a queue"
# More runs on native. What nobody writes of the state that host and kernel share is a pattern, not what it was or 0.
STRICT = {"PERSISTIFY_TEST_STRICT": "1"}
# Groups take turns on one thread, which costs no wait for a core, in an order that the seed draws.
DRAWN = dict(STRICT, NATIVE_CL_TURNS="1", NATIVE_CL_SEED="7", NATIVE_CL_GROUPS="4")
RACES = {"NATIVE_CL_TURNS": "1", "NATIVE_CL_RACES": "1", "NATIVE_CL_GROUPS": "4", "NATIVE_CL_LEVEL": "0"}
# In the plain order, in which the original ran: how often some loops run depends on it.
VERIFIED = dict(STRICT, NATIVE_CL_TURNS="1", PERSISTIFY="verify")


# Values of PERSISTIFY_TEST_AT: all trips in slices, the rest of the loop from each question on, trips in turns with the original's.
SLICES = ["0,1", "0,2", "0,3", "0,7"]
PLACES = ["%d,0" % place for place in range(1, 21)]
TURNS = ["1,1", "1,2", "1,3", "1,7", "2,1", "2,2", "2,3", "3,1", "3,2", "5,2", "7,3"]


def show(title, text):
    print("---- %s" % title)
    text = text.rstrip("\n")
    print(text if text else "(nothing)")


def quoted(command):
    return " ".join(shlex.quote(word) for word in command)


def parse_stats(stderr):
    """The region lines of PERSISTIFY_STATS=1 as dictionaries of strings."""
    regions = []
    for line in stderr.splitlines():
        match = re.search(r"persistify: stats: (.*)", line)
        if match:
            pairs = re.findall(r"(\w[\w.-]*)=(\"[^\"]*\"|\S*)", match.group(1))
            regions.append({key: value.strip('"') for key, value in pairs})
    return regions


def number(region, key):
    try:
        return int(region.get(key, "0"))
    except ValueError:
        raise Failed("statistics: %s=%s is no number" % (key, region[key]))


def fallback_lines(stderr):
    return [line for line in stderr.splitlines()
            if re.search(r"persistify: .*original loop: ", line)]


def never_right(title, run):
    wrong = [line for line in fallback_lines(run["err"]) if re.search(NEVER_RIGHT, line)]
    if wrong:
        raise Failed("%s: the original loop ran:\n  %s" % (title, "\n  ".join(wrong)))


def left_arguments(counts):
    """The arguments that each kernel object of the program had last, by the kernel's name."""
    found = {}
    for name, *arguments in counts.get("arguments", []):
        if not INTERNAL.match(name):
            found.setdefault(name, []).append(arguments)
    return found


def same_arguments(original, output, buffers):
    """Whether two kernel objects have the same. `buffers` has pairs that were found so far, by both numbers. A buffer
    that was released before the last commands counts as any; one that was released may be null in the output."""
    for before, after in zip(original, output):
        (index, _, a), (other, _, b) = before.partition(":"), after.partition(":")
        if a[0] in "mr" and b[0] in "mr":
            a, b = "one " + a, "other " + b
            if buffers.setdefault(a, b) != b or buffers.setdefault(b, a) != a:
                return False
        elif before != after and "d" not in (a, b) and not (a[0] == "r" and b == "v0"):
            return False
        if index != other:
            return False
    return len(original) == len(output)


def read_contents(path):
    """Hashes of what buffers held at their end, by the number that the shim gives them, and how many events were left."""
    try:
        with open(path) as file:
            pairs = [line.split() for line in file]
        return {int(key) - 1 if key.isdigit() else key: value for key, value in pairs}
    except OSError:
        return {}


def without_comments(text):
    """C tokens of a file, near enough to tell whether code was changed."""
    pattern = re.compile(
        r"//[^\n]*|/\*.*?\*/|\"(?:\\.|[^\"\\])*\"|'(?:\\.|[^'\\])*'", re.S)
    text = pattern.sub(lambda m: " " if m.group(0)[0] == "/" else m.group(0), text)
    return [line.strip() for line in text.splitlines() if line.strip()]


def entry_range(text):
    """"3" or "0..1" or "any" as the least and the largest number."""
    if text == "any":
        return 1, sys.maxsize
    low, dots, high = text.partition("..")
    return int(low), int(high if dots else low)


def arguments(argv):
    program_args = []
    if "--" in argv:
        cut = argv.index("--")
        argv, program_args = argv[:cut], argv[cut + 1:]
    parser = argparse.ArgumentParser(
        prog="run-check", description=__doc__.split("\n")[0],
        usage="run-check KERNEL.cl... HOST... [options] [-- program arguments]")
    add = parser.add_argument
    add("files", nargs="+", help=".cl files, host sources (.c .cc .cpp .cxx)")
    add("--device", choices=devices.NAMES, default=devices.usual())
    add("--entries", default="any", metavar="N|A..B|any",
        help="persistent launches expected (any: at least one)")
    add("--allow-kernel", action="append", default=[], metavar="NAME[=N]",
        help="kernel that the output may launch by name too (exactly N times)")
    add("--host-trips", action="store_true",
        help="the host runs some trips: each entry may have several persistent launches")
    add("--min-groups", type=int, default=2)
    add("--entered", action="store_true", help="each loop that asks between trips has at least two")
    add("--expect-fallback", metavar="TEXT",
        help="the original loop must run, with TEXT in the reason")
    add("--no-persist", action="store_true",
        help="every candidate is refused: exit code 1, code unchanged")
    add("--reason", action="append", default=[], metavar="TEXT",
        help="text that persistify must print (a code, say)")
    add("--expect-exit", type=int, default=0, help="exit code of the program")
    add("--output-file", action="append", default=[], metavar="NAME",
        help="file that the program writes in its folder")
    add("--data", action="append", default=[], metavar="FILE",
        help="file that the program needs in its folder")
    add("--ignore-output", metavar="REGEX",
        help="leave lines of standard output that match out of the comparison")
    add("--verify", metavar="NAME",
        help="PERSISTIFY=verify passes as well, and finds an error planted in this buffer or variable")
    add("--relaunches", type=int, default=0, metavar="N",
        help="launches that are given up and made again with more room")
    add("--stderr", action="store_true",
        help="compare standard error as well, without the lines of persistify")
    add("--no-arguments", dest="arguments", action="store_false",
        help="leave out the comparison of the arguments that kernels have at the end")
    add("--no-contents", dest="contents", action="store_false",
        help="leave out the comparison of what those buffers held at the end")
    add("--no-verified", dest="verified", action="store_false",
        help="leave out the second run on native, with PERSISTIFY=verify")
    add("--repeat", type=int, default=1, help="runs of the output")
    add("--forms", action="store_true", default=bool(os.environ.get("CHECK_FORMS")),
        help="more runs of the output, in other forms of barrier, discovery and back-off")
    add("--mode", default="on", help="value of PERSISTIFY (on)")
    add("--no-run", action="store_true", help="stop after building the output")
    add("--cl-version", default="120", help="CL_TARGET_OPENCL_VERSION")
    add("--host-flag", action="append", default=[], metavar="FLAG",
        help="for the compiler and for persistify's parse of the host")
    add("--compiler-flag", action="append", default=[], metavar="FLAG",
        help="for the compiler alone: the program is built otherwise than it was analysed")
    add("--kernel-flags", metavar="FLAGS", help="for persistify")
    add("--tool-flag", action="append", default=[], metavar="FLAG", help="for persistify")
    add("--link", action="append", default=[], metavar="FLAG", help="for the linker")
    add("--env", action="append", default=[], metavar="NAME=VALUE")
    add("--stats", action="append", default=[], metavar="KEY=VALUE",
        help="pair that the statistics of some region must have")
    add("--timeout", type=int, default=300, help="seconds for one run, waiting for the device included")
    add("--dir", help="working folder (default: a temporary one, removed)")
    add("--persistify", default=os.environ.get("PERSISTIFY_TOOL", "persistify"))
    add("--shim", default=os.environ.get("CLCOUNT_LIB"))
    add("--cc", default=os.environ.get("CC", "cc"))
    add("--cxx", default=os.environ.get("CXX", "c++"))
    add("-v", "--verbose", action="store_true", help="tell also when all is well")
    options = parser.parse_args(argv)
    options.program_args = program_args
    options.kernels = [f for f in options.files if f.endswith(".cl")]
    options.hosts = [f for f in options.files if not f.endswith(".cl")]
    if not options.kernels or not options.hosts:
        parser.error("at least one .cl file and one host source are needed")
    for name in options.files + options.data:
        if not os.path.isfile(name):
            parser.error("no file %s" % name)
    try:
        entry_range(options.entries)
    except ValueError:
        parser.error("--entries takes a number, A..B or 'any'")
    if not options.no_run and (not options.shim or not os.path.isfile(options.shim)):
        parser.error("--shim or CLCOUNT_LIB must name libclcount.so")
    return options


class Check:
    def __init__(self, options, work):
        self.options = options
        self.work = work
        self.log = []  # (title, text) of everything that ran
        self.loose = None  # numbers of buffers that no run determines; found when they differ
        self.before = os.path.join(work, "original")
        self.out = os.path.join(work, "out")
        os.makedirs(work, exist_ok=True)
        self.use_device(options.device)

    def use_device(self, device):
        self.options.device = device
        self.device_env = devices.environment(device, self.work)
        if self.device_env is None and not self.options.no_run:
            raise Failed("device %s is not installed" % device)

    def before_child(self, title, aside):
        """What a command does with itself before it begins, or None."""
        return (lambda: os.nice(10)) if aside else None

    def call(self, title, command, aside=True, **kwargs):
        """Runs a command, aside for the persistent kernel of another check; gives (exit
        code or None after a timeout, out, err)."""
        kwargs.setdefault("timeout", 600)
        try:
            done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, stdin=subprocess.DEVNULL,
                                  preexec_fn=self.before_child(title, aside), **kwargs)
            code, out, err = done.returncode, done.stdout, done.stderr
        except subprocess.TimeoutExpired as late:
            code, out, err = None, late.stdout or b"", late.stderr or b""
        out, err = out.decode(errors="replace"), err.decode(errors="replace")
        ending = "timeout" if code is None else "exit %d" % code
        self.log.append(("%s: %s [%s]" % (title, quoted(command), ending), out + err))
        return code, out, err

    @functools.lru_cache(maxsize=None)
    def tool_query(self, flag):
        if self.options.persistify == os.environ.get("PERSISTIFY_TOOL") and "CHECK_ANSWERS" in os.environ:
            return shlex.split(json.loads(os.environ["CHECK_ANSWERS"])[flag])
        code, out, err = self.call("query", [self.options.persistify, flag])
        if code != 0:
            raise Failed("persistify %s: exit %s\n%s" % (flag, code, err))
        return shlex.split(out)

    def definitions(self):
        return ["-DCL_TARGET_OPENCL_VERSION=" + self.options.cl_version] + self.options.host_flag

    def compile(self, title, sources, target, before=(), after=()):
        objects = ["%s.%d.o" % (target, index) for index in range(len(sources))]
        for source, obj in zip(sources, objects):
            self.compile_file(title, source, obj, before)
        self.link(title, sources, objects, target, after)

    def compile_file(self, title, source, obj, before=()):
        options = self.options
        is_c = source.endswith(".c")
        has_standard = any(f.startswith("-std=") for f in options.host_flag)
        standard = [] if has_standard else [C_STANDARD if is_c else CXX_STANDARD]
        command = [options.cc if is_c else options.cxx] + standard + [LEVELS[title]] + self.definitions() + \
            options.compiler_flag + list(before) + ["-c", source, "-o", obj]
        code, quick = None, []
        if not is_c and CXX_STANDARD in standard + options.host_flag:
            quick = self.precompiled(title, source)
        if quick:
            code, _, err = self.call("compile " + title, command + quick)
        # The program has a name that one of these headers has, too, or flags that they were not compiled with.
        if code != 0:
            code, _, err = self.call("compile " + title, command)
        if code != 0:
            raise Failed("%s does not compile:\n%s" % (source, err))

    def precompiled(self, title, source):
        """Flags that take the headers from a precompiled one. An output that lacks one of them is what persistify's own
        reading of it must find."""
        cache, options = os.environ.get("CHECK_BUILDS"), self.options
        if not cache or options.cl_version != "120":
            return []
        with open(source, encoding="utf-8", errors="replace") as file:
            text = file.read()
        # What a program defines in front of its headers may be for them.
        own = [m.start() for m in re.finditer(r"#\s*(define|undef)\s+(?!CL_(HPP_)?(TARGET|MINIMUM)_OPENCL_VERSION 120\b)", text)]
        last = [m.start() for m in re.finditer(r"#\s*include\s*<", text)]
        if not SLOW.search(text) or own and own[0] < last[-1]:
            return []
        headers = COMMON.split()
        if title == "original":
            headers.insert(0, "CL/cl.h")
        flags = [CXX_STANDARD, LEVELS[title], "-DCL_TARGET_OPENCL_VERSION=120"]
        folder = os.path.join(cache, "headers-" + builds.key((), (), (), [options.cxx, flags, headers]))
        if not os.path.isdir(folder):
            os.makedirs(cache, exist_ok=True)
            fresh = tempfile.mkdtemp(dir=cache)
            name = os.path.join(fresh, "run-check-source.h")
            with open(name, "w") as file:
                file.write("".join("#include <%s>\n" % header for header in headers))
            command = [options.cxx] + flags + ["-x", "c++-header", name]
            self.call("headers", command + ["-o", os.path.join(fresh, "run-check-common.h.gch")])
            self.call("macros of headers", command + ["-E", "-dM", "-o", os.path.join(fresh, "macros")])
            self.call("macros of none", [options.cxx] + flags + ["-x", "c++-header", os.devnull, "-E", "-dM", "-o", os.path.join(fresh, "none")])
            try:
                os.rename(fresh, folder)
            except OSError:  # another check was faster
                shutil.rmtree(fresh)
        if title == "output" and self.asked_macros() & self.macros_of(folder):
            return []
        # There is no such header: a compiler that cannot take what was precompiled fails at once.
        return ["-I" + folder, "-include", "run-check-common.h"]

    @functools.lru_cache(maxsize=None)
    def asked_macros(self):
        """Names that an output asks for in front of its first header: whether it is compiled as analysed."""
        names = set()
        for at, _, files in os.walk(self.out):
            for name in files:
                if name.endswith(".persist.h"):
                    with open(os.path.join(at, name), encoding="utf-8", errors="replace") as file:
                        for line in re.findall(r"^\s*#.*", file.read(), re.M):
                            names.update(re.findall(r"[A-Za-z_]\w*", line))
        return names

    @functools.lru_cache(maxsize=None)
    def macros_of(self, folder):
        """Names that the precompiled headers of a folder define."""
        found = []
        for name in ("macros", "none"):
            with open(os.path.join(folder, name), encoding="utf-8", errors="replace") as file:
                found.append(set(re.findall(r"^#define (\w+)", file.read(), re.M)))
        return found[0] - found[1]

    def link(self, title, sources, objects, target, after=()):
        options = self.options
        cxx = not all(source.endswith(".c") for source in sources)
        command = [options.cxx if cxx else options.cc] + FAST_LINKER + objects + ["-o", target] + list(after) + \
            options.link + ["-lOpenCL", "-lm", "-lpthread", "-ldl"]
        code, _, err = self.call("link " + title, command)
        if code != 0:
            raise Failed("%s does not link:\n%s" % (title, err))

    def run(self, title, folder, extra_env, kernels, unfinished=False):
        """Runs the program of a folder; gives all that can be compared."""
        options = self.options
        counts = os.path.join(self.work, "counts.json")
        if os.path.exists(counts):
            os.remove(counts)
        for name in options.output_file:
            if os.path.exists(os.path.join(folder, name)):
                os.remove(os.path.join(folder, name))
        env = {k: v for k, v in os.environ.items()
               if not k.startswith("PERSISTIFY") or k in KEPT}
        env["PERSISTIFY_SLICE_MS"] = "0"  # launches are counted, and do not depend on how fast the machine is
        env.update(self.device_env)
        env.update(extra_env)
        for pair in options.env:
            name, _, value = pair.partition("=")
            env[name] = value
        env["CLCOUNT_FILE"] = counts
        contents = env["NATIVE_CL_CONTENTS"] = os.path.join(self.work, "contents")
        if os.path.exists(contents):
            os.remove(contents)
        if options.device == "native":
            env.setdefault("NATIVE_CL_STRICT", "1")
        env["LD_PRELOAD"] = " ".join(
            filter(None, [os.path.abspath(options.shim), os.environ.get("LD_PRELOAD")]))
        args = [a.replace("{kernel}", kernels[0]).replace("{dir}", folder)
                for a in options.program_args]
        original = not extra_env
        if not original and "CHECK_LOCK" in env:
            # Persistent kernels on threads need the cores for themselves: the shim waits until no other check has one.
            if env.get("NATIVE_CL_TURNS") != "1":
                env["CLCOUNT_LOCK"] = env["CHECK_LOCK"]
        code, out, err = self.call(title, [os.path.join(folder, "program")] + args, aside=original,
                                   env=env, cwd=folder, timeout=options.timeout)
        if code is None:
            raise Failed("%s: no end within %d s" % (title, options.timeout))
        try:
            with open(counts) as file:
                counted = json.load(file)
        except (OSError, ValueError) as problem:
            raise Failed("%s: no launch counts (%s); exit code %d" % (title, problem, code))
        files = {}
        for name in [] if unfinished else options.output_file:
            try:
                with open(os.path.join(folder, name), "rb") as file:
                    files[name] = file.read()
            except OSError:
                raise Failed("%s did not write %s" % (title, name))
        return {"code": code, "out": out, "err": err, "counts": counted, "files": files, "contents": read_contents(contents)}

    def comparable(self, text):
        if not self.options.ignore_output:
            return text.splitlines()
        return [line for line in text.splitlines()
                if not re.search(self.options.ignore_output, line)]

    def compare(self, title, original, output):
        if original["code"] != output["code"]:
            raise Failed("exit code: original %d, %s %d" %
                         (original["code"], title, output["code"]))
        before, after = self.comparable(original["out"]), self.comparable(output["out"])
        if before != after:
            raise Failed("standard output differs:\n" + "\n".join(
                difflib.unified_diff(before, after, "original", title, lineterm="")))
        if self.options.stderr:
            before, after = [self.comparable(re.sub(r"persistify: .*\n", "", run["err"]))
                             for run in (original, output)]
            if before != after:
                raise Failed("standard error differs:\n" + "\n".join(
                    difflib.unified_diff(before, after, "original", title, lineterm="")))
        for name, data in original["files"].items():
            other = output["files"][name]
            if data != other:
                at = next((i for i, (a, b) in enumerate(zip(data, other)) if a != b),
                          min(len(data), len(other)))
                line = data[:at].count(b"\n") + 1
                raise Failed("file %s differs: %d and %d bytes, first at byte %d (line %d)" %
                             (name, len(data), len(other), at, line))
        if self.options.arguments:
            self.compare_arguments(title, original, output)

    def compare_arguments(self, title, original, output):
        """The program's kernel objects ended with the same arguments (rule H2): buffers by which of them are the same
        one, values of up to 8 bytes. Kernels of which the output made more or fewer objects are not compared, those without arguments
        not counted where each trip makes one: the runtime makes such to ask what they need."""
        before, after = [left_arguments(run["counts"]) for run in (original, output)]
        buffers = {}
        for name in sorted(before):
            made = after.get(name, [])
            if len(before[name]) > 2 and [] not in before[name]:
                made = [one for one in made if one != []]
            if len(before[name]) == len(made):
                if not all(same_arguments(a, b, buffers) for a, b in zip(before[name], made)):
                    raise Failed("kernel %s was left with other arguments:\n  original %s\n  %s %s" %
                                 (name, before[name], title, after[name]))
        if self.options.contents:
            self.compare_contents(title, original["contents"], output["contents"], buffers)

    def compare_contents(self, title, original, output, buffers):
        """Buffers that are the same one, by the arguments of kernels, held the same when they were released or the
        program ended, as far as runs of the original agree about that. Only native-cl tells."""
        for before, after in buffers.items():
            if before.startswith("other"):
                continue
            before, after = [int(name.split()[1][1:]) for name in (before, after)]
            known = before in original and after in output
            if known and original[before] != output[after] and before not in self.loose_buffers(original):
                raise Failed("buffer %d of the original and buffer %d of the %s had other contents at the end" %
                             (before, after, title))
        if original.get("events") == "0" and output.get("events", "0") != "0":
            raise Failed("%s events were never released, the original released all" % output["events"])

    def loose_buffers(self, contents):
        """Buffers whose contents depend on the order in which groups run."""
        if self.loose is None:
            self.loose = set()
            for seed in range(1, 4):
                again = self.run("original", self.before, {"NATIVE_CL_SEED": str(seed), "NATIVE_CL_GROUPS": "3"},
                                 self.copies(self.before, self.options.kernels))["contents"]
                self.loose |= {number for number in contents if again.get(number) != contents[number]}
        return self.loose

    def check_path(self, original, output):
        """The output took the path that the test expects."""
        options = self.options
        launched = output["counts"]["kernels"]
        persistent = sum(n for name, n in launched.items() if PERSISTENT.match(name))
        fallbacks = fallback_lines(output["err"])
        regions = parse_stats(output["err"])
        if options.expect_fallback is not None:
            if not any(options.expect_fallback in line for line in fallbacks):
                raise Failed("expected a fallback with '%s', the reasons given are: %s" %
                             (options.expect_fallback, fallbacks or "none"))
            others = [line for line in fallbacks if options.expect_fallback not in line]
            if others:
                raise Failed("the original loop ran for other reasons than expected:\n  " + "\n  ".join(others))
            if not any(number(r, "fallback") > 0 for r in regions):
                raise Failed("fallback expected, statistics: %s" % (regions or "none"))
            return
        if fallbacks:
            raise Failed("the original loop ran:\n  " + "\n  ".join(fallbacks))
        least, most = entry_range(options.entries)
        persistent -= options.relaunches
        if not least <= persistent <= most:
            raise Failed("%s persistent launches expected, %d counted; launches: %s" %
                         (options.entries, persistent, launched))
        allowed = {}
        for item in options.allow_kernel:
            name, _, times = item.partition("=")
            allowed[name] = int(times) if times else None
        for name in original["counts"]["kernels"]:
            if name in launched and name not in allowed:
                raise Failed("kernel %s was launched %d times by name; launches: %s" %
                             (name, launched[name], launched))
        for name, times in allowed.items():
            if times is not None and launched.get(name, 0) != times:
                raise Failed("kernel %s: %d launches expected, %d counted" %
                             (name, times, launched.get(name, 0)))
        for name in launched:
            if name not in original["counts"]["kernels"] and not INTERNAL.match(name):
                raise Failed("kernel %s is launched by the output only" % name)
        if not regions and persistent:
            raise Failed("no line 'persistify: stats:' on standard error")
        for region in regions:
            if number(region, "fallback") != 0:
                raise Failed("statistics report a fallback: %s" % region)
            if number(region, "persistent") > 0:
                if region.get("path", "persistent") != "persistent":
                    raise Failed("statistics say path=%s: %s" % (region["path"], region))
                if number(region, "groups") < options.min_groups:
                    raise FewGroups("%d groups wanted at least: %s" % (options.min_groups, region))
        told = sum(number(r, "persistent") + number(r, "retries") for r in regions) - options.relaunches
        if told > persistent if options.host_trips else told != persistent:
            raise Failed("statistics tell of %d persistent launches, %d were counted: %s" %
                         (told, persistent, regions))
        for pair in options.stats:
            key, _, value = pair.partition("=")
            if not any(r.get(key) == value for r in regions):
                raise Failed("no region has %s in its statistics: %s" % (pair, regions))

    def check_unchanged(self, out_hosts):
        for source, result in zip(self.options.hosts, out_hosts):
            with open(source) as file:
                before = without_comments(file.read())
            with open(result) as file:
                after = without_comments(file.read())
            if before != after:
                raise Failed("refused, but the code was changed:\n" + "\n".join(
                    difflib.unified_diff(before, after, source, result, lineterm="")))

    def copies(self, folder, names):
        """Where persistify puts them: as they lie to each other."""
        root = os.path.commonpath([os.path.dirname(os.path.abspath(name))
                                   for name in self.options.kernels + self.options.hosts])
        return [os.path.join(folder, os.path.relpath(os.path.abspath(name), root)) for name in names]

    def kept(self, folder, make, tools, more, made=None):
        """What make() gives, which fills a folder: taken from an earlier check where
        all that goes in is the same, the sources and what is in the folder `made` already."""
        options, cache = self.options, os.environ.get("CHECK_BUILDS")
        if not cache:
            return make()
        files = options.kernels + options.hosts + options.data
        folders = {os.path.dirname(os.path.abspath(name)) for name in files}
        folders |= {flag[2:] for flag in options.host_flag if flag.startswith("-I")}
        name = builds.key(files, folders, tools, [
            make.__name__, files, options.cl_version, options.host_flag, more], made)
        said = builds.take(cache, name, folder)
        if said is not None:
            self.log.append(("%s: kept from an earlier check" % folder, ""))
            return said
        said = make()
        builds.keep(cache, name, folder, said)
        return said

    def build_original(self):
        self.kept(self.before, self.make_original, (), self.flags())

    def flags(self):
        """What only the compiler gets."""
        options = self.options
        return [options.cc, options.cxx, options.compiler_flag, options.link]

    def make_original(self):
        shutil.rmtree(self.before, ignore_errors=True)
        os.makedirs(self.before)
        for name in self.options.kernels + self.options.data:
            shutil.copy(name, self.before)
        self.compile("original", self.options.hosts, os.path.join(self.before, "program"))
        return ""

    def transform(self):
        """Runs the tool and builds what it wrote. Gives the number of loops that were transformed, -1 if persistify did
        not tell, and what it printed."""
        options = self.options
        if options.no_persist or options.reason or options.persistify != os.environ.get("PERSISTIFY_TOOL"):
            told = self.write_output()
            self.build_output()
            return told
        libraries = [flag[2:] for flag in self.tool_query("--libs") if flag.startswith("-L")]
        tools = [options.persistify] + sorted(
            os.path.join(at, name) for at in libraries for name in os.listdir(at) if "persistify_rt" in name)
        # The same text is built once, whatever made the tool write it, and read once, however it is built.
        told = self.kept(self.out, self.write_output, tools, [
            options.kernel_flags, options.tool_flag, os.environ.get("PERSISTIFY_FAULT", "")])
        self.kept(self.out, self.build_output, tools, self.flags(), self.out)
        return told

    def build_output(self):
        self.compile("output", self.copies(self.out, self.options.hosts), os.path.join(self.out, "program"),
                     self.tool_query("--cflags"), self.tool_query("--libs"))
        return ""

    def write_output(self):
        """Runs persistify and looks at what it wrote. Gives what transform() gives."""
        options, out = self.options, self.out
        shutil.rmtree(out, ignore_errors=True)
        command = [options.persistify] + options.kernels + options.hosts + ["-o", out] + \
            options.tool_flag
        if options.kernel_flags:
            command.append("--kernel-flags=" + options.kernel_flags)
        code, text, err = self.call("persistify", command + ["--"] + self.definitions())
        wanted = 1 if options.no_persist else 0
        if code != wanted:
            raise Failed("persistify ended with %s, not %d:\n%s%s" % (code, wanted, text, err))
        for reason in options.reason:
            if reason not in text + err:
                raise Failed("persistify did not say '%s':\n%s%s" % (reason, text, err))
        out_hosts, out_kernels = self.copies(out, options.hosts), self.copies(out, options.kernels)
        for name in out_hosts + out_kernels:
            if not os.path.isfile(name):
                raise Failed("persistify did not write %s" % name)
        for name, source in zip(out_kernels, options.kernels):
            with open(name, "rb") as a, open(source, "rb") as b:
                if a.read() != b.read():
                    raise Failed("%s differs from the input" % name)
        if options.no_persist:
            self.check_unchanged(out_hosts)
        elif not any(f.endswith(".persist.cl") for f in os.listdir(out)):
            raise Failed("persistify wrote no .persist.cl")
        for name in options.data:
            shutil.copy(name, out)
        told = re.search(r"persistify: (\d+) loops? transformed", text + err)
        return int(told.group(1)) if told else -1, text

    def run_original(self):
        options = self.options
        original = self.run("original", self.before, {}, self.copies(self.before, options.kernels))
        if original["code"] != options.expect_exit:
            raise Failed("the original ends with %d, not %d:\n%s%s" %
                         (original["code"], options.expect_exit, original["out"],
                          original["err"]))
        return original

    def run_output(self, original):
        options = self.options
        kernels = self.copies(self.out, options.kernels)
        env = {"PERSISTIFY": options.mode, "PERSISTIFY_STATS": "1"}
        output = self.run_form(original, kernels, env)
        persistent = not options.no_persist and options.expect_fallback is None
        for form in forms.environments() if options.forms and persistent else []:
            output = self.run_form(original, kernels, dict(env, **form))
            told = [r for r in parse_stats(output["err"]) if number(r, "persistent") > 0]
            if any((r["barrier"], r["discovery"]) != (form["PERSISTIFY_BARRIER"], form["PERSISTIFY_DISCOVERY"])
                   for r in told):
                raise Failed("not in the form of %s: %s" % (form, told))
        return output

    def run_form(self, original, kernels, env):
        options = self.options
        for _ in range(options.repeat):
            # On a busy machine a CPU device may not have two workers at once: then
            # the run shows nothing about barriers, and is made again.
            for attempt in range(ATTEMPTS):
                output = self.run("output", self.out, env, kernels)
                self.compare("output", original, output)
                try:
                    if not options.no_persist:
                        self.check_path(original, output)
                    break
                except FewGroups:
                    if attempt + 1 == ATTEMPTS:
                        if env.get("PERSISTIFY_DISCOVERY") == "spin":
                            break # few of many is what it finds, on a busy machine one of two
                        raise
                    time.sleep(0.5 * (attempt + 1))
        return output

    def run_drawn(self, original):
        """The same in another order of more groups, and what verify compares."""
        options = self.options
        kernels = self.copies(self.out, options.kernels)
        # The original's kernels may wait for groups that are not there where groups take turns.
        rules, plain = (DRAWN, VERIFIED) if options.expect_fallback is None else (STRICT, STRICT)
        least, repeat, stats, options.min_groups, options.repeat, options.stats = \
            options.min_groups, options.repeat, options.stats, 1, 1, []
        try:
            drawn = self.run_form(original, kernels, dict(rules, PERSISTIFY=options.mode, PERSISTIFY_STATS="1"))
        finally:
            options.min_groups, options.repeat, options.stats = least, repeat, stats
        self.run_entered(original, plain, kernels, drawn)
        if os.environ.get("CHECK_RACES") and not self.original_races():
            # The release that a group happens to read in a counter hides a race; in the other form only barriers make an order.
            for form in {}, {"PERSISTIFY_BARRIER": "sense"}:
                self.compare("races", original, self.run("races", self.out, dict(RACES, PERSISTIFY="on", **form), kernels))
        if not options.verified or options.expect_fallback is not None:
            return
        verified = self.run("verify", self.out, VERIFIED, kernels)
        self.compare("verify", original, verified)
        never_right("verify", verified)
        # What is inside a loop that goes on being verified is compared by nobody.
        for region in parse_stats(drawn["err"]):
            place = "%s:%s: " % (region.get("file", ""), region.get("line", ""))
            told = [line for line in verified["err"].splitlines() if place in line]
            if number(region, "persistent") > 0 and told and all("inside a loop that is being verified" in line for line in told):
                raise Failed("verify: of the loop at %sit only says: %s" % (place, told[0]))

    def turn(self):
        """One value more, another one for each program and its arguments: CHECK_AT_TURN, a number, moves it on."""
        if "CHECK_AT" in os.environ:
            return []
        values = SLICES + [place for place in PLACES if int(place[:-2]) < 9] + TURNS  # few programs come to later questions
        name = " ".join([os.path.basename(self.options.hosts[0])] + self.options.program_args)
        return [values[(zlib.crc32(name.encode()) + int(os.environ.get("CHECK_AT_TURN", "0"))) % len(values)]]

    def run_entered(self, original, rules, kernels, before):
        """Some trips on the device, some as in the original, where loops ask between trips. Gives how many runs that were."""
        options, asking = self.options, self.asking()
        places = (os.environ.get("CHECK_AT", "2,1 1,3").split() + self.turn()) if asking else []
        unasked = []  # questions that the program does not come to, it seems: these runs were the original's
        for at in places:
            question = int(at.partition(",")[0])
            if len([earlier for earlier in unasked if earlier < question]) > 2:
                continue
            entered = self.run("entered at " + at, self.out, dict(rules, PERSISTIFY=options.mode, PERSISTIFY_TEST_AT=at), kernels)
            self.compare("entered at " + at, original, entered)
            if options.expect_fallback is None:
                never_right("entered at " + at, entered)
            if not any(PERSISTENT.match(name) for name in entered["counts"]["kernels"]):
                unasked.append(question)
            never = [name for name in sorted(asking) if name in before["counts"]["kernels"] and name not in entered["counts"]["kernels"]]
            if never and options.entered and question <= 2:
                raise Failed("entered at %s: no launch of %s" % (at, ", ".join(never)))
        return len(places)

    def asking(self):
        """The regions whose loops ask between trips, by their descriptors."""
        found = set()
        for at, _, names in os.walk(self.out):
            for name in names:
                if name.endswith(".persist.h"):
                    with open(os.path.join(at, name), errors="replace") as file:
                        found.update(re.findall(r"^static const persistify_region (\w+) = \{$(?:(?!^static ).*\n)*?.*/\*between\*/ [1-9]",
                                                file.read(), re.M))
        return found

    def original_races(self):
        """Whether the program has races of its own, or what native-cl takes for some."""
        try:
            run = self.run("original", self.before, RACES, self.copies(self.before, self.options.kernels))
            return run["code"] != self.options.expect_exit
        except Failed:
            return True

    def verify_passes(self, original, unordered=False, env=()):
        """PERSISTIFY=verify says that all is well; if `unordered`, that or that the order of
        atomics may have made the difference. Gives the verdict in words."""
        kernels = self.copies(self.out, self.options.kernels)
        output = self.run("verify", self.out, dict(env, PERSISTIFY="verify"), kernels)
        self.compare("verify", original, output)
        launched = output["counts"]["kernels"]
        entries = sum(n for name, n in launched.items() if PERSISTENT.match(name))
        passed = output["err"].count(": verify: passed: ")
        undecided = output["err"].count(": verify: undecided: ")
        fallbacks = [line for line in fallback_lines(output["err"])
                     if "inside a loop that is being verified" not in line]
        if not entries or passed + undecided != entries or fallbacks or (undecided and not unordered):
            raise Failed("%d of %d entries verified, %d undecided:\n%s" %
                         (passed, entries, undecided, output["err"]))
        if unordered:  # the number of launches may depend on the order as well
            return "undecided" if undecided else "passed"
        outside = [item.partition("=")[0] for item in self.options.allow_kernel]
        for name, times in original["counts"]["kernels"].items():
            if name not in outside and launched.get(name, 0) != 2 * times:
                raise Failed("kernel %s: two runs of the original are %d launches, %d counted" %
                             (name, 2 * times, launched.get(name, 0)))
        return "passed"

    def find_no_difference(self, original):
        """PERSISTIFY=verify may not do it for each entry, but what it compares, variables too, is the same."""
        kernels = self.copies(self.out, self.options.kernels)
        self.compare("verify", original, self.run("verify", self.out, {"PERSISTIFY": "verify"}, kernels))

    def verify(self, original):
        """PERSISTIFY=verify says that all is well, and that a planted error is not."""
        self.verify_passes(original)
        kernels = self.copies(self.out, self.options.kernels)
        planted = {"PERSISTIFY": "verify", "PERSISTIFY_TEST_CORRUPT": self.options.verify}
        output = self.run("planted error", self.out, planted, kernels, unfinished=True)
        told = re.escape("'%s'" % self.options.verify) + r"(\[\d+\])?: original \S+, persistent \S+\n"
        if output["code"] != 4 or not re.search(r": verify: (buffer|variable) " + told, output["err"]):
            raise Failed("planted error in %s: exit code %d\n%s" %
                         (self.options.verify, output["code"], output["err"]))

    def judge(self, original):
        """Whether the built output is right, however often the test wants it to run."""
        output = self.run_output(original)
        if self.options.device == "native" and not self.options.no_persist:
            self.run_drawn(original)
        if self.options.verify:
            self.verify(original)
        elif os.environ.get("CHECK_VERIFY"):
            self.find_no_difference(original)
        return output

    def all(self):
        if self.options.no_run:
            self.transform()
            return "built"
        self.build_original()
        original = self.run_original()
        self.transform()
        output = self.judge(original)
        return "launches %s, was %s" % (json.dumps(output["counts"]["kernels"]),
                                        json.dumps(original["counts"]["kernels"]))


def main():
    options = arguments(sys.argv[1:])
    work = options.dir or tempfile.mkdtemp(prefix="run-check-")
    os.makedirs(work, exist_ok=True)
    check = None
    try:
        check = Check(options, os.path.abspath(work))
        what = check.all()
        if options.verbose:
            for title, text in check.log:
                show(title, text)
        print("run-check: passed: %s" % what)
        return 0
    except Failed as failure:
        for title, text in check.log if check else []:
            show(title, text)
        print("run-check: FAILED: %s" % failure)
        return 1
    finally:
        if not options.dir:
            shutil.rmtree(work, ignore_errors=True)

