//===- lib/kernel/Builtins.cpp ---------------------------------------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Builtins.h"
#include "persistify/Containment.h"
#include "clang/AST/Decl.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/ADT/StringSwitch.h"

using namespace clang;

namespace persistify::kernel {

static const IdQuery Queries[] = {
    {"get_global_id", true, Builtin::IdGlobal},       {"get_local_id", true, Builtin::IdLocal},
    {"get_group_id", true, Builtin::IdGroup},         {"get_global_size", true, Builtin::SizeGlobal},
    {"get_local_size", true, Builtin::IdGroup},       {"get_enqueued_local_size", true, Builtin::IdGroup},
    {"get_num_groups", true, Builtin::IdGroup},       {"get_global_offset", true, Builtin::SizeGlobal},
    {"get_work_dim", false, Builtin::SizeGlobal},     {"get_global_linear_id", false, Builtin::IdGlobal},
    {"get_local_linear_id", false, Builtin::IdLocal},
};

llvm::ArrayRef<IdQuery> idQueries() { return Queries; }

/// Builtins that compute a value from their operands, and perhaps another one where a
/// pointer says (sincos); all of OpenCL C 3.0, section 6.15, and cl_khr_extended_bit_ops.
static bool computes(llvm::StringRef Name) {
  static const llvm::StringSet<> Names = {
      // mathematics, also as half_ and native_
      "acos", "acosh", "acospi", "asin", "asinh", "asinpi", "atan", "atan2", "atan2pi", "atanh", "atanpi", "cbrt",
      "ceil", "copysign", "cos", "cosh", "cospi", "divide", "erf", "erfc", "exp", "exp10", "exp2", "expm1", "fabs",
      "fdim", "floor", "fma", "fmax", "fmin", "fmod", "fract", "frexp", "hypot", "ilogb", "ldexp", "lgamma", "lgamma_r",
      "log", "log10", "log1p", "log2", "logb", "mad", "maxmag", "minmag", "modf", "nan", "nextafter", "pow", "pown",
      "powr", "recip", "remainder", "remquo", "rint", "rootn", "round", "rsqrt", "sin", "sincos", "sinh", "sinpi",
      "sqrt", "tan", "tanh", "tanpi", "tgamma", "trunc",
      // integers
      "abs", "abs_diff", "add_sat", "bit_reverse", "bitfield_extract_signed", "bitfield_extract_unsigned",
      "bitfield_insert", "clamp", "clz", "ctz", "hadd", "mad24", "mad_hi", "mad_sat", "max", "min", "mul24", "mul_hi",
      "popcount", "rhadd", "rotate", "sub_sat", "upsample",
      // common, geometric
      "cross", "degrees", "distance", "dot", "fast_distance", "fast_length", "fast_normalize", "length", "mix",
      "normalize", "radians", "sign", "smoothstep", "step",
      // relational, vectors
      "all", "any", "bitselect", "isequal", "isfinite", "isgreater", "isgreaterequal", "isinf", "isless", "islessequal",
      "islessgreater", "isnan", "isnormal", "isnotequal", "isordered", "isunordered", "select", "shuffle", "shuffle2",
      "signbit", "vec_step",
      // Clang's own
      "__builtin_assume", "__builtin_clz", "__builtin_ctz", "__builtin_expect", "__builtin_huge_val",
      "__builtin_huge_valf", "__builtin_inf", "__builtin_inff", "__builtin_nan", "__builtin_nanf", "__builtin_popcount",
      "__builtin_unreachable"};
  if (Name.starts_with("convert_") || Name.starts_with("as_"))
    return true;
  if (!Name.consume_front("native_"))
    Name.consume_front("half_");
  return Names.contains(Name);
}

Builtin classify(llvm::StringRef Name) {
  for (const IdQuery &Q : Queries)
    if (Q.Name == Name)
      return Q.Kind;
  // Clang's own spelling of the C11 atomics.
  Name.consume_front("__opencl_");
  Builtin Exact = llvm::StringSwitch<Builtin>(Name)
                      .Cases("barrier", "work_group_barrier", Builtin::Barrier)
                      .Cases("mem_fence", "read_mem_fence", "write_mem_fence", "atomic_work_item_fence", Builtin::Fence)
                      .Cases("async_work_group_copy", "async_work_group_strided_copy", Builtin::AsyncCopy)
                      .Case("wait_group_events", Builtin::WaitEvents)
                      .Case("prefetch", Builtin::Prefetch)
                      .Cases("atomic_load", "atomic_load_explicit", Builtin::AtomicLoad)
                      .Cases("atomic_store", "atomic_store_explicit", "atomic_init", Builtin::AtomicStore)
                      .Case("printf", Builtin::Printf)
                      .Default(Builtin::None);
  if (Exact != Builtin::None)
    return Exact;
  if (Name.starts_with("atomic_flag_"))
    return Builtin::AtomicFlag;
  if (Name.starts_with("atomic_") || Name.starts_with("atom_"))
    return Builtin::Atomic;
  if (Name.starts_with("vload"))
    return Builtin::VLoad;
  if (Name.starts_with("vstore"))
    return Builtin::VStore;
  if (Name.starts_with("sub_group_") || Name.starts_with("intel_sub_group_") || Name.contains("sub_group"))
    return Builtin::SubGroup;
  if (Name.starts_with("work_group_"))
    return Builtin::GroupCollective;
  if (Name.starts_with("async_work_group_"))
    return Builtin::AsyncCopy;
  if (Name.starts_with("read_image") || Name.starts_with("write_image") || Name.starts_with("get_image") ||
      Name.contains("_pipe"))
    return Builtin::Image;
  if (Name.contains("enqueue_") || Name.contains("_event") || Name.starts_with("ndrange_") ||
      Name == "get_default_queue" || Name.starts_with("get_kernel_"))
    return Builtin::DeviceQueue;
  return computes(Name) || planted("any-builtin") ? Builtin::Other : Builtin::Unknown;
}

const FunctionDecl *calleeWithBody(const CallExpr *Call) {
  const FunctionDecl *F = Call->getDirectCallee();
  const FunctionDecl *Def = nullptr;
  return F && F->hasBody(Def) ? Def : nullptr;
}

Builtin builtinOf(const Expr *E) {
  if (const auto *A = dyn_cast<AtomicExpr>(E)) {
    switch (A->getOp()) {
    case AtomicExpr::AO__opencl_atomic_load: return Builtin::AtomicLoad;
    case AtomicExpr::AO__opencl_atomic_store:
    case AtomicExpr::AO__opencl_atomic_init: return Builtin::AtomicStore;
    default: return Builtin::Atomic;
    }
  }
  const auto *Call = dyn_cast<CallExpr>(E);
  if (!Call || calleeWithBody(Call))
    return Builtin::None;
  const FunctionDecl *F = Call->getDirectCallee();
  if (!F || !F->getIdentifier())
    return Builtin::None;
  return classify(F->getName());
}

} // namespace persistify::kernel
