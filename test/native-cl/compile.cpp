//===- compile.cpp - source to code, through a cache ----------------------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The cache is a folder of files named by what they were made from. A file is
// written under another name and then renamed, so processes may share it.
//
//===----------------------------------------------------------------------===//
#include "native.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <fstream>
#include <spawn.h>
#include <sstream>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace ncl;

namespace {

// Two hashes of 64 bits.
class Key {
public:
  void add(const std::string &Text) {
    mix(Text.data(), Text.size());
    size_t Size = Text.size();
    mix((const char *)&Size, sizeof Size);
  }
  void addFile(const char *Path) {
    struct stat S = {};
    stat(Path, &S);
    add(std::to_string(S.st_size) + "," + std::to_string(S.st_mtim.tv_sec) + "," + std::to_string(S.st_mtim.tv_nsec));
  }
  std::string text() const {
    char Text[40];
    snprintf(Text, sizeof Text, "%016lx%016lx", A, B);
    return Text;
  }

private:
  unsigned long A = 0xcbf29ce484222325, B = 0x9e3779b97f4a7c15;
  void mix(const char *From, size_t Size) {
    for (size_t I = 0; I < Size; ++I) {
      A = (A ^ (unsigned char)From[I]) * 0x100000001b3;
      B = (B ^ (unsigned char)From[I]) * 0x2127599bf4325c37 + (B >> 29);
    }
  }
};

std::string read(const std::string &Path) {
  std::ifstream File(Path, std::ios::binary);
  std::stringstream Text;
  Text << File.rdbuf();
  return Text.str();
}

bool exists(const std::string &Path) { return access(Path.c_str(), R_OK) == 0; }

void makeFolders(const std::string &Path) {
  for (size_t At = 1; At != std::string::npos; At = Path.find('/', At + 1))
    if (At > 1)
      mkdir(Path.substr(0, At).c_str(), 0777);
  mkdir(Path.c_str(), 0777);
}

// Names for files of one build; what is left of them goes at its end.
class Scratch {
public:
  Scratch() {
    static std::atomic<unsigned> Next{0};
    makeFolders(settings().Cache);
    Base = settings().Cache + "/new." + std::to_string(getpid()) + "." + std::to_string(Next++);
  }
  ~Scratch() {
    for (auto &Path : Made)
      unlink(Path.c_str());
    for (auto At = Folders.rbegin(); At != Folders.rend(); ++At)
      rmdir(At->c_str());
  }
  std::string file(const std::string &Ending) {
    Made.push_back(Base + Ending);
    return Made.back();
  }
  std::string write(const std::string &Ending, const std::string &Text) {
    std::string Path = file(Ending);
    std::ofstream(Path, std::ios::binary) << Text;
    return Path;
  }
  // A header with a name that may hold folders.
  void header(const std::string &Name, const std::string &Text) {
    std::string Path = folder();
    for (size_t From = 0, At; (At = Name.find('/', From)) != std::string::npos; From = At + 1) {
      std::string Part = Path + "/" + Name.substr(0, At);
      if (mkdir(Part.c_str(), 0777) == 0)
        Folders.push_back(Part);
    }
    Made.push_back(Path + "/" + Name);
    std::ofstream(Made.back(), std::ios::binary) << Text;
  }
  std::string folder() {
    std::string Path = Base + ".headers";
    if (mkdir(Path.c_str(), 0777) == 0)
      Folders.push_back(Path);
    return Path;
  }

private:
  std::string Base;
  std::vector<std::string> Made, Folders;
};

// Runs a program; its messages are added to the log. The environment is not the program's: what is preloaded there is
// not meant for compilers.
bool run(const std::vector<std::string> &Words, const std::string &In, const std::string &Out, std::string &Log) {
  Scratch S;
  std::string Messages = S.file(".log");
  std::vector<char *> Argv;
  for (auto &Word : Words)
    Argv.push_back(const_cast<char *>(Word.c_str()));
  Argv.push_back(nullptr);
  std::vector<std::string> Kept;
  for (const char *Name : {"PATH", "HOME", "TMPDIR"})
    if (const char *Value = getenv(Name))
      Kept.push_back(std::string(Name) + "=" + Value);
  // Read by the pass.
  if (settings().Races)
    Kept.push_back("NATIVE_CL_RACES=1");
  std::vector<char *> Env;
  for (auto &Text : Kept)
    Env.push_back(const_cast<char *>(Text.c_str()));
  Env.push_back(nullptr);
  posix_spawn_file_actions_t Files;
  posix_spawn_file_actions_init(&Files);
  posix_spawn_file_actions_addopen(&Files, 0, In.empty() ? "/dev/null" : In.c_str(), O_RDONLY, 0);
  posix_spawn_file_actions_addopen(&Files, 1, Out.empty() ? "/dev/null" : Out.c_str(), O_WRONLY | O_CREAT | O_TRUNC,
                                   0666);
  posix_spawn_file_actions_addopen(&Files, 2, Messages.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0666);
  posix_spawnattr_t Attributes;
  posix_spawnattr_init(&Attributes);
  sigset_t None, Usual;
  sigemptyset(&None);
  sigfillset(&Usual);
  posix_spawnattr_setsigmask(&Attributes, &None);
  posix_spawnattr_setsigdefault(&Attributes, &Usual);
  posix_spawnattr_setflags(&Attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
  pid_t Child;
  int Status = -1;
  bool Started = posix_spawn(&Child, Argv[0], &Files, &Attributes, Argv.data(), Env.data()) == 0;
  posix_spawnattr_destroy(&Attributes);
  posix_spawn_file_actions_destroy(&Files);
  // No error of the program: it would show nothing but CL_BUILD_PROGRAM_FAILURE.
  if (!Started) {
    report("cannot run %s", Argv[0]);
    Log += "cannot run " + Words[0] + "\n";
    return false;
  }
  while (waitpid(Child, &Status, 0) < 0)
    if (errno != EINTR) {
      // Somebody else took the status (the program ignores SIGCHLD); the caller looks for the file.
      Status = 0;
      break;
    }
  Log += read(Messages);
  if (WIFSIGNALED(Status))
    Log += Words[0] + " ended by signal " + std::to_string(WTERMSIG(Status)) + "\n";
  return WIFEXITED(Status) && WEXITSTATUS(Status) == 0;
}

const std::string &ownPath() {
  static const std::string *Path = [] {
    Dl_info Info;
    dladdr((const void *)&settings, &Info);
    return new std::string(Info.dli_fname);
  }();
  return *Path;
}
// Files beside the library.
std::string beside(const char *Name) { return ownPath().substr(0, ownPath().rfind('/') + 1) + Name; }

void addTools(Key &K) {
  K.add(std::to_string(NCL_ABI) + (settings().Races ? " races" : "") + " " + std::to_string(settings().Level));
  K.addFile(NATIVE_CL_CLANG);
  K.addFile(beside("libnative-cl-pass.so").c_str());
  K.addFile(beside("builtins/index").c_str());
}

// What OpenCL C of this device has, for clang.
const char Features[] =
    "-cl-ext=-all,+cl_khr_byte_addressable_store,+cl_khr_global_int32_base_atomics,"
    "+cl_khr_global_int32_extended_atomics,+cl_khr_local_int32_base_atomics,+cl_khr_local_int32_extended_atomics,"
    "+cl_khr_int64_base_atomics,+cl_khr_int64_extended_atomics,+cl_khr_fp64,"
    "+__opencl_c_atomic_order_acq_rel,+__opencl_c_atomic_order_seq_cst,+__opencl_c_atomic_scope_device,"
    "+__opencl_c_atomic_scope_all_devices,+__opencl_c_generic_address_space,"
    "+__opencl_c_program_scope_global_variables,+__opencl_c_int64,+__opencl_c_fp64";

std::vector<std::string> target() {
  return {NATIVE_CL_CLANG, "-target", "x86_64-unknown-linux-gnu", ("-march=" NATIVE_CL_ARCH), "-fPIC", "-Wno-psabi"};
}

void append(std::vector<std::string> &To, const std::vector<std::string> &From) {
  To.insert(To.end(), From.begin(), From.end());
}

std::vector<std::string> frontEnd(const std::vector<std::string> &Options) {
  std::vector<std::string> Words = target();
  if (settings().Races)
    Words.push_back("-gline-tables-only");
  if (settings().Level == 0)
    Words.push_back("-fgnu89-inline");
  bool Version = false;
  for (auto &Word : Options)
    Version |= !Word.compare(0, 8, "-cl-std=");
  append(Words, {"-x", "cl", "-Xclang", "-ffake-address-space-map", "-Xclang", Features, "-cl-kernel-arg-info",
                 "-ffp-contract=on", "-fno-strict-aliasing", "-D__OPENCL_VERSION__=300", "-U__IMAGE_SUPPORT__", "-I."});
  if (!Version)
    Words.push_back("-cl-std=CL1.2");
  for (auto &Word : Options)
    if (Word != "-cl-opt-disable" && Word != "-create-library" && Word != "-enable-link-options")
      Words.push_back(Word);
  return Words;
}

// The steps of the compiler after the front end; functions that are `inline` only have bodies from -O1 on, or where
// that means what it meant before C99.
std::vector<std::string> backEnd(const std::vector<std::string> &Options) {
  unsigned Level = settings().Level;
  for (auto &Word : Options)
    if (Word == "-cl-opt-disable")
      Level = std::min(Level, 1u);
  return {"-O" + std::to_string(Level), "-fpass-plugin=" + beside("libnative-cl-pass.so"), "-c"};
}

// An object file to the file in the cache.
bool finish(Scratch &S, const std::string &Object, const std::string &Path, std::string &Log) {
  std::string Library = S.file(".so");
  if (!run({NATIVE_CL_LINKER, "-shared", "-z", "now", "--hash-style=gnu", Object, ownPath(), "-o", Library}, "", "",
           Log))
    return false;
  return rename(Library.c_str(), Path.c_str()) == 0;
}

bool cached(const std::string &Base, const char *Ending, std::string &Result, std::string &Log) {
  Result = Base + Ending;
  if (!exists(Result))
    return false;
  Log += read(Base + ".log");
  return true;
}

void keepLog(Scratch &S, const std::string &Base, const std::string &Log) {
  if (!Log.empty())
    rename(S.write(".kept", Log).c_str(), (Base + ".log").c_str());
}

} // namespace

bool ncl::splitOptions(const std::string &Options, bool ForLink, std::vector<std::string> &Words, std::string &Log) {
  std::vector<std::string> All;
  std::string Word;
  char Quote = 0;
  bool Any = false;
  for (size_t I = 0; I <= Options.size(); ++I) {
    char C = I < Options.size() ? Options[I] : ' ';
    if (Quote && I < Options.size()) {
      if (C == Quote)
        Quote = 0;
      else if (C == '\\' && Quote == '"' && I + 1 < Options.size())
        Word += Options[++I];
      else
        Word += C;
    } else if (C == '"' || C == '\'') {
      Quote = C;
      Any = true;
    } else if (C == '\\' && I + 1 < Options.size()) {
      Word += Options[++I];
    } else if (isspace((unsigned char)C)) {
      if (Any || !Word.empty())
        All.push_back(Word);
      Word.clear();
      Any = false;
    } else {
      Word += C;
    }
  }
  static const char *const Linking[] = {"-cl-denorms-are-zero", "-cl-no-signed-zeros", "-cl-unsafe-math-optimizations",
                                        "-cl-finite-math-only", "-cl-fast-relaxed-math", "-cl-no-subgroup-ifp"};
  static const char *const Compiling[] = {"-cl-single-precision-constant",
                                          "-cl-fp32-correctly-rounded-divide-sqrt",
                                          "-cl-opt-disable",
                                          "-cl-strict-aliasing",
                                          "-cl-uniform-work-group-size",
                                          "-cl-mad-enable",
                                          "-cl-kernel-arg-info",
                                          "-w",
                                          "-Werror",
                                          "-g"};
  auto In = [](const std::string &Word, auto &List) {
    for (const char *Known : List)
      if (Word == Known)
        return true;
    return false;
  };
  for (size_t I = 0; I < All.size(); ++I) {
    const std::string &W = All[I];
    if (In(W, Linking)) {
      Words.push_back(W);
    } else if (ForLink && (W == "-create-library" || W == "-enable-link-options")) {
      Words.push_back(W);
    } else if (ForLink) {
      Log = "unknown option of the linker: " + W + "\n";
      return false;
    } else if (W == "-D" || W == "-I" || W == "-U") {
      if (I + 1 == All.size()) {
        Log = W + " has no value\n";
        return false;
      }
      Words.push_back(W + All[++I]);
    } else if (!W.compare(0, 2, "-D") || !W.compare(0, 2, "-I") || !W.compare(0, 2, "-U") ||
               !W.compare(0, 8, "-cl-std=")) {
      Words.push_back(W);
    } else if (In(W, Compiling)) {
      if (W != "-cl-kernel-arg-info" && W != "-g")
        Words.push_back(W);
    } else {
      Log = "unknown option: " + W + "\n";
      return false;
    }
  }
  return true;
}

bool ncl::compile(const std::string &Source, const std::vector<std::string> &Options,
                  const std::vector<std::pair<std::string, std::string>> &Headers, bool ToObject, std::string &Result,
                  std::string &Log) {
  Key K;
  addTools(K);
  K.add(ToObject ? "object" : "library");
  K.add(Source);
  for (auto &Word : Options)
    K.add(Word);
  for (auto &[Name, Text] : Headers) {
    K.add(Name);
    K.add(Text);
  }
  std::unique_ptr<Scratch> S;
  std::vector<std::string> Words = frontEnd(Options);
  std::string Input;
  auto Start = [&] {
    if (S)
      return;
    S = std::make_unique<Scratch>();
    Input = S->write(".cl", Source);
    for (auto &[Name, Text] : Headers)
      S->header(Name, Text);
    if (!Headers.empty())
      Words.push_back("-I" + S->folder());
  };
  // What a program includes from files belongs to what it is made from.
  if (Source.find("include") != std::string::npos) {
    Start();
    std::vector<std::string> First = Words;
    append(First, {"-E", "-P", "-"});
    std::string Text = S->file(".i");
    if (!run(First, Input, Text, Log))
      return false;
    Log.clear();
    K.add(read(Text));
  }
  std::string Base = settings().Cache + "/" + K.text();
  if (cached(Base, ToObject ? ".bc" : ".so", Result, Log))
    return true;
  Start();
  std::string Object = S->file(".o");
  if (ToObject)
    append(Words, {"-O1", "-c", "-emit-llvm", "-Xclang", "-disable-llvm-passes"});
  else
    append(Words, backEnd(Options));
  append(Words, {"-", "-o", Object});
  if (!run(Words, Input, "", Log) || !exists(Object))
    return false;
  keepLog(*S, Base, Log);
  return ToObject ? rename(Object.c_str(), Result.c_str()) == 0 : finish(*S, Object, Result, Log);
}

bool ncl::link(const std::vector<std::string> &Objects, const std::vector<std::string> &Options, bool ToLibrary,
               std::string &Result, std::string &Log) {
  Key K;
  addTools(K);
  for (auto &Path : Objects)
    K.add(read(Path));
  for (auto &Word : Options)
    K.add(Word);
  std::string Base = settings().Cache + "/" + K.text();
  if (cached(Base, ToLibrary ? ".bc" : ".so", Result, Log))
    return true;
  Scratch S;
  std::string Whole = S.file(".bc"), Object = S.file(".o");
  std::vector<std::string> Words = {NATIVE_CL_LLVM_LINK};
  append(Words, Objects);
  append(Words, {"-o", Whole});
  if (!run(Words, "", "", Log))
    return false;
  if (ToLibrary)
    return rename(Whole.c_str(), Result.c_str()) == 0;
  Words = target();
  append(Words, {"-x", "ir"});
  append(Words, backEnd(Options));
  append(Words, {Whole, "-o", Object});
  if (!run(Words, "", "", Log) || !exists(Object))
    return false;
  return finish(S, Object, Result, Log);
}

std::string ncl::toolsVersion() {
  Key K;
  addTools(K);
  K.addFile(ownPath().c_str());
  return K.text().substr(0, 16);
}

std::string ncl::keep(const std::string &Content, const char *Ending) {
  Key K;
  K.add(Content);
  std::string Path = settings().Cache + "/" + K.text() + Ending;
  if (!exists(Path)) {
    Scratch S;
    rename(S.write(Ending, Content).c_str(), Path.c_str());
  }
  return Path;
}

//===- code in memory --------------------------------------------------------------------===//

ncl::Code::~Code() {
  if (Library)
    dlclose(Library);
}

static void *open(const std::string &Path, std::string &Log) {
  void *Library = dlopen(Path.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (!Library)
    Log += std::string(dlerror()) + "\n";
  return Library;
}

std::shared_ptr<Code> ncl::load(const std::string &Path, std::string &Log) {
  auto C = std::make_shared<Code>();
  C->Library = open(Path, Log);
  if (!C->Library)
    return nullptr;
  C->Module = (const ncl_module *)dlsym(C->Library, "ncl_module");
  if (!C->Module || C->Module->abi != NCL_ABI) {
    Log += "the file is not a program of this implementation\n";
    return nullptr;
  }
  if (!C->Module->variables)
    return C;
  // Every program has variables of its own: a copy in another file, which the loader takes for another library.
  auto Copy = std::make_shared<Code>();
  Scratch S;
  Copy->Library = open(S.write(".copy", read(Path)), Log);
  if (!Copy->Library)
    return nullptr;
  Copy->Module = (const ncl_module *)dlsym(Copy->Library, "ncl_module");
  return Copy;
}
