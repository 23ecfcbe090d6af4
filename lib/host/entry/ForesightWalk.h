//===- ForesightWalk.h - walking the program ------------------------*- C++ -*-===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef PERSISTIFY_LIB_HOST_FORESIGHTWALK_H
#define PERSISTIFY_LIB_HOST_FORESIGHTWALK_H

#include "library/ContainerKinds.h"
#include "entry/Foresight.h"
#include "entry/ForesightMemory.h"
#include "entry/ForesightModels.h"
#include "program/ProgramIndex.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"
#include <deque>
#include <functional>

namespace persistify::host::foresight {

struct Frame {
  const clang::FunctionDecl *F = nullptr;
  std::map<const clang::ValueDecl *, Spot> Vars;
  Spot This, Closure, Result;
  Memory::Changes Returned; ///< by ways that were not taken further
  std::vector<std::pair<Spot, clang::QualType>> Objects; ///< whose destructors run at the end of the block
  /// Of a function whose last statement ends the program: it comes back only by ways that were left.
  struct Way {
    Memory::Changes Changes; ///< since Begin
    std::vector<std::pair<Spot, clang::QualType>> Objects;
  };
  bool EndsProgram = false;
  size_t Begin = 0;
  std::vector<Way> Back;
};

/// While it lives, the evaluation is one level deeper.
struct Deeper {
  unsigned &D;
  explicit Deeper(unsigned &D) : D(D) { ++D; }
  ~Deeper() { --D; }
};
/// What \p X stands around without a meaning of its own, or null.
const clang::Expr *wrappedIn(const clang::Expr *X);

/// Names a variable of a file, or a static one: the same in all files that can see it.
std::string globalKey(const clang::ValueDecl *V);

/// The state in which a loop was reached.
struct Snapshot {
  Memory M;
  Frame At;
  std::map<std::string, Spot> Globals;
};

struct Arrivals {
  std::map<const clang::Stmt *, std::vector<Snapshot>> Of;
  ProgramTexts Program;
  std::set<const clang::Stmt *> Guessed; ///< not reached from main(): which functions run before is a guess
};

enum class Flow { Next, Break, Continue, Goto, Return, Dead }; // what is preferred comes first

/// Stands in a text for a number that is not known.
constexpr char Blank = '\1';
/// The same for one of floating point.
constexpr llvm::StringLiteral FloatBlank = "\1\3";
/// What is not known of a text at all, such as a file's, among what is.
constexpr llvm::StringLiteral Rest = "\1\2";
/// A and what follows it. Behind a Rest nothing is told apart: texts that grow in a loop come to an end.
inline std::string joined(std::string A, const std::optional<std::string> &B) {
  A += B ? *B : Rest.str();
  if (const size_t At = A.find(Rest); At != std::string::npos)
    A.resize(At + Rest.size());
  return A;
}

/// The type of what X names or makes, without casts and references.
clang::QualType bareType(const clang::Expr *X);
/// Whether values of \p T have no parts.
bool isLeaf(clang::QualType T);
/// Whether it is a std::string, or a view of one.
bool isText(clang::QualType T);
/// What \p T keeps of the number \p D; other data stay as they are.
Datum fit(const clang::ASTContext &Ctx, Datum D, clang::QualType T);
/// What a bit-field keeps of \p D.
Datum fitBits(Datum D, const clang::FieldDecl *F);
/// Whether they are the same, if that is known.
std::optional<bool> equal(const Datum &A, const Datum &B);
/// A number of type T, as streams write it.
std::string decimal(int64_t V, clang::QualType T);

/// Whether X only says how a stream writes numbers of floating point, or nothing (ForesightText.cpp).
bool isFormat(const clang::Expr *X);

class Walk {
public:
  Walk(clang::ASTContext &Ctx, const ProgramIndex &Index, Arrivals &To) : Ctx(&Ctx), Index(Index), To(To) {}

  /// Walks from F, called with parameters that are not known.
  void enter(const clang::FunctionDecl *F);
  /// Initialises the variables of the file.
  void globals(clang::DeclContext *In);
  /// Steps that are left.
  unsigned Budget = 1000000;
  /// Whether the program is taken to be given no arguments.
  bool NoArguments = false;

  // ---- what the models of libraries ask
  /// Does a statement.
  Flow run(const clang::Stmt *S);
  /// The value of \p X, which is evaluated.
  Datum value(const clang::Expr *X);
  /// Where what \p X designates lies; empty if that is not known.
  Spot place(const clang::Expr *X);
  /// The object at \p At becomes \p X.
  void init(const Spot &At, const clang::Expr *X, clang::QualType T);
  /// A new object of type \p T is made of \p A.
  void make(const Spot &At, clang::QualType T, Args A);
  /// One operator on values of the type \p T.
  Datum arithmetic(clang::BinaryOperatorKind Op, const Datum &A, const Datum &B, clang::QualType T);
  /// Where an element of the array or container at \p Base lies.
  Spot element(const Spot &Base, const Datum &Index);
  /// Where the key or the value of an entry of a map lies, or the first or second part of a pair.
  Spot half(const Spot &Pair, bool Second) const;
  /// Where what a pointer, or an object that is used like one, points to lies.
  Spot pointee(const clang::Expr *Pointer);
  /// The place itself, if \p S is a reference to one.
  Spot follow(Spot S) const;
  /// Calls a function object.
  Datum callObject(const Spot &Callee, Args A);
  /// Calls a function object with the object at \p Argument.
  void callWith(const Spot &Callee, const Spot &Argument);
  /// A new handle.
  Datum made();
  /// What \p Pointer points to becomes \p D.
  void output(const clang::Expr *Pointer, Datum D);
  /// Takes a step; false if none is left.
  bool spend();
  /// Whether an expression ended the program.
  bool dead() const { return Dead; }
  TextModel texts() { return {*this, M, Ctx}; }
  LibraryModel libraries() { return {*this, M, Ctx}; }
  BuildWatch builds() { return {*this, M, To}; }

private:
  // ---- statements (ForesightFlow.cpp)
  Flow block(llvm::ArrayRef<const clang::Stmt *> Body, size_t From);
  Flow statements(llvm::ArrayRef<const clang::Stmt *> Body, size_t From);
  Flow branch(llvm::function_ref<Flow()> A, llvm::function_ref<Flow()> B);
  Flow ifStmt(const clang::IfStmt *S);
  Flow switchStmt(const clang::SwitchStmt *S);
  Flow loop(const clang::Stmt *S);
  /// \p Some: how many trips there are is not known.
  Flow trips(const clang::Expr *Cond, bool First, llvm::function_ref<Flow()> Body, bool Some = false,
             const clang::VarDecl *Var = nullptr);
  /// What was counted since a mark is not known.
  void forget(const Memory::Changes &Changes, const Memory::Changes &Before = {});
  void destroy(const Spot &At, clang::QualType T, bool Part = false);
  Flow body(const clang::Stmt *OfLoop);
  Flow rangeFor(const clang::CXXForRangeStmt *S);
  void declare(const clang::VarDecl *V);
  void bindings(const clang::DecompositionDecl *D, const Spot &Whole);
  void arrive(const clang::Stmt *Loop);

  // ---- expressions (ForesightEval.cpp)
  void initList(const Spot &At, const clang::InitListExpr *L);
  std::optional<bool> truth(const clang::Expr *X);
  Datum newObject(const clang::CXXNewExpr *N);
  Datum castValue(const clang::CastExpr *C);
  Datum unary(const clang::UnaryOperator *U);
  Datum binary(const clang::BinaryOperator *B);
  void initField(const Spot &At, const clang::FieldDecl *F, const clang::Expr *X);
  /// The place that an assignment, or ++ and --, sets; Value: what is there then, or was before.
  Spot assign(const clang::BinaryOperator *B, Datum &Value);
  Spot step(const clang::UnaryOperator *U, Datum &Value);
  Datum either(const clang::Expr *Cond, const clang::Expr *A, const clang::Expr *B, bool Place);
  Spot variable(const clang::ValueDecl *D);
  Spot member(Spot Base, const clang::ValueDecl *F);
  Spot fresh(clang::QualType T);

  // ---- calls (ForesightCall.cpp)
  Datum call(const clang::CallExpr *C);
  Datum invoke(const clang::FunctionDecl *F, Args A, const Spot &This, const Spot &Closure, bool Unknown = false);
  void answer(const clang::Expr *X, bool Error);
  Datum openCl(const clang::CallExpr *C, const clang::FunctionDecl *F);
  void construct(const Spot &At, const clang::CXXConstructExpr *C, bool Base = false);
  void constructor(const Spot &At, const clang::CXXConstructorDecl *C, Args A, bool Base);
  void closure(const Spot &At, const clang::LambdaExpr *L);
  Datum unknownCall(const clang::CallExpr *C, const clang::FunctionDecl *F);
  void give(const clang::Expr *X, const clang::ParmVarDecl *To, bool Library, bool LooksOnly);
  bool mayCall(const clang::Expr *X);

  clang::ASTContext *Ctx;
  const ProgramIndex &Index;
  Arrivals &To;
  Memory M;
  std::map<std::string, Spot> Globals;
  std::map<const clang::VarDecl *, Spot> GlobalOf; ///< the same by declaration
  std::map<const clang::Type *, Spot> Shared; ///< what unknown parameters of a type point to
  std::deque<Frame> Frames; ///< calls push while callers look at theirs: references stay valid
  std::map<const clang::Stmt *, bool> Launches;
  const clang::LabelDecl *Label = nullptr; ///< of Flow::Goto
  bool Dead = false;         ///< an expression ended the program
  bool Untaken = false;      ///< a way out of the innermost loop was passed by
  bool Broken = false;       ///< that was a break, not an error
  bool Skipped = false;      ///< so was a way to the end of its trip
  bool Unseen = false;       ///< a trip that stands for others: which loops it reaches is not recorded
  std::map<const clang::Expr *, unsigned>
      Endings; ///< how often the walk gave up a loop of this condition: it will again
  unsigned LoopEnd = 0;      ///< the budget at which the loops around here give up
  unsigned Depth = 0;
  int64_t Made = 0;          ///< kernels and other handles
};

} // namespace persistify::host::foresight

#endif // PERSISTIFY_LIB_HOST_FORESIGHTWALK_H
