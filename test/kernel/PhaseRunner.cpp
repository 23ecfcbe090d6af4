//===- test/kernel/PhaseRunner.cpp -----------------------------------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "PhaseRunner.h"
#include <cstdlib>
#include <cstring>
#include <unistd.h>

namespace persistify::test {
namespace {

// P_ON is volatile: otherwise PoCL 3.1 drops a branch below it in a loop with
// barriers (PhaseRun.SurplusInEveryKindOfStatement shows it).
const char *const Stub = R"(
typedef struct { uint dim, g[3], l[3], o[3], n[3]; uint id[3], lid[3], wid[3]; uint on; } p_ids;
size_t v_get_global_id(const p_ids *v, uint d) { return d < 3 ? v->id[d] + v->o[d] : 0; }
size_t v_get_local_id(const p_ids *v, uint d) { return d < 3 ? v->lid[d] : 0; }
size_t v_get_group_id(const p_ids *v, uint d) { return d < 3 ? v->wid[d] : 0; }
size_t v_get_global_size(const p_ids *v, uint d) { return d < 3 ? v->g[d] : 1; }
size_t v_get_local_size(const p_ids *v, uint d) { return d < 3 ? v->l[d] : 1; }
size_t v_get_enqueued_local_size(const p_ids *v, uint d) { return d < 3 ? v->l[d] : 1; }
size_t v_get_num_groups(const p_ids *v, uint d) { return d < 3 ? v->n[d] : 1; }
size_t v_get_global_offset(const p_ids *v, uint d) { return d < 3 ? v->o[d] : 0; }
uint v_get_work_dim(const p_ids *v) { return v->dim; }
size_t v_get_global_linear_id(const p_ids *v) { return (v->id[2] * v->g[1] + v->id[1]) * v->g[0] + v->id[0]; }
size_t v_get_local_linear_id(const p_ids *v) { return (v->lid[2] * v->l[1] + v->lid[1]) * v->l[0] + v->lid[0]; }
#define P_ON(v) (*(volatile const uint *)&(v)->on)
#define P_PHASE __attribute__((always_inline))
#define P_PHASE_END() barrier(CLK_GLOBAL_MEM_FENCE)
#define P_PATH_END() barrier(CLK_GLOBAL_MEM_FENCE)
)";

unsigned nextRandom(unsigned &S) { return (S = S * 1664525u + 1013904223u) >> 8; }

std::string wrapper(const KernelSummary &K) {
  std::string Text = "__kernel void p_wrapper(", Args;
  for (size_t I = 0; I < K.Params.size(); ++I) {
    const KernelParam &P = K.Params[I];
    std::string Name = "p_a" + std::to_string(I);
    Text += (P.K == KernelParam::Kind::Buffer ? "__global uchar *" : P.K == KernelParam::Kind::Local ? "__local uchar *" : P.PhaseType + " ") + Name + ", ";
    Args += (P.K == KernelParam::Kind::Value ? Name : "(" + P.PhaseType + ")" + Name) + ", ";
  }
  Text += "uint p_dim, uint4 p_g, uint4 p_l, uint4 p_o) {\n";
  for (size_t I = 0; I < K.Locals.size(); ++I) {
    std::string Name = "p_m" + std::to_string(I);
    Text += "  __local uchar " + Name + "[" + std::to_string(K.Locals[I].Size) + "] __attribute__((aligned(128)));\n";
    Args += "(" + K.Locals[I].PhaseType + ")" + Name + ", ";
  }
  Text += "  p_ids v; const p_ids *p_v = &v; v.dim = p_dim;\n"
          "  v.g[0] = p_g.x; v.g[1] = p_g.y; v.g[2] = p_g.z; v.l[0] = p_l.x; v.l[1] = p_l.y; v.l[2] = p_l.z;\n"
          "  v.o[0] = p_o.x; v.o[1] = p_o.y; v.o[2] = p_o.z;\n"
          "  for (int d = 0; d < 3; ++d) { v.n[d] = v.g[d] / v.l[d]; v.id[d] = v.lid[d] = v.wid[d] = 0; }\n"
          "  v.on = 1;\n";
  if (K.Sched == Schedule::ItemStride) {
    Text += "  for (uint i = get_global_id(0); i < v.g[0] * v.g[1] * v.g[2]; i += get_global_size(0)) {\n"
            "    v.id[0] = i % v.g[0]; v.id[1] = i / v.g[0] % v.g[1]; v.id[2] = i / v.g[0] / v.g[1];\n";
  } else {
    Text += "  uint lid = get_local_id(0), items = v.l[0] * v.l[1] * v.l[2];\n"
            "  v.on = lid < items; lid %= items;\n"
            "  v.lid[0] = lid % v.l[0]; v.lid[1] = lid / v.l[0] % v.l[1]; v.lid[2] = lid / v.l[0] / v.l[1];\n"
            "  for (uint g = get_group_id(0); g < v.n[0] * v.n[1] * v.n[2]; g += get_num_groups(0)) {\n"
            "    barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);\n"
            "    v.wid[0] = g % v.n[0]; v.wid[1] = g / v.n[0] % v.n[1]; v.wid[2] = g / v.n[0] / v.n[1];\n"
            "    for (int d = 0; d < 3; ++d) v.id[d] = v.wid[d] * v.l[d] + v.lid[d];\n";
  }
  return Text + "    " + K.phaseFunction() + "(" + Args + "p_v);\n  }\n}\n";
}

/// One field of the file that PhaseExec reads: its length and its bytes.
void put(std::string &Out, const void *Data, size_t Size) {
  uint64_t N = Size;
  Out.append(reinterpret_cast<const char *>(&N), sizeof(N));
  Out.append(static_cast<const char *>(Data), Size);
}
void put(std::string &Out, const std::string &S) { put(Out, S.data(), S.size()); }
void put(std::string &Out, uint64_t V) { put(Out, &V, sizeof(V)); }

} // namespace

Arg floats(size_t N, unsigned Seed) {
  Arg A{Arg::Kind::Floats, std::vector<unsigned char>(N * 4), 0, true};
  for (size_t I = 0; I < N; ++I) {
    float V = float(nextRandom(Seed) % 64);
    std::memcpy(&A.Data[I * 4], &V, 4);
  }
  return A;
}

Arg ints(size_t N, int Below, unsigned Seed) {
  Arg A{Arg::Kind::Ints, std::vector<unsigned char>(N * 4), 0, true};
  for (size_t I = 0; I < N; ++I) {
    int V = int(nextRandom(Seed) % Below);
    std::memcpy(&A.Data[I * 4], &V, 4);
  }
  return A;
}

Arg zeros(size_t Bytes) { return {Arg::Kind::Bytes, std::vector<unsigned char>(Bytes), 0, true}; }
Arg local(size_t Bytes) { return {Arg::Kind::Local, {}, Bytes, false}; }

std::string compare(const PhaseRun &R) {
  DiagnosticSink Diags;
  KernelSource Source{R.Path, R.Source, R.Flags};
  std::unique_ptr<KernelModel> M = KernelModel::create({Source}, Diags);
  for (const Diagnostic &D : Diags.all())
    return D.message();
  const KernelSummary *K = M->find(R.Kernel);
  if (!K)
    return "no such kernel";
  for (const Diagnostic &P : K->Problems)
    return "refused: " + P.message();
  if (R.Surplus && !K->SurplusSafe)
    return "not safe with surplus items: " + K->SurplusReason;
  std::string Phases = M->emitPhases({R.Kernel}, {R.Surplus != 0});
  std::string Job, Options;
  for (const std::string &F : R.Flags)
    Options += F + " ";
  put(Job, R.Source);
  put(Job, Stub + R.Source + "\n" + M->emitMacroChecks(0) + Phases + wrapper(*K));
  put(Job, R.Kernel);
  put(Job, Options);
  put(Job, R.Surplus);
  put(Job, uint64_t(K->Sched == Schedule::ItemStride));
  put(Job, R.R.Global.size());
  for (size_t X = 0; X < R.R.Global.size(); ++X) {
    put(Job, R.R.Global[X]);
    put(Job, R.R.Local.empty() ? 0 : R.R.Local[X]);
    put(Job, R.R.Offset.empty() ? 0 : R.R.Offset[X]);
  }
  put(Job, R.Args.size());
  for (const Arg &A : R.Args) {
    put(Job, uint64_t(A.K == Arg::Kind::Local ? 2 : A.IsBuffer ? 1 : 0));
    if (A.K == Arg::Kind::Local)
      put(Job, A.LocalSize);
    else
      put(Job, A.Data.data(), A.Data.size());
  }
  // OpenCL implementations bring an LLVM of their own, which does not bear a
  // second one in the process: the kernels run in another program.
  char File[] = "/tmp/persistify-phase-XXXXXX";
  int FD = mkstemp(File);
  if (FD < 0 || write(FD, Job.data(), Job.size()) != ssize_t(Job.size()))
    return "cannot write the job";
  close(FD);
  std::string Result;
  const char *Launcher = getenv("PERSISTIFY_TEST_LAUNCHER"); // such as oclgrind
  FILE *Pipe = popen((std::string(Launcher ? Launcher : "") + " " + PERSISTIFY_PHASE_EXEC + " " + File + " 2>&1").c_str(), "r");
  char Part[4096];
  while (size_t N = fread(Part, 1, sizeof(Part), Pipe))
    Result.append(Part, N);
  int Status = pclose(Pipe);
  unlink(File);
  if (Status == 0)
    return {};
  return Result.empty() ? "PhaseExec died" : Result == "skipped" ? Result : Result + "\n" + Phases;
}

} // namespace persistify::test
