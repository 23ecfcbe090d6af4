/* Objects whose members and bases have destructors of the program's own: these run after the object's, the last one
   first, wherever the object's scope ends.
   REQUIRES: device
   DEFINE: %{check} = %run-check %S/own-members.cl %s --host-flag=-I%S/Inputs
   RUN: %{check} --entries 1 -- 9
   RUN: %{check} --entries 1 -- 2
   RUN: %long env CHECK_BUILDS= PERSISTIFY_FAULT=members-stay not %{check} --entries 1 -- 9
*/
#include "setup.h"

static int order = 1;

struct Mark {
  int digit;
  explicit Mark(int digit) : digit(digit) {}
  ~Mark() { order = (order * 10 + digit) % 1000003; }
};

/* Memory of its own, which stays empty here. */
template <typename T> class Array {
  int count = 0, space = 0;
  T *data = nullptr;
  Mark mark;

public:
  Array() : mark(4) {}
  ~Array() { clear(); }
  int size() const { return count; }
  T &operator[](int i) { return data[i]; }
  void clear() {
    for (int i = 0; i < count; i++)
      data[i].~T();
    if (data)
      free(data);
    data = nullptr;
    count = space = 0;
  }
  void push(const T &t) {
    if (count == space)
      data = (T *)realloc(data, (space = 2 * space + 4) * sizeof(T));
    data[count++] = t;
  }
};

class Base {
protected:
  Mark first;

public:
  Base() : first(1) {}
  virtual ~Base() { order += 5; }
};

class Launcher : public Base {
  cl_kernel kernel;
  int next = 0;
  bool noting = false;
  Mark second;
  Array<size_t> noted;
  struct { // no destructor of its own
    Mark inner{7};
  } parts;

public:
  explicit Launcher(cl_kernel kernel) : kernel(kernel), second(2) {}
  ~Launcher() override {
    for (int i = 0; i < noted.size(); i++)
      printf("%zu\n", noted[i]);
    order = order * 3 % 1000003;
  }
  template <typename T> Launcher &operator<<(const T &value) {
    if (noting)
      noted.push(sizeof value);
    clSetKernelArg(kernel, next++, sizeof value, &value);
    return *this;
  }
  void run(size_t n) { clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &n, NULL, 0, NULL, NULL); }
};

int main(int, char **argv) {
  start("own-members.cl", "");
  cl_kernel mix = kernel_named("mix");
  cl_mem a = ints(96, 3);
  int n = atoi(argv[1]);
  for (int i = 0; i < n; i++) {
    Launcher outer(mix);
    if (i == 1)
      continue;
    {
      Launcher inner(mix);
      (inner << a << order).run(96);
      if (i == 5)
        break;
    }
    (outer << a << i).run(48);
  }
  printf("%d\n", order);
  show("a", a);
}
