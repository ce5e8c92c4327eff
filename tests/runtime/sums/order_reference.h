// The order of sums as docs/accuracy.md has it, plainly.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <optional>
#include <vector>

#include "ir/tensor_type.h"

namespace tilewright::runtime {

// Additions in T; nothing at all is added where there is no element.
template <typename T>
class SumOrder {
 public:
  using Term = std::optional<T>;

  static Term Add(Term x, Term y) {
    if (!x.has_value()) return y;
    if (!y.has_value()) return x;
    return static_cast<T>(*x + *y);
  }

  // Neighbours, two and two.
  template <typename Value, typename Join>
  static Value Tree(std::vector<Value> level, const Join& join) {
    while (level.size() > 1) {
      std::vector<Value> next;
      for (size_t i = 0; i < level.size(); i += 2) {
        next.push_back(i + 1 < level.size() ? join(level[i], level[i + 1]) : level[i]);
      }
      level = std::move(next);
    }
    return level[0];
  }

  static Term Column(const std::vector<T>& x) {
    std::vector<Term> chains;
    for (size_t i = 0; i < x.size(); ++i) {
      if (i % 16 == 0) chains.emplace_back();
      chains.back() = Add(chains.back(), x[i]);
    }
    return chains.empty() ? Term() : Tree(chains, Add);
  }

  static Term Row(const std::vector<T>& x) {
    constexpr size_t kSlots = 256 / sizeof(T), kBlock = 16 * kSlots, kPanel = 64 * kBlock;
    using Slots = std::vector<Term>;
    const auto join = [](const Slots& a, const Slots& b) {
      Slots sum(kSlots);
      for (size_t s = 0; s < kSlots; ++s) sum[s] = Add(a[s], b[s]);
      return sum;
    };
    std::vector<Term> panels;
    for (size_t panel = 0; panel < x.size(); panel += kPanel) {
      const size_t end = std::min(x.size(), panel + kPanel);
      std::vector<Slots> blocks;
      for (size_t block = panel; block < end; block += kBlock) {
        Slots slots(kSlots);
        for (size_t c = block; c < std::min(end, block + kBlock); ++c) {
          slots[c % kSlots] = Add(slots[c % kSlots], x[c]);
        }
        blocks.push_back(slots);
      }
      Slots slots = Tree(blocks, join);
      for (size_t half = kSlots / 2; half > 0; half /= 2) {
        for (size_t s = 0; s < half; ++s) slots[s] = Add(slots[s], slots[s + half]);
      }
      panels.push_back(slots[0]);
    }
    return panels.empty() ? Term() : Tree(panels, Add);
  }

  // Over the dimensions `reduced` of x, row-major.
  static std::vector<T> Reduce(std::vector<T> x, const ir::Dims& dims,
                               const ir::Dims& reduced, T init) {
    struct Segment {
      int64_t size;
      bool reduced;
    };
    std::vector<Segment> segments;
    for (size_t d = 0; d < dims.size(); ++d) {
      if (dims[d] == 1) continue;
      const bool is = std::find(reduced.begin(), reduced.end(), d) != reduced.end();
      if (!segments.empty() && segments.back().reduced == is) {
        segments.back().size *= dims[d];
      } else {
        segments.push_back({dims[d], is});
      }
    }
    int64_t inner = 1;
    for (size_t s = segments.size(); s-- > 0;) {
      const int64_t size = segments[s].size;
      if (!segments[s].reduced) {
        inner *= size;
        continue;
      }
      const int64_t outer = static_cast<int64_t>(x.size()) / size / inner;
      const bool is_row = s + 1 == segments.size();
      std::vector<T> next;
      for (int64_t o = 0; o < outer; ++o) {
        for (int64_t i = 0; i < inner; ++i) {
          std::vector<T> terms;
          for (int64_t c = 0; c < size; ++c)
            terms.push_back(x[(o * size + c) * inner + i]);
          next.push_back(*(is_row ? Row(terms) : Column(terms)));
        }
      }
      x = std::move(next);
    }
    for (T& total : x) total = static_cast<T>(init + total);
    return x;
  }
};

}  // namespace tilewright::runtime
