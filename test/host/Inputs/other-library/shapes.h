// A library of vectors that is not the program's own, as if it lay with the system's headers.
#ifndef SHAPES_H
#define SHAPES_H
#pragma GCC system_header
namespace shapes {
template <typename T> struct vec2 {
  union { T x, r; };
  union { T y, g; };
};
template <typename T> struct box { vec2<T> low, high; };
template <typename T> inline T *value_ptr(vec2<T> &v) { return &(v.x); }
template <typename T> inline const T *value_ptr(const box<T> &b) { return &b.low.x; }
inline const int &second(const vec2<int> *v) { return v[0].y; }
template <typename T> inline T *moved(vec2<T> &v) {
  v.x++;
  return &v.x;
}
} // namespace shapes
#endif
