//===- ProgramIndex.cpp - facts about a whole host file ---------------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "program/ProgramIndex.h"
#include "program/Definition.h"
#include "persistify/AstVisitor.h"
#include "persistify/Containment.h"
#include "llvm/ADT/ScopeExit.h"
#include "library/ContainerKinds.h"
#include "library/Literals.h"
#include "persistify/Frontend.h"
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
  Out.Line = lineOf(SM, B);
  Out.Column = SM.getSpellingColumnNumber(B);
  Out.EndLine = lineOf(SM, E);
  Out.EndColumn = SM.getSpellingColumnNumber(E);
  Out.Begin = SM.getFileOffset(B);
  Out.End = SM.getFileOffset(E);
  return Out;
}

std::string functionName(const FunctionDecl *F) {
  std::string Name = F->getQualifiedNameAsString();
  const TemplateArgumentList *Given = F->getTemplateSpecializationArgs();
  if (Given && F->getTemplateSpecializationKind() == TSK_ExplicitSpecialization) {
    llvm::raw_string_ostream OS(Name);
    printTemplateArgumentList(OS, Given->asArray(), F->getASTContext().getPrintingPolicy());
  }
  return Name;
}

const FunctionDecl *definitionOf(const FunctionDecl *F) {
  const FunctionDecl *D = nullptr;
  return F && F->hasBody(D) ? D : F;
}

/// The declaration that stands for all of a variable: uses name the one that was the last before them.
const ValueDecl *canonical(const ValueDecl *D) {
  return D && !planted("each-declaration") ? llvm::cast<ValueDecl>(D->getCanonicalDecl()) : D;
}

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

ProgramIndex::Key ProgramIndex::queueKey(const clang::Expr *X, ASTContext &Ctx) {
  auto *A = dyn_cast<ArraySubscriptExpr>(X->IgnoreParenCasts());
  auto *D = A && !planted("queues-by-array") ? dyn_cast<DeclRefExpr>(A->getBase()->IgnoreParenCasts()) : nullptr;
  auto N = D ? A->getIdx()->getIntegerConstantExpr(Ctx) : std::nullopt;
  if (N && isa<VarDecl>(D->getDecl()))
    return {canonical(llvm::cast<ValueDecl>(D->getDecl())), "[" + llvm::toString(*N, 10) + "]"};
  return A ? Key() : Key(keyOf(X, Ctx).first, "");
}

bool ProgramIndex::eventQueue(const ValueDecl *Event, Key &Queue) const {
  std::set<Key> Queues;
  std::set<const ValueDecl *> Seen;
  if (!eventQueues(Event, Queues, Seen))
    return false;
  storedByOthers(Seen, Queues);
  if (Queues.size() != 1 || !Queues.begin()->first)
    return false;
  Queue = *Queues.begin();
  if (eventsOfOthers(Queue) && haveOtherNames(Seen, /*ButGiven=*/true))
    return false;
  auto Set = Assigned.find(Queue.first);
  return Queue.second.empty() || Set == Assigned.end() || Set->second.size() <= 1;
}

namespace {
/// Whether an expression names one of some variables.
struct NamesOne : AstVisitor {
  const std::set<const ValueDecl *> &Of;
  bool Found = false;
  explicit NamesOne(const std::set<const ValueDecl *> &Of) : Of(Of) {}
  bool VisitDeclRefExpr(DeclRefExpr *R) override {
    Found |= Of.count(canonical(R->getDecl())) != 0;
    return !Found;
  }
};
} // namespace

/// Queues whose commands store their events in \p Event in functions that get its address.
void ProgramIndex::setByFunctions(const ValueDecl *Event, std::set<Key> &Queues,
                                  std::set<const ValueDecl *> &Events) const {
  auto Calls = EventsGiven.find(Event);
  if (Calls == EventsGiven.end())
    return;
  for (auto &[C, Param] : Calls->second) {
    if (GivenWithin.count(Param)) // a function that calls itself
      continue;
    GivenWithin.insert(Param);
    std::set<Key> Of;
    if (auto It = EventQueues.find(Param); It != EventQueues.end())
      Of = It->second;
    for (const clang::Expr *X : valuesOf(Param)) // *parameter = event
      if (handleType(X->getType()) == ApiType::Event)
        Of.insert(Key());
    if (haveOtherNames({Param}, /*ButGiven=*/true))
      Of.insert(Key());
    Events.insert(Param);
    setByFunctions(Param, Of, Events);
    for (const Key &K : Of) { // a queue that the function gets is that which this call gives
      auto *Q = dyn_cast_or_null<ParmVarDecl>(K.first);
      if (!Q || Q->getDeclContext() != Param->getDeclContext())
        Queues.insert(K);
      else if (K.second.empty() && Q->getFunctionScopeIndex() < C->getNumArgs() && neverChanges(Q))
        Queues.insert(queueKey(C->getArg(Q->getFunctionScopeIndex()), Ctx));
      else
        Queues.insert(Key());
    }
    GivenWithin.erase(Param);
  }
}

/// Queues whose commands store their events in one of \p Events by another name: a pointer or reference that leads there.
/// What functions get counts as set by them.
void ProgramIndex::storedByOthers(std::set<const ValueDecl *> &Events, std::set<Key> &Queues) const {
  for (bool More = !planted("one-name-of-events"); More;) {
    More = false;
    for (auto &[To, Values] : Assigned) {
      const QualType T = To ? To->getType() : QualType();
      if (!To || Events.count(To) || isa<ParmVarDecl>(To) ||
          !(T->isReferenceType() || (T->isPointerType() && handleType(T->getPointeeType()) == ApiType::Event)))
        continue;
      NamesOne V(Events);
      for (const clang::Expr *X : Values)
        V.TraverseStmt(const_cast<clang::Expr *>(X));
      if (!V.Found)
        continue;
      More = true;
      Events.insert(To);
      // p[1] = e
      for (const clang::Expr *X : Values) {
        auto *R = dyn_cast<DeclRefExpr>(X->IgnoreParenImpCasts());
        std::set<const ValueDecl *> Copied;
        if (handleType(X->getType()) == ApiType::Event && !planted("names-of-events") &&
            !(R && eventQueues(R->getDecl(), Queues, Copied)))
          Queues.insert(Key());
      }
      if (auto It = EventQueues.find(To); It != EventQueues.end())
        Queues.insert(It->second.begin(), It->second.end());
      setByFunctions(To, Queues, Events);
    }
  }
}

/// Whether X is new memory, which holds no event yet.
static bool isMemory(const clang::Expr *X) {
  X = X->IgnoreParenCasts();
  if (auto *N = dyn_cast<CXXNewExpr>(X)) { // also new cl_event[n]() and {}, which are null
    const clang::Expr *I = N->getInitializer();
    auto *List = dyn_cast_or_null<InitListExpr>(I);
    return N->isArray() && (!I || isa<ImplicitValueInitExpr>(I) || (List && !List->getNumInits()));
  }
  auto *C = dyn_cast<CallExpr>(X);
  const Does What = library::whatDoes(C ? C->getDirectCallee() : nullptr);
  return What == Does::Allocate || What == Does::AllocateZero;
}

/// Whether a vector of null events is made: std::vector<cl_event> events(n).
static bool isEmptyList(const CXXConstructExpr *C) {
  return containerOf(C->getType()) == Container::Vector && handleType(elementType(C->getType())) == ApiType::Event &&
         writtenArguments(C) == 1 && C->getArg(0)->getType()->isIntegerType();
}

/// Queues whose commands make Event, also as a copy of another event.
bool ProgramIndex::eventQueues(const ValueDecl *Event, std::set<Key> &Queues, std::set<const ValueDecl *> &Seen) const {
  Event = canonical(Event);
  if (!Seen.insert(Event).second)
    return true;
  auto It = EventQueues.find(Event);
  auto A = Assigned.find(Event);
  if (It == EventQueues.end() && A == Assigned.end() && !EventsGiven.count(Event))
    return false;
  if (It != EventQueues.end())
    Queues.insert(It->second.begin(), It->second.end());
  setByFunctions(Event, Queues, Seen);
  if (A != Assigned.end())
    for (const clang::Expr *X : A->second) {
      auto *C = dyn_cast<CXXConstructExpr>(X);
      bool Null =
          C ? C->getNumArgs() == 0 || isEmptyList(C) // cl::Event e;
            : X->isNullPointerConstant(Ctx, clang::Expr::NPC_ValueDependentIsNotNull) != clang::Expr::NPCK_NotNull;
      Null |= isMemory(X);
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

bool ProgramIndex::setsArguments(const FunctionDecl *F) const { return Setting.count(definitionOf(F)) || launches(F); }

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
