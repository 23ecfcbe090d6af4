#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs a command with every OpenCL loader that is here, each named first.

    loaders.py COMMAND...

ocl-icd and Khronos' loader have the same file name; they are told apart by a
text inside. KHRONOS_LOADER may name the folder of one that is in no usual place.
"""
import glob
import os
import subprocess
import sys

FOLDERS = [os.environ.get("KHRONOS_LOADER", ""), "/usr/lib/*", "/usr/lib64", "/usr/local/lib",
           "/usr/local/lib/*", "/opt/*/lib", "/opt/*/lib64", "/opt/*/lib/*"]


def loaders():
    """(kind, folder), one of each kind."""
    found = {}
    for pattern in filter(None, FOLDERS):
        for path in sorted(glob.glob(os.path.join(pattern, "libOpenCL.so.1"))):
            with open(path, "rb") as file:
                text = file.read()
            kind = "ocl-icd" if b"OCL_ICD_PLATFORM_SORT" in text else \
                "Khronos" if b"KHR ICD trace" in text else None
            if kind:
                found.setdefault(kind, os.path.dirname(path))
    return sorted(found.items(), reverse=True)


for kind, folder in loaders():
    print("loader: %s" % kind, flush=True)
    done = subprocess.run(sys.argv[1:], env={**os.environ, "LD_LIBRARY_PATH": folder})
    if done.returncode != 0:
        sys.exit(done.returncode)
