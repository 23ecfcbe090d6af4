//===- SharedMapTest.cpp - a map whose copies share what is the same ---------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "machine/SharedMap.h"
#include "gtest/gtest.h"
#include <map>
#include <random>
#include <set>
#include <vector>

namespace {

using Shared = persistify::host::SharedMap<int>;
using Plain = std::map<std::string, int>;

std::string name(unsigned N) { return std::to_string(N / 8) + "." + std::string(1, char('a' + N % 8)); }

void expectSame(const Shared &S, const Plain &P) {
  ASSERT_EQ(S.size(), P.size());
  EXPECT_EQ(S.empty(), P.empty());
  auto Want = P.begin();
  for (auto &[Key, Value] : S) {
    EXPECT_EQ(Key, Want->first); // in the same order
    EXPECT_EQ(Value, Want->second);
    ++Want;
  }
}

/// Maps that are changed, copied and erased from in any order are what std::map would be.
TEST(SharedMap, isAMap) {
  std::mt19937 Random(7);
  std::vector<std::pair<Shared, Plain>> Maps(1);
  for (unsigned Step = 0; Step < 20000; ++Step) {
    auto &[S, P] = Maps[Random() % Maps.size()];
    const std::string Key = name(Random() % 200);
    switch (Random() % 10) {
    case 0:
      S.erase(Key);
      P.erase(Key);
      break;
    case 1:
      if (Maps.size() < 8) {
        auto Copy = Maps[Random() % Maps.size()];
        Maps.push_back(Copy);
      } else {
        Maps.erase(Maps.begin() + Random() % Maps.size());
      }
      break;
    case 2: {
      const unsigned Rest = Random() % 5;
      S.eraseIf([&](const auto &E) { return E.second % 5 == int(Rest); });
      for (auto I = P.begin(); I != P.end();)
        I = I->second % 5 == int(Rest) ? P.erase(I) : std::next(I);
      break;
    }
    case 3: {
      const std::string Last = Key + std::to_string(Random() % 3);
      S.eraseRange(Key, Last);
      P.erase(P.lower_bound(Key), P.lower_bound(Last));
      break;
    }
    case 4:
      S.change([](const auto &E) { return E.second % 7 == 0 ? std::optional(E.second + 1) : std::nullopt; });
      for (auto &E : P)
        E.second += E.second % 7 == 0;
      break;
    default:
      S.set(Key, int(Step));
      P[Key] = int(Step);
    }
    if (Step % 50 == 0)
      for (auto &[Shared, Plain] : Maps)
        expectSame(Shared, Plain);
  }
}

TEST(SharedMap, finds) {
  Shared S;
  EXPECT_TRUE(S.begin() == S.end());
  for (unsigned N = 0; N < 100; N += 2)
    S.set(name(N), int(N));
  EXPECT_EQ(S.count(name(4)), 1u);
  EXPECT_EQ(S.count(name(5)), 0u);
  ASSERT_TRUE(S.find(name(4)) != S.end());
  EXPECT_EQ(S.find(name(4))->second, 4);
  EXPECT_TRUE(S.find(name(5)) == S.end());
  auto Next = S.lower_bound("1.b");
  ASSERT_TRUE(Next != S.end());
  EXPECT_EQ(Next->first, "1.c");
  EXPECT_TRUE(S.lower_bound("9.z") == S.end());
  // What is found stays while another entry changes.
  const int &Four = S.find(name(4))->second;
  const Shared Copy = S;
  for (unsigned N = 1; N < 100; N += 2)
    S.set(name(N), 0);
  EXPECT_EQ(Four, 4);
  EXPECT_EQ(Copy.size(), 50u);
}

/// A value of the map itself may be given.
TEST(SharedMap, setsToItsOwn) {
  Shared S;
  S.set("a", 1);
  S.set("a", S.find("a")->second);
  S.set("b", S.find("a")->second);
  expectSame(S, {{"a", 1}, {"b", 1}});
}

/// Joins and comparisons see what a walk over all keys would, and nothing of what is shared.
TEST(SharedMap, joinsAndCompares) {
  std::mt19937 Random(11);
  for (unsigned Round = 0; Round < 300; ++Round) {
    Shared A;
    Plain PA;
    for (unsigned N = Random() % 60; N; --N) {
      const std::string Key = name(Random() % 80);
      PA[Key] = int(Random() % 3);
      A.set(Key, PA[Key]);
    }
    Shared B = Round % 4 ? A : Shared();
    Plain PB = Round % 4 ? PA : Plain();
    for (unsigned N = Random() % 20; N; --N) {
      const std::string Key = name(Random() % 80);
      if (Random() % 3 == 0) {
        B.erase(Key);
        PB.erase(Key);
        continue;
      }
      PB[Key] = int(Random() % 3);
      B.set(Key, PB[Key]);
    }
    // Equal values stay, different ones are added, what only A has stays, what only B has goes.
    using Joined = Shared::Joined;
    const Shared J = Shared::join(A, B, [](const std::string &, const int *X, const int *Y, int &New) {
      if (!X)
        return Joined::None;
      if (!Y || *X == *Y)
        return Joined::First;
      if (*X == 0)
        return Joined::Second;
      New = *X + *Y;
      return Joined::New;
    });
    Plain Want;
    std::set<std::string> Different;
    for (auto &[Key, X] : PA) {
      auto Y = PB.find(Key);
      Want[Key] = Y == PB.end() || Y->second == X ? X : X + Y->second;
      if (Y == PB.end() || Y->second != X)
        Different.insert(Key);
    }
    for (auto &[Key, Y] : PB)
      if (!PA.count(Key))
        Different.insert(Key);
    expectSame(J, Want);
    expectSame(A, PA);
    expectSame(B, PB);
    std::set<std::string> Seen;
    EXPECT_TRUE(Shared::compare(A, B, [&](const std::string &Key, const int *X, const int *Y) {
      EXPECT_TRUE(X || Y);
      if (!X || !Y || *X != *Y)
        EXPECT_TRUE(Seen.insert(Key).second);
      return true;
    }));
    EXPECT_EQ(Seen, Different);
    EXPECT_EQ(Shared::compare(A, B, [](const std::string &, const int *X, const int *Y) { return X && Y && *X == *Y; }),
              Different.empty());
  }
}

/// A copy that changed in one entry is compared and joined without a look at the others.
TEST(SharedMap, leavesOutWhatIsShared) {
  Shared A;
  for (unsigned N = 0; N < 20000; ++N)
    A.set(name(N), int(N));
  Shared B = A;
  B.set(name(777), -1);
  unsigned Looks = 0;
  EXPECT_TRUE(Shared::compare(A, B, [&](const std::string &, const int *, const int *) {
    ++Looks;
    return true;
  }));
  EXPECT_LT(Looks, 60u); // the way to it
  Looks = 0;
  const Shared J = Shared::join(A, B, [&](const std::string &, const int *X, const int *Y, int &) {
    ++Looks;
    return X && Y && *X == *Y ? Shared::Joined::First : Shared::Joined::None;
  });
  EXPECT_LT(Looks, 60u);
  EXPECT_EQ(J.size(), 19999u);
}

} // namespace
