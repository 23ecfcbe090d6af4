//===- LibraryTest.cpp - which row a declaration has ---------------------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Headers of the library are short ones that stand here, as system headers.
//
//===----------------------------------------------------------------------===//
#include "persistify/Library.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "clang/Frontend/ASTUnit.h"
#include "clang/Tooling/Tooling.h"
#include "gtest/gtest.h"

namespace {

using namespace clang;
using namespace persistify;
using library::Does;

const char StringH[] = R"(#pragma once
typedef __SIZE_TYPE__ size_t;
#ifdef __cplusplus
extern "C" {
#endif
char *strdup(const char *);
int open(const char *, int, ...);
int access(const char *, int);
#ifdef __cplusplus
}
int access(double);
#endif
)";

const char Std[] = R"(#pragma once
namespace std {
inline namespace __1 {
template <class T> struct vector { T &front(); T &operator[](int); unsigned size() const; T &at(int); };
template <class T> struct hash { int operator()(T) const; };
template <class T> struct deque { T &back(); };
template <class T> struct basic_ostream { basic_ostream &put(T); virtual void f(); basic_ostream &operator<<(int); };
template <class T> struct basic_ostringstream : basic_ostream<T> { void str(); };
template <class T> void swap(T &, T &) {}
template <class T> T &&move(T &x);
template <class I, class O> O move(I, I, O);
}
namespace chrono { struct steady_clock { static int now(); }; }
int popcount(unsigned);
float sqrt(float);
}
namespace __gnu_cxx { template <class T> struct __normal_iterator { T &operator*(); }; }
)";

/// The first call in function test().
struct Finder : RecursiveASTVisitor<Finder> {
  const FunctionDecl *Callee = nullptr;
  QualType Object;
  bool InTest = false;
  bool shouldVisitTemplateInstantiations() const { return false; }
  bool TraverseFunctionDecl(FunctionDecl *F) {
    InTest = F->getNameAsString() == "test";
    return RecursiveASTVisitor::TraverseFunctionDecl(F);
  }
  bool VisitCallExpr(CallExpr *C) {
    if (!InTest || Callee)
      return true;
    Callee = C->getDirectCallee();
    if (auto *M = dyn_cast<CXXMemberCallExpr>(C))
      Object = M->getImplicitObjectArgument()->IgnoreImpCasts()->getType();
    return true;
  }
};

class Library : public ::testing::Test {
protected:
  std::unique_ptr<ASTUnit> Unit;
  Finder F;
  /// The row of what \p Call in a function of the program calls, where \p Before stands in front of it.
  const library::Row *rowOf(const std::string &Before, const std::string &Call, const char *Name = "a.cpp") {
    F = Finder();
    Unit = tooling::buildASTFromCodeWithArgs(
        Before + "\nvoid test() { " + Call + "; }\n", {"-isystem", "/sys", "-std=c++17"}, Name, "test",
        std::make_shared<PCHContainerOperations>(), tooling::getClangStripDependencyFileAdjuster(),
        {{"/sys/string.h", StringH}, {"/sys/std", Std}});
    F.TraverseDecl(Unit->getASTContext().getTranslationUnitDecl());
    EXPECT_TRUE(F.Callee) << Before << Call;
    return F.Callee ? library::row(F.Callee) : nullptr;
  }
  Does does(const std::string &Before, const std::string &Call) {
    const library::Row *R = rowOf(Before, Call);
    return R ? R->What : Does::Unmodelled;
  }
};

TEST_F(Library, functionsOfC) {
  EXPECT_EQ(does("#include <string.h>", "strdup(\"a\")"), Does::DuplicateText);
  EXPECT_EQ(does("", "__builtin_strdup(\"a\")"), Does::DuplicateText);
  EXPECT_EQ(does("", "__builtin_sqrtf(1)"), Does::MathDouble);
  EXPECT_EQ(does("", "__builtin_isnan(1.0)"), Does::IsNan);
  EXPECT_EQ(does("", "__builtin_popcountll(1)"), Does::CountOnes);
  EXPECT_NE(rowOf("#include <string.h>", "open(\"a\", 1)"), nullptr);
}

TEST_F(Library, functionsOfTheProgram) {
  EXPECT_EQ(rowOf("static char *strdup(const char *) { return nullptr; }", "strdup(\"a\")"), nullptr);
  EXPECT_EQ(rowOf("extern \"C\" char *strdup(const char *) { return nullptr; }", "strdup(\"a\")"), nullptr);
  EXPECT_EQ(rowOf("#include <string.h>\nextern \"C\" char *strdup(const char *) { return nullptr; }", "strdup(\"a\")"), nullptr);
  EXPECT_EQ(rowOf("namespace mine { int strdup(const char *); }", "mine::strdup(\"a\")"), nullptr);
  EXPECT_EQ(rowOf("int access(const char *, int);", "access(\"a\", 1)"), nullptr);      // by the program alone
  EXPECT_EQ(rowOf("#include <string.h>", "access(1.0)"), nullptr);                     // another one of that name
  EXPECT_EQ(rowOf("#define strdup(X) other(X)\nint other(const char *);", "strdup(\"a\")"), nullptr);
  EXPECT_EQ(rowOf("static void swap(int &, int &) {} int x, y;", "swap(x, y)"), nullptr);
  EXPECT_EQ(rowOf("#include <std>\nstruct A {} a, b; namespace std { template <> void swap(A &, A &) {} }", "std::swap(a, b)"),
            nullptr);
  EXPECT_EQ(rowOf("double omp_get_wtime(void) { return 1; }", "omp_get_wtime()"), nullptr);
  EXPECT_EQ(rowOf("int omp_get_wtime(void);", "omp_get_wtime()"), nullptr);
  EXPECT_NE(rowOf("extern \"C\" double omp_get_wtime(void);", "omp_get_wtime()"), nullptr);
}

TEST_F(Library, functionsOfStd) {
  EXPECT_EQ(does("#include <std>\nint a, b;", "std::swap(a, b)"), Does::Swap);
  EXPECT_EQ(does("#include <std>\nint a, b;\nusing std::swap;", "swap(a, b)"), Does::Swap);
  EXPECT_EQ(does("#include <std>\nint a;", "std::move(a)"), Does::Same);
  EXPECT_EQ(does("#include <std>\nint *a;", "std::move(a, a, a)"), Does::Unmodelled); // the algorithm
  EXPECT_EQ(does("#include <std>", "std::popcount(1)"), Does::CountOnes);
  EXPECT_EQ(does("#include <std>", "std::sqrt(1.f)"), Does::MathDouble);
  const library::Row *Now = rowOf("#include <std>", "std::chrono::steady_clock::now()");
  EXPECT_TRUE(Now && Now->is(library::Clock));
}

TEST_F(Library, methods) {
  EXPECT_EQ(does("#include <std>\nstd::vector<int> v;", "v.front()"), Does::First);
  EXPECT_EQ(does("#include <std>\nstd::vector<int> v;", "v[1]"), Does::Index);
  EXPECT_EQ(does("#include <std>\nstd::deque<int> v;", "v.back()"), Does::Last);
  EXPECT_EQ(does("#include <std>\n__gnu_cxx::__normal_iterator<int> i;", "*i"), Does::Deref);
  const library::Row *Put = rowOf("#include <std>\nstd::basic_ostringstream<char> s;", "s << 1");
  EXPECT_TRUE(Put && Put->What == Does::Put);
  EXPECT_EQ(rowOf("namespace mine { template <class T> struct vector { T &front(); }; } mine::vector<int> v;", "v.front()"),
            nullptr);
  EXPECT_EQ(rowOf("namespace mine { namespace std { struct vector { int front(); }; } } mine::std::vector v;", "v.front()"),
            nullptr);
  EXPECT_EQ(rowOf("#include <std>\nstruct mine : std::vector<int> { int &front(); } v;", "v.front()"), nullptr);
  EXPECT_EQ(rowOf("template <class T> struct __normal_iterator { T &operator*(); }; __normal_iterator<int> i;", "*i"), nullptr);
}

TEST_F(Library, classes) {
  rowOf("#include <std>\nstd::basic_ostringstream<char> s;", "s.str()");
  EXPECT_EQ(library::classOf(F.Object), library::Class::OStringStream);
  EXPECT_TRUE(library::is(F.Object, library::InMemory));
  rowOf("#include <std>\nstd::hash<int> h; int id(std::hash<int>);", "id(h)");
  EXPECT_TRUE(library::is(F.Callee->getParamDecl(0)->getType(), library::Computes));
  const std::string Own = "#include <std>\nstruct A {}; template <class T> struct B {}; int calls; namespace std {\n"
                          "template <> struct hash<A> { int operator()(A) const { return ++calls; } };\n"
                          "template <class T> struct hash<B<T>> { int operator()(B<T>) const { return ++calls; } }; }\n";
  for (const char *Of : {"A", "B<int>"}) {
    const std::string Hash = std::string("std::hash<") + Of + ">";
    rowOf(Own + Hash + " h; int id(" + Hash + ");", "id(h)");
    EXPECT_FALSE(library::is(F.Callee->getParamDecl(0)->getType(), library::Computes)) << Of;
  }
  rowOf("struct vector { int front(); } v;", "v.front()");
  EXPECT_EQ(library::classOf(F.Object), library::Class::None);
}

} // namespace
