//===- lib/kernel/Elements.cpp ---------------------------------------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Two forms of an access are known: to element get_global_id(0), and to an
// element with a constant index. Both begin at a pointer parameter that the
// kernel never changes.
//
//===----------------------------------------------------------------------===//
#include "Elements.h"
#include "CallTree.h"
#include "Walk.h"
#include "persistify/AstVisitor.h"
#include "clang/AST/ASTContext.h"

using namespace clang;

namespace persistify::kernel {
namespace {

struct Changes : AstVisitor {
  std::set<const Expr *> Reads;
  std::set<const VarDecl *> Changed;

  bool VisitImplicitCastExpr(ImplicitCastExpr *K) override {
    if (K->getCastKind() == CK_LValueToRValue)
      Reads.insert(K->getSubExpr()->IgnoreParens());
    return true;
  }
  bool VisitDeclRefExpr(DeclRefExpr *R) override {
    if (const auto *V = dyn_cast<VarDecl>(R->getDecl()); V && !Reads.count(R))
      Changed.insert(V);
    return true;
  }
};

/// Where an access goes: to element Index of an array of Bytes each, or to the
/// work-item's own one.
struct Element {
  const ParmVarDecl *Of = nullptr; ///< null: not known
  bool Own = false;
  uint64_t Index = 0, Bytes = 0;
};

class ElementFinder {
public:
  explicit ElementFinder(const FunctionDecl *F) : Ctx(F->getASTContext()), Ids(F) {}

  Element element(const MemoryAccess &A) const {
    if (!A.Address || !isPlain(A.E))
      return {};
    return A.Address->isLValue() ? lvalue(A.Address) : pointee(A.Address);
  }

private:
  /// Loads, stores and atomics; other calls may go further than the address says.
  static bool isPlain(const Expr *E) {
    const auto *C = dyn_cast<CallExpr>(E);
    return !C || (!calleeWithBody(C) && isAtomic(builtinOf(C)));
  }

  uint64_t bytes(QualType T) const {
    return T->isIncompleteType() ? 0 : uint64_t(Ctx.getTypeSizeInChars(T).getQuantity());
  }

  Element lvalue(const Expr *E) const {
    E = E->IgnoreParens();
    if (const auto *M = dyn_cast<MemberExpr>(E)) // a part counts as the whole
      return M->isArrow() ? pointee(M->getBase()) : lvalue(M->getBase());
    if (const auto *V = dyn_cast<ExtVectorElementExpr>(E))
      return V->isArrow() ? pointee(V->getBase()) : lvalue(V->getBase());
    if (const auto *U = dyn_cast<UnaryOperator>(E); U && U->getOpcode() == UO_Deref)
      return pointee(U->getSubExpr());
    if (const auto *A = dyn_cast<ArraySubscriptExpr>(E))
      return A->getLHS()->getType()->isPointerType() ? at(A->getBase(), A->getIdx()) : Element();
    return {};
  }

  /// Without conversions that keep the element type.
  static const Expr *strip(const Expr *E) {
    for (;;) {
      E = E->IgnoreParens();
      const auto *K = dyn_cast<ImplicitCastExpr>(E);
      if (!K || (K->getCastKind() != CK_LValueToRValue && K->getCastKind() != CK_NoOp &&
                 K->getCastKind() != CK_AddressSpaceConversion))
        return E;
      E = K->getSubExpr();
    }
  }

  /// What the pointer \p E points to.
  Element pointee(const Expr *E) const {
    E = strip(E);
    if (const auto *U = dyn_cast<UnaryOperator>(E); U && U->getOpcode() == UO_AddrOf)
      return lvalue(U->getSubExpr());
    if (const auto *B = dyn_cast<BinaryOperator>(E); B && B->getOpcode() == BO_Add)
      return B->getLHS()->getType()->isPointerType() ? at(B->getLHS(), B->getRHS()) : at(B->getRHS(), B->getLHS());
    return at(E, nullptr);
  }

  /// Element \p Index (null: the first) of the array that \p Base points to.
  Element at(const Expr *Base, const Expr *Index) const {
    const auto *R = dyn_cast<DeclRefExpr>(strip(Base));
    const auto *P = R ? dyn_cast<ParmVarDecl>(R->getDecl()) : nullptr;
    if (!P || Ids.changes(P) || !P->getType()->isPointerType())
      return {};
    Element Out;
    Out.Bytes = bytes(P->getType()->getPointeeType());
    if (Index && Ids.dimension(Index) == 0u) {
      Out.Own = true;
    } else if (Index) {
      std::optional<llvm::APSInt> N = Index->getIntegerConstantExpr(Ctx);
      if (!N || N->isNegative() || N->getActiveBits() > 24)
        return {};
      Out.Index = N->getZExtValue();
    }
    if (Out.Bytes && Out.Bytes < (1u << 24))
      Out.Of = P;
    return Out;
  }

  ASTContext &Ctx;
  const OwnIds Ids;
};

} // namespace

std::set<const VarDecl *> changedVariables(const FunctionDecl *F) {
  Changes C;
  C.TraverseStmt(F->getBody());
  return std::move(C.Changed);
}

bool OwnIds::isWide(QualType T) const {
  return T->isIntegerType() && !T->isBooleanType() && Ctx.getTypeSizeInChars(T).getQuantity() >= 4;
}

std::optional<unsigned> OwnIds::dimension(const Expr *E) const {
  for (;;) {
    E = E->IgnoreParens();
    const auto *K = dyn_cast<CastExpr>(E);
    if (!K)
      break;
    bool Keeps =
        K->getCastKind() == CK_IntegralCast || K->getCastKind() == CK_LValueToRValue || K->getCastKind() == CK_NoOp;
    if (!Keeps || !isWide(K->getType()))
      return std::nullopt;
    E = K->getSubExpr();
  }
  if (const auto *C = dyn_cast<CallExpr>(E)) {
    const FunctionDecl *G = C->getDirectCallee();
    if (!G || G->getName() != "get_global_id" || calleeWithBody(C) || C->getNumArgs() != 1)
      return std::nullopt;
    std::optional<llvm::APSInt> Dim = C->getArg(0)->getIntegerConstantExpr(Ctx);
    if (!Dim || *Dim < 0 || *Dim > 2)
      return std::nullopt;
    return unsigned(Dim->getZExtValue());
  }
  const auto *R = dyn_cast<DeclRefExpr>(E);
  const auto *V = R ? dyn_cast<VarDecl>(R->getDecl()) : nullptr;
  const bool Stays = V && V->isLocalVarDecl() && !V->isStaticLocal() && V->getInit() && !changes(V);
  return Stays && isWide(V->getType()) ? dimension(V->getInit()) : std::nullopt;
}

void findElements(const FunctionDecl *F, const FunctionAccess &A, std::vector<KernelParam> &Params) {
  ElementFinder Find(F);
  for (unsigned I = 0; I < Params.size(); ++I) {
    if (Params[I].K != KernelParam::Kind::Buffer)
      continue;
    bool AllOwn = true, AllFirst = true;
    uint64_t Own = 0, Extent = 0;
    for (const MemoryAccess &M : A.Accesses) {
      if (!M.Where.Unknown && !M.Where.Params.count(I))
        continue;
      Element E = Find.element(M);
      // An address that may be in several buffers says nothing about each.
      bool Known = E.Of == F->getParamDecl(I) && !M.Where.Unknown && M.Where.Params.size() == 1;
      AllOwn &= Known && E.Own && (Own == 0 || Own == E.Bytes);
      AllFirst &= Known && !E.Own;
      if (!Known)
        continue;
      if (E.Own)
        Own = E.Bytes;
      else
        Extent = std::max(Extent, (E.Index + 1) * E.Bytes);
    }
    Params[I].Use.OwnBytes = AllOwn ? Own : 0;
    Params[I].Use.Extent = AllFirst ? Extent : 0;
  }
}

} // namespace persistify::kernel
