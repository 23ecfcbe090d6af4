// Loops of several namespaces, a class and a lambda over handles that another file has for itself.
#include "../bare/work.h"
#include <iostream>

namespace one {
void steps(int n) {
  for (int i = 0; i < n; i++)
    work_step(i);
}
} // namespace one

namespace two {
namespace inner {
class Runner {
  int trips;

public:
  explicit Runner(int trips) : trips(trips) {}
  int run() const {
    int sum = 0;
    for (int i = 0; i < trips; i++)
      sum += work_twice(i);
    return sum;
  }
};
} // namespace inner
} // namespace two

namespace {
template <int Trips> void fixed() {
  for (int i = 0; i < Trips; i++)
    work_step(i + 2);
}
} // namespace

int main() {
  work_start(64);
  one::steps(5);
  std::cout << work_sum() << '\n';
  std::cout << two::inner::Runner(3).run() << ' ' << work_sum() << '\n';
  fixed<4>();
  std::cout << work_sum() << '\n';
  auto again = [](int n) {
    for (int i = 0; i < n; i++)
      work_step(3 * i);
  };
  again(6);
  std::cout << work_sum() << '\n';
  return 0;
}
