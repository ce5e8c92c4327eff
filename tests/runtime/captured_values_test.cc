// Values made outside a branch or a loop and used inside it.
#include <string>
#include <vector>

#include "absl/strings/str_replace.h"
#include "tests/runtime/program_harness.h"

namespace tilewright::runtime {
namespace {

void ExpectResults(const std::string& text, const std::vector<Array>& inputs,
                   const std::vector<Array>& want) {
  for (bool cluster : {true, false}) {
    How how;
    how.cluster = cluster;
    how.guard = true;
    const absl::StatusOr<std::vector<Array>> got = RunText(text, inputs, how);
    ASSERT_TRUE(got.ok()) << got.status() << "\n" << text;
    EXPECT_EQ(*got, want) << text;
  }
}

Array Ints(Dims dims, const std::vector<double>& values) {
  return Filled(ElementType::kI32, std::move(dims), values);
}

TEST(CapturedValues, AConstantFromOutsideCanBeABranchsResult) {
  const std::string text = R"(
func.func @main(%i: tensor<i32>) -> (tensor<i32>, tensor<3xi32>) {
  %one = stablehlo.constant dense<1> : tensor<i32>
  %five = stablehlo.constant dense<5> : tensor<i32>
  %row = stablehlo.iota dim = 0 : tensor<3xi32>
  %ones = stablehlo.constant dense<1> : tensor<3xi32>
  %r:2 = "stablehlo.case"(%i) ({
    stablehlo.return %one, %row : tensor<i32>, tensor<3xi32>
  }, {
    stablehlo.return %five, %ones : tensor<i32>, tensor<3xi32>
  }) : (tensor<i32>) -> (tensor<i32>, tensor<3xi32>)
  return %r#0, %r#1 : tensor<i32>, tensor<3xi32>
})";
  ExpectResults(text, {Ints({}, {0})}, {Ints({}, {1}), Ints({3}, {0, 1, 2})});
  ExpectResults(text, {Ints({}, {1})}, {Ints({}, {5}), Ints({3}, {1, 1, 1})});
}

TEST(CapturedValues, AConstantFromOutsideCanStartALoopInABranch) {
  const std::string text = R"(
func.func @main(%i: tensor<i32>) -> (tensor<i32>, tensor<4xi32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %end = stablehlo.constant dense<5> : tensor<i32>
  %table = stablehlo.constant dense<[5, 6, 7, 8]> : tensor<4xi32>
  %r:2 = "stablehlo.case"(%i) ({
    %w:3 = stablehlo.while(%p = %zero, %q = %zero, %t = %table) : tensor<i32>, tensor<i32>, tensor<4xi32>
      cond {
        %c = stablehlo.compare LT, %p, %end : (tensor<i32>, tensor<i32>) -> tensor<i1>
        stablehlo.return %c : tensor<i1>
      } do {
        %next = stablehlo.add %p, %one : tensor<i32>
        stablehlo.return %next, %p, %t : tensor<i32>, tensor<i32>, tensor<4xi32>
      }
    stablehlo.return %w#1, %w#2 : tensor<i32>, tensor<4xi32>
  }, {
    stablehlo.return %zero, %table : tensor<i32>, tensor<4xi32>
  }) : (tensor<i32>) -> (tensor<i32>, tensor<4xi32>)
  return %r#0, %r#1 : tensor<i32>, tensor<4xi32>
})";
  const Array table = Ints({4}, {5, 6, 7, 8});
  ExpectResults(text, {Ints({}, {0})}, {Ints({}, {4}), table});
  ExpectResults(text, {Ints({}, {1})}, {Ints({}, {0}), table});
}

// Operations that update, permute or gather want their operands in memory.
TEST(CapturedValues, AConstantFromOutsideCanBeUpdatedInABranch) {
  const std::string text = R"(
func.func @main(%i: tensor<i32>) -> tensor<6xi32> {
  %two = stablehlo.constant dense<2> : tensor<i32>
  %nines = stablehlo.constant dense<9> : tensor<6xi32>
  %row = stablehlo.iota dim = 0 : tensor<6xi32>
  %pair = stablehlo.constant dense<4> : tensor<2xi32>
  %r = "stablehlo.case"(%i) ({
    %u = stablehlo.dynamic_update_slice %nines, %pair, %two : (tensor<6xi32>, tensor<2xi32>, tensor<i32>) -> tensor<6xi32>
    stablehlo.return %u : tensor<6xi32>
  }, {
    %s = "stablehlo.sort"(%row) ({
    ^bb0(%a: tensor<i32>, %b: tensor<i32>):
      %gt = stablehlo.compare GT, %a, %b : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %gt : tensor<i1>
    }) {dimension = 0 : i64, is_stable = true} : (tensor<6xi32>) -> tensor<6xi32>
    stablehlo.return %s : tensor<6xi32>
  }, {
    %d = stablehlo.dynamic_slice %row, %two, sizes = [6] : (tensor<6xi32>, tensor<i32>) -> tensor<6xi32>
    %v = stablehlo.reverse %d, dims = [0] : tensor<6xi32>
    stablehlo.return %v : tensor<6xi32>
  }) : (tensor<i32>) -> tensor<6xi32>
  return %r : tensor<6xi32>
})";
  ExpectResults(text, {Ints({}, {0})}, {Ints({6}, {9, 9, 4, 4, 9, 9})});
  ExpectResults(text, {Ints({}, {1})}, {Ints({6}, {5, 4, 3, 2, 1, 0})});
  ExpectResults(text, {Ints({}, {2})}, {Ints({6}, {5, 4, 3, 2, 1, 0})});
}

// An elementwise value that the branch alone reads may share a kernel with a
// later one only if that kernel comes before the branch.
TEST(CapturedValues, ComesBeforeTheBranchThatReadsIt) {
  const std::string text = R"(
func.func @main(%x: tensor<4xi32>, %i: tensor<i32>) -> (tensor<4xi32>, tensor<4xi32>) {
  %early = stablehlo.add %x, %x : tensor<4xi32>
  %r = "stablehlo.case"(%i) ({
    %b = stablehlo.reverse %early, dims = [0] : tensor<4xi32>
    stablehlo.return %b : tensor<4xi32>
  }, {
    stablehlo.return %x : tensor<4xi32>
  }) : (tensor<i32>) -> tensor<4xi32>
  %late = stablehlo.multiply %x, %x : tensor<4xi32>
  return %r, %late : tensor<4xi32>, tensor<4xi32>
})";
  ExpectResults(text, {Ints({4}, {1, 2, 3, 4}), Ints({}, {0})},
                {Ints({4}, {8, 6, 4, 2}), Ints({4}, {1, 4, 9, 16})});
}

// The loop's state may not take the memory of what its body goes on reading.
TEST(CapturedValues, ALoopCanReadInsideWhatItsStateBeganAs) {
  const std::string text = R"(
func.func @main(%x: tensor<4xi32>) -> tensor<4xi32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %end = stablehlo.constant dense<3> : tensor<i32>
  %y = stablehlo.negate %x : tensor<4xi32>
  %w:2 = stablehlo.while(%i = %zero, %s = %y) : tensor<i32>, tensor<4xi32>
    cond {
      %c = stablehlo.compare LT, %i, %end : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %c : tensor<i1>
    } do {
      %next = stablehlo.add %i, %one : tensor<i32>
      %t = stablehlo.add %s, %y : tensor<4xi32>
      stablehlo.return %next, %t : tensor<i32>, tensor<4xi32>
    }
  return %w#1 : tensor<4xi32>
})";
  ExpectResults(text, {Ints({4}, {1, 2, 3, 4})}, {Ints({4}, {-4, -8, -12, -16})});
}

// The sum of what three turns of a loop make as %m, of its counter %i and of %y, which is
// made before it.
std::string SumOfTurns(const std::string& turn) {
  return absl::StrReplaceAll(R"(
func.func @main(%x: tensor<4xi32>) -> tensor<4xi32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %end = stablehlo.constant dense<3> : tensor<i32>
  %nine = stablehlo.constant dense<9> : tensor<1xi32>
  %none = stablehlo.constant dense<0> : tensor<4xi32>
  %y = stablehlo.reverse %x, dims = [0] : tensor<4xi32>
  %w:2 = stablehlo.while(%i = %zero, %s = %none) : tensor<i32>, tensor<4xi32>
    cond {
      %c = stablehlo.compare LT, %i, %end : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %c : tensor<i1>
    } do {
      TURN
      %t = stablehlo.add %s, %m : tensor<4xi32>
      %next = stablehlo.add %i, %one : tensor<i32>
      stablehlo.return %next, %t : tensor<i32>, tensor<4xi32>
    }
  return %w#1 : tensor<4xi32>
})",
                             {{"TURN", turn}});
}

// Updates of a value from outside start from it anew in each turn, wherever it is read
// last.
TEST(CapturedValues, ALoopUpdatesACopyOfWhatIsOutside) {
  const std::string updates[] = {
      "stablehlo.dynamic_update_slice %y, %nine, %i : "
      "(tensor<4xi32>, tensor<1xi32>, tensor<i32>) -> tensor<4xi32>",
      R"("stablehlo.scatter"(%y, %i, %nine) ({
        ^bb0(%a: tensor<i32>, %b: tensor<i32>):
          stablehlo.return %b : tensor<i32>
        }) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0],
            scatter_dims_to_operand_dims = [0], index_vector_dim = 0>,
            indices_are_sorted = false, unique_indices = false}
        : (tensor<4xi32>, tensor<i32>, tensor<1xi32>) -> tensor<4xi32>)"};
  for (const std::string& update : updates) {
    ExpectResults(
        SumOfTurns(absl::StrCat(
            "%u = ", update, "\n%m = stablehlo.reverse %u, dims = [0] : tensor<4xi32>")),
        {Ints({4}, {1, 2, 3, 4})}, {Ints({4}, {3, 13, 15, 17})});
  }
}

TEST(CapturedValues, AnInnerLoopStartsFromACopyOfWhatIsOutside) {
  const std::string turn = R"(
      %v:2 = stablehlo.while(%j = %zero, %q = %y) : tensor<i32>, tensor<4xi32>
        cond {
          %d = stablehlo.compare LT, %j, %end : (tensor<i32>, tensor<i32>) -> tensor<i1>
          stablehlo.return %d : tensor<i1>
        } do {
          %p = stablehlo.add %q, %q : tensor<4xi32>
          %r = stablehlo.reverse %p, dims = [0] : tensor<4xi32>
          %after = stablehlo.add %j, %one : tensor<i32>
          stablehlo.return %after, %r : tensor<i32>, tensor<4xi32>
        }
      %m = stablehlo.add %v#1, %none : tensor<4xi32>)";
  ExpectResults(SumOfTurns(turn), {Ints({4}, {1, 2, 3, 4})},
                {Ints({4}, {24, 48, 72, 96})});
}

TEST(CapturedValues, ABranchUpdatesACopyOfWhatIsReadBehindIt) {
  const std::string text = R"(
func.func @main(%x: tensor<4xi32>, %i: tensor<i32>) -> (tensor<4xi32>, tensor<4xi32>) {
  %nine = stablehlo.constant dense<9> : tensor<1xi32>
  %y = stablehlo.reverse %x, dims = [0] : tensor<4xi32>
  %r = "stablehlo.case"(%i) ({
    %u = stablehlo.dynamic_update_slice %y, %nine, %i : (tensor<4xi32>, tensor<1xi32>, tensor<i32>) -> tensor<4xi32>
    %m = stablehlo.reverse %u, dims = [0] : tensor<4xi32>
    stablehlo.return %m : tensor<4xi32>
  }, {
    stablehlo.return %x : tensor<4xi32>
  }) : (tensor<i32>) -> tensor<4xi32>
  %z = stablehlo.reverse %y, dims = [0] : tensor<4xi32>
  return %r, %z : tensor<4xi32>, tensor<4xi32>
})";
  ExpectResults(text, {Ints({4}, {1, 2, 3, 4}), Ints({}, {0})},
                {Ints({4}, {1, 2, 3, 9}), Ints({4}, {1, 2, 3, 4})});
}

}  // namespace
}  // namespace tilewright::runtime
