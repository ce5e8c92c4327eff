// Loop nests whose extents are known when the kernel runs: elementwise operations,
// transposes, gathers of rows and sums of columns, at extents around those where vectors,
// squares and chains begin.
#include <functional>
#include <memory>
#include <random>

#include "gtest/gtest.h"
#include "ir/check/checked_builder.h"
#include "ir/specialize.h"
#include "tests/ir/check/random_symbols.h"
#include "tests/plain_target.h"
#include "tests/runtime/program_harness.h"
#include "tests/runtime/sizes/run_open_kernel.h"

namespace tilewright::runtime {
namespace {

using ir::CheckedBuilder;
using ir::ElementType;
using ir::OpKind;
using ir::Program;
using ir::Shape;
using ir::Size;
using ir::ValueId;

using Sizes = std::vector<Size>;
using Make = std::function<ValueId(CheckedBuilder& b, const Sizes& s)>;

constexpr int64_t kExtents[] = {2,  3,  4,  5,  7,  8,  9,  15, 16,  17,  24,  31,
                                32, 33, 47, 48, 49, 63, 64, 65, 100, 129, 257, 2049};

ValueId Input(CheckedBuilder& b, ElementType element, Sizes sizes) {
  return *b.AddInput({element, Shape(std::move(sizes))});
}

ValueId Op(CheckedBuilder& b, OpKind kind, std::vector<ValueId> operands) {
  return *b.AppendOne({.kind = kind, .operands = std::move(operands)});
}

ValueId Broadcast(CheckedBuilder& b, ElementType element, ValueId x, Dims dimensions,
                  const Sizes& to) {
  return *b.AppendOne({.kind = OpKind::kBroadcastInDim,
                       .operands = {x},
                       .attributes = ir::With({{ir::AttributeName::kBroadcastDimensions,
                                                std::move(dimensions)}}),
                       .results = {{element, Shape(to)}}});
}

ValueId Transpose(CheckedBuilder& b, ValueId x, Dims permutation) {
  return *b.AppendOne({.kind = OpKind::kTranspose,
                       .operands = {x},
                       .attributes = ir::With(
                           {{ir::AttributeName::kPermutation, std::move(permutation)}})});
}

Program Open(int symbols, const Make& make) {
  CheckedBuilder b;
  Sizes sizes;
  for (int s = 0; s < symbols; ++s) {
    sizes.push_back(*b.AddSymbol("s" + std::to_string(s), {2}));
  }
  return *std::move(b).Finish({make(b, sizes)});
}

std::mt19937& Generator() {
  static std::mt19937 random(ir::RandomSeed());
  return random;
}

struct Machine {
  std::string target = "native";
  bool tiny_caches = false;  // so that small arrays go past them
};

// At each of the sizes, open and with numbers.
void ExpectBytesOfNumbers(const Program& program, const std::vector<Dims>& all,
                          const Machine& machine) {
  std::mt19937& random = Generator();
  const Numerics numerics = random() % 2 == 0 ? Numerics::kIeee : Numerics::kTpu;
  const auto options = [&](std::vector<int64_t> sizes) {
    CompileOptions made = OptionsFor(std::move(sizes), numerics, machine.target);
    if (machine.tiny_caches) {
      made.facts.kernel.target.processor.last_cache = 0;
      made.facts.kernel.target.l2_bytes = 1 << 10;
    }
    return made;
  };
  const auto open = OpenKernel::Make(program, options(Dims(program.symbols.count(), 11)));
  ASSERT_TRUE(open.ok()) << open.status();
  for (const Dims& sizes : all) {
    const Program sized = *ir::Specialize(program, sizes);
    const auto numbers = OpenKernel::Make(sized, OptionsFor({}, numerics));
    ASSERT_TRUE(numbers.ok()) << numbers.status();
    std::vector<Array> inputs;
    for (const TensorType& type : sized.InputTypes()) {
      // Indices reach beyond the rows that there are.
      const auto high = static_cast<double>(sizes[0]) + 2;
      const bool is_index = type.element == ElementType::kI32;
      inputs.push_back(
          Random(type, static_cast<uint32_t>(random()), -2, is_index ? high : 2));
    }
    const int threads = 1 + static_cast<int>(random() % 3);
    ASSERT_EQ(RunOn(**open, sized, sizes, inputs, threads),
              RunOn(**numbers, sized, {}, inputs, 1))
        << ir::Join(sizes) << " for " << machine.target;
  }
}

// Some of so many extents each, of arrays that are not large.
std::vector<Dims> Some(int symbols, size_t count) {
  std::vector<Dims> some;
  while (some.size() < count) {
    int64_t elements = 1;
    Dims sizes;
    for (int s = 0; s < symbols; ++s) {
      sizes.push_back(kExtents[Generator()() % std::size(kExtents)]);
      elements *= sizes.back();
    }
    if (elements <= 300'000) some.push_back(sizes);
  }
  return some;
}

void ExpectBytesOfNumbers(int symbols, const Make& make) {
  const Program program = Open(symbols, make);
  for (const char* target : {"native", kPlainTarget}) {
    ExpectBytesOfNumbers(program, Some(symbols, 12), {target});
  }
}

Make AddRow(ElementType element) {
  return [=](CheckedBuilder& b, const Sizes& s) {
    const ValueId x = Input(b, element, s), y = Input(b, element, {s.back()});
    return Op(b, OpKind::kAdd, {x, Broadcast(b, element, y, {1}, s)});
  };
}

Make AddColumn(ElementType element) {
  return [=](CheckedBuilder& b, const Sizes& s) {
    const ValueId x = Input(b, element, s), y = Input(b, element, {s[0]});
    return Op(b, OpKind::kMultiply, {x, Broadcast(b, element, y, {0}, s)});
  };
}

Make Negated(ElementType element) {
  return [=](CheckedBuilder& b, const Sizes& s) {
    return Op(b, OpKind::kNegate, {Input(b, element, s)});
  };
}

TEST(OpenLoops, AreElementwise) {
  for (const ElementType element :
       {ElementType::kF32, ElementType::kBF16, ElementType::kF64, ElementType::kC64,
        ElementType::kI8}) {
    ExpectBytesOfNumbers(2, AddRow(element));
    ExpectBytesOfNumbers(2, AddColumn(element));
    ExpectBytesOfNumbers(1, Negated(element));
  }
}

TEST(OpenLoops, WritePastTheCaches) {
  const std::vector<Dims> planes = {{300, 2},   {64, 64},  {100, 65}, {129, 257},
                                    {33, 2048}, {2, 9999}, {1000, 96}};
  const std::vector<Dims> lines = {{1000}, {4096}, {16385}, {100'003}, {262'144}};
  for (const ElementType element :
       {ElementType::kF32, ElementType::kBF16, ElementType::kF64, ElementType::kC64}) {
    for (const char* target : {"native", kPlainTarget}) {
      const Machine machine = {target, /*tiny_caches=*/true};
      ExpectBytesOfNumbers(Open(1, Negated(element)), lines, machine);
      ExpectBytesOfNumbers(Open(2, AddRow(element)), planes, machine);
      ExpectBytesOfNumbers(Open(2, AddColumn(element)), planes, machine);
    }
  }
}

TEST(OpenLoops, Transpose) {
  for (const ElementType element :
       {ElementType::kF32, ElementType::kBF16, ElementType::kF64, ElementType::kI8,
        ElementType::kC64}) {
    ExpectBytesOfNumbers(2, [=](CheckedBuilder& b, const Sizes& s) {
      return Transpose(b, Input(b, element, s), {1, 0});
    });
    ExpectBytesOfNumbers(3, [=](CheckedBuilder& b, const Sizes& s) {
      return Transpose(b, Input(b, element, s), {0, 2, 1});
    });
    ExpectBytesOfNumbers(3, [=](CheckedBuilder& b, const Sizes& s) {
      return Transpose(b, Input(b, element, s), {2, 1, 0});
    });
  }
  // Of what is computed.
  ExpectBytesOfNumbers(2, [](CheckedBuilder& b, const Sizes& s) {
    const ValueId x = Input(b, ElementType::kF32, s);
    return Transpose(b, Op(b, OpKind::kTanh, {x}), {1, 0});
  });
}

TEST(OpenLoops, TakeRows) {
  for (const ElementType element : {ElementType::kF32, ElementType::kBF16}) {
    ExpectBytesOfNumbers(3, [=](CheckedBuilder& b, const Sizes& s) {
      const ValueId x = Input(b, element, {s[0], s[1]});
      const ValueId at = Input(b, ElementType::kI32, {s[2], 1});
      ir::Attributes attributes =
          ir::With({{ir::AttributeName::kOffsetDims, Dims{1}},
                    {ir::AttributeName::kCollapsedSliceDims, Dims{0}},
                    {ir::AttributeName::kOperandBatchingDims, Dims{}},
                    {ir::AttributeName::kStartIndicesBatchingDims, Dims{}},
                    {ir::AttributeName::kStartIndexMap, Dims{0}},
                    {ir::AttributeName::kIndexVectorDim, int64_t{1}},
                    {ir::AttributeName::kSliceSizes, Dims{1, ir::kFromResult}}});
      return *b.AppendOne({.kind = OpKind::kGather,
                           .operands = {x, at},
                           .attributes = std::move(attributes),
                           .results = {{element, Shape(Sizes{s[2], s[1]})}}});
    });
  }
}

TEST(OpenLoops, ReduceColumns) {
  for (const ElementType element :
       {ElementType::kF32, ElementType::kBF16, ElementType::kF64, ElementType::kC64,
        ElementType::kI32}) {
    for (const OpKind combiner : {OpKind::kAdd, OpKind::kMaximum}) {
      if (combiner == OpKind::kMaximum && ir::IsComplex(element)) continue;
      ExpectBytesOfNumbers(2, [=](CheckedBuilder& b, const Sizes& s) {
        const ValueId x = Input(b, element, s), init = Input(b, element, {});
        return *ir::Reduce(b, combiner, x, init, {0});
      });
    }
  }
  // Before others, and of what is computed.
  ExpectBytesOfNumbers(3, [](CheckedBuilder& b, const Sizes& s) {
    const ValueId x = Input(b, ElementType::kF32, s),
                  init = Input(b, ElementType::kF32, {});
    const ValueId y = Op(b, OpKind::kExponential, {x});
    return *ir::Reduce(b, OpKind::kAdd, y, init, {1});
  });
}

}  // namespace
}  // namespace tilewright::runtime
