#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Makes the .deb of a build folder and looks at it. Without dpkg-shlibdeps it only makes the tarball.

usage: package.py BUILD FOLDER"""

import glob
import gzip
import os
import re
import shutil
import subprocess
import sys
import tarfile

build, folder = sys.argv[1:]
shutil.rmtree(folder, ignore_errors=True)
os.makedirs(folder)
debian = all(map(shutil.which, ("dpkg-shlibdeps", "file")))
problems = []


def output(command):
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL)
    text = done.stdout.decode(errors="replace")
    if done.returncode:
        sys.exit("%s ended with %d:\n%s" % (" ".join(command), done.returncode, text))
    return text


def need(good, *what):
    if not good:
        problems.append(" ".join(map(str, what)))


output(["cpack", "-G", "DEB" if debian else "TGZ", "-B", folder, "--config", os.path.join(build, "CPackConfig.cmake")])
root = os.path.join(folder, "root")
if debian:
    package, = glob.glob(os.path.join(folder, "*.deb"))
    fields = output(["dpkg-deb", "-f", package])
    depends = re.search("^Depends:.*", fields, re.M)[0]
    for library in ("libc6 (>=", "ocl-icd-libopencl1", "libclang-common-19-dev", "python3"):
        need(library in depends, "no dependency on", library, fields)
    # PERSISTIFY_STATIC_CLANG: a tool that has Clang inside.
    shared = "libclang-cpp" in output(["ldd", os.path.join(build, "bin/persistify")])
    for library in ("libclang-cpp19", "libllvm19"):
        need((library in depends) == shared, "dependency on", library, fields)
    need("pocl" not in depends, "a device is no dependency")
    output(["dpkg-deb", "-x", package, root])
    for line in output(["dpkg-deb", "-c", package]).splitlines():
        mode, owner, path = line.split()[0], line.split()[1], line.split()[5]
        need(owner == "root/root", "owner of", line)
        need(mode in ("drwxr-xr-x", "-rw-r--r--") or mode == "-rwxr-xr-x" and "/bin/" in path, "mode of", line)
        need("__pycache__" not in path and "/site-functions/" not in path, "in the package:", path)
    control = os.path.join(folder, "control")
    output(["dpkg-deb", "-e", package, control])
    need(sorted(os.listdir(control)) == ["control", "md5sums"], "scripts run at installation:", os.listdir(control))
    prefix = os.path.join(root, "usr")
    pages = {name: gzip.open(os.path.join(prefix, "share/man/man1", name + ".1.gz"), "rt").read()
             for name in ("persistify", "persistify-bench", "persistify-probe")}
    zsh = "share/zsh/vendor-completions/"
    log = gzip.open(os.path.join(prefix, "share/doc/persistify/changelog.gz"), "rt").read()
    need(log.startswith("# Changes"), "changelog:", log[:100])
    need("Apache-2.0" in open(os.path.join(prefix, "share/doc/persistify/copyright")).read(), "no licence")
    if shutil.which("lintian"):
        done = subprocess.run(["lintian", "--fail-on", "error", package], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        need(done.returncode == 0, "lintian:", done.stdout.decode())
else:
    package, = glob.glob(os.path.join(folder, "*.tar.gz"))
    with tarfile.open(package) as archive:
        archive.extractall(root)
    prefix, = glob.glob(os.path.join(root, "*"))
    pages = {name: open(os.path.join(prefix, "share/man/man1", name + ".1")).read()
             for name in ("persistify", "persistify-bench", "persistify-probe")}
    zsh = "share/zsh/site-functions/"

for name, text in pages.items():
    need(".TH " + name.upper() in text, "man page of", name)
    for place in ("bin/", "share/bash-completion/completions/", zsh + "_"):
        need(os.path.isfile(os.path.join(prefix, place + name)), "the package lacks", place + name)
for path in ("include/persistify/runtime.h", "share/persistify/runtime/device/barrier.cl", "share/doc/persistify/README.md",
             "share/doc/persistify/examples/project/CMakeLists.txt", "share/persistify/diagnostics/PST1001.md"):
    need(os.path.isfile(os.path.join(prefix, path)), "the package lacks", path)
for pattern in ("lib*/**/libpersistify_rt.a", "lib*/**/PersistifyConfig.cmake", "lib*/**/persistify.pc"):
    need(glob.glob(os.path.join(prefix, pattern), recursive=True), "the package lacks", pattern)

# Nothing of the machine that built it.
tool = os.path.join(prefix, "bin/persistify")
for path in glob.glob(os.path.join(prefix, "**/*"), recursive=True):
    if os.path.isfile(path):
        with open(path, "rb") as file:
            need(os.fsencode(os.path.realpath(build)) not in file.read(), "the build folder is named in", path)

# The tool finds its own, without the pages of share/doc.
shutil.rmtree(os.path.join(prefix, "share/doc"))
need(("-I%s/include " % os.path.realpath(prefix)) in output([tool, "--cflags", "--libs"]).replace("\n", " "), "--cflags")
need("## Why" in output([tool, "--explain", "PST1001"]), "--explain")
need("usage: persistify-bench" in output([os.path.join(prefix, "bin/persistify-bench"), "--help"]), "persistify-bench")
need(not glob.glob(os.path.join(prefix, "**/__pycache__"), recursive=True), "__pycache__ after a run")
print("\n".join(problems))
sys.exit(bool(problems))
