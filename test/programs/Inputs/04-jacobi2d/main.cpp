// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "clwrap.h"
#include <cmath>
#include <cstdlib>
#include <vector>

static void onHost(std::vector<float> &grid, int width, int height, int steps)
{
    std::vector<float> other(grid);
    for (int s = 0; s < steps; ++s) {
        for (int r = 1; r < height - 1; ++r)
            for (int c = 1; c < width - 1; ++c)
                other[r * width + c] = 0.25f * (grid[(r - 1) * width + c] + grid[(r + 1) * width + c] +
                                                grid[r * width + c - 1] + grid[r * width + c + 1]);
        grid.swap(other);
    }
}

int main(int argc, char *argv[])
{
    const int width = argc > 1 ? std::atoi(argv[1]) : 37;
    const int height = argc > 2 ? std::atoi(argv[2]) : 29;
    const int steps = argc > 3 ? std::atoi(argv[3]) : 60;
    std::vector<float> grid(width * height, 0.0f);
    for (int c = 0; c < width; ++c)
        grid[c] = 100.0f;
    for (int r = 0; r < height; ++r)
        grid[r * width] = float(r);
    std::vector<float> expected(grid), result(grid.size()), older(grid.size());
    try {
        Device device;
        Kernel relax(device, "jacobi.cl", "relax");
        Buffer a(device, grid.size() * sizeof(float), &grid[0]);
        Buffer b(device, grid.size() * sizeof(float), &grid[0]);
        Buffer *current = &a;
        Buffer *next = &b;
        for (int step = 0; step < steps; ++step) {
            relax.arg(0, *current);
            relax.arg(1, *next);
            relax.arg(2, width);
            relax.arg(3, height);
            relax.run2d(width - 2, height - 2, 8, 4);
            Buffer *swap = current;
            current = next;
            next = swap;
        }
        current->download(&result[0]);
        next->download(&older[0]);
    } catch (const ClError &e) {
        std::cerr << e.what() << ": " << e.code() << std::endl;
        return 2;
    }
    onHost(expected, width, height, steps);
    double worst = 0, sum = 0, olderSum = 0;
    for (size_t i = 0; i < result.size(); ++i) {
        worst = std::max(worst, std::fabs(double(result[i]) - expected[i]));
        sum += result[i];
        olderSum += older[i];
    }
    std::cout << steps << " steps, sum " << std::floor(sum) << " and " << std::floor(olderSum) << " before, " << (worst < 1e-3 ? "same" : "DIFFERENT") << std::endl;
    return worst < 1e-3 ? 0 : 1;
}
