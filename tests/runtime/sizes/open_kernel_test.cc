#include "runtime/run/open_kernel.h"

#include <cstring>
#include <functional>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "ir/check/checked_builder.h"
#include "ir/specialize.h"
#include "tests/ir/check/random_symbols.h"
#include "tests/runtime/program_harness.h"
#include "tests/runtime/sizes/run_open_kernel.h"

namespace tilewright::runtime {
namespace {

using ir::CheckedBuilder;
using ir::OpKind;
using ir::Program;
using ir::Size;
using ir::ValueId;
using ::testing::HasSubstr;

Program Made(
    const std::function<std::vector<ValueId>(CheckedBuilder&, Size, Size)>& make) {
  CheckedBuilder b;
  const Size n = *b.AddSymbol("n", {2}), m = *b.AddSymbol("m", {2});
  const std::vector<ValueId> results = make(b, n, m);
  return *std::move(b).Finish(results);
}

Program Sum() {
  return Made([](CheckedBuilder& b, const Size& n, const Size& m) {
    const ValueId x = *b.AddInput(ir::F32({n, m})), y = *b.AddInput(ir::F32({n, m}));
    return std::vector<ValueId>{*b.AppendOne({.kind = OpKind::kAdd, .operands = {x, y}})};
  });
}

TEST(OpenKernel, GivesTheBytesOfNumbersAtAllSizes) {
  const std::vector<Program> programs = {
      Sum(),
      // Rows less their maximum, and the maxima.
      Made([](CheckedBuilder& b, const Size& n, const Size& m) {
        const ValueId x = *b.AddInput(ir::F32({n, m})), low = *b.AddInput(ir::F32({}));
        const ValueId most = *ir::Reduce(b, OpKind::kMaximum, x, low, {1});
        const ValueId all = *ir::Broadcast(b, most, {0}, {n, m});
        const ValueId less =
            *b.AppendOne({.kind = OpKind::kSubtract, .operands = {x, all}});
        return std::vector<ValueId>{
            *b.AppendOne({.kind = OpKind::kExponential, .operands = {less}})};
      }),
      // Parts of the sum of everything: a kernel for the sum and one for the parts.
      Made([](CheckedBuilder& b, const Size& n, const Size& m) {
        const ValueId x = *b.AddInput(ir::F32({n, m})), zero = *b.AddInput(ir::F32({}));
        const ValueId columns = *ir::Reduce(b, OpKind::kAdd, x, zero, {0});
        const ValueId all = *ir::Reduce(b, OpKind::kAdd, columns, zero, {0});
        const ValueId whole = *ir::Broadcast(b, all, {}, {n, m});
        return std::vector<ValueId>{
            *b.AppendOne({.kind = OpKind::kDivide, .operands = {x, whole}}), columns};
      }),
      // More values than most programs of one operation have, some of them for long.
      Made([](CheckedBuilder& b, const Size& n, const Size& m) {
        const ValueId x = *b.AddInput(ir::F32({n, m})), zero = *b.AddInput(ir::F32({}));
        const ValueId first = *ir::Reduce(b, OpKind::kAdd, x, zero, {0});
        ValueId rest = x;
        for (int i = 0; i < 40; ++i) {
          const ValueId most = *ir::Reduce(b, OpKind::kMaximum, rest, zero, {i % 2});
          const ValueId all = *ir::Broadcast(b, most, {1 - i % 2}, {n, m});
          rest = *b.AppendOne({.kind = OpKind::kSubtract, .operands = {rest, all}});
        }
        const ValueId sums = *ir::Broadcast(b, first, {1}, {n, m});
        return std::vector<ValueId>{
            *b.AppendOne({.kind = OpKind::kAdd, .operands = {rest, sums}})};
      }),
      // A value that is read and then changed in a row, and lies in an output that is
      // larger meanwhile.
      Made([](CheckedBuilder& b, const Size& n, const Size& m) {
        const ValueId x = *b.AddInput(ir::F32({n, m})),
                      i = *b.AddInput({ir::ElementType::kI32, {}});
        const ValueId twice = *b.AppendOne({.kind = OpKind::kAdd, .operands = {x, x}});
        const ValueId row = *b.AppendOne(
            {.kind = OpKind::kDynamicSlice,
             .operands = {twice, i, i},
             .attributes = ir::With({{ir::AttributeName::kSliceSizes, Dims{1, 2}}})});
        const ValueId other = *b.AppendOne({.kind = OpKind::kTanh, .operands = {row}});
        const ValueId changed = *b.AppendOne(
            {.kind = OpKind::kDynamicUpdateSlice, .operands = {twice, other, i, i}});
        const ValueId more = *b.AppendOne({.kind = OpKind::kTanh, .operands = {changed}});
        const ValueId both = *b.AppendOne(
            {.kind = OpKind::kConcatenate,
             .operands = {changed, more},
             .attributes = ir::With({{ir::AttributeName::kDimension, int64_t{0}}})});
        return std::vector<ValueId>{both};
      }),
      // What is handed on as it is.
      Made([](CheckedBuilder& b, const Size& n, const Size& m) {
        return std::vector<ValueId>{*b.AddInput(ir::F32({n, m}))};
      }),
      // A product with what follows it.
      Made([](CheckedBuilder& b, const Size& n, const Size& m) {
        const ValueId x = *b.AddInput(ir::F32({n, 24})),
                      y = *b.AddInput(ir::F32({24, m}));
        const ValueId product = *b.AppendOne(
            {.kind = OpKind::kDotGeneral,
             .operands = {x, y},
             .attributes =
                 ir::With({{ir::AttributeName::kLhsBatchingDimensions, Dims{}},
                           {ir::AttributeName::kRhsBatchingDimensions, Dims{}},
                           {ir::AttributeName::kLhsContractingDimensions, Dims{1}},
                           {ir::AttributeName::kRhsContractingDimensions, Dims{0}}})});
        return std::vector<ValueId>{
            *b.AppendOne({.kind = OpKind::kTanh, .operands = {product}})};
      })};
  uint32_t seed = 1;
  for (const Program& program : programs) {
    for (const Numerics numerics : {Numerics::kIeee, Numerics::kTpu}) {
      const auto kernel = OpenKernel::Make(program, OptionsFor({5, 7}, numerics));
      ASSERT_TRUE(kernel.ok()) << kernel.status();
      for (const std::vector<int64_t>& sizes : std::vector<std::vector<int64_t>>{
               {5, 7}, {2, 2}, {3, 1000}, {1000, 3}, {64, 64}, {129, 257}}) {
        const Program sized = *ir::Specialize(program, sizes);
        How how;
        how.numerics = numerics;
        const auto numbers = Compiled::Make(sized, {}, how);
        ASSERT_TRUE(numbers.ok()) << numbers.status();
        std::vector<Array> inputs;
        for (const TensorType& type : sized.InputTypes()) {
          inputs.push_back(Random(type, ++seed));
        }
        const int threads = 1 + static_cast<int>(seed % 3);
        EXPECT_EQ(RunOn(**kernel, sized, sizes, inputs, threads), *numbers->Run(inputs))
            << ir::Join(sizes);
      }
    }
  }
}

TEST(OpenKernel, SizesThatDoNotFitAreRefusedByName) {
  const auto kernel = OpenKernel::Make(Sum(), OptionsFor({5, 7}, Numerics::kIeee));
  ASSERT_TRUE(kernel.ok()) << kernel.status();
  const auto message = [&](const std::vector<int64_t>& sizes) {
    return std::string((*kernel)->At(sizes).status().message());
  };
  EXPECT_THAT(message({1, 7}), HasSubstr("the size 'n' is 1, but is at least 2"));
  EXPECT_THAT(message({5, -7}), HasSubstr("the size 'm' is -7, but is at least 2"));
  EXPECT_THAT(message({5}), HasSubstr("1 sizes for a program of 2 symbols"));
  EXPECT_THAT(message({int64_t{1} << 40, int64_t{1} << 40}), HasSubstr("64 bits"));
  Crew crew;
  crew.pool = &ThreadPool::Process();
  EXPECT_THAT(
      std::string((*kernel)->Run((*kernel)->At({5, 7}).value(), {}, crew).message()),
      HasSubstr("0 arrays for a program of 3"));
}

TEST(OpenKernel, WhatIsNoneSaysWhy) {
  const auto why = [](const Program& program) {
    return std::string(OpenKernel::Make(program, OptionsFor({5, 7}, Numerics::kIeee))
                           .status()
                           .message());
  };
  // A size as data.
  EXPECT_THAT(
      why(Made([](CheckedBuilder& b, const Size& n, const Size& m) {
        const ValueId x = *b.AddInput(ir::F32({n, m}));
        return std::vector<ValueId>{*b.AppendOne(
            {.kind = OpKind::kGetDimensionSize,
             .operands = {x},
             .attributes = ir::With({{ir::AttributeName::kDimension, int64_t{0}}})})};
      })),
      HasSubstr("a size is data of it"));
  // What is compiled for its sizes.
  EXPECT_THAT(
      why(Made([](CheckedBuilder& b, const Size& n, const Size& m) {
        const ValueId x = *b.AddInput(ir::F32({n, m}));
        const std::vector<ValueId> two = *b.OpenRegion({ir::F32({}), ir::F32({})});
        const ValueId less = *b.AppendOne(
            {.kind = OpKind::kCompare,
             .operands = two,
             .attributes = ir::With(
                 {{ir::AttributeName::kComparisonDirection, std::string("LT")}})});
        const ir::RegionId order = *b.CloseRegion({less});
        return std::vector<ValueId>{*b.AppendOne(
            {.kind = OpKind::kSort,
             .operands = {x},
             .attributes = ir::With({{ir::AttributeName::kDimension, int64_t{1}}}),
             .regions = {order}})};
      })),
      HasSubstr("its kernels know their sizes"));
  // Of two rows there is one less, which is a number in the kernel.
  const Program fewer = Made([](CheckedBuilder& b, const Size& n, const Size& m) {
    b.AddInput(ir::F32({n, m})).IgnoreError();
    const ValueId low = *b.AddInput(ir::F32({}));
    const ValueId rows = *b.AppendOne(
        {.kind = OpKind::kIota,
         .attributes = ir::With({{ir::AttributeName::kIotaDimension, int64_t{0}}}),
         .results = {ir::F32({n - 1, m})}});
    return std::vector<ValueId>{*ir::Reduce(b, OpKind::kMaximum, rows, low, {0})};
  });
  EXPECT_THAT(std::string(OpenKernel::Make(fewer, OptionsFor({2, 7}, Numerics::kIeee))
                              .status()
                              .message()),
              HasSubstr("no kernel of it takes one of its sizes"));
  EXPECT_TRUE(OpenKernel::Make(fewer, OptionsFor({5, 7}, Numerics::kIeee)).ok());
}

}  // namespace
}  // namespace tilewright::runtime
