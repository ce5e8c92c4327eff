// Programs that are large in one direction: compile time stays in proportion.
#include <algorithm>
#include <ctime>
#include <functional>

#include "tests/runtime/program_harness.h"

namespace tilewright::runtime {
namespace {

// Of the processor, over all threads: other work on the machine does not count.
double MillisecondsOf(const std::function<void()>& f) {
  const std::clock_t start = std::clock();
  f();
  return 1e3 * static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
}

// Operations and constants that do not repeat: no two kernels are equal.
float ChainConstant(int n) { return static_cast<float>(n % 47) / 64 + 0.25f; }

std::string Chain(int operations) {
  const std::string t = "tensor<130xf32>";
  std::string body = "%v0 = stablehlo.abs %a : " + t + "\n";
  for (int n = 1; n < operations; ++n) {
    absl::StrAppend(&body, "%c", n, " = stablehlo.constant dense<", ChainConstant(n),
                    "> : ", t, "\n%v", n, " = stablehlo.",
                    n % 3 == 0 ? "add" : "multiply", " %v", n - 1, ", %c", n, " : ", t,
                    "\n");
  }
  absl::StrAppend(&body, "return %v", operations - 1, " : ", t);
  return Main("%a: " + t, t, body);
}

// Each level uses the one before twice: 2^200 paths.
std::string Diamond(int depth) {
  const std::string t = "tensor<130xf32>";
  std::string body = "%h = stablehlo.constant dense<0.5> : " + t +
                     "\n%v0 = stablehlo.multiply %a, %h : " + t + "\n";
  for (int n = 1; n <= depth; ++n) {
    absl::StrAppend(&body, "%l", n, " = stablehlo.multiply %v", n - 1, ", %h : ", t,
                    "\n%r", n, " = stablehlo.abs %v", n - 1, " : ", t, "\n%s", n,
                    " = stablehlo.multiply %r", n, ", %h : ", t, "\n%v", n,
                    " = stablehlo.add %l", n, ", %s", n, " : ", t, "\n");
  }
  absl::StrAppend(&body, "return %v", depth, " : ", t);
  return Main("%a: " + t, t, body);
}

// The same where one way moves the elements: what is not kept is evaluated anew
// for each.
std::string MovedDiamond(int depth) {
  const std::string t = "tensor<130xf32>";
  std::string body = "%h = stablehlo.constant dense<0.5> : " + t + "\n";
  for (int n = 1; n <= depth; ++n) {
    const std::string before = n == 1 ? "%a" : absl::StrCat("%v", n - 1);
    absl::StrAppend(&body, "%r", n, " = stablehlo.reverse ", before, ", dims = [0] : ", t,
                    "\n%s", n, " = stablehlo.add ", before, ", %r", n, " : ", t, "\n%v",
                    n, " = stablehlo.multiply %s", n, ", %h : ", t, "\n");
  }
  absl::StrAppend(&body, "return %v", depth, " : ", t);
  return Main("%a: " + t, t, body);
}

// The least of several.
double LeastCompileTime(const std::string& text, int repeats) {
  double least = 1e30;
  for (int n = 0; n < repeats; ++n) {
    least = std::min(least, MillisecondsOf([&] {
                       const auto compiled = Compiled::Make(text, {});
                       ASSERT_TRUE(compiled.ok()) << compiled.status();
                     }));
  }
  return least;
}

// A program of `size` takes less than `ratio` times as long to compile as one of half
// that size.
void ExpectLinear(const std::function<std::string(int)>& text, int size, int repeats,
                  double ratio = 4) {
  const double half = LeastCompileTime(text(size / 2), repeats);
  const double full = LeastCompileTime(text(size), repeats);
  EXPECT_LT(full / half, ratio) << full << " ms, half of it " << half << " ms";
}

TEST(Limits, AChainOfFiveThousandOperationsCompilesInLinearTime) {
  ExpectLinear(Chain, 5000, 3, 3);

  const Array a = Random({ElementType::kF32, {130}}, 1);
  auto out = RunText(Chain(5000), {a});
  ASSERT_TRUE(out.ok()) << out.status();
  for (int64_t i = 0; i < 130; ++i) {
    float x = std::fabs(static_cast<float>(a.Real(i)));
    for (int n = 1; n < 5000; ++n) {
      x = n % 3 == 0 ? x + ChainConstant(n) : x * ChainConstant(n);
    }
    ASSERT_EQ((*out)[0].Real(i), x) << i;
  }
}

TEST(Limits, ADiamondTwoHundredDeepCompilesInLinearTime) {
  ExpectLinear(Diamond, 200, 3);

  const Array a = Random({ElementType::kF32, {130}}, 1, 0.1, 2);
  auto out = RunText(Diamond(200), {a});
  ASSERT_TRUE(out.ok()) << out.status();
  for (int64_t i = 0; i < 130; ++i) ASSERT_EQ((*out)[0].Real(i), a.Real(i) / 2) << i;
}

TEST(Limits, ADiamondOfMovesTwoHundredDeepCompilesInLinearTime) {
  ExpectLinear(MovedDiamond, 200, 3);

  const Array a = Random({ElementType::kF32, {130}}, 1, 0.1, 2);
  auto out = RunText(MovedDiamond(200), {a});
  ASSERT_TRUE(out.ok()) << out.status();
  for (int64_t i = 0; i < 130; ++i) {
    const float sum = static_cast<float>(a.Real(i)) + static_cast<float>(a.Real(129 - i));
    ASSERT_EQ((*out)[0].Real(i), sum / 2) << i;
  }
}

// Sorts by what is the element, said as a diamond of this depth.
std::string SortByDiamond(int depth) {
  const auto side = [depth](const std::string& x) {
    std::string text;
    for (int n = 0; n < depth; ++n) {
      const std::string from = n == 0 ? x : absl::StrCat(x, "_", n);
      absl::StrAppend(&text, x, "_", n + 1, " = stablehlo.maximum ", from, ", ", from,
                      " : tensor<i32>\n");
    }
    return text;
  };
  return Main("%a: tensor<130xi32>", "tensor<130xi32>",
              absl::StrCat("%s = \"stablehlo.sort\"(%a) ({\n",
                           "^bb0(%x: tensor<i32>, %y: tensor<i32>):\n", side("%x"),
                           side("%y"), "%p = stablehlo.compare LT, %x_", depth, ", %y_",
                           depth, " : (tensor<i32>, tensor<i32>) -> tensor<i1>\n",
                           "stablehlo.return %p : tensor<i1>\n}) ",
                           "{dimension = 0 : i64, is_stable = true} : ",
                           "(tensor<130xi32>) -> tensor<130xi32>\n",
                           "return %s : tensor<130xi32>"));
}

TEST(Limits, AComparatorOfDiamondsTwoHundredDeepCompilesInLinearTime) {
  ExpectLinear(SortByDiamond, 200, 3);

  const Array a = Random({ElementType::kI32, {130}}, 1, -1000, 1000);
  auto out = RunText(SortByDiamond(200), {a});
  ASSERT_TRUE(out.ok()) << out.status();
  for (int64_t i = 1; i < 130; ++i)
    ASSERT_LE((*out)[0].Int(i - 1), (*out)[0].Int(i)) << i;
}

TEST(Limits, ThreeThousandIndependentOutputsCompileInLinearTime) {
  const auto text = [](int outputs) {
    std::string body, types, values;
    for (int n = 0; n < outputs; ++n) {
      absl::StrAppend(&body, "%c", n, " = stablehlo.constant dense<", n % 16,
                      "> : tensor<9xi32>\n%v", n, " = stablehlo.add %a, %c", n,
                      " : tensor<9xi32>\n");
      absl::StrAppend(&types, n > 0 ? ", " : "", "tensor<9xi32>");
      absl::StrAppend(&values, n > 0 ? ", " : "", "%v", n);
    }
    return Main("%a: tensor<9xi32>", types, body + "return " + values + " : " + types);
  };
  ExpectLinear(text, 3000, 1);
  const Array a = Random({ElementType::kI32, {9}}, 1, -100, 100);
  auto out = RunText(text(3000), {a});
  ASSERT_TRUE(out.ok()) << out.status();
  for (int64_t n = 0; n < 3000; ++n) {
    for (int64_t i = 0; i < 9; ++i) ASSERT_EQ((*out)[n].Int(i), a.Int(i) + n % 16);
  }
}

TEST(Limits, AConcatenationOfTwoThousandOperandsIsInOrder) {
  std::string arguments, operands, types;
  std::vector<Array> inputs;
  for (int n = 0; n < 2000; ++n) {
    absl::StrAppend(&arguments, n > 0 ? ", " : "", "%v", n, ": tensor<2xf32>");
    absl::StrAppend(&operands, n > 0 ? ", " : "", "%v", n);
    absl::StrAppend(&types, n > 0 ? ", " : "", "tensor<2xf32>");
    inputs.push_back(Random({ElementType::kF32, {2}}, static_cast<uint32_t>(n)));
  }
  const std::string text =
      Main(arguments, "tensor<4000xf32>",
           absl::StrCat("%r = stablehlo.concatenate ", operands, ", dim = 0 : (", types,
                        ") -> tensor<4000xf32>\n%s = stablehlo.negate %r : "
                        "tensor<4000xf32>\nreturn %s : tensor<4000xf32>"));
  auto out = RunText(text, inputs);
  ASSERT_TRUE(out.ok()) << out.status();
  for (int64_t i = 0; i < 4000; ++i) {
    ASSERT_EQ((*out)[0].Real(i), -inputs[i / 2].Real(i % 2)) << i;
  }
}

TEST(Limits, ManySmallConcatenationsInAChainCompileInLinearTime) {
  const auto text = [](int count) {
    std::string body = "%v0 = stablehlo.abs %a : tensor<4xf32>\n";
    for (int n = 1; n <= count; ++n) {
      absl::StrAppend(&body, "%l", n, " = stablehlo.slice %v", n - 1,
                      " [0:2] : (tensor<4xf32>) -> tensor<2xf32>\n%h", n,
                      " = stablehlo.slice %v", n - 1,
                      " [2:4] : (tensor<4xf32>) -> tensor<2xf32>\n%v", n,
                      " = stablehlo.concatenate %h", n, ", %l", n,
                      ", dim = 0 : (tensor<2xf32>, tensor<2xf32>) -> tensor<4xf32>\n");
    }
    absl::StrAppend(&body, "return %v", count, " : tensor<4xf32>");
    return Main("%a: tensor<4xf32>", "tensor<4xf32>", body);
  };
  ExpectLinear(text, 200, 2);
  const Array a = Filled(ElementType::kF32, {4}, {1, -2, 3, 4});
  auto out = RunText(text(201), {a});
  ASSERT_TRUE(out.ok()) << out.status();
  EXPECT_EQ((*out)[0], Filled(ElementType::kF32, {4}, {3, 4, 1, 2}));
}

// 2^levels iterations of the innermost body.
TEST(Limits, LoopsNestDeeply) {
  const int levels = 9;
  const std::string t = "tensor<i32>";
  std::string open, close;
  for (int n = 0; n < levels; ++n) {
    const std::string acc = n == 0 ? "%a" : absl::StrCat("%acc", n - 1);
    absl::StrAppend(
        &open, "%z", n, " = stablehlo.constant dense<0> : ", t, "\n%w", n,
        ":2 = stablehlo.while(%i", n, " = %z", n, ", %acc", n, " = ", acc, ") : ", t,
        ", ", t, "\ncond {\n%n", n, " = stablehlo.constant dense<2> : ", t, "\n%p", n,
        " = stablehlo.compare LT, %i", n, ", %n", n, ", SIGNED : (", t, ", ", t,
        ") -> tensor<i1>\nstablehlo.return %p", n, " : tensor<i1>\n} do {\n");
    close = absl::StrCat("%o", n, " = stablehlo.constant dense<1> : ", t, "\n%j", n,
                         " = stablehlo.add %i", n, ", %o", n, " : ", t,
                         "\nstablehlo.return %j", n, ", %",
                         n + 1 == levels ? "inner" : absl::StrCat("w", n + 1, "#1"),
                         " : ", t, ", ", t, "\n}\n", close);
  }
  const std::string inner =
      absl::StrCat("%one = stablehlo.constant dense<1> : ", t,
                   "\n%inner = stablehlo.add %acc", levels - 1, ", %one : ", t, "\n");
  const std::string text =
      Main("%a: " + t, t, open + inner + close + "return %w0#1 : " + t);
  Array a({ElementType::kI32, {}});
  a.SetBits(0, 5);
  auto out = RunText(text, {a});
  ASSERT_TRUE(out.ok()) << out.status();
  EXPECT_EQ((*out)[0].Int(0), 5 + (1 << levels));
}

TEST(Limits, ALongChainInsideALoopGivesTheRightValues) {
  std::string body;
  for (int n = 0; n < 600; ++n) {
    absl::StrAppend(&body, "%v", n, " = stablehlo.", n % 2 == 0 ? "add" : "negate", " ",
                    n == 0 ? "%x" : absl::StrCat("%v", n - 1), n % 2 == 0 ? ", %c" : "",
                    " : tensor<17xi32>\n");
  }
  const std::string text =
      Main("%a: tensor<17xi32>, %c: tensor<17xi32>", "tensor<17xi32>",
           "%z = stablehlo.constant dense<0> : tensor<i32>\n"
           "%w:2 = stablehlo.while(%i = %z, %x = %a) : tensor<i32>, tensor<17xi32>\n"
           "cond {\n%n = stablehlo.constant dense<3> : tensor<i32>\n"
           "%p = stablehlo.compare LT, %i, %n, SIGNED : (tensor<i32>, tensor<i32>) -> "
           "tensor<i1>\nstablehlo.return %p : tensor<i1>\n} do {\n" +
               body +
               "%one = stablehlo.constant dense<1> : tensor<i32>\n"
               "%j = stablehlo.add %i, %one : tensor<i32>\n"
               "stablehlo.return %j, %v599 : tensor<i32>, tensor<17xi32>\n}\n"
               "return %w#1 : tensor<17xi32>");
  const Array a = Random({ElementType::kI32, {17}}, 1, -100, 100);
  const Array c = Random({ElementType::kI32, {17}}, 2, -100, 100);
  auto out = RunText(text, {a, c});
  ASSERT_TRUE(out.ok()) << out.status();
  for (int64_t i = 0; i < 17; ++i) {
    int64_t x = a.Int(i);
    for (int n = 0; n < 1800; ++n) x = n % 2 == 0 ? x + c.Int(i) : -x;
    EXPECT_EQ((*out)[0].Int(i), x);
  }
}

}  // namespace
}  // namespace tilewright::runtime
