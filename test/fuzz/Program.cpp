//===- Program.cpp - a whole program as one input of a fuzzer ----------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Program.h"
#include "HostFlags.h"
#include "persistify/Containment.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/CrashRecoveryContext.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Support/xxhash.h"
#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <set>

extern "C" size_t LLVMFuzzerMutate(uint8_t *Data, size_t Size, size_t MaxSize);

namespace persistify::fuzz {

static constexpr llvm::StringLiteral Marker = "//-- ";

Program Program::of(std::string_view Input) {
  llvm::StringRef Text(Input.data(), Input.size());
  Program P;
  const size_t At = Text.starts_with(Marker) ? 0 : Text.find(("\n" + Marker).str());
  if (At == llvm::StringRef::npos) {
    P.Host = Text.str();
    return P;
  }
  P.Kernels = Text.take_front(At).str();
  auto [Line, Host] = Text.drop_front(At).ltrim('\n').split('\n');
  P.HostName = Line.contains(".cpp") ? "host.cpp" : "host.c";
  P.Host = Host.str();
  return P;
}

std::string Program::text() const { return Kernels + "\n" + Marker.str() + HostName + "\n" + Host; }

void initialise() {
  Limits L;
  L.Seconds = PERSISTIFY_FUZZ_SECONDS;
  L.Memory = 0; // libFuzzer watches it
  setLimits(L);
}

/// As the tool has them. Headers are those of the machine, but for the vector extensions of the processor and the
/// C++ library, which would take most of the time of a parse: for that there is test/fuzz/Inputs.
static std::vector<std::string> flagsOf(llvm::StringRef Extension) {
  std::vector<std::string> Given = {"-DCL_TARGET_OPENCL_VERSION=120", "-fno-spell-checking", "-w"};
  for (const char *Name : {"__SSE__", "__SSE2__", "__MMX__", "__AVX__"})
    Given.push_back(std::string("-U") + Name);
  if (Extension == ".cpp")
    llvm::append_range(Given, std::vector<std::string>{"-nostdinc++", "-isystem", PERSISTIFY_FUZZ_DIR "/Inputs/std"});
  for (const char *Folder : {"/test/host/Inputs", "/integration/common", "/test/styles/Inputs", "/test/rules/host",
                             "/test/host", "/test/refusals"})
    Given.push_back(std::string("-I" PERSISTIFY_FUZZ_ROOT) + Folder);
  return HostFlags(std::move(Given), PERSISTIFY_FUZZ_ROOT "/runtime/host/include").of(("host" + Extension).str());
}

/// The whole pipeline over texts in memory.
static DriverResult pipeline(const Program &P, const DriverOptions &Options,
                             const std::vector<std::string> &KernelFlags, const std::vector<std::string> &MoreFlags) {
  static const std::vector<std::string> OfC = flagsOf(".c"), OfCpp = flagsOf(".cpp");
  const std::string Folder = PERSISTIFY_FUZZ_DIR "/Inputs/";
  HostFile Host{Folder + P.HostName, P.Host, P.isC() ? OfC : OfCpp};
  llvm::append_range(Host.Flags, MoreFlags);
  return runPipeline({{Folder + "kernels.cl", P.Kernels, KernelFlags}}, {std::move(Host)}, Options);
}

std::string finding(const DriverResult &R) {
  auto Of = [](const Diagnostic &D) -> std::string {
    const std::string Text = D.message();
    // Clang may crash in text with errors, and take long over it; a full stack is what deep nesting comes to.
    if (llvm::StringRef(Text).contains("Clang crashed") || llvm::StringRef(Text).contains("no stack left"))
      return "";
    if (D.D == Diag::Internal || D.D == Diag::LoopCrashed || D.D == Diag::GeneratedInvalid)
      return (diagCode(D.D) + ": " + Text).str();
    return "";
  };
  for (const Diagnostic &D : R.Diagnostics)
    if (std::string What = Of(D); !What.empty())
      return What;
  for (const LoopReport &L : R.Loops) {
    if (L.S == LoopReport::Status::Refused && L.Diagnostics.empty())
      return "a loop refused without a reason";
    for (const Diagnostic &D : L.Diagnostics)
      if (std::string What = Of(D); !What.empty())
        return What;
  }
  return "";
}

/// Writes it to the folder, unless there was one like it.
static void keep(llvm::StringRef Input, const std::string &What, llvm::StringRef Folder) {
  static std::set<std::string> Seen;
  std::string Kind;
  for (char C : What) // without numbers
    if (!llvm::isDigit(C))
      Kind += C;
  if (!Seen.insert(Kind).second)
    return;
  std::error_code Failed;
  llvm::raw_fd_ostream Out((Folder + "/finding-" + llvm::utohexstr(llvm::xxh3_64bits(Input))).str(), Failed);
  Out << Input;
}

bool run(llvm::StringRef Input, const Program &P, const DriverOptions &Options,
         const std::vector<std::string> &KernelFlags, const std::vector<std::string> &HostFlags) {
  DriverResult R = pipeline(P, Options, KernelFlags, HostFlags);
  const std::string What = finding(R);
  if (What.empty())
    return llvm::none_of(R.Diagnostics, [](const Diagnostic &D) { return diagSeverity(D.D) == Severity::Error; });
  if (const char *Folder = std::getenv("PERSISTIFY_FUZZ_KEEP")) {
    keep(Input, What, Folder);
    return false;
  }
  llvm::errs() << "FINDING: " << What << "\n";
  llvm::CrashRecoveryContext::Disable(); // libFuzzer's handlers again
  if (What.find("took longer") == What.npos) {
    const char *Planted = std::getenv("PERSISTIFY_FAULT");
    setenv("PERSISTIFY_FAULT", ((Planted ? Planted : "") + std::string(",uncontained")).c_str(), 1);
    pipeline(P, Options, KernelFlags, HostFlags);
  }
  std::abort();
}

// ---- mutation

static size_t store(const std::string &Text, uint8_t *Out, size_t MaxSize) {
  const size_t Size = std::min(Text.size(), MaxSize);
  std::memcpy(Out, Text.data(), Size);
  return Size;
}

static std::string &part(Program &P, Language L) { return L == Language::Kernel ? P.Kernels : P.Host; }

size_t mutate(uint8_t *Data, size_t Size, size_t MaxSize, unsigned Seed, Language Part) {
  Random Rng(Seed);
  if (Rng() % 64 == 0)
    return LLVMFuzzerMutate(Data, Size, MaxSize);
  Program P = Program::of({reinterpret_cast<char *>(Data), Size});
  // Now and then the other part, so that both still fit each other.
  const Language L = Rng() % 8 ? Part : Part == Language::Kernel ? Language::Host : Language::Kernel;
  part(P, L) = mutated(std::move(part(P, L)), L, Rng);
  return store(P.text(), Data, MaxSize);
}

size_t crossOver(const uint8_t *Data1, size_t Size1, const uint8_t *Data2, size_t Size2, uint8_t *Out,
                 size_t MaxSize, unsigned Seed, Language Part) {
  Random Rng(Seed);
  Program P = Program::of({reinterpret_cast<const char *>(Data1), Size1});
  Program Donor = Program::of({reinterpret_cast<const char *>(Data2), Size2});
  if (Rng() % 8 == 0) // these kernels, that host
    part(P, Part == Language::Kernel ? Language::Host : Language::Kernel) =
        part(Donor, Part == Language::Kernel ? Language::Host : Language::Kernel);
  else
    part(P, Part) = spliced(part(P, Part), part(Donor, Part), Rng);
  return store(P.text(), Out, MaxSize);
}

} // namespace persistify::fuzz
