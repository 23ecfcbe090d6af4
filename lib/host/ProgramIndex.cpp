//===- ProgramIndex.cpp - facts about a whole host file ---------------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "ProgramIndex.h"
#include "HiddenCalls.h"
#include "Definition.h"
#include "persistify/AstVisitor.h"
#include "persistify/Containment.h"
#include "llvm/ADT/ScopeExit.h"
#include "Containers.h"
#include "Literals.h"
#include "clang/Lex/Lexer.h"

using namespace clang;

namespace persistify::host {

using library::Does;

persistify::SourceRange toRange(const SourceManager &SM, const LangOptions &LO, clang::SourceRange R) {
  persistify::SourceRange Out;
  SourceLocation B = SM.getExpansionLoc(R.getBegin());
  SourceLocation E = Lexer::getLocForEndOfToken(SM.getExpansionRange(R.getEnd()).getEnd(), 0, SM, LO);
  if (B.isInvalid())
    return Out;
  if (E.isInvalid())
    E = B;
  Out.File = SM.getFilename(B).str();
  Out.Line = SM.getSpellingLineNumber(B);
  Out.Column = SM.getSpellingColumnNumber(B);
  Out.EndLine = SM.getSpellingLineNumber(E);
  Out.EndColumn = SM.getSpellingColumnNumber(E);
  Out.Begin = SM.getFileOffset(B);
  Out.End = SM.getFileOffset(E);
  return Out;
}

const FunctionDecl *definitionOf(const FunctionDecl *F) {
  const FunctionDecl *D = nullptr;
  return F && F->hasBody(D) ? D : F;
}

/// "[2]" or "[\"name\"]", or "[]" if the index is no constant.
static std::string step(const clang::Expr *Index, ASTContext &Ctx) {
  Index = bare(Index);
  clang::Expr::EvalResult R;
  if (Index->getType()->isIntegralOrEnumerationType() && !Index->isValueDependent() && Index->EvaluateAsInt(R, Ctx))
    return "[" + std::to_string(R.Val.getInt().extOrTrunc(64).getSExtValue()) + "]";
  if (auto *C = dyn_cast<CXXConstructExpr>(Index); C && writtenArguments(C) == 1)
    Index = bare(C->getArg(0));
  if (auto *L = dyn_cast<clang::StringLiteral>(Index->IgnoreParenCasts()); L && L->isOrdinary())
    return "[\"" + L->getString().str() + "\"]";
  return "[]";
}

/// The declaration that stands for all of a variable: uses name the one that was the last before them.
const ValueDecl *canonical(const ValueDecl *D) {
  return D && !planted("each-declaration") ? llvm::cast<ValueDecl>(D->getCanonicalDecl()) : D;
}

/// Whether a function is called through a pointer that may be one of OpenCL's launches, as loaders of its library have them:
/// it is given a queue and a kernel.
static bool takesKernel(QualType T) {
  auto *P = T->isFunctionPointerType() ? T->getPointeeType()->getAs<FunctionProtoType>() : nullptr;
  auto Has = [P](ApiType Handle) {
    return llvm::any_of(P->param_types(), [&](QualType Given) { return handleType(Given) == Handle; });
  };
  return P && Has(ApiType::Queue) && Has(ApiType::Kernel);
}

struct ProgramIndex::Builder : AstVisitor {
  ProgramIndex &P;
  const FunctionDecl *Current = nullptr;
  std::map<const FunctionDecl *, std::set<const FunctionDecl *>> Calls;
  std::map<const FunctionDecl *, std::set<const Type *>>
      PointerCalls; ///< by the types of the functions that pointers lead to
  std::set<const clang::Expr *> Callees;
  std::map<const FunctionDecl *, std::set<const Type *>> MemberCalls; ///< the same of pointers to members
  std::set<const FunctionDecl *> Bodies; ///< of the program
  std::set<const FunctionDecl *> Named; ///< functions that are named, but not called there
  explicit Builder(ProgramIndex &P) : P(P) {}

  void named(const clang::Expr *X, const ValueDecl *D) {
    if (auto *F = dyn_cast<FunctionDecl>(D); F && !Callees.count(X))
      Named.insert(definitionOf(F));
  }
  /// Whether a launching function may be called through a pointer to functions of type T.
  bool mayLaunch(const Type *T, bool Member = false) const {
    return llvm::any_of(Named, [&](const FunctionDecl *F) {
      auto *M = dyn_cast<CXXMethodDecl>(F);
      return P.Launching.contains(F) && (M && M->isInstance()) == Member && !F->getType()->isDependentType() &&
             P.Ctx.hasSameFunctionTypeIgnoringExceptionSpec(F->getType(), QualType(T, 0));
    });
  }

  bool shouldVisitTemplateInstantiations() const override { return true; }
  bool shouldVisitImplicitCode() const override { return false; }

  bool TraverseDecl(Decl *D) override {
    auto *F = dyn_cast_or_null<FunctionDecl>(D);
    if (!F)
      return AstVisitor::TraverseDecl(D);
    // Bodies of system headers do not enqueue kernels.
    if (P.Ctx.getSourceManager().isInSystemHeader(F->getLocation()) || inWrapper(F))
      return true;
    const FunctionDecl *Saved = Current;
    Current = F;
    if (F->doesThisDeclarationHaveABody())
      Bodies.insert(F);
    bool Ok = AstVisitor::TraverseDecl(D);
    Current = Saved;
    return Ok;
  }

  bool VisitCallExpr(CallExpr *C) override {
    const FunctionDecl *F = C->getDirectCallee();
    if (!F) {
      const QualType To = C->getCallee()->getType();
      if (Current && takesKernel(To))
        P.Launching.insert(Current);
      if (Current && To->isFunctionPointerType() && !To->isDependentType())
        PointerCalls[Current].insert(To->getPointeeType()->getAs<FunctionType>());
      return true;
    }
    Callees.insert(C->getCallee()->IgnoreParenImpCasts());
    ApiCall A = apiCall(C);
    noteEvents(C, A);
    if (!A || A.A == Api::Other)
      for (const clang::Expr *X : C->arguments())
        makesProgram(C, X);
    if (A.launches() && Current)
      P.Launching.insert(Current);
    if ((A.A == Api::SetArg || A.launches()) && Current)
      P.Setting.insert(Current);
    if (A.A == Api::SetArg)
      P.Given[keyOf(A.arg(ApiArg::Kernel), P.Ctx)].push_back(givenArgument(A, P.Ctx));
    if (Current)
      Calls[Current].insert(definitionOf(F));
    // Handles given to parameters.
    const FunctionDecl *Def = definitionOf(F);
    unsigned N = std::min<unsigned>(C->getNumArgs(), Def->getNumParams());
    bool Op = isa<CXXOperatorCallExpr>(C) && isa<CXXMethodDecl>(F);
    for (unsigned I = 0; I < N; ++I)
      if (I + Op < C->getNumArgs())
        assign({Def->getParamDecl(I), ""}, C->getArg(I + Op));
    if (auto *O = dyn_cast<CXXOperatorCallExpr>(C); O && O->isAssignmentOp() && C->getNumArgs() == 2)
      assign(keyOf(C->getArg(0), P.Ctx), C->getArg(1));
    return true;
  }
  bool VisitDeclRefExpr(DeclRefExpr *D) override {
    named(D, D->getDecl());
    return true;
  }
  bool VisitMemberExpr(MemberExpr *M) override {
    named(M, M->getMemberDecl());
    return true;
  }
  bool VisitCXXConstructExpr(CXXConstructExpr *C) override {
    const FunctionDecl *Def = definitionOf(C->getConstructor());
    if (Current)
      Calls[Current].insert(Def);
    for (unsigned I = 0; I < std::min<unsigned>(C->getNumArgs(), Def->getNumParams()); ++I)
      assign({Def->getParamDecl(I), ""}, C->getArg(I));
    return true;
  }
  /// What its body does is done by whoever calls it, perhaps through functions that are not seen.
  bool TraverseLambdaExpr(LambdaExpr *L) override {
    const FunctionDecl *Saved = Current, *Body = definitionOf(L->getCallOperator());
    if (Current)
      Calls[Current].insert(Body);
    Current = Body;
    Bodies.insert(Body);
    bool Ok = AstVisitor::TraverseLambdaExpr(L);
    Current = Saved;
    return Ok;
  }
  /// Which queues' commands make an event variable's values.
  void noteEvents(CallExpr *C, const ApiCall &A) {
    if (A && A.A != Api::Other) {
      const clang::Expr *Event = A.arg(ApiArg::Event), *Queue = A.arg(ApiArg::Queue);
      if (Key K = Event ? eventKey(Event) : Key(); K.first)
        P.EventQueues[K.first].insert(Queue ? queueKey(Queue) : Key());
      return;
    }
    // Other functions may set what they get by address or reference.
    for (unsigned I = 0; I < C->getNumArgs(); ++I)
      if (Key K = eventKey(C->getArg(I)); K.first)
        P.EventQueues[K.first].insert(Key());
  }
  /// The variable in an expression that gives access to events.
  /// A queue by its name, or by a number in an array of queues that is set once.
  Key queueKey(const clang::Expr *X) {
    auto *A = dyn_cast<ArraySubscriptExpr>(X->IgnoreParenCasts());
    auto *D = A && !planted("queues-by-array") ? dyn_cast<DeclRefExpr>(A->getBase()->IgnoreParenCasts()) : nullptr;
    auto N = D ? A->getIdx()->getIntegerConstantExpr(P.Ctx) : std::nullopt;
    if (N && isa<VarDecl>(D->getDecl()))
      return {canonical(llvm::cast<ValueDecl>(D->getDecl())), "[" + llvm::toString(*N, 10) + "]"};
    return A ? Key() : Key(keyOf(X, P.Ctx).first, "");
  }
  Key eventKey(const clang::Expr *X) {
    X = X->IgnoreParenCasts();
    QualType T = X->getType().getCanonicalType();
    if (auto *AT = dyn_cast<ArrayType>(T.getTypePtr()))
      T = AT->getElementType();
    else if (T->isPointerType())
      T = T->getPointeeType();
    else if (!X->isGLValue() || !T->isRecordType())
      return {};
    if (handleType(T) != ApiType::Event && heldHandle(T) != ApiType::Event)
      return {};
    for (auto *B = dyn_cast<BinaryOperator>(X); B && B->isAdditiveOp(); B = dyn_cast<BinaryOperator>(X)) {
      const clang::Expr *L = B->getLHS()->IgnoreParenCasts();
      X = L->getType()->isPointerType() || L->getType()->isArrayType() ? L : B->getRHS()->IgnoreParenCasts();
    }
    return keyOf(X, P.Ctx);
  }
  bool VisitBinaryOperator(BinaryOperator *B) override {
    if (B->getOpcode() != BO_Assign)
      return true;
    auto *At = dyn_cast<CXXOperatorCallExpr>(bare(B->getLHS()));
    if (At && At->getOperator() == OO_Subscript && At->getNumArgs() == 2 &&
        containerOf(bare(At->getArg(0))->getType()) == Container::Map)
      store(keyOf(At->getArg(0), P.Ctx), At->getArg(1), B->getRHS());
    else
      assign(keyOf(B->getLHS(), P.Ctx), B->getRHS());
    return true;
  }
  bool VisitExplicitCastExpr(ExplicitCastExpr *C) override {
    auto Of = [](QualType T) {
      return T->isPointerType() ? T->getPointeeType() : T->isReferenceType() ? T.getNonReferenceType() : QualType();
    };
    QualType To = Of(C->getTypeAsWritten()), From = Of(C->getSubExpr()->getType());
    if (From.isNull() && C->getSubExpr()->isGLValue())
      From = C->getSubExpr()->getType();
    if (!To.isNull() && !From.isNull() && From.isConstQualified() && !To.isConstQualified())
      P.ConstCastAway.insert(To.getCanonicalType().getUnqualifiedType());
    return true;
  }
  bool VisitUnaryOperator(UnaryOperator *U) override {
    if (U->getOpcode() == UO_AddrOf) {
      P.AddressTaken.insert(keyOf(U->getSubExpr(), P.Ctx).first);
      if (auto *M = dyn_cast<MemberExpr>(U->getSubExpr()->IgnoreParenCasts()))
        P.AddressTaken.insert(M->getMemberDecl());
    }
    return true;
  }
  /// A call of a virtual function may be one of what overrides it.
  bool VisitCXXMethodDecl(CXXMethodDecl *M) override {
    for (const CXXMethodDecl *Base : M->overridden_methods())
      Calls[definitionOf(Base)].insert(definitionOf(M));
    return true;
  }
  bool VisitVarDecl(VarDecl *V) override {
    if (const clang::Expr *I = V->getInit())
      init({canonical(V), ""}, I);
    return true;
  }
  bool VisitFieldDecl(FieldDecl *F) override {
    if (F->hasInClassInitializer() && F->getInClassInitializer())
      init({F, ""}, F->getInClassInitializer());
    return true;
  }
  bool VisitCXXConstructorDecl(CXXConstructorDecl *C) override {
    for (const CXXCtorInitializer *I : C->inits())
      if (I->isAnyMemberInitializer())
        assign({I->getAnyMember(), ""}, I->getInit());
    return true;
  }

  void init(Key K, const clang::Expr *I) {
    if (const InitListExpr *L = bracedElements(I)) {
      unsigned N = 0;
      auto *RD = L->getType()->getAsRecordDecl();
      bool Map = containerOf(bare(I)->getType()) == Container::Map;
      if (RD && !RD->isUnion() && containerOf(L->getType()) == Container::None) {
        auto *CD = dyn_cast<CXXRecordDecl>(RD);
        N = CD ? CD->getNumBases() : 0; // bases come first
        for (const FieldDecl *F : RD->fields())
          if (N < L->getNumInits())
            init({F, ""}, L->getInit(N++));
        return;
      }
      for (const clang::Expr *E : L->inits()) {
        auto *Entry = dyn_cast<CXXConstructExpr>(bare(E));
        if (Map && Entry && writtenArguments(Entry) == 2)
          init({K.first, K.second + step(Entry->getArg(0), P.Ctx)}, Entry->getArg(1));
        else
          init({K.first, K.second + "[" + std::to_string(N++) + "]"}, E);
      }
      if (K.second.empty())
        Pushed[K.first] = N;
      return;
    }
    assign(K, I);
  }

  /// Elements that are appended or stored under a key: v.push_back(k),
  /// m.emplace("name", k).
  bool VisitCXXMemberCallExpr(CXXMemberCallExpr *C) override {
    const CXXMethodDecl *M = C->getMethodDecl();
    if (!M || !M->getIdentifier() || !C->getNumArgs())
      return true;
    Key K = keyOf(C->getImplicitObjectArgument(), P.Ctx);
    const Does What = library::whatDoes(M);
    Container Kind = containerOf(bare(C->getImplicitObjectArgument())->getType());
    if (!K.first)
      return true;
    if (Kind == Container::Vector && (What == Does::Append || What == Does::AppendMade)) {
      push(K, C->getArg(0));
    } else if (Kind == Container::Map && (What == Does::InsertEntry || What == Does::InsertOrSet) &&
               C->getNumArgs() == 2) {
      store(K, C->getArg(0), C->getArg(1));
    } else if (Kind == Container::Map && What == Does::Insert && C->getNumArgs() == 1) {
      auto *Entry = dyn_cast<CXXConstructExpr>(bare(C->getArg(0)));
      auto *Made = dyn_cast<CallExpr>(bare(C->getArg(0))); // std::make_pair
      if (Entry && writtenArguments(Entry) == 1)
        Made = dyn_cast<CallExpr>(bare(Entry->getArg(0)));
      if (Entry && writtenArguments(Entry) == 2)
        store(K, Entry->getArg(0), Entry->getArg(1));
      else if (Made && Made->getNumArgs() == 2)
        store(K, Made->getArg(0), Made->getArg(1));
    }
    return true;
  }
  void push(Key K, const clang::Expr *X) {
    if (Loops) {
      // One for each name of a list that is walked.
      auto *C = dyn_cast<CallExpr>(bare(X)->IgnoreParenCasts());
      const ValueDecl *Name = createdName(C);
      if (Loops == 1 && Name && Name == RangeVar) {
        for (const std::string &S : RangeNames)
          P.Names[{K.first, K.second + "[" + std::to_string(Pushed[K.first]++) + "]"}].insert(S);
        return;
      }
      return assign({K.first, K.second + "[]"}, X);
    }
    assign({K.first, K.second + "[" + std::to_string(Pushed[K.first]++) + "]"}, X);
  }
  void store(Key K, const clang::Expr *At, const clang::Expr *X) {
    auto *C = dyn_cast<CallExpr>(bare(X)->IgnoreParenCasts());
    const ValueDecl *Name = createdName(C);
    const clang::Expr *Stored = bare(At);
    if (auto *Made = dyn_cast<CXXConstructExpr>(Stored); Made && writtenArguments(Made) == 1)
      Stored = Made->getArg(0); // a string from a char pointer
    if (Name && Name == keyOf(Stored, P.Ctx).first)
      P.SelfNamed.insert(K.first);
    K.second += step(At, P.Ctx);
    assign(K, X);
  }
  /// The variable that names the kernel that a call creates.
  const ValueDecl *createdName(const CallExpr *C) const {
    const ApiCall A = C ? apiCall(C) : ApiCall();
    if (A.A != Api::MakeKernel)
      return nullptr;
    const clang::Expr *N = bare(A.arg(ApiArg::Name))->IgnoreParenCasts();
    if (auto *M = dyn_cast<CXXMemberCallExpr>(N)) // name.c_str()
      N = bare(M->getImplicitObjectArgument());
    auto *D = dyn_cast<DeclRefExpr>(N->IgnoreParenCasts());
    return D ? canonical(D->getDecl()) : nullptr;
  }
  bool TraverseForStmt(ForStmt *S) override {
    ++Loops;
    bool Ok = AstVisitor::TraverseForStmt(S);
    --Loops;
    return Ok;
  }
  bool TraverseWhileStmt(WhileStmt *S) override {
    ++Loops;
    bool Ok = AstVisitor::TraverseWhileStmt(S);
    --Loops;
    return Ok;
  }
  bool TraverseCXXForRangeStmt(CXXForRangeStmt *S) override {
    ++Loops;
    RangeVar = S->getLoopVariable();
    RangeNames.clear();
    const clang::Expr *Range = bare(S->getRangeInit());
    if (auto *D = dyn_cast<DeclRefExpr>(Range))
      if (auto *V = dyn_cast<VarDecl>(D->getDecl()); V && V->getAnyInitializer())
        Range = V->getAnyInitializer();
    if (const InitListExpr *L = bracedElements(Range))
      for (const clang::Expr *X : L->inits()) {
        std::set<std::string> One = P.strings(X);
        RangeNames.push_back(One.size() == 1 ? *One.begin() : "");
      }
    bool Ok = AstVisitor::TraverseCXXForRangeStmt(S);
    RangeVar = nullptr;
    --Loops;
    return Ok;
  }
  unsigned Loops = 0; ///< around this point
  const ValueDecl *RangeVar = nullptr;
  std::vector<std::string> RangeNames; ///< what RangeVar is in turn
  std::map<const ValueDecl *, unsigned> Pushed;

  void named(const Key &K, const std::string &Name, const clang::Expr *Program) {
    P.Names[K].insert(Name);
    P.Programs[K].push_back({Name, Program});
  }
  /// A call that may set a program variable.
  void makesProgram(const CallExpr *C, const clang::Expr *X) {
    X = X->IgnoreParenCasts();
    if (auto *U = dyn_cast<UnaryOperator>(X); U && U->getOpcode() == UO_AddrOf)
      X = U->getSubExpr();
    else if (!X->isGLValue())
      return;
    if (isApiType(X->getType(), ApiType::Program))
      P.MadeBy[keyOf(X, P.Ctx).first].push_back(C);
  }

  void assign(Key K, const clang::Expr *E) {
    if (!K.first)
      return;
    E = peel(bare(E));
    if (auto *C = dyn_cast<ConditionalOperator>(E)) {
      assign(K, C->getTrueExpr());
      return assign(K, C->getFalseExpr());
    }
    P.Assigned[K.first].push_back(E);
    if (auto *C = dyn_cast<CXXConstructExpr>(E);
        C && C->getNumArgs() >= 1 && heldHandle(C->getType()) == ApiType::Kernel) {
      // cl::Kernel(program, name), cl::KernelFunctor<...>(kernel)
      if (C->getNumArgs() == 1 || objectType(peel(C->getArg(0))->getType()) == ApiType::Kernel)
        return assign(K, C->getArg(0));
      for (const std::string &S : P.strings(C->getArg(1)))
        named(K, S, C->getArg(0));
      return;
    }
    if (auto *C = dyn_cast<CallExpr>(E)) {
      if (const ApiCall A = apiCall(C); A.A == Api::MakeKernel)
        for (const std::string &S : P.strings(A.arg(ApiArg::Name)))
          named(K, S, A.arg(ApiArg::Program));
      if (!isa<CXXOperatorCallExpr>(C) && !isa<CXXMemberCallExpr>(C) && C->getNumArgs() != 1)
        return; // no element of a container
    }
    Key From = keyOf(E, P.Ctx);
    if (From.first && From != K)
      P.Copies[K].insert(From);
  }
};

/// Variables by declaration, members by field (whatever the object), elements
/// by constant index, or "[]" for any.
ProgramIndex::Key ProgramIndex::keyOf(const clang::Expr *E, ASTContext &Ctx) {
  E = peel(bare(E));
  auto Step = [&](const clang::Expr *Base, const clang::Expr *Index) {
    Key K = keyOf(Base, Ctx);
    if (K.first)
      K.second += step(Index, Ctx);
    return K;
  };
  if (auto *D = dyn_cast<DeclRefExpr>(E))
    return {canonical(D->getDecl()), ""};
  if (auto *M = dyn_cast<MemberExpr>(E)) {
    const clang::Expr *Base = bare(M->getBase());
    QualType T = M->isArrow() ? Base->getType()->getPointeeType() : Base->getType();
    if (containerOf(T) != Container::Pair)
      return {canonical(M->getMemberDecl()), ""};
    Key K = keyOf(Base, Ctx);
    if (!llvm::StringRef(K.second).ends_with("\"]") && K.first) // of a map's element, its value
      K.second += M->getMemberDecl()->getName() == "second" ? "[1]" : "[0]";
    return K;
  }
  if (auto *C = dyn_cast<CXXOperatorCallExpr>(E)) {
    auto Op = C->getOperator();
    if (Op == OO_Subscript && C->getNumArgs() == 2)
      return Step(C->getArg(0), C->getArg(1));
    if (Op == OO_Arrow || (Op == OO_Star && C->getNumArgs() == 1))
      return keyOf(C->getArg(0), Ctx);
  }
  if (auto *C = dyn_cast<CXXMemberCallExpr>(E)) {
    const CXXMethodDecl *M = C->getMethodDecl();
    const clang::Expr *Obj = C->getImplicitObjectArgument();
    Container Kind =
        containerOf(Obj->getType()->isPointerType() ? Obj->getType()->getPointeeType() : bare(Obj)->getType());
    if (!M || !M->getIdentifier() || Kind == Container::None)
      return {nullptr, ""};
    const Does What = library::whatDoes(M);
    if ((What == Does::At || What == Does::FindKey || What == Does::FindText) && C->getNumArgs() == 1)
      return Step(Obj, C->getArg(0));
    Key K = keyOf(Obj, Ctx);
    const bool One = What == Does::First || What == Does::Last;
    if (K.first && One)
      K.second += What == Does::First ? "[0]" : "[]";
    return One || What == Does::Data || What == Does::Get ? K : Key();
  }
  if (auto *C = dyn_cast<CallExpr>(E); C && C->getNumArgs() == 1)
    if (const FunctionDecl *F = C->getDirectCallee()) {
      const Does What = library::whatDoes(F);
      if (What == Does::Same)
        return keyOf(C->getArg(0), Ctx);
      auto *A = What == Does::Element ? F->getTemplateSpecializationArgs() : nullptr;
      if (A && A->size() && A->get(0).getKind() == TemplateArgument::Integral) {
        Key K = keyOf(C->getArg(0), Ctx);
        if (K.first)
          K.second += "[" + std::to_string(A->get(0).getAsIntegral().getZExtValue()) + "]";
        return K;
      }
    }
  if (auto *U = dyn_cast<UnaryOperator>(E))
    if (U->getOpcode() == UO_Deref || U->getOpcode() == UO_AddrOf)
      return keyOf(U->getSubExpr(), Ctx);
  if (auto *A = dyn_cast<ArraySubscriptExpr>(E))
    return Step(A->getBase(), A->getIdx());
  return {nullptr, ""};
}

/// All strings that a name expression may be: a literal, or the literals that
/// initialise or are assigned to the variable (or array) that it names.
std::set<std::string> ProgramIndex::strings(const clang::Expr *E) const {
  std::set<std::string> Out;
  E = peel(bare(E));
  if (auto *C = dyn_cast<CXXConstructExpr>(E);
      C && containerOf(C->getType()) == Container::String && writtenArguments(C) == 1)
    return strings(C->getArg(0));
  if (auto *C = dyn_cast<CXXConstructExpr>(E))
    if (const clang::Expr *X = textOperand(C))
      return strings(X);
  if (auto *C = dyn_cast<CXXMemberCallExpr>(E)) // name.c_str()
    return strings(C->getImplicitObjectArgument());
  if (auto *L = dyn_cast<StringLiteral>(E)) {
    Out.insert(L->getString().str());
    return Out;
  }
  if (auto *C = dyn_cast<ConditionalOperator>(E)) {
    Out = strings(C->getTrueExpr());
    Out.merge(strings(C->getFalseExpr()));
    return Out;
  }
  Key K = keyOf(E, Ctx);
  if (K.first)
    for (const clang::Expr *X : valuesOf(K.first))
      if (isa<StringLiteral, ConditionalOperator>(X))
        Out.merge(strings(X));
  if (auto *V = dyn_cast_or_null<VarDecl>(K.first))
    if (const clang::Expr *I = V->getAnyInitializer()) {
      if (const InitListExpr *IL = bracedElements(I)) {
        for (const clang::Expr *X : IL->inits())
          for (const std::string &S : strings(X))
            Out.insert(S);
      } else if (!isa<DeclRefExpr>(I->IgnoreParenImpCasts())) {
        Out.merge(strings(I));
      }
    }
  return Out;
}

ProgramIndex::ProgramIndex(ASTContext &C) : Ctx(C) {
  Builder B(*this);
  B.TraverseDecl(Ctx.getTranslationUnitDecl());
  if (!planted("calls-in-the-text")) {
    HiddenCalls Hidden = hiddenCalls(Ctx, B.Bodies);
    for (auto &[F, Callees] : Hidden.Calls)
      B.Calls[F].insert(Callees.begin(), Callees.end());
    for (auto &[F, Types] : Hidden.Pointers)
      B.PointerCalls[F].insert(Types.begin(), Types.end());
    B.MemberCalls = std::move(Hidden.MemberPointers);
  }
  // Close both over the call graph.
  for (bool Changed = true; Changed;) {
    Changed = false;
    for (auto &[F, Callees] : B.Calls)
      if (!Setting.count(F) &&
          llvm::any_of(Callees, [&](const FunctionDecl *Callee) { return Setting.contains(Callee); }))
        Changed |= Setting.insert(F).second;
  }
  for (bool Changed = true; Changed;) {
    Changed = false;
    for (auto &[F, Callees] : B.Calls)
      if (!Launching.contains(F))
        for (const FunctionDecl *Callee : Callees)
          if (Launching.contains(Callee)) {
            Launching.insert(F);
            Changed = true;
            break;
          }
    for (auto &[F, Types] : B.PointerCalls)
      if (!Launching.contains(F) && llvm::any_of(Types, [&](const Type *T) { return B.mayLaunch(T); }))
        Changed |= Launching.insert(F).second;
    for (auto &[F, Types] : B.MemberCalls)
      if (!Launching.contains(F) && llvm::any_of(Types, [&](const Type *T) { return B.mayLaunch(T, /*Member=*/true); }))
        Changed |= Launching.insert(F).second;
  }
  CallGraph = std::move(B.Calls);
}

/// A name as in Slot::Key.
std::string ProgramIndex::named(const Key &K) {
  auto *V = dyn_cast<VarDecl>(K.first);
  auto *In = V && V->isLocalVarDeclOrParm() ? dyn_cast<FunctionDecl>(V->getDeclContext()) : nullptr;
  return (In ? In->getNameAsString() + ":" : "") + K.first->getNameAsString() + K.second;
}

std::set<std::string> ProgramIndex::copies(const FunctionDecl *F, llvm::StringRef Name) const {
  if (!Onwards) {
    Onwards.emplace();
    for (auto &[To, Froms] : Copies)
      for (const Key &From : Froms)
        (*Onwards)[From].insert(To);
    for (const std::map<Key, Keys> *Edges : {&Copies, &std::as_const(*Onwards)})
      for (auto &[K, Others] : *Edges)
        if (K.first)
          Copied[named({K.first, ""})].insert(K);
  }
  auto Close = [](std::set<Key> Set, const std::map<Key, Keys> &Edges) {
    std::vector<Key> Todo(Set.begin(), Set.end());
    while (!Todo.empty()) {
      Key K = Todo.back();
      Todo.pop_back();
      if (auto It = Edges.find(K); It != Edges.end())
        for (const Key &Other : It->second)
          if (Other.first && Set.insert(Other).second)
            Todo.push_back(Other);
    }
    return Set;
  };
  // All that its values may come from, then all that those may get to.
  llvm::StringRef Base = Name.take_until([](char C) { return C == '[' || C == '.'; });
  auto Mine = Copied.find((F->getNameAsString() + ":" + Base).str());
  std::set<std::string> Names;
  if (Mine != Copied.end())
    for (const Key &K : Close(Close(Mine->second, Copies), *Onwards))
      Names.insert(named(K));
  return Names;
}

bool ProgramIndex::eventQueue(const ValueDecl *Event, Key &Queue) const {
  std::set<Key> Queues;
  std::set<const ValueDecl *> Seen;
  if (!eventQueues(Event, Queues, Seen) || Queues.size() != 1 || !Queues.begin()->first)
    return false;
  Queue = *Queues.begin();
  auto Set = Assigned.find(Queue.first);
  return Queue.second.empty() || Set == Assigned.end() || Set->second.size() <= 1;
}

/// Queues whose commands make Event, also as a copy of another event.
bool ProgramIndex::eventQueues(const ValueDecl *Event, std::set<Key> &Queues, std::set<const ValueDecl *> &Seen) const {
  Event = canonical(Event);
  if (!Seen.insert(Event).second)
    return true;
  auto It = EventQueues.find(Event);
  auto A = Assigned.find(Event);
  if (It == EventQueues.end() && A == Assigned.end())
    return false;
  if (It != EventQueues.end())
    Queues.insert(It->second.begin(), It->second.end());
  if (A != Assigned.end())
    for (const clang::Expr *X : A->second) {
      auto *C = dyn_cast<CXXConstructExpr>(X);
      bool Null =
          C ? C->getNumArgs() == 0 // cl::Event e;
            : X->isNullPointerConstant(Ctx, clang::Expr::NPC_ValueDependentIsNotNull) != clang::Expr::NPCK_NotNull;
      auto *Of = Null ? nullptr : dyn_cast<DeclRefExpr>(X->IgnoreParenImpCasts());
      auto *V = Of ? dyn_cast<VarDecl>(Of->getDecl()->getCanonicalDecl()) : nullptr;
      bool Copy = V && !isa<ParmVarDecl>(V) && Ctx.hasSameUnqualifiedType(V->getType(), Event->getType()) && !C &&
                  eventQueues(V, Queues, Seen);
      if (!Null && !Copy)
        return false;
    }
  return true;
}

bool ProgramIndex::holdsOwnQueues(const ValueDecl *D) const {
  auto It = Assigned.find(D);
  auto *V = dyn_cast_or_null<VarDecl>(D);
  if (!V || isa<ParmVarDecl>(V) || V->getType()->isReferenceType() || AddressTaken.count(D) || It == Assigned.end() ||
      (V->hasExternalStorage() && !V->getDefinition()))
    return false;
  for (const clang::Expr *X : It->second) {
    auto *C = dyn_cast<CallExpr>(X);
    const ApiCall A = C ? apiCall(C) : ApiCall();
    const bool Creates = A.Row && A.Row->makes(ApiType::Queue);
    if (!Creates && !X->isNullPointerConstant(Ctx, clang::Expr::NPC_ValueDependentIsNotNull))
      return false;
  }
  // Another name through which it could be changed.
  for (auto &[To, Froms] : Copies)
    for (const Key &From : Froms)
      if (From.first == D && (To.first->getType()->isReferenceType() || To.first->getType()->isPointerType()) &&
          (V->getType()->isArrayType() || To.first->getType()->isReferenceType()))
        return false;
  return true;
}

bool ProgramIndex::differentQueues(const clang::Expr *A, const clang::Expr *B) const {
  if (!A || !B)
    return false;
  Key KA = keyOf(A, Ctx), KB = keyOf(B, Ctx);
  if (KA == KB || KA.second == "[]" || KB.second == "[]")
    return false;
  return holdsOwnQueues(KA.first) && holdsOwnQueues(KB.first);
}

void ProgramIndex::dimsOf(const clang::Expr *X, ApiMember Member, std::set<unsigned> &Dims,
                          std::set<const ValueDecl *> &Seen) const {
  X = peel(bare(X));
  auto *C = dyn_cast<CXXConstructExpr>(X);
  if (C && objectType(C->getType()) == ApiType::LaunchArgs) {
    if (const clang::Expr *Given = rangeGiven(C, Member))
      dimsOf(Given, ApiMember::None, Dims, Seen);
    else
      Dims.insert(0);
  } else if (C && objectType(C->getType()) == ApiType::Range) {
    Dims.insert(C->getNumArgs());
  } else if (Key K = keyOf(X, Ctx); K.first && Seen.insert(K.first).second) {
    for (const clang::Expr *V : valuesOf(K.first))
      dimsOf(V, Member, Dims, Seen);
  }
}

std::optional<unsigned> ProgramIndex::rangeDims(const clang::Expr *Range, ApiMember Member) const {
  std::set<unsigned> Dims;
  std::set<const ValueDecl *> Seen;
  dimsOf(Range, Member, Dims, Seen);
  if (Dims.size() > 1)
    Dims.erase(0);
  return Dims.size() == 1 ? std::optional<unsigned>(*Dims.begin()) : std::nullopt;
}

bool ProgramIndex::launches(const FunctionDecl *F) const { return Launching.contains(definitionOf(F)); }

bool ProgramIndex::setsArguments(const FunctionDecl *F) const { return Setting.count(definitionOf(F)) || launches(F); }

/// Whether what is called through a pointer or a std::function of type T may be a
/// launching function.
bool ProgramIndex::mayCall(QualType T) const {
  T = T.getNonReferenceType();
  if (containerOf(T) == Container::Function)
    T = elementType(T);
  else if (T->isFunctionPointerType())
    T = T->getPointeeType();
  auto *Called = T.isNull() ? nullptr : T->getAs<FunctionType>();
  if (!Called || T->isDependentType())
    return false;
  return llvm::any_of(Launching, [&](const FunctionDecl *F) {
    auto *M = dyn_cast<CXXMethodDecl>(F);
    return !(M && M->isInstance()) && !F->isMain() && !F->getType()->isDependentType() &&
           !Ctx.getSourceManager().isInSystemHeader(F->getLocation()) &&
           Ctx.hasSameFunctionTypeIgnoringExceptionSpec(F->getType(), QualType(Called, 0));
  });
}

/// The same for the body of a lambda, which may come to itself again.
bool ProgramIndex::bodyLaunches(const FunctionDecl *F) const {
  if (!Looking.insert(F).second && !planted("recursive-bodies"))
    return false;
  bool Found = launches(F->getBody());
  Looking.erase(F);
  return Found;
}

/// The function that an argument is, or calls: a lambda, perhaps by its name or in a std::function, or a function.
static const FunctionDecl *givenCallable(const clang::Expr *X) {
  if (X->isTypeDependent() || X->isValueDependent())
    return nullptr;
  if (auto *D = dyn_cast<DeclRefExpr>(bare(X)->IgnoreParenImpCasts()))
    if (auto *V = dyn_cast<VarDecl>(D->getDecl()))
      X = V->getInit() && !V->getType()->isDependentType() ? V->getInit() : nullptr;
  return X ? callableOf(X) : nullptr;
}

/// Whether kernels are launched where an object is made or ends, or by a method that a pointer leads to.
bool ProgramIndex::hiddenLaunch(const clang::Stmt *S) const {
  if (auto *C = dyn_cast<CXXConstructExpr>(S)) {
    // A thread runs what it is given; a std::function keeps it.
    const bool Runs = C->getConstructor()->isTemplateInstantiation() &&
                      containerOf(C->getType()) != Container::Function &&
                      Ctx.getSourceManager().isInSystemHeader(C->getConstructor()->getLocation());
    if (launches(C->getConstructor()) || (Runs && llvm::any_of(C->arguments(), [&](const clang::Expr *X) {
                                            const FunctionDecl *To = givenCallable(X);
                                            return To && (launches(To) || bodyLaunches(To));
                                          })))
      return true;
  }
  auto Ends = [&](QualType T) {
    const FunctionDecl *F = endOf(T);
    return F && launches(F);
  };
  if (auto *D = dyn_cast<DeclStmt>(S))
    return llvm::any_of(D->decls(), [&](const Decl *X) {
      auto *V = dyn_cast<VarDecl>(X);
      return V && V->hasLocalStorage() && Ends(V->getType());
    });
  if (auto *T = dyn_cast<CXXBindTemporaryExpr>(S))
    return Ends(T->getType());
  if (auto *D = dyn_cast<CXXDeleteExpr>(S))
    return !D->isTypeDependent() && !D->getArgument()->isTypeDependent() && Ends(D->getDestroyedType());
  if (auto *I = dyn_cast<CXXDefaultInitExpr>(S))
    return launches(I->getExpr());
  auto *C = dyn_cast<CallExpr>(S);
  const Type *Member = C && !C->getDirectCallee() ? calledMember(C) : nullptr;
  return Member && llvm::any_of(Launching, [&](const FunctionDecl *F) {
           auto *M = dyn_cast<CXXMethodDecl>(F);
           return M && M->isInstance() && !M->getType()->isDependentType() &&
                  Ctx.hasSameFunctionTypeIgnoringExceptionSpec(M->getType(), QualType(Member, 0));
         });
}

bool ProgramIndex::launches(const clang::Stmt *S) const {
  if (!S)
    return false;
  if (auto *C = dyn_cast<CallExpr>(S)) {
    if (apiCall(C).launches())
      return true;
    // A function object or pointer with one target.
    const FunctionDecl *Direct = C->getDirectCallee();
    auto *Op = dyn_cast<CXXOperatorCallExpr>(C);
    const clang::Expr *Callee = !Direct ? C->getCallee() : Op && Op->getOperator() == OO_Call ? Op->getArg(0) : nullptr;
    if (auto *D = Callee ? dyn_cast<DeclRefExpr>(bare(Callee)->IgnoreParenImpCasts()) : nullptr)
      if (auto *V = dyn_cast<VarDecl>(D->getDecl()); V && V->getInit() && !V->getType()->isDependentType())
        if (const FunctionDecl *To = callableOf(V->getInit()); To && (launches(To) || bodyLaunches(To)))
          return true;
    if (Callee && (mayCall(Callee->getType()) || takesKernel(Callee->getType())))
      return true;
    // What is given to a function is called by it.
    for (const clang::Expr *X : C->arguments())
      if (const FunctionDecl *To = givenCallable(X); To && (launches(To) || bodyLaunches(To)))
        return true;
    if (const FunctionDecl *F = Direct) {
      if (launches(F))
        return true;
      auto *M = dyn_cast<CXXMethodDecl>(F);
      if (M && M->getParent()->isLambda() && bodyLaunches(M))
        return true;
    } else if (auto *U = dyn_cast<UnresolvedLookupExpr>(C->getCallee()->IgnoreParens())) {
      // A call in a template, whose arguments depend on its parameters.
      const ApiRow *Row = U->getName().isIdentifier() ? apiRow(U->getName().getAsIdentifierInfo()->getName()) : nullptr;
      if (Row && Row->A == Api::Launch)
        return true;
    }
  }
  if (hiddenLaunch(S))
    return true;
  if (isa<LambdaExpr>(S)) // its body runs where it is called
    return false;
  for (const clang::Stmt *Child : S->children())
    if (launches(Child))
      return true;
  return false;
}

bool ProgramIndex::repeats(const CallExpr *C) const {
  const SourceManager &SM = Ctx.getSourceManager();
  std::set<const FunctionDecl *> Seen;
  auto Librarys = [&](const FunctionDecl *F) {
    return F && F->isTemplateInstantiation() && F->hasBody() && SM.isInSystemHeader(F->getLocation()) &&
           Seen.insert(F).second;
  };
  auto Loops = [&](auto &Self, const clang::Stmt *S) -> bool {
    if (!S || isa<LambdaExpr>(S))
      return false;
    if (isLoop(S) && !isOnce(S, Ctx) && launches(S))
      return true;
    if (auto *Inner = dyn_cast<CallExpr>(S))
      if (const FunctionDecl *F = definitionOf(Inner->getDirectCallee());
          Librarys(F) && launches(F) && Self(Self, F->getBody()))
        return true;
    return llvm::any_of(S->children(), [&](const clang::Stmt *Child) { return Self(Self, Child); });
  };
  const FunctionDecl *F = definitionOf(C->getDirectCallee());
  return Librarys(F) &&
         llvm::any_of(C->arguments(),
                      [&](const clang::Expr *X) {
                        const FunctionDecl *To = givenCallable(X);
                        return To && (launches(To) || bodyLaunches(To));
                      }) &&
         Loops(Loops, F->getBody());
}

void ProgramIndex::launchingCalls(const clang::Stmt *S, std::vector<std::string> &Names) const {
  if (!S)
    return;
  if (auto *C = dyn_cast<CallExpr>(S))
    if (const FunctionDecl *F = definitionOf(C->getDirectCallee()); F && launches(F)) {
      std::string N = F->getQualifiedNameAsString();
      if (std::find(Names.begin(), Names.end(), N) == Names.end()) {
        Names.push_back(N);
        launchingCalls(F->getBody(), Names);
      }
    }
  for (const clang::Stmt *Child : S->children())
    launchingCalls(Child, Names);
}

bool ProgramIndex::castsConstAway(QualType T) const {
  return llvm::any_of(ConstCastAway, [&](QualType X) {
    return X->isVoidType() || X->isCharType() || X->isDependentType() || Ctx.hasSameUnqualifiedType(X, T);
  });
}

/// A body whose last statement is a call that never returns, with no return
/// statement anywhere.
static bool hasReturn(const clang::Stmt *S) {
  if (!S)
    return false;
  if (isa<ReturnStmt>(S))
    return true;
  for (const clang::Stmt *C : S->children())
    if (hasReturn(C))
      return true;
  return false;
}

bool ProgramIndex::neverReturns(const FunctionDecl *F) const {
  if (!F)
    return false;
  if (F->isNoReturn())
    return true;
  if (library::whatDoes(F) == Does::Terminate)
    return true;
  const FunctionDecl *Def = definitionThatRuns(F);
  auto *CS = Def ? dyn_cast<CompoundStmt>(Def->getBody()) : nullptr;
  if (!CS || CS->body_empty() || hasReturn(CS) || !Looking.insert(Def).second)
    return false;
  auto Leave = llvm::make_scope_exit([&] { Looking.erase(Def); });
  const clang::Stmt *Last = CS->body_back();
  if (auto *E = dyn_cast<clang::Expr>(Last))
    Last = E->IgnoreParenCasts();
  if (isa<CXXThrowExpr>(Last))
    return true;
  if (auto *C = dyn_cast<CallExpr>(Last))
    return neverReturns(C->getDirectCallee());
  return false;
}

void ProgramIndex::namesOf(const Key &K, std::set<std::string> &Out, std::set<Key> &Seen) const {
  if (!K.first || !Seen.insert(K).second)
    return;
  // Under the name that it is stored with.
  if (llvm::StringRef Name = K.second;
      SelfNamed.count(K.first) && Name.consume_front("[\"") && Name.consume_back("\"]")) {
    Out.insert(Name.str());
    return;
  }
  auto Add = [&](const Key &X) {
    if (auto It = Names.find(X); It != Names.end())
      Out.insert(It->second.begin(), It->second.end());
    if (auto It = Copies.find(X); It != Copies.end())
      for (const Key &From : It->second)
        namesOf(From, Out, Seen);
  };
  Add(K);
  if (Out.empty() && !K.second.empty()) {
    // The whole may be another one's: a reference, a copy.
    if (auto It = Copies.find({K.first, ""}); It != Copies.end())
      for (const Key &From : It->second)
        namesOf({From.first, From.second + K.second}, Out, Seen);
  }
  if (Out.empty() && !K.second.empty())
    Add({K.first, "[]"});
}

std::set<std::string> ProgramIndex::kernelNames(const clang::Expr *Handle) const {
  return kernelNames(keyOf(Handle, Ctx));
}

std::set<std::string> ProgramIndex::kernelNames(const Key &K) const {
  std::set<std::string> Out;
  std::set<Key> Seen;
  namesOf(K, Out, Seen);
  return Out;
}

llvm::ArrayRef<GivenArgument> ProgramIndex::givenArguments(const clang::Expr *Handle) const {
  return givenArguments(keyOf(Handle, Ctx));
}

llvm::ArrayRef<GivenArgument> ProgramIndex::givenArguments(const Key &K) const {
  auto It = K.first ? Given.find(K) : Given.end();
  if (It == Given.end())
    return {};
  return It->second;
}

llvm::ArrayRef<const clang::Expr *> ProgramIndex::valuesOf(const ValueDecl *D) const {
  auto It = Assigned.find(canonical(D));
  if (It == Assigned.end())
    return {};
  return It->second;
}

} // namespace persistify::host
