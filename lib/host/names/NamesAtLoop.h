//===- NamesAtLoop.h - what the code at the loop can name ----------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef PERSISTIFY_LIB_HOST_NAMESATLOOP_H
#define PERSISTIFY_LIB_HOST_NAMESATLOOP_H

#include "LoweringPart.h"

namespace persistify::host {

/// What text at the loop can name, and how.
class NamesAtLoop : public LoweringPart {
public:
  using LoweringPart::LoweringPart;

  /// Text of a member of an instance of a class template, at the loop: if that is in the instance
  /// as well, its name means the instance. None if D is no such member, empty if it has no text.
  std::optional<std::string> instanceText(const clang::NamedDecl *D);
  /// Whether attributes leave a variable, function or member what its declaration says; else refuses it.
  bool plain(const clang::ValueDecl *D);
  /// A text names the classes and enumerations of T.
  void means(const clang::Decl *D) const {
    MeantDecls.insert(D->getCanonicalDecl());
    if (llvm::isa<clang::FunctionDecl>(D))
      for (std::set<const clang::Decl *> *Of : TextFunctions)
        Of->insert(D->getCanonicalDecl());
  }
  /// A text names the classes and enumerations of T.
  void means(clang::QualType T) const;
  /// Text of an outside variable, or why it has none.
  void nameObject(Object &O);
  /// Text of an outside structured binding.
  void nameBinding(Object &O, const clang::BindingDecl *B);
  /// Whether the name of \p D means something else at the loop.
  bool hiddenAtLoop(const clang::NamedDecl *D);
  /// Whether the loop's function may name the member \p F.
  bool mayName(const clang::FieldDecl *F) const;
  /// Whether the text at L can be used by what stands at the loop.
  bool inFrontOfLoop(clang::SourceLocation L) const;
  /// Declares Name as a T in a way that means the same everywhere (in C++, or in C),
  /// or empty.
  std::string typeText(clang::QualType T, std::string Name, bool C = false) const;
  /// Names a global variable of another file at the loop, or what a pointer to a struct of that file designates, with as many
  /// steps of Path as it takes to come to something of a type that is known here; Path loses them.
  std::string elsewhere(const Object &O, llvm::StringRef &Path) const;
  /// Where the text of the other file begins that \p At was read for, by itself or in a header; invalid if it stands
  /// in front of the loop.
  clang::SourceLocation unitOf(clang::SourceLocation At) const;
  /// Whether a function of another file can be given the pointer \p Ptr to a struct of type \p To, which only that file defines.
  bool reachedElsewhere(const Place &Ptr, clang::QualType To) const;
  /// Where declarations for the loop's function may stand, if it is in the file itself.
  std::optional<unsigned> frontOfFunction() const;
  /// The step that reaches a member which the loop's function may not name, behind
  /// the member's name; empty if there is none.
  std::string reach(const clang::FieldDecl *F);
  /// T, with the step in braces behind it applied.
  std::string reached(const std::string &T, llvm::StringRef Step) const;
  /// A text of the host for messages, in which private members go by their names.
  std::string shown(std::string Text) const;
  /// The overrider of a virtual function that a call on the object at This runs, if
  /// that can be foreseen; This is then the object as what it is.
  const clang::CXXMethodDecl *overrider(const clang::CXXMethodDecl *M, Place &This, clang::SourceRange R);
  /// Whether \p P is an object of a class that is defined behind the loop, as a whole.
  static bool isLate(const Place &P);
  /// The step that reaches the member \p F of such an object, behind the member's name; empty if there is none.
  std::string lateMember(const Place &Of, const clang::FieldDecl *F);
  /// \p Text, in which such members go by their names.
  std::string withLateMembers(std::string Text) const;
  /// A member of such an object cannot be reached.
  void refuseLate(const Place &Of, clang::SourceRange R);
  /// Declares a function of the file that stands behind the loop's in front of that, if one line can.
  bool declaredInFront(const clang::FunctionDecl *F);
  /// The function of which a call names the static variable D: T &get() { static T one; return one; }
  /// or one that returns its address.
  const clang::FunctionDecl *accessorOf(const clang::VarDecl *D) const;
  /// What an outside pointer to function at P points to, if that can be foreseen.
  const clang::FunctionDecl *pointedFunction(const Place &P);
  /// A designation that means the same object wherever it stands.
  bool stablePath(const clang::Expr *E) const;
  /// The value of a local variable of the loop's function that is initialised
  /// with a constant and never changes.
  std::optional<ExprP> constantLocal(const Place &P);
  /// The address that the pointer D was given and still has, else null.
  const clang::Expr *stableAddress(const clang::VarDecl *D) const;

  std::set<std::string> AskedPointers; ///< keys of outside pointers to functions that the loop tests for null
  const clang::FunctionDecl *NotNamed = nullptr; ///< what a pointer holds that the loop's function cannot name
  /// Variables that the lambda around the loop captures, if there is one.
  std::map<const clang::VarDecl *, clang::LambdaCaptureKind> Captures;
  mutable std::vector<Accessor> Accessors; ///< that texts use
  mutable std::set<const clang::Decl *> MeantDecls; ///< that texts name
  std::vector<std::set<const clang::Decl *> *> TextFunctions; ///< those of the texts that are being put together

private:
  /// Collects the names of the scopes around the loop.
  void findVisible();
  /// Whether D is a variable of a file that was joined behind the loop's, itself.
  bool isElsewhere(const clang::VarDecl *D) const;
  /// Whether the loop's file can use an object of type T, perhaps behind Include.
  bool knownAtLoop(clang::QualType T, std::string &Include) const;
  /// C++ takes the name of a struct as it is, and one that is first named in a namespace for the namespace's own.
  std::string undeclared(clang::QualType T) const;
  /// Those of \p Names that some file defines as a macro.
  std::vector<std::string> macrosAmong(llvm::ArrayRef<std::string> Names) const;
  /// The object at This is one of class \p Is, which is defined behind the loop and called \p Class. False if it cannot be used so.
  bool asLateClass(Place &This, const clang::CXXRecordDecl *Is, const std::string &Class);
  /// Declares \p New in front of the loop's function, once.
  void declareAccessor(Accessor New) const;
  /// Declares what gives the address of a member that is not public: an instantiation may name it.
  std::string hiddenMember(const clang::NamedDecl *F, clang::QualType Pointer, const std::string &Class, unsigned At);
  /// A call of a static method that the loop's function may not name; empty if there is no way.
  std::string hiddenCall(const clang::FunctionDecl *F);
  /// The namespace in which such a declaration stands, the innermost name first.
  std::string frontSpace() const;
  /// Name of such a declaration. Other namespaces have their own.
  std::string frontName(llvm::StringRef What) const;
  /// What the loop's function may call F, if it may.
  std::optional<std::string> functionText(const clang::FunctionDecl *F);
  /// Whether the static variable D, which a call of \p Accessor names, has been made when the loop begins.
  bool madeBefore(const clang::VarDecl *D, const clang::FunctionDecl *Accessor);

  std::map<std::string, std::string> LateMembers; ///< "function<class>(" of lateMember() -> its member
  std::map<std::string, std::string> Reached; ///< what reach() declared -> its member
  std::map<const clang::VarDecl *, bool> Made; ///< madeBefore()
  std::map<std::string, const clang::Decl *> Visible; ///< names of the scopes around the loop
  bool VisibleKnown = false;
  std::map<const clang::VarDecl *, std::optional<uint64_t>> Constants; ///< locals that never change
};

} // namespace persistify::host

#endif // PERSISTIFY_LIB_HOST_NAMESATLOOP_H
