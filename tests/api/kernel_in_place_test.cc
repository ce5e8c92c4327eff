// Kernels that update their operands: alone, donated, in programs, and over whole arrays.
#include <cmath>

#include "tests/api/kernel_agreement.h"
#include "tests/api/kernel_results.h"

namespace tilewright {
namespace {

using ::testing::HasSubstr;

// Runs the kernel alone on these arrays of one type; outputs where they were made.
struct Ran {
  std::vector<Buffer> inputs, outputs;
};
Ran RunAlone(const absl::StatusOr<Kernel>& kernel,
             const std::vector<std::vector<float>>& in, bool donate) {
  Ran ran;
  EXPECT_TRUE(kernel.ok()) << kernel.status();
  const Device device = Device::Create().value();
  for (size_t i = 0; i < in.size(); ++i) {
    ran.inputs.push_back(
        Buffer::FromHost(device, kernel->inputs()[i], BytesOf(in[i])).value());
  }
  ran.outputs = kernel->Run(device, ran.inputs, Ieee(), {.donate = donate}).value();
  return ran;
}

absl::StatusOr<Kernel> ScaleByBlocks() {
  KernelBuilder k("scale");
  const Tile i = k.Grid({{3}})[0];
  const TileRef by = k.Input("by", F32({1}));
  const TileRef x = k.InOut("x", F32({20}), {.block = {8}, .index = {i}});
  x.Store(x.Load() * by.Load());
  return k.Build();
}

TEST(KernelInPlace, ADonatedOperandIsUpdatedWhereItIs) {
  const std::vector<float> x = Numbers(20);
  std::vector<float> expected;
  for (float v : x) expected.push_back(v * 3);
  for (bool donate : {false, true}) {
    const Ran ran = RunAlone(ScaleByBlocks(), {{3}, x}, donate);
    EXPECT_EQ(FloatsOf(ran.outputs[0]), expected);
    EXPECT_EQ(ran.outputs[0].data() == ran.inputs[1].data(), donate);
    EXPECT_EQ(FloatsOf(ran.inputs[1]), donate ? expected : x);
  }
}

TEST(KernelInPlace, ABuilderSaysWhichResultTakesAnInputsMemory) {
  ProgramBuilder b;
  const ProgramBuilder::Value x = b.Input(F32({4}));
  const ProgramBuilder::Value y = b.Input(F32({4}), {.donated_to = 1});
  const ProgramBuilder::Value sum = b.Elementwise("stablehlo.add", {x, y});
  const std::vector<ProgramBuilder::Value> results = {x, sum};
  EXPECT_THAT(b.Text(results), HasSubstr("tf.aliasing_output = 1 : i32"));
  const Executable executable =
      Executable::Compile(b.Build(results).value(), Ieee()).value();
  ASSERT_EQ(executable.donations().size(), 1u);
  EXPECT_EQ(executable.donations()[0].input, 1);
  EXPECT_EQ(executable.donations()[0].output, 1);
  const Device device = Device::Create().value();
  const std::vector<float> one = Numbers(4, 1), other = Numbers(4, 2);
  const std::vector<Buffer> in = {
      Buffer::FromHost(device, F32({4}), BytesOf(one)).value(),
      Buffer::FromHost(device, F32({4}), BytesOf(other)).value()};
  const std::vector<Buffer> out =
      Execute(executable, device, in, {.donate = true}).value();
  EXPECT_EQ(out[1].data(), in[1].data());
  for (int i = 0; i < 4; ++i) EXPECT_EQ(FloatsOf(out[1])[i], one[i] + other[i]);
}

TEST(KernelInPlace, DonationsThatDoNotFitAreRefused) {
  const auto refused = [](int first, int second, const std::string& why) {
    ProgramBuilder b;
    const ProgramBuilder::Value x = b.Input(F32({4}), {.donated_to = first});
    const ProgramBuilder::Value y = b.Input(F32({1}), {.donated_to = second});
    const absl::StatusOr<Program> program = b.Build({x, y});
    EXPECT_EQ(program.status().code(), absl::StatusCode::kInvalidArgument);
    EXPECT_THAT(std::string(program.status().message()), HasSubstr(why));
  };
  refused(1, -1, "cannot be given up for result 1");
  refused(0, 2, "there are 2 arguments and 2 results");
  refused(-2, -1, "there are 2 arguments and 2 results");
  refused(0, 0, "result 0 is given two arguments");
}

// AdamW over whole arrays: parameters and moments are read and updated.
absl::StatusOr<Kernel> AdamW(int64_t size) {
  KernelBuilder k = KernelBuilder::OverArrays("adamw");
  const TileRef g = k.Input("g", F32({size}));
  const TileRef p = k.InOut("p", F32({size}));
  const TileRef m = k.InOut("m", F32({size})), v = k.InOut("v", F32({size}));
  const Tile m1 = m.Load() * 0.875 + g.Load() * 0.125;
  const Tile v1 = v.Load() * 0.75 + g.Load() * g.Load() * 0.25;
  p.Store(p.Load() * 0.5 - m1 / (Sqrt(v1) + 1.0));
  m.Store(m1);
  v.Store(v1);
  return k.Build();
}

TEST(KernelInPlace, AKernelOverWholeArraysReadsWhatItUpdates) {
  for (int64_t size : {int64_t{1}, int64_t{1000}, int64_t{300000}}) {
    const std::vector<float> g = Numbers(size, 1), p = Numbers(size, 2),
                             m = Numbers(size, 3);
    std::vector<float> v = Numbers(size, 4);
    for (float& x : v) x = std::fabs(x);
    for (bool donate : {false, true}) {
      const Ran ran = RunAlone(AdamW(size), {g, p, m, v}, donate);
      for (int o = 0; o < 3; ++o) {
        EXPECT_EQ(ran.outputs[o].data() == ran.inputs[o + 1].data(), donate);
      }
      const std::vector<float> p1 = FloatsOf(ran.outputs[0]),
                               m1 = FloatsOf(ran.outputs[1]),
                               v1 = FloatsOf(ran.outputs[2]);
      for (int64_t i = 0; i < size; ++i) {
        const float mi = m[i] * 0.875f + g[i] * 0.125f;
        const float vi = v[i] * 0.75f + g[i] * g[i] * 0.25f;
        ASSERT_EQ(m1[i], mi);
        ASSERT_EQ(v1[i], vi);
        ASSERT_EQ(p1[i], p[i] * 0.5f - mi / (std::sqrt(vi) + 1.0f));
      }
    }
  }
  ExpectAgreement(AdamW(100));
}

TEST(KernelInPlace, WhatIsReadElsewhereThanItIsWrittenIsReadBefore) {
  const auto transposed = [] {
    KernelBuilder k = KernelBuilder::OverArrays("transposed");
    const TileRef x = k.InOut("x", F32({40, 40}));
    x.Store(Transpose(x.Load(), {1, 0}) - Sum(x.Load(), {1}, true));
    return k.Build();
  };
  ExpectAgreement(transposed());
  const std::vector<float> x = Numbers(1600);
  EXPECT_EQ(FloatsOf(RunAlone(transposed(), {x}, true).outputs[0]),
            FloatsOf(RunAlone(transposed(), {x}, false).outputs[0]));
  const auto exchanged = [] {
    KernelBuilder k = KernelBuilder::OverArrays("exchanged");
    const TileRef x = k.InOut("x", F32({50})), y = k.InOut("y", F32({50}));
    const Tile a = x.Load(), b = y.Load();
    x.Store(b);
    y.Store(a + 1);
    return k.Build();
  };
  ExpectAgreement(exchanged());
  const std::vector<float> a = Numbers(50, 1), b = Numbers(50, 2);
  for (bool donate : {false, true}) {
    const Ran ran = RunAlone(exchanged(), {a, b}, donate);
    EXPECT_EQ(FloatsOf(ran.outputs[0]), b);
    for (int i = 0; i < 50; ++i) EXPECT_EQ(FloatsOf(ran.outputs[1])[i], a[i] + 1);
  }
}

TEST(KernelInPlace, APartThatIsStoredMayBeMadeOfTheRest) {
  const auto shifted = [] {
    KernelBuilder k = KernelBuilder::OverArrays("shifted");
    const TileRef x = k.InOut("x", F32({8, 6}));
    x.Part({1, 0}, {7, 6}).Store(x.Part({0, 0}, {7, 6}).Load() * 2.0);
    return k.Build();
  };
  ExpectAgreement(shifted());
  const std::vector<float> x = Numbers(48);
  std::vector<float> expected = x;
  for (int i = 0; i < 42; ++i) expected[i + 6] = x[i] * 2.0f;
  for (bool donate : {false, true}) {
    EXPECT_EQ(FloatsOf(RunAlone(shifted(), {x}, donate).outputs[0]), expected);
  }
}

TEST(KernelInPlace, WhatIsStoredIsNotReadAgain) {
  KernelBuilder k = KernelBuilder::OverArrays("again");
  const TileRef x = k.InOut("x", F32({8}));
  x.Store(x.Load() + 1);
  x.Load();
  ExpectRefused(k.Build(),
                "'x': an output of a kernel over whole arrays is not read once "
                "it is stored");
}

}  // namespace
}  // namespace tilewright
