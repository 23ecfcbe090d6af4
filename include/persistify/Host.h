//===- persistify/Host.h - the host model ----------------------------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef PERSISTIFY_HOST_H
#define PERSISTIFY_HOST_H

#include "persistify/Hints.h"
#include "persistify/OwnNames.h"
#include "persistify/Region.h"
#include <map>
#include <optional>
#include <set>

namespace clang {
class ASTUnit;
} // namespace clang

namespace persistify {

/// A loop nest of the host program that launches kernels.
struct CandidateLoop {
  SourceRange Range;
  std::optional<Region> R;          ///< set if it can become a region
  std::vector<Diagnostic> Refusals; ///< why not
  std::vector<CandidateLoop> Inner; ///< launching loops inside
  std::string Function;             ///< that the loop stands in
  std::vector<std::string> Calls;   ///< launching functions that its body calls
  bool Loop = true;                 ///< false: a single launch, of a kernel with barriers between its groups
  bool Skip = false;                ///< a hint says to leave it as it is
  const Hint *Force = nullptr;      ///< says to take it although it only repeats
};

struct KernelSource;

/// What a host file tells about the program's device code.
struct HostFacts {
  /// String literals given to clCreateProgramWithSource.
  std::vector<std::pair<SourceRange, std::string>> LiteralSources;
  /// Other string literals that define kernels; and whether there are programs made of texts that are not known.
  std::vector<std::pair<SourceRange, std::string>> KernelTexts;
  bool OtherSources = false;
  /// Constant option strings of clBuildProgram/clCompileProgram calls.
  std::vector<std::string> BuildOptions;
  /// Options that the program seems to put together, if its own code spells none out: an example.
  std::vector<std::string> LikelyOptions;
  /// Macros that a program has in front of its source, as options: an example.
  std::vector<std::string> Fronts;
  /// Options of one of several programs: for sources that do not compile without. NameBlank in them stands for a name that
  /// only the run knows, such as that of the kernel file.
  std::vector<std::string> OtherOptions;
  static constexpr char NameBlank = '\x1f';

  /// A parameter of a function: its qualified name, and which one.
  using Parameter = std::pair<std::string, unsigned>;
  /// Parameters that a program is made from, or built with, here.
  std::set<Parameter> SourceParameters, OptionParameters;
  struct Given {
    Parameter To;
    SourceRange Range;
    std::string Text;
    bool Likely = false; ///< put together by the program: an example
  };
  /// Texts that functions of other files are given here.
  std::vector<Given> Texts;
};

/// Adds what functions of one file are given in another one.
void joinFacts(std::vector<HostFacts> &Facts);
/// Where some program is made of texts that are not known, perhaps behind macros: literals that define kernels which none of
/// \p Files does may be among them.
void addKernelTexts(std::vector<HostFacts> &Facts, llvm::ArrayRef<KernelSource> Files);

/// What becomes of statements that print.
enum class OutputMode {
  Replay, ///< they run behind the region, in order
  Refuse,
  Drop
};

/// A kernel of the sources, as far as the arguments that a host sets tell it from others.
struct KnownKernel {
  struct Param {
    bool Local = false; ///< memory of the work-group, of which only the size is given
    uint64_t Bytes = 0; ///< that the host passes; 0: not known
  };
  std::string Name;
  std::vector<Param> Params;
};

struct HostOptions {
  OutputMode Output = OutputMode::Replay;
  std::vector<KnownKernel> Kernels; ///< that a handle may hold which nothing in the file names
  HostNames Names; ///< of generated code
  std::set<std::string> InC; ///< those of the given files, by their normal paths, whose language is C
};

/// Finds and lowers the candidate loops of one parsed host file, outermost
/// first. Hints that had an effect are marked as used.
///
/// A kernel with a barrier between its own work-groups holds the loop that others
/// have on the host: where no loop stands around it, a statement that launches one of
/// \p OwnBarriers is a candidate too. Other launches are none.
std::vector<CandidateLoop> findCandidates(clang::ASTUnit &Unit, const HostOptions &Options, llvm::ArrayRef<Hint> Hints,
                                          const std::set<std::string> &OwnBarriers);

/// The outermost launching loops of the program's own functions that stand in included
/// files, which nobody looks at.
struct IncludedLoops {
  std::vector<SourceRange> Own;
  std::vector<SourceRange> Marked; ///< #pragma GCC system_header: nothing of the file counts as the program's
};
IncludedLoops loopsInHeaders(clang::ASTUnit &Unit);

HostFacts hostFacts(clang::ASTUnit &Unit);

} // namespace persistify

#endif // PERSISTIFY_HOST_H
