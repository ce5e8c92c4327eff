// Parts of a matrix that have nothing to do with each other.
#pragma once

#include <cstdint>
#include <vector>

namespace tilewright::runtime {

// The indices of a Hermitian matrix of n rows, in sets that elements other than zero
// connect: every set in rising order, the sets by their first index. Of `a`,
// column-major, the triangle `uplo` (L or U) is read. Takes time in proportion to the
// elements.
template <typename T>
std::vector<std::vector<int>> ConnectedParts(char uplo, int n, const T* a) {
  const auto connected = [&](int i, int j) {
    const bool lower = i > j;
    const int64_t row = lower == (uplo == 'L') ? i : j;
    const int64_t column = row == i ? j : i;
    return a[row + column * n] != T(0);
  };
  constexpr int kNone = -1;
  std::vector<int> part_of(n, kNone);
  int parts = 0;
  for (int first = 0; first < n; ++first) {
    if (part_of[first] != kNone) continue;
    std::vector<int> reached = {first};
    part_of[first] = parts;
    for (size_t next = 0; next < reached.size(); ++next) {
      for (int i = 0; i < n; ++i) {
        if (part_of[i] != kNone || !connected(i, reached[next])) continue;
        part_of[i] = parts;
        reached.push_back(i);
      }
    }
    ++parts;
  }
  std::vector<std::vector<int>> result(parts);
  for (int i = 0; i < n; ++i) result[part_of[i]].push_back(i);
  return result;
}

}  // namespace tilewright::runtime
