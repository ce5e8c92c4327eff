// The order of sums, bit for bit: that of docs/accuracy.md, on every target, whatever the
// form of the kernel.
#include <string>

#include "jit/llvm/target.h"
#include "tests/runtime/program_harness.h"
#include "tests/runtime/sums/order_reference.h"

namespace tilewright::runtime {
namespace {

struct Shape {
  const char* form;
  Dims dims, reduced;
};

const Shape kShapes[] = {
    {"short rows", {100, 3}, {1}},
    {"short rows, many", {300, 7}, {1}},
    {"short rows, few", {5, 7}, {1}},
    {"part of a step", {6, 40}, {1}},
    {"a step", {4, 64}, {1}},
    {"some steps", {10, 100}, {1}},
    {"rows that are straight", {12, 250}, {1}},
    {"less than a block", {3, 1000}, {1}},
    {"a block", {5, 1024}, {1}},
    {"some blocks", {4, 5003}, {1}},
    {"more than a panel", {5, 70000}, {1}},
    {"panels", {2, 200000}, {1}},
    {"all of it", {300, 1000}, {0, 1}},
    {"all of it, in parts", {400003}, {0}},
    {"short columns", {7, 33}, {0}},
    {"a chain", {16, 20}, {0}},
    {"columns", {100, 33}, {0}},
    {"few columns", {70, 3}, {0}},
    {"short rows and columns, row by row", {40, 600, 4}, {0, 2}},
    {"few columns, long", {5000, 3}, {0}},
    {"few columns, in parts", {90001, 3}, {0}},
    {"columns, row by row", {77, 600}, {0}},
    {"columns, row by row, more", {300, 1100}, {0}},
    {"columns of matrices", {3, 50, 40}, {1}},
    {"rows and columns", {40, 3, 50}, {0, 2}},
    {"short rows and columns", {20, 100, 3}, {0, 2}},
    {"rows and columns, large", {32, 3, 3000}, {0, 2}},
    {"short rows and columns, large", {110, 500, 5}, {0, 2}},
    {"columns of columns", {6, 5, 40, 20}, {0, 2}},
    {"columns of columns, large", {18, 5, 200, 20}, {0, 2}},
    {"nothing but a one", {5, 1, 3}, {1}},
    {"one element", {1}, {0}},
};

std::vector<std::string> Targets() {
  std::vector<std::string> names;
  for (const std::string& name : jit::TargetNames()) {
    if (jit::CheckRunnable(*jit::FindTarget(name)).ok()) names.push_back(name);
  }
  return names;
}

// The sums, from 0.5 on, of x, of its squares, and the largest.
std::string Text(ElementType element, const Dims& dims, const Dims& reduced) {
  Dims out;
  for (size_t d = 0; d < dims.size(); ++d) {
    if (std::find(reduced.begin(), reduced.end(), d) == reduced.end()) {
      out.push_back(dims[d]);
    }
  }
  const std::string x = Type(element, dims), r = Type(element, out);
  const std::string s = Type(element, {});
  const auto reduce = [&](const char* name, const char* of, const char* op) {
    return absl::StrCat("  %", name, " = stablehlo.reduce(%", of,
                        " init: %half) applies ", "stablehlo.", op,
                        " across dimensions = [", ir::Join(reduced), "] : (", x, ", ", s,
                        ") -> ", r, "\n");
  };
  return Main(absl::StrCat("%x: ", x), absl::StrCat(r, ", ", r, ", ", r),
              absl::StrCat("  %half = stablehlo.constant dense<0.5> : ", s,
                           "\n  %p = stablehlo.multiply %x, %x : ", x, "\n",
                           reduce("a", "x", "add"), reduce("b", "p", "add"),
                           reduce("m", "x", "maximum"), "  return %a, %b, %m : ", r, ", ",
                           r, ", ", r));
}

template <typename T>
std::vector<Array> Expected(const Array& x, const Dims& reduced, const TensorType& type) {
  std::vector<T> of_x, of_squares;
  Array square({x.type.element, {1}});
  for (int64_t i = 0; i < x.size(); ++i) {
    of_x.push_back(static_cast<T>(x.Real(i)));
    square.SetReal(0, static_cast<T>(of_x.back() * of_x.back()));
    of_squares.push_back(static_cast<T>(square.Real(0)));
  }
  std::vector<Array> out;
  for (const std::vector<T>& values : {of_x, of_squares}) {
    const std::vector<T> sums =
        SumOrder<T>::Reduce(values, x.type.dims(), reduced, static_cast<T>(0.5));
    out.emplace_back(type);
    for (size_t i = 0; i < sums.size(); ++i) {
      out.back().SetReal(static_cast<int64_t>(i), sums[i]);
    }
  }
  return out;
}

class SumOrderOn : public ::testing::TestWithParam<std::string> {
 protected:
  struct Way {
    Numerics numerics;
    bool cluster;
  };

  void Check(const Shape& shape, ElementType element, const std::vector<Way>& ways) {
    const Array x = Random({element, shape.dims}, 7, -1, 3);
    std::vector<Array> expected;
    for (const Way& way : ways) {
      SCOPED_TRACE(absl::StrCat(shape.form, ", ", ir::Name(element), ", ", GetParam(),
                                way.cluster ? "" : ", without clusters"));
      How how;
      how.target = GetParam();
      how.cluster = way.cluster;
      how.numerics = way.numerics;
      const auto compiled = Compiled::Make(Text(element, shape.dims, shape.reduced), how);
      ASSERT_TRUE(compiled.ok()) << compiled.status();
      for (int threads : {1, 3}) {
        const auto got = compiled->Run({x}, threads);
        ASSERT_TRUE(got.ok()) << got.status();
        if (expected.empty()) {
          expected = element == ElementType::kF64
                         ? Expected<double>(x, shape.reduced, (*got)[0].type)
                         : Expected<float>(x, shape.reduced, (*got)[0].type);
        }
        for (size_t o = 0; o < expected.size(); ++o) {
          for (int64_t i = 0; i < expected[o].size(); ++i) {
            ASSERT_EQ((*got)[o].Real(i), expected[o].Real(i))
                << "output " << o << ", element " << i << ", " << threads << " threads";
          }
        }
      }
    }
  }
};

TEST_P(SumOrderOn, IsThatOfTheLawWhateverTheForm) {
  for (const Shape& shape : kShapes) {
    Check(shape, ElementType::kF32,
          {{Numerics::kIeee, true}, {Numerics::kTpu, true}, {Numerics::kIeee, false}});
    if (HasFatalFailure()) return;
  }
}

TEST_P(SumOrderOn, IsThatOfTheTypeThatIsAccumulated) {
  for (const Shape& shape : kShapes) {
    if (shape.dims.size() > 2) continue;
    for (ElementType element : {ElementType::kBF16, ElementType::kF64}) {
      Check(shape, element, {{Numerics::kIeee, true}});
      if (HasFatalFailure()) return;
    }
  }
}

// Dimensions of one element, and adjacent ones written as one, are no difference.
TEST_P(SumOrderOn, IsThatOfEverySpelling) {
  const struct {
    Dims dims, reduced;
    std::vector<std::pair<Dims, Dims>> same;
  } kSpellings[] = {
      {{6, 130},
       {1},
       {{{6, 1, 130}, {2}},
        {{2, 3, 13, 10}, {2, 3}},
        {{6, 130, 1}, {1}},
        {{1, 6, 10, 1, 13}, {0, 2, 3, 4}}}},
      {{60, 11},
       {0},
       {{{60, 1, 11, 1}, {0}},
        {{6, 10, 11}, {0, 1}},
        {{1, 60, 11}, {0, 1}},
        {{5, 1, 12, 11}, {0, 1, 2}}}},
      {{12, 9, 20},
       {0, 2},
       {{{3, 4, 9, 20}, {0, 1, 3}},
        {{12, 9, 1, 4, 5}, {0, 2, 3, 4}},
        {{12, 1, 9, 20, 1}, {0, 3, 4}}}},
      {{2100}, {0}, {{{21, 100}, {0, 1}}, {{7, 1, 300}, {0, 2}}}},
  };
  How how;
  how.target = GetParam();
  for (const auto& spelling : kSpellings) {
    const Array x = Random({ElementType::kF32, spelling.dims}, 9, -1, 3);
    const auto want =
        RunText(Text(ElementType::kF32, spelling.dims, spelling.reduced), {x}, how);
    ASSERT_TRUE(want.ok()) << want.status();
    for (const auto& [dims, reduced] : spelling.same) {
      Array same({ElementType::kF32, dims});
      same.bytes = x.bytes;
      const auto got = RunText(Text(ElementType::kF32, dims, reduced), {same}, how);
      ASSERT_TRUE(got.ok()) << got.status();
      for (size_t o = 0; o < want->size(); ++o) {
        EXPECT_EQ((*got)[o].bytes, (*want)[o].bytes)
            << "[" << ir::Join(dims) << "] over " << ir::Join(reduced);
      }
    }
  }
}

// A row's sum, and what is made of the row with it: one kernel, and the sum of the
// reduction alone.
TEST_P(SumOrderOn, IsThatOfTheReductionAloneInAClusterOfRows) {
  for (const Dims& dims : {Dims{100, 3}, {4, 64}, {6, 130}, {3, 5003}, {2, 70000}}) {
    const std::string x = Type(ElementType::kF32, dims);
    const std::string r = Type(ElementType::kF32, {dims[0]});
    const std::string text = Main(
        "%x: " + x, absl::StrCat(x, ", ", r),
        absl::StrCat("  %half = stablehlo.constant dense<0.5> : tensor<f32>\n",
                     "  %m = stablehlo.reduce(%x init: %half) applies stablehlo.maximum "
                     "across dimensions = [1] : (",
                     x, ", tensor<f32>) -> ", r, "\n",
                     "  %mb = stablehlo.broadcast_in_dim %m, dims = [0] : (", r, ") -> ",
                     x, "\n  %p = stablehlo.multiply %x, %mb : ", x, "\n",
                     "  %s = stablehlo.reduce(%p init: %half) applies stablehlo.add "
                     "across dimensions = [1] : (",
                     x, ", tensor<f32>) -> ", r, "\n",
                     "  %sb = stablehlo.broadcast_in_dim %s, dims = [0] : (", r, ") -> ",
                     x, "\n  %y = stablehlo.divide %p, %sb : ", x,
                     "\n  return %y, %s : ", x, ", ", r));
    How how;
    how.target = GetParam();
    const Array in = Random({ElementType::kF32, dims}, 5, -1, 3);
    const auto got = RunText(text, {in}, how);
    ASSERT_TRUE(got.ok()) << got.status();
    for (int64_t row = 0; row < dims[0]; ++row) {
      std::vector<float> values;
      float most = 0.5f;
      for (int64_t c = 0; c < dims[1]; ++c) {
        values.push_back(static_cast<float>(in.Real(row * dims[1] + c)));
        most = std::max(most, values.back());
      }
      for (float& value : values) value *= most;
      const float sum = 0.5f + *SumOrder<float>::Row(values);
      ASSERT_EQ((*got)[1].Real(row), sum) << ir::Join(dims) << ", row " << row;
      ASSERT_EQ((*got)[0].Real(row * dims[1]), values[0] / sum) << ir::Join(dims);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Targets, SumOrderOn, ::testing::ValuesIn(Targets()),
                         [](const ::testing::TestParamInfo<std::string>& info) {
                           std::string name = info.param;
                           for (char& c : name) c = c == '-' ? '_' : c;
                           return name;
                         });

}  // namespace
}  // namespace tilewright::runtime
