//===- StateBlock.h - the struct that the state block is --------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef PERSISTIFY_LIB_EMIT_STATEBLOCK_H
#define PERSISTIFY_LIB_EMIT_STATEBLOCK_H

#include "KernelText.h"
#include <map>

namespace persistify::emit {

/// The state block as a persistent kernel sees it: a struct with a field for each of StateLayout::Fields.
class StateBlock {
public:
  StateBlock(const Plan &P, const StateLayout &L, KernelNames &Names);

  /// Its struct, for the kernel \p Entry.
  void declare(llvm::raw_ostream &OS, llvm::StringRef Entry) const;
  /// The name of a field.
  const std::string &name(StateField::Kind K, unsigned Index) const { return Fields.at({K, Index}); }
  /// A field as the host wrote it.
  std::string field(StateField::Kind K, unsigned Index = 0) const;
  /// The one for the result.
  std::string result(StateField::Kind K, unsigned Index = 0) const;
  /// Says in front of a phase that it may write to \p Buffer, if that is looked at when the launch is given up.
  void note(KernelText &Out, const std::string &Buffer) const;

private:
  std::optional<unsigned> varOf(unsigned Slot) const;
  std::string slotField(unsigned I);
  std::pair<std::string, std::string> type(const StateField &F) const;

  const Plan &P;
  const Region &R;
  const StateLayout &L;
  KernelNames &Names;
  std::map<std::pair<StateField::Kind, unsigned>, std::string> Fields; ///< names
};

} // namespace persistify::emit

#endif // PERSISTIFY_LIB_EMIT_STATEBLOCK_H
