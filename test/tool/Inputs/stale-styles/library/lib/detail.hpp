#pragma once
#include <array>
namespace relax::detail {
using Slots = std::array<int, 3>;
}
