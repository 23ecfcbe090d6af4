//===- Pipeline.h - inside lib/driver -------------------------------------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef PERSISTIFY_LIB_DRIVER_PIPELINE_H
#define PERSISTIFY_LIB_DRIVER_PIPELINE_H

#include "persistify/Driver.h"
#include "persistify/Host.h"
#include "persistify/HostMacros.h"
#include "persistify/Plan.h"
#include <memory>

/// The device library.
extern "C" const char persistify_device_text[];

namespace persistify::driver {

/// A kernel source with what was made of it.
struct Source {
  KernelSource Text;
  std::string OutPath; ///< of kernel.cl in OUT; for a literal, of its host
  std::string Stem;    ///< "kernel" of kernel.persist.cl and kernel.persist.h; no other source has it
  std::string Tables;  ///< persistify_file_STEM: what names of its tables for the runtime begin with
  bool Literal = false;
  bool OfPrograms = false; ///< joined of several programs' sources: no program has it as a whole
  SourceRange Range; ///< of a literal: the call that gets it
  std::optional<Diagnostic> Error; ///< why there is no Model
  std::string Crash; ///< how the tool ended when it made the Model, if it did not come to its end
  std::unique_ptr<KernelModel> Model;
};

/// One loop that became a region.
struct Transformed {
  std::unique_ptr<Region> R;
  std::unique_ptr<Plan> P;
  unsigned Host = 0, Source = 0;
  std::string Entry;   ///< persistify_region_N
  size_t Report = 0;   ///< index of its LoopReport
  /// The same loop with another source's kernels, behind the one that it follows: in the host's text it is only named.
  bool Follows = false;
};

/// Gives each source a name for its files ("dir/kernel.cl": "kernel") that no other one has: several literals
/// of one host, and files of the same name in two folders, have headers that one host file may include.
void nameFiles(std::vector<Source> &Sources);
/// The same for its tables, whatever the files are called.
void nameTables(std::vector<Source> &Sources, const HostNames &Names);

/// Text of STEM.persist.cl for the regions of one source. \p Accounts, by region: gets where each stands.
std::string deviceFile(const Source &S, llvm::ArrayRef<const Transformed *> Regions,
                       llvm::ArrayRef<LoopAccount *> Accounts = {});
/// Text of STEM.persist.h. \p Macros: of the regions' hosts.
std::string headerFile(const Source &S, llvm::ArrayRef<const Transformed *> Regions, llvm::StringRef DeviceText,
                       const std::map<unsigned, HostMacros> &Macros, llvm::ArrayRef<HostFile> Hosts);
/// Whether it gives a variable of \p H to other files.
bool isOf(const Accessor &A, const HostFile &H);
/// Whether the region changes host file number \p H: its loop is there or in a header of it, or something that it uses.
bool concerns(const Transformed &T, llvm::ArrayRef<HostFile> Hosts, unsigned H);
/// The file whose unit holds the text of host file number \p H.
unsigned unitOf(llvm::ArrayRef<HostFile> Hosts, unsigned H);
/// Host file \p H with the loops of \p Regions replaced, and with what the
/// regions in other files need of it.
std::string editHost(llvm::ArrayRef<HostFile> Hosts, unsigned H, llvm::ArrayRef<const Transformed *> Regions,
                     llvm::ArrayRef<Source> Sources, const std::map<unsigned, HostMacros> &Macros);

/// Adds the headers with loops that can be changed, each as part of the first file that includes it, with their
/// paths in OUT. \p InHeaders: loops of included files, by host. \p FirstHost: of \p OutPaths.
void addChangedHeaders(std::vector<HostFile> &Hosts, llvm::ArrayRef<std::unique_ptr<clang::ASTUnit>> Units,
                       llvm::ArrayRef<std::vector<SourceRange>> InHeaders, llvm::ArrayRef<std::string> AllInputs,
                       const std::string &Root, std::vector<std::string> &OutPaths, size_t FirstHost);

/// Headers that the texts reach by quoted includes from beside them.
std::vector<std::pair<std::string, std::string>>
companions(llvm::ArrayRef<std::pair<std::string, std::string>> PathsAndTexts, llvm::ArrayRef<std::string> AllInputs,
           std::string Root);

} // namespace persistify::driver

#endif // PERSISTIFY_LIB_DRIVER_PIPELINE_H
