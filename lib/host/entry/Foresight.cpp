//===- Foresight.cpp - what is probably known at a loop -----------------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "program/Definition.h"
#include "entry/Foresight.h"
#include "entry/ForesightWalk.h"
#include "persistify/AstVisitor.h"
#include "persistify/Containment.h"

using namespace clang;

namespace persistify::host {

using namespace foresight;

Foresight::Foresight(ASTContext &Ctx, const ProgramIndex &Index) : Ctx(Ctx), Index(Index) {}
Foresight::~Foresight() = default;

namespace {

/// Functions with bodies, and the loops in them that launch kernels.
struct Program : AstVisitor {
  const ProgramIndex &Index;
  const SourceManager &SM;
  std::vector<const FunctionDecl *> Functions;
  std::vector<std::pair<const clang::Stmt *, const FunctionDecl *>> Loops;
  const FunctionDecl *Current = nullptr;
  Program(const ProgramIndex &I, const SourceManager &SM) : Index(I), SM(SM) {}

  bool shouldVisitTemplateInstantiations() const override { return true; }
  bool TraverseDecl(Decl *D) override {
    auto *F = dyn_cast_or_null<FunctionDecl>(D);
    if (!F)
      return AstVisitor::TraverseDecl(D);
    if (SM.isInSystemHeader(SM.getExpansionLoc(F->getLocation())))
      return true;
    const FunctionDecl *Saved = Current;
    if (F->doesThisDeclarationHaveABody() && !F->isDependentContext()) {
      Current = F;
      Functions.push_back(F);
    }
    bool Ok = AstVisitor::TraverseDecl(D);
    Current = Saved;
    return Ok;
  }
  bool VisitStmt(clang::Stmt *S) override {
    if (Current && isLoop(S) && Index.launches(S))
      Loops.push_back({S, Current});
    return true;
  }
};

/// Which functions with bodies call which, found as they are asked for.
class CallGraph {
public:
  /// Functions that call \p F, some by others: at most \p Depth calls lead to it.
  std::set<const FunctionDecl *> callersOf(const FunctionDecl *F, llvm::ArrayRef<const FunctionDecl *> Among,
                                           unsigned Depth) {
    for (const FunctionDecl *Each : Among)
      reach(Each);
    std::set<const FunctionDecl *> Found;
    std::vector<const FunctionDecl *> Now = {F};
    for (unsigned I = 0; I < Depth && !Now.empty(); ++I) {
      std::vector<const FunctionDecl *> Next;
      for (const FunctionDecl *To : Now)
        for (const FunctionDecl *From : Callers[To])
          if (Found.insert(From).second)
            Next.push_back(From);
      Now = std::move(Next);
    }
    return Found;
  }

private:
  /// Enters the calls of F, and of what it calls.
  void reach(const FunctionDecl *F) {
    std::vector<const FunctionDecl *> Open = {F};
    while (!Open.empty()) {
      const FunctionDecl *From = Open.back();
      Open.pop_back();
      if (Reached.insert(From).second)
        calls(From->getBody(), [&](const FunctionDecl *To) {
          Callers[To].insert(From);
          Open.push_back(To);
        });
    }
  }
  static void calls(const clang::Stmt *S, llvm::function_ref<void(const FunctionDecl *)> Each) {
    if (!S)
      return;
    const FunctionDecl *To = nullptr, *Def = nullptr;
    if (auto *C = dyn_cast<CallExpr>(S))
      To = C->getDirectCallee();
    else if (auto *C = dyn_cast<CXXConstructExpr>(S))
      To = C->getConstructor();
    if (To && To->hasBody(Def))
      Each(Def);
    for (const clang::Stmt *C : S->children())
      calls(C, Each);
  }
  std::set<const FunctionDecl *> Reached;
  std::map<const FunctionDecl *, std::set<const FunctionDecl *>> Callers;
};

/// Adds the functions that S calls, and those that they call.
void addCalled(const clang::Stmt *S, std::set<const FunctionDecl *> &To) {
  if (!S)
    return;
  const FunctionDecl *Def = nullptr;
  if (auto *C = dyn_cast<CallExpr>(S); C && C->getDirectCallee() && C->getDirectCallee()->hasBody(Def))
    if (To.insert(Def).second)
      addCalled(Def->getBody(), To);
  for (const clang::Stmt *C : S->children())
    addCalled(C, To);
}

} // namespace

/// Numbers of a variable that lives as long as the program, and has no initializer: they begin as zero.
static void zeroNumbers(const Spot &At, QualType T, Memory &M, unsigned Depth = 0) {
  if (T->isIntegralOrEnumerationType())
    return M.write(At, Datum::integer(0));
  if (const auto *A = dyn_cast<ConstantArrayType>(T.getCanonicalType()))
    for (uint64_t I = 0; I < std::min<uint64_t>(A->getZExtSize(), 16); ++I)
      zeroNumbers(At + "[" + std::to_string(I) + "]", A->getElementType(), M, Depth + 1);
  const RecordDecl *R = T->getAsRecordDecl();
  const auto *Class = dyn_cast_or_null<CXXRecordDecl>(R);
  if (!R || R->isUnion() || !R->isCompleteDefinition() || (Class && !Class->isCLike()) || Depth > 3)
    return;
  for (const FieldDecl *F : R->fields())
    if (F->getIdentifier())
      zeroNumbers(At + "." + F->getNameAsString(), F->getType(), M, Depth + 1);
}

void Walk::globals(DeclContext *In) {
  const SourceManager &SM = Ctx->getSourceManager();
  for (Decl *D : In->decls()) {
    if (SM.isInSystemHeader(SM.getExpansionLoc(D->getLocation())))
      continue;
    if (auto *V = dyn_cast<VarDecl>(D)) {
      if (V->getInit() && initializerCounts(V) && !V->getType()->isDependentType() && !V->isInvalidDecl() &&
          !V->getDescribedVarTemplate())
        init(variable(V), V->getInit(), V->getType());
      else if (!V->hasExternalStorage() && !V->getAnyInitializer() && V->isFileVarDecl() && !V->isStaticDataMember() &&
               !V->getType()->isDependentType() && !planted("zeroes-unseen"))
        zeroNumbers(variable(V), V->getType(), M);
    } else if (isa<NamespaceDecl, LinkageSpecDecl>(D) ||
               (isa<CXXRecordDecl>(D) && !cast<CXXRecordDecl>(D)->isDependentContext())) {
      globals(cast<DeclContext>(D));
    }
    Dead = false;
  }
}

void Walk::enter(const FunctionDecl *F) {
  Dead = false;
  Frames.clear();
  auto *M = dyn_cast<CXXMethodDecl>(F);
  Spot This;
  if (M && M->isInstance() && !M->getParent()->isLambda()) {
    Spot &One = Shared[Ctx->getRecordType(M->getParent())->getCanonicalTypeUnqualified().getTypePtr()];
    if (One.empty())
      One = this->M.create() + "[0]";
    This = One;
  }
  if (auto *C = dyn_cast<CXXConstructorDecl>(F)) {
    if (!C->isCopyOrMoveConstructor())
      constructor(This, C, {}, false);
  } else {
    invoke(F, {}, This, "", true);
  }
  this->M.settle();
}

void Foresight::walk(const FunctionDecl *From, Arrivals &To, bool NoArguments) const {
  Walk W(Ctx, Index, To);
  W.NoArguments = NoArguments;
  W.globals(Ctx.getTranslationUnitDecl());
  W.enter(From);
}

/// Walks from main() or, for the loops that are not reached so, from what leads
/// to them.
const Arrivals &Foresight::arrivals() const {
  if (Seen)
    return *Seen;
  Seen = std::make_unique<Arrivals>();
  Program P(Index, Ctx.getSourceManager());
  P.TraverseDecl(Ctx.getTranslationUnitDecl());
  auto FromMain = [&](Arrivals &To, bool NoArguments) {
    for (const FunctionDecl *F : P.Functions)
      if (F->isMain())
        walk(F, To, NoArguments);
  };
  FromMain(*Seen, false);
  // Where what the arguments say leads astray, as without any.
  if (llvm::any_of(P.Loops, [&](auto &L) { return !Seen->Of.count(L.first); })) {
    Arrivals Without;
    FromMain(Without, true);
    for (auto &[Loop, In] : P.Loops)
      if (auto It = Without.Of.find(Loop); It != Without.Of.end() && !Seen->Of.count(Loop))
        Seen->Of[Loop] = std::move(It->second);
  }
  std::set<const FunctionDecl *> TakesDown; // what destructors do is no preparation of a loop
  for (const FunctionDecl *F : P.Functions)
    if (isa<CXXDestructorDecl>(F) && !planted("set-up-by-cleanup")) {
      TakesDown.insert(F);
      addCalled(F->getBody(), TakesDown);
    }
  for (auto &[Loop, In] : P.Loops)
    if (!Seen->Of.count(Loop))
      Seen->Guessed.insert(Loop);
  // What sets things up comes first, then what leads to the loop.
  CallGraph Graph;
  std::map<const FunctionDecl *, std::set<const FunctionDecl *>> Leading; ///< to the functions with loops
  std::set<const FunctionDecl *> Leads;
  for (auto &[Loop, In] : P.Loops)
    if (Seen->Guessed.count(Loop))
      if (auto [It, New] = Leading.try_emplace(In); New) {
        It->second = Graph.callersOf(In, P.Functions, 7);
        Leads.insert(In);
        Leads.insert(It->second.begin(), It->second.end());
      }
  auto ForEach = [&](llvm::function_ref<void(const FunctionDecl *)> Do) {
    for (bool Constructors : {true, false})
      for (const FunctionDecl *F : P.Functions) {
        auto *M = dyn_cast<CXXMethodDecl>(F);
        if (!F->isMain() && !(M && M->getParent()->isLambda()) && !TakesDown.count(F) &&
            isa<CXXConstructorDecl>(F) == Constructors)
          Do(F);
      }
  };
  std::set<const FunctionDecl *> HasLoops;
  for (auto &[Loop, In] : P.Loops)
    HasLoops.insert(In);
  std::optional<Walk> SetUp; // what all loops have in common
  for (auto &[Loop, In] : P.Loops) {
    if (Seen->Of.count(Loop))
      continue;
    if (!SetUp) {
      SetUp.emplace(Ctx, Index, *Seen);
      SetUp->globals(Ctx.getTranslationUnitDecl());
      ForEach([&](const FunctionDecl *F) {
        if (!Leads.count(F) && (!Index.launches(F) || !HasLoops.count(F))) // one that only warms up sets up, too
          SetUp->enter(F);
      });
    }
    Walk W(*SetUp);
    const std::set<const FunctionDecl *> &To = Leading.at(In);
    auto Arrived = [&, L = Loop] { return Seen->Of.count(L) != 0; };
    ForEach([&, Own = In](const FunctionDecl *F) {
      if (F != Own && To.count(F) && !Arrived())
        W.enter(F);
    });
    if (!Arrived())
      W.enter(In);
  }
  return *Seen;
}

std::string foresight::globalKey(const ValueDecl *V) {
  V = llvm::cast<ValueDecl>(V->getCanonicalDecl());
  return V->isExternallyVisible() ? V->getQualifiedNameAsString() : std::to_string(reinterpret_cast<uintptr_t>(V));
}

/// Where a name leads to in the state at an arrival.
static Spot find(const Snapshot &S, const Foresight::Name &N) {
  auto Follow = [&](Spot At) {
    for (unsigned I = 0; I < 16 && S.M.read(At).K == Datum::Bound; ++I)
      At = S.M.read(At).S;
    return At;
  };
  Spot At;
  if (!N.Root) {
    At = S.At.This;
    if (At.empty() && !S.At.Closure.empty())
      At = S.M.read(S.At.Closure + ".=this").S;
  } else {
    auto *V = llvm::cast<ValueDecl>(N.Root->getCanonicalDecl());
    if (auto It = S.At.Vars.find(V); It != S.At.Vars.end())
      At = It->second;
    else if (auto G = S.Globals.find(globalKey(V)); G != S.Globals.end())
      At = G->second;
    else if (!S.At.Closure.empty())
      At = S.At.Closure + ".=" + V->getNameAsString();
  }
  llvm::StringRef Rest = N.Steps;
  bool Pointee = false;
  for (At = Follow(At); !At.empty() && !Rest.empty(); At = Follow(At)) {
    if (Rest.consume_front("*")) {
      Datum P = S.M.read(At);
      At = P.K == Datum::Address ? P.S : Spot();
      Pointee = true;
      continue;
    }
    if (Rest.consume_front("[]"))
      continue;
    if (Rest.starts_with("{")) { // how to get there
      Rest = Rest.drop_front(Rest.find('}') + 1);
      continue;
    }
    if (Rest.starts_with("[")) {
      size_t End = Rest.find(']') + 1;
      int64_t I;
      if (Rest.slice(1, End - 1).getAsInteger(10, I))
        return {};
      // Behind a pointer: of the array that it points to, or from there on.
      Spot Inner = At + Rest.take_front(End).str();
      At = Pointee && lastIndex(At) && !S.M.knows(Inner) ? moved(At, I) : Inner;
      Rest = Rest.drop_front(End);
    } else if (Rest.consume_front(".at(")) {
      if (Rest.starts_with("(")) // of an enumeration
        Rest = Rest.drop_front(Rest.find(')') + 1);
      At += ".at(" + Rest.take_front(Rest.find(')')).str() + ")";
      Rest = Rest.drop_front(Rest.find(')') + 1);
    } else if (Rest.starts_with("<")) {
      size_t End = Rest.find('>') + 1;
      At += Rest.take_front(End).str();
      Rest = Rest.drop_front(End);
    } else if (Rest.consume_front(".")) {
      size_t End = std::min(Rest.find_first_of(".[<*{"), Rest.size());
      llvm::StringRef Field = Rest.take_front(End);
      if (size_t Colon = Field.rfind(':'); Colon != llvm::StringRef::npos)
        Field = Field.drop_front(Colon + 1); // of a base class
      const Spot OfUnion = At + ".|" + Field.str();
      At += "." + Field.str();
      if (!S.M.knows(At) && S.M.knows(OfUnion))
        At = OfUnion;
      Rest = Rest.drop_front(End);
    } else {
      return {};
    }
    Pointee = false;
  }
  return At;
}

/// What all arrivals that know it agree on.
static Datum agreed(const Arrivals &A, const clang::Stmt *Loop, const Foresight::Name &N, llvm::StringRef Of) {
  Datum Out;
  auto It = A.Of.find(Loop);
  if (It == A.Of.end())
    return {};
  for (const Snapshot &S : It->second) {
    Spot At = find(S, N);
    Datum D = At.empty() ? Datum() : S.M.read(At + Of.str());
    if (D.K == Datum::Kernel || D.K == Datum::Token)
      D.I = 0; // which one does not matter
    if (Out && D && !(Out == D) && (Out.K != Datum::Kernel || D.K != Datum::Kernel))
      return {};
    if (D)
      Out = Out ? join(Out, D) : D;
  }
  return Out;
}

std::set<std::string> Foresight::kernels(const clang::Stmt *Loop, const Name &N) const {
  Datum D = agreed(arrivals(), Loop, N, "");
  return D.K == Datum::Kernel ? D.texts() : std::set<std::string>();
}

std::optional<uint64_t> Foresight::length(const clang::Stmt *Loop, const Name &N) const {
  Datum D = agreed(arrivals(), Loop, N, "!size");
  if (!D)
    D = agreed(arrivals(), Loop, N, "!usual");
  if (!D && planted("empty-guess"))
    D = Datum::integer(0);
  // A function that empties it may well run after the loop.
  if (D.K != Datum::Int || (D.I == 0 && inAnyOrder(Loop) && !planted("set-up-by-cleanup")))
    return std::nullopt;
  return D.I;
}

std::optional<int64_t> Foresight::number(const clang::Stmt *Loop, const Name &N) const {
  Datum D = agreed(arrivals(), Loop, N, "");
  return D.K == Datum::Int ? std::optional(D.I) : std::nullopt;
}

bool Foresight::inAnyOrder(const clang::Stmt *Loop) const { return arrivals().Guessed.count(Loop); }

/// The variable of a file or namespace that stands at a spot.
static const VarDecl *globalAt(const Snapshot &S, const Spot &At, const DeclContext *In) {
  for (const Decl *D : In->decls()) {
    if (auto *V = dyn_cast<VarDecl>(D)) {
      auto It = S.Globals.find(globalKey(V));
      if (It != S.Globals.end() && It->second == At)
        return V;
    } else if (isa<NamespaceDecl, LinkageSpecDecl>(D)) {
      if (const VarDecl *V = globalAt(S, At, llvm::cast<DeclContext>(D)))
        return V;
    }
  }
  return nullptr;
}

const VarDecl *Foresight::pointsTo(const clang::Stmt *Loop, const Name &N) const {
  auto It = arrivals().Of.find(Loop);
  const VarDecl *Out = nullptr;
  for (const Snapshot &S : It != Seen->Of.end() ? It->second : std::vector<Snapshot>()) {
    Spot At = find(S, N);
    Datum D = At.empty() ? Datum() : S.M.read(At);
    const VarDecl *V = nullptr;
    if (D.K == Datum::Address) {
      // An object, or else the first reference to it.
      auto Rank = [](const VarDecl *X) { return std::pair(X->getType()->isReferenceType(), X->getLocation()); };
      for (auto &[Decl, Spot] : S.At.Vars)
        if (auto *X = dyn_cast<VarDecl>(Decl); X && Spot == D.S && (!V || Rank(X) < Rank(V)))
          V = X;
      if (!V)
        V = globalAt(S, D.S, Ctx.getTranslationUnitDecl());
    }
    if (!V || (Out && V->getCanonicalDecl() != Out->getCanonicalDecl()))
      return nullptr;
    Out = V;
  }
  return Out;
}

const CXXRecordDecl *Foresight::dynamicClass(const clang::Stmt *Loop, const Name &N) const {
  Datum D = agreed(arrivals(), Loop, N, "!class");
  return D.K == Datum::Class ? llvm::cast<CXXRecordDecl>(D.D) : nullptr;
}

const FunctionDecl *Foresight::target(const clang::Stmt *Loop, const Name &N) const {
  Datum D = agreed(arrivals(), Loop, N, "");
  return D.K == Datum::Function ? llvm::cast<FunctionDecl>(D.D) : nullptr;
}

} // namespace persistify::host
