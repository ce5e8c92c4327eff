// Random kernels of reductions, orders, movements, combiners, loops and parts beside the
// reference.
#include <algorithm>
#include <cstdlib>
#include <functional>
#include <random>

#include "tests/api/kernel_agreement.h"
#include "tests/soak.h"

namespace tilewright {
namespace {

using Tiles = std::vector<Tile>;

// Writes a kernel over blocks of one shape, operation by operation; every one takes and
// makes a tile of that shape and type.
class Writer {
 public:
  explicit Writer(uint32_t seed) : random_(seed) {}

  absl::StatusOr<Kernel> Write() {
    rows_ = 1 + Below(9);
    columns_ = Below(3) == 0 ? 32 + 16 * Below(3) : 1 + Below(12);
    constexpr ElementType kTypes[] = {ElementType::kF32, ElementType::kI32,
                                      ElementType::kF64, ElementType::kI16};
    type_ = kTypes[Below(4)];
    KernelBuilder k("random");
    const int64_t blocks = 1 + Below(3);
    const Tile g = k.Grid({{blocks}})[0];
    const bool halo = Below(2) == 0;
    BlockSpec in = {.block = {rows_, columns_}, .index = {g, 0}};
    if (halo) {
      in.index = {g * rows_ - Below(rows_), -Below(columns_)};
      in.elements = true;
      in.padding = Below(3);
    }
    const int64_t height = std::max<int64_t>(blocks * rows_ - Below(rows_), 1);
    const TileRef x = k.Input("x", {type_, {height, columns_}}, in);
    const TileRef y = k.Output("y", {type_, {height, columns_}},
                               {.block = {rows_, columns_}, .index = {g, 0}});
    scratch_ = k.Scratch("s", {type_, {rows_, columns_}});
    Tile value = x.Load();
    for (int64_t i = 1 + Below(4); i > 0; --i) value = Step(k, value);
    y.Store(value);
    return k.Build();
  }

  const std::string& said() const { return said_; }

 private:
  int64_t Below(int64_t n) { return static_cast<int64_t>(random_() % n); }
  std::vector<int64_t> shape() const { return {rows_, columns_}; }

  Tile Indices(KernelBuilder& k, std::vector<int64_t> dims, int64_t along) {
    return k.Iota(I32(std::move(dims)), along) * (1 + Below(5)) - Below(4);
  }

  Tile Step(KernelBuilder& k, const Tile& x) {
    const int64_t d = Below(2), size = shape()[d];
    const int64_t kind = Below(16);
    said_ += " " + std::to_string(kind);
    switch (kind) {
      case 0:
        return Reverse(
            x, Below(2) == 0 ? std::vector<int64_t>{d} : std::vector<int64_t>{0, 1});
      case 1:
        return Roll(x, Below(40) - 20, d);
      case 2: {
        std::vector<int64_t> low = {Below(3), Below(3)}, high = {Below(3), Below(3)};
        const Tile padded = Pad(x, Below(5), low, high, {Below(3), Below(3)});
        return Slice(padded, {0, 0}, shape());
      }
      case 3:
        return TakeAlong(x, Indices(k, shape(), d), d);
      case 4:
        return x + Convert(ArgMax(x, d, true), type_);
      case 5:
        return x - Convert(ArgMin(x, d, true), type_);
      case 6: {
        std::vector<int64_t> after = {0, 0};
        const int64_t count = 1 + Below(size);
        after[d] = size - count;
        return Pad(TopK(x, count, d)[Below(1)], 1, {0, 0}, after);
      }
      case 7:
        return Scan(
            {x}, {Below(3)}, d,
            [](const Tiles& a, const Tiles& b) {
              return Tiles{Maximum(a[0], b[0]) - Minimum(a[0], 1)};
            },
            Below(2) == 0)[0];
      case 8:
        return x + Reduce(
                       {x, x}, {0, 1}, {d},
                       [](const Tiles& a, const Tiles& b) {
                         return Tiles{Maximum(a[1], b[0]), Minimum(a[0], b[1])};
                       },
                       true)[Below(2)];
      case 9: {
        const int64_t count = 1 + Below(6);
        const Tile rows = Reverse(x, {0});
        const Tile updates = TakeAlong(rows, Indices(k, {count, columns_}, 0), 0);
        return Scatter(x, Indices(k, {count}, 0), updates,
                       [](const Tile& old, const Tile& next) { return next - old; });
      }
      case 10:
        return k.For(Below(3), Below(4), Below(5) < 2 ? -1 : 1 + Below(2),
                     Tiles{x, Roll(x, 1, d)}, [&](const Tile& i, const Tiles& t) {
                       return Tiles{t[1] + Convert(i, type_), Reverse(t[0], {d})};
                     })[Below(2)];
      case 11:
        return k.While(
            Tiles{x, 0}, [](const Tiles& t) { return t[1] < 3; },
            [&](const Tiles& t) {
              return Tiles{Maximum(t[0], Roll(t[0], 2, d)), t[1] + 1};
            })[0];
      case 12: {
        // Every n-th row or column of scratch.
        scratch_.Store(x);
        const int64_t stride = 1 + Below(3), begin = Below(std::min(stride, size));
        std::vector<int64_t> sizes = shape(), strides = {1, 1};
        std::vector<Tile> start = {0, 0};
        sizes[d] = (size - 1 - begin) / stride + 1;
        strides[d] = stride;
        start[d] = begin;
        const TileView part = scratch_.Part(start, sizes, strides);
        part.Store(part.Load() + 3);
        return scratch_.Load();
      }
      case 13: {
        // Elements by turns, or side by side.
        const Tile i = k.Iota(I32(shape()), 1);
        const int64_t period = 2 + Below(3), half = columns_ / 2;
        const Tile first = Below(2) == 0 ? i % period == Below(period) : i < half;
        return Select(first, Roll(x, Below(5) - 2, 1), 3 - Roll(x, half, 1)) + x;
      }
      case 14: {
        if (size == 1) return x;
        const int64_t front = 1 + Below(size - 1);
        std::vector<int64_t> start = {0, 0}, sizes = shape(), others = shape();
        sizes[d] = front;
        others[d] = size - front;
        const Tile before = Slice(x, start, sizes);
        start[d] = front;
        return Concatenate({Slice(x, start, others), before * 2}, d) - x;
      }
      default:
        scratch_.Store(x);
        k.For(rows_ - 1, -1, -1 - Below(2), [&](const Tile& i) {
          const TileView row = scratch_.Part({i, 0}, {kSqueezed, columns_});
          row.Store(row.Load() + Convert(i, type_));
        });
        return scratch_.Load();
    }
  }

  std::mt19937 random_;
  int64_t rows_ = 1, columns_ = 1;
  ElementType type_ = ElementType::kF32;
  TileRef scratch_;
  std::string said_;
};

TEST(RandomOperations, AgreeWithTheReference) {
  const bool soak = Soaks();
  const char* const only = std::getenv("TILEWRIGHT_SEED");
  const auto first = static_cast<uint32_t>(only == nullptr ? 1 : std::atoi(only));
  const uint32_t kernels = only != nullptr ? 1 : soak ? 5000 : 60;
  for (uint32_t seed = first; seed < first + kernels; ++seed) {
    Writer writer(seed);
    const absl::StatusOr<Kernel> kernel = writer.Write();
    SCOPED_TRACE("kernel " + std::to_string(seed) + ", operations" + writer.said());
    ExpectAgreement(kernel);
    ExpectSameWithChecks(kernel);
    if (testing::Test::HasFailure()) return;
  }
}

}  // namespace
}  // namespace tilewright
