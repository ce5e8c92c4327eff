// Indices out of range, of every index type: what the specification says, and
// never an access outside an array.
#include <algorithm>

#include "tests/runtime/edges/edge_indices.h"

namespace tilewright::runtime {
namespace {

constexpr int64_t kRows = 9, kColumns = 11;

// Values at the ends of the type and around the ends of the array.
std::vector<int64_t> Edges(ElementType type) {
  return WithEnds(type, {0, 1, 4, kRows - 1, kRows, kRows + 3}, {-1, -2, -kRows});
}

class EdgeIndices : public ::testing::TestWithParam<ElementType> {
 protected:
  void SetUp() override {
    edges_ = Edges(type());
    const int64_t n = static_cast<int64_t>(edges_.size());
    for (int64_t i = 0; i < n; ++i) {
      for (int64_t j = 0; j < n; ++j) pairs_.push_back({edges_[i], edges_[j]});
    }
    indices_ = Array({type(), {static_cast<int64_t>(pairs_.size()), 2}});
    for (size_t i = 0; i < pairs_.size(); ++i) {
      indices_.SetBits(2 * i, static_cast<uint64_t>(pairs_[i].first));
      indices_.SetBits(2 * i + 1, static_cast<uint64_t>(pairs_[i].second));
    }
  }
  ElementType type() const { return GetParam(); }
  std::string Index(const Dims& dims) const { return Type(type(), dims); }
  int64_t count() const { return static_cast<int64_t>(pairs_.size()); }
  int64_t First(size_t i) const { return Value(type(), pairs_[i].first); }
  int64_t Second(size_t i) const { return Value(type(), pairs_[i].second); }

  std::vector<How> Hows() const {
    std::vector<How> hows(2);
    hows[0].guard = hows[1].guard = true;
    hows[1].cluster = false;
    return hows;
  }

  std::vector<int64_t> edges_;
  std::vector<std::pair<int64_t, int64_t>> pairs_;
  Array indices_{TensorType{}};
  const Array x_ = Random({ElementType::kF32, {kRows, kColumns}}, 1);
};

// Each in a program of its own would take long: rows of an index array.
TEST_P(EdgeIndices, DynamicSliceClampsItsStart) {
  const std::string text = Main(
      "%x: tensor<9x11xf32>, %i: " + Index({}) + ", %j: " + Index({}), "tensor<4x3xf32>",
      "%s = stablehlo.dynamic_slice %x, %i, %j, sizes = [4, 3] : (tensor<9x11xf32>, " +
          Index({}) + ", " + Index({}) +
          ") -> tensor<4x3xf32>\n%r = stablehlo.negate %s : tensor<4x3xf32>\nreturn %r : "
          "tensor<4x3xf32>");
  for (const How& how : Hows()) {
    const auto compiled = Compiled::Make(text, how);
    ASSERT_TRUE(compiled.ok()) << compiled.status();
    for (size_t n = 0; n < pairs_.size(); ++n) {
      Array i({type(), {}}), j({type(), {}});
      i.SetBits(0, static_cast<uint64_t>(pairs_[n].first));
      j.SetBits(0, static_cast<uint64_t>(pairs_[n].second));
      auto out = compiled->Run({x_, i, j});
      ASSERT_TRUE(out.ok()) << out.status();
      const int64_t row = std::clamp<int64_t>(First(n), 0, kRows - 4);
      const int64_t column = std::clamp<int64_t>(Second(n), 0, kColumns - 3);
      for (int64_t k = 0; k < 12; ++k) {
        ASSERT_EQ((*out)[0].Real(k), -x_.Real((row + k / 3) * kColumns + column + k % 3))
            << First(n) << ", " << Second(n);
      }
    }
  }
}

TEST_P(EdgeIndices, DynamicUpdateSliceClampsItsStart) {
  const std::string text =
      Main("%x: tensor<9x11xf32>, %u: tensor<4x3xf32>, %i: " + Index({}) +
               ", %j: " + Index({}),
           "tensor<9x11xf32>",
           "%s = stablehlo.dynamic_update_slice %x, %u, %i, %j : (tensor<9x11xf32>, "
           "tensor<4x3xf32>, " +
               Index({}) + ", " + Index({}) +
               ") -> tensor<9x11xf32>\nreturn %s : tensor<9x11xf32>");
  const Array u = Random({ElementType::kF32, {4, 3}}, 2);
  for (const How& how : Hows()) {
    const auto compiled = Compiled::Make(text, how);
    ASSERT_TRUE(compiled.ok()) << compiled.status();
    for (size_t n = 0; n < pairs_.size(); ++n) {
      Array i({type(), {}}), j({type(), {}});
      i.SetBits(0, static_cast<uint64_t>(pairs_[n].first));
      j.SetBits(0, static_cast<uint64_t>(pairs_[n].second));
      auto out = compiled->Run({x_, u, i, j});
      ASSERT_TRUE(out.ok()) << out.status();
      const int64_t row = std::clamp<int64_t>(First(n), 0, kRows - 4);
      const int64_t column = std::clamp<int64_t>(Second(n), 0, kColumns - 3);
      Array expected = x_;
      for (int64_t k = 0; k < 12; ++k) {
        expected.SetReal((row + k / 3) * kColumns + column + k % 3, u.Real(k));
      }
      ASSERT_EQ((*out)[0], expected) << First(n) << ", " << Second(n);
    }
  }
}

TEST_P(EdgeIndices, GatherClampsItsStarts) {
  const std::string idx = Index({count(), 2});
  const std::string out_type = Type(ElementType::kF32, {count(), 4, 3});
  const std::string text = Main(
      "%x: tensor<9x11xf32>, %i: " + idx, out_type,
      "%s = \"stablehlo.gather\"(%x, %i) <{dimension_numbers = "
      "#stablehlo.gather<offset_dims = [1, 2], start_index_map = [0, 1], "
      "index_vector_dim = 1>, slice_sizes = array<i64: 4, 3>}> : (tensor<9x11xf32>, " +
          idx + ") -> " + out_type + "\nreturn %s : " + out_type);
  for (const How& how : Hows()) {
    auto out = RunText(text, {x_, indices_}, how);
    ASSERT_TRUE(out.ok()) << out.status();
    for (int64_t n = 0; n < count(); ++n) {
      const int64_t row = std::clamp<int64_t>(First(n), 0, kRows - 4);
      const int64_t column = std::clamp<int64_t>(Second(n), 0, kColumns - 3);
      for (int64_t k = 0; k < 12; ++k) {
        ASSERT_EQ((*out)[0].Real(n * 12 + k),
                  x_.Real((row + k / 3) * kColumns + column + k % 3))
            << First(n) << ", " << Second(n);
      }
    }
  }
}

// Batching dimensions; the index of each batch picks in that batch only.
TEST_P(EdgeIndices, GatherInBatchesClampsItsStarts) {
  const int64_t n = static_cast<int64_t>(edges_.size());
  Array i({type(), {kRows, n}});
  for (int64_t k = 0; k < i.size(); ++k) {
    i.SetBits(k, static_cast<uint64_t>(edges_[(k + k / n) % n]));
  }
  const std::string r = Type(ElementType::kF32, {kRows, n});
  const std::string text =
      Main("%x: tensor<9x11xf32>, %i: " + Index({kRows, n}), r,
           "%s = \"stablehlo.gather\"(%x, %i) <{dimension_numbers = "
           "#stablehlo.gather<collapsed_slice_dims = [1], operand_batching_dims = [0], "
           "start_indices_batching_dims = [0], start_index_map = [1], index_vector_dim = "
           "2>, slice_sizes = array<i64: 1, 1>}> : (tensor<9x11xf32>, " +
               Index({kRows, n}) + ") -> " + r + "\nreturn %s : " + r);
  for (const How& how : Hows()) {
    auto out = RunText(text, {x_, i}, how);
    ASSERT_TRUE(out.ok()) << out.status();
    for (int64_t k = 0; k < i.size(); ++k) {
      const int64_t at = std::clamp<int64_t>(Value(type(), i.Int(k)), 0, kColumns - 1);
      ASSERT_EQ((*out)[0].Real(k), x_.Real(k / n * kColumns + at)) << i.Int(k);
    }
  }
}

// Each element of an update that lies outside is left out, the rest is applied.
TEST_P(EdgeIndices, ScatterLeavesOutWhatIsOutside) {
  const std::string idx = Index({count(), 2});
  const std::string updates = Type(ElementType::kF32, {count(), 4, 3});
  const std::string text = Main(
      "%x: tensor<9x11xf32>, %i: " + idx + ", %u: " + updates, "tensor<9x11xf32>",
      "%s = \"stablehlo.scatter\"(%x, %i, %u) <{scatter_dimension_numbers = "
      "#stablehlo.scatter<update_window_dims = [1, 2], scatter_dims_to_operand_dims = "
      "[0, 1], index_vector_dim = 1>}> ({\n^bb0(%a: tensor<f32>, %b: tensor<f32>):\n"
      "%c = stablehlo.add %a, %b : tensor<f32>\nstablehlo.return %c : tensor<f32>\n"
      "}) : (tensor<9x11xf32>, " +
          idx + ", " + updates + ") -> tensor<9x11xf32>\nreturn %s : tensor<9x11xf32>");
  // Whole numbers: sums are exact in any order.
  Array x({ElementType::kF32, {kRows, kColumns}}),
      u({ElementType::kF32, {count(), 4, 3}});
  for (int64_t k = 0; k < x.size(); ++k) x.SetReal(k, static_cast<double>(k));
  for (int64_t k = 0; k < u.size(); ++k) u.SetReal(k, static_cast<double>(k % 97));
  std::vector<double> expected(x.size());
  for (int64_t k = 0; k < x.size(); ++k) expected[k] = x.Real(k);
  int applied = 0;
  for (int64_t n = 0; n < count(); ++n) {
    const int64_t row = First(n), column = Second(n);
    for (int64_t k = 0; k < 12; ++k) {
      // In 128 bits: the largest index and one do not wrap around.
      const __int128 r = __int128{row} + k / 3, c = __int128{column} + k % 3;
      if (r < 0 || r >= kRows || c < 0 || c >= kColumns) continue;
      ++applied;
      expected[static_cast<int64_t>(r * kColumns + c)] += u.Real(n * 12 + k);
    }
  }
  ASSERT_GT(applied, 0);
  for (const How& how : Hows()) {
    auto out = RunText(text, {x, indices_, u}, how);
    ASSERT_TRUE(out.ok()) << out.status();
    for (int64_t k = 0; k < x.size(); ++k) {
      ASSERT_EQ((*out)[0].Real(k), expected[k]) << k;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Types, EdgeIndices, ::testing::ValuesIn(IndexTypes()),
                         [](const auto& info) {
                           return std::string(ir::Name(info.param));
                         });

TEST(EdgeIndex, CaseTakesItsLastBranchForIndicesOutOfRange) {
  const std::string text = Main(
      "%i: tensor<i32>, %x: tensor<5xf32>", "tensor<5xf32>",
      "%r = \"stablehlo.case\"(%i) ({\n%a = stablehlo.negate %x : tensor<5xf32>\n"
      "stablehlo.return %a : tensor<5xf32>\n}, {\n"
      "%a = stablehlo.add %x, %x : tensor<5xf32>\nstablehlo.return %a : tensor<5xf32>\n"
      "}, {\n%a = stablehlo.abs %x : tensor<5xf32>\nstablehlo.return %a : tensor<5xf32>\n"
      "}) : (tensor<i32>) -> tensor<5xf32>\nreturn %r : tensor<5xf32>");
  const Array x = Random({ElementType::kF32, {5}}, 1);
  for (const bool cluster : {true, false}) {
    How how;
    how.cluster = cluster;
    const auto compiled = Compiled::Make(text, how);
    ASSERT_TRUE(compiled.ok()) << compiled.status();
    for (int64_t index : {int64_t{0}, int64_t{1}, int64_t{2}, int64_t{3}, int64_t{-1},
                          int64_t{INT32_MIN}, int64_t{INT32_MAX}}) {
      Array i({ElementType::kI32, {}});
      i.SetBits(0, static_cast<uint64_t>(index));
      auto out = compiled->Run({i, x});
      ASSERT_TRUE(out.ok()) << out.status();
      for (int64_t k = 0; k < 5; ++k) {
        const double v = x.Real(k);
        EXPECT_EQ((*out)[0].Real(k), index == 0 ? -v : index == 1 ? 2 * v : std::fabs(v));
      }
    }
  }
}

}  // namespace
}  // namespace tilewright::runtime
