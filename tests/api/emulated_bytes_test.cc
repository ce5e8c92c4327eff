// Products of bytes for aarch64, by the instructions for them and without, beside the
// reference: every layout, signed and not, at the ends of their ranges.
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "tests/api/golden_programs.h"
#include "tests/runtime/emulated_kernel.h"

namespace tilewright {
namespace {

using reference::Array;

// A product [5, k] x [k, 19] as it lies, of operands of types X and Y.
std::string Product(const std::string& x, const std::string& y, int64_t k,
                    bool lhs_turned, bool rhs_turned) {
  const std::string left = lhs_turned ? absl::StrCat(k, "x5") : absl::StrCat("5x", k);
  const std::string right = rhs_turned ? absl::StrCat("19x", k) : absl::StrCat(k, "x19");
  return absl::StrReplaceAll(
      R"(
func.func @main(%x: tensor<LEFTxX>, %y: tensor<RIGHTxY>) -> tensor<5x19xi32> {
  %0 = stablehlo.dot_general %x, %y, contracting_dims = [KX] x [KY]
      : (tensor<LEFTxX>, tensor<RIGHTxY>) -> tensor<5x19xi32>
  return %0 : tensor<5x19xi32>
})",
      {{"LEFTxX", absl::StrCat(left, "x", x)},
       {"RIGHTxY", absl::StrCat(right, "x", y)},
       {"KX", lhs_turned ? "0" : "1"},
       {"KY", rhs_turned ? "1" : "0"}});
}

// The right side is so large a constant that it is packed before all runs.
std::string ConstantProduct() {
  std::string digits;
  for (int i = 0; i < 260 * 260; ++i) absl::StrAppend(&digits, i % 3 == 0 ? "80" : "7F");
  return absl::StrCat(
      "func.func @main(%x: tensor<3x260xi8>) -> tensor<3x260xi32> {\n"
      "  %y = stablehlo.constant dense<\"0x",
      digits,
      "\"> : tensor<260x260xi8>\n"
      "  %0 = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0]\n"
      "      : (tensor<3x260xi8>, tensor<260x260xi8>) -> tensor<3x260xi32>\n"
      "  return %0 : tensor<3x260xi32>\n}");
}

constexpr char kConvolution[] = R"(
func.func @main(%x: tensor<1x5x6x16xi8>, %y: tensor<3x3x16x8xi8>) -> tensor<1x5x6x8xi32> {
  %0 = stablehlo.convolution(%x, %y) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f],
      window = {pad = [[1, 1], [1, 1]]}
      {batch_group_count = 1 : i64, feature_group_count = 1 : i64}
      : (tensor<1x5x6x16xi8>, tensor<3x3x16x8xi8>) -> tensor<1x5x6x8xi32>
  return %0 : tensor<1x5x6x8xi32>
})";

// The ends of a type's range, and some between them.
Array Data(const ir::TensorType& type) {
  const int bits = ir::Info(type.element).bits;
  const bool has_sign = ir::IsSigned(type.element);
  const int64_t lowest = has_sign ? -(int64_t{1} << (bits - 1)) : 0;
  const int64_t highest = lowest + (int64_t{1} << bits) - 1;
  Array array = {type, {}};
  uint32_t seed = 7;
  for (int64_t i = 0; i < type.num_elements(); ++i) {
    seed = seed * 1664525u + 1013904223u;
    const uint32_t which = seed >> 28;
    const int64_t between = lowest + (seed >> 8) % (highest - lowest + 1);
    array.elements.push_back(reference::FromInteger(type.element, which < 8 ? lowest
                                                                  : which < 12
                                                                      ? highest
                                                                      : between));
  }
  return array;
}

struct Machine {
  const char* target;
  const char* cpu;  // qemu's name
  bool by_dots;     // whether it has sdot and udot
};
class EmulatedBytes : public ::testing::TestWithParam<Machine> {
 protected:
  void SetUp() override {
    auto emulator = runtime::KernelEmulator::Create(GetParam().cpu);
    if (absl::IsNotFound(emulator.status())) GTEST_SKIP() << emulator.status().message();
    ASSERT_TRUE(emulator.ok()) << emulator.status();
    emulator_ = *std::move(emulator);
    options_.facts.kernel = {*jit::FindTarget(GetParam().target), Numerics::kTpu};
  }

  void Compare(const std::string& text) {
    const auto parsed = stablehlo::ParseProgram(text);
    ASSERT_TRUE(parsed.ok()) << parsed.status();
    std::vector<Array> inputs;
    for (const ir::TensorType& type : parsed->program.InputTypes()) {
      inputs.push_back(Data(type));
    }
    const auto planned = runtime::PlanFor(parsed->program, options_);
    ASSERT_TRUE(planned.ok()) << planned.status();
    const auto run_code = [&](const plan::KernelStep& step,
                              const std::vector<void*>& buffers) {
      const plan::Launch& launch = planned->plan.kernels[step.kernel].launch;
      return emulator_->Run(planned->programs[step.kernel], options_.facts.kernel,
                            launch.scratch_bytes.number(), launch.grid_steps.number(),
                            buffers);
    };
    runtime::KernelAgreement all;
    AddAgreement(runtime::CompareKernels(*planned, planned->plan, inputs, run_code, 1e8),
                 Numerics::kTpu, &all);
    EXPECT_GT(all.values.known, 0);
    EXPECT_EQ(all.skipped, 0);
  }

  // Whether a kernel of the program has sdot or udot.
  bool HasDots(const std::string& text) {
    const auto parsed = stablehlo::ParseProgram(text);
    const auto planned = runtime::PlanFor(parsed->program, options_);
    EXPECT_TRUE(planned.ok()) << planned.status();
    bool has = false;
    for (const tile::Program& program : planned->programs) {
      llvm::LLVMContext context;
      const auto module = codegen::EmitKernel(
          program, codegen::EmitOptionsFor(options_.facts.kernel), context);
      EXPECT_TRUE(module.ok()) << module.status();
      for (const char* name :
           {"llvm.aarch64.neon.sdot.v4i32.v16i8", "llvm.aarch64.neon.udot.v4i32.v16i8"}) {
        has |= (*module)->getFunction(name) != nullptr;
      }
    }
    return has;
  }

  jit::CompileOptions options_;
  std::unique_ptr<runtime::KernelEmulator> emulator_;
};

TEST_P(EmulatedBytes, ProductsAreExactHoweverTheyLie) {
  for (const int64_t k : {64, 131}) {
    for (const bool lhs_turned : {false, true}) {
      for (const bool rhs_turned : {false, true}) {
        SCOPED_TRACE(
            absl::StrCat(k, lhs_turned ? " turned" : "", rhs_turned ? ", turned" : ""));
        Compare(Product("i8", "i8", k, lhs_turned, rhs_turned));
      }
    }
  }
}

TEST_P(EmulatedBytes, ProductsAreExactOfEveryType) {
  const std::pair<const char*, const char*> types[] = {
      {"ui8", "ui8"}, {"i4", "i4"},  {"ui4", "ui4"}, {"i1", "i1"},
      {"i8", "ui8"},  {"i4", "ui8"}, {"ui4", "i8"}};
  for (const auto& [x, y] : types) {
    SCOPED_TRACE(absl::StrCat(x, " ", y));
    Compare(Product(x, y, 66, false, false));
  }
}

TEST_P(EmulatedBytes, ConstantsAndWindowsAreExact) {
  Compare(ConstantProduct());
  Compare(kConvolution);
}

TEST_P(EmulatedBytes, BothSidesAreSignedOrNotForTheInstructions) {
  const auto has_dots = [&](const char* x, const char* y) {
    return HasDots(Product(x, y, 64, false, false));
  };
  const bool by_dots = GetParam().by_dots;
  EXPECT_EQ(has_dots("i8", "i8"), by_dots);
  EXPECT_EQ(has_dots("ui8", "ui8"), by_dots);
  EXPECT_EQ(HasDots(ConstantProduct()), by_dots);
  EXPECT_EQ(HasDots(kConvolution), by_dots);
  // One is widened before.
  EXPECT_FALSE(has_dots("i8", "ui8"));
}

INSTANTIATE_TEST_SUITE_P(All, EmulatedBytes,
                         ::testing::Values(Machine{"aarch64", "cortex-a57", false},
                                           Machine{"aarch64-v8.2", "neoverse-n1", true}));

}  // namespace
}  // namespace tilewright
