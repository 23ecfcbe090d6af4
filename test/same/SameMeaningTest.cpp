//===- test/same/SameMeaningTest.cpp ---------------------------------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Each text has a function a and a function b with the same words in them, and
// something in between.
//
//===----------------------------------------------------------------------===//
#include "persistify/SameMeaning.h"
#include "persistify/Frontend.h"
#include "clang/AST/Decl.h"
#include "clang/Frontend/ASTUnit.h"
#include "gtest/gtest.h"

using namespace persistify;

namespace {

/// What differs between a and b, "" if nothing.
std::string compare(const std::string &Path, const std::string &Text, std::vector<std::string> Flags) {
  DiagnosticSink Diags;
  auto Unit = parseHost(Path, Text, Flags, Diags);
  for (const Diagnostic &D : Diags.all())
    ADD_FAILURE() << D.Range.Line << ": " << D.message() << "\n" << Text;
  if (!Unit)
    return "no unit";
  const clang::FunctionDecl *A = nullptr, *B = nullptr;
  for (const clang::Decl *D : Unit->getASTContext().getTranslationUnitDecl()->decls())
    if (const auto *F = llvm::dyn_cast<clang::FunctionDecl>(D); F && F->doesThisDeclarationHaveABody()) {
      if (F->getName() == "a")
        A = F;
      if (F->getName() == "b")
        B = F;
    }
  if (!A || !B) {
    ADD_FAILURE() << "a or b is missing: " << Text;
    return "";
  }
  DeclMap Locals;
  auto D = sameMeaning(A, B, Unit->getASTContext(), Locals);
  return D ? D->What : "";
}

std::string c(const std::string &Text) { return compare("t.c", Text, {"-std=gnu11"}); }
std::string cxx(const std::string &Text) { return compare("t.cpp", Text, {"-std=c++17"}); }

/// The same words twice with something in between.
std::string twice(const std::string &Body, const std::string &Between = "", const std::string &Head = "int #(int x)") {
  std::string A = Head, B = Head;
  A.replace(A.find('#'), 1, "a");
  B.replace(B.find('#'), 1, "b");
  return A + Body + "\n" + Between + "\n" + B + Body + "\n";
}

} // namespace

TEST(SameMeaning, Itself) {
  for (const char *Body : {
           "{ int y = x * 2 + 1; for (int i = 0; i < y; i++) { if (i % 3) continue; x += i; } return x; }",
           "{ struct S { char c; int v : 3; } s = {1, 2}; return s.v + (int)sizeof(struct S) + sizeof s; }",
           "{ enum E { P, Q = 7 } e = Q; switch (x) { case P: return 1; case 3 ... 5: break; default: x = e; } return x; }",
           "{ int v[x + 1]; v[0] = 1; return v[0] + sizeof v; }",
           "{ again: if (x > 9) { x -= 3; goto again; } if (x) goto end; x++; end: return x; }",
           "{ typedef float T; union U { T t; int i; } u; u.t = 1.5f; return u.i; }",
           "{ int v[4] = {[2] = 5}; int *p = &v[1]; do *p++ = x; while (x--); return x ?: v[2]; }",
           "{ extern int out; int f(int); return f(out) + (int)__builtin_sqrt(2.0); }",
           "{ int *p __attribute__((aligned(64))) = &x; return *p; }"})
    EXPECT_EQ(c(twice(Body)), "") << Body;
}

TEST(SameMeaning, ItselfInCxx) {
  const std::string Front = "template <class T> T twice(T t) { return t + t; }\n"
                            "template <class T> struct Box { T v; T get() const { return v; } };\n"
                            "struct R { int n; R(int n) : n(n) {} ~R() {} R operator+(const R &o) const { return n + o.n; } };\n";
  for (const char *Body : {
           "{ auto f = [=, &x](int y) mutable { return x + y; }; return f(2) + f(3); }",
           "{ R r(1), s = r + R(2); return s.n; }",
           "{ struct L { int v; int twice() const { return v * 2; } } l{x}; return l.twice(); }",
           "{ struct L { int v; }; Box<L> b{{x}}; return b.get().v + twice(x); }",
           "{ int v[3] = {1, 2, 3}; for (int &i : v) i += x; auto [p, q, r] = v; return p + q; }",
           "{ try { if (x) throw R(x); } catch (const R &r) { return r.n; } return 0; }",
           "{ int *p = new int[3]{1, 2}; int r = p[1]; delete[] p; return r; }",
           "{ if (int y = x; y > 2) return y; return static_cast<int>(2.5) + int(x) + nullptr_t_is(); }"})
    EXPECT_EQ(cxx(Front + "int nullptr_t_is();\n" + twice(Body)), "") << Body;
}

TEST(SameMeaning, Layout) {
  EXPECT_NE(c(twice("{ struct S { char c; int v; }; return sizeof(struct S); }", "#pragma pack(push, 1)")), "");
  EXPECT_NE(c(twice("{ struct S { char c; int v; } *s = (struct S *)0; return s ? s->v : x; }", "#pragma pack(1)")), "");
  EXPECT_NE(c("typedef int T;\n" + twice("{ T t; return (int)(long)&t; }", "typedef int T __attribute__((aligned(64)));")),
            "");
  EXPECT_NE(c(twice("{ struct S { char c; long v; }; return __builtin_offsetof(struct S, v); }", "#pragma pack(2)")), "");
}

TEST(SameMeaning, Names) {
  EXPECT_NE(c("int __attribute__((overloadable)) sz(int);\n" +
              twice("{ short s = x; return sz(s); }", "int __attribute__((overloadable)) sz(short);")),
            "");
  EXPECT_NE(cxx("int sz(int);\n" + twice("{ short s = x; return sz(s); }", "int sz(short);")), "");
  EXPECT_NE(cxx("namespace n { int v; }\nint v;\n" + twice("{ return W; }", "#undef W\n#define W ::v").insert(0, "#define W n::v\n")),
            "");
  EXPECT_NE(cxx("template <class T> int f(T) { return 1; }\n" + twice("{ return f(x); }", "int f(int);")), "");
  EXPECT_NE(cxx(twice("{ struct L { int v; int f() { return K; } } l{x}; return l.f(); }", "#undef K\n#define K 2")
                    .insert(0, "#define K 1\n")),
            "");
}

TEST(SameMeaning, Values) {
  EXPECT_NE(c(twice("{ return x + K; }", "#undef K\n#define K 2").insert(0, "#define K 1\n")), "");
  EXPECT_NE(c(twice("{ return x + sizeof(__func__); }")), "") << "the names have one length, the text differs";
  EXPECT_NE(c(twice("{ return x + __builtin_LINE(); }")), "");
  EXPECT_NE(c(twice("{ return x + __LINE__; }")), "");
  EXPECT_NE(cxx("int at(int l = __builtin_LINE());\n" + twice("{ return x + at(); }")), "");
  EXPECT_NE(c(twice("{ x T 1; return x; }", "#undef T\n#define T -=").insert(0, "#define T +=\n")), "");
}

TEST(SameMeaning, Options) {
  EXPECT_NE(c(twice("{ return x * 2.0f + 1.0f; }", "#pragma STDC FP_CONTRACT OFF")
                  .insert(0, "#pragma STDC FP_CONTRACT ON\n")),
            "");
  EXPECT_NE(c(twice("{ return x; }", "#pragma clang attribute push(__attribute__((annotate(\"x\"))), apply_to = function)") +
              "#pragma clang attribute pop\n"),
            "");
  EXPECT_NE(c(twice("{ U for (int i = 0; i < 9; i++) x += i; return x; }", "#undef U\n#define U _Pragma(\"unroll 2\")")
                  .insert(0, "#define U\n")),
            "");
}

TEST(SameMeaning, Twice) {
  EXPECT_NE(c(twice("{ static int n; return n++ + x; }")), "");
  EXPECT_NE(c(twice("{ register int n __asm__(\"ebx\") = x; return n; }")), "") << "not known";
  EXPECT_NE(cxx(twice("{ auto f = [](auto y) { return y; }; return f(x); }")), "") << "not known";
}
