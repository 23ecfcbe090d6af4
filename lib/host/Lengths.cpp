//===- Lengths.cpp - how long a container probably is ---------------------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Follows one variable or member through the program in source order: how it
// is constructed, resized, appended to. Only a guess: the region has a
// precondition that it is right.
//
//===----------------------------------------------------------------------===//
#include "Definition.h"
#include "Containers.h"
#include "Lowering.h"
#include "persistify/AstVisitor.h"
#include "persistify/Containment.h"
#include "clang/Basic/SourceManager.h"

using namespace clang;

namespace persistify::host {

namespace {

using Length = std::optional<uint64_t>;
constexpr unsigned MaxDepth = 8;
constexpr unsigned MaxWalks = 12;

struct LengthFinder : AstVisitor {
  ASTContext &Ctx;
  const ProgramIndex &Index;
  const ValueDecl *D;
  unsigned Depth;
  Length N;         ///< now
  bool Any = false; ///< something was said about it
  bool Filled = false; ///< the program gives it elements somewhere
  bool Maybe = false;  ///< it got some under a condition, since its length was set
  std::vector<clang::Stmt *> Around; ///< loops around this point
  /// Walks over the program that are left: one question may lead to many more.
  std::shared_ptr<unsigned> Walks;
  LengthFinder(ASTContext &C, const ProgramIndex &I, const ValueDecl *D, unsigned Depth,
               std::shared_ptr<unsigned> Walks = nullptr)
      : Ctx(C), Index(I), D(D), Depth(Depth), Walks(Walks ? std::move(Walks) : std::make_shared<unsigned>(MaxWalks)) {}

  static const ValueDecl *declOf(const clang::Expr *X) {
    X = bare(X)->IgnoreParenCasts();
    if (auto *U = dyn_cast<UnaryOperator>(X); U && (U->getOpcode() == UO_Deref || U->getOpcode() == UO_AddrOf))
      return declOf(U->getSubExpr());
    if (auto *R = dyn_cast<DeclRefExpr>(X))
      return llvm::cast<ValueDecl>(R->getDecl()->getCanonicalDecl());
    if (auto *M = dyn_cast<MemberExpr>(X))
      return M->getMemberDecl();
    return nullptr;
  }
  bool isIt(const clang::Expr *X) const { return declOf(X) == D; }
  /// What is found, behind the program. Empty is no guess for what got elements under a condition; nor, where functions
  /// may run in another order than they stand, for what gets some anywhere.
  Length found() const {
    auto *V = dyn_cast_or_null<VarDecl>(D);
    bool InOrder = V && V->isLocalVarDeclOrParm();
    return N && *N == 0 && !planted("empty-guess") && (Maybe || (Filled && !InOrder)) ? std::nullopt : N;
  }
  static Length times(Length A, Length B) { return A && B ? Length(*A * *B) : std::nullopt; }

  Length constant(const clang::Expr *X) const {
    clang::Expr::EvalResult R;
    if (!X->isValueDependent() && X->getType()->isIntegralOrEnumerationType() && X->EvaluateAsInt(R, Ctx))
      return R.Val.getInt().extOrTrunc(64).getSExtValue();
    X = X->IgnoreParenCasts();
    if (auto *C = dyn_cast<CXXMemberCallExpr>(X)) {
      const CXXMethodDecl *M = C->getMethodDecl();
      if (library::whatDoes(M) == library::Does::Size)
        return lengthOf(C->getImplicitObjectArgument());
    }
    if (auto *R = dyn_cast<DeclRefExpr>(X))
      if (auto *V = dyn_cast<VarDecl>(R->getDecl());
          V && V->isLocalVarDecl() && V->getInit() && Depth < MaxDepth && V->getType()->isIntegerType())
        return LengthFinder(Ctx, Index, D, Depth + 1, Walks).constant(V->getInit());
    return std::nullopt;
  }

  /// Elements of what X evaluates to.
  Length lengthOf(const clang::Expr *X) const {
    if (const InitListExpr *L = bracedElements(X))
      return L->getNumInits();
    X = bare(X);
    if (X->getType().isNull()) // in a template
      return std::nullopt;
    if (auto N = fixedSize(X->getType()))
      return N;
    if (auto *A = Ctx.getAsConstantArrayType(X->getType()))
      return A->getZExtSize();
    if (auto *C = dyn_cast<CXXConstructExpr>(X)) {
      unsigned Args = writtenArguments(C);
      if (Args == 0)
        return 0;
      if (C->getArg(0)->getType()->isIntegerType())
        return constant(C->getArg(0));
      return std::nullopt;
    }
    if (Depth >= MaxDepth)
      return std::nullopt;
    if (auto *C = dyn_cast<CallExpr>(X)) { // what the function builds and returns
      const FunctionDecl *Def = definitionThatRuns(C->getDirectCallee());
      auto *Body = Def ? dyn_cast_or_null<CompoundStmt>(Def->getBody()) : nullptr;
      auto *Ret = Body && !Body->body_empty() ? dyn_cast<ReturnStmt>(Body->body_back()) : nullptr;
      if (!Ret || !Ret->getRetValue())
        return std::nullopt;
      if (const ValueDecl *V = declOf(Ret->getRetValue())) {
        LengthFinder L(Ctx, Index, V, Depth + 1, Walks);
        L.TraverseStmt(const_cast<CompoundStmt *>(Body));
        return L.found();
      }
      return LengthFinder(Ctx, Index, nullptr, Depth + 1, Walks).lengthOf(Ret->getRetValue());
    }
    const ValueDecl *V = declOf(X);
    if (!V || V == D)
      return std::nullopt;
    LengthFinder L(Ctx, Index, V, Depth + 1, Walks);
    L.program();
    return L.found();
  }

  void program() {
    if (!*Walks)
      return;
    --*Walks;
    for (Decl *X : Index.mentions(D))
      TraverseDecl(X);
  }

  bool TraverseIfStmt(IfStmt *S) override { // the usual way is the one without it
    unsigned Saved = LoopsOfIf;
    LoopsOfIf = Loops;
    ++Ifs;
    bool Ok = AstVisitor::TraverseIfStmt(S);
    --Ifs;
    LoopsOfIf = Saved;
    return Ok;
  }
  unsigned Ifs = 0, Loops = 0;
  unsigned LoopsOfIf = 0; ///< loops around the innermost if

  void set(Length L) {
    bool Some = !L || *L;
    Filled |= Some;
    if (Ifs && Any) {
      Maybe |= Some;
      return;
    }
    N = L;
    Any = true;
    Maybe = false;
  }
  void append(Length By) {
    Filled = true;
    if (Ifs && Any) {
      Maybe = true;
      if (LoopsOfIf) // some of the trips
        N = std::nullopt;
      return;
    }
    for (clang::Stmt *S : Around)
      By = times(By, trips(S));
    N = !By ? std::nullopt : !Any ? By : N ? Length(*N + *By) : std::nullopt;
    Any = true;
  }

  bool TraverseDecl(Decl *X) override {
    if (X && X->isImplicit() && !isa<CXXRecordDecl>(X))
      return true;
    return AstVisitor::TraverseDecl(X);
  }
  bool VisitVarDecl(VarDecl *V) override {
    if (V->getCanonicalDecl() == D && !isa<ParmVarDecl>(V)) {
      if (V->getType()->isReferenceType())
        set(V->getInit() ? lengthOf(V->getInit()) : std::nullopt);
      else if (V->getInit())
        set(lengthOf(V->getInit()));
    }
    return true;
  }
  bool VisitFieldDecl(FieldDecl *F) override {
    if (F == D && F->getInClassInitializer())
      set(lengthOf(F->getInClassInitializer()));
    return true;
  }
  bool TraverseConstructorInitializer(CXXCtorInitializer *I) override {
    if (I->getAnyMember() == D && I->isWritten())
      set(lengthOf(I->getInit()));
    return AstVisitor::TraverseConstructorInitializer(I);
  }
  bool inLoop(clang::Stmt *S, llvm::function_ref<bool()> Go) {
    Around.push_back(S);
    ++Loops;
    bool Ok = Go();
    --Loops;
    Around.pop_back();
    return Ok;
  }
  bool TraverseForStmt(ForStmt *S) override {
    return inLoop(S, [&] { return AstVisitor::TraverseForStmt(S); });
  }
  bool TraverseCXXForRangeStmt(CXXForRangeStmt *S) override {
    return inLoop(S, [&] { return TraverseStmt(S->getBody()); });
  }
  bool TraverseWhileStmt(WhileStmt *S) override {
    return inLoop(S, [&] { return AstVisitor::TraverseWhileStmt(S); });
  }
  Length trips(clang::Stmt *S) const {
    if (auto *R = dyn_cast<CXXForRangeStmt>(S))
      return lengthOf(R->getRangeInit());
    auto *F = dyn_cast<ForStmt>(S);
    return F ? trips(F) : std::nullopt;
  }
  /// for (i = a; i < b; i++)
  Length trips(ForStmt *S) const {
    auto *C = S->getCond() ? dyn_cast<BinaryOperator>(S->getCond()->IgnoreParenCasts()) : nullptr;
    auto *Inc = S->getInc() ? dyn_cast<UnaryOperator>(S->getInc()->IgnoreParenCasts()) : nullptr;
    auto *DS = dyn_cast_or_null<DeclStmt>(S->getInit());
    auto *V = DS && DS->isSingleDecl() ? dyn_cast<VarDecl>(DS->getSingleDecl()) : nullptr;
    if (!C || !Inc || !Inc->isIncrementOp() || !V || !V->getInit() || declOf(C->getLHS()) != V)
      return std::nullopt;
    Length From = constant(V->getInit()), To = constant(C->getRHS());
    if (!From || !To || *To < *From)
      return std::nullopt;
    if (C->getOpcode() == BO_LT || C->getOpcode() == BO_NE)
      return *To - *From;
    return C->getOpcode() == BO_LE ? Length(*To - *From + 1) : std::nullopt;
  }
  bool VisitCXXMemberCallExpr(CXXMemberCallExpr *C) override {
    using library::Does;
    if (!isIt(C->getImplicitObjectArgument()))
      return true;
    switch (library::whatDoes(C->getMethodDecl())) {
    case Does::Append:
    case Does::AppendMade: append(1); break;
    case Does::DropLast: append(std::nullopt); break;
    case Does::Clear: set(0); break;
    case Does::Resize:
    case Does::AssignAll: set(bracedElements(C->getArg(0)) ? lengthOf(C->getArg(0)) : constant(C->getArg(0))); break;
    case Does::Insert:
    case Does::InsertMade:
    case Does::Erase:
    case Does::Swap: set(std::nullopt); break;
    default: break;
    }
    return true;
  }
  bool VisitCXXOperatorCallExpr(CXXOperatorCallExpr *C) override {
    if (C->getOperator() == OO_Equal && C->getNumArgs() == 2 && isIt(C->getArg(0)))
      set(lengthOf(C->getArg(1)));
    return true;
  }
  /// Filled by a function that takes it by reference.
  bool VisitCallExpr(CallExpr *C) override {
    const FunctionDecl *Def = definitionThatRuns(C->getDirectCallee());
    if (!Def || isa<CXXMemberCallExpr>(C) || isa<CXXOperatorCallExpr>(C) || Depth >= MaxDepth)
      return true;
    for (unsigned I = 0; I < C->getNumArgs() && I < Def->getNumParams(); ++I) {
      QualType T = Def->getParamDecl(I)->getType();
      if (!T->isLValueReferenceType() || T.getNonReferenceType().isConstQualified() || !isIt(C->getArg(I)))
        continue;
      LengthFinder L(Ctx, Index, Def->getParamDecl(I), Depth + 1, Walks);
      L.N = N;
      L.Any = Any;
      L.Filled = Filled;
      L.Maybe = Maybe;
      L.Loops = Loops;
      L.TraverseStmt(Def->getBody());
      N = L.N;
      Any = L.Any;
      Filled = L.Filled;
      Maybe = L.Maybe;
    }
    return true;
  }
};

} // namespace

std::optional<uint64_t> Lowering::lengthOnEntry(const Place &V) {
  const Container K = containerOf(V.T);
  if (auto At = Sight && (K == Container::Vector || K == Container::Deque) ? seen(V) : std::nullopt)
    if (auto N = Sight->length(LoopStmt, *At); N && *N <= 4096)
      return N;
  const ValueDecl *D = Guesses ? V.Of.first : nullptr;
  if (!D || !V.Of.second.empty() || K != Container::Vector)
    return std::nullopt;
  auto [It, New] = Lengths.try_emplace(D);
  if (!New)
    return It->second;
  LengthFinder L(Ctx, Index, D, 0);
  if (isa<ParmVarDecl>(D)) { // what the calls give
    for (const clang::Expr *X : Index.valuesOf(D)) {
      auto N = L.lengthOf(X);
      if (!N || (L.N && *N != *L.N))
        return std::nullopt;
      L.N = N;
    }
  } else {
    L.program();
    L.N = L.found();
  }
  if (L.N && *L.N > 4096)
    L.N = std::nullopt;
  return Lengths[D] = L.N;
}

// ---- arrays whose length is an expression ----

/// The array type, if its length is a constant on every way here; else refuses the variable. The length is evaluated here.
QualType Lowering::knownLength(const VarDecl *V) {
  constexpr uint64_t Most = 64; // elements
  const VariableArrayType *A = Ctx.getAsVariableArrayType(V->getType());
  const bool May = A->getSizeExpr() && !A->getElementType()->isVariablyModifiedType() && !planted("variable-lengths");
  const auto N = May ? constantValue(castTo(sizeType(), scalar(A->getSizeExpr()))) : std::nullopt;
  if (ok() && N && *N && *N <= Most)
    return Ctx.getConstantArrayType(A->getElementType(), llvm::APInt(64, *N), nullptr, ArraySizeModifier::Normal, 0);
  refuse(Diag::HostUnsupportedType, V->getSourceRange(), {V->getNameAsString(), V->getType().getAsString()});
  return {};
}

/// The first element of an outside array of numbers whose length only the run knows: as of one that a pointer leads to.
Place Lowering::firstOf(const Place &Array) {
  auto *A = Array.valid() && !Array.Or && Array.Path.empty() ? Ctx.getAsVariableArrayType(Array.T) : nullptr;
  if (!A || !Objects[Array.Obj].External || !scalarType(A->getElementType()) || planted("variable-lengths"))
    return {};
  return pointee(Array, A->getElementType());
}

} // namespace persistify::host
