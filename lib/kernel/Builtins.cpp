//===- lib/kernel/Builtins.cpp ---------------------------------------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Builtins.h"
#include "clang/AST/Decl.h"
#include "llvm/ADT/StringSwitch.h"

using namespace clang;

namespace persistify::kernel {

static const IdQuery Queries[] = {
    {"get_global_id", true, Builtin::IdGlobal},
    {"get_local_id", true, Builtin::IdLocal},
    {"get_group_id", true, Builtin::IdGroup},
    {"get_global_size", true, Builtin::SizeGlobal},
    {"get_local_size", true, Builtin::IdGroup},
    {"get_enqueued_local_size", true, Builtin::IdGroup},
    {"get_num_groups", true, Builtin::IdGroup},
    {"get_global_offset", true, Builtin::SizeGlobal},
    {"get_work_dim", false, Builtin::SizeGlobal},
    {"get_global_linear_id", false, Builtin::IdGlobal},
    {"get_local_linear_id", false, Builtin::IdLocal},
};

llvm::ArrayRef<IdQuery> idQueries() { return Queries; }

Builtin classify(llvm::StringRef Name) {
  for (const IdQuery &Q : Queries)
    if (Q.Name == Name)
      return Q.Kind;
  // Clang's own spelling of the C11 atomics.
  Name.consume_front("__opencl_");
  Builtin Exact = llvm::StringSwitch<Builtin>(Name)
                      .Cases("barrier", "work_group_barrier", Builtin::Barrier)
                      .Cases("mem_fence", "read_mem_fence", "write_mem_fence", "atomic_work_item_fence",
                             Builtin::Fence)
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
  return Builtin::Other;
}

const FunctionDecl *calleeWithBody(const CallExpr *Call) {
  const FunctionDecl *F = Call->getDirectCallee();
  const FunctionDecl *Def = nullptr;
  return F && F->hasBody(Def) ? Def : nullptr;
}

Builtin builtinOf(const Expr *E) {
  if (const auto *A = dyn_cast<AtomicExpr>(E)) {
    switch (A->getOp()) {
    case AtomicExpr::AO__opencl_atomic_load:
      return Builtin::AtomicLoad;
    case AtomicExpr::AO__opencl_atomic_store:
    case AtomicExpr::AO__opencl_atomic_init:
      return Builtin::AtomicStore;
    default:
      return Builtin::Atomic;
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
