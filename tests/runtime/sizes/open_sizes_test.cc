// Programs whose sizes are known when they run: the kernels of a program of symbols give
// the bytes of those of the same program with numbers, and are the same for all values.
#include <random>
#include <set>
#include <string>
#include <vector>

#include "ir/check/verify.h"
#include "ir/print.h"
#include "ir/specialize.h"
#include "tests/ir/check/random_symbols.h"
#include "tests/ir/size/random_size.h"
#include "tests/plain_target.h"
#include "tests/runtime/program_harness.h"

namespace tilewright::runtime {
namespace {

using ir::CheckedBuilder;
using ir::Program;
using ir::Size;

// Kernels of the plan that take sizes when they run, by identity.
std::set<std::string> OpenKernels(const Compiled& compiled) {
  std::set<std::string> open;
  for (const plan::Kernel& kernel : compiled.executable().plan().kernels) {
    if (!kernel.launch.symbols.empty()) open.insert(kernel.identity);
  }
  return open;
}

std::vector<Array> InputsOf(const Program& sized, uint32_t seed) {
  std::vector<Array> inputs;
  for (const TensorType& type : sized.InputTypes()) {
    inputs.push_back(Random(type, seed + static_cast<uint32_t>(inputs.size())));
  }
  return inputs;
}

// Whether the program is small enough to be run here.
bool IsSmall(const Program& sized) {
  int64_t bytes = 0;
  for (const TensorType& type : sized.values) bytes += type.byte_size();
  return bytes < (int64_t{1} << 22);
}

TEST(OpenSizes, GiveTheBytesOfNumbers) {
  size_t open = 0, runs = 0;
  std::set<ir::OpKind> kinds;
  for (uint64_t seed = 1; seed <= 60; ++seed) {
    SCOPED_TRACE(seed);
    const Program program =
        ir::RandomSymbolicProgram(ir::RandomSeed() * 1000 + seed, seed % 2 == 0).Take(6);
    std::mt19937_64 random(seed);
    for (int k = 0; k < 5; ++k) {
      const auto n = 2 + static_cast<int64_t>(random() % (k == 4 ? 90 : 20));
      const std::vector<int64_t> sizes = {2 + static_cast<int64_t>(random() % 40),
                                          8 * (1 + static_cast<int64_t>(random() % 8)),
                                          n};
      const absl::StatusOr<Program> sized = ir::Specialize(program, sizes);
      if (!sized.ok() || !IsSmall(*sized)) continue;
      How how;
      how.numerics = k % 2 == 0 ? Numerics::kIeee : Numerics::kTpu;
      how.guard = k == 1;
      how.threads = 1 + k % 3;
      how.target = k == 3 ? kPlainTarget : "native";
      const auto numbers = Compiled::Make(*sized, {}, how);
      const auto symbols = Compiled::Make(program, sizes, how);
      ASSERT_TRUE(numbers.ok()) << numbers.status();
      ASSERT_TRUE(symbols.ok()) << symbols.status() << "\n" << CanonicalText(program);
      const std::vector<Array> inputs = InputsOf(*sized, static_cast<uint32_t>(seed));
      const auto want = numbers->Run(inputs), got = symbols->Run(inputs);
      ASSERT_TRUE(want.ok()) << want.status();
      ASSERT_TRUE(got.ok()) << got.status();
      for (size_t o = 0; o < want->size(); ++o) {
        ASSERT_EQ((*got)[o], (*want)[o])
            << "output " << o << " at " << ir::Join(sizes) << "\n"
            << CanonicalText(program);
      }
      for (const ir::Operation& op : program.body.operations) kinds.insert(op.kind);
      ++runs;
      open += OpenKernels(*symbols).size();
    }
  }
  EXPECT_GT(runs, 150u);
  EXPECT_GT(open, 300u);
  for (const ir::OpKind kind :
       {ir::OpKind::kDotGeneral, ir::OpKind::kGather, ir::OpKind::kScatter}) {
    EXPECT_TRUE(kinds.contains(kind)) << ir::Name(kind);
  }
}

// The sums, or what another combiner gives, over some dimensions of an [a, b, 3] array.
Program Reduction(ElementType element, ir::OpKind combiner, const Dims& dimensions) {
  CheckedBuilder b;
  const Size n = *b.AddSymbol("a", {2}), m = *b.AddSymbol("b", {2});
  const ir::ValueId x =
      *b.AddInput({element, ir::Shape(std::vector<Size>{n, m, Size(3)})});
  const ir::ValueId init = *b.AddInput({element, {}});
  return *std::move(b).Finish({*ir::Reduce(b, combiner, x, init, dimensions)});
}

// Sums of few and of many elements, of which rows are in several blocks and panels.
TEST(OpenSizes, SumInTheOrderOfNumbers) {
  const std::vector<std::vector<int64_t>> all = {{2, 2},    {3, 17},   {7, 333},
                                                 {700, 5},  {70, 65},  {40, 700},
                                                 {2, 5000}, {5000, 3}, {3, 70001}};
  const std::vector<Dims> dimensions = {{2}, {1}, {0}, {1, 2}, {0, 2}, {0, 1}, {0, 1, 2}};
  uint32_t seed = 1;
  for (const ElementType element :
       {ElementType::kF32, ElementType::kBF16, ElementType::kF64, ElementType::kI32}) {
    for (const Dims& over : dimensions) {
      const bool adds = seed % 4 != 0;
      const Program program =
          Reduction(element, adds ? ir::OpKind::kAdd : ir::OpKind::kMaximum, over);
      for (const std::vector<int64_t>& sizes : all) {
        How how;
        how.numerics = ++seed % 2 == 0 ? Numerics::kIeee : Numerics::kTpu;
        how.target = seed % 5 == 0 ? kPlainTarget : "native";
        const Program sized = *ir::Specialize(program, sizes);
        const auto numbers = Compiled::Make(sized, {}, how);
        const auto symbols = Compiled::Make(program, sizes, how);
        ASSERT_TRUE(numbers.ok()) << numbers.status();
        ASSERT_TRUE(symbols.ok()) << symbols.status();
        EXPECT_FALSE(OpenKernels(*symbols).empty());
        const std::vector<Array> inputs = InputsOf(sized, seed);
        ASSERT_EQ(*symbols->Run(inputs), *numbers->Run(inputs))
            << ir::Name(element) << " over " << ir::Join(over) << " of "
            << ir::Join(sizes);
      }
    }
  }
}

// What the program gives with numbers, and with symbols.
void ExpectSame(const Program& program, const std::vector<int64_t>& sizes) {
  const Program sized = *ir::Specialize(program, sizes);
  const auto numbers = Compiled::Make(sized, {}, {});
  const auto symbols = Compiled::Make(program, sizes, {});
  ASSERT_TRUE(numbers.ok()) << numbers.status();
  ASSERT_TRUE(symbols.ok()) << symbols.status();
  const std::vector<Array> inputs = InputsOf(sized, 1);
  EXPECT_EQ(*symbols->Run(inputs), *numbers->Run(inputs)) << ir::Join(sizes);
}

// Of a product of [n, t, k] by [k, 48], of [n, t, k] by itself over k, and of the second
// with its sides in another order, with what follows it.
Program Products(ElementType element, int64_t k, int which) {
  CheckedBuilder b;
  const Size n = *b.AddSymbol("n", {2}), t = *b.AddSymbol("t", {2});
  const ir::ValueId x =
      *b.AddInput({element, ir::Shape(std::vector<Size>{n, t, Size(k)})});
  const ir::ValueId w = *b.AddInput({element, {k, 48}});
  const ir::ValueId of_k =
      *b.AddInput({element, ir::Shape(std::vector<Size>{n, Size(k), t})});
  const Dims batching = which == 0 ? Dims{} : Dims{0};
  const ir::ValueId product = *b.AppendOne(
      {.kind = ir::OpKind::kDotGeneral,
       .operands = {x, which == 0   ? w
                       : which == 1 ? x
                                    : of_k},
       .attributes = ir::With(
           {{ir::AttributeName::kLhsBatchingDimensions, batching},
            {ir::AttributeName::kRhsBatchingDimensions, batching},
            {ir::AttributeName::kLhsContractingDimensions, Dims{2}},
            {ir::AttributeName::kRhsContractingDimensions, Dims{which == 0   ? 0
                                                                : which == 1 ? 2
                                                                             : 1}}})});
  const ir::ValueId after =
      *b.AppendOne({.kind = ir::OpKind::kNegate, .operands = {product}});
  return *std::move(b).Finish({after});
}

// Of fewer rows than a tile has, of several blocks, and of several slices of k.
TEST(OpenSizes, AreThoseOfProducts) {
  uint32_t seed = 1;
  for (const ElementType element :
       {ElementType::kF32, ElementType::kBF16, ElementType::kF64, ElementType::kI32}) {
    for (const int64_t k : {3, 64, 700, 5000}) {
      for (int which = 0; which < 3; ++which) {
        const Program program = Products(element, k, which);
        std::set<std::string> open;
        for (const std::vector<int64_t>& sizes : std::vector<std::vector<int64_t>>{
                 {2, 2}, {3, 5}, {2, 33}, {2, 200}, {7, 97}, {2, 1100}}) {
          if (k * sizes[1] * sizes[1] > (int64_t{1} << 27)) continue;
          SCOPED_TRACE(absl::StrCat(ir::Name(element), " k ", k, " form ", which, " at ",
                                    ir::Join(sizes)));
          How how;
          how.numerics = ++seed % 2 == 0 ? Numerics::kIeee : Numerics::kTpu;
          how.target = seed % 3 == 0 ? kPlainTarget : "native";
          how.guard = seed % 5 == 0;
          how.threads = 1 + seed % 3;
          const Program sized = *ir::Specialize(program, sizes);
          const auto numbers = Compiled::Make(sized, {}, how);
          const auto symbols = Compiled::Make(program, sizes, how);
          ASSERT_TRUE(numbers.ok()) << numbers.status();
          ASSERT_TRUE(symbols.ok()) << symbols.status();
          EXPECT_EQ(OpenKernels(*symbols).size(), 1u);
          const std::vector<Array> inputs = InputsOf(sized, seed);
          ASSERT_EQ(*symbols->Run(inputs), *numbers->Run(inputs));
        }
      }
    }
  }
}

// A block of attention, whose products sum over features and over positions.
TEST(OpenSizes, AreThoseOfAttention) {
  CheckedBuilder b;
  const Size n = *b.AddSymbol("n", {2}), t = *b.AddSymbol("t", {2});
  const auto product = [&](ir::ValueId x, ir::ValueId y, const Dims& batching, Dims left,
                           Dims right) {
    return *b.AppendOne({.kind = ir::OpKind::kDotGeneral,
                         .operands = {x, y},
                         .attributes = ir::With(
                             {{ir::AttributeName::kLhsBatchingDimensions, batching},
                              {ir::AttributeName::kRhsBatchingDimensions, batching},
                              {ir::AttributeName::kLhsContractingDimensions, left},
                              {ir::AttributeName::kRhsContractingDimensions, right}})});
  };
  const ir::ValueId x = *b.AddInput(ir::F32({n, t, 40}));
  const ir::ValueId weights = *b.AddInput(ir::F32({40, 40}));
  const ir::ValueId zero = *b.AddInput(ir::F32({}));
  const ir::ValueId query = product(x, weights, {}, {2}, {0});
  const ir::ValueId scores = product(query, x, {0}, {2}, {2});
  const ir::ValueId most = *ir::Broadcast(
      b, *ir::Reduce(b, ir::OpKind::kMaximum, scores, zero, {2}), {0, 1}, {n, t, t});
  const ir::ValueId powers =
      *b.AppendOne({.kind = ir::OpKind::kExponential,
                    .operands = {*b.AppendOne(
                        {.kind = ir::OpKind::kSubtract, .operands = {scores, most}})}});
  const ir::ValueId sums = *ir::Broadcast(
      b, *ir::Reduce(b, ir::OpKind::kAdd, powers, zero, {2}), {0, 1}, {n, t, t});
  const ir::ValueId parts =
      *b.AppendOne({.kind = ir::OpKind::kDivide, .operands = {powers, sums}});
  const ir::ValueId mixed = product(parts, x, {0}, {2}, {1});
  const ir::ValueId next =
      *b.AppendOne({.kind = ir::OpKind::kAdd, .operands = {x, mixed}});
  const Program program = *std::move(b).Finish({next, parts});
  std::set<std::string> open;
  for (const std::vector<int64_t>& sizes :
       std::vector<std::vector<int64_t>>{{2, 3}, {5, 17}, {3, 64}, {2, 200}}) {
    ExpectSame(program, sizes);
    const auto compiled = Compiled::Make(program, sizes, {});
    const std::set<std::string> of_sizes = OpenKernels(*compiled);
    EXPECT_EQ(of_sizes.size(), compiled->executable().plan().kernels.size());
    if (!open.empty()) EXPECT_EQ(open, of_sizes);
    open = of_sizes;
  }
}

// y = x - max of its rows, over symbols b and t.
Program RowProgram() {
  CheckedBuilder b;
  const Size n = *b.AddSymbol("b", {2}), t = *b.AddSymbol("t", {2});
  const ir::ValueId x = *b.AddInput(ir::F32({n, t}));
  const ir::ValueId zero = *b.AddInput(ir::F32({}));
  const ir::ValueId most = *ir::Reduce(b, ir::OpKind::kMaximum, x, zero, {1});
  const ir::ValueId all = *ir::Broadcast(b, most, {0}, {n, t});
  // A number that is broadcast becomes a constant of the shape.
  const ir::ValueId two = *b.AppendOne(
      {.kind = ir::OpKind::kConstant,
       .attributes = ir::With(
           {{ir::AttributeName::kValue, ir::IntegerSplat({ElementType::kI32, {}}, 2)}})});
  const ir::ValueId real = *b.AppendOne(
      {.kind = ir::OpKind::kConvert, .operands = {two}, .results = {ir::F32({})}});
  const ir::ValueId twos = *ir::Broadcast(b, real, {}, {n, t});
  const ir::ValueId apart =
      *b.AppendOne({.kind = ir::OpKind::kSubtract, .operands = {x, all}});
  const ir::ValueId twice =
      *b.AppendOne({.kind = ir::OpKind::kMultiply, .operands = {apart, twos}});
  return *std::move(b).Finish({twice});
}

// Sizes that are typically equal, to each other or to a number, or look like none.
TEST(OpenSizes, MayLookAlike) {
  for (int which = 0; which < 3; ++which) {
    SCOPED_TRACE(which);
    CheckedBuilder b;
    const Size n = *b.AddSymbol("n", {2}), m = *b.AddSymbol("m", {2});
    const Size one[] = {n, n + 12, ir::FloorDivide(n, 300)};
    const Size other[] = {509, m, m};
    const ir::ValueId x = *b.AddInput(ir::F32({one[which], 3}));
    const ir::ValueId y = *b.AddInput(ir::F32({other[which], 3}));
    const ir::ValueId zero = *b.AddInput(ir::F32({}));
    const std::vector<ir::ValueId> results = {
        *b.AppendOne({.kind = ir::OpKind::kAbs, .operands = {x}}),
        *b.AppendOne({.kind = ir::OpKind::kAbs, .operands = {y}}),
        *ir::Reduce(b, ir::OpKind::kAdd, x, zero, {1})};
    const Program program = *std::move(b).Finish(results);
    ExpectSame(program, {900, 7});
    ExpectSame(program, {601, 509});
  }
}

// Numbers that are made of symbols, and the other way round.
TEST(OpenSizes, MayMakeNumbers) {
  CheckedBuilder b;
  const Size n = *b.AddSymbol("n", {2, 1998});
  const ir::ValueId x = *b.AddInput(ir::F32({n, 100}));
  const ir::ValueId y = *b.AddInput(ir::F32({2000 - n, 100}));
  const ir::ValueId zero = *b.AddInput(ir::F32({}));
  const ir::ValueId both = *b.AppendOne(
      {.kind = ir::OpKind::kConcatenate,
       .operands = {x, y},
       .attributes = ir::With({{ir::AttributeName::kDimension, int64_t{0}}})});
  EXPECT_EQ(b.type(both), ir::F32({2000, 100}));
  const ir::ValueId first = *b.AppendOne(
      {.kind = ir::OpKind::kSlice,
       .operands = {x},
       .attributes = ir::With({{ir::AttributeName::kStartIndices, Dims{0, 0}},
                               {ir::AttributeName::kLimitIndices, Dims{2, 100}},
                               {ir::AttributeName::kStrides, Dims{1, 1}}})});
  const ir::ValueId most = *ir::Reduce(b, ir::OpKind::kMaximum, first, zero, {1});
  const ir::ValueId all = *ir::Broadcast(b, most, {0}, {2, 100});
  const ir::ValueId shifted =
      *b.AppendOne({.kind = ir::OpKind::kSubtract, .operands = {first, all}});
  const ir::ValueId powers =
      *b.AppendOne({.kind = ir::OpKind::kExponential, .operands = {shifted}});
  const Program program = *std::move(b).Finish(
      {both, powers, *ir::Reduce(b, ir::OpKind::kAdd, powers, zero, {1})});
  for (int64_t value : {2, 3, 1000, 1998}) ExpectSame(program, {value});
}

TEST(OpenSizes, AreOneKernel) {
  const Program program = RowProgram();
  std::set<std::string> kernels;
  for (int64_t size = 2; size < 40; size += 5) {
    const auto compiled = Compiled::Make(program, {size, 3 * size}, {});
    ASSERT_TRUE(compiled.ok()) << compiled.status();
    const std::set<std::string> open = OpenKernels(*compiled);
    EXPECT_EQ(open.size(), 1u);
    kernels.insert(open.begin(), open.end());
  }
  EXPECT_EQ(kernels.size(), 1u);
}

}  // namespace
}  // namespace tilewright::runtime
