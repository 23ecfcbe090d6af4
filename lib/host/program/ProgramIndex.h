//===- ProgramIndex.h - facts about a whole host file -----------------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef PERSISTIFY_LIB_HOST_PROGRAMINDEX_H
#define PERSISTIFY_LIB_HOST_PROGRAMINDEX_H

#include "program/KnownKernels.h"
#include "persistify/Diagnostics.h"
#include "persistify/Region.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Expr.h"
#include "clang/AST/StmtCXX.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/SetVector.h"
#include <map>
#include <optional>
#include <set>
#include <string>

namespace persistify::host {

/// Whether values of type \p T, of C, lead to events.
bool pointsToEvents(clang::QualType T);
/// Whether \p C is memset with 0.
bool clearsBytes(const clang::CallExpr *C, const clang::ASTContext &Ctx);
/// The parameter that argument \p I of a call gets in the function's definition; null if that is not known.
const clang::ParmVarDecl *parameterOf(const clang::CallExpr *C, unsigned I);

inline bool isLoop(const clang::Stmt *S) {
  return llvm::isa<clang::ForStmt, clang::WhileStmt, clang::DoStmt, clang::CXXForRangeStmt>(S);
}

/// do { ... } while (0) is a block, not a loop.
inline bool isOnce(const clang::Stmt *S, clang::ASTContext &Ctx) {
  auto *D = llvm::dyn_cast<clang::DoStmt>(S);
  clang::Expr::EvalResult R;
  return D && !D->getCond()->isValueDependent() && D->getCond()->EvaluateAsInt(R, Ctx) && R.Val.getInt() == 0;
}

/// Condition and body of for, while and do { } while; null of anything else, or if there is none.
inline const clang::Expr *testOf(const clang::Stmt *Loop) {
  auto *For = llvm::dyn_cast<clang::ForStmt>(Loop);
  auto *While = llvm::dyn_cast<clang::WhileStmt>(Loop);
  auto *Do = llvm::dyn_cast<clang::DoStmt>(Loop);
  return For ? For->getCond() : While ? While->getCond() : Do ? Do->getCond() : nullptr;
}
inline const clang::Stmt *bodyOf(const clang::Stmt *Loop) {
  auto *For = llvm::dyn_cast<clang::ForStmt>(Loop);
  auto *While = llvm::dyn_cast<clang::WhileStmt>(Loop);
  auto *Do = llvm::dyn_cast<clang::DoStmt>(Loop);
  return For ? For->getBody() : While ? While->getBody() : Do ? Do->getBody() : nullptr;
}

/// The qualified name of a function; of an explicit specialisation with what the template is given.
std::string functionName(const clang::FunctionDecl *F);
SourceRange toRange(const clang::SourceManager &SM, const clang::LangOptions &LO, clang::SourceRange R);

/// The declaration with a body, or the one that is given.
const clang::FunctionDecl *definitionOf(const clang::FunctionDecl *F);
/// The declaration that stands for all of its own.
const clang::ValueDecl *canonical(const clang::ValueDecl *D);

/// Built once per file, flow-insensitively. Kernel names found here are checked
/// again when the program runs, so a wrong guess costs the fast path, never the
/// result.
class ProgramIndex {
public:
  explicit ProgramIndex(clang::ASTContext &Ctx);

  /// Whether a call of \p F enqueues kernels, through any number of calls.
  bool launches(const clang::FunctionDecl *F) const;
  bool launches(const clang::Stmt *S) const;
  /// Whether a call of \p F may come to \p To, through any number of calls by name. \p Itself: not of what overrides it.
  bool leadsTo(const clang::FunctionDecl *F, const clang::FunctionDecl *To, bool Itself = false) const;
  /// Whether a call of \p F may set arguments of kernels, as far as calls by name lead.
  bool setsArguments(const clang::FunctionDecl *F) const;
  /// Whether a template of the library's calls something given, which launches, in a loop: std::for_each and its like.
  bool repeats(const clang::CallExpr *C) const;
  /// Qualified names of the launching functions that are called under \p S,
  /// through any number of calls.
  void launchingCalls(const clang::Stmt *S, std::vector<std::string> &Names) const;
  /// The call of \p F, a function of the interface, that the call \p C is where its pointer leads there. Null if \p F is
  /// none, or not of the pointer's type.
  const clang::CallExpr *callOf(const clang::CallExpr *C, const clang::FunctionDecl *F) const;
  /// Whether \p F never returns (noreturn, or every path ends in such a call).
  bool neverReturns(const clang::FunctionDecl *F) const;
  /// Names (as in Slot::Key) of all variables that may hold the same handle as
  /// the variable or element \p Name of \p F, by assignments and calls.
  std::set<std::string> copies(const clang::FunctionDecl *F, llvm::StringRef Name) const;
  /// The one queue whose commands make all values of an event variable.
  bool eventQueue(const clang::ValueDecl *Event, std::pair<const clang::ValueDecl *, std::string> &Queue) const;
  /// Whether one of \p Events is used in a way that may give it another name.
  /// \p ButGiven: other than as a parameter of a function of the program.
  bool haveOtherNames(const std::set<const clang::ValueDecl *> &Events, bool ButGiven = false) const;
  /// Whether two queue expressions are variables (or elements of arrays) that only
  /// ever hold queues that were created for them, so never the same one.
  bool differentQueues(const clang::Expr *A, const clang::Expr *B) const;
  /// A variable or member, and the constant indices and keys behind it:
  /// "[2]", "[\"name\"]", or "[]" for any.
  using Key = std::pair<const clang::ValueDecl *, std::string>;
  /// In the order in which the program has them.
  using Keys = llvm::SetVector<Key, std::vector<Key>, std::set<Key>>;
  /// The one number of dimensions (but for none) that a cl::NDRange is ever given, or
  /// that the member \p Member of a cl::EnqueueArgs is.
  std::optional<unsigned> rangeDims(const clang::Expr *Range, ApiMember Member = ApiMember::None) const;
  /// Names of the kernels that the handle expression may hold, as far as they are seen.
  std::set<std::string> kernelNames(const clang::Expr *Handle) const;
  std::set<std::string> kernelNames(const Key &K) const;
  /// Arguments that the program sets on the kernel in that variable, under its own name.
  llvm::ArrayRef<GivenArgument> givenArguments(const clang::Expr *Handle) const;
  llvm::ArrayRef<GivenArgument> givenArguments(const Key &K) const;
  /// What is spelled where the programs of those kernels are made, of those named \p Name.
  SourceNames kernelSources(const Key &K, const std::string &Name) const;
  SourceNames kernelSources(const clang::Expr *Handle, const std::string &Name) const;
  SourceNames programSources(const clang::Expr *Program) const;
  /// What a variable or member is initialised with or assigned, as far as that
  /// is written as an expression.
  llvm::ArrayRef<const clang::Expr *> valuesOf(const clang::ValueDecl *D) const;

  /// Whether the program, somewhere, makes a pointer or reference to const one by which an object of type
  /// \p T may be changed.
  bool castsConstAway(clang::QualType T) const;

  // ---- facts that are found when they are first asked for

  /// Declarations of the program's own, in order, in which a variable or member is declared, initialised or named;
  /// those in templates, too, but not in what is made of them.
  llvm::ArrayRef<clang::Decl *> mentions(const clang::ValueDecl *D) const;
  /// Whether the program takes the address of \p D anywhere.
  bool takesAddress(const clang::ValueDecl *D) const {
    return AddressTaken.count(D) || AddressTaken.count(llvm::cast<clang::ValueDecl>(D->getCanonicalDecl()));
  }
  /// Whether the program takes the address of \p D other than for a call of the interface that sets an argument, or asks for something.
  bool keepsAddress(const clang::ValueDecl *D) const {
    return AddressKept.count(D) || AddressKept.count(llvm::cast<clang::ValueDecl>(D->getCanonicalDecl()));
  }
  /// Whether nothing in its function changes a local variable after its initialisation.
  bool neverChanges(const clang::VarDecl *D) const;
  /// Whether all that changes a local variable has been done when its function comes to \p Where.
  bool changesOnlyBefore(const clang::VarDecl *D, clang::SourceLocation Where) const;
  /// Whether the program asks events what their commands are.
  bool asksForEventTypes() const;
  /// Whether the program asks if an event is null.
  bool testsEvents() const;
  /// Where the program looks at floating-point exception flags, or lets exceptions stop it. Null if
  /// nowhere in its own text.
  const clang::Expr *findsFloatExceptions() const;

private:
  bool bodyLaunches(const clang::FunctionDecl *F) const;
  bool hiddenLaunch(const clang::Stmt *S) const;
  mutable std::set<const clang::FunctionDecl *> Looking; ///< functions whose bodies are being looked at
  struct Builder;
  bool mayCall(clang::QualType T) const;
  /// "[2]" or "[\"name\"]", or "[]" if the index is no constant.
  static std::string step(const clang::Expr *Index, clang::ASTContext &Ctx);
  /// Whether a function is called through a pointer that may be one of OpenCL's launches, as loaders of its library have
  /// them: it is given a queue and a kernel.
  static bool takesKernel(clang::QualType T);
  static Key keyOf(const clang::Expr *E, clang::ASTContext &Ctx);
  /// A queue by its name, or by a number in an array of queues that is set once.
  static Key queueKey(const clang::Expr *E, clang::ASTContext &Ctx);
  void dimsOf(const clang::Expr *X, ApiMember Member, std::set<unsigned> &Dims,
              std::set<const clang::ValueDecl *> &Seen) const;
  void namesOf(const Key &K, std::set<std::string> &Names, std::set<Key> &Seen) const;
  std::set<std::string> strings(const clang::Expr *E) const;
  struct Spelled;
  struct FilesBefore;
  const std::vector<std::string> &filesBefore(const clang::CallExpr *Made) const;
  SourcePieces piecesOf(const Spelled &S) const;
  bool holdsOwnQueues(const clang::ValueDecl *D) const;
  bool eventQueues(const clang::ValueDecl *Event, std::set<Key> &Queues,
                   std::set<const clang::ValueDecl *> &Seen) const;
  void setByFunctions(const clang::ValueDecl *Event, std::set<Key> &Queues,
                      std::set<const clang::ValueDecl *> &Events) const;
  void storedByOthers(std::set<const clang::ValueDecl *> &Events, std::set<Key> &Queues) const;
  /// Whether the program has events of another queue than this, or of none.
  bool eventsOfOthers(const Key &Queue) const;

  clang::ASTContext &Ctx;
  llvm::DenseSet<const clang::FunctionDecl *> Launching, NoReturn;
  std::map<const clang::FunctionDecl *, std::set<const clang::FunctionDecl *>>
      CallGraph; ///< definitions, by calls by name
  llvm::DenseSet<const clang::FunctionDecl *>
      Setting; ///< that set arguments of kernels or launch, or call one that does
  /// kernel handle -> names assigned to it; handle -> handles assigned to it
  std::map<Key, std::set<std::string>> Names;
  std::map<Key, std::vector<GivenArgument>> Given; ///< arguments set, by handle
  /// kernel handle -> names and the programs that they are of
  std::map<Key, std::vector<std::pair<std::string, const clang::Expr *>>> Programs;
  /// program variable -> calls that get its address
  std::map<const clang::ValueDecl *, std::vector<const clang::CallExpr *>> MadeBy;
  std::map<Key, Keys> Copies;
  /// maps whose kernels have the names that they are stored under
  std::set<const clang::ValueDecl *> SelfNamed;
  std::map<const clang::ValueDecl *, std::set<Key>> EventQueues; ///< a queue, or "[3]" of an array of them
  /// events -> calls of the program's functions that get their address, and the parameters that have it there
  std::map<const clang::ValueDecl *, std::vector<std::pair<const clang::CallExpr *, const clang::ParmVarDecl *>>>
      EventsGiven;
  mutable std::set<const clang::ParmVarDecl *> GivenWithin; ///< of those, which are being looked at
  std::map<const clang::ValueDecl *, std::vector<const clang::Expr *>> Assigned;
  std::set<const clang::ValueDecl *> AddressTaken, AddressKept;
  std::set<clang::QualType> ConstCastAway;
  static std::string named(const Key &K);
  /// See haveOtherNames(): those, and those of them with other names than parameters.
  mutable std::optional<std::pair<std::set<const clang::ValueDecl *>, std::set<const clang::ValueDecl *>>> OtherNames;
  mutable std::optional<std::map<Key, Keys>> Onwards; ///< Copies, the other way round
  mutable std::map<std::string, std::set<Key>> Copied; ///< what is in either, by name
  mutable std::map<const clang::VarDecl *, bool> Unchanging; ///< neverChanges()
  /// kernel files, by where programs are made
  mutable std::optional<std::map<const clang::CallExpr *, std::vector<std::string>>> Before;
  mutable std::optional<bool> AsksForEventTypes;
  mutable std::map<std::pair<const clang::CallExpr *, const clang::FunctionDecl *>, const clang::CallExpr *>
      ByPointer; ///< callOf()
  mutable std::optional<bool> TestsEvents;
  mutable std::optional<const clang::Expr *> FloatExceptions;
  struct Mentions;
  mutable std::optional<std::map<const clang::ValueDecl *, std::vector<clang::Decl *>>> Mentioned; ///< once asked for
};

} // namespace persistify::host

#endif // PERSISTIFY_LIB_HOST_PROGRAMINDEX_H
