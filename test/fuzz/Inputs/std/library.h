// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// As much of the C++ library as the programs of test/ use, for fuzzers only: the real one takes most of the time of a
// parse. Nothing is ever run.
#ifndef PERSISTIFY_FUZZ_LIBRARY_H
#define PERSISTIFY_FUZZ_LIBRARY_H
#pragma GCC system_header
#include <assert.h>
#include <limits.h>
#include <math.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

namespace std {
using ::size_t;
using ::ptrdiff_t;
using nullptr_t = decltype(nullptr);
using ::int32_t;
using ::uint32_t;
using ::int64_t;
using ::uint64_t;
using ::uint8_t;
using ::printf;
using ::fprintf;
using ::puts;
using ::fopen;
using ::fclose;
using ::fread;
using ::fwrite;
using ::fgets;
using ::snprintf;
using ::sprintf;
using ::putchar;
using ::FILE;
using ::malloc;
using ::free;
using ::exit;
using ::abort;
using ::atoi;
using ::strtol;
using ::strtoul;
using ::rand;
using ::srand;
using ::memcpy;
using ::memset;
using ::memcmp;
using ::strcmp;
using ::strlen;
using ::sqrt;
using ::fabs;
using ::floor;
using ::ceil;
using ::pow;
using ::sin;
using ::cos;
using ::hypot;
using ::exp;
using ::log;
inline float sqrt(float x) { return __builtin_sqrtf(x); }
inline float fabs(float x) { return __builtin_fabsf(x); }
inline int abs(int x) { return x < 0 ? -x : x; }
inline double abs(double x) { return x < 0 ? -x : x; }
inline float abs(float x) { return x < 0 ? -x : x; }

template <typename T> struct remove_reference { typedef T type; };
template <typename T> struct remove_reference<T &> { typedef T type; };
template <typename T> struct remove_reference<T &&> { typedef T type; };
template <typename T> struct remove_const { typedef T type; };
template <typename T> struct remove_const<const T> { typedef T type; };
template <typename T> struct decay { typedef typename remove_const<typename remove_reference<T>::type>::type type; };
template <typename T> using decay_t = typename decay<T>::type;
template <typename T, T V> struct integral_constant { static constexpr T value = V; };
using true_type = integral_constant<bool, true>;
using false_type = integral_constant<bool, false>;
template <typename A, typename B> struct is_same : false_type {};
template <typename A> struct is_same<A, A> : true_type {};
template <typename T> struct remove_pointer { typedef T type; };
template <typename T> struct remove_pointer<T *> { typedef T type; };
template <typename T> using remove_pointer_t = typename remove_pointer<T>::type;
template <bool B, typename T = void> struct enable_if {};
template <typename T> struct enable_if<true, T> { typedef T type; };
template <typename T> constexpr typename remove_reference<T>::type &&move(T &&x) noexcept {
  return static_cast<typename remove_reference<T>::type &&>(x);
}
template <typename T> constexpr T &&forward(typename remove_reference<T>::type &x) noexcept {
  return static_cast<T &&>(x);
}
template <typename T> T *addressof(T &x) noexcept { return __builtin_addressof(x); }
template <typename T> void swap(T &a, T &b) noexcept {
  T t = std::move(a);
  a = std::move(b);
  b = std::move(t);
}
template <typename T, typename U = T> T exchange(T &a, U &&b) {
  T t = std::move(a);
  a = std::forward<U>(b);
  return t;
}
template <typename A, typename B> struct pair {
  A first;
  B second;
  pair() : first(), second() {}
  pair(const A &a, const B &b) : first(a), second(b) {}
  template <typename C, typename D> pair(const pair<C, D> &o) : first(o.first), second(o.second) {}
};
template <typename A, typename B> pair<decay_t<A>, decay_t<B>> make_pair(A &&a, B &&b) { return {a, b}; }
template <typename T> class initializer_list {
  const T *first = nullptr;
  size_t count = 0;
public:
  constexpr initializer_list() noexcept {}
  constexpr size_t size() const noexcept { return count; }
  constexpr const T *begin() const noexcept { return first; }
  constexpr const T *end() const noexcept { return first + count; }
};
template <typename T> const T &min(const T &a, const T &b) { return b < a ? b : a; }
template <typename T> const T &max(const T &a, const T &b) { return a < b ? b : a; }
template <typename T> const T &clamp(const T &x, const T &a, const T &b) { return x < a ? a : b < x ? b : x; }

template <typename T, size_t N> struct array {
  T elements[N ? N : 1];
  T &operator[](size_t i) { return elements[i]; }
  const T &operator[](size_t i) const { return elements[i]; }
  T &at(size_t i) { return elements[i]; }
  constexpr size_t size() const { return N; }
  T *data() { return elements; }
  const T *data() const { return elements; }
  T *begin() { return elements; }
  T *end() { return elements + N; }
  const T *begin() const { return elements; }
  const T *end() const { return elements + N; }
  T &front() { return elements[0]; }
  T &back() { return elements[N - 1]; }
  void fill(const T &x) {
    for (T &e : elements)
      e = x;
  }
};
template <typename T> struct allocator {
  typedef T value_type;
};
template <typename T, typename A = allocator<T>> class vector {
  T *first = nullptr;
  size_t count = 0;
public:
  typedef T value_type;
  typedef T *iterator;
  typedef const T *const_iterator;
  vector() {}
  explicit vector(size_t n) : first(new T[n]()), count(n) {}
  vector(size_t n, const T &x) : first(new T[n]()), count(n) {
    for (size_t i = 0; i < n; i++)
      first[i] = x;
  }
  vector(initializer_list<T> l) : count(l.size()) {}
  template <typename I, typename = decltype(*I())> vector(I a, I b) : count(b - a) {}
  vector(const vector &o) : count(o.count) {}
  vector(vector &&o) noexcept : first(o.first), count(o.count) { o.first = nullptr; }
  ~vector() { delete[] first; }
  vector &operator=(const vector &o) {
    count = o.count;
    return *this;
  }
  vector &operator=(vector &&o) noexcept {
    std::swap(first, o.first);
    return *this;
  }
  T &operator[](size_t i) { return first[i]; }
  const T &operator[](size_t i) const { return first[i]; }
  T &at(size_t i) { return first[i]; }
  const T &at(size_t i) const { return first[i]; }
  size_t size() const { return count; }
  bool empty() const { return count == 0; }
  T *data() { return first; }
  const T *data() const { return first; }
  T *begin() { return first; }
  T *end() { return first + count; }
  const T *begin() const { return first; }
  const T *end() const { return first + count; }
  T &front() { return *first; }
  T &back() { return first[count - 1]; }
  const T &back() const { return first[count - 1]; }
  const T *cbegin() const { return first; }
  const T *cend() const { return first + count; }
  T *insert(const T *at, const T &) { return first; }
  template <typename I> T *insert(const T *at, I, I) { return first; }
  T *erase(const T *at) { return first; }
  void push_back(const T &x) { first[count++] = x; }
  template <typename... Ts> T &emplace_back(Ts &&...x) { return first[count++] = T(std::forward<Ts>(x)...); }
  void pop_back() { --count; }
  void clear() { count = 0; }
  void resize(size_t n) { count = n; }
  void resize(size_t n, const T &) { count = n; }
  void reserve(size_t) {}
  void assign(size_t n, const T &) { count = n; }
  void swap(vector &o) {
    std::swap(first, o.first);
    std::swap(count, o.count);
  }
};
template <typename C> struct char_traits {};
template <typename C, typename Tr = char_traits<C>, typename A = allocator<C>> class basic_string {
  C *text = nullptr;
  size_t count = 0;
public:
  static const size_t npos = -1;
  basic_string() {}
  basic_string(const C *) {}
  basic_string(const C *, size_t) {}
  basic_string(size_t, C) {}
  basic_string(const basic_string &o) : count(o.count) {}
  template <typename I, typename = decltype(*I())> basic_string(I, I) {}
  ~basic_string() {}
  basic_string &operator=(const basic_string &) { return *this; }
  const C *c_str() const { return text; }
  const C *data() const { return text; }
  size_t size() const { return count; }
  size_t length() const { return count; }
  bool empty() const { return count == 0; }
  C &operator[](size_t i) { return text[i]; }
  const C &operator[](size_t i) const { return text[i]; }
  basic_string &operator+=(const basic_string &) { return *this; }
  basic_string &operator+=(C) { return *this; }
  C *begin() { return text; }
  C *end() { return text; }
  size_t find(const basic_string &, size_t = 0) const { return npos; }
  size_t rfind(C, size_t = npos) const { return npos; }
  size_t rfind(const basic_string &, size_t = npos) const { return npos; }
  basic_string substr(size_t, size_t = npos) const { return *this; }
};
typedef basic_string<char> string;
inline string operator+(const string &a, const string &) { return a; }
inline string operator+(const string &a, const char *) { return a; }
inline string operator+(const char *, const string &b) { return b; }
inline bool operator==(const string &a, const string &b) { return a.size() == b.size(); }
inline bool operator!=(const string &a, const string &b) { return a.size() != b.size(); }
inline bool operator<(const string &a, const string &b) { return a.size() < b.size(); }
inline string to_string(int) { return string(); }
inline string to_string(unsigned long) { return string(); }
inline int stoi(const string &) { return 0; }
inline unsigned long long stoull(const string &) { return 0; }
inline unsigned long stoul(const string &) { return 0; }

template <typename T> struct default_delete {
  void operator()(T *p) const { delete p; }
};
template <typename T, typename D = default_delete<T>> class unique_ptr {
  T *p = nullptr;
public:
  unique_ptr() {}
  unique_ptr(nullptr_t) {}
  explicit unique_ptr(T *q) : p(q) {}
  unique_ptr(T *q, D) : p(q) {}
  unique_ptr(unique_ptr &&o) : p(o.p) { o.p = nullptr; }
  ~unique_ptr() { D()(p); }
  unique_ptr &operator=(unique_ptr &&o) {
    reset(o.release());
    return *this;
  }
  T *get() const { return p; }
  T &operator*() const { return *p; }
  T *operator->() const { return p; }
  explicit operator bool() const { return p; }
  T *release() { return std::exchange(p, (T *)nullptr); }
  void reset(T *q = nullptr) { std::swap(p, q); }
  void swap(unique_ptr &o) { std::swap(p, o.p); }
};
template <typename T, typename D> class unique_ptr<T[], D> {
  T *p = nullptr;
public:
  explicit unique_ptr(T *q) : p(q) {}
  ~unique_ptr() { delete[] p; }
  T &operator[](size_t i) const { return p[i]; }
  T *get() const { return p; }
};
template <typename T, typename D> bool operator==(const unique_ptr<T, D> &p, nullptr_t) { return !p.get(); }
template <typename T, typename D> bool operator!=(const unique_ptr<T, D> &p, nullptr_t) { return p.get(); }
template <typename T, typename... Ts> unique_ptr<T> make_unique(Ts &&...x) {
  return unique_ptr<T>(new T(std::forward<Ts>(x)...));
}
template <typename T> class shared_ptr {
  T *p = nullptr;
public:
  shared_ptr() {}
  explicit shared_ptr(T *q) : p(q) {}
  template <typename D> shared_ptr(T *q, D) : p(q) {}
  shared_ptr(const shared_ptr &o) : p(o.p) {}
  ~shared_ptr() {}
  shared_ptr &operator=(const shared_ptr &o) {
    p = o.p;
    return *this;
  }
  T *get() const { return p; }
  T &operator*() const { return *p; }
  T *operator->() const { return p; }
  explicit operator bool() const { return p; }
  void reset() {}
  void swap(shared_ptr &o) { std::swap(p, o.p); }
};
template <typename T> bool operator==(const shared_ptr<T> &p, nullptr_t) { return !p.get(); }
template <typename T> bool operator!=(const shared_ptr<T> &p, nullptr_t) { return p.get(); }
template <typename T, typename... Ts> shared_ptr<T> make_shared(Ts &&...x) {
  return shared_ptr<T>(new T(std::forward<Ts>(x)...));
}
template <typename T> class optional {
  T x;
  bool has = false;
public:
  optional() {}
  optional(const T &y) : x(y), has(true) {}
  explicit operator bool() const { return has; }
  T &operator*() { return x; }
  T &value() { return x; }
};
template <typename K, typename V> class map {
  pair<const K, V> *p;
public:
  V &operator[](const K &) { return p->second; }
  V &at(const K &) { return p->second; }
  size_t size() const { return 0; }
  size_t count(const K &) const { return 0; }
  pair<const K, V> *begin() { return p; }
  pair<const K, V> *end() { return p; }
  pair<const K, V> *find(const K &) { return p; }
};
template <typename K, typename V> class unordered_map : public map<K, V> {};
template <typename F> class function;
template <typename R, typename... Ts> class function<R(Ts...)> {
  R (*f)(Ts...) = nullptr;
public:
  function() {}
  template <typename F> function(F) {}
  R operator()(Ts... x) const { return f(x...); }
  explicit operator bool() const { return f; }
};
template <typename T = void> struct plus {
  T operator()(const T &a, const T &b) const { return a + b; }
};
template <typename T = void> struct less {
  bool operator()(const T &a, const T &b) const { return a < b; }
};
template <typename T = void> struct greater {
  bool operator()(const T &a, const T &b) const { return a > b; }
};

template <typename I, typename T> void fill(I a, I b, const T &x) {
  for (; a != b; ++a)
    *a = x;
}
template <typename I, typename O> O copy(I a, I b, O o) {
  for (; a != b; ++a, ++o)
    *o = *a;
  return o;
}
template <typename I, typename T> void iota(I a, I b, T x) {
  for (; a != b; ++a, ++x)
    *a = x;
}
template <typename I, typename T> T accumulate(I a, I b, T x) {
  for (; a != b; ++a)
    x = x + *a;
  return x;
}
template <typename I, typename T, typename F> T accumulate(I a, I b, T x, F f) {
  for (; a != b; ++a)
    x = f(x, *a);
  return x;
}
template <typename I, typename F> F for_each(I a, I b, F f) {
  for (; a != b; ++a)
    f(*a);
  return f;
}
template <typename I, typename O, typename F> O transform(I a, I b, O o, F f) {
  for (; a != b; ++a, ++o)
    *o = f(*a);
  return o;
}
template <typename I, typename F> bool any_of(I a, I b, F f) {
  for (; a != b; ++a)
    if (f(*a))
      return true;
  return false;
}
template <typename I, typename F> bool all_of(I a, I b, F f) {
  for (; a != b; ++a)
    if (!f(*a))
      return false;
  return true;
}
template <typename I, typename F> ptrdiff_t count_if(I a, I b, F f) {
  ptrdiff_t n = 0;
  for (; a != b; ++a)
    n += f(*a);
  return n;
}
template <typename I, typename T> ptrdiff_t count(I a, I b, const T &x) {
  ptrdiff_t n = 0;
  for (; a != b; ++a)
    n += *a == x;
  return n;
}
template <typename I, typename T> I find(I a, I b, const T &x) {
  for (; a != b && !(*a == x); ++a)
    ;
  return a;
}
template <typename I> I max_element(I a, I b) {
  I m = a;
  for (; a != b; ++a)
    if (*m < *a)
      m = a;
  return m;
}
template <typename I> I min_element(I a, I b) {
  I m = a;
  for (; a != b; ++a)
    if (*a < *m)
      m = a;
  return m;
}
template <typename I> void sort(I, I) {}
template <typename I> void reverse(I, I) {}
template <typename C> auto begin(C &c) -> decltype(c.begin()) { return c.begin(); }
template <typename C> auto end(C &c) -> decltype(c.end()) { return c.end(); }
template <typename T, size_t N> T *begin(T (&a)[N]) { return a; }
template <typename T, size_t N> T *end(T (&a)[N]) { return a + N; }
template <typename C> constexpr size_t size(const C &c) { return c.size(); }
template <typename T, size_t N> constexpr size_t size(const T (&)[N]) { return N; }
template <typename T> struct numeric_limits {
  static constexpr T max() { return T(~0ull >> (65 - 8 * sizeof(T))); }
  static constexpr T min() { return T(); }
};

class type_info {
public:
  virtual ~type_info() {}
  bool operator==(const type_info &o) const { return this == &o; }
  bool operator!=(const type_info &o) const { return this != &o; }
  const char *name() const { return ""; }
  size_t hash_code() const { return 0; }
};
class exception {
public:
  virtual ~exception() {}
  virtual const char *what() const noexcept { return ""; }
};
class runtime_error : public exception {
public:
  explicit runtime_error(const string &) {}
  explicit runtime_error(const char *) {}
};
class logic_error : public runtime_error {
  using runtime_error::runtime_error;
};
typedef logic_error invalid_argument;
typedef logic_error out_of_range;

class ios_base {
public:
  enum openmode { in = 1, out = 2, binary = 4, ate = 8 };
};
typedef ios_base ios;
template <typename C, typename Tr = char_traits<C>> class basic_ostream : public ios_base {
public:
  basic_ostream &operator<<(int) { return *this; }
  basic_ostream &operator<<(unsigned) { return *this; }
  basic_ostream &operator<<(long) { return *this; }
  basic_ostream &operator<<(unsigned long) { return *this; }
  basic_ostream &operator<<(double) { return *this; }
  basic_ostream &operator<<(bool) { return *this; }
  basic_ostream &operator<<(const void *) { return *this; }
  basic_ostream &operator<<(basic_ostream &(*f)(basic_ostream &)) { return f(*this); }
  basic_ostream &write(const C *, size_t) { return *this; }
  basic_ostream &flush() { return *this; }
  explicit operator bool() const { return true; }
};
typedef basic_ostream<char> ostream;
inline ostream &operator<<(ostream &o, const char *) { return o; }
inline ostream &operator<<(ostream &o, char) { return o; }
inline ostream &operator<<(ostream &o, const string &) { return o; }
inline ostream &endl(ostream &o) { return o; }
inline ostream &flush(ostream &o) { return o; }
template <typename C, typename Tr = char_traits<C>> class basic_istream : public ios_base {
public:
  template <typename T> basic_istream &operator>>(T &) { return *this; }
  basic_istream &read(C *, size_t) { return *this; }
  explicit operator bool() const { return true; }
  bool operator!() const { return false; }
  void *rdbuf() const { return nullptr; }
};
typedef basic_istream<char> istream;
class ifstream : public istream {
public:
  ifstream() {}
  explicit ifstream(const char *, int = 0) {}
  explicit ifstream(const string &, int = 0) {}
};
class ofstream : public ostream {
public:
  ofstream() {}
  explicit ofstream(const char *, int = 0) {}
  explicit ofstream(const string &, int = 0) {}
};
class stringstream : public istream, public ostream {
public:
  string str() const { return string(); }
};
class ostringstream : public ostream {
public:
  string str() const { return string(); }
};
class istringstream : public istream {
public:
  explicit istringstream(const string &) {}
};
template <typename T> class istreambuf_iterator {
public:
  istreambuf_iterator() {}
  istreambuf_iterator(istream &) {}
  char operator*() const { return 0; }
};
extern ostream cout, cerr, clog;
extern istream cin;
} // namespace std

#endif
