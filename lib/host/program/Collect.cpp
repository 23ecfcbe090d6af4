//===- Collect.cpp - one walk over a host file, for what ProgramIndex says -===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "program/ProgramIndex.h"
#include "program/HiddenCalls.h"
#include "program/Definition.h"
#include "persistify/AstVisitor.h"
#include "persistify/Containment.h"
#include "llvm/ADT/ScopeExit.h"
#include "library/ContainerKinds.h"
#include "library/Literals.h"

using namespace clang;

namespace persistify::host {

using library::Does;

std::string ProgramIndex::step(const clang::Expr *Index, ASTContext &Ctx) {
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

bool ProgramIndex::takesKernel(QualType T) {
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
  std::set<const UnaryOperator *> Lent; ///< addresses for the time of a call
  std::map<const FunctionDecl *, std::set<const Type *>> MemberCalls; ///< the same of pointers to members
  std::set<const FunctionDecl *> Bodies; ///< of the program
  std::set<const FunctionDecl *> Named; ///< functions that are named, but not called there
  std::vector<std::pair<const FunctionDecl *, CallExpr *>> ByPointer; ///< in which function, and the call
  std::set<const clang::Expr *> Braced; ///< initializers of members that were met
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
      if (Current && To->isFunctionPointerType() && !To->isDependentType()) {
        PointerCalls[Current].insert(To->getPointeeType()->getAs<FunctionType>());
        ByPointer.push_back({Current, C});
      }
      givesEvents(C);
      return true;
    }
    Callees.insert(C->getCallee()->IgnoreParenImpCasts());
    ApiCall A = apiCall(C);
    // The interface forgets where it puts an event or a status, and what it is asked or given as an argument.
    auto Lends = [&](const clang::Expr *X) {
      if (auto *U = X ? dyn_cast<UnaryOperator>(X->IgnoreParenCasts()) : nullptr)
        Lent.insert(U);
    };
    if (A && !A.Wrapper)
      for (ApiArg Put : {ApiArg::Event, ApiArg::Status})
        Lends(A.arg(Put));
    if (A.A == Api::SetArg || A.A == Api::Profile || A.A == Api::EventStatus || A.A == Api::EventInfo ||
        A.A == Api::Query)
      for (const clang::Expr *X : C->arguments())
        Lends(X);
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
    if (Current && !A)
      handsOver(C);
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
  /// A function of the interface that is given to another one is called by that.
  void handsOver(CallExpr *C) {
    for (const clang::Expr *X : C->arguments()) {
      const FunctionDecl *To = X->isTypeDependent() || X->isValueDependent() ? nullptr : callableOf(X);
      const ApiRow *Row = To && To->getIdentifier() ? apiRow(To->getName()) : nullptr;
      if (Row && Row->launches())
        P.Launching.insert(Current);
      if (Row && (Row->launches() || Row->A == Api::SetArg))
        P.Setting.insert(Current);
    }
  }
  /// What calls by pointers do, if they lead to functions of the interface that the program names somewhere.
  void throughPointers() {
    std::vector<const FunctionDecl *> Given;
    llvm::copy_if(Named, std::back_inserter(Given),
                  [](const FunctionDecl *F) { return F->getIdentifier() && apiRow(F->getName()); });
    for (auto &[In, C] : ByPointer) {
      Current = In;
      for (const FunctionDecl *F : Given)
        if (const CallExpr *Made = P.callOf(C, F))
          VisitCallExpr(const_cast<CallExpr *>(Made));
    }
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
      if (Event && !Event->isNullPointerConstant(P.Ctx, clang::Expr::NPC_ValueDependentIsNotNull)) // perhaps of no name
        P.EventQueues[eventKey(Event).first].insert(Queue ? queueKey(Queue, P.Ctx) : Key());
      return;
    }
    if (library::whatDoes(C->getDirectCallee()) == Does::Free || clearsBytes(C, P.Ctx))
      return;
    if (handleType(C->getType()) == ApiType::Event && !definitionThatRuns(C->getDirectCallee()))
      P.EventQueues[nullptr].insert(Key()); // of no queue: the user's, say
    givesEvents(C);
  }
  /// Other functions may set what they get by address or reference: those of the program are looked into later.
  void givesEvents(CallExpr *C) {
    for (unsigned I = 0; I < C->getNumArgs(); ++I)
      givesEvents(C, C->getArg(I), parameterOf(C, I));
  }
  void givesEvents(CallExpr *C, const clang::Expr *X, const ParmVarDecl *To) {
    if (auto *Q = dyn_cast<ConditionalOperator>(X->IgnoreParenCasts())) {
      givesEvents(C, Q->getTrueExpr(), To);
      return givesEvents(C, Q->getFalseExpr(), To);
    }
    const Key K = eventKey(X);
    if (K.first && To && pointsToEvents(To->getType()) && !planted("events-given-away"))
      P.EventsGiven[K.first].push_back({C, To});
    else if (K.first)
      P.EventQueues[K.first].insert(Key());
  }
  /// The variable in an expression that gives access to events.
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
      const ValueDecl *Of = keyOf(U->getSubExpr(), P.Ctx).first;
      P.AddressTaken.insert(Of);
      if (!Lent.count(U))
        P.AddressKept.insert(Of);
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

  /// Members that \p Of, {a, b} or (a, b), gives values.
  void initMembers(const clang::Expr *Of, const RecordDecl *RD, llvm::ArrayRef<clang::Expr *> Inits) {
    if (!Braced.insert(Of).second)
      return;
    auto *CD = dyn_cast<CXXRecordDecl>(RD);
    size_t N = CD ? CD->getNumBases() : 0; // bases come first
    for (const FieldDecl *F : RD->fields())
      if (!F->isUnnamedBitField() && N < Inits.size())
        init({F, ""}, Inits[N++]);
  }
  /// Also of what is no variable's: compound literals, arguments, results.
  bool VisitInitListExpr(InitListExpr *L) override {
    if (!L->isSemanticForm())
      L = L->getSemanticForm();
    auto *RD = L && !planted("literals-of-variables") ? L->getType()->getAsRecordDecl() : nullptr;
    if (RD && !RD->isUnion() && containerOf(L->getType()) == Container::None)
      initMembers(L, RD, L->inits());
    return true;
  }
  bool VisitCXXParenListInitExpr(CXXParenListInitExpr *L) override {
    if (auto *RD = L->getType()->getAsRecordDecl(); RD && !RD->isUnion())
      initMembers(L, RD, L->getInitExprs());
    return true;
  }

  void init(Key K, const clang::Expr *I) {
    if (const InitListExpr *L = bracedElements(I)) {
      unsigned N = 0;
      auto *RD = L->getType()->getAsRecordDecl();
      bool Map = containerOf(bare(I)->getType()) == Container::Map;
      if (RD && !RD->isUnion() && containerOf(L->getType()) == Container::None)
        return initMembers(L, RD, L->inits());
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

ProgramIndex::ProgramIndex(ASTContext &C) : Ctx(C) {
  Builder B(*this);
  B.TraverseDecl(Ctx.getTranslationUnitDecl());
  B.throughPointers();
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

} // namespace persistify::host
