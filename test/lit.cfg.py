# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""lit configuration.

Substitutions
    %persistify      the tool;   %persistify-opt  its plan and emitter on regions in text (test/tools/opt)
    %cl_inc          flags with which a host file that includes CL/cl.h compiles
    %runtime_flags   what `persistify --cflags` and `--libs` print
    %run-check       transforms, runs and compares (test/tools/run-check --help)
    %run-app NAME    the same for an application of integration/ (test/tools/run-apps)
    %refused         transforms nothing, for the reasons that comments name (test/tools/refused.py)
    %cc %cxx         the system's compilers;   %clang  the Clang that re-parses output
    %env_device ...  runs a command on the usual device alone, while no other test's program runs there;
                     %vars_device: only the variables that choose it; %env_pocl ... %vars_gpu: another one
    %long ...        the command only with --long: planted faults that cost a run-check (of a test in C all but the first), and
                     proofs that a check sees what is wrong
    %integration %examples   folders of whole programs
    %project %build_dir      the source tree and CMake's build folder

Features (each found by running a kernel there)
    native pocl oclgrind rusticl gpu, and `device`: the usual one, CHECK_DEVICE or native
Other features
    spin, the model checker; chromium, a browser with its driver; tsan, a compiler with ThreadSanitizer; libfuzzer, Clang with its fuzzer; asan, where the tool itself is built
    with AddressSanitizer

`--param long=1` turns on the feature `long`; with `--param forms=1` every %run-check and %run-app runs its
output in other forms of barrier, discovery and back-off too. `--param verify=1`: with PERSISTIFY=verify too.
`--param races=1`: on native, searches for data races too. `--param devices=no`: tests that run nothing on a
device; `only`: the others.
"""

import json
import os
import platform
import shlex
import shutil
import subprocess
import sys

sys.path.insert(0, os.path.join(config.source_root, "tools"))
sys.dont_write_bytecode = True
os.environ["NATIVE_CL_LIBRARY"] = os.path.join(config.binary_root, "native-cl", "libnative-cl.so")
import devices  # noqa: E402
import shelltest  # noqa: E402

config.name = "persistify"
config.test_format = shelltest.ShellTest(False, {"no": False, "only": True}.get(lit_config.params.get("devices")))
config.suffixes = [".test", ".region", ".cl", ".c", ".cpp"]
config.test_source_root = config.source_root
config.test_exec_root = config.binary_root
config.excludes = ["Inputs", "generator", "shim", "tools", "unit", "CMakeLists.txt"]

# ---- environment -----------------------------------------------------------

for name in ("HOME", "TMPDIR", "CCACHE_DIR", "LD_LIBRARY_PATH", "ASAN_OPTIONS", "UBSAN_OPTIONS",
             "LLVM_PROFILE_FILE",
             "CHECK_DEVICE", "CHECK_AT", "CHECK_AT_TURN",
             "PERSISTIFY_BARRIER", "PERSISTIFY_DISCOVERY", "PERSISTIFY_BACKOFF"):
    if name in os.environ:
        config.environment[name] = os.environ[name]
config.environment["POCL_CACHE_DIR"] = os.path.join(config.binary_root, "pocl-cache")
config.environment["PERSISTIFY_CACHE_DIR"] = os.path.join(config.binary_root, "persistify-cache")
# How native runs: with a seed, more groups, a search for races.
for name in ("NATIVE_CL_SEED", "NATIVE_CL_GROUPS", "NATIVE_CL_UNITS", "NATIVE_CL_RACES", "NATIVE_CL_STRICT", "NATIVE_CL_TURNS"):
    if name in os.environ:
        config.environment[name] = os.environ[name]
config.environment["NATIVE_CL_CACHE"] = os.path.join(config.binary_root, "native-cl-cache")
# Optimising a kernel takes longer than most tests run it.
config.environment["NATIVE_CL_LEVEL"] = lit_config.params.get("level", "0")
config.environment["NATIVE_CL_LIBRARY"] = devices.NATIVE
for folder in ("POCL_CACHE_DIR", "PERSISTIFY_CACHE_DIR", "NATIVE_CL_CACHE"):
    os.makedirs(config.environment[folder], exist_ok=True)
# Builds of run-check, of no use with another tool.
config.environment["CHECK_BUILDS"] = os.path.join(config.binary_root, "check-builds")
if os.path.isdir(config.environment["CHECK_BUILDS"]) and \
        os.path.getmtime(config.environment["CHECK_BUILDS"]) < os.path.getmtime(config.persistify):
    shutil.rmtree(config.environment["CHECK_BUILDS"], ignore_errors=True)
# The persistent path whenever it is possible; tests of other modes say so.
config.environment["PERSISTIFY"] = "on"
if lit_config.params.get("forms"):
    config.environment["CHECK_FORMS"] = "1"
if lit_config.params.get("races"):
    config.environment["CHECK_RACES"] = "1"
if lit_config.params.get("verify"):
    config.environment["CHECK_VERIFY"] = "1"
config.environment["PERSISTIFY_TOOL"] = config.persistify
config.environment["PERSISTIFY_BUILDER"] = "off"
# Each region is written as text and read back before it is planned; a difference is an internal error.
config.environment["PERSISTIFY_TEST_TEXT"] = "1"
config.environment["CLCOUNT_LIB"] = config.shim
config.environment["CC"] = config.cc
config.environment["CXX"] = config.cxx
config.environment["PYTHONDONTWRITEBYTECODE"] = "1"
# Large pages for what Clang allocates (glibc 2.35 and newer): a twentieth of the tool's time.
config.environment["GLIBC_TUNABLES"] = "glibc.malloc.hugetlb=1"

# FileCheck, not, count
llvm_tools = os.path.dirname(os.path.realpath(config.filecheck))
paths = [llvm_tools]
# A python3 that only starts another one takes ten times as long to begin.
config.python = sys.executable
if os.path.realpath(shutil.which("python3") or sys.executable) != os.path.realpath(sys.executable):
    paths.append(os.path.dirname(sys.executable))
config.environment["PATH"] = os.pathsep.join(paths + [os.environ.get("PATH", "")])
config.environment["FILECHECK_OPTS"] = "--enable-var-scope --dump-input-context=20"

# ---- substitutions -----------------------------------------------------------


def ask(flag):
    try:
        done = subprocess.run([config.persistify, flag], stdout=subprocess.PIPE,
                              stderr=subprocess.DEVNULL, timeout=60)
    except (OSError, subprocess.TimeoutExpired):
        done = None
    if done is None or done.returncode != 0:
        lit_config.warning("persistify %s did not work; %%runtime_flags lacks it" % flag)
        return ""
    return done.stdout.decode().strip()


answers = {flag: ask(flag) for flag in ("--cflags", "--libs")}
runtime_flags = " ".join(answers.values()).strip()
if all(answers.values()):
    config.environment["CHECK_ANSWERS"] = json.dumps(answers)  # run-check need not ask the tool each time
# Without what is installed beside it, and compiled once.
quick = "%s -S -E -X pycache_prefix=%s " % (shlex.quote(config.python), shlex.quote(os.path.join(config.binary_root, "pycache")))
run_check = quick + shlex.quote(os.path.join(config.source_root, "tools", "run-check"))
run_apps = " ".join(shlex.quote(word) for word in [
    config.python, os.path.join(config.source_root, "tools", "run-apps"), "--persistify",
    config.persistify, "--shim", config.shim, "--smoke", config.cl_smoke])
cl_inc = "-DCL_TARGET_OPENCL_VERSION=120"

# Longer names first: lit replaces them in order.
config.substitutions += [
    ("%long .*", "true") if not lit_config.params.get("long") else ("%long ", ""),
    ("%run-apps", run_apps),
    ("%run-app", run_apps + " --test --device %s --app" % devices.usual()),
    ("%run-check", run_check),
    ("%refused", quick + shlex.quote(os.path.join(config.source_root, "tools", "refused.py"))),
    ("%runtime_flags", runtime_flags),
    ("%persistify-opt", config.opt),
    ("%persistify", config.persistify),
    ("%cl_inc", cl_inc),
    ("%integration", os.path.join(config.project_root, "integration")),
    ("%examples", os.path.join(config.project_root, "examples")),
    ("%project", config.project_root),
    ("%build_dir", config.project_build),
    ("%python", shlex.quote(config.python)),
    ("%shim", config.shim),
    ("%smoke", config.cl_smoke),
    ("%clang", config.clang),
    ("%cxx", config.cxx),
    ("%builder_folder", os.path.dirname(config.persistify)),
    ("%builder", os.path.join(os.path.dirname(config.persistify), "persistify-builder")),
    ("%cc", config.cc),
]

# ---- devices ------------------------------------------------------------------

# Persistent kernels need the cores for themselves, compilers do not: one program at a
# time has the device, whatever else the other workers do. In runs of an output by run-check
# the shim takes the lock for the first persistent kernel, %env_NAME for the command behind it.
lock = os.path.join(config.binary_root, "device.lock")
config.environment["CHECK_LOCK"] = lock
alone = "flock -o %s " % shlex.quote(lock) if shutil.which("flock") else ""

for name in devices.NAMES:
    found = devices.probe(name, config.binary_root, config.cl_smoke)
    env = devices.environment(name, config.binary_root)
    pairs = " ".join("%s=%s" % pair for pair in (env or {}).items())
    for word in [name, "device"] if name == devices.usual() else [name]:
        config.substitutions += [("%env_" + word, alone + "env " + pairs), ("%vars_" + word, pairs)]
        if found:
            config.available_features.add(word)
    if found:
        lit_config.note("device %s: %s" % (name, found))
    else:
        lit_config.note("device %s: missing, its tests are UNSUPPORTED" % name)

# ---- tools that a machine may lack --------------------------------------------


def sanitizes():
    probe = os.path.join(config.binary_root, "tsan-probe")
    done = subprocess.run([config.cc, "-fsanitize=thread", "-x", "c", "-", "-o", probe], input=b"int main(void){return 0;}",
                          stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    return done.returncode == 0 and subprocess.run([probe], stderr=subprocess.DEVNULL).returncode == 0


def fuzzes():
    probe = os.path.join(config.binary_root, "fuzz-probe")
    text = b"int LLVMFuzzerTestOneInput(const char *Data, unsigned long Size) { return Data && Size ? 0 : 0; }"
    done = subprocess.run([config.clang, "-fsanitize=fuzzer", "-x", "c", "-", "-o", probe], input=text,
                          stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    return done.returncode == 0


for name, found, test in [("spin", shutil.which("spin"), "models/model-long.test"),
                          ("tsan", sanitizes(), "models/threads-long.test"),
                          ("gcc", shutil.which("gcc") and shutil.which("g++"), "host/unordered.c, host/order-17.cpp"),
                          ("clang", shutil.which("clang") and shutil.which("clang++"),
                           "host/unordered.c, host/order-17.cpp"),
                          ("chromium", shutil.which("chromium") and shutil.which("chromedriver"), "tool/html-browser.test"),
                          ("root", os.geteuid() == 0 and shutil.which("setpriv"), "host/set-user-id.c"),
                          ("x86", platform.machine() in ("x86_64", "AMD64"), "entry/small-numbers.c"),
                          ("clang-format", shutil.which("clang-format-19"), "tool/format.test"),
                          ("clang-tidy", shutil.which("clang-tidy-19"), "tool/tidy.test"),
                          ("libfuzzer", fuzzes(), "fuzz/fuzz-long.test")]:
    if found:
        config.available_features.add(name)
    else:
        lit_config.note("%s: missing, %s is UNSUPPORTED" % (name, test))

# AddressSanitizer takes terabytes of address space.
config.substitutions.insert(0, ("%field", "%python %project/scripts/field" + (
    " --memory 0" if "address" in config.sanitize else "")))
if "address" in config.sanitize:
    config.available_features.add("asan")
if lit_config.params.get("long"):
    config.available_features.add("long")
