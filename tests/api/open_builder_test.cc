// Programs with symbols for sizes, from C++ to results.
#include <functional>
#include <string>

#include "absl/strings/str_cat.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/api/open_sizes_fixture.h"
#include "tilewright/builder.h"
#include "tilewright/execute.h"

namespace tilewright {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Pair;
using Ints = ProgramBuilder::Ints;
using Value = ProgramBuilder::Value;

Value Scalar(ProgramBuilder& b, float value) {
  return b.Constant(Floats({}),
                    absl::MakeConstSpan(reinterpret_cast<const uint8_t*>(&value), 4));
}

// Of rows x columns, and further rows of these columns, all rows but the first, times
// weights, less the mean of each; written once for numbers and for symbols.
std::vector<Value> Body(ProgramBuilder& b, int64_t rows, int64_t more,
                        int64_t all_but_one, int64_t columns) {
  const Value x = b.Input(Floats({rows, columns}));
  const Value y = b.Input(Floats({more, columns}));
  const Value w = b.Input(Floats({columns, 8}));
  const Value both = b.Append({.name = "stablehlo.concatenate",
                               .operands = {x, y},
                               .attributes = {{"dimension", int64_t{0}}}})[0];
  const bool open = columns < 0;
  const int64_t from = ProgramBuilder::kFromResult;
  const Value rest =
      b.Append({.name = "stablehlo.slice",
                .operands = {both},
                .attributes = {{"start_indices", Ints{1, 0}},
                               {"limit_indices",
                                open ? Ints{from, from} : Ints{all_but_one + 1, columns}},
                               {"strides", Ints{1, 1}}},
                .results = {Floats({all_but_one, columns})}})[0];
  const Value product = b.Append({.name = "stablehlo.dot_general",
                                  .operands = {rest, w},
                                  .attributes = {{"lhs_contracting_dimensions", Ints{1}},
                                                 {"rhs_contracting_dimensions", Ints{0}}},
                                  .results = {Floats({all_but_one, 8})}})[0];
  const Value sum =
      b.Append({.name = "stablehlo.reduce",
                .operands = {product, Scalar(b, 0)},
                .attributes = {{"dimensions", Ints{1}}},
                .regions = {b.Reducer("stablehlo.add", ElementType::kF32)}})[0];
  const auto spread = [&](Value value, Ints dimensions) {
    return b.Append({.name = "stablehlo.broadcast_in_dim",
                     .operands = {value},
                     .attributes = {{"broadcast_dimensions", std::move(dimensions)}},
                     .results = {b.type(product)}})[0];
  };
  const Value mean =
      b.Elementwise("stablehlo.divide", {spread(sum, {0}), spread(Scalar(b, 8), {})});
  return {b.Elementwise("stablehlo.subtract", {product, mean})};
}

Program Open() {
  ProgramBuilder b;
  const int64_t n = b.Symbol("n", {.at_least = 1}), k = b.Symbol("k");
  const absl::StatusOr<Program> built =
      b.Build(Body(b, n, k, b.Size("n + k - 1"), b.Symbol("m")));
  EXPECT_TRUE(built.ok()) << built.status();
  return *built;
}

std::vector<TensorType> Types(int64_t n, int64_t k, int64_t m) {
  return {Floats({n, m}), Floats({k, m}), Floats({m, 8})};
}

class OpenBuilderTest : public OpenSizesFixture {
 protected:
  std::string Run(const Executable& executable, const std::vector<TensorType>& types) {
    std::vector<Buffer> inputs;
    for (const TensorType& type : types) inputs.push_back(Counted(type, 0.1f));
    absl::StatusOr<std::vector<Buffer>> outputs = Execute(executable, *device_, inputs);
    EXPECT_TRUE(outputs.ok()) << outputs.status();
    if (!outputs.ok()) return "";
    const Buffer& output = outputs->front();
    return absl::StrCat(output.type().ToString(), BytesOf(output));
  }
};

TEST_F(OpenBuilderTest, RunsAtAnySizesWithTheBytesOfNumbers) {
  const Program program = Open();
  EXPECT_TRUE(program.open());
  EXPECT_EQ(program.inputs()[2].ToString(), "tensor<?x8xf32>");
  EXPECT_EQ(program.outputs()[0].dims, (Ints{kOpenSize, 8}));
  const Executable executable = Compile(program);
  for (const auto& [n, k, m] : std::vector<std::array<int64_t, 3>>{
           {3, 4, 5}, {2, 2, 2}, {1, 0, 3}, {1, 1, 1}, {129, 17, 33}, {5, 1, 0}}) {
    ProgramBuilder b;
    const absl::StatusOr<Program> numbers = b.Build(Body(b, n, k, n + k - 1, m));
    ASSERT_TRUE(numbers.ok()) << numbers.status();
    EXPECT_EQ(Run(executable, Types(n, k, m)), Run(Compile(*numbers), Types(n, k, m)))
        << n << ", " << k << ", " << m;
  }
}

TEST_F(OpenBuilderTest, FurtherSizesCompileNothingAndAreReportedByName) {
  const Executable executable = Compile(Open());
  ASSERT_TRUE(executable.At(Types(3, 4, 5)).ok());
  const absl::StatusOr<Executable> second = executable.At(Types(40, 50, 60));
  ASSERT_TRUE(second.ok()) << second.status();
  EXPECT_EQ(second->report().kernels_compiled, 0);
  EXPECT_GT(second->report().kernels_open, 0);
  EXPECT_THAT(second->report().sizes,
              ElementsAre(Pair("n", 40), Pair("k", 50), Pair("m", 60)));
  EXPECT_THAT(second->report().sized_steps, IsEmpty());
}

// Rows less those before: of two rows there is one difference, which is a shape of its
// own; how many columns there are does not matter to that.
TEST_F(OpenBuilderTest, ASizeThatIsOneLeavesOthersOpen) {
  const auto differences = [](int64_t rows, int64_t fewer, int64_t columns,
                              ProgramBuilder* b) {
    const Value x = b->Input(Floats({rows, columns}));
    const auto part = [&](int64_t start) {
      const int64_t limit = rows < 0 ? ProgramBuilder::kFromResult : start + fewer;
      const int64_t end = rows < 0 ? ProgramBuilder::kFromResult : columns;
      return b->Append({.name = "stablehlo.slice",
                        .operands = {x},
                        .attributes = {{"start_indices", Ints{start, 0}},
                                       {"limit_indices", Ints{limit, end}},
                                       {"strides", Ints{1, 1}}},
                        .results = {Floats({fewer, columns})}})[0];
    };
    return b->Build({b->Elementwise("stablehlo.subtract", {part(1), part(0)})});
  };
  ProgramBuilder open;
  const int64_t n = open.Symbol("n", {.at_least = 1});
  const absl::StatusOr<Program> program =
      differences(n, open.Size("n - 1"), open.Symbol("m"), &open);
  ASSERT_TRUE(program.ok()) << program.status();
  const Executable executable = Compile(*program);
  int compiled = 0;
  for (const int64_t columns : {5, 9, 33}) {
    ProgramBuilder b;
    const absl::StatusOr<Program> numbers = differences(2, 1, columns, &b);
    ASSERT_TRUE(numbers.ok()) << numbers.status();
    const std::vector<TensorType> types = {Floats({2, columns})};
    const absl::StatusOr<Executable> sized = executable.At(types);
    ASSERT_TRUE(sized.ok()) << sized.status();
    EXPECT_EQ(sized->report().kernels_open, 1) << columns;
    compiled += sized->report().kernels_compiled;
    EXPECT_EQ(Run(executable, types), Run(Compile(*numbers), types)) << columns;
  }
  EXPECT_EQ(compiled, 1);
}

TEST_F(OpenBuilderTest, SizesThatDoNotFitAreSaidByName) {
  const Program program = Open();
  const auto why = [&](const std::vector<TensorType>& types) {
    return std::string(program.At(types).status().message());
  };
  EXPECT_THAT(why(Types(0, 4, 5)), HasSubstr("the size 'n' is 0, but is at least 1"));
  EXPECT_EQ(why({Floats({3, 5}), Floats({4, 6}), Floats({5, 8})}),
            "size 1 of input 1 is 6, and m is 5");
  EXPECT_EQ(why({Floats({3, 5}), Floats({4, 5}), Floats({5, 9})}),
            "input 2 of @main is tensor<(m)x8xf32>, not tensor<5x9xf32>");
  EXPECT_EQ(why({Floats({3, 5})}), "@main takes 3 inputs, not 1");
  EXPECT_THAT(why(Types(int64_t{1} << 40, 4, int64_t{1} << 40)),
              HasSubstr("is larger than 2^46 bytes: n = 1099511627776, k = 4, m = "));
}

TEST(OpenBuilder, MistakesOfSizesAreSaid) {
  const auto mistake =
      [](const std::function<std::vector<Value>(ProgramBuilder&)>& body) {
        ProgramBuilder b;
        const std::vector<Value> results = body(b);
        return std::string(b.Build(results).status().message());
      };
  EXPECT_THAT(mistake([](ProgramBuilder& b) {
                b.Symbol("n");
                return std::vector{b.Input(Floats({b.Symbol("n")}))};
              }),
              HasSubstr("there is a size 'n'"));
  EXPECT_THAT(mistake([](ProgramBuilder& b) {
                return std::vector{b.Input(Floats({b.Symbol("max")}))};
              }),
              HasSubstr("no size is called 'max'"));
  EXPECT_THAT(mistake([](ProgramBuilder& b) {
                return std::vector{b.Input(Floats({b.Size("2*n")}))};
              }),
              HasSubstr("size '2*n', column 4: 'n' is no symbol"));
  EXPECT_THAT(
      mistake([](ProgramBuilder& b) { return std::vector{b.Input(Floats({-7}))}; }),
      HasSubstr("size 0 of tensor<-7xf32> is -7, which no size of this builder has"));
  EXPECT_THAT(mistake([](ProgramBuilder& b) {
                b.Symbol("n");
                return std::vector{b.Input(Floats({b.Size("n*n")}))};
              }),
              HasSubstr("no input's size says what 'n' is"));
  EXPECT_THAT(mistake([](ProgramBuilder& b) {
                const Value x = b.Input(Floats({b.Symbol("n")}));
                const Value y = b.Input(Floats({b.Symbol("m")}));
                return std::vector{b.Elementwise("stablehlo.add", {x, y})};
              }),
              HasSubstr("stablehlo.add(tensor<(n)xf32>, tensor<(m)xf32>): "));
  EXPECT_THAT(
      mistake([](ProgramBuilder& b) {
        const Value x = b.Input(Floats({b.Symbol("n")}));
        return std::vector{
            b.Append("stablehlo.reverse", {x}, b.type(x), "dimensions = array<i64: 0>")};
      }),
      HasSubstr("where sizes are no numbers, attributes and regions are no text"));
  EXPECT_THAT(mistake([](ProgramBuilder& b) {
                return std::vector{b.Constant(Floats({b.Symbol("n")}), {})};
              }),
              HasSubstr("a constant's sizes have to be numbers"));
}

}  // namespace
}  // namespace tilewright
