//===- lib/kernel/Types.cpp ------------------------------------------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Types.h"
#include "clang/AST/PrettyPrinter.h"

using namespace clang;

namespace persistify::kernel {

std::string printType(const ASTContext &C, QualType T, llvm::StringRef Name) {
  PrintingPolicy Policy(C.getLangOpts());
  Policy.SuppressTagKeyword = false;
  Policy.Bool = true;
  // Private is the default where it may be left out; naming it is noise.
  if (T.getAddressSpace() == LangAS::opencl_private)
    T = C.removeAddrSpaceQualType(T);
  std::string Out;
  llvm::raw_string_ostream OS(Out);
  T.print(OS, Policy, Name);
  return Out;
}

bool isConstantPointer(QualType T) {
  return T->isPointerType() && T->getPointeeType().getAddressSpace() == LangAS::opencl_constant;
}

QualType phasePointer(ASTContext &C, QualType T, bool ConstantToGlobal) {
  if (!T->isPointerType())
    return T;
  QualType Pointee = T->getPointeeType();
  if (ConstantToGlobal && Pointee.getAddressSpace() == LangAS::opencl_constant) {
    Pointee = C.removeAddrSpaceQualType(Pointee);
    Pointee = C.getAddrSpaceQualType(Pointee, LangAS::opencl_global).withConst();
  }
  return C.getPointerType(Pointee);
}

bool containsPointer(QualType T) {
  T = T.getCanonicalType();
  if (T->isPointerType())
    return true;
  if (const auto *A = dyn_cast<ArrayType>(T.getTypePtr()))
    return containsPointer(A->getElementType());
  if (const RecordDecl *R = T->getAsRecordDecl())
    for (const FieldDecl *F : R->fields())
      if (containsPointer(F->getType()))
        return true;
  return false;
}

/// Marks the bytes of To in which a T at At has something.
static void mark(const ASTContext &C, QualType T, uint64_t At, std::string &To) {
  T = T.getCanonicalType();
  if (const auto *A = dyn_cast<ConstantArrayType>(T.getTypePtr())) {
    const uint64_t Each = C.getTypeSizeInChars(A->getElementType()).getQuantity();
    for (uint64_t I = 0; I < A->getZExtSize(); ++I)
      mark(C, A->getElementType(), At + I * Each, To);
    return;
  }
  const auto *R = T->getAsRecordDecl();
  uint64_t Bytes = C.getTypeSizeInChars(T).getQuantity();
  if (const auto *V = T->getAs<VectorType>()) // of three elements, too
    Bytes = V->getNumElements() * C.getTypeSizeInChars(V->getElementType()).getQuantity();
  if (!R)
    return std::fill_n(To.begin() + At, Bytes, '#'), void();
  for (const FieldDecl *F : R->fields()) {
    const uint64_t Bit = C.getFieldOffset(F);
    if (!F->isBitField())
      mark(C, F->getType(), At + Bit / 8, To);
    else if (const uint64_t Width = F->getBitWidthValue(C))
      std::fill(To.begin() + At + Bit / 8, To.begin() + At + (Bit + Width + 7) / 8, '#');
  }
}

KernelParam describeParam(ASTContext &C, const ParmVarDecl *P, std::string &Problem) {
  KernelParam Out;
  Out.Name = P->getName().str();
  QualType T = P->getType();
  QualType Canonical = T.getCanonicalType();
  auto unsupported = [&](llvm::StringRef Why) {
    Out.K = KernelParam::Kind::Unsupported;
    Problem = Why.str();
    Out.PhaseType = printType(C, T.getUnqualifiedType());
    return Out;
  };
  if (Canonical->isImageType() || Canonical->isSamplerT() || Canonical->isPipeType() || Canonical->isEventT() ||
      Canonical->isClkEventT() || Canonical->isQueueT() || Canonical->isReserveIDT() ||
      Canonical->isOpenCLSpecificType())
    return unsupported("opaque type");
  if (!Canonical->isPointerType()) {
    if (containsPointer(Canonical))
      return unsupported("structure with pointers");
    Out.K = KernelParam::Kind::Value;
    QualType Plain = C.removeAddrSpaceQualType(T).getUnqualifiedType();
    Out.PhaseType = printType(C, Plain);
    Out.Size = C.getTypeSizeInChars(Plain).getQuantity();
    Out.Align = C.getTypeAlignInChars(Plain).getQuantity();
    Out.Members.assign(Out.Size, '-');
    mark(C, Plain, 0, Out.Members);
    return Out;
  }
  QualType Pointee = T->getPointeeType();
  switch (Pointee.getAddressSpace()) {
  case LangAS::opencl_local: Out.K = KernelParam::Kind::Local; break;
  case LangAS::opencl_global:
  case LangAS::opencl_global_device:
  case LangAS::opencl_global_host:
  case LangAS::opencl_constant:
    Out.K = KernelParam::Kind::Buffer;
    Out.IsConstantAS = Pointee.getAddressSpace() == LangAS::opencl_constant;
    break;
  default: return unsupported("pointer to private memory");
  }
  if (containsPointer(Pointee))
    return unsupported("pointer to pointers");
  if (const RecordDecl *R = Pointee->getAsRecordDecl(); R && !R->getIdentifier() && !R->getTypedefNameForAnonDecl())
    return unsupported("pointer to a structure without a name");
  Out.PhaseType = printType(C, phasePointer(C, T, /*ConstantToGlobal=*/true));
  Out.Align = Pointee->isIncompleteType() || Pointee->isVoidType() ? 16 : C.getTypeAlignInChars(Pointee).getQuantity();
  if (Out.K == KernelParam::Kind::Buffer)
    Out.Align = 1;
  return Out;
}

} // namespace persistify::kernel
