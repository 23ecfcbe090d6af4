//===- Tokens.h - changing programs token by token --------------------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Bytes that change make text that no parser takes. These changes keep most
// programs valid: statements are dropped, doubled, moved, wrapped and taken from
// other programs; names, operators, types and numbers are put in place of others.
//
//===----------------------------------------------------------------------===//
#ifndef PERSISTIFY_TEST_FUZZ_TOKENS_H
#define PERSISTIFY_TEST_FUZZ_TOKENS_H

#include <random>
#include <string>
#include <string_view>
#include <vector>

namespace persistify::fuzz {

using Random = std::minstd_rand;

/// What OpenCL C has and C has not is put into kernels only.
enum class Language { Host, Kernel };

/// \p Text with one to four changes.
std::string mutated(std::string Text, Language L, Random &Rng);

/// \p Text with statements of \p Donor.
std::string spliced(const std::string &Text, const std::string &Donor, Random &Rng);

} // namespace persistify::fuzz

#endif // PERSISTIFY_TEST_FUZZ_TOKENS_H
