//===- OwnNames.cpp --------------------------------------------------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "persistify/OwnNames.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

namespace persistify {

// Which stand in front of an identifier until the text is settled.
static const char Theirs = '\1', Ours = '\2';

bool OwnNames::isOne(llvm::StringRef Name, unsigned Number) {
  const std::string N = Number ? std::to_string(Number) : "";
  return Name.starts_with("p" + N + "_") || Name.starts_with("P" + N + "_") || Name.starts_with("v" + N + "_get_");
}

bool inName(char C) { return llvm::isAlnum(C) || C == '_'; }

/// Copies \p Text; of each of our names \p Do writes what becomes of it. Numbers (0x1p_) are words, too.
static std::string rewrite(llvm::StringRef Text, llvm::function_ref<void(std::string &, llvm::StringRef)> Do) {
  std::string Out;
  for (size_t I = 0; I < Text.size();) {
    size_t End = I;
    while (End < Text.size() && inName(Text[End]))
      ++End;
    if (End == I) {
      Out += Text[I++];
      continue;
    }
    llvm::StringRef Word = Text.slice(I, End);
    if (OwnNames::isOne(Word))
      Do(Out, Word);
    else
      Out += Word;
    I = End;
  }
  return Out;
}

std::string OwnNames::theirs(llvm::StringRef Text) const {
  if (!Number)
    return Text.str();
  return rewrite(Text, [](std::string &Out, llvm::StringRef Name) {
    if (Out.empty() || (Out.back() != Ours && Out.back() != Theirs))
      Out += Theirs;
    Out += Name;
  });
}

std::string OwnNames::ours(llvm::StringRef Text) const {
  if (!Number)
    return Text.str();
  return rewrite(Text, [](std::string &Out, llvm::StringRef Name) {
    if (Out.empty() || (Out.back() != Ours && Out.back() != Theirs))
      Out += Ours;
    Out += Name;
  });
}

std::string OwnNames::settle(llvm::StringRef Text) const {
  if (!Number)
    return Text.str();
  return rewrite(Text, [&](std::string &Out, llvm::StringRef Name) {
    const char Mark = Out.empty() ? ' ' : Out.back();
    if (Mark == Theirs || Mark == Ours)
      Out.pop_back();
    if (Mark == Theirs)
      Out += Name;
    else
      Out += Name.take_front(1).str() + std::to_string(Number) + Name.drop_front(1).str();
  });
}

// ---- host ----

// test/tool/own-text.test holds this list to the header.
static const llvm::StringLiteral RuntimeNames[] = {
    "PERSISTIFY_ABI",           "PERSISTIFY_ARG_BUFFER", "PERSISTIFY_ARG_LOCAL",     "PERSISTIFY_ARG_RECORDED",
    "PERSISTIFY_ARG_SET",       "PERSISTIFY_ARG_VALUE",  "PERSISTIFY_ARG_WRITTEN",   "PERSISTIFY_BIND",
    "PERSISTIFY_BLOB",          "PERSISTIFY_BREAKS",     "PERSISTIFY_BUFFER",        "PERSISTIFY_CONTEXT",
    "PERSISTIFY_DENORMALS",     "PERSISTIFY_END",        "PERSISTIFY_ELEMENT_BYTES", "PERSISTIFY_FLOATING",
    "PERSISTIFY_GENERATED",     "PERSISTIFY_HOST_READS", "PERSISTIFY_HOST_WRITES",   "PERSISTIFY_IN",
    "PERSISTIFY_KEEP",          "PERSISTIFY_KERNEL",     "PERSISTIFY_MIRROR",        "PERSISTIFY_NONE",
    "PERSISTIFY_NOTHING_LATER", "PERSISTIFY_NULL",       "PERSISTIFY_ORIGINAL",      "PERSISTIFY_OUT",
    "PERSISTIFY_OWNED",         "PERSISTIFY_PROGRAM",    "PERSISTIFY_QUEUE",         "PERSISTIFY_RUNTIME_H",
    "PERSISTIFY_SCALAR",        "PERSISTIFY_BETWEEN",    "PERSISTIFY_SCANNED",       "PERSISTIFY_SIGNED",
    "PERSISTIFY_SPELLING",      "PERSISTIFY_SPELLING_",  "persistify_again",         "persistify_at",
    "persistify_at_later",      "persistify_carried",    "persistify_arg",           "persistify_arg_kind",
    "persistify_buffer_at",     "persistify_buffers_at", "persistify_choose",        "persistify_decline",
    "persistify_double",        "persistify_event",      "persistify_events_at",     "persistify_float",
    "persistify_handle",        "persistify_has_info",   "persistify_hash",          "persistify_hint",
    "persistify_host",          "persistify_include",    "persistify_info",          "persistify_int",
    "persistify_is_call",       "persistify_is_kernel",  "persistify_is_own_event",  "persistify_is_readable",
    "persistify_larger",        "persistify_later",      "persistify_macro",         "persistify_next",
    "persistify_of_source",     "persistify_pair",       "persistify_phase",         "persistify_queue_device",
    "persistify_region",        "persistify_run",        "persistify_run_later",     "persistify_size",
    "persistify_slot",          "persistify_slot_kind",  "persistify_source",        "persistify_u32",
    "persistify_u64",
};

bool HostNames::isRuntimes(llvm::StringRef Identifier) { return llvm::is_contained(RuntimeNames, Identifier); }

std::string HostNames::operator()(const llvm::Twine &What) const {
  return ("persistify" + (Number ? llvm::Twine(Number) : llvm::Twine()) + "_" + What).str();
}

std::string HostNames::macro(const llvm::Twine &What) const {
  return ("PERSISTIFY" + (Number ? llvm::Twine(Number) : llvm::Twine()) + "_" + What).str();
}

bool HostNames::mayBe(llvm::StringRef Identifier) const {
  return (Identifier.starts_with((*this)("")) || Identifier.starts_with(macro(""))) && !isRuntimes(Identifier);
}

void forEachWord(llvm::StringRef Text, llvm::function_ref<void(llvm::StringRef)> Do) {
  for (size_t I = 0; I < Text.size();) {
    size_t End = I;
    while (End < Text.size() && inName(Text[End]))
      ++End;
    if (End > I)
      Do(Text.slice(I, End));
    I = std::max(End, I + 1);
  }
}

} // namespace persistify
