// Golden cases in `tpu` numerics, by kernels for processors with BF16 instructions and by
// kernels for those without: equal bits, but for what NaNs say. Every third case; all
// with TILEWRIGHT_SOAK.
#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "absl/strings/str_join.h"
#include "ir/float_bits.h"
#include "support/float_state.h"
#include "tests/api/golden_programs.h"
#include "tests/runtime/without_bf16.h"
#include "tests/soak.h"

namespace tilewright {
namespace {

using ir::Dims;
using reference::Array;

bool IsNan(ir::ElementType type, uint64_t bits) {
  const ir::ElementType part = ir::RealPart(type);
  return ir::IsFloat(part) && std::isnan(ir::FloatFromBits(part, bits));
}

class Outputs {
 public:
  explicit Outputs(const char* target) {
    options_.facts.kernel = {*jit::FindTarget(target), Numerics::kTpu};
  }

  absl::StatusOr<std::vector<Array>> Of(const ir::Program& program,
                                        const std::vector<Array>& inputs) {
    TW_ASSIGN_OR_RETURN(const codegen::PlannedProgram planned,
                        runtime::PlanFor(program, options_));
    const auto run_kernel = [&](const plan::KernelStep& step, reference::PlanRun& run) {
      TW_ASSIGN_OR_RETURN(const auto code,
                          runtime::CodeWithoutBf16::Make(planned.programs[step.kernel],
                                                         options_.facts.kernel));
      replaced_ += code.replaced();
      const plan::Launch& launch = planned.plan.kernels[step.kernel].launch;
      reference::Memory scratch(launch.scratch_bytes.number());
      std::vector<void*> buffers;
      for (const plan::BufferRef& ref : step.buffers) {
        buffers.push_back(run.Address(ref));
      }
      const ScopedFloatState state(Numerics::kTpu);
      code.entry()(buffers.data(), scratch.data(), 0, launch.grid_steps.number(), 0);
      return absl::OkStatus();
    };
    reference::PlanRun run(planned.plan, run_kernel, runtime::RunRoutineOn);
    return run.Run(inputs);
  }

  int replaced() const { return replaced_; }

 private:
  jit::CompileOptions options_;
  int replaced_ = 0;
};

class Bf16Instructions : public ::testing::Test {
 protected:
  void SetUp() override {
    const auto here = jit::FindTarget("x86-64-v4");
    if (!here.ok() || !jit::CheckRunnable(*here).ok()) GTEST_SKIP() << "needs AVX-512";
  }

  void Compare(const ir::Program& program, const std::vector<Array>& inputs) {
    const auto expected = without_.Of(program, inputs);
    for (Outputs* with : {&with_, &without_pairs_}) {
      const auto actual = with->Of(program, inputs);
      ASSERT_TRUE(expected.ok() && actual.ok()) << expected.status() << actual.status();
      ExpectSame(*expected, *actual);
      if (HasFatalFailure()) return;
    }
  }

  static void ExpectSame(const std::vector<Array>& expected,
                         const std::vector<Array>& actual) {
    for (size_t o = 0; o < expected.size(); ++o) {
      const Array& a = expected[o];
      const Array& b = actual[o];
      for (size_t i = 0; i < a.elements.size(); ++i) {
        for (const auto part : {&reference::Element::re, &reference::Element::im}) {
          const uint64_t x = a.elements[i].*part, y = b.elements[i].*part;
          const bool same =
              x == y || (IsNan(a.type.element, x) && IsNan(a.type.element, y));
          ASSERT_TRUE(same) << "output " << o << " [" << i << "]: " << std::hex << x
                            << " and " << y;
        }
      }
    }
  }

  Outputs with_{"x86-64-v4-bf16"}, without_{"x86-64-v4"};
  // Has the instruction that rounds, and multiplies as those without do.
  Outputs without_pairs_{"x86-64-v4-bf16:sapphire-rapids"};
};

TEST_F(Bf16Instructions, GiveTheBitsOfOthersInGoldenCases) {
  const bool soak = Soaks();
  ForEachGoldenCase([&](const ir::Program& program,
                        const std::vector<Array>& inputs) { Compare(program, inputs); },
                    soak ? Every{} : Every{3, 1});
  EXPECT_EQ(without_.replaced(), 0);
  EXPECT_GT(with_.replaced(), 30);
}

// Sums that depend on the order of their terms, and numbers of all exponents.
TEST_F(Bf16Instructions, GiveTheBitsOfOthersInProductsOfRandomNumbers) {
  struct Product {
    Dims lhs, rhs;
    const char* dimensions;
    Dims result;
  };
  const Product products[] = {
      {{65, 301}, {301, 83}, "contracting_dims = [1] x [0]", {65, 83}},
      {{48, 64}, {80, 64}, "contracting_dims = [1] x [1]", {48, 80}},
      {{5000, 20}, {5000, 33}, "contracting_dims = [0] x [0]", {20, 33}},
      {{3, 7, 40},
       {3, 40, 50},
       "batching_dims = [0] x [0], contracting_dims = [2] x [1]",
       {3, 7, 50}},
      {{1, 67}, {67, 300}, "contracting_dims = [1] x [0]", {1, 300}},
      {{67}, {300, 67}, "contracting_dims = [0] x [1]", {300}},
  };
  std::mt19937 random(5);
  for (const char* element : {"f32", "bf16"}) {
    for (const Product& of : products) {
      const auto type = [&](const Dims& dims) {
        return absl::StrCat("tensor<", absl::StrJoin(dims, "x"), "x", element, ">");
      };
      const std::string text = absl::StrCat(
          "func.func @main(%x: ", type(of.lhs), ", %y: ", type(of.rhs), ") -> ",
          type(of.result), " {\n%0 = stablehlo.dot_general %x, %y, ", of.dimensions,
          " : (", type(of.lhs), ", ", type(of.rhs), ") -> ", type(of.result),
          "\nreturn %0 : ", type(of.result), "\n}");
      const auto parsed = stablehlo::ParseProgram(text);
      ASSERT_TRUE(parsed.ok()) << parsed.status();
      for (const double spread : {0.0, 40.0}) {
        SCOPED_TRACE(absl::StrCat(text, " ", spread));
        std::vector<Array> inputs;
        for (const ir::TensorType& input : parsed->program.InputTypes()) {
          Array array{input, {}};
          for (int64_t i = 0; i < input.num_elements(); ++i) {
            const double part = std::uniform_real_distribution<>(-1, 1)(random);
            const double power = std::normal_distribution<>(0, 1)(random) * spread;
            array.elements.push_back({ir::FloatToBits(
                input.element, std::ldexp(part, static_cast<int>(power)))});
          }
          inputs.push_back(std::move(array));
        }
        Compare(parsed->program, inputs);
        if (HasFatalFailure()) return;
      }
    }
  }
  EXPECT_GT(with_.replaced(), 100);
}

}  // namespace
}  // namespace tilewright
