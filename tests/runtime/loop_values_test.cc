// Loops whose values change places or are updated where they lie, against the
// same loop written out.
#include <algorithm>
#include <functional>

#include "tests/runtime/program_harness.h"

namespace tilewright::runtime {
namespace {

// Small values: the loop is one kernel; large ones: a list of steps.

class LoopValues : public ::testing::TestWithParam<std::tuple<int, bool, bool>> {
 protected:
  int64_t rows() const { return std::get<0>(GetParam()) == 0 ? 12 : 300; }
  static constexpr int64_t kColumns = 10;
  std::string T() const { return Type(ElementType::kF32, {rows(), kColumns}); }

  // A loop of `rounds` over values of type T() named by `names`, from arguments
  // %x0, %x1, ...
  std::string Loop(int rounds, const std::vector<std::string>& names,
                   const std::string& body, const std::string& next) const {
    std::string arguments, carried = "%i = %z", types = "tensor<i32>", results, values;
    for (size_t n = 0; n < names.size(); ++n) {
      absl::StrAppend(&arguments, n > 0 ? ", " : "", "%x", n, ": ", T(),
                      std::get<2>(GetParam())
                          ? absl::StrCat(" {tf.aliasing_output = ", n, " : i32}")
                          : "");
      absl::StrAppend(&carried, ", %", names[n], " = %x", n);
      absl::StrAppend(&types, ", ", T());
      absl::StrAppend(&results, n > 0 ? ", " : "", T());
      absl::StrAppend(&values, n > 0 ? ", " : "", "%w#", n + 1);
    }
    return Main(
        arguments, results,
        absl::StrCat("%z = stablehlo.constant dense<0> : tensor<i32>\n%w:",
                     names.size() + 1, " = stablehlo.while(", carried, ") : ", types,
                     "\ncond {\n%n = stablehlo.constant dense<", rounds,
                     "> : tensor<i32>\n%p = stablehlo.compare LT, %i, %n, SIGNED : "
                     "(tensor<i32>, tensor<i32>) -> tensor<i1>\nstablehlo.return %p : "
                     "tensor<i1>\n} do {\n%one = stablehlo.constant dense<1> : "
                     "tensor<i32>\n%j = stablehlo.add %i, %one : tensor<i32>\n",
                     body, "stablehlo.return %j, ", next, " : ", types, "\n}\nreturn ",
                     values, " : ", results));
  }

  void ExpectAfter(
      const std::string& text, std::vector<std::vector<float>> values, int rounds,
      const std::function<void(int, std::vector<std::vector<float>>&)>& step) {
    How how;
    how.cluster = std::get<1>(GetParam());
    how.donate = std::get<2>(GetParam());
    how.guard = true;
    std::vector<Array> inputs;
    for (std::vector<float>& v : values) {
      const Array a = Random({ElementType::kF32, {rows(), kColumns}},
                             static_cast<uint32_t>(inputs.size()));
      v.resize(a.size());
      std::memcpy(v.data(), a.bytes.data(), a.bytes.size());
      inputs.push_back(a);
    }
    for (int i = 0; i < rounds; ++i) step(i, values);
    const auto out = RunText(text, inputs, how);
    ASSERT_TRUE(out.ok()) << text << out.status();
    for (size_t o = 0; o < values.size(); ++o) {
      for (int64_t k = 0; k < rows() * kColumns; ++k) {
        ASSERT_EQ((*out)[o].Real(k), values[o][k]) << "output " << o << ", " << k;
      }
    }
  }
};

TEST_P(LoopValues, ChangePlaces) {
  const std::string text = Loop(
      5, {"a", "b", "c"}, "%s = stablehlo.subtract %a, %b : " + T() + "\n", "%b, %c, %s");
  ExpectAfter(text, {{}, {}, {}}, 5, [](int, std::vector<std::vector<float>>& v) {
    std::vector<float> s = v[0];
    for (size_t k = 0; k < s.size(); ++k) s[k] -= v[1][k];
    v = {v[1], v[2], s};
  });
}

// The slice that is written overlaps the one that is read, shifted.
TEST_P(LoopValues, AreUpdatedFromThemselvesShifted) {
  const int64_t part = rows() - 5;
  const std::string p = Type(ElementType::kF32, {part, kColumns});
  const std::string text =
      Loop(4, {"a"},
           absl::StrCat("%s = stablehlo.slice %a [0:", part, ", 0:", kColumns, "] : (",
                        T(), ") -> ", p, "\n%m = stablehlo.negate %s : ", p,
                        "\n%u = stablehlo.dynamic_update_slice %a, %m, %j, %z : (", T(),
                        ", ", p, ", tensor<i32>, tensor<i32>) -> ", T(), "\n"),
           "%u");
  ExpectAfter(text, {{}}, 4, [&](int i, std::vector<std::vector<float>>& v) {
    const std::vector<float> old = v[0];
    const int64_t start = std::min<int64_t>(i + 1, 5);
    for (int64_t k = 0; k < part * kColumns; ++k) v[0][start * kColumns + k] = -old[k];
  });
}

// A slice in both dimensions, while another value still reads what was there.
TEST_P(LoopValues, AreReadAfterTheirUpdate) {
  const int64_t part = rows() / 2;
  const std::string p = Type(ElementType::kF32, {part, 3});
  const std::string text =
      Loop(6, {"a", "b"},
           absl::StrCat("%s = stablehlo.slice %b [1:", part + 1, ", 2:5] : (", T(),
                        ") -> ", p, "\n%m = stablehlo.negate %s : ", p,
                        "\n%u = stablehlo.dynamic_update_slice %a, %m, %i, %i : (", T(),
                        ", ", p, ", tensor<i32>, tensor<i32>) -> ", T(),
                        "\n%d = stablehlo.subtract %u, %a : ", T(), "\n"),
           "%u, %d");
  ExpectAfter(text, {{}, {}}, 6, [&](int i, std::vector<std::vector<float>>& v) {
    std::vector<float> u = v[0], d = v[0];
    const int64_t row = std::min<int64_t>(i, rows() - part);
    const int64_t column = std::min<int64_t>(i, kColumns - 3);
    for (int64_t r = 0; r < part; ++r) {
      for (int64_t c = 0; c < 3; ++c) {
        u[(row + r) * kColumns + column + c] = -v[1][(1 + r) * kColumns + 2 + c];
      }
    }
    for (size_t k = 0; k < d.size(); ++k) d[k] = u[k] - v[0][k];
    v = {u, d};
  });
}

TEST_P(LoopValues, AreReversedAndConcatenated) {
  const int64_t half = rows() / 2;
  const std::string p = Type(ElementType::kF32, {half, kColumns});
  const std::string text =
      Loop(3, {"a"},
           absl::StrCat("%s = stablehlo.slice %a [0:", half, ", 0:", kColumns, "] : (",
                        T(), ") -> ", p, "\n%t = stablehlo.slice %a [", half, ":", rows(),
                        ", 0:", kColumns, "] : (", T(), ") -> ", p,
                        "\n%r = stablehlo.reverse %s, dims = [0] : ", p,
                        "\n%u = stablehlo.concatenate %t, %r, dim = 0 : (", p, ", ", p,
                        ") -> ", T(), "\n"),
           "%u");
  ExpectAfter(text, {{}}, 3, [&](int, std::vector<std::vector<float>>& v) {
    const std::vector<float> old = v[0];
    for (int64_t r = 0; r < half; ++r) {
      for (int64_t c = 0; c < kColumns; ++c) {
        v[0][r * kColumns + c] = old[(half + r) * kColumns + c];
        v[0][(half + r) * kColumns + c] = old[(half - 1 - r) * kColumns + c];
      }
    }
  });
}

INSTANTIATE_TEST_SUITE_P(Ways, LoopValues,
                         ::testing::Combine(::testing::Values(0, 1), ::testing::Bool(),
                                            ::testing::Bool()),
                         [](const auto& info) {
                           return std::string(std::get<0>(info.param) == 0 ? "Small"
                                                                           : "Large") +
                                  (std::get<1>(info.param) ? "Clustered" : "Apart") +
                                  (std::get<2>(info.param) ? "Donated" : "");
                         });

}  // namespace
}  // namespace tilewright::runtime
