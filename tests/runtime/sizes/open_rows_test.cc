// Rows whose length is known when the kernel runs, at lengths around those where another
// part of the order begins: a few vectors, a step, a block, a panel.
#include <functional>
#include <map>
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
using ir::Size;
using ir::ValueId;

constexpr int64_t kLengths[] = {2,     3,     7,     8,     9,      15,     16,    17,
                                31,    32,    33,    48,    63,     64,     65,    100,
                                127,   128,   129,   191,   513,    1000,   1023,  1024,
                                1025,  1090,  2047,  2048,  5000,   32767,  32768, 32800,
                                65535, 65536, 65537, 66600, 131072, 131100, 200001};

ValueId Op(CheckedBuilder& b, OpKind kind, std::vector<ValueId> operands) {
  return *b.AppendOne({.kind = kind, .operands = std::move(operands)});
}

ValueId Broadcast(CheckedBuilder& b, ElementType element, ValueId x, ir::Dims dimensions,
                  std::vector<Size> to) {
  return *b.AppendOne({.kind = OpKind::kBroadcastInDim,
                       .operands = {x},
                       .attributes = ir::With({{ir::AttributeName::kBroadcastDimensions,
                                                std::move(dimensions)}}),
                       .results = {{element, ir::Shape(std::move(to))}}});
}

using Sizes = std::vector<Size>;
// Results of rows [n, m], of an input of that type and a scalar.
using Make = std::function<std::vector<ValueId>(
    CheckedBuilder& b, ValueId x, ValueId init, ValueId other, const Sizes& rows)>;

Program Rows(ElementType element, const Make& make, int64_t most) {
  CheckedBuilder b;
  const Size n = *b.AddSymbol("n", {2}), m = *b.AddSymbol("m", {2, most});
  const ir::Shape rows(std::vector<Size>{n, m});
  const ValueId x = *b.AddInput({element, rows});
  const ValueId init = *b.AddInput({element, {}});
  const ValueId row = *b.AddInput({element, ir::Shape(std::vector<Size>{m})});
  const ValueId shared = Broadcast(b, element, row, {1}, {n, m});
  return *std::move(b).Finish(make(b, x, init, shared, {n, m}));
}

// At each length up to `most`, for one of the targets.
void ExpectBytesOfNumbers(ElementType element, const Make& make,
                          int64_t most = ir::SymbolFacts::kUnbounded) {
  const Program program = Rows(element, make, most);
  static std::mt19937 random(ir::RandomSeed());
  std::map<std::pair<std::string, Numerics>, std::unique_ptr<const OpenKernel>> kernels;
  for (const int64_t length : kLengths) {
    if (length > most) break;
    const std::string target = random() % 2 == 0 ? "native" : kPlainTarget;
    const Numerics numerics = random() % 2 == 0 ? Numerics::kIeee : Numerics::kTpu;
    auto& open = kernels[{target, numerics}];
    if (open == nullptr) {
      auto made = OpenKernel::Make(program, OptionsFor({5, 7}, numerics, target));
      ASSERT_TRUE(made.ok()) << made.status();
      open = *std::move(made);
    }
    const int more = length <= 64 ? 60 : 4;
    const std::vector<int64_t> sizes = {2 + static_cast<int64_t>(random() % more),
                                        length};
    const Program sized = *ir::Specialize(program, sizes);
    How how;
    how.numerics = numerics;
    how.target = target;
    const auto numbers = Compiled::Make(sized, {}, how);
    ASSERT_TRUE(numbers.ok()) << numbers.status();
    std::vector<Array> inputs;
    for (const TensorType& type : sized.InputTypes()) {
      inputs.push_back(Random(type, static_cast<uint32_t>(random())));
    }
    const int threads = 1 + static_cast<int>(random() % 3);
    ASSERT_EQ(RunOn(*open, sized, sizes, inputs, threads), *numbers->Run(inputs))
        << ir::Name(element) << " of " << ir::Join(sizes) << " for " << target;
  }
}

Make By(OpKind combiner) {
  return [=](CheckedBuilder& b, ValueId x, ValueId init, ValueId, const Sizes& rows) {
    return std::vector<ValueId>{*ir::Reduce(b, combiner, x, init, {1})};
  };
}

TEST(OpenRows, AreSummed) {
  for (const ElementType element :
       {ElementType::kF32, ElementType::kBF16, ElementType::kF64, ElementType::kC64,
        ElementType::kI32}) {
    ExpectBytesOfNumbers(element, By(OpKind::kAdd));
  }
  ExpectBytesOfNumbers(ElementType::kF32, By(OpKind::kMultiply));
}

TEST(OpenRows, HaveExtremes) {
  ExpectBytesOfNumbers(ElementType::kF32, By(OpKind::kMaximum));
  ExpectBytesOfNumbers(ElementType::kBF16, By(OpKind::kMinimum));
  ExpectBytesOfNumbers(ElementType::kI8, By(OpKind::kMaximum));
}

TEST(OpenRows, OfWhatIsLongCode) {
  const Make make = [](CheckedBuilder& b, ValueId x, ValueId init, ValueId,
                       const Sizes& rows) {
    const ValueId y = Op(b, OpKind::kExponential, {x});
    return std::vector<ValueId>{*ir::Reduce(b, OpKind::kAdd, y, init, {1})};
  };
  for (const ElementType element :
       {ElementType::kF32, ElementType::kBF16, ElementType::kF64}) {
    ExpectBytesOfNumbers(element, make);
  }
}

TEST(OpenRows, ShareWhatIsBroadcast) {
  const Make make = [](CheckedBuilder& b, ValueId x, ValueId init, ValueId other,
                       const Sizes& rows) {
    const ValueId product = Op(b, OpKind::kMultiply, {x, other});
    return std::vector<ValueId>{*ir::Reduce(b, OpKind::kAdd, product, init, {1})};
  };
  for (const ElementType element :
       {ElementType::kF32, ElementType::kF16, ElementType::kC64}) {
    ExpectBytesOfNumbers(element, make);
  }
}

// Rows go some at once, and the last is repeated where fewer are left: what is written
// over an input is not read again.
TEST(OpenRows, ShareAndAreAddedInPlace) {
  CheckedBuilder b;
  const Size n = *b.AddSymbol("n", {2}), m = *b.AddSymbol("m", {2});
  const ValueId x = *b.AddInput(ir::F32({n, m})), row = *b.AddInput(ir::F32({m}));
  const ValueId zero = *b.AddInput(ir::F32({})), z = *b.AddInput(ir::F32({n}));
  const ValueId product =
      Op(b, OpKind::kMultiply, {x, Broadcast(b, ElementType::kF32, row, {1}, {n, m})});
  const ValueId sum = *ir::Reduce(b, OpKind::kAdd, product, zero, {1});
  const Program program = *std::move(b).Finish({Op(b, OpKind::kAdd, {sum, z})});
  for (const char* target : {"native", kPlainTarget}) {
    const auto open =
        OpenKernel::Make(program, OptionsFor({50, 70}, Numerics::kIeee, target));
    ASSERT_TRUE(open.ok()) << open.status();
    How how;
    how.numerics = Numerics::kIeee;
    how.target = target;
    for (int64_t rows = 2; rows < 10; ++rows) {
      for (const int64_t length : {3, 64, 65, 1000, 3000}) {
        const std::vector<int64_t> sizes = {rows, length};
        const Program sized = *ir::Specialize(program, sizes);
        const auto numbers = Compiled::Make(sized, {}, how);
        ASSERT_TRUE(numbers.ok()) << numbers.status();
        std::vector<Array> inputs;
        for (const TensorType& type : sized.InputTypes()) {
          inputs.push_back(Random(type, static_cast<uint32_t>(inputs.size())));
        }
        ASSERT_EQ(RunOn(**open, sized, sizes, inputs, /*threads=*/2, /*over=*/3),
                  *numbers->Run(inputs))
            << ir::Join(sizes) << " for " << target;
      }
    }
  }
}

// Several reductions go through a row at once.
TEST(OpenRows, AreReducedInSeveralWays) {
  const Make make = [](CheckedBuilder& b, ValueId x, ValueId init, ValueId other,
                       const Sizes& rows) {
    const ValueId y = Op(b, OpKind::kExponential, {x});
    return std::vector<ValueId>{*ir::Reduce(b, OpKind::kAdd, y, init, {1}),
                                *ir::Reduce(b, OpKind::kMaximum, y, init, {1}),
                                Op(b, OpKind::kSubtract, {y, other})};
  };
  for (const ElementType element :
       {ElementType::kF32, ElementType::kBF16, ElementType::kF64}) {
    ExpectBytesOfNumbers(element, make);
  }
}

Make Softmax(ElementType element) {
  return [=](CheckedBuilder& b, ValueId x, ValueId init, ValueId other,
             const Sizes& rows) {
    const ValueId most =
        Broadcast(b, element, *ir::Reduce(b, OpKind::kMaximum, x, init, {1}), {0}, rows);
    const ValueId e = Op(b, OpKind::kExponential, {Op(b, OpKind::kSubtract, {x, most})});
    const ValueId sum =
        Broadcast(b, element, *ir::Reduce(b, OpKind::kAdd, e, init, {1}), {0}, rows);
    return std::vector<ValueId>{Op(b, OpKind::kDivide, {e, sum})};
  };
}

TEST(OpenRows, AreFollowedByWhatUsesTheSum) {
  for (const ElementType element :
       {ElementType::kF32, ElementType::kBF16, ElementType::kF16}) {
    ExpectBytesOfNumbers(element, Softmax(element));
  }
}

// Parts of the code are left out where no row is as long.
TEST(OpenRows, AreKnownToBeNoLonger) {
  const Make shared = [](CheckedBuilder& b, ValueId x, ValueId init, ValueId other,
                         const Sizes& rows) {
    const ValueId product = Op(b, OpKind::kMultiply, {x, other});
    return std::vector<ValueId>{*ir::Reduce(b, OpKind::kAdd, product, init, {1})};
  };
  for (const int64_t most : {8, 16, 31, 32, 33, 63, 64, 100, 512, 1023, 1024, 1025}) {
    for (const ElementType element :
         {ElementType::kF32, ElementType::kBF16, ElementType::kF64}) {
      SCOPED_TRACE(most);
      ExpectBytesOfNumbers(element, By(OpKind::kAdd), most);
      ExpectBytesOfNumbers(element, shared, most);
      ExpectBytesOfNumbers(element, Softmax(element), most);
    }
  }
}

}  // namespace
}  // namespace tilewright::runtime
