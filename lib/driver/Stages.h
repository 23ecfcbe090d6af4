//===- Stages.h - the pipeline, stage by stage ---------------------------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef PERSISTIFY_LIB_DRIVER_STAGES_H
#define PERSISTIFY_LIB_DRIVER_STAGES_H

#include "OutputTree.h"
#include "Pipeline.h"
#include "persistify/Containment.h"
#include "persistify/Identity.h"
#include "persistify/Join.h"
#include "persistify/OutputLayout.h"
#include "persistify/RegionVerify.h"
#include "clang/Frontend/ASTUnit.h"
#include "llvm/Support/Path.h"

namespace persistify::driver {

/// \p Name in the folder \p Dir.
std::string joinPath(llvm::StringRef Dir, llvm::StringRef Name);

/// One run of the tool. The stages fill what is behind them, in the order of run().
class Pipeline {
public:
  Pipeline(const std::vector<KernelSource> &Kernels, const std::vector<HostFile> &Hosts, const DriverOptions &Options)
      : Kernels(Kernels), Hosts(Hosts), Options(Options) {}

  DriverResult run();

private:
  // ---- Inputs.cpp: what is read
  /// Parses the host files, as gcc would read them.
  void parseHosts(std::vector<HostFacts> &Facts);
  /// Does something for the hosts from \p First up to \p Last, some of them at a time.
  void forEachHost(llvm::function_ref<void(size_t)> Do, size_t First, size_t Last) const;
  /// The loops of each host, found where each file has the bodies of the functions that the others define. The units
  /// are gone after it.
  void findLoops(std::vector<std::vector<CandidateLoop>> &Loops);
  void findLoops(clang::ASTUnit &Unit, const std::set<std::string> &OwnBarriers, std::vector<CandidateLoop> &Loops);
  /// What the \p Given files, and those beside them that they lead to, define and use.
  void summariseHosts(FileJoiner &Files, size_t Given);
  /// Headers with loops are changed too.
  void changedHeaders();
  /// Where each file stands in OUT.
  void layout();
  /// Given files whose text stands in others, too.
  void includedHosts();
  /// Flags of these options. Folders count from where the program runs: perhaps here, perhaps beside a host file.
  std::vector<std::string> kernelFlags(const std::vector<std::string> &Options) const;
  /// Kernel files, and literals of the host files, with the options that the program builds them with.
  void loadKernels(const std::vector<HostFacts> &Facts);
  bool isIncluded(llvm::StringRef Path) const;
  void read(Source &S, DiagnosticSink &Own);
  /// Generated code has names that neither a host file nor a kernel source has.
  void chooseNames();
  /// Names of the runtime cannot step aside. \p Of: the host file, or none.
  void runtimeNamesOf(clang::ASTUnit &Unit, std::optional<size_t> Of);

  // ---- Loops.cpp: candidates, and what becomes of them
  /// Loops of headers that are not changed. A header that several files include is told of once, one that is given not at all.
  void inHeaders();
  /// Functions whose meaning could not be shown matter where loops were refused.
  void notJoined();
  /// Hints that changed nothing: misspelt, or not needed. An option counts as
  /// used when any host file used it.
  void unusedHints();
  /// Whether the user asks for this loop.
  bool wanted(const SourceRange &R) const;
  /// Makes a candidate, or else the loops inside, regions with plans; tells what became of them in \p To.
  void candidate(CandidateLoop &C, std::vector<LoopReport> &To);
  /// A refused loop that only calls functions whose own launching loops were
  /// moved is the outer part of those nests: a nest counts once.
  void dropCovered();
  /// Of the kernels that a handle may hold only those count that the loop can be used with.
  void dropUnsuited(Region &R) const { dropUnsuited(R, Sources); }
  static void dropUnsuited(Region &R, llvm::ArrayRef<Source> Of, bool KeepsBinding = false);
  /// The sources that define all kernels of a region. Of several those count that the program seems to make its
  /// kernels of: a name that is spelled there, or the text itself. Should that be wrong, the program will notice.
  std::vector<size_t> sourcesOf(const Region &R) const;
  /// The sources without which branches for another device can be left to the original loop: these kernels are not
  /// in any file that defines the others.
  std::vector<size_t> sourcesOfSome(const Region &R) const;
  /// Leaves the branches to the original loop that use kernels which \p S does not define; false if not all can be.
  static bool leaveMissing(Region &R, const Source &S);
  /// The one source to which files are joined where the program of the region's kernels is made.
  std::optional<size_t> joinedSource(const Region &R);
  /// It is read when it is first asked for.
  std::optional<size_t> joinedSource(const SourcePieces &Of);
  /// The sources of several programs, joined, where each of the region's kernels is defined by one of them; numbers the programs.
  std::optional<size_t> joinedPrograms(Region &R);
  /// Adds a source that is joined of others. None if it does not compile.
  std::optional<size_t> addJoined(Source New);
  /// Joins a region with the source that defines its kernels; with each, where nothing tells of several: the first
  /// ones are \p T and then \p Others.
  bool plan(Transformed &T, std::vector<Transformed> &Others, DiagnosticSink &Why);
  /// With the kernels of \p S.
  std::unique_ptr<Plan> planWith(Region &R, const Source &S, DiagnosticSink &Why) const;
  bool planEach(Transformed &T, llvm::ArrayRef<size_t> Fit, std::vector<Transformed> &Others, DiagnosticSink &Why);
  /// What stands in place of the loop, but for the names of its kernels.
  std::string hostText(Transformed &T) const;
  /// Why no source can be told to define all kernels.
  void tellMissing(const Region &R, DiagnosticSink &Why) const;

  // ---- Dumps.cpp: what stages hand on
  /// In a test build, if the environment asks for it: what \p R is after it was text. False if something was lost.
  bool writtenAndRead(Region &R, DiagnosticSink &Why) const;
  /// Whether no rule is broken; else that is an internal error of the stage that was \p Doing something.
  static bool valid(const std::vector<RegionFault> &Faults, const Region &Of, const char *Doing, DiagnosticSink &Why);
  /// What DriverOptions::Dump asks for, of a loop that became a region; \p Why there is no plan.
  std::string dump(const Transformed &T, llvm::ArrayRef<Diagnostic> Why) const;

  // ---- Check.cpp: the generated text is parsed and compared
  /// How the files with regions must be compiled, and the files of which they see more than declarations.
  void readMacros();
  /// Parses what was generated; regions whose text is wrong are withdrawn.
  void check();
  /// What is wrong with the text of regions.
  struct Fault {
    Diag Code = Diag::GeneratedInvalid;
    std::string Why;
    SourceRange At = {}; ///< of the loop, if not valid
    std::string How = ""; ///< the first word of the diagnostic, if it has two
  };
  using Check = llvm::function_ref<std::optional<Fault>(llvm::ArrayRef<const Transformed *>)>;
  /// Withdraws regions of one text until the rest is right: those that are not even by
  /// themselves, then the last ones.
  void check(llvm::function_ref<bool(const Transformed &)> Of, Check Faulty);
  /// What the compiler, or the comparison with the program as it was, says of a text with these regions.
  std::optional<Fault> deviceFault(unsigned S, llvm::ArrayRef<const Transformed *> Rs);
  std::optional<Fault> hostFault(unsigned H, llvm::ArrayRef<const Transformed *> Rs);
  std::optional<Fault> outputFault(unsigned H, const std::string &Text, const FileTexts &Headers,
                                   llvm::ArrayRef<const Transformed *> Rs, Bodies Which);
  /// The loop stays as it is.
  void withdraw(const Transformed &Of, const Fault &F);

  // ---- Driver.cpp: the rest
  /// Says so about what is no single loop.
  void crashed(const Ended &E, const std::string &File, const std::string &Doing);
  OutputPlan outputPlan() { return {Kernels, Hosts, OutPaths, AllInputs, Root, Options.Out, Uncopied}; }
  const std::string &hostOut(unsigned I) const { return OutPaths[Kernels.size() + I]; }
  std::vector<const Transformed *> regions(llvm::function_ref<bool(const Transformed &)> F) const;
  std::string hostDir(unsigned H) const { return llvm::sys::path::parent_path(hostOut(H)).str(); }
  /// One text of a kernel's phase serves all regions of its source: what is steady in one is so in all that use it.
  void agree();
  /// The files of OUT.
  void files();

  const std::vector<KernelSource> &Kernels;
  std::vector<HostFile> Hosts;
  const DriverOptions &Options;
  HostOptions HostOpts; ///< with the names of this program
  std::map<size_t, RuntimeName> RuntimeNames; ///< by host
  DriverResult Result;
  DiagnosticSink Sink;
  std::vector<std::string> AllInputs, OutPaths;
  std::string Root;
  std::set<std::string> ReadTwice; ///< given files that one unit has more than once
  std::set<std::string> Uncopied; ///< headers that are found without a copy
  std::string OtherFiles; ///< which file would not include what it includes now, and how; or empty
  std::vector<std::unique_ptr<clang::ASTUnit>> Units;
  std::vector<std::vector<SourceRange>> InHeaders; ///< loops, by host
  std::vector<std::vector<SourceRange>> Marked; ///< those of headers that say they are the system's
  std::set<const HostFile *> Read; ///< files of the program that are only read, and were
  std::vector<JoinedUnit> Joined; ///< by host: with the other files behind it
  std::vector<std::vector<Hint>> Hints; ///< by host: options first, then pragmas
  std::vector<HostMacros> MacrosOf; ///< by host, as parsed
  std::vector<Source> Sources;
  std::vector<Transformed> Done;
  std::map<unsigned, HostMacros> Macros; ///< by host
  std::set<std::string> WithLoops; ///< functions that have candidates of their own
  unsigned Host = 0;
};

} // namespace persistify::driver

#endif // PERSISTIFY_LIB_DRIVER_STAGES_H
