//===- print.cpp - printf of kernels --------------------------------------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "native.h"

#include <cstdio>

namespace {

long whole(const ncl_printed &P, unsigned Element, unsigned Bytes, bool Signed) {
  const char *At = (const char *)P.value + (size_t)Element * P.bytes;
  unsigned Use = Bytes && Bytes < P.bytes ? Bytes : P.bytes;
  unsigned long N = 0;
  memcpy(&N, At, Use);
  if (Signed && Use < 8) {
    unsigned Shift = 64 - 8 * Use;
    return (long)(N << Shift) >> Shift;
  }
  return (long)N;
}

double real(const ncl_printed &P, unsigned Element) {
  const char *At = (const char *)P.value + (size_t)Element * P.bytes;
  if (P.bytes == 4) {
    float F;
    memcpy(&F, At, 4);
    return F;
  }
  double D = 0;
  memcpy(&D, At, 8);
  return D;
}

} // namespace

extern "C" __attribute__((visibility("default"))) int __ncl_printf(const char *Format, uint32_t Count,
                                                                   const ncl_printed *List) {
  std::string Out;
  uint32_t Next = 0;
  for (const char *At = Format; *At; ++At) {
    if (*At != '%') {
      Out += *At;
      continue;
    }
    if (At[1] == '%') {
      Out += '%';
      ++At;
      continue;
    }
    std::string Spec = "%";
    for (++At; *At && strchr("-+ #0123456789.", *At); ++At)
      Spec += *At;
    unsigned Lanes = 0, Bytes = 0;
    if (*At == 'v')
      for (++At; *At >= '0' && *At <= '9'; ++At)
        Lanes = 10 * Lanes + (*At - '0');
    if (!strncmp(At, "hl", 2))
      Bytes = 4, At += 2;
    else if (!strncmp(At, "hh", 2))
      Bytes = 1, At += 2;
    else if (*At == 'h')
      Bytes = 2, ++At;
    else if (*At == 'l')
      Bytes = 8, ++At;
    char Kind = *At;
    if (!Kind || Next >= Count)
      return -1;
    ncl_printed P = List[Next++];
    // The compiler may have handed a vector over as a number of another type: the format says what it is.
    if (Lanes) {
      unsigned Whole = P.bytes * P.count, Each = Bytes ? Bytes : P.count >= Lanes ? P.bytes : Whole / Lanes;
      if (!Each || Each > 8 || (uint64_t)Lanes * Each > Whole)
        return -1;
      P.bytes = Each, P.count = Lanes, P.real = strchr("fFeEgGaA", Kind) != nullptr;
    }
    for (uint32_t Element = 0; Element < P.count; ++Element) {
      char Text[512];
      if (Element)
        Out += ',';
      if (strchr("di", Kind))
        snprintf(Text, sizeof Text, (Spec + 'l' + Kind).c_str(), whole(P, Element, Bytes, true));
      else if (strchr("ouxX", Kind))
        snprintf(Text, sizeof Text, (Spec + 'l' + Kind).c_str(), whole(P, Element, Bytes, false));
      else if (strchr("fFeEgGaA", Kind))
        snprintf(Text, sizeof Text, (Spec + Kind).c_str(),
                 P.real ? real(P, Element) : (double)whole(P, Element, 0, true));
      else if (Kind == 'c')
        snprintf(Text, sizeof Text, (Spec + Kind).c_str(), (int)whole(P, Element, 0, true));
      else if (Kind == 'p')
        snprintf(Text, sizeof Text, (Spec + Kind).c_str(), (void *)whole(P, Element, 0, false));
      else if (Kind == 's') {
        const char *String = (const char *)whole(P, Element, 0, false);
        Out += String ? String : "(null)";
        continue;
      } else {
        return -1;
      }
      Out += Text;
    }
  }
  fwrite(Out.data(), 1, Out.size(), stdout);
  return 0;
}
