//===- SharedMap.h - a map whose copies share what is the same ---------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What is known of a program's variables is copied at each branch, and joined where branches meet, while each branch
// changes little of it. A SharedMap is copied in constant time. Copies share all entries that neither has changed, and
// what compares or joins two maps leaves shared parts out.
//
// It is a treap: a search tree by keys that is also a heap by the keys' hashes. So its shape depends on its keys
// alone, and equal parts of two maps have equal shapes. A change copies the nodes on the way to it, those that nobody
// shares excepted. Lookup and change take time logarithmic in the size. A map is not for several threads, and nor are
// copies of it.
//
//===----------------------------------------------------------------------===//
#ifndef PERSISTIFY_HOST_MACHINE_SHAREDMAP_H
#define PERSISTIFY_HOST_MACHINE_SHAREDMAP_H

#include "llvm/ADT/IntrusiveRefCntPtr.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/iterator_range.h"
#include "llvm/Support/xxhash.h"
#include <cassert>
#include <iterator>
#include <optional>
#include <string>
#include <utility>

namespace persistify::host {

template <typename T> class SharedMap {
public:
  using Entry = std::pair<const std::string, T>;

private:
  struct Node;
  using Link = llvm::IntrusiveRefCntPtr<Node>;
  struct Node : llvm::RefCountedBase<Node> {
    Entry E;
    const uint64_t Hash;
    size_t Size = 1; ///< of the tree whose root this is
    Link Left, Right;

    Node(std::string Key, T Value) : E(std::move(Key), std::move(Value)), Hash(llvm::xxh3_64bits(E.first)) {}
    Node(const Node &O) = default;
  };

public:
  /// In the order of the keys. Valid until the map changes; a reference to an entry that is not changed itself is
  /// valid for as long as some map has it.
  class const_iterator {
  public:
    using iterator_category = std::forward_iterator_tag;
    using value_type = Entry;
    using difference_type = std::ptrdiff_t;
    using pointer = const Entry *;
    using reference = const Entry &;

    reference operator*() const { return Way.back()->E; }
    pointer operator->() const { return &Way.back()->E; }
    const_iterator &operator++() {
      const Node *Next = Way.pop_back_val()->Right.get();
      for (; Next; Next = Next->Left.get())
        Way.push_back(Next);
      return *this;
    }
    const_iterator operator++(int) {
      const_iterator Old = *this;
      ++*this;
      return Old;
    }
    bool operator==(const const_iterator &O) const {
      return Way.empty() == O.Way.empty() && (Way.empty() || Way.back() == O.Way.back());
    }
    bool operator!=(const const_iterator &O) const { return !(*this == O); }

  private:
    friend class SharedMap;
    llvm::SmallVector<const Node *, 16> Way; ///< the entry, below those that come after it
  };

  const_iterator begin() const {
    const_iterator I;
    for (const Node *N = Root.get(); N; N = N->Left.get())
      I.Way.push_back(N);
    return I;
  }
  const_iterator end() const { return {}; }
  size_t size() const { return sizeOf(Root); }
  bool empty() const { return !Root; }

  const_iterator lower_bound(llvm::StringRef Key) const {
    const_iterator I;
    for (const Node *N = Root.get(); N;)
      if (llvm::StringRef(N->E.first) < Key) {
        N = N->Right.get();
      } else {
        I.Way.push_back(N);
        N = N->Left.get();
      }
    return I;
  }
  const_iterator find(llvm::StringRef Key) const {
    const_iterator I = lower_bound(Key);
    return I != end() && I->first == Key ? I : end();
  }
  size_t count(llvm::StringRef Key) const { return find(Key) != end(); }

  /// The entry of \p Key is \p Value from here on, which may be a value of this map.
  void set(std::string Key, T Value) { insert(Root, new Node(std::move(Key), std::move(Value))); }
  void erase(llvm::StringRef Key) { remove(Root, Key); }
  void clear() { Root = nullptr; }

  /// Erases each entry for which \p Of(entry) holds.
  template <typename Pred> void eraseIf(Pred Of) { Root = filtered(Root, Of); }
  /// Erases the entries from \p First up to, and without, \p Last.
  void eraseRange(llvm::StringRef First, llvm::StringRef Last) {
    auto [Before, Rest] = split(Root, First);
    Root = joined(Before, split(Rest, Last).second);
  }
  /// Sets each entry to the value that \p New(entry) says, if it says one (std::optional<T>).
  template <typename Fn> void change(Fn New) {
    llvm::SmallVector<std::pair<std::string, T>, 8> All;
    for (const Entry &E : *this)
      if (std::optional<T> V = New(E))
        All.emplace_back(E.first, std::move(*V));
    for (auto &[K, V] : All)
      set(std::move(K), std::move(V));
  }

  /// What becomes of an entry in a join: that of the first map or of the second, a new one, or none.
  enum class Joined { First, Second, New, None };
  /// Both maps joined, as \p Join(key, value of A or null, value of B or null, new value to set) says (Joined).
  /// Not asked for entries that A and B share: of two equal values the join must be that value.
  template <typename Fn> static SharedMap join(const SharedMap &A, const SharedMap &B, Fn Join) {
    SharedMap M;
    M.Root = joinTrees(A.Root, B.Root, Join);
    return M;
  }

  /// Calls \p See(key, value of A or null, value of B or null) for each key of either, in any order, but not for
  /// entries that both share. Ends when \p See returns false. True if it never did.
  template <typename Fn> static bool compare(const SharedMap &A, const SharedMap &B, Fn See) {
    return compareTrees(A.Root, B.Root, See);
  }

private:
  Link Root;

  static size_t sizeOf(const Link &N) { return N ? N->Size : 0; }
  static bool above(const Node &A, const Node &B) { return A.Hash != B.Hash ? A.Hash > B.Hash : A.E.first < B.E.first; }

  /// \p N as one that may be changed.
  static Node &own(Link &N) {
    if (N->UseCount() > 1)
      N = new Node(*N);
    return *N;
  }
  static void count(Node &N) { N.Size = 1 + sizeOf(N.Left) + sizeOf(N.Right); }

  /// \p N with these two below it.
  static Link with(const Link &N, Link Left, Link Right) {
    if (N->Left == Left && N->Right == Right)
      return N;
    Link New = N;
    Node &Mine = own(New);
    Mine.Left = std::move(Left);
    Mine.Right = std::move(Right);
    count(Mine);
    return New;
  }

  /// The entries before \p Key, and the others.
  static std::pair<Link, Link> split(const Link &N, llvm::StringRef Key) {
    if (!N)
      return std::pair<Link, Link>();
    if (llvm::StringRef(N->E.first) < Key) {
      auto [Low, High] = split(N->Right, Key);
      return {with(N, N->Left, Low), High};
    }
    auto [Low, High] = split(N->Left, Key);
    return {Low, with(N, High, N->Right)};
  }

  /// One tree of two; all keys of \p Low are before those of \p High.
  static Link joined(const Link &Low, const Link &High) {
    if (!Low || !High)
      return Low ? Low : High;
    return above(*Low, *High) ? with(Low, Low->Left, joined(Low->Right, High))
                              : with(High, joined(Low, High->Left), High->Right);
  }

  /// Takes the entry of \p Key out of \p N.
  static Link taken(Link &N, llvm::StringRef Key) {
    if (!N)
      return nullptr;
    const int Order = Key.compare(N->E.first);
    if (Order == 0) {
      Link Found = N;
      N = joined(Found->Left, Found->Right);
      return Found;
    }
    const Link &Below = Order < 0 ? N->Left : N->Right;
    Link Rest = Below;
    Link Found = taken(Rest, Key);
    if (Found)
      N = Order < 0 ? with(N, Rest, N->Right) : with(N, N->Left, Rest);
    return Found;
  }

  static void insert(Link &N, Link New) {
    if (!N) {
      N = std::move(New);
      return;
    }
    const int Order = New->E.first.compare(N->E.first);
    if (Order == 0) { // where it stands
      New->Left = N->Left;
      New->Right = N->Right;
      New->Size = N->Size;
      N = std::move(New);
      return;
    }
    if (above(*New, *N)) {
      const std::string &Key = New->E.first;
      auto [Low, High] = split(N, Key); // its entry is in neither: it would stand higher
      New->Left = Low;
      New->Right = High;
      count(*New);
      N = std::move(New);
      return;
    }
    Node &Mine = own(N);
    insert(Order < 0 ? Mine.Left : Mine.Right, std::move(New));
    count(Mine);
  }

  static void remove(Link &N, llvm::StringRef Key) { taken(N, Key); }

  template <typename Pred> static Link filtered(const Link &N, Pred &Of) {
    if (!N)
      return nullptr;
    Link Left = filtered(N->Left, Of);
    const bool Gone = Of(N->E);
    Link Right = filtered(N->Right, Of);
    return Gone ? joined(Left, Right) : with(N, std::move(Left), std::move(Right));
  }

  /// Roots of trees A and B, the higher one's children, and the parts of the other that belong with these.
  struct Pair {
    const Node *A = nullptr, *B = nullptr; ///< entries of one key; one may be null
    Link LeftA, LeftB, RightA, RightB;
  };
  static Pair paired(const Link &A, const Link &B) {
    Pair P;
    if (A && B && A->Hash == B->Hash && A->E.first == B->E.first)
      return Pair{A.get(), B.get(), A->Left, B->Left, A->Right, B->Right};
    const bool First = A && (!B || above(*A, *B));
    const Link &Top = First ? A : B;
    auto [Low, High] = split(First ? B : A, Top->E.first); // its key is not there: it would stand higher
    (First ? P.A : P.B) = Top.get();
    (First ? P.LeftA : P.LeftB) = Top->Left;
    (First ? P.RightA : P.RightB) = Top->Right;
    (First ? P.LeftB : P.LeftA) = Low;
    (First ? P.RightB : P.RightA) = High;
    return P;
  }

  template <typename Fn> static Link joinTrees(const Link &A, const Link &B, Fn &Join) {
    if (A == B)
      return A;
    const Pair P = paired(A, B);
    Link Left = joinTrees(P.LeftA, P.LeftB, Join);
    const std::string &Key = (P.A ? P.A : P.B)->E.first;
    T New{};
    const Joined What = Join(Key, P.A ? &P.A->E.second : nullptr, P.B ? &P.B->E.second : nullptr, New);
    Link Right = joinTrees(P.RightA, P.RightB, Join);
    if (What == Joined::None)
      return joined(Left, Right);
    if (What != Joined::New)
      return with(What == Joined::First ? A : B, std::move(Left), std::move(Right));
    Link N = new Node(Key, std::move(New));
    N->Left = std::move(Left);
    N->Right = std::move(Right);
    count(*N);
    return N;
  }

  template <typename Fn> static bool compareTrees(const Link &A, const Link &B, Fn &See) {
    if (A == B)
      return true;
    const Pair P = paired(A, B);
    return See((P.A ? P.A : P.B)->E.first, P.A ? &P.A->E.second : nullptr, P.B ? &P.B->E.second : nullptr) &&
           compareTrees(P.LeftA, P.LeftB, See) && compareTrees(P.RightA, P.RightB, See);
  }
};

} // namespace persistify::host

#endif
