// Programs as people write them, with `?` for sizes: what has kernels for all sizes.
#include <set>
#include <string>
#include <vector>

#include "frontend/stablehlo/parse.h"
#include "ir/specialize.h"
#include "tests/plain_target.h"
#include "tests/runtime/program_harness.h"

namespace tilewright::runtime {
namespace {

struct OpenProgram {
  const char* name;
  const char* text;
  // Of the inputs, where `n` and `m` are sizes of the case.
  std::vector<std::vector<int64_t>> dims;
  bool indexed = false;  // the last input but one is indices
  bool sized = false;    // some kernels are of one size
};

constexpr int64_t kN = -1, kM = -2;

const OpenProgram kPrograms[] = {
    {"rows of a table by their numbers",
     R"(
func.func @main(%t: tensor<40x6xf32>, %i: tensor<?x1xi32>, %u: tensor<f32>) -> tensor<?x6xf32> {
  %y = "stablehlo.gather"(%t, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 6>}> : (tensor<40x6xf32>, tensor<?x1xi32>) -> tensor<?x6xf32>
  return %y : tensor<?x6xf32>
})",
     {{40, 6}, {kN, 1}, {}},
     true},
    {"an element of each row",
     R"(
func.func @main(%x: tensor<?x7xf32>, %i: tensor<?x1xi32>, %u: tensor<f32>) -> tensor<?xf32> {
  %y = "stablehlo.gather"(%x, %i) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [1], index_vector_dim = 1>, slice_sizes = array<i64: 1, 1>}> : (tensor<?x7xf32>, tensor<?x1xi32>) -> tensor<?xf32>
  return %y : tensor<?xf32>
})",
     {{kN, 7}, {kN, 1}, {}},
     true},
    {"rows added into a table",
     R"(
func.func @main(%t: tensor<40x70xf32>, %i: tensor<?x1xi32>, %u: tensor<?x70xf32>) -> tensor<40x70xf32> {
  %y = "stablehlo.scatter"(%t, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %s = stablehlo.add %a, %b : tensor<f32>
      stablehlo.return %s : tensor<f32>
  }) : (tensor<40x70xf32>, tensor<?x1xi32>, tensor<?x70xf32>) -> tensor<40x70xf32>
  return %y : tensor<40x70xf32>
})",
     {{40, 70}, {kN, 1}, {kN, 70}},
     true},
    {"rows of any length added into a table of any",
     R"(
func.func @main(%t: tensor<?x?xbf16>, %i: tensor<?x1xi32>, %u: tensor<?x?xbf16>) -> tensor<?x?xbf16> {
  %y = "stablehlo.scatter"(%t, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
    ^bb0(%a: tensor<bf16>, %b: tensor<bf16>):
      %s = stablehlo.add %a, %b : tensor<bf16>
      stablehlo.return %s : tensor<bf16>
  }) : (tensor<?x?xbf16>, tensor<?x1xi32>, tensor<?x?xbf16>) -> tensor<?x?xbf16>
  return %y : tensor<?x?xbf16>
})",
     {{kM, kN}, {kN, 1}, {kN, kN}},
     true},
    {"an element of each row set",
     R"(
func.func @main(%x: tensor<?x9xf32>, %i: tensor<?x1xi32>, %u: tensor<?xf32>) -> tensor<?x9xf32> {
  %y = "stablehlo.scatter"(%x, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [1], input_batching_dims = [0], scatter_indices_batching_dims = [0], scatter_dims_to_operand_dims = [1], index_vector_dim = 1>}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      stablehlo.return %b : tensor<f32>
  }) : (tensor<?x9xf32>, tensor<?x1xi32>, tensor<?xf32>) -> tensor<?x9xf32>
  return %y : tensor<?x9xf32>
})",
     {{kN, 9}, {kN, 1}, {kN}},
     true},
    {"a scan of steps that take sizes",
     R"(
func.func @main(%x: tensor<?x?xf32>, %h: tensor<?xf32>) -> tensor<?xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %steps = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?x?xf32>) -> tensor<i32>
  %n = stablehlo.get_dimension_size %x, dim = 1 : (tensor<?x?xf32>) -> tensor<i32>
  %n1 = stablehlo.reshape %n : (tensor<i32>) -> tensor<1xi32>
  %ones = stablehlo.constant dense<1> : tensor<1xi32>
  %rows = stablehlo.concatenate %ones, %n1, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
  %r:2 = stablehlo.while(%k = %zero, %s = %h) : tensor<i32>, tensor<?xf32>
    cond {
      %more = stablehlo.compare LT, %k, %steps : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %more : tensor<i1>
    } do {
      %k1 = stablehlo.reshape %k : (tensor<i32>) -> tensor<1xi32>
      %z1 = stablehlo.constant dense<0> : tensor<1xi32>
      %start = stablehlo.concatenate %k1, %z1, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
      %end = stablehlo.add %start, %rows : tensor<2xi32>
      %stride = stablehlo.constant dense<1> : tensor<2xi32>
      %row = stablehlo.real_dynamic_slice %x, %start, %end, %stride : (tensor<?x?xf32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) -> tensor<1x?xf32>
      %flat = stablehlo.dynamic_reshape %row, %n1 : (tensor<1x?xf32>, tensor<1xi32>) -> tensor<?xf32>
      %sum = stablehlo.add %s, %flat : tensor<?xf32>
      %next = stablehlo.tanh %sum : tensor<?xf32>
      %k2 = stablehlo.add %k, %one : tensor<i32>
      stablehlo.return %k2, %next : tensor<i32>, tensor<?xf32>
    }
  return %r#1 : tensor<?xf32>
})",
     {{kN, kM}, {kM}}},
    {"arrays of any sizes, one after the other and side by side",
     R"(
func.func @main(%x: tensor<?x?xf32>, %y: tensor<?x?xf32>, %z: tensor<?x?xf32>) -> (tensor<?x?xf32>, tensor<?x?xf32>) {
  %below = stablehlo.concatenate %x, %y, %x, dim = 0 : (tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  %beside = stablehlo.concatenate %x, %z, %z, dim = 1 : (tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  return %below, %beside : tensor<?x?xf32>, tensor<?x?xf32>
})",
     {{kN, kM}, {kM, kM}, {kN, kN}}},
    {"bits of numbers, backwards, with their length",
     R"(
func.func @main(%x: tensor<?xf32>) -> (tensor<?xi32>, tensor<i64>) {
  %b = stablehlo.bitcast_convert %x : (tensor<?xf32>) -> tensor<?xi32>
  %r = stablehlo.reverse %b, dims = [0] : tensor<?xi32>
  %n = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %n2 = stablehlo.multiply %n, %n : tensor<i32>
  %wide = stablehlo.convert %n2 : (tensor<i32>) -> tensor<i64>
  return %r, %wide : tensor<?xi32>, tensor<i64>
})",
     {{kN}}},
    {"what is not moved across a barrier",
     R"(
func.func @main(%x: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %s = stablehlo.sine %x : tensor<?x?xf32>
  %b:2 = stablehlo.optimization_barrier %s, %x : tensor<?x?xf32>, tensor<?x?xf32>
  %r = stablehlo.multiply %b#0, %b#1 : tensor<?x?xf32>
  return %r : tensor<?x?xf32>
})",
     {{kN, kM}}},
    {"running sums of rows of a number",
     R"(
func.func @main(%x: tensor<?x6xf32>) -> tensor<?x6xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %y = "stablehlo.reduce_window"(%x, %zero) <{window_dimensions = array<i64: 1, 6>, padding = dense<[[0, 0], [5, 0]]> : tensor<2x2xi64>}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %s = stablehlo.add %a, %b : tensor<f32>
      stablehlo.return %s : tensor<f32>
  }) : (tensor<?x6xf32>, tensor<f32>) -> tensor<?x6xf32>
  return %y : tensor<?x6xf32>
})",
     {{kN, 6}}},
    {"the largest of rows, and where they are",
     R"(
func.func @main(%x: tensor<?x?xf32>, %y: tensor<?x2xf32>) -> (tensor<?x2xf32>, tensor<?x2xi32>, tensor<?x2xf32>) {
  %v, %i = chlo.top_k(%x, k = 2) : tensor<?x?xf32> -> (tensor<?x2xf32>, tensor<?x2xi32>)
  %p = stablehlo.multiply %v, %y : tensor<?x2xf32>
  return %p, %i, %v : tensor<?x2xf32>, tensor<?x2xi32>, tensor<?x2xf32>
})",
     {{kN, kM}, {kN, 2}},
     /*indexed=*/false,
     /*sized=*/true},
    {"rows moved by one around the end",
     R"(
func.func @main(%x: tensor<?x4xf32>) -> tensor<?x4xf32> {
  %n = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?x4xf32>) -> tensor<i32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %minus = stablehlo.constant dense<-1> : tensor<i32>
  %r = stablehlo.remainder %minus, %n : tensor<i32>
  %low = stablehlo.compare LT, %r, %zero : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %up = stablehlo.add %r, %n : tensor<i32>
  %at = stablehlo.select %low, %up, %r : tensor<i1>, tensor<i32>
  %at1 = stablehlo.reshape %at : (tensor<i32>) -> tensor<1xi32>
  %n1 = stablehlo.reshape %n : (tensor<i32>) -> tensor<1xi32>
  %z1 = stablehlo.constant dense<0> : tensor<1xi32>
  %z2 = stablehlo.constant dense<0> : tensor<2xi32>
  %o2 = stablehlo.constant dense<1> : tensor<2xi32>
  %f1 = stablehlo.constant dense<4> : tensor<1xi32>
  %begin = stablehlo.concatenate %at1, %z1, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
  %end = stablehlo.concatenate %n1, %f1, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
  %middle = stablehlo.concatenate %at1, %f1, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
  %last = stablehlo.real_dynamic_slice %x, %begin, %end, %o2 : (tensor<?x4xf32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) -> tensor<?x4xf32>
  %others = stablehlo.real_dynamic_slice %x, %z2, %middle, %o2 : (tensor<?x4xf32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) -> tensor<?x4xf32>
  %y = stablehlo.concatenate %last, %others, dim = 0 : (tensor<?x4xf32>, tensor<?x4xf32>) -> tensor<?x4xf32>
  return %y : tensor<?x4xf32>
})",
     {{kN, 4}},
     /*indexed=*/false,
     /*sized=*/true},
};

std::vector<Array> InputsFor(const OpenProgram& of, const ir::Program& sized) {
  std::vector<Array> inputs;
  const std::vector<TensorType> types = sized.InputTypes();
  for (size_t i = 0; i < types.size(); ++i) {
    inputs.push_back(Random(types[i], static_cast<uint32_t>(i + 3)));
    if (!of.indexed || i + 2 != types.size()) continue;
    // Some below and some beyond what there is.
    for (int64_t k = 0; k < inputs.back().size(); ++k) {
      inputs.back().SetBits(k, static_cast<uint64_t>(k * 37 % 45 - 2));
    }
  }
  return inputs;
}

TEST(OpenPrograms, HaveOneSetOfKernels) {
  for (const OpenProgram& of : kPrograms) {
    SCOPED_TRACE(of.name);
    std::set<std::string> first;
    for (const auto& [n, m] : std::vector<std::pair<int64_t, int64_t>>{
             {5, 3}, {2, 7}, {33, 130}, {257, 64}, {64, 2000}}) {
      stablehlo::ParseOptions options;
      options.open_sizes = true;
      for (size_t i = 0; i < of.dims.size(); ++i) {
        Dims dims = of.dims[i];
        for (int64_t& dim : dims) dim = dim == kN ? n : dim == kM ? m : dim;
        const bool indices = of.indexed && i + 2 == of.dims.size();
        const bool narrow = std::string(of.text).find("bf16") != std::string::npos;
        options.input_types.push_back({indices  ? ElementType::kI32
                                       : narrow ? ElementType::kBF16
                                                : ElementType::kF32,
                                       dims});
      }
      const absl::StatusOr<stablehlo::ParsedProgram> parsed =
          stablehlo::ParseProgram(of.text, options);
      ASSERT_TRUE(parsed.ok()) << parsed.status();
      ASSERT_FALSE(parsed->sizes.empty()) << parsed->why_numbers;
      const ir::Program sized = *ir::Specialize(parsed->program, parsed->sizes);
      How how;
      how.guard = n < 100;
      how.threads = 1 + static_cast<int>(n % 3);
      how.target = n == 33 ? kPlainTarget : "native";
      const auto numbers = Compiled::Make(sized, {}, how);
      const auto symbols = Compiled::Make(parsed->program, parsed->sizes, how);
      ASSERT_TRUE(numbers.ok()) << numbers.status();
      ASSERT_TRUE(symbols.ok()) << symbols.status();
      std::set<std::string> kernels;
      for (const plan::Kernel& kernel : symbols->executable().plan().kernels) {
        kernels.insert(kernel.identity);
      }
      if (first.empty()) first = kernels;
      if (!of.sized) EXPECT_EQ(kernels, first) << n << ", " << m;
      const std::vector<Array> inputs = InputsFor(of, sized);
      const auto want = numbers->Run(inputs), got = symbols->Run(inputs);
      ASSERT_TRUE(want.ok()) << want.status();
      ASSERT_TRUE(got.ok()) << got.status();
      EXPECT_EQ(*got, *want) << n << ", " << m;
    }
  }
}

}  // namespace
}  // namespace tilewright::runtime
