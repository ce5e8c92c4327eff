// Loops whose values are too large for one kernel: what a turn makes of a value lies
// where that was, without a copy, wherever nobody reads the old one any more; and
// wherever somebody does, the loop's results are those of the same turns written in C++.
// All values are small integers, which floats hold exactly.
#include <algorithm>
#include <functional>

#include "tests/runtime/program_harness.h"

namespace tilewright::runtime {
namespace {

constexpr int64_t kSize = 80;
constexpr int kTurns = 3;
const char* const kType = "tensor<80x80xf32>";

using Matrix = std::vector<float>;

Matrix Combined(const Matrix& x, const Matrix& y, float (*f)(float, float)) {
  Matrix z(x.size());
  for (size_t i = 0; i < z.size(); ++i) z[i] = f(x[i], y[i]);
  return z;
}
Matrix operator+(const Matrix& x, const Matrix& y) {
  return Combined(x, y, [](float a, float b) { return a + b; });
}
Matrix operator-(const Matrix& x, const Matrix& y) {
  return Combined(x, y, [](float a, float b) { return a - b; });
}
Matrix Times(const Matrix& x, const Matrix& y) {
  return Combined(x, y, [](float a, float b) { return a * b; });
}
Matrix Max(const Matrix& x, const Matrix& y) {
  return Combined(x, y, [](float a, float b) { return std::max(a, b); });
}
Matrix Dot(const Matrix& x, const Matrix& y) {
  Matrix z(x.size());
  for (int64_t i = 0; i < kSize; ++i) {
    for (int64_t k = 0; k < kSize; ++k) {
      for (int64_t j = 0; j < kSize; ++j) {
        z[i * kSize + j] += x[i * kSize + k] * y[k * kSize + j];
      }
    }
  }
  return z;
}
Matrix Transposed(const Matrix& x) {
  Matrix z(x.size());
  for (int64_t i = 0; i < kSize; ++i) {
    for (int64_t j = 0; j < kSize; ++j) z[i * kSize + j] = x[j * kSize + i];
  }
  return z;
}

// "%r = add %x, %y"
std::string Line(const std::string& text) {
  const size_t at = text.find(" = ") + 3, end = text.find(' ', at);
  const std::string left = text.substr(0, at), operation = text.substr(at, end - at),
                    operands = text.substr(end);
  if (operation == "dot") {
    return absl::StrCat(left, "stablehlo.dot_general", operands,
                        ", contracting_dims = [1] x [0] : (", kType, ", ", kType, ") -> ",
                        kType, "\n");
  }
  if (operation == "transpose") {
    return absl::StrCat(left, "stablehlo.transpose", operands, ", dims = [1, 0] : (",
                        kType, ") -> ", kType, "\n");
  }
  return absl::StrCat(left, "stablehlo.", operation, operands, " : ", kType, "\n");
}

std::string Lines(const std::vector<std::string>& lines) {
  std::string text;
  for (const std::string& line : lines) text += Line(line);
  return text;
}

std::string TopRow(const std::string& result, const std::string& from) {
  return absl::StrCat(result, " = stablehlo.slice ", from, " [0:1, 0:80] : (", kType,
                      ") -> tensor<1x80xf32>\n");
}

const std::string kNextRow = "%j = stablehlo.add %i, %one : tensor<i32>\n";

// Row %i, or the one behind it, is another.
std::string Update(const std::string& result, const std::string& from,
                   const std::string& with, const std::string& row) {
  return absl::StrCat(result, " = stablehlo.dynamic_update_slice ", from, ", ", with,
                      ", ", row, ", %zero : (", kType,
                      ", tensor<1x80xf32>, tensor<i32>, tensor<i32>) -> ", kType, "\n");
}

const char* const kOdd =
    "%two = stablehlo.constant dense<2> : tensor<i32>\n"
    "%rest = stablehlo.remainder %i, %two : tensor<i32>\n"
    "%odd = stablehlo.compare EQ, %rest, %one : (tensor<i32>, tensor<i32>) -> "
    "tensor<i1>\n";

struct Case {
  const char* name;
  int values;        // %a, %b, ... are carried; %x and %y stay
  std::string body;  // of turn %i; %one is 1
  std::string next;
  int copies;  // in a turn
  // The values after turn i.
  std::function<void(int i, const Matrix& x, const Matrix& y, std::vector<Matrix>&)> turn;
};

std::string Counted(int turns, const std::string& counter, const std::string& result,
                    const std::vector<std::string>& names,
                    const std::vector<std::string>& from, const std::string& body,
                    const std::string& next) {
  std::string carried = absl::StrCat("%", counter, " = %zero"), types = "tensor<i32>";
  for (size_t n = 0; n < names.size(); ++n) {
    absl::StrAppend(&carried, ", %", names[n], " = ", from[n]);
    absl::StrAppend(&types, ", ", kType);
  }
  return absl::StrCat(result, ":", names.size() + 1, " = stablehlo.while(", carried,
                      ") : ", types, "\ncond {\n%n = stablehlo.constant dense<", turns,
                      "> : tensor<i32>\n%p = stablehlo.compare LT, %", counter,
                      ", %n, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>\n",
                      "stablehlo.return %p : tensor<i1>\n} do {\n", body, "%", counter,
                      "next = stablehlo.add %", counter,
                      ", %one : tensor<i32>\nstablehlo.return %", counter, "next, ", next,
                      " : ", types, "\n}\n");
}

std::vector<std::string> Names(int count) {
  std::vector<std::string> names;
  for (int n = 0; n < count; ++n)
    names.push_back(std::string(1, static_cast<char>('a' + n)));
  return names;
}

std::string Program(const Case& c) {
  std::string arguments = absl::StrCat("%x: ", kType, ", %y: ", kType), results, values;
  std::vector<std::string> from;
  for (const std::string& name : Names(c.values)) {
    absl::StrAppend(&arguments, ", %", name, "0: ", kType);
    absl::StrAppend(&results, results.empty() ? "" : ", ", kType);
    absl::StrAppend(&values, values.empty() ? "" : ", ", "%w#", from.size() + 1);
    from.push_back(absl::StrCat("%", name, "0"));
  }
  return Main(
      arguments, results,
      absl::StrCat("%zero = stablehlo.constant dense<0> : tensor<i32>\n",
                   "%one = stablehlo.constant dense<1> : tensor<i32>\n",
                   Counted(kTurns, "i", "%w", Names(c.values), from, c.body, c.next),
                   "return ", values, " : ", results));
}

int CopiesIn(const std::vector<plan::Step>& steps, bool in_loop) {
  int copies = 0;
  for (const plan::Step& step : steps) {
    copies += in_loop && step.kind == plan::StepKind::kCopy &&
              step.copy.to.bytes > 8;  // a counter's is none
    copies += CopiesIn(step.loop.body, true);
    for (const auto& branch : step.branch.branches) copies += CopiesIn(branch, in_loop);
  }
  return copies;
}

class LoopCopies : public testing::TestWithParam<Case> {};

TEST_P(LoopCopies, AreOfWhatIsReadAgainAndChangeNothing) {
  const Case& c = GetParam();
  const std::string text = Program(c);
  std::vector<Array> inputs;
  std::vector<Matrix> values;
  for (int n = 0; n < c.values + 2; ++n) {
    inputs.push_back(Filled(ElementType::kF32, {kSize, kSize},
                            {1.0 + n, -1, 0, 2, -2.0, 1, 0.0 - n, 0, 1, 3, -1}));
    Matrix matrix(kSize * kSize);
    for (int64_t i = 0; i < inputs.back().size(); ++i) {
      matrix[i] = static_cast<float>(inputs.back().Real(i));
    }
    values.push_back(std::move(matrix));
  }
  const Matrix x = values[0], y = values[1];
  values.erase(values.begin(), values.begin() + 2);
  for (int i = 0; i < kTurns; ++i) c.turn(i, x, y, values);

  for (const bool cluster : {true, false}) {
    const auto compiled = Compiled::Make(text, {.cluster = cluster, .guard = true});
    ASSERT_TRUE(compiled.ok()) << text << compiled.status();
    if (cluster) {
      EXPECT_EQ(CopiesIn(compiled->executable().plan().steps, false), c.copies) << text;
    }
    const auto results = compiled->Run(inputs);
    ASSERT_TRUE(results.ok()) << results.status();
    for (int n = 0; n < c.values; ++n) {
      for (int64_t i = 0; i < kSize * kSize; ++i) {
        ASSERT_EQ((*results)[n].Real(i), values[n][i])
            << "value " << n << ", element " << i << ", clusters " << cluster;
      }
    }
  }
  // Operands are rounded there.
  const auto together = RunText(text, inputs, {.numerics = Numerics::kTpu});
  const auto alone =
      RunText(text, inputs, {.numerics = Numerics::kTpu, .cluster = false});
  ASSERT_TRUE(together.ok() && alone.ok()) << together.status() << alone.status();
  EXPECT_EQ(*together, *alone);
}

using Values = std::vector<Matrix>;

std::vector<Case> Cases() {
  const auto keep_if_even = [](const std::string& then) {
    return absl::StrCat(kOdd, "%r = \"stablehlo.if\"(%odd) ({\n", then,
                        "\"stablehlo.return\"(%t) : (", kType,
                        ") -> ()\n}, {\n\"stablehlo.return\"(%a) : (", kType,
                        ") -> ()\n}) : (tensor<i1>) -> ", kType, "\n");
  };
  return {
      {"ASumOfProducts", 1, Lines({"%d = dot %x, %y", "%r = add %a, %d"}), "%r", 0,
       [](int, const Matrix& x, const Matrix& y, Values& v) { v[0] = v[0] + Dot(x, y); }},
      {"AProductsRightSideOfASum", 1,
       Lines({"%d = dot %x, %y", "%m = maximum %a, %x", "%r = subtract %d, %m"}), "%r", 0,
       [](int, const Matrix& x, const Matrix& y, Values& v) {
         v[0] = Dot(x, y) - Max(v[0], x);
       }},
      {"TwoSums", 2,
       Lines(
           {"%d = dot %x, %y", "%r = add %a, %d", "%e = dot %y, %x", "%s = add %b, %e"}),
       "%r, %s", 0,
       [](int, const Matrix& x, const Matrix& y, Values& v) {
         v = {v[0] + Dot(x, y), v[1] + Dot(y, x)};
       }},
      {"TheOldValueIsReadAfterwards", 2,
       Lines({"%d = dot %x, %y", "%r = add %a, %d", "%t = dot %x, %r",
              "%s = subtract %t, %a"}),
       "%r, %s", 1,
       [](int, const Matrix& x, const Matrix& y, Values& v) {
         const Matrix r = v[0] + Dot(x, y);
         v = {r, Dot(x, r) - v[0]};
       }},
      {"TheOldValueIsMultipliedToo", 1, Lines({"%d = dot %a, %y", "%r = add %a, %d"}),
       "%r", 1,
       [](int, const Matrix&, const Matrix& y, Values& v) {
         v[0] = v[0] + Dot(v[0], y);
       }},
      {"TheOldValueIsTheRightSide", 1, Lines({"%d = dot %x, %a", "%r = subtract %a, %d"}),
       "%r", 1,
       [](int, const Matrix& x, const Matrix&, Values& v) {
         v[0] = v[0] - Dot(x, v[0]);
       }},
      {"TheOldValueIsTransposed", 1,
       Lines({"%d = dot %x, %y", "%t = transpose %a", "%r = add %t, %d"}), "%r", 1,
       [](int, const Matrix& x, const Matrix& y, Values& v) {
         v[0] = Transposed(v[0]) + Dot(x, y);
       }},
      {"TheProductIsReadTwice", 2,
       Lines({"%d = dot %x, %y", "%r = add %a, %d", "%s = subtract %a, %d"}), "%r, %s", 1,
       [](int, const Matrix& x, const Matrix& y, Values& v) {
         const Matrix d = Dot(x, y);
         v = {v[0] + d, v[0] - d};
       }},
      {"SumsChangePlaces", 2,
       Lines(
           {"%d = dot %x, %y", "%r = add %b, %d", "%e = dot %y, %x", "%s = add %a, %e"}),
       "%r, %s", 1,
       [](int, const Matrix& x, const Matrix& y, Values& v) {
         v = {v[1] + Dot(x, y), v[0] + Dot(y, x)};
       }},
      {"ValuesChangePlaces", 2, Lines({"%d = dot %x, %y", "%r = add %a, %d"}), "%b, %r",
       3,
       [](int, const Matrix& x, const Matrix& y, Values& v) {
         v = {v[1], v[0] + Dot(x, y)};
       }},
      {"OneSumIsTwoValues", 2, Lines({"%d = dot %x, %y", "%r = add %a, %d"}), "%r, %r", 1,
       [](int, const Matrix& x, const Matrix& y, Values& v) {
         const Matrix r = v[0] + Dot(x, y);
         v = {r, r};
       }},
      {"ABranchKeepsTheOldValue", 1,
       keep_if_even(Lines({"%d = dot %x, %y", "%t = add %a, %d"})), "%r", 0,
       [](int i, const Matrix& x, const Matrix& y, Values& v) {
         if (i % 2 == 1) v[0] = v[0] + Dot(x, y);
       }},
      {"ALoopInALoop", 1,
       Counted(2, "j", "%q", {"b"}, {"%a"}, Lines({"%d = dot %x, %y", "%s = add %b, %d"}),
               "%s") +
           Line("%r = add %q#1, %x"),
       "%r", 1,
       [](int, const Matrix& x, const Matrix& y, Values& v) {
         v[0] = v[0] + Dot(x, y) + Dot(x, y) + x;
       }},
      {"TheLoopInALoopReadsTheOldValue", 1,
       Counted(2, "j", "%q", {"b"}, {"%a"},
               Lines({"%d = multiply %x, %b", "%s = add %a, %d"}), "%s"),
       "%q#1", 2,
       [](int, const Matrix& x, const Matrix&, Values& v) {
         Matrix b = v[0];
         for (int j = 0; j < 2; ++j) b = v[0] + Times(x, b);
         v[0] = b;
       }},
      // %b is made before %a is read last, but need not be.
      {"WhoReadsTheOldValueComesFirst", 2,
       Lines({"%d = dot %x, %y", "%r = subtract %d, %y", "%t = transpose %a",
              "%s = dot %t, %y"}),
       "%r, %s", 0,
       [](int, const Matrix& x, const Matrix& y, Values& v) {
         const Matrix s = Dot(Transposed(v[0]), y);
         v = {Dot(x, y) - y, s};
       }},
      // As layers add to a cache: the second row is made of the array with the first.
      {"UpdateAfterUpdate", 1,
       kNextRow + TopRow("%t", "%x") + Update("%u", "%a", "%t", "%i") +
           Line("%d = dot %x, %u") + TopRow("%s", "%d") + Update("%r", "%u", "%s", "%j"),
       "%r", 0,
       [](int i, const Matrix& x, const Matrix&, Values& v) {
         std::copy_n(x.begin(), kSize, v[0].begin() + i * kSize);
         const Matrix d = Dot(x, v[0]);
         std::copy_n(d.begin(), kSize, v[0].begin() + (i + 1) * kSize);
       }},
      // The same, but that the array before both is read once more.
      {"UpdateAfterUpdateOfWhatIsReadAgain", 2,
       kNextRow + TopRow("%t", "%x") + Update("%u", "%a", "%t", "%i") +
           Line("%d = dot %x, %u") + TopRow("%s", "%d") + Update("%r", "%u", "%s", "%j") +
           Line("%e = subtract %r, %a"),
       "%r, %e", 2,
       [](int i, const Matrix& x, const Matrix&, Values& v) {
         const Matrix before = v[0];
         std::copy_n(x.begin(), kSize, v[0].begin() + i * kSize);
         const Matrix d = Dot(x, v[0]);
         std::copy_n(d.begin(), kSize, v[0].begin() + (i + 1) * kSize);
         v[1] = v[0] - before;
       }},
      // Each reads what the other replaces: one of them has to be copied.
      {"EachReadsWhatTheOtherReplaces", 2, Lines({"%r = dot %x, %b", "%s = dot %y, %a"}),
       "%r, %s", 1,
       [](int, const Matrix& x, const Matrix& y, Values& v) {
         v = {Dot(x, v[1]), Dot(y, v[0])};
       }},
  };
}

INSTANTIATE_TEST_SUITE_P(, LoopCopies, testing::ValuesIn(Cases()),
                         [](const testing::TestParamInfo<Case>& info) {
                           return std::string(info.param.name);
                         });

}  // namespace
}  // namespace tilewright::runtime
