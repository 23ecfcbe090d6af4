//===- persistify/Library.h - what the C and C++ libraries do -----*- C++ -*-===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One table says what functions, methods and classes of C, POSIX and C++ do. Its rows
// stand in lib/library/Classes.def, Functions.def and Methods.def, and nothing else
// knows a name: who asks goes by what a row says. A function of the program's with
// such a name has no row.
//
// Does is what a call does, as a step of who interprets it. Several functions share one:
// front() of all sequences, begin(v) and v.begin(). A function that does what is there
// already is one row. Traits are what may be asked without interpreting the call:
// whether it prints, or may be called later.
//
//===----------------------------------------------------------------------===//
#ifndef PERSISTIFY_LIBRARY_H
#define PERSISTIFY_LIBRARY_H

#include "clang/AST/Type.h"
#include <cstdint>
#include <optional>

namespace clang {
class CXXRecordDecl;
class Decl;
class FunctionDecl;
} // namespace clang

namespace persistify::library {

// ---- classes -------------------------------------------------------------------

/// Which model the objects of a class have.
enum class Container : uint8_t {
  None,
  Array,    ///< std::array: its elements are a C array
  Vector,   ///< std::vector: elements bound by address, under a guard on its length
  Deque,    ///< std::deque: single elements by constant index
  Map,      ///< std::map, std::unordered_map: elements by constant key
  Pair,
  Tuple,
  Smart,    ///< std::unique_ptr, std::shared_ptr: what they point to
  String,   ///< std::string as a constant value
  InitList, ///< std::initializer_list
  Function, ///< std::function with one target
  Iterator  ///< of a vector or map: a pointer
};

/// The classes that have rows. Sets of them (ClassSet) reach to StringBuf.
enum class Class : uint8_t {
  None,
  Array,
  Vector,
  Deque,
  List,
  ForwardList,
  Span,
  InitList,
  Map,
  UnorderedMap,
  MultiMap,
  UnorderedMultiMap,
  Set,
  MultiSet,
  UnorderedSet,
  UnorderedMultiSet,
  Stack,
  Queue,
  PriorityQueue,
  String,
  StringView,
  Pair,
  Tuple,
  UniquePtr,
  SharedPtr,
  SharedPtrBase,
  Optional,
  Function,
  Reference,
  Iterator,
  NodeIterator,
  OStream,
  OFStream,
  Ios,
  IosBase,
  IStream,
  IFStream,
  FStream,
  IOStream,
  OStringStream,
  IStringStream,
  StringStream,
  StreamBuf,
  FileBuf,
  StringBuf, // the last one with methods in the table
  Allocator,
  Complex,
  BitSet,
  ReverseIterator,
  NullOpt,
  Exception,
  TimePoint,
  Duration,
  Atomic,
  Lock,
  Engine,
  Distribution,
  PlusObject,
  MinusObject,
  MultipliesObject,
  DividesObject,
  ModulusObject,
  NegateObject,
  LessObject,
  GreaterObject,
  LessEqualObject,
  GreaterEqualObject,
  EqualToObject,
  NotEqualToObject,
  BitAndObject,
  BitOrObject,
  BitXorObject,
  HashObject
};

using ClassSet = uint64_t;
constexpr ClassSet in(Class C) { return ClassSet(1) << unsigned(C); }

/// What is asked of a class.
enum ClassTrait : uint32_t {
  PlainClass = 0,
  Sequence = 1 << 0,   ///< elements by number, from 0
  LaterClass = 1 << 1, ///< its methods may be called later: they change their object and nothing else
  Owns = 1 << 2,       ///< holds its elements, and nobody else does
  Anew = 1 << 3,       ///< holds numbers, and what is asked of it is read anew at each entry of a loop
  Entries = 1 << 4,    ///< an element is two objects
  Text = 1 << 5,
  ValueClass = 1 << 6, ///< methods look at the object, or change it, and nothing else
  ConstValue = 1 << 7, ///< those that are const do
  Stream = 1 << 8,
  Printer = 1 << 9,    ///< a stream, or base of one, to which the program prints
  InMemory = 1 << 10,  ///< a stream whose text is a string
  Computes = 1 << 11,  ///< objects are called, and only compare, compute or draw numbers
  Time = 1 << 12       ///< of std::chrono
};

struct ClassRow {
  Class Is;
  const char *Name;
  Container Model;
  uint32_t Traits;
  bool is(ClassTrait T) const { return Traits & T; }
};

/// The row of a class or class template of the library; null if \p R has none, or is no class.
const ClassRow *classRow(const clang::CXXRecordDecl *R);
const ClassRow *classRow(clang::QualType T);
/// The same, where no row has no traits.
Class classOf(clang::QualType T);
bool is(clang::QualType T, ClassTrait Trait);

// ---- functions and methods -----------------------------------------------------

/// What a call does. "The object" is that of a method, or the first argument of a function outside of classes.
enum class Does : uint8_t {
  Unmodelled, ///< only traits are known

  // ---- containers: gives ...
  Size,    ///< the number of elements
  SSize,   ///< the same with a sign
  Empty,   ///< whether there is none
  Index,   ///< element number argument 0, which is there; of a map the one under that key, which it may make
  At,      ///< the same, or throws
  First,   ///< the first element
  Last,    ///< the last one
  Data,    ///< the address of the first one
  CText,   ///< the address of the first character; the text ends with a zero
  Begin,   ///< an iterator to the first one
  End,     ///< one behind the last
  FindKey, ///< one to the element under a key, or the end
  HasKey,  ///< the number of elements under a key
  // ---- ... and changes
  Assign,       ///< operator=
  AssignAll,    ///< assign(): new elements, by number and value or others
  Append,       ///< one element behind the last
  AppendMade,   ///< the same, made of the arguments
  DropLast,     ///< the last element goes
  DropFirst,    ///< the first one goes
  Prepend,      ///< one in front of the first
  PrependMade,  ///< the same, made of the arguments
  Insert,       ///< elements somewhere, or an entry of a map if it is not there
  InsertMade,   ///< one element, made of the arguments
  InsertEntry,  ///< emplace() and try_emplace() of a map
  InsertOrSet,  ///< an entry of a map
  Erase,        ///< elements somewhere, or under a key
  Clear,
  Resize,
  Reserve,      ///< neither elements nor size
  FillAll,      ///< each element becomes argument 0
  Swap,         ///< two objects change their values

  // ---- texts
  TextLength,   ///< how many characters the text has
  AppendText,
  Substring,
  FindText,
  FindTextLast,
  CompareText,  ///< of all characters
  ComparePart,  ///< of as many as argument 2 says
  CopyText,
  CopyTextPart,
  ConcatenateText,
  DuplicateText,
  Format,       ///< into argument 0
  FormatPart,   ///< into argument 0, so many characters as argument 1 says
  ToText,       ///< a number as a text
  ParseDecimal, ///< the number that a text is
  ParseNumber,  ///< the same, to a base
  StreamText,   ///< the text of a stream
  StreamFlags, ///< setf
  Put,          ///< argument 0 into a stream

  // ---- pointers, owners, iterators, functions
  Deref,
  Arrow,
  Get,
  Release,
  Reset,
  Base,
  Next,
  Previous,
  Plus,
  Minus,
  Advance,
  Retreat,
  Convert,      ///< to the type that is asked for: whether there is something; a view of a text
  HasValue,
  Value,
  Emplace,
  Call,

  // ---- tuples and references
  Same,         ///< gives its argument: move()
  AddressOf,
  Refer,        ///< ref()
  Element,      ///< of a tuple, its number is a template argument
  MakeTuple,    ///< of copies
  Tie,          ///< of references
  MakeOwner,    ///< a new object and a pointer to it
  Exchange,
  SwapPointees,
  Least,
  Greatest,
  Clamp,
  Expect,       ///< gives argument 0: a hint

  // ---- memory and the program
  Allocate,
  AllocateZero,
  AllocateAligned,
  Reallocate,
  Free,
  CopyBytes,
  SetBytes,
  CompareBytes,
  ParseOptions,
  Terminate,

  // ---- numbers
  MathExact,    ///< of floating point, the same on host and device
  MathDouble,   ///< correctly rounded in double, and so in float by way of it
  MathNearly,   ///< a few units in the last place: the note on host arithmetic covers it
  Absolute,
  IsNan,
  IsInfinite,
  SignOfInfinite, ///< what isinf() of C is with GCC: 1, -1 or 0
  IsFinite,
  TakeApart,    ///< frexp()
  ScaleByPower, ///< ldexp()
  CountOnes,
  CountLeadingZeros,
  CountTrailingZeros,
  FirstOne,
  Parity,
  OneOnly,
  BitWidth,
  Gcd,
  Lcm,
  GcdAsIs,      ///< of numbers with signs

  // ---- algorithms
  Rotate,
  Reverse,
  Distance,
  NextOf,
  PreviousOf,
  Accumulate,
  Reduce,
  InnerProduct,
  TransformReduce,
  Count,
  CountIf,
  AnyOf,
  AllOf,
  NoneOf,
  Find,
  FindIf,
  FindIfNot,
  MaxElement,
  MinElement,
  MinMaxElement,
  ForEach,
  Transform,
  Fill,
  FillN,
  Copy,
  CopyN,
  Iota,
  Generate,
  Replace,
  ReplaceIf,
  PartialSum,
  InclusiveScan,
  ExclusiveScan,
  Equal,
  SwapRanges,
  IsSorted,
  IsSortedUntil
};

/// What may be asked of a function without interpreting a call of it.
enum Trait : uint32_t {
  NoTrait = 0,
  Output = 1 << 0,     ///< writes to the outside world
  Prints = 1 << 1,     ///< does so in a way that may also be done later, in the order of the program
  Input = 1 << 2,      ///< reads from there
  Later = 1 << 3,      ///< may be called later: changes what it is given, and nothing else
  Clock = 1 << 4,      ///< what it gives depends on the moment
  Shared = 1 << 5,     ///< gives an object of the library's own
  Plain = 1 << 6,      ///< calls nothing of the program's; changes what it is given and what is the library's own
  Kept =
      1 << 7, ///< runs what it is given at another time or in another thread, or does not come back where it was called
  Signals = 1 << 8, ///< numbers go in, but more may happen
  MayBeNull = 1 << 9, ///< gives null where nothing has failed
  Looks = 1 << 10, ///< sets nothing of what it is given pointers, iterators or references to
  Scans = 1 << 11, ///< sets what its further arguments point to
  MakesStream = 1 << 12, ///< whose text is in memory that the program has
  GivesBuffer = 1 << 13, ///< argument 1 is where a stream keeps its text; argument 0 of a method
  Formats0 = 1 << 14, ///< argument 0 is a format of printf
  Formats1 = 1 << 15,
  Formats2 = 1 << 16,
  Still = 1 << 17, ///< a method that leaves its object as it is, whoever may change it by what it gives
  Iterates = 1 << 18, ///< gives an iterator
  Appends = 1 << 19, ///< one more element
  Throws = 1 << 20, ///< for what it is given, beside want of memory
  Throwing = 1 << 21, ///< says when a stream throws
  Floats = 1 << 22, ///< there is one with the suffix f, of float
  Longs = 1 << 23, ///< there are some with the suffixes l and ll
  FloatFormat = 1 << 25, ///< a setting of streams that changes how they write numbers of floating point, if anything
  OwnDeclared = 1 << 24 ///< programs declare it themselves, to do without its header: double (void)
};

/// Where a function is declared.
enum class Scope : uint8_t {
  C, ///< with C linkage; also as one of namespace std
  Std, ///< in namespace std
  Chrono, ///< in std::chrono
  Builtin, ///< by the compiler, with __builtin_ in front of the name
  Method ///< of classes
};

constexpr uint8_t Any = 255; ///< as many arguments as one likes

struct Row {
  Scope In;
  ClassSet Of; ///< of a method
  const char *Name;
  uint8_t Least, Most; ///< parameters
  Does What;
  uint32_t Traits;
  bool is(Trait T) const { return Traits & T; }
};

/// The row of \p F by where it is declared, its name and how many parameters it has; null if there is none, or if it is not the
/// library's.
const Row *row(const clang::FunctionDecl *F);
/// The row of method \p F called of an object of class \p T, which may have it from a base class of the library's.
const Row *row(clang::QualType T, const clang::FunctionDecl *F);

/// The same, also of a function without a body that only the program declares: it may be the library's.
const Row *rowOfName(const clang::FunctionDecl *F);

/// Whether the library calls a function of the program's that is called like \p F.
bool isHook(const clang::FunctionDecl *F);

/// What \p F does, if it has a row.
Does whatDoes(const clang::FunctionDecl *F);
Does whatDoes(clang::QualType T, const clang::FunctionDecl *F);
bool is(const clang::FunctionDecl *F, Trait T);
/// The argument of \p F that is a format of printf.
std::optional<unsigned> formatOf(const clang::FunctionDecl *F);
/// Whether \p D is a FloatFormat, or the flag of std::ios_base that is called like one.
bool formatsFloats(const clang::ValueDecl *D);

/// Whether \p F is the function that the standard library declares by its name: a system
/// header declares it, or Clang knows it, and the program has no definition of its own.
bool ofLibrary(const clang::FunctionDecl *F);
bool inChrono(const clang::Decl *D);

} // namespace persistify::library

#endif // PERSISTIFY_LIBRARY_H
