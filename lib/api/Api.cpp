//===- Api.cpp - what a program's calls and types mean to a device ------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Asks the front ends, which have a file each.
//
//===----------------------------------------------------------------------===//
#include "OpenCl.h"

using namespace clang;

namespace persistify {

unsigned ApiRow::arity() const {
  unsigned N = 0;
  while (N < std::size(Args) && Args[N] != ApiArg::None && Args[N] != ApiArg::Rest)
    ++N;
  return N;
}

bool ApiRow::variadic() const { return find(ApiArg::Rest) >= 0; }

int ApiRow::find(ApiArg Arg) const {
  for (unsigned I = 0; I < std::size(Args); ++I)
    if (Args[I] == Arg)
      return int(I);
  return -1;
}

const clang::Expr *ApiCall::given(ApiArg Kind) const {
  const clang::Expr *X = arg(Kind);
  return X && !isa<CXXDefaultArgExpr>(X) ? X : nullptr;
}

DeviceApi::~DeviceApi() = default;
std::vector<std::string> DeviceApi::launchWords() const {
  std::vector<std::string> Words;
  for (const ApiRow &R : rows())
    if (R.launches())
      Words.push_back(R.Name);
  return Words;
}
ApiCall DeviceApi::call(const CXXConstructExpr *) const { return {}; }
const ApiRow *DeviceApi::function(llvm::StringRef) const { return nullptr; }
ApiType DeviceApi::handleBehind(QualType) const { return ApiType::None; }
ApiType DeviceApi::object(QualType) const { return ApiType::None; }
ApiType DeviceApi::held(QualType) const { return ApiType::None; }
bool DeviceApi::declares(const Decl *) const { return false; }

std::optional<DefaultQueue> DeviceApi::defaultQueue() const { return std::nullopt; }
const FieldDecl *DeviceApi::size(const RecordDecl *, unsigned) const { return nullptr; }

static bool Sketch = false; ///< is looked at in place of OpenCL

bool isSketch() { return Sketch; }

bool useApi(llvm::StringRef Name) {
  Sketch = Name == "hip-sketch";
  return Sketch || Name == "opencl";
}

llvm::ArrayRef<const DeviceApi *> deviceApis() {
  static const DeviceApi *const OpenCl[] = {&openClC(), &openClHpp()};
  static const DeviceApi *const Hip[] = {&hipSketch()};
  return Sketch ? llvm::ArrayRef<const DeviceApi *>(Hip) : OpenCl;
}

// ---- what all of them say -----------------------------------------------------------

const ApiRow *apiRow(llvm::StringRef Function) {
  for (const DeviceApi *D : deviceApis())
    if (const ApiRow *R = D->function(Function))
      return R;
  return nullptr;
}

ApiCall apiCall(const CallExpr *C) {
  for (const DeviceApi *D : deviceApis())
    if (ApiCall R = D->call(C))
      return R;
  return {};
}

ApiCall apiCall(const CXXConstructExpr *C) {
  for (const DeviceApi *D : deviceApis())
    if (ApiCall R = D->call(C))
      return R;
  return {};
}

ApiType handleBehind(QualType Pointee) {
  for (const DeviceApi *D : deviceApis())
    if (ApiType T = D->handleBehind(Pointee); T != ApiType::None)
      return T;
  return ApiType::None;
}

ApiType handleType(QualType T) {
  auto *P = T.getCanonicalType()->getAs<PointerType>();
  return P ? handleBehind(P->getPointeeType()) : ApiType::None;
}

ApiType objectType(QualType T) {
  if (!T.isNull())
    for (const DeviceApi *D : deviceApis())
      if (ApiType O = D->object(T); O != ApiType::None)
        return O;
  return ApiType::None;
}

ApiType heldHandle(QualType T) {
  if (!T.isNull())
    for (const DeviceApi *D : deviceApis())
      if (ApiType O = D->held(T); O != ApiType::None)
        return O;
  return ApiType::None;
}

bool isApiType(QualType T, ApiType Of) { return handleType(T) == Of || objectType(T) == Of; }

bool inWrapper(const Decl *D) {
  return D && llvm::any_of(deviceApis(), [&](const DeviceApi *A) { return A->declares(D); });
}

bool asksEvent(const ApiCall &C) { return C.A == Api::EventStatus || C.A == Api::EventInfo; }

std::optional<ApiAnswer> askedOfEvent(const ApiCall &C, ASTContext &Ctx) {
  if (!asksEvent(C))
    return std::nullopt;
  clang::Expr::EvalResult V;
  if (const clang::Expr *X = C.arg(ApiArg::Param))
    return !X->isValueDependent() && X->EvaluateAsInt(V, Ctx)
               ? std::optional(C.Of->answer(ApiType::Event, V.Val.getInt().getZExtValue()))
               : std::nullopt;
  auto *F = C.C->getDirectCallee(); // by an argument of a template
  const TemplateArgumentList *L = F ? F->getTemplateSpecializationArgs() : nullptr;
  return L && L->size() && L->get(0).getKind() == TemplateArgument::Integral
             ? std::optional(C.Of->answer(ApiType::Event, L->get(0).getAsIntegral().getZExtValue()))
             : std::nullopt;
}

DefaultQueue defaultQueue() {
  for (const DeviceApi *D : deviceApis())
    if (auto Q = D->defaultQueue())
      return *Q;
  return {};
}

std::string handleText(ApiType T) { return deviceApis().front()->handleText(T); }

std::vector<std::string> launchWords() {
  std::vector<std::string> Words;
  for (const DeviceApi *D : deviceApis())
    llvm::append_range(Words, D->launchWords());
  return Words;
}

} // namespace persistify
