//===- persistify/Emit.h - generated code -------------------------------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef PERSISTIFY_EMIT_H
#define PERSISTIFY_EMIT_H

#include "persistify/Plan.h"

namespace persistify {

/// One field of the struct that the state block is, in the order of the text.
struct StateField {
  enum Kind {
    OfSlot,    ///< Region::Slots[Index]: a host variable, a handle's final id, or a kernel's largest work-group
    EntrySize, ///< bytes of the buffer Plan::Entries[Index]
    EntryId,   ///< the first entry that is the same buffer
    OfArg,     ///< Plan::Args[Index]: its value, bytes of local memory, or the buffer's final id
    ArgSet,    ///< whether the region set it; on entry, whether nothing did before
    Carried,   ///< PlanBoundary::Carried[Index]
    Between,   ///< whether the region begins between two trips
    Trips,     ///< how many trips it may run
    Noted,     ///< bits of entries
    Cells,     ///< three places for Plan::Rotations[Index]
    Limits,    ///< four cells about the device
    Log        ///< bytes of the log
  } K;
  unsigned Index = 0;
  uint32_t Offset = 0; ///< in bytes
  uint32_t Align = 8;
};

/// Where each piece of a region's state lives in the state block. Offsets are
/// bytes; see persistify/runtime.h for the meaning of each cell.
struct StateLayout {
  std::vector<StateField> Fields; ///< all of it
  std::vector<uint32_t> Slot;       ///< by Region::Slots index
  std::vector<uint32_t> EntrySize;  ///< by Plan::Entries index
  std::vector<uint32_t> EntryId;    ///< by Plan::Entries index; empty if handles are not compared
  std::vector<uint32_t> Arg;        ///< by Plan::Args index
  std::vector<uint32_t> ArgSet;     ///< by Plan::Args index
  uint32_t Limits = 0;
  std::vector<uint32_t> Carried; ///< by PlanBoundary::Carried index
  uint32_t Between = 0; ///< two cells, if Plan::Boundary has a loop
  uint32_t Noted = 0;   ///< bits of entries, by number: the region has written to it; if some are noted
  uint32_t Log = 0;     ///< room of the log in bytes, in the results its length
  uint32_t Bytes = 0;   ///< of one copy; results go to a second copy behind it,
                        ///< because other groups may still read the first
};
StateLayout layoutState(const Plan &P);

/// Whether writes to an entry are noted: it is of an array of handles of which an index chooses, and the others'
/// buffers may be other threads' while the region runs.
bool isNoted(const Plan &P, size_t Entry);

/// OpenCL C of the region's persistent kernel. \p Links: which of its lines are made from where.
std::string emitRegionKernel(const Plan &P, const StateLayout &L, llvm::StringRef Entry,
                             std::vector<AccountLink> *Links = nullptr);

/// The descriptor `static const persistify_region NAME` and its tables.
/// The others name what it refers to: the device code, and descriptions of the kernel source and of the host program.
std::string emitDescriptor(const Plan &P, const StateLayout &L, llvm::StringRef Entry, llvm::StringRef CodeName,
                           llvm::StringRef SourceName, llvm::StringRef HostName);

/// A persistent kernel, and the file of its text.
struct HostEntry {
  std::string Name, DeviceFile;
};

/// The text that replaces the loop \p LoopText in the host file, in which its condition stands at \p TestAt. With
/// \p Line, the loop's, all text of the program keeps its number. \p Entries: one for each kernel source that the
/// loop's kernels may be of; \p P is the plan of the first, and the others' say the same of the host.
std::string emitHostLoop(const Plan &P, llvm::ArrayRef<HostEntry> Entries, llvm::StringRef LoopText, size_t TestAt,
                         llvm::StringRef Indent, unsigned Line = 0);

/// A string literal of the host's with this text.
std::string quotedText(llvm::StringRef Text);

/// \p Text as a C string literal, one line of source for each line.
std::string emitStringLiteral(llvm::StringRef Text);

} // namespace persistify

#endif // PERSISTIFY_EMIT_H
