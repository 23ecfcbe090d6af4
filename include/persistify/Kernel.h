//===- persistify/Kernel.h - what the tool knows about OpenCL kernels ------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The kernel model: one value type per kernel, computed once from the OpenCL C
// AST, and the text of the phase functions made from kernels. Later stages see
// only these values, never the AST.
//
//===----------------------------------------------------------------------===//
#ifndef PERSISTIFY_KERNEL_H
#define PERSISTIFY_KERNEL_H

#include "persistify/Diagnostics.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace persistify {

/// One source text that OpenCL C kernels come from.
struct KernelSource {
  std::string Path;               ///< shown in messages; "<host.cpp:12>" for a string literal
  std::string Text;               ///< what clCreateProgramWithSource will receive
  std::vector<std::string> Flags; ///< build options: -D, -I, -cl-std=...
  bool Varies = false;            ///< they are the user's example: other builds may give macros other values
  /// Macros of Flags that may have any value, and of what type: filled in by the model.
  std::map<std::string, std::string> Any = {};
};

/// A file that a source includes, directly or through others.
struct KernelInclude {
  std::string Name; ///< as the directive spells it
  bool Quoted = true;
  int From = -1;    ///< index of the file with the directive; -1: the source itself
  std::string Text;
};

/// What a kernel may do to the buffer behind a pointer argument.
struct Access {
  bool Reads = false;
  bool Writes = false;
  bool Atomic = false; ///< what stands there afterwards may depend on the order of the kernel's atomics
  /// All accesses are to the work-item's own element, get_global_id(0) of a
  /// one-dimensional launch without an offset, of so many bytes. 0: not known to be.
  uint64_t OwnBytes = 0;
  /// All accesses are to the first so many bytes. 0: not known.
  uint64_t Extent = 0;
};

struct KernelParam {
  enum class Kind { Buffer, Local, Value, Unsupported };
  std::string Name;
  Kind K = Kind::Value;
  bool IsConstantAS = false; ///< declared __constant (a Buffer)
  /// Type of the phase function's parameter as OpenCL C text without the name,
  /// usable in a cast: "__global const float *", "__local int *", "struct params".
  std::string PhaseType;
  uint64_t Size = 0;         ///< Value: bytes clSetKernelArg must pass; 0 otherwise
  std::string Members;       ///< Value: a letter for each byte: '#' a member's, '-' between members
  uint64_t Align = 1;        ///< Value: its alignment; Local: alignment of the element type
  Access Use;                ///< Buffer only
  /// The kernel does nothing with the buffer but store this constant to its first
  /// element, of Use.Extent bytes, by statements that P_RAISE can replace.
  std::optional<uint64_t> Raises;
  /// A loop whose condition reads the buffer in each trip at the same place, so that once will do
  /// where nothing writes it: "loop at kernel.cl:12"; or empty.
  std::string LoopBound;
};

/// A `__local` variable declared in the kernel; passed to its phase as a
/// pointer to the variable's type, behind the kernel's own parameters.
struct LocalVariable {
  std::string Name;
  std::string PhaseType; ///< "__local float (*)[16][17]"
  uint64_t Size = 0, Align = 1;
};

/// How far a guard at a kernel's beginning lets work-items in: those whose id in some dimension is below a
/// value that all of them compute from arguments and constants. OpenCL C text, with a parameter
/// between each two pieces.
struct ItemBound {
  std::vector<std::string> Text = {""};
  std::vector<unsigned> Params; ///< indices in KernelSummary::Params, each of a Value
  bool Unsigned = false;        ///< the comparison's type
  bool Inclusive = false;       ///< the value itself, too
};

/// Two work-items of one launch that come to the same element, with nothing between them that orders them: one reads it, one
/// writes it, and no atomic does.
struct KernelRace {
  unsigned Written = 0, Read = 0; ///< parameters; two of them: where both are one buffer
  std::string WrittenAt, ReadAt; ///< "kernel.cl:12"
  bool OtherGroups = false; ///< only those of different groups: barriers order the others
  unsigned Apart[3] = {0, 0, 0}; ///< so far their ids are apart, by dimension
};

enum class Schedule { ItemStride, GroupStride };

struct KernelSummary {
  std::string Name;
  SourceRange Range; ///< of the definition in its KernelSource
  unsigned Source = 0; ///< index of the KernelSource it comes from
  unsigned Names = 0; ///< what generated names beside that source have in them (OwnNames.h)
  std::vector<KernelParam> Params;
  std::vector<LocalVariable> Locals;
  Schedule Sched = Schedule::ItemStride;
  std::string ScheduleReason; ///< "barrier() at kernel.cl:12"
  unsigned Branched = 0; ///< its work-group barriers that stand under conditions, in calls too
  /// Where it waits for its other work-groups, "loop at kernel.cl:12": each needs
  /// a resident group of its own (rule K3). Always GroupStride then.
  std::string Waits;
  /// That it waits only in barriers between all its work-groups, which the phase
  /// replaces: "sync() at kernel.cl:12". Empty if it waits in another way.
  std::string OwnBarrier;
  bool FewerGroups = false; ///< it does the same with any divisor of its number of groups
  std::vector<unsigned> BarrierMemory; ///< parameters that only its barriers use
  std::vector<unsigned> BarrierCounts; ///< parameters that must be the number of groups
  unsigned ReqdLocalSize[3] = {0, 0, 0}; ///< reqd_work_group_size, or zeros
  bool UsesFp64 = false;
  /// GroupStride: whether it may run with more physical items than its local
  /// size (rule K1); if not, why.
  bool SurplusSafe = true;
  std::string SurplusReason;
  /// A loop whose loads a compiler can overlap, given registers: "loop at kernel.cl:12"; or empty.
  std::string Gathers;
  /// A loop that makes as many trips as memory says, in the same form; or empty.
  std::string Uneven;
  std::optional<ItemBound> Bounds[3]; ///< of the work-items that do anything, by dimension; none: not known
  std::vector<KernelRace> Races;
  unsigned FlagStores = 0; ///< statements `*flag = CONSTANT` that P_STORE_NEW can replace
  /// Non-empty: the kernel cannot become a phase (rules K1-K5, unsupported
  /// parameters). Reported only if a region uses the kernel.
  std::vector<Diagnostic> Problems;
  bool OwnFloats = false; ///< a pragma of its source says how floating point is computed, perhaps to the end

  std::string phaseFunction() const { return Name + "_phase"; }
};

/// How phases are written.
struct PhaseForm {
  bool Surplus = false; ///< group-stride phases predicate the stores of surplus items
  bool FlagStores = true; ///< P_STORE_NEW in place of stores of constants to flags
  /// Kernels and those of their parameters whose buffers nothing writes; none: all, to see what there is.
  std::optional<std::set<std::pair<std::string, unsigned>>> Steady = std::nullopt;
};

/// All kernels of one program object.
class KernelModel {
public:
  /// Parses the sources as OpenCL C. Parse errors go to \p Diags (severity
  /// Error) and make the result null.
  static std::unique_ptr<KernelModel> create(std::vector<KernelSource> Sources, DiagnosticSink &Diags);
  /// Parses only: whether \p Source is valid OpenCL C.
  static bool parses(const KernelSource &Source, DiagnosticSink &Diags);
  virtual ~KernelModel() = default;

  virtual llvm::ArrayRef<KernelSummary> kernels() const = 0;
  const KernelSummary *find(llvm::StringRef Name) const;

  /// Text of the phase functions (and of the helper clones they need) of the
  /// named kernels, in one section between the #define and #undef of the id
  /// queries. The text is placed behind the program's own source. All names
  /// must be of kernels without problems.
  virtual std::string emitPhases(llvm::ArrayRef<std::string> Names, PhaseForm Form) const = 0;

  /// `#if ... #error` lines that fail the build when the program is built with
  /// other macro values than the analysed ones (rule H9), for source \p Source.
  virtual std::string emitMacroChecks(unsigned Source) const = 0;

  /// #undef lines for those of the macros that stand at the end of the sources and would be expanded in \p Text,
  /// generated text that has none of the program's macros in it.
  virtual std::string undefine(llvm::StringRef Text) const = 0;

  /// A function of the sources that \p Text, generated for behind them, would call by the name of a builtin one; "" if none.
  virtual std::string hidden(llvm::StringRef Text) const = 0;

  /// Macros that the build may set and that no check can compare (their bodies
  /// paste or make strings); the kernels of the source have a problem then.
  virtual std::vector<std::string> uncheckedMacros(unsigned Source) const = 0;

  /// Rule H9, for what the build gives to the source: the files that it includes, each after the one with the
  /// directive, and names that may be macros from outside without harm, since they are compared or not used.
  virtual llvm::ArrayRef<KernelInclude> includes(unsigned Source) const = 0;
  virtual std::set<std::string> harmlessMacros(unsigned Source) const = 0;

  /// Calls \p Do for every identifier of the sources and of what they include.
  virtual void forEachIdentifier(llvm::function_ref<void(llvm::StringRef)> Do) const = 0;

  /// Adds the absolute paths of all files that the sources were parsed from.
  virtual void addFilesRead(std::set<std::string> &Paths) const = 0;

  /// Text and path of a source, for the output and the hash.
  virtual const KernelSource &source(unsigned Index) const = 0;
};

} // namespace persistify

#endif // PERSISTIFY_KERNEL_H
