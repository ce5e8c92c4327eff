// Paddings and slices whose positions only a run tells, at the ends of every index
// type: what lies inside is where it belongs, and nothing outside is read.
#include <algorithm>

#include "tests/runtime/edges/edge_indices.h"

namespace tilewright::runtime {
namespace {

constexpr int64_t kSize = 5, kPadded = 9, kSliced = 3;

std::vector<int64_t> Edges(ElementType type) {
  return WithEnds(type, {0, 1, 2, 3, 4, 5, 9}, {-1, -3, -9});
}

class EdgeDynamic : public ::testing::TestWithParam<ElementType> {
 protected:
  ElementType type() const { return GetParam(); }
  std::string list() const { return Type(type(), {1}); }
  Array One(int64_t value) const {
    Array a({type(), {1}});
    a.SetBits(0, static_cast<uint64_t>(value));
    return a;
  }
  // The program with and without clusters.
  std::vector<Compiled> Programs(const std::string& text) const {
    std::vector<Compiled> programs;
    for (const bool cluster : {true, false}) {
      How how;
      how.guard = true;
      how.cluster = cluster;
      absl::StatusOr<Compiled> made = Compiled::Make(text, how);
      EXPECT_TRUE(made.ok()) << made.status();
      if (made.ok()) programs.push_back(*std::move(made));
    }
    return programs;
  }
  void Expect(const std::vector<Compiled>& programs, const std::vector<Array>& inputs,
              const Array& expected, const std::string& what) const {
    for (const Compiled& program : programs) {
      const absl::StatusOr<std::vector<Array>> outputs = program.Run(inputs);
      ASSERT_TRUE(outputs.ok()) << outputs.status();
      EXPECT_EQ((*outputs)[0].bytes, expected.bytes) << what;
    }
  }

  const Array x_ = Random({ElementType::kI32, {kSize}}, 1, 1, 1000);
};

TEST_P(EdgeDynamic, PadPutsEveryElementWhereItsEdgeAndGapsSay) {
  const std::vector<Compiled> programs = Programs(Main(
      absl::StrCat("%x: tensor<5xi32>, %v: tensor<i32>, %l: ", list(), ", %h: ", list(),
                   ", %i: ", list()),
      "tensor<9xi32>",
      absl::StrCat("%r = \"stablehlo.dynamic_pad\"(%x, %v, %l, %h, %i) : (tensor<5xi32>, "
                   "tensor<i32>, ",
                   list(), ", ", list(), ", ", list(),
                   ") -> tensor<9xi32>\nreturn %r : tensor<9xi32>")));
  ASSERT_EQ(programs.size(), 2u);
  Array fill({ElementType::kI32, {}});
  fill.SetBits(0, 7777);
  for (int64_t low : Edges(type())) {
    for (int64_t interior : Edges(type())) {
      Array expected({ElementType::kI32, {kPadded}});
      for (int64_t i = 0; i < kPadded; ++i) expected.SetBits(i, 7777);
      const int64_t gap = std::max<int64_t>(Value(type(), interior), 0);
      for (int64_t i = 0; i < kSize; ++i) {
        const __int128 to = Value(type(), low) + __int128{i} * (__int128{gap} + 1);
        if (to >= 0 && to < kPadded) {
          expected.SetBits(static_cast<int64_t>(to), x_.Bits(i));
        }
      }
      Expect(programs, {x_, fill, One(low), One(0), One(interior)}, expected,
             absl::StrCat("low ", low, ", interior ", interior));
    }
  }
}

TEST_P(EdgeDynamic, SlicesLieInsideWhateverTheirStartsAndStrides) {
  const std::vector<Compiled> programs = Programs(Main(
      absl::StrCat("%x: tensor<5xi32>, %s: ", list(), ", %l: ", list(), ", %t: ", list()),
      "tensor<3xi32>",
      absl::StrCat("%r = \"stablehlo.real_dynamic_slice\"(%x, %s, %l, %t) : "
                   "(tensor<5xi32>, ",
                   list(), ", ", list(), ", ", list(),
                   ") -> tensor<3xi32>\nreturn %r : tensor<3xi32>")));
  ASSERT_EQ(programs.size(), 2u);
  for (int64_t start : Edges(type())) {
    for (int64_t stride : Edges(type())) {
      const int64_t step = std::clamp<int64_t>(Value(type(), stride), 1, 2);
      const int64_t first =
          std::clamp<int64_t>(Value(type(), start), 0, kSize - 1 - (kSliced - 1) * step);
      Array expected({ElementType::kI32, {kSliced}});
      for (int64_t i = 0; i < kSliced; ++i) {
        expected.SetBits(i, x_.Bits(first + i * step));
      }
      Expect(programs, {x_, One(start), One(0), One(stride)}, expected,
             absl::StrCat("start ", start, ", stride ", stride));
    }
  }
}

// As above where strides are known: a dynamic slice, which has starts as it has them.
TEST_P(EdgeDynamic, SlicesWithKnownStridesLieInside) {
  const std::vector<Compiled> programs = Programs(
      Main(absl::StrCat("%x: tensor<5xi32>, %s: ", list()), "tensor<3xi32>",
           absl::StrCat("%t = stablehlo.constant dense<2> : ", list(),
                        "\n%r = \"stablehlo.real_dynamic_slice\"(%x, %s, %s, %t) : "
                        "(tensor<5xi32>, ",
                        list(), ", ", list(), ", ", list(),
                        ") -> tensor<3xi32>\nreturn %r : tensor<3xi32>")));
  ASSERT_EQ(programs.size(), 2u);
  Array expected({ElementType::kI32, {kSliced}});
  for (int64_t i = 0; i < kSliced; ++i) expected.SetBits(i, x_.Bits(2 * i));
  for (int64_t start : Edges(type())) {
    Expect(programs, {x_, One(start)}, expected, absl::StrCat("start ", start));
  }
}

INSTANTIATE_TEST_SUITE_P(IndexTypes, EdgeDynamic, ::testing::ValuesIn(IndexTypes()),
                         [](const auto& info) {
                           return std::string(ir::Info(info.param).name);
                         });

TEST(Dynamic, AShapeOperandThatIsKnownSaysTheResultsShape) {
  const auto iota = [](const char* shape) {
    return Compiled::Make(
        Main("", "tensor<3x4xi32>",
             absl::StrCat("%s = stablehlo.constant dense<", shape,
                          "> : tensor<2xi64>\n%r = stablehlo.dynamic_iota %s, dim = 0 : "
                          "(tensor<2xi64>) -> tensor<3x4xi32>\nreturn %r : "
                          "tensor<3x4xi32>")),
        {});
  };
  EXPECT_TRUE(iota("[3, 4]").ok());
  const auto other = iota("[3, 2]");
  ASSERT_FALSE(other.ok());
  EXPECT_NE(std::string(other.status().message()).find("says the shape [3, 2]"),
            std::string::npos)
      << other.status();
}

}  // namespace
}  // namespace tilewright::runtime
