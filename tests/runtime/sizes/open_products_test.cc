// Products of any sizes: one kernel for all of them, with the bytes of those of numbers.
#include <algorithm>
#include <cmath>
#include <set>
#include <string>
#include <vector>

#include "ir/check/checked_builder.h"
#include "ir/specialize.h"
#include "runtime/run/open_kernel.h"
#include "tests/ir/check/named_attributes.h"
#include "tests/plain_target.h"
#include "tests/runtime/program_harness.h"

namespace tilewright::runtime {
namespace {

using ir::Size;

// Of a product: symbols are -1, -2, ....
struct Form {
  const char* name;
  Dims lhs, rhs;
  Dims lhs_batching, rhs_batching, lhs_contracting, rhs_contracting;
  Dims transposed = {};  // of the result
  bool scaled = false;   // each element of lhs, and of the result
  std::vector<std::vector<int64_t>> sizes;
};

constexpr int64_t kK = -1, kM = -2, kN = -3, kB = -4;

// Depths below and beyond slices of k and chains of multiply-adds, with rows and columns
// of fewer than a tile has and of several blocks.
const std::vector<std::vector<int64_t>> kDepths = {
    {2, 3, 5},      {3, 2, 700},     {5, 1100, 2},    {64, 97, 33},    {700, 8, 1100},
    {4095, 7, 130}, {4096, 14, 64},  {4097, 13, 17},  {5000, 33, 7},   {9000, 2, 3},
    {513, 50, 50},  {1024, 40, 600}, {2, 2, 2},       {1025, 600, 40}, {128, 128, 512},
    {600, 100, 80}, {512, 97, 384},  {90, 1030, 513}, {40, 193, 1537}, {1100, 16, 96},
    {700, 300, 10}, {2049, 5, 40},   {4100, 40, 12},  {5001, 16, 19}};
const std::vector<std::vector<int64_t>> kLengths = {
    {2, 0, 0},    {3, 0, 0},    {5, 0, 0},    {64, 0, 0},   {700, 0, 0},
    {4095, 0, 0}, {4096, 0, 0}, {4097, 0, 0}, {5000, 0, 0}, {9000, 0, 0}};
const std::vector<std::vector<int64_t>> kBatches = {
    {2, 2, 2, 2},    {3, 5, 7, 3},      {64, 3, 33, 5},   {700, 20, 17, 2},
    {4095, 2, 3, 2}, {4096, 3, 13, 12}, {4097, 5, 2, 3},  {130, 130, 5, 9},
    {31, 2, 90, 30}, {5, 90, 2, 17},    {9000, 7, 16, 2}, {600, 9, 520, 2}};
// Of few columns each, whose blocks of rows begin and end inside.
const std::vector<std::vector<int64_t>> kImages = {
    {2, 2, 5, 15},   {12, 2, 24, 17},   {13, 2, 70, 33}, {700, 2, 9, 65},
    {4097, 2, 3, 9}, {40, 2, 130, 100}, {3, 2, 33, 601}, {1100, 2, 16, 7}};

const Form kForms[] = {
    {"rows by columns", {kM, kK}, {kK, kN}, {}, {}, {1}, {0}, {}, false, kDepths},
    {"a gradient of weights", {kK, kM}, {kK, kN}, {}, {}, {0}, {0}, {}, false, kDepths},
    {"rows by rows", {kM, kK}, {kN, kK}, {}, {}, {1}, {1}, {}, false, kDepths},
    {"columns by rows", {kK, kM}, {kN, kK}, {}, {}, {0}, {1}, {}, false, kDepths},
    {"of a transposed result",
     {kM, kK},
     {kK, kN},
     {},
     {},
     {1},
     {0},
     {1, 0},
     false,
     kDepths},
    {"among scales", {kK, kM}, {kK, kN}, {}, {}, {0}, {0}, {}, true, kDepths},
    {"of few features", {kK, 24}, {kK, 10}, {}, {}, {0}, {0}, {}, false, kDepths},
    {"of many features", {kK, 64}, {kK, 640}, {}, {}, {0}, {0}, {}, true, kDepths},
    {"over batch and length",
     {kB, kK, 40},
     {kB, kK, kM},
     {},
     {},
     {0, 1},
     {0, 1},
     {},
     false,
     kBatches},
    {"over length and batch",
     {kB, kK, 40},
     {kK, kB, kM},
     {},
     {},
     {1, 0},
     {0, 1},
     {},
     false,
     kBatches},
    {"in batches", {kB, kM, kK}, {kB, kK, kN}, {0}, {0}, {2}, {1}, {}, true, kBatches},
    {"in batches of columns",
     {kB, kK, kM},
     {kB, kN, kK},
     {0},
     {0},
     {1},
     {2},
     {},
     false,
     kBatches},
    {"of weights and values",
     {kB, 3, kM, kK},
     {kB, kK, 3, 16},
     {0, 1},
     {0, 2},
     {3},
     {1},
     {0, 2, 1, 3},
     false,
     kBatches},
    {"of queries and keys",
     {kB, kM, 3, 16},
     {kB, kN, 3, 16},
     {0, 2},
     {0, 2},
     {3},
     {3},
     {},
     true,
     kBatches},
    {"of weights and results",
     {kB, 3, kM, kK},
     {kB, kM, 3, 16},
     {0, 1},
     {0, 2},
     {2},
     {1},
     {0, 2, 1, 3},
     false,
     kBatches},
    {"of several free dimensions",
     {kB, kK, kM},
     {kN, kK, 5},
     {},
     {},
     {1},
     {1},
     {2, 0, 1, 3},
     false,
     kBatches},
    {"of columns in images",
     {kB, kK, 16},
     {kK, kN},
     {},
     {},
     {1},
     {0},
     {},
     false,
     kImages},
    {"of half vectors in images",
     {kB, kK, 24},
     {kK, 24},
     {},
     {},
     {1},
     {0},
     {},
     true,
     kImages},
    {"of columns in images, results first",
     {kK, kN},
     {kB, kK, 48},
     {},
     {},
     {0},
     {1},
     {1, 0, 2},
     false,
     kImages},
    {"of vectors", {kK}, {kK}, {}, {}, {0}, {0}, {}, false, kLengths},
    {"of vectors in batches",
     {kB, kK},
     {kB, kK},
     {0},
     {0},
     {1},
     {1},
     {},
     false,
     kBatches},
    {"of columns in batches",
     {kK, kB},
     {kK, kB},
     {1},
     {1},
     {0},
     {0},
     {},
     false,
     kBatches},
    {"of rows by a vector", {kM, kK}, {kK}, {}, {}, {1}, {0}, {}, true, kDepths},
    {"of columns by a vector", {kK, kM}, {kK}, {}, {}, {0}, {0}, {}, false, kDepths},
    {"of a vector by columns", {kK}, {kK, kN}, {}, {}, {0}, {0}, {}, false, kDepths},
    {"of a vector by rows", {1, kK}, {kN, kK}, {}, {}, {1}, {1}, {}, false, kDepths},
    {"of rows by a column", {kM, kK}, {kK, 1}, {}, {}, {1}, {0}, {}, false, kDepths},
    {"of a few columns",
     {kB, kM, kK},
     {kB, kK, 3},
     {0},
     {0},
     {2},
     {1},
     {},
     false,
     kBatches},
    {"of a vector by few columns", {kK}, {kK, 7}, {}, {}, {0}, {0}, {}, false, kLengths},
    {"of all pairs", {kM}, {kN}, {}, {}, {}, {}, {}, false, kDepths},
};

// Twice the value, of its type.
ir::ValueId Doubled(ir::CheckedBuilder& b, ir::ValueId x) {
  return *b.AppendOne({.kind = ir::OpKind::kAdd, .operands = {x, x}});
}

ir::Program ProductOf(const Form& form, ElementType element) {
  ir::CheckedBuilder b;
  std::vector<Size> symbols;
  for (const char* name : {"k", "m", "n", "b"}) {
    symbols.push_back(*b.AddSymbol(name, {2}));
  }
  const auto input = [&](const Dims& dims) {
    ir::Shape shape;
    for (int64_t d : dims) shape.Append(d < 0 ? symbols[-1 - d] : Size(d));
    return *b.AddInput({element, std::move(shape)});
  };
  ir::ValueId lhs = input(form.lhs);
  const ir::ValueId rhs = input(form.rhs);
  if (form.scaled) lhs = Doubled(b, lhs);
  ir::ValueId product = *b.AppendOne(
      {.kind = ir::OpKind::kDotGeneral,
       .operands = {lhs, rhs},
       .attributes = ir::With(
           {{ir::AttributeName::kLhsBatchingDimensions, form.lhs_batching},
            {ir::AttributeName::kRhsBatchingDimensions, form.rhs_batching},
            {ir::AttributeName::kLhsContractingDimensions, form.lhs_contracting},
            {ir::AttributeName::kRhsContractingDimensions, form.rhs_contracting}})});
  if (!form.transposed.empty()) {
    product = *b.AppendOne(
        {.kind = ir::OpKind::kTranspose,
         .operands = {product},
         .attributes = ir::With({{ir::AttributeName::kPermutation, form.transposed}})});
  }
  if (form.scaled) product = Doubled(b, product);
  return *std::move(b).Finish({product});
}

// Whether the product is small enough for a test.
bool IsQuick(const ir::Program& sized) {
  double elements = 1;  // of a batch of one: the square of the multiply-adds
  for (const TensorType& type : sized.InputTypes()) {
    elements *= static_cast<double>(type.num_elements());
  }
  elements *= static_cast<double>(sized.type(sized.body.results[0]).num_elements());
  return std::sqrt(elements) < static_cast<double>(int64_t{1} << 26);
}

// Runs the product with numbers and with symbols; the kernels of the latter, all of which
// take sizes.
void Compare(const ir::Program& program, const std::vector<int64_t>& sizes,
             const How& how, double most, std::set<std::string>* kernels) {
  const ir::Program sized = *ir::Specialize(program, sizes);
  const auto numbers = Compiled::Make(sized, {}, how);
  const auto symbols = Compiled::Make(program, sizes, how);
  ASSERT_TRUE(numbers.ok()) << numbers.status();
  ASSERT_TRUE(symbols.ok()) << symbols.status();
  for (const plan::Kernel& kernel : symbols->executable().plan().kernels) {
    EXPECT_FALSE(kernel.launch.symbols.empty()) << kernel.name;
    kernels->insert(kernel.identity);
  }
  std::vector<Array> inputs;
  for (const TensorType& type : sized.InputTypes()) {
    inputs.push_back(Random(type, static_cast<uint32_t>(inputs.size()), -most, most));
  }
  const auto want = numbers->Run(inputs), got = symbols->Run(inputs);
  ASSERT_TRUE(want.ok()) << want.status();
  ASSERT_TRUE(got.ok()) << got.status();
  ASSERT_EQ(*got, *want);
}

TEST(OpenProducts, HaveOneSetOfKernelsWithTheBytesOfNumbers) {
  constexpr ElementType kTypes[] = {
      ElementType::kF32, ElementType::kBF16, ElementType::kF32,  ElementType::kF16,
      ElementType::kI8,  ElementType::kF64,  ElementType::kBF16, ElementType::kC64};
  size_t turn = 0;
  for (const Form& form : kForms) {
    for (const Numerics numerics : {Numerics::kIeee, Numerics::kTpu}) {
      const ElementType element = kTypes[turn++ % std::size(kTypes)];
      const ir::Program program = ProductOf(form, element);
      std::set<std::string> kernels;
      for (size_t i = turn % 2; i < form.sizes.size(); i += 2) {
        std::vector<int64_t> sizes = form.sizes[i];
        sizes.resize(4);
        for (int64_t& size : sizes) size = std::max<int64_t>(size, 2);
        SCOPED_TRACE(absl::StrCat(form.name, ", ", ir::Name(element), ", ",
                                  numerics == Numerics::kTpu ? "tpu" : "ieee", " at ",
                                  ir::Join(sizes)));
        if (!IsQuick(*ir::Specialize(program, sizes))) continue;
        How how;
        how.numerics = numerics;
        how.target = (turn + i) % 3 == 0 ? kPlainTarget : "native";
        how.guard = (turn + i) % 5 < 2;
        how.threads = 1 + static_cast<int>(i % 3);
        // Of small factors products are subnormal, or none.
        std::set<std::string> now;
        ASSERT_NO_FATAL_FAILURE(
            Compare(program, sizes, how, i % 4 == 0 ? 1e-20 : 2, &now));
        if (kernels.empty()) kernels = now;
        EXPECT_EQ(now, kernels);
      }
    }
  }
}

// What one thread would do takes it longer than a second one needs to come.
TEST(OpenProducts, OfOneBlockAreTwoWhereThatIsWorthIt) {
  const Form& form = kForms[0];
  ASSERT_EQ(absl::string_view(form.name), "rows by columns");
  CompileOptions options;
  options.sizes = {128, 128, 512, 2};
  options.facts.kernel.numerics = Numerics::kIeee;
  options.facts.kernel.target = *jit::FindTarget("native");
  options.facts.chip = "v5e";
  options.cache_mode = "off";
  const auto kernel = OpenKernel::Make(ProductOf(form, ElementType::kF32), options);
  ASSERT_TRUE(kernel.ok()) << kernel.status();
  const auto steps = [&](int64_t k, int64_t m, int64_t n) {
    return (*kernel)->At({k, m, n, 2})->most_grid_steps;
  };
  EXPECT_EQ(steps(128, 128, 512), 2);  // columns
  EXPECT_EQ(steps(16, 128, 512), 1);
  EXPECT_EQ(steps(512, 128, 128), 2);  // rows
  EXPECT_EQ(steps(512, 90, 128), 1);
  EXPECT_EQ(steps(128, 128, 768), 4);
  for (int64_t m = 200; m < 1000; m += 100) EXPECT_EQ(steps(512, m, 128) % 2, 0) << m;
}

}  // namespace
}  // namespace tilewright::runtime
