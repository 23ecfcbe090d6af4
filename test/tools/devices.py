# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The OpenCL implementations that tests know by name, and how to get one alone.

A test that asks for a device gets an environment in which the ICD loader sees
that implementation only, so that a program which takes the first device it
finds runs there.

    devices.py --smoke PATH        one line per device: name, status, description
    devices.py --env NAME          the environment for one device, NAME=VALUE a line

`native` is test/native-cl of the build folder. Most tests ask for `device`, the usual one: that is native, or what
CHECK_DEVICE names.
"""

import argparse
import glob
import os
import subprocess
import sys

NAMES = ["native", "pocl", "oclgrind", "rusticl", "gpu"]

VENDOR_FOLDERS = ["/etc/OpenCL/vendors"]
OCLGRIND_ICD = [
    "/usr/lib/oclgrind/liboclgrind-rt-icd.so",
    "/usr/lib64/oclgrind/liboclgrind-rt-icd.so",
    "/usr/local/lib/oclgrind/liboclgrind-rt-icd.so",
    "/usr/lib/*/oclgrind/liboclgrind-rt-icd.so",
]


# Where lit does not say it, the usual build folder.
NATIVE = os.environ.get("NATIVE_CL_LIBRARY") or os.path.join(
    os.path.dirname(os.path.abspath(__file__)), "..", "..", "build", "test", "native-cl", "libnative-cl.so")


def usual():
    """The device on which tests run that do not say which."""
    return os.environ.get("CHECK_DEVICE") or ("native" if os.path.exists(NATIVE) else "pocl")


def installed_icds():
    """(file name, library) of every registered implementation."""
    for folder in VENDOR_FOLDERS:
        for path in sorted(glob.glob(os.path.join(folder, "*.icd"))):
            with open(path) as file:
                yield os.path.basename(path), file.read().strip()


def libraries(device):
    """The libraries that may hold this device."""
    if device == "native":
        return [os.path.abspath(NATIVE)] if os.path.exists(NATIVE) else []
    if device == "oclgrind":
        found = [p for pattern in OCLGRIND_ICD for p in sorted(glob.glob(pattern))]
        return found[:1]
    known = {"pocl": "pocl", "rusticl": "rusticl"}
    if device in known:
        return [lib for _, lib in installed_icds() if known[device] in lib.lower()][:1]
    return [lib for _, lib in installed_icds()
            if "pocl" not in lib.lower() and "rusticl" not in lib.lower()]


def environment(device, folder):
    """The variables that show the ICD loader only `device`; None if not installed.

    `folder` is a place for the generated vendors folder.
    """
    libs = libraries(device)
    if not libs:
        return None
    vendors = os.path.join(folder, "vendors-" + device)
    os.makedirs(vendors, exist_ok=True)
    for number, lib in enumerate(libs):
        path = os.path.join(vendors, "%d.icd" % number)
        text = lib + "\n"
        if not os.path.exists(path) or open(path).read() != text:
            scratch = path + ".%d" % os.getpid()
            with open(scratch, "w") as file:
                file.write(text)
            os.replace(scratch, path)
    # A trailing slash: one loader takes a folder only with it, the other does
    # not mind.
    env = {"OCL_ICD_VENDORS": vendors + "/"}
    if device == "oclgrind":
        env["OCLGRIND_NUM_THREADS"] = "2"
    if device == "rusticl":
        env["RUSTICL_ENABLE"] = "llvmpipe"
    return env


def probe(device, folder, smoke):
    """Runs a kernel on the device. Gives its description, or None."""
    env = environment(device, folder)
    if env is None:
        return None
    which = "gpu" if device == "gpu" else "any"
    try:
        done = subprocess.run([smoke, which], env={**os.environ, **env}, timeout=120,
                              stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    except (OSError, subprocess.TimeoutExpired):
        return None
    return done.stdout.decode().strip() if done.returncode == 0 else None


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--smoke", help="the cl-smoke program")
    parser.add_argument("--env", metavar="NAME", choices=NAMES)
    parser.add_argument("--folder", required=True, help="where to put vendors folders")
    options = parser.parse_args()
    if options.env:
        env = environment(options.env, options.folder)
        if env is None:
            return 1
        for name, value in env.items():
            print("%s=%s" % (name, value))
        return 0
    if not options.smoke:
        parser.error("--smoke or --env is needed")
    for name in NAMES:
        found = probe(name, options.folder, options.smoke)
        print("%s\t%s\t%s" % (name, "works" if found else "missing", found or ""))
    return 0


if __name__ == "__main__":
    sys.exit(main())
