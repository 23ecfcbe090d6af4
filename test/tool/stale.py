# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Edits each kind of input of a build: one build brings the program up to date, a second one does nothing.

    stale.py WORK PREFIX ninja|makefiles|make POLICIES [PART...]

copies Inputs/stale to WORK and builds it there with what is installed in PREFIX, by CMake with its generator
for Ninja or Unix Makefiles and the policies of version POLICIES, or (make, POLICIES is -) with the Makefile.
"""

import glob
import os
import re
import shutil
import subprocess
import sys
import time

WORK, PREFIX, KIND = (os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2]), sys.argv[3])
SOURCE = os.path.join(WORK, "source")
BUILD = SOURCE if KIND == "make" else os.path.join(WORK, "build")
PROGRAMS = [os.path.join(BUILD, p) for p in (["one"] if KIND == "make" else ["programs/one", "programs/two"])]
OUTS = [os.path.join(BUILD, "persistent")] if KIND == "make" else [
    os.path.join(BUILD, "programs/persistify", name, "out") for name in ("one", "two")]
TOOL = os.path.join(PREFIX, "bin/persistify")
environment = dict(os.environ, PATH=os.path.dirname(TOOL) + os.pathsep + os.environ["PATH"], MAKEFLAGS="",
                   PERSISTIFY="off")
make_flags = {}
expected = {"own": 1, "near": 1, "far": 1, "deep": 1, "moves": 1, "made": 1, "unseen": 1, "flag": 0}
steps = 0


def run(command, **more):
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, cwd=BUILD,
                          env=dict(environment, **more), timeout=120)
    return done.returncode, done.stdout


def build(**more):
    if KIND == "make":
        return run(["make", "-j2"] + ["%s=%s" % f for f in make_flags.items()], **more)
    return run(["cmake", "--build", BUILD, "-j2"], **more)


def fail(what, output):
    sys.exit("%s: after the edit %r: %s\n%s" % (KIND, step, what, output))


def times():
    """Of what builds make, but for their notes on dependencies."""
    result = {}
    for folder, _, files in os.walk(BUILD):
        for name in files:
            place = os.path.join(folder, name)
            if name.endswith(".o") or name == "stamp" or place in PROGRAMS or "/out/" in place or "/persistent/" in place:
                result[place] = os.lstat(place).st_mtime_ns
    return result


def same(program, output):
    code, printed = run([program])
    lines = printed.splitlines()
    found = [dict((k, int(v)) for k, v in re.findall(r"(\w+) (\d+)", line)) for line in lines]
    if code or len(lines) != 2 or lines[0].split()[0] != "main:" or lines[1].split()[0] != "loop:":
        fail("the program does not run: %s" % printed, output)
    if found[0]["of"] != found[1]["of"]:
        fail("objects of two layouts: %s" % printed, output)
    for line in found:
        for key, value in expected.items():
            if key in line and line[key] != value:
                fail("%s is not %s:\n%s" % (key, value, printed), output)


def check(what, changed=True):
    """One build is enough, and not nothing if changed."""
    global step, steps
    step = what
    steps += 1
    before = times()
    code, output = build()
    if code:
        fail("the build fails", output)
    after = times()
    if changed and before == after:
        fail("the build does nothing", output)
    for program in PROGRAMS:
        same(program, output)
    code, again = build()
    if code:
        fail("the second build fails", again)
    changed_again = sorted(p for p, t in times().items() if after.get(p) != t)
    if changed_again or re.search("Making|Building|Linking|persistify ", again):
        fail("the second build makes %s" % " ".join(changed_again), output + "---- second:\n" + again)
    return output


def fails(what, text, **more):
    """Builds fail, as often as one tries."""
    global step
    step = what
    for _ in range(2):
        code, output = build(**more)
        if not code or text not in output:
            fail("the build ends with %d, without %r" % (code, text), output)


def path(name):
    return os.path.join(SOURCE, name)


def edit(name, old, new):
    """Puts the text new for the pattern old."""
    time.sleep(0.02)  # the clock of file systems is a coarse one
    with open(path(name)) as file:
        text = file.read()
    assert re.search(old, text), (name, old)
    with open(path(name), "w") as file:
        file.write(re.sub(old, new, text))


def contains(text):
    for program in PROGRAMS:
        with open(program, "rb") as file:
            if text.encode() not in file.read():
                fail("%r is not in %s" % (text, program), "")


def are_there(name, there):
    for out in OUTS:
        if os.path.exists(os.path.join(out, name)) != there:
            fail("%s is %s there" % (name, "not" if there else "still"), "")


def flags(**more):
    if KIND == "make":
        make_flags.update({"CPPFLAGS": "-Ifirst -Iinclude -DFLAG=%s" % more["FLAG"]} if "FLAG" in more else
                          {"OR_ELSE": "" if more["REQUIRED"] else "|| test $$? -eq 1"})
    else:
        run(["cmake", BUILD] + ["-D%s=%s" % f for f in more.items()])


def headers():
    for name, file, key in [("a header beside a host", "src/near.h", "near"),
                            ("a header found by -I", "include/far.h", "far"),
                            ("a header that only the compiler sees", "src/unseen.h", "unseen"),
                            ("a header that a header includes", "include/deep/deep.h", "deep")]:
        edit(file, r" \d\n", " 5\n")
        expected[key] = 5
        check(name)
    # Found in include until now.
    shutil.move(path("include/moves.h"), path("src/moves.h"))  # it keeps its time
    edit("src/moves.h", r"\d$", "2")
    expected["moves"] = 2
    check("a header moves to a place beside the host")
    are_there("src/moves.h", True)
    shutil.copy(path("src/moves.h"), path("include/moves.h"))
    edit("include/moves.h", r"\d$", "3")
    check("a header that is not found", changed=False)
    os.remove(path("src/moves.h"))
    expected["moves"] = 3
    check("a header beside the host disappears")
    are_there("src/moves.h", False)
    shutil.copy(path("include/moves.h"), path("first/moves.h"))
    edit("first/moves.h", r"\d$", "4")
    os.utime(path("first/moves.h"), (1, 1))
    expected["moves"] = 4
    check("a header appears in an earlier folder, with an old time")
    os.remove(path("first/moves.h"))
    expected["moves"] = 3
    check("it is gone again")


def kernels():
    edit("kernels/step.cl", r"\d+\)", "12345)")
    check("a kernel")
    contains("+ 12345)")
    edit("kernels/rule.h", "3 % 1001", "30077 % 1001")
    check("a header of a kernel")
    for program in PROGRAMS if KIND != "make" else []:
        with open(os.path.join(os.path.dirname(program), "rule.h")) as file:
            assert "30077" in file.read()


def host_and_flags():
    edit("src/loop.c", "OWN = 1", "OWN = 2")
    expected["own"] = 2
    check("a host")
    if KIND != "make":
        edit("programs/made.in", r"\d$", "2")
        expected["made"] = 2
        check("what a header is made of")
    flags(FLAG=7)
    expected["flag"] = 7
    check("a flag")
    with open(path("src/main.c"), "a") as file:
        file.write("/* more */\n")
    check("another source")


def refusals():
    flags(REQUIRED="REQUIRED")
    check("an error if nothing can be moved", changed=KIND != "make")
    edit("src/loop.c", r"i\+\+\)\n", "i++, getchar())\n")
    fails("a loop that is refused", "PST1021")
    flags(REQUIRED="")
    check("no error")
    are_there("kernels/step.persist.cl", False)
    edit("src/loop.c", r", getchar\(\)", "")
    check("not refused any more")
    are_there("kernels/step.persist.cl", True)


def interruptions():
    edit("src/near.h", r"NEAR \d", "NEAR 9\n#ifndef __clang__\n#error no layout\n#endif")
    fails("a compiler's error after persistify was run", "no layout")
    edit("src/near.h", "\n#ifndef __clang__\n#error no layout\n#endif", "")
    expected["near"] = 9
    check("it is mended")
    edit("kernels/step.cl", r"\d+\)", "54321)")
    edit("src/near.h", r"NEAR \d", "NEAR 2")
    expected["near"] = 2
    global step
    step = "a kill in the middle of writing"
    for _ in range(2):
        code, output = build(PERSISTIFY_FAULT="killed-while-writing," + os.environ.get("PERSISTIFY_FAULT", ""))
        if not code or "137" not in output and "make: *** [" not in output:
            fail("the build goes on", output)
    check(step)
    contains("54321")


def tools():
    # The tool of today calls that of yesterday.
    os.rename(TOOL, TOOL + ".before")
    with open(TOOL, "w") as file:
        file.write('#!/bin/sh\n"$0.before" "$@"\ncode=$?\ntest $# = 1 || eval "$AFTER"\nexit $code\n')
    os.chmod(TOOL, 0o755)
    try:
        output = check("the tool")
        if not re.search("Making|persistify kernels", output):
            fail("persistify does not run", output)
        edit("kernels/step.cl", r"\d+\)", "65432)")
        build(AFTER="mkdir %s/once && echo '#define MOVES 8' > %s" % (WORK, path("include/moves.h")))
        expected["moves"] = 8
        check("an edit while persistify runs")
    finally:
        os.rename(TOOL + ".before", TOOL)
    check("the old tool")
    time.sleep(0.02)
    for library in glob.glob(os.path.join(PREFIX, "lib*/libpersistify_rt.a")):
        os.utime(library)
    check("the runtime library")


shutil.rmtree(WORK, ignore_errors=True)
shutil.copytree(os.path.join(os.path.dirname(os.path.abspath(__file__)), "Inputs/stale"), SOURCE)
if KIND != "make":
    os.makedirs(BUILD)
    code, output = run(["cmake", SOURCE, "-G", {"ninja": "Ninja", "makefiles": "Unix Makefiles"}[KIND],
                        "-DPOLICIES=" + sys.argv[4], "-DCMAKE_PREFIX_PATH=" + PREFIX])
    if code or "Warning" in output:
        sys.exit("%s\ncmake ends with %d" % (output, code))
check("none")
PARTS = [headers, kernels, host_and_flags, refusals, interruptions, tools]
for part in PARTS:
    if len(sys.argv) < 6 or part.__name__ in sys.argv[5:]:
        part()
print("%s: %d times up to date after one build" % (KIND, steps))
