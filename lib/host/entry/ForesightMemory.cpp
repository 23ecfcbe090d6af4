//===- ForesightMemory.cpp - what a walk over the program knows ---------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "entry/ForesightMemory.h"
#include "persistify/Planted.h"
#include "llvm/ADT/StringExtras.h"

namespace persistify::host::foresight {

std::set<std::string> Datum::texts() const {
  if (K == Text)
    return {S.substr(std::min<size_t>(I, S.size()))};
  std::set<std::string> Out;
  llvm::StringRef Rest = S;
  while (!Rest.empty()) {
    auto [One, Others] = Rest.split('\0');
    Out.insert(One.str());
    Rest = Others;
  }
  return Out;
}

/// Either of few texts; empty if there are more.
static std::string few(const Datum &A, const Datum &B) {
  std::set<std::string> All = A.texts();
  All.merge(B.texts());
  std::string S;
  for (const std::string &T : All)
    S += T + '\0';
  return All.size() <= 8 ? S : std::string();
}

/// The spots that S may be; S itself if it is one.
static std::vector<Spot> alternatives(const Spot &S) {
  if (!llvm::StringRef(S).starts_with("?"))
    return {S};
  auto [Which, Steps] = llvm::StringRef(S).drop_front().split('?');
  std::vector<Spot> All;
  while (!Which.empty()) {
    auto [One, Others] = Which.split('|');
    All.push_back(One.str() + Steps.str());
    Which = Others;
  }
  return All;
}

/// One of few spots; empty if there are more.
static Spot either(const Spot &A, const Spot &B) {
  std::set<Spot> All;
  for (const Spot &S : {A, B})
    for (Spot &One : alternatives(S))
      All.insert(std::move(One));
  if (All.size() > 4 || llvm::any_of(All, [](const Spot &S) { return S.find('|') != Spot::npos; })) // of a union
    return {};
  return "?" + llvm::join(All, "|") + "?";
}

Datum join(const Datum &A, const Datum &B) {
  if (A == B)
    return A;
  if (A.K == B.K && (A.K == Datum::Address || A.K == Datum::Bound))
    if (Spot S = either(A.S, B.S); !S.empty())
      return {A.K, 0, std::move(S), nullptr};
  if (A.K == B.K && (A.K == Datum::Kernel || A.K == Datum::Token)) {
    Datum D = A;
    D.I = 0;
    if (A.S != B.S) // a token has none
      D.S = A.S.empty() || B.S.empty() ? "" : few(A, B);
    return D;
  }
  auto IsText = [](const Datum &D) { // all of it
    return (D.K == Datum::Text || D.K == Datum::Texts) && D.S.find("\1\2") == std::string::npos;
  };
  if (IsText(A) && IsText(B))
    if (std::string S = few(A, B); !S.empty())
      return {Datum::Texts, 0, std::move(S), nullptr};
  auto Made = [](const Datum &D) {
    return D.K == Datum::Kernel || D.K == Datum::Address || D.K == Datum::Token || D.K == Datum::Function;
  };
  auto Not = [](const Datum &D) { return D.K == Datum::Null || D.K == Datum::Unknown; };
  if (Made(A) && Not(B))
    return A;
  if (Made(B) && Not(A))
    return B;
  return {};
}

std::optional<int64_t> lastIndex(llvm::StringRef S) {
  int64_t I;
  size_t At = S.rfind('[');
  if (!S.ends_with("]") || At == llvm::StringRef::npos || S.slice(At + 1, S.size() - 1).getAsInteger(10, I))
    return std::nullopt;
  return I;
}

Spot withoutIndex(const Spot &S) { return lastIndex(S) ? S.substr(0, S.rfind('[')) : S; }

Spot moved(const Spot &S, int64_t N) {
  if (N == 0 || S.empty())
    return S;
  if (llvm::StringRef(S).starts_with("?")) {
    Spot To;
    for (const Spot &One : alternatives(S))
      if (Spot New = moved(One, N); New.empty())
        return {};
      else
        To = To.empty() ? New : either(To, New);
    return To;
  }
  auto I = lastIndex(S);
  return I ? withoutIndex(S) + "[" + std::to_string(*I + N) + "]" : Spot();
}

constexpr unsigned FirstNumber = 0x1000000, Digits = 7; // of equal width, so that no number starts another one

Spot Memory::create() { return llvm::utohexstr(FirstNumber + Next++); }

/// The number of the object that S begins with.
static std::optional<unsigned> numberOf(llvm::StringRef S) {
  unsigned N;
  if (S.size() < Digits || S.take_front(Digits).getAsInteger(16, N) || N < FirstNumber)
    return std::nullopt;
  return N - FirstNumber;
}

static llvm::StringRef stepsOf(llvm::StringRef S) { return S.drop_front(Digits); }

const Memory::Object *Memory::object(const Spot &S) const {
  auto N = numberOf(S);
  if (!N || *N / ChapterSize >= Objects.size())
    return nullptr;
  const Chapter *C = Objects[*N / ChapterSize].get();
  const Page *P = C ? (*C)[*N % ChapterSize / PageSize].get() : nullptr;
  return P ? (*P)[*N % PageSize].get() : nullptr;
}

/// What is there, of this state alone.
template <typename T> static T &unshared(std::shared_ptr<T> &At) {
  if (!At)
    At = std::make_shared<T>();
  else if (At.use_count() > 1)
    At = std::make_shared<T>(*At);
  return *At;
}

/// The object of S, to be changed. S has a number.
Memory::Object &Memory::own(const Spot &S) {
  unsigned N = *numberOf(S);
  if (N / ChapterSize >= Objects.size())
    Objects.resize(N / ChapterSize + 1);
  Page &P = unshared(unshared(Objects[N / ChapterSize])[N % ChapterSize / PageSize]);
  return unshared(P[N % PageSize]);
}

/// What was written to S itself; null if nothing was.
const Datum *Memory::exact(const Spot &S) const {
  const Object *O = object(S);
  auto It = O ? O->Cells.find(stepsOf(S)) : decltype(O->Cells.end())();
  return O && It != O->Cells.end() ? &It->second : nullptr;
}

Datum Memory::readEach(const std::vector<Spot> &Of) const {
  std::optional<Datum> D;
  for (const Spot &S : Of)
    D = D ? join(*D, read(S)) : read(S);
  return D.value_or(Datum());
}

/// S without the index that it ends with.
static Spot holder(const Spot &S) { return llvm::StringRef(S).ends_with("]") ? S.substr(0, S.rfind('[')) : Spot(); }

/// Whether Steps are those of Pattern, with some index for each "[?]" of it.
static bool matches(llvm::StringRef Steps, llvm::StringRef Pattern) {
  while (true) {
    size_t At = Pattern.find("[?]");
    if (At == llvm::StringRef::npos)
      return Steps == Pattern;
    if (!Steps.consume_front(Pattern.take_front(At + 1)) || Steps.find(']') == llvm::StringRef::npos)
      return false;
    Pattern = Pattern.drop_front(At + 3);
    Steps = Steps.drop_front(Steps.find(']') + 1);
  }
}

Datum Memory::read(const Spot &S) const {
  if (llvm::StringRef(S).starts_with("?"))
    return readEach(alternatives(S));
  const Object *O = object(S);
  if (!O)
    return {};
  if (Spot Whole = holder(S); !Whole.empty()) // a character
    if (const Datum *T = exact(Whole); T && T->K == Datum::Text) {
      auto I = lastIndex(S);
      const bool Known = I && *I >= 0 && size_t(*I) <= T->S.size() && T->S.find('\1') == std::string::npos;
      const char C = Known && size_t(*I) < T->S.size() ? T->S[*I] : 0;
      return Known && C >= 0 ? Datum::integer(C) : Datum();
    }
  if (const Datum *D = exact(S)) {
    Datum Of = *D;
    if (llvm::StringRef(S).ends_with("[?]"))
      for (auto &[Steps, Other] : O->Cells)
        if (matches(Steps, stepsOf(S)))
          Of = join(Of, Other);
    return Of;
  }
  llvm::StringRef Steps = stepsOf(S);
  if (O->AnyIndex && lastIndex(Steps))
    if (auto It = O->Cells.find(Steps.take_front(Steps.rfind('[')).str() + "[?]"); It != O->Cells.end())
      return It->second;
  return {};
}

/// F gets what follows S, and what is there.
void Memory::forEachPart(const Spot &S, llvm::function_ref<void(llvm::StringRef, const Datum &)> F) const {
  const Object *O = object(S);
  if (!O)
    return;
  llvm::StringRef Steps = stepsOf(S);
  for (auto It = O->Cells.lower_bound(Steps); It != O->Cells.end() && llvm::StringRef(It->first).starts_with(Steps);
       ++It)
    if (llvm::StringRef Rest = llvm::StringRef(It->first).drop_front(Steps.size());
        Rest.empty() || llvm::StringRef(".[<!").contains(Rest.front()))
      F(Rest, It->second);
}

bool Memory::knows(const Spot &S) const {
  bool Any = false;
  for (const Spot &One : alternatives(S))
    forEachPart(One, [&](llvm::StringRef, const Datum &D) { Any |= bool(D); });
  return Any;
}

/// Puts D there, and gives what was there.
Datum Memory::exchange(const Spot &S, Datum D) {
  Object &O = own(S);
  llvm::StringRef Steps = stepsOf(S);
  O.AnyIndex |= Steps.ends_with("[?]");
  auto It = O.Cells.lower_bound(Steps);
  if (It == O.Cells.end() || It->first != Steps)
    It = O.Cells.emplace_hint(It, Steps.str(), Datum());
  return std::exchange(It->second, std::move(D));
}

void Memory::store(const Spot &S, Datum D) { Journal.push_back({S, exchange(S, std::move(D))}); }

/// Stores a character of a text. False if S is none.
bool Memory::storeInText(const Spot &S, const Datum &D) {
  const Spot Whole = holder(S);
  const Datum *Now = Whole.empty() ? nullptr : exact(Whole);
  if (!Now || (Now->K != Datum::Text && Now->K != Datum::Texts))
    return false;
  Datum T = *Now;
  auto I = lastIndex(S);
  const bool Known = I && *I >= 0 && T.K == Datum::Text && T.S.find('\1') == std::string::npos && D.K == Datum::Int &&
                     (size_t(*I) < T.S.size() || D.I == 0);
  if (Known && size_t(*I) < T.S.size()) // else behind its end
    T.S[*I] = D.I;
  store(Whole, Known ? std::move(T) : Datum());
  return true;
}

/// Where the usual length is, next to the length at \p S; empty if there is none.
static Spot usualOf(llvm::StringRef S) { return S.consume_back("!size") ? S.str() + "!usual" : Spot(); }

/// What else may be at \p S, or be a part of what is there: other elements for one that is not known, other members of a
/// union, characters of a text.
void Memory::writeBeside(const Spot &S, const Datum &D) {
  constexpr size_t None = llvm::StringRef::npos;
  const llvm::StringRef Steps = stepsOf(S);
  const size_t Any = Steps.find("[?]"), Member = Steps.rfind(".|");
  const bool IsText = D.K == Datum::Text || D.K == Datum::Texts;
  const Object *O = IsText || Any != None || Member != None ? object(S) : nullptr;
  if (!O)
    return;
  auto Ends = [](char C) { return llvm::StringRef(".[<!").contains(C); };
  // All of these begin alike.
  const llvm::StringRef Front = Steps.take_front(std::min({Any, Member, Steps.size()}));
  std::vector<std::pair<Spot, Datum>> Others;
  for (auto It = O->Cells.lower_bound(Front); It != O->Cells.end() && llvm::StringRef(It->first).starts_with(Front);
       ++It) {
    const auto &[Path, Was] = *It;
    llvm::StringRef Rest = Path;
    if (!Was || Rest == Steps)
      continue;
    if (Any != None && matches(Path, Steps))
      Others.push_back({S.substr(0, Digits) + Path, join(Was, D)});
    else if (IsText && Rest.consume_front(Steps) && Rest.starts_with("["))
      Others.push_back({S.substr(0, Digits) + Path, Datum()});
    else if (Rest = Path; Member != None && Rest.consume_front(Steps.take_front(Member + 2)) &&
                          Rest.take_until(Ends) != Steps.drop_front(Member + 2).take_until(Ends))
      Others.push_back({S.substr(0, Digits) + Path, Datum()});
  }
  for (auto &[At, New] : Others)
    store(At, std::move(New));
}

void Memory::write(const Spot &S, Datum D) {
  if (llvm::StringRef(S).starts_with("?")) {
    for (const Spot &One : alternatives(S))
      write(One, join(read(One), D));
    return;
  }
  if (!numberOf(S) || storeInText(S, D))
    return;
  writeBeside(S, D);
  if (const Spot Usual = usualOf(S); !Usual.empty() && exact(Usual))
    store(Usual, {});
  store(S, std::move(D));
}

bool Memory::wasWritten(const Spot &S) const {
  return llvm::any_of(alternatives(S), [&](const Spot &One) { return exact(One) != nullptr; });
}

void Memory::doubt(const Spot &S) {
  for (const Spot &One : alternatives(S)) {
    std::vector<std::pair<Spot, Datum>> All;
    forEachPart(One, [&](llvm::StringRef P, const Datum &D) {
      if (D && !P.contains("!key") && !P.contains("!class"))
        All.push_back({One + P.str(), join(D, Datum())});
    });
    for (auto &[At, D] : All)
      store(At, std::move(D));
    if (const Spot Whole = holder(One); !Whole.empty())
      storeInText(One, Datum());
  }
}

unsigned Memory::doubtAll() {
  std::vector<Spot> All;
  unsigned Seen = 0;
  for (unsigned N = 0; N < Next; ++N) {
    const Spot S = llvm::utohexstr(FirstNumber + N);
    if (const Object *O = object(S))
      for (auto &[Steps, D] : O->Cells)
        if (++Seen;
            (D.K == Datum::Int || D.K == Datum::Text || D.K == Datum::Texts) && Steps.find('!') == std::string::npos)
          All.push_back(S + Steps);
  }
  for (const Spot &S : All)
    store(S, {});
  return Seen;
}

void Memory::clear(const Spot &S) {
  if (llvm::StringRef(S).starts_with("?"))
    return doubt(S);
  std::vector<Spot> All;
  forEachPart(S, [&](llvm::StringRef P, const Datum &D) {
    if (D)
      All.push_back(S + P.str());
  });
  for (const Spot &P : All)
    store(P, {});
  if (numberOf(S))
    storeInText(S, {});
}

void Memory::copy(const Spot &To, const Spot &From) {
  if (To.empty() || To == From)
    return;
  std::vector<std::pair<std::string, Datum>> All;
  const std::vector<Spot> Which = alternatives(From);
  if (!Which.empty())
    forEachPart(Which.front(), [&](llvm::StringRef P, const Datum &D) {
      if (Datum Of = Which.size() == 1 ? D : read(From + P.str()))
        All.push_back({P.str(), Of});
    });
  if (Which.size() == 1 && All.empty())
    if (Datum D = read(From)) // a character of a text
      All.push_back({"", D});
  if (From.empty() || !llvm::StringRef(From).starts_with(To)) // the value may be a part of what is set
    clear(To);
  for (auto &[P, D] : All)
    write(To + P, D);
}

std::vector<std::string> Memory::parts(const Spot &S, llvm::StringRef Prefix) const {
  std::vector<std::string> Out;
  const Object *O = object(S);
  if (!O)
    return Out;
  size_t Before = stepsOf(S).size();
  std::string Start = stepsOf(S).str() + Prefix.str();
  for (auto It = O->Cells.lower_bound(Start); It != O->Cells.end() && llvm::StringRef(It->first).starts_with(Start);
       ++It) {
    llvm::StringRef Rest = llvm::StringRef(It->first).drop_front(Before);
    size_t End = Rest.starts_with(".at(") ? Rest.find(')') : Rest.find_first_of(".[<!", Prefix.size());
    if (Rest.starts_with(".at(") && End != llvm::StringRef::npos)
      ++End;
    std::string Step = Rest.substr(0, End).str();
    if (It->second && (Out.empty() || Out.back() != Step))
      Out.push_back(Step);
  }
  return Out;
}

Memory::Changes Memory::since(size_t Mark) const {
  Changes C;
  for (size_t I = Mark; I < Journal.size(); ++I)
    if (auto [It, New] = C.try_emplace(Journal[I].first); New)
      It->second = *exact(Journal[I].first);
  return C;
}

Memory::Changes Memory::before(size_t Mark) const {
  Changes C;
  for (size_t I = Mark; I < Journal.size(); ++I)
    C.try_emplace(Journal[I].first, Journal[I].second);
  return C;
}

void Memory::rollback(size_t Mark) {
  while (Journal.size() > Mark) {
    exchange(Journal.back().first, std::move(Journal.back().second));
    Journal.pop_back();
  }
}

void Memory::apply(const Changes &C) {
  for (auto &[S, D] : C)
    store(S, D);
}

/// Two objects of which one was made on each way, where one name holds either (`p = new T` in both branches), are one
/// object from here on, in which is what may be in either. \p Base: what this way changed, as it was before.
void Memory::unite(Changes &Other, const Changes &Base) const {
  auto Root = [](const Datum &D) {
    return D.K == Datum::Address && numberOf(D.S) && (stepsOf(D.S).empty() || stepsOf(D.S) == "[0]");
  };
  auto MadeHere = [&](const Spot &S) {
    bool New = true;
    forEachPart(S, [&](llvm::StringRef Part, const Datum &D) {
      auto It = Base.find(S + Part.str());
      New &= !D || (It != Base.end() && !It->second);
    });
    return New;
  };
  std::set<Spot> Taken; // objects of this way: each stands for one of the other way
  while (true) { // they may point to others
    std::map<Spot, Spot> To;
    for (auto &[S, D] : Other) {
      const Datum *Now = exact(S);
      if (!Root(D) || !Now || !Root(*Now) || D.S == Now->S || stepsOf(D.S) != stepsOf(Now->S))
        continue;
      const Spot There = D.S.substr(0, Digits), Here = Now->S.substr(0, Digits);
      if (!To.count(There) && !Taken.count(Here) && !knows(There) && MadeHere(Here)) {
        To[There] = Here;
        Taken.insert(Here);
      }
    }
    if (To.empty())
      return;
    auto Renamed = [&](const Spot &Of) {
      auto It = To.find(Of.substr(0, Digits));
      return It != To.end() ? It->second + Of.substr(Digits) : Of;
    };
    Changes New;
    for (auto &[Key, Value] : Other) {
      Datum V = Value;
      if (V.K == Datum::Address || V.K == Datum::Bound)
        V.S = Renamed(V.S);
      New[Renamed(Key)] = std::move(V);
    }
    Other = std::move(New);
  }
}

void Memory::joinWith(Changes Other, size_t Mark, unsigned MadeBefore) {
  Changes Base; // before
  for (size_t I = Mark; I < Journal.size(); ++I)
    Base.try_emplace(Journal[I].first, Journal[I].second);
  unite(Other, Base);
  auto Join = [&](const Spot &S, const Datum &D, const Datum &Before) {
    const Datum Now = exact(S) ? *exact(S) : Datum();
    Datum Both = join(D, Now);
    if (llvm::StringRef(S).ends_with("!usual")) // of the way that has one
      Both = D ? D : Now;
    else if (const Spot Usual = usualOf(S);
             !Usual.empty() && !Both && Before.K == Datum::Int && Before.I > 0 && !planted("no-usual-length"))
      store(Usual, Before);
    store(S, std::move(Both));
  };
  auto OfOneWay = [&](const Spot &S) {
    return numberOf(S).value_or(0) >= MadeBefore && !planted("objects-of-one-way");
  };
  for (auto &[S, D] : Other)
    if (auto It = Base.find(S); It != Base.end())
      Join(S, D, It->second);
    else if (OfOneWay(S))
      store(S, D);
    else
      Join(S, D, exact(S) ? *exact(S) : Datum());
  for (auto &[S, D] : Base)
    if (!Other.count(S) && !OfOneWay(S))
      Join(S, D, D);
}

} // namespace persistify::host::foresight
