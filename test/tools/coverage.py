# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What of lib/ and runtime/host ran, by folder, from the counts of a build with PERSISTIFY_COVERAGE.

    coverage.py COUNTS BUILD [--page FOLDER] [--files] [--floor PERCENT]

COUNTS is the folder of the .profraw files, BUILD the build folder; --page writes the sources with counts, --files
tells each file. The last two lines have all lines and branches of lib/, and of both. Exit code 1 if fewer lines of lib/
run than --floor says.
"""

import argparse
import collections
import glob
import json
import os
import subprocess
import sys

PROJECT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
AREAS = ("lib", os.path.join("runtime", "host"))


def whole_runtime(build, folder):
    """All of the runtime in one library, as programs link only what they need."""
    path = os.path.join(folder, "libruntime.so")
    subprocess.run(["clang-19", "-shared", "-fprofile-instr-generate", "-Wl,--whole-archive",
                    os.path.join(build, "lib", "libpersistify_rt.a"), "-Wl,--no-whole-archive", "-lOpenCL", "-ldl",
                    "-lpthread", "-Wl,-z,muldefs", "-o", path], check=True)
    return path


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("counts")
    parser.add_argument("build")
    parser.add_argument("--page", metavar="FOLDER")
    parser.add_argument("--files", action="store_true")
    parser.add_argument("--floor", type=float, default=0)
    options = parser.parse_args()
    merged = os.path.join(options.counts, "merged.profdata")
    raw = glob.glob(os.path.join(options.counts, "*.profraw"))
    if not raw:
        print("coverage: nothing was counted")
        return 1
    subprocess.run(["llvm-profdata-19", "merge", "-sparse", "-failure-mode=all", "-o", merged] + raw, check=True)
    # The tool has all of lib/ in it, so counts of unit tests are of functions that it has, too. By its object files, as
    # llvm-cov 19 cannot read the tables of some, nor then those of the whole tool.
    objects, unread = [], []
    for path in sorted(glob.glob(os.path.join(options.build, "lib", "**", "*.o"), recursive=True)):
        tried = subprocess.run(["llvm-cov-19", "export", "-summary-only", "-instr-profile=" + merged, path],
                               stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        if tried.returncode == 0:
            objects += ["-object", path]
        elif "no coverage data" not in tried.stderr:
            unread.append(os.path.basename(path)[:-2])
    objects = [whole_runtime(options.build, options.counts)] + objects
    where = ["-instr-profile=" + merged] + objects + [os.path.join(PROJECT, area) for area in AREAS]
    done = subprocess.run(["llvm-cov-19", "export", "-summary-only"] + where, check=True, stdout=subprocess.PIPE)
    if options.page:
        subprocess.run(["llvm-cov-19", "show", "-format=html", "-output-dir=" + options.page] + where, check=True)
    folders = collections.defaultdict(lambda: [0, 0, 0, 0])
    for file in json.loads(done.stdout)["data"][0]["files"]:
        name, told = os.path.relpath(file["filename"], PROJECT), file["summary"]
        numbers = [told[kind][key] for kind in ("lines", "branches") for key in ("covered", "count")]
        if options.files:
            tell(name, numbers)
        for key in (os.path.dirname(name), "all") + (("all of lib",) if name.startswith("lib/") else ()):
            folders[key] = [a + b for a, b in zip(folders[key], numbers)]
    if unread:
        print("not counted, as llvm-cov cannot read their tables: " + ", ".join(unread))
    for name in sorted(folders, key=lambda name: (name == "all", name == "all of lib", name)):
        tell(name, folders[name])
    lines, of_lines = folders["all of lib"][:2]
    if 100 * lines < options.floor * of_lines:
        print("coverage: less than %g %% of the lines of lib/ run" % options.floor)
        return 1
    return 0


def tell(name, numbers):
    lines, of_lines, branches, of_branches = numbers
    print("%-36s lines %6d of %6d %5.1f %%   branches %6d of %6d %5.1f %%" % (
        name, lines, of_lines, 100 * lines / max(of_lines, 1), branches, of_branches, 100 * branches / max(of_branches, 1)))


if __name__ == "__main__":
    sys.exit(main())
