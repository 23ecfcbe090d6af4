//===- Sample.h - a small program that options and hints are tried on --------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef PERSISTIFY_TEST_FUZZ_SAMPLE_H
#define PERSISTIFY_TEST_FUZZ_SAMPLE_H

#include "Program.h"

namespace persistify::fuzz {

/// Two kernels with macros that options may set, and a loop that launches both. \p Hints stands in front of the loop.
inline Program sample(const std::string &Hints = "") {
  Program P;
  P.Kernels = "#ifndef WIDTH\n#define WIDTH 4\n#endif\n"
              "#ifdef TYPE\ntypedef TYPE item;\n#else\ntypedef int item;\n#endif\n"
              "__kernel void step(__global const item *in, __global item *out, int n) {\n"
              "  int i = get_global_id(0);\n"
              "  if (i < n)\n    out[i] = in[i] * WIDTH + in[(i + 1) % n];\n"
              "}\n"
              "__kernel void check(__global const item *in, __global int *done) {\n"
              "#if WIDTH > 2\n  if (in[get_global_id(0)] > 1000)\n    *done = 1;\n#endif\n"
              "}\n";
  P.Host = "#include \"setup.h\"\n"
           "void report(int round) { printf(\"%d\\n\", round); }\n"
           "int main(void) {\n"
           "  start(\"kernels.cl\", \"-DWIDTH=3\");\n"
           "  cl_kernel k = kernel_named(\"step\"), test = kernel_named(\"check\");\n"
           "  cl_mem a = ints(64, 1), b = ints(64, 0), done = ints(1, 0);\n"
           "  int n = 64, over = 0, round;\n"
           "  size_t global = 64;\n"
           "  clSetKernelArg(k, 2, sizeof n, &n);\n"
           "  clSetKernelArg(test, 1, sizeof done, &done);\n" +
           Hints +
           "\n  for (round = 0; round < 20 && !over; round++) {\n"
           "    cl_mem t = a;\n"
           "    clSetKernelArg(k, 0, sizeof a, &a);\n"
           "    clSetKernelArg(k, 1, sizeof b, &b);\n"
           "    clEnqueueNDRangeKernel(queue, k, 1, NULL, &global, NULL, 0, NULL, NULL);\n"
           "    clSetKernelArg(test, 0, sizeof b, &b);\n"
           "    clEnqueueNDRangeKernel(queue, test, 1, NULL, &global, NULL, 0, NULL, NULL);\n"
           "    clEnqueueReadBuffer(queue, done, CL_TRUE, 0, sizeof over, &over, 0, NULL, NULL);\n"
           "    report(round);\n"
           "    a = b;\n    b = t;\n"
           "  }\n"
           "  return over;\n"
           "}\n";
  return P;
}

/// \p Data as lines.
inline std::vector<std::string> linesOf(const uint8_t *Data, size_t Size) {
  std::vector<std::string> Out;
  llvm::SmallVector<llvm::StringRef> Lines;
  llvm::StringRef(reinterpret_cast<const char *>(Data), Size).split(Lines, '\n');
  for (llvm::StringRef L : Lines)
    if (!L.empty())
      Out.push_back(L.take_until([](char C) { return C == '\0'; }).str());
  return Out;
}

} // namespace persistify::fuzz

#endif // PERSISTIFY_TEST_FUZZ_SAMPLE_H
