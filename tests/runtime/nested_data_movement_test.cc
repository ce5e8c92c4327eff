// Moves of moves, whose index may be outside of what the innermost reads: pieces that
// are interleaved, and then put one after the other.
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_replace.h"
#include "gtest/gtest.h"
#include "tests/runtime/program_harness.h"

namespace tilewright::runtime {
namespace {

struct Case {
  ElementType element;
  int64_t pieces;  // interleaved
  int64_t length;  // of each
  std::string target;
};

class NestedDataMovement : public testing::TestWithParam<Case> {};

// Of pieces a, b, ...: a0 b0 ... a1 b1 ..., and behind that the same with the pieces in
// the other order.
TEST_P(NestedDataMovement, ReadNothingOutsideOfTheirOperands) {
  const Case& c = GetParam();
  const std::string one = Type(c.element, {c.length});
  const std::string column = Type(c.element, {c.length, 1});
  const std::string rows = Type(c.element, {c.length, c.pieces});
  const std::string flat = Type(c.element, {c.length * c.pieces});
  const std::string all = Type(c.element, {2 * c.length * c.pieces});
  std::vector<std::string> arguments, there, back;
  std::string body;
  std::vector<Array> inputs;
  for (int64_t p = 0; p < c.pieces; ++p) {
    arguments.push_back(absl::StrCat("%x", p, ": ", one));
    absl::StrAppend(&body, "%c", p, " = stablehlo.reshape %x", p, " : (", one, ") -> ",
                    column, "\n");
    there.push_back(absl::StrCat("%c", p));
    back.insert(back.begin(), absl::StrCat("%c", p));
    inputs.push_back(Random({c.element, {c.length}}, static_cast<uint32_t>(p)));
  }
  const std::string types =
      absl::StrJoin(std::vector<std::string>(there.size(), column), ", ");
  absl::StrAppend(&body, "%t = stablehlo.concatenate ", absl::StrJoin(there, ", "),
                  ", dim = 1 : (", types, ") -> ", rows, "\n%b = stablehlo.concatenate ",
                  absl::StrJoin(back, ", "), ", dim = 1 : (", types, ") -> ", rows,
                  "\n%tf = stablehlo.reshape %t : (", rows, ") -> ", flat,
                  "\n%bf = stablehlo.reshape %b : (", rows, ") -> ", flat,
                  "\n%r = stablehlo.concatenate %tf, %bf, dim = 0 : (", flat, ", ", flat,
                  ") -> ", all, "\nreturn %r : ", all);
  Array want({c.element, {2 * c.length * c.pieces}});
  for (int64_t i = 0; i < c.length; ++i) {
    for (int64_t p = 0; p < c.pieces; ++p) {
      const uint64_t x = inputs[p].Bits(i);
      want.SetBits(i * c.pieces + p, x);
      want.SetBits((c.length + i + 1) * c.pieces - p - 1, x);
    }
  }
  How how;
  how.guard = true;
  how.target = c.target;
  for (bool cluster : {true, false}) {
    how.cluster = cluster;
    const auto out =
        RunText(Main(absl::StrJoin(arguments, ", "), all, body), inputs, how);
    ASSERT_TRUE(out.ok()) << out.status();
    EXPECT_TRUE((*out)[0] == want) << "clustering " << cluster;
  }
}

std::vector<Case> Cases() {
  std::vector<Case> cases;
  for (const char* target : {"native", kPlainTarget}) {
    for (ElementType element : {ElementType::kBF16, ElementType::kF32, ElementType::kI64,
                                ElementType::kI8, ElementType::kC64}) {
      for (int64_t pieces : {2, 4, 8, 16}) cases.push_back({element, pieces, 33, target});
    }
  }
  return cases;
}

INSTANTIATE_TEST_SUITE_P(Interleaved, NestedDataMovement, testing::ValuesIn(Cases()),
                         [](const auto& info) {
                           const Case& c = info.param;
                           return absl::StrCat(
                               c.target == "native" ? "Native" : "Avx2", c.pieces, "of",
                               absl::StrReplaceAll(ir::Name(c.element),
                                                   {{"<", ""}, {">", ""}}));
                         });

}  // namespace
}  // namespace tilewright::runtime
