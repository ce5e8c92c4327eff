#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "absl/types/span.h"
#include "tests/frontend/stablehlo/parsing.h"

namespace tilewright::stablehlo {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

constexpr const char* kNear[] = {"1.5014094e+00",  "2.4664073e-01", "-4.1776816e-03",
                                 "-1.253725e-03",  "2.1858087e-04", "-4.3915065e-06",
                                 "-3.5233877e-06", "3.4327394e-07", "2.8102264e-08"};
constexpr const char* kTail[] = {"2.8329768e+00",  "1.001674e+00",  "9.4388705e-03",
                                 "-7.6224613e-03", "5.7395077e-03", "-3.6734284e-03",
                                 "1.3493432e-03",  "1.0095056e-04", "-2.0021426e-04"};

std::string Line(absl::string_view name, absl::string_view operation) {
  return absl::StrCat("  %", name, " = stablehlo.", operation, " : tensor<4xf32>\n");
}

std::string Number(absl::string_view name, absl::string_view number) {
  return Line(name, absl::StrCat("constant dense<", number, ">"));
}

std::string Choice(absl::string_view name, absl::string_view operands) {
  return absl::StrCat("  %", name, " = stablehlo.select ", operands,
                      " : tensor<4xi1>, tensor<4xf32>\n");
}

std::string Comparison(absl::string_view name, absl::string_view operands) {
  return absl::StrCat("  %", name, " = stablehlo.compare ", operands,
                      " : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>\n");
}

// The inverse of erf as serializers write it.
std::string TakenApart() {
  std::string body = absl::StrCat(
      Number("inf", "0x7F800000"), Number("one", "1.0"), Number("five", "5.0"),
      Number("shift", "2.5"), Number("three", "3.0"), Line("minus", "negate %x"),
      Line("square", "multiply %x, %minus"), Line("log", "log_plus_one %square"),
      Line("w", "negate %log"), Comparison("near", "LT, %w, %five"));
  absl::StrAppend(&body, Line("w0", "subtract %w, %shift"), Line("root", "sqrt %w"),
                  Line("w1", "subtract %root, %three"), Choice("at", "%near, %w0, %w1"));
  for (int i = 8; i >= 0; --i) {
    absl::StrAppend(
        &body, Number(absl::StrCat("a", i), kNear[i]),
        Number(absl::StrCat("b", i), kTail[i]),
        Choice(absl::StrCat("c", i), absl::StrCat("%near, %a", i, ", %b", i)));
    if (i == 8) continue;
    const std::string before = i == 7 ? "c8" : absl::StrCat("s", i + 1);
    absl::StrAppend(
        &body, Line(absl::StrCat("p", i), absl::StrCat("multiply %", before, ", %at")),
        Line(absl::StrCat("s", i), absl::StrCat("add %c", i, ", %p", i)));
  }
  absl::StrAppend(&body, Line("y", "multiply %s0, %x"), Line("size", "abs %x"),
                  Comparison("edge", "EQ, %size, %one"), Line("end", "multiply %x, %inf"),
                  Choice("r", "%edge, %end, %y"));
  return Function("%x: tensor<4xf32>", "tensor<4xf32>", body);
}

TEST(Recognise, TheInverseOfErfIsOneOperationAgain) {
  EXPECT_THAT(Printed(TakenApart()), HasSubstr("\"chlo.erf_inv\"(%arg0)"));
}

// The complement of erf as serializers write it: Horner's schemes from the highest term
// on.
std::string Horner(absl::string_view name, absl::string_view point,
                   absl::Span<const char* const> numbers) {
  std::string text;
  for (size_t i = 0; i < numbers.size(); ++i) {
    absl::StrAppend(&text, Number(absl::StrCat(name, "n", i), numbers[i]));
    if (i == 0) continue;
    const std::string before =
        i == 1 ? absl::StrCat(name, "n0") : absl::StrCat(name, i - 1);
    absl::StrAppend(&text,
                    Line(absl::StrCat(name, "p", i),
                         absl::StrCat("multiply %", before, ", %", point)),
                    Line(absl::StrCat(name, i),
                         absl::StrCat("add %", name, "p", i, ", %", name, "n", i)));
  }
  return text;
}

constexpr const char* kWithin[] = {"7.8538615e-05",  "-8.0101937e-04", "5.1883277e-03",
                                   "-2.6853813e-02", "1.12835854e-01", "-3.7612626e-01",
                                   "1.1283791e+00"};
constexpr const char* kMiddle[] = {"2.32682e-02",   "-1.3870394e-01", "3.6874247e-01",
                                   "-5.824733e-01", "6.2100047e-01",  "-4.9445152e-01",
                                   "3.40488e-01",   "-2.741127e-01",  "5.6382596e-01"};
constexpr const char* kBeyond[] = {"-1.0477664e+01", "1.29772e+01",    "-7.4955187e+00",
                                   "2.921019e+00",   "-1.0152652e+00", "4.2184633e-01",
                                   "-2.8207675e-01", "5.641895e-01"};

std::string ErfcTakenApart() {
  std::string body =
      absl::StrCat(Number("zero", "0.0"), Number("one", "1.0"), Number("two", "2.0"),
                   Number("least", "-8.872284e+01"), Line("square", "multiply %x, %x"),
                   Line("minus", "negate %square"), Line("size", "abs %x"),
                   Line("q", "divide %one, %square"), Line("exp", "exponential %minus"));
  absl::StrAppend(&body, Line("over", "divide %one, %size"),
                  Line("scaled", "multiply %exp, %over"),
                  Comparison("middle", "LT, %size, %two"), Horner("m", "q", kMiddle),
                  Horner("b", "q", kBeyond), Choice("slope", "%middle, %m8, %b7"));
  absl::StrAppend(&body, Line("product", "multiply %scaled, %slope"),
                  Comparison("far", "LT, %minus, %least"),
                  Choice("y", "%far, %zero, %product"),
                  Comparison("left", "LT, %x, %zero"), Line("other", "subtract %two, %y"),
                  Choice("side", "%left, %other, %y"), Line("z", "multiply %x, %x"));
  absl::StrAppend(&body, Horner("w", "z", kWithin), Line("erf", "multiply %x, %w6"),
                  Line("within", "subtract %one, %erf"), Line("size1", "abs %x"),
                  Comparison("near", "LT, %size1, %one"),
                  Choice("r", "%near, %within, %side"));
  return Function("%x: tensor<4xf32>", "tensor<4xf32>", body);
}

TEST(Recognise, TheComplementOfErfIsOneOperationAgain) {
  EXPECT_THAT(Printed(ErfcTakenApart()), HasSubstr("\"chlo.erfc\"(%arg0)"));
}

TEST(Recognise, AComplementThatDiffersAnywhereIsLeftAsItIs) {
  const std::string text = ErfcTakenApart();
  struct Change {
    const char* from;
    const char* to;
  };
  constexpr Change kChanges[] = {
      {"dense<-8.872284e+01>", "dense<-8.9e+01>"},
      {"dense<2.0>", "dense<2.5>"},
      {"6.2100047e-01", "6.2100054e-01"},
      {"5.1883277e-03", "5.1883287e-03"},
      {"5.641895e-01", "5.641896e-01"},
      {"LT, %size, ", "LE, %size, "},
      {"LT, %x, ", "GT, %x, "},
      {"abs %x", "negate %x"},
      {"multiply %x, %x", "add %x, %x"},
      {"exponential %minus", "exponential %square"},
      {"divide %one, %square", "divide %one, %size"},
      {"%left, %other, %y", "%left, %y, %other"},
      {"%middle, %m8, %b7", "%middle, %b7, %m8"},
      {"subtract %one, %erf", "subtract %erf, %one"},
      {"multiply %x, %w6", "multiply %size, %w6"},
      {"%far, %zero, %product", "%far, %one, %product"},
  };
  for (const Change& change : kChanges) {
    const std::string other = absl::StrReplaceAll(text, {{change.from, change.to}});
    EXPECT_NE(other, text) << change.from;
    EXPECT_THAT(Printed(other), Not(HasSubstr("erfc"))) << change.from;
  }
}

TEST(Recognise, WhatDiffersAnywhereIsLeftAsItIs) {
  const std::string text = TakenApart();
  struct Change {
    const char* from;
    const char* to;
  };
  constexpr Change kChanges[] = {
      {"dense<2.5>", "dense<2.6>"},
      {"LT, %w", "LE, %w"},
      {"EQ, %size", "GE, %size"},
      {"abs %x", "abs %w"},
      {"sqrt %w", "sqrt %size0"},
      {"dense<0x7F800000>", "dense<1.0>"},
      {"%near, %w0", "%near, %w1"},
      {"multiply %s0, %x", "multiply %s0, %w"},
      {"2.1858087e-04", "2.1859e-04"},
      {"log_plus_one", "log"},
      {"%near, %a4, %b4", "%near, %b4, %a4"},
  };
  for (const Change& change : kChanges) {
    std::string other = absl::StrReplaceAll(text, {{change.from, change.to}});
    EXPECT_NE(other, text) << change.from;
    other = absl::StrReplaceAll(other, {{"sqrt %size0", "sqrt %square"}});
    EXPECT_THAT(Printed(other), Not(HasSubstr("erf_inv"))) << change.from;
  }
}

}  // namespace
}  // namespace tilewright::stablehlo
