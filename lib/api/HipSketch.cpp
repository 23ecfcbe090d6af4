//===- HipSketch.cpp - HIP's runtime functions, as a sketch ----------------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A front end (DeviceApi.h) that shows what another interface needs: launches of functions,
// copies, and waiting. Loops become regions, which --dump=region shows; nothing is generated for it,
// so what is said here may be rough: every pointer to numbers that is a variable is taken for
// device memory. A host's number is given by its address.
//
//===----------------------------------------------------------------------===//
#include "OpenCl.h"
#include "llvm/ADT/StringSwitch.h"

using namespace clang;

namespace persistify {
namespace {

namespace hip_sketch {
constexpr auto Ignored = ApiArg::Ignored, Queue = ApiArg::Queue, Kernel = ApiArg::Kernel, Buffer = ApiArg::Buffer,
               To = ApiArg::To, Groups = ApiArg::Groups, Local = ApiArg::Local, Size = ApiArg::Size,
               Pointer = ApiArg::Pointer, Rest = ApiArg::Rest;

const ApiRow Table[] = {
    {nullptr, "hipLaunchKernelGGL", Api::LaunchCall, {Kernel, Groups, Local, Ignored, Queue, Rest}},
    // Which way a copy goes is told by its last argument.
    {nullptr, "hipMemcpy(HostToDevice)", Api::Write, {Buffer, Pointer, Size, Ignored}},
    {nullptr, "hipMemcpy(DeviceToHost)", Api::Read, {Pointer, Buffer, Size, Ignored}},
    {nullptr, "hipMemcpy(DeviceToDevice)", Api::Copy, {To, Buffer, Size, Ignored}},
    {nullptr, "hipDeviceSynchronize", Api::Wait, {}},
    {nullptr, "hipStreamSynchronize", Api::Wait, {Queue}},
    {nullptr, "hipMalloc", Api::Resource, {}, {ApiCount::Makes, ApiType::Buffer}},
    {nullptr, "hipFree", Api::Resource, {Buffer}, {ApiCount::Releases, ApiType::Buffer}},
};
const ApiRow Unmodelled = {nullptr, "", Api::Other, {}};
} // namespace hip_sketch

class HipSketch final : public DeviceApi {
public:
  llvm::ArrayRef<ApiRow> rows() const override { return hip_sketch::Table; }

  const ApiRow *function(llvm::StringRef Name) const override {
    for (const ApiRow &R : hip_sketch::Table)
      if (Name == R.Name)
        return &R;
    return Name.starts_with("hip") ? &hip_sketch::Unmodelled : nullptr;
  }

  ApiCall call(const CallExpr *C) const override {
    ApiCall R;
    const FunctionDecl *F = C->getDirectCallee();
    if (!F || isa<CXXMethodDecl>(F) || !F->getIdentifier() || F->hasBody())
      return R;
    std::string Name = F->getNameAsString();
    clang::Expr::EvalResult V;
    if (Name == "hipMemcpy" && C->getNumArgs() == 4 && C->getArg(3)->EvaluateAsInt(V, F->getASTContext())) {
      static const char *const Ways[] = {"(HostToHost)", "(HostToDevice)", "(DeviceToHost)", "(DeviceToDevice)"};
      if (const uint64_t Way = V.Val.getInt().getZExtValue(); Way < std::size(Ways))
        Name += Ways[Way];
    }
    R.Row = function(Name);
    if (!R.Row)
      return R;
    R.C = C;
    R.Of = this;
    R.A = R.Row->A;
    R.Name = F->getNameAsString();
    R.Args.assign(C->arg_begin(), C->arg_end());
    return R;
  }

  ApiType handleBehind(QualType Pointee) const override {
    if (Pointee->isArithmeticType() && !Pointee->isCharType())
      return ApiType::Buffer;
    const RecordDecl *R = Pointee->getAsRecordDecl();
    return llvm::StringSwitch<ApiType>(R && R->getIdentifier() ? R->getName() : "")
        .Case("ihipStream_t", ApiType::Queue)
        .Case("ihipEvent_t", ApiType::Event)
        .Default(ApiType::None);
  }

  std::optional<DefaultQueue> defaultQueue() const override { return DefaultQueue{"the null stream", "0"}; }

  std::string handleText(ApiType T) const override {
    return T == ApiType::Queue ? "hipStream_t" : T == ApiType::Event ? "hipEvent_t" : "void *";
  }

  const FieldDecl *size(const RecordDecl *RD, unsigned Dim) const override {
    static const char *const Names[] = {"x", "y", "z"};
    for (const FieldDecl *F : RD->fields())
      if (RD->getName() == "dim3" && F->getName() == Names[Dim])
        return F;
    return nullptr;
  }

  // No call of the table has such numbers.
  ApiAnswer answer(ApiType, uint64_t) const override { return ApiAnswer::Varies; }
  ApiMapping mapping(uint64_t) const override { return {}; }
  ApiMemory memory(uint64_t) const override { return {}; }
};
} // namespace

const DeviceApi &hipSketch() {
  static const HipSketch One;
  return One;
}

} // namespace persistify
