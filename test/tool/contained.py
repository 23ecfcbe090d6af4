# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Plants faults in the tool, and gives it text that is nested too deeply.

usage: contained.py TOOL FOLDER CC CHECK-REPORT.PY (loops | bundle | deep)

FOLDER has relax.cl and contained.c, with three loops of which the second gets the faults."""

import json
import os
import pathlib
import resource
import subprocess
import sys

tool, folder, cc, check, what = sys.argv[1:]
folder = pathlib.Path(folder)
host = (folder / "contained.c").read_text()
at = [n for n, line in enumerate(host.splitlines(), 1) if line.startswith(("  while", "  for"))]
problems = []


def need(true, *words):
    if not true:
        problems.append(" ".join(str(w) for w in words))


def run(command, faults="", **more):
    env = dict(os.environ, PERSISTIFY_FAULT=faults)
    done = subprocess.run(command, cwd=folder, env=env, stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=300,
                          **more)
    return done.returncode, done.stdout.decode(), done.stderr.decode()


def loops():
    """Each fault in each step that it concerns: (faults, code, words of the message, loops refused)."""
    second, everything = [1], [0, 1, 2]
    cases = [
        ("in-reading,crash", "PST9008", "crashed while it read this loop", second),
        ("in-reading,deep", "PST9008", "had no stack left while it read", second),
        ("in-reading,endless", "PST9008", "took longer than 1 s while it read", second),
        ("in-reading,runaway", "PST9008", "had no memory left while it read", second),
        ("in-planning,crash", "PST9008", "crashed while it planned this loop", second),
        ("in-planning,endless", "PST9008", "took longer than 1 s while it planned", second),
        ("in-writing,crash", "PST9008", "crashed while it wrote its code", second),
        ("in-writing,deep", "PST9008", "had no stack left while it wrote", second),
        ("bad-text", "PST9007", "does not compile", second),
        ("in-kernels,crash", "PST9008", "crashed while it read the kernels of 'relax.cl'", everything),
    ]
    cflags = run([tool, "--cflags"])[1].split()
    for faults, code, words, refused in cases:
        command = [tool, "relax.cl", "contained.c", "--kernel-of=relax=relax", "-o", "out", "--force", "--loop-timeout=1"]
        exit_code, _, text = run(command + ["--report=json", "--report-file=run.json"], faults)
        need(exit_code == (1 if refused == everything else 0), faults, "exit code", exit_code, text)
        need(subprocess.call([sys.executable, check, "run", "run.json"], cwd=folder) == 0, faults, "JSON")
        report = json.loads((folder / "run.json").read_text())
        for i, loop in enumerate(report["loops"]):
            need(loop["place"]["line"] == at[i], faults, "line", loop["place"])
            need(loop["status"] == ("refused" if i in refused else "transformed"), faults, "loop", i, loop["status"])
            if i in refused:
                said = loop["diagnostics"][0]
                need(said["code"] == code and words in said["message"], faults, said)
        need(len(report["loops"]) == 3, faults, "loops:", len(report["loops"]))
        out = (folder / "out/contained.c").read_text()
        need(out.count("persistify_run(") == 3 - len(refused), faults, "not the other loops")
        compile = [cc, "-Wall", "-Werror", "-DCL_TARGET_OPENCL_VERSION=120", "-fsyntax-only", "out/contained.c"]
        need(run(compile + cflags)[0] == 0, faults, "what is written does not compile", run(compile + cflags)[2])
    run(command + ["--report=sarif", "--report-file=run.sarif"], "bad-text")
    need(subprocess.call([sys.executable, check, "sarif", "run.sarif", "d['runs'][0]['results'][0]['ruleId'] == 'PST9007'"],
                         cwd=folder) == 0, "SARIF")


def bundle():
    command = [tool, "relax.cl", "contained.c", "--kernel-of=relax=relax", "-o", "out", "--crash-bundle=bundle", "--", "-DUNUSED", "-std=gnu99"]
    files = folder / "bundle"
    code, _, text = run(command)
    need(code == 0 and not files.exists(), "a bundle without an error", text)
    files.mkdir()
    (files / "mine.txt").write_text("mine\n")
    code, _, text = run(command, "bad-text")
    need(code == 2 and "PST9005" in text and os.listdir(files) == ["mine.txt"], "a folder with other files:", code, text)
    (files / "mine.txt").unlink()
    for again in range(2):
        code, _, text = run(command, "bad-text")
        need(code == 0 and "is in bundle" in text, "not written:", code, text)
    need(sorted(os.listdir(files)) == [".persistify", "contained.c", "relax.cl", "report.txt", "run.sh"], os.listdir(files))
    report = (files / "report.txt").read_text()
    need("contained.c:%d:" % at[1] in report and "[PST9007]" in report and report.startswith("persistify "), report)
    lines = (files / "contained.c").read_text().splitlines()
    need(not any(line.startswith("#include") for line in lines) and any("clEnqueueNDRangeKernel" in l for l in lines),
         "contained.c is not preprocessed")
    env = dict(os.environ, PATH=os.path.dirname(tool) + os.pathsep + os.environ["PATH"], PERSISTIFY_FAULT="bad-text")
    moved = folder / "elsewhere"
    files.rename(moved)
    done = subprocess.run(["sh", str(moved / "run.sh")], env=env, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          timeout=120)
    need(done.returncode == 0 and b"[PST9007]" in done.stdout and b"2 loops transformed, 1 refused" in done.stdout,
         "run.sh does not repeat it:", done.stdout.decode())
    # Two languages, and places whose lines are others after the preprocessor.
    (folder / "more.cpp").write_text(host)
    code, _, text = run([tool, "relax.cl", "contained.c", "more.cpp", "--kernel-of=relax=relax", "-o", "both",
                         "--loop=more.cpp:%d" % at[0], "--loop=contained.c:%d" % at[1], "--crash-bundle=both-files"],
                        "bad-text")
    need(code == 0 and "more.cpp:%d:" % at[0] in text, "two hosts:", code, text)
    done = subprocess.run(["sh", "both-files/run.sh"], cwd=folder, env=env, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, timeout=120)
    need(done.returncode == 0 and b"more.cpp" in done.stdout and b"[PST9007]" in done.stdout and
         b"1 loop transformed, 1 refused" in done.stdout, "run.sh of two hosts:", done.stdout.decode())
    code, _, text = run([tool, "relax.cl", "contained.c", "--kernel-of=relax=relax", "-o", "out", "--crash-bundle=out/"])
    need(code == 2 and "other than that of -o" in text, "into the output:", code, text)


def deep():
    resource.setrlimit(resource.RLIMIT_STACK, (8 << 20, resource.getrlimit(resource.RLIMIT_STACK)[1]))
    extra = {
        "parentheses": "int f(int a) { return %sa%s; }\n" % ("(" * 100000, ")" * 100000),
        "else-if": "int f(int a) {\n  if (a == 0) return 1;\n%s  return 0;\n}\n" %
                   "".join("  else if (a == %d) return %d;\n" % (i, i) for i in range(1, 20000)),
        "unary": "int f(int a) { return %sa; }\n" % ("- " * 100000),
        "sum": "int f(int a) { return a%s; }\n" % (" + a" * 30000),
    }
    for name, text in extra.items():
        (folder / "deep.c").write_text(host + text)
        code, _, text = run([tool, "relax.cl", "deep.c", "--kernel-of=relax=relax", "-o", "deep", "--force"])
        need(code in (0, 3) and "PST9006" not in text and "Stack dump" not in text, name, "exit code", code, text[:600])
        need(code == 0 or "[PST9003]" in text, name, text[:600])
    (folder / "deep.cl").write_text((folder / "relax.cl").read_text() +
                                    "int g(int a) { return %sa; }\n" % ("- " * 100000))
    code, _, text = run([tool, "deep.cl", "contained.c", "--kernel-of=relax=relax", "-o", "deep", "--force"])
    need(code == 3 and "had no stack left while it parsed 'deep.cl'" in text, "kernel: exit code", code, text[:600])


{"loops": loops, "bundle": bundle, "deep": deep}[what]()
print("\n".join(problems))
sys.exit(bool(problems))
