// Kernels as operations of programs, and in the cache.
#include <gmock/gmock.h>

#include <filesystem>

#include "tests/api/kernel_harness.h"

namespace tilewright {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

// y = factor * x over blocks.
Kernel Scale(double factor, const std::string& name = "scale") {
  KernelBuilder k(name);
  const Tile i = k.Grid({{4}})[0];
  const TileRef x = k.Input("x", F32({64}), {.block = {16}, .index = {i}});
  const TileRef y = k.Output("y", F32({64}), {.block = {16}, .index = {i}});
  y.Store(factor * x.Load());
  return k.Build().value();
}

Program Calls(const Kernel& kernel) {
  ProgramBuilder b;
  const ProgramBuilder::Value x = b.Input(F32({64}));
  const ProgramBuilder::Value once = b.CallKernel(kernel, {x})[0];
  return b.Build({b.Elementwise("stablehlo.add", {once, x})}).value();
}

std::vector<float> RunOn(const Executable& executable, const std::vector<float>& x) {
  const Device device = Device::Create().value();
  const Buffer in = Buffer::FromHost(device, F32({64}), BytesOf(x)).value();
  return FloatsOf(Execute(executable, device, {in}).value()[0]);
}

TEST(KernelProgram, ACalledKernelIsAnOperationLikeAnother) {
  const std::vector<float> x = Numbers(64);
  std::vector<float> expected;
  for (float f : x) expected.push_back(3.0f * f + f);
  EXPECT_EQ(RunOn(Executable::Compile(Calls(Scale(3)), Ieee()).value(), x), expected);
}

TEST(KernelProgram, TextCallsKernelsThatAreBoundToIt) {
  const Program text = Program::Parse(R"(
func.func @main(%x: tensor<64xf32>) -> tensor<64xf32> {
  %y = stablehlo.custom_call @tilewright_kernel(%x) {backend_config = "scale"}
       : (tensor<64xf32>) -> tensor<64xf32>
  return %y : tensor<64xf32>
})")
                           .value();
  const absl::StatusOr<Executable> without = Executable::Compile(text, Ieee());
  EXPECT_EQ(without.status().code(), absl::StatusCode::kNotFound);
  EXPECT_THAT(std::string(without.status().message()), HasSubstr("kernel 'scale'"));
  const std::vector<float> x = Numbers(64);
  std::vector<float> expected;
  for (float f : x) expected.push_back(2.0f * f);
  const Program bound = BindKernels(text, {Scale(2)});
  EXPECT_EQ(RunOn(Executable::Compile(bound, Ieee()).value(), x), expected);
}

TEST(KernelProgram, ACallWithOtherTypesIsAnError) {
  const Program text = Program::Parse(R"(
func.func @main(%x: tensor<8xf32>) -> tensor<64xf32> {
  %y = stablehlo.custom_call @tilewright_kernel(%x) {backend_config = "scale"}
       : (tensor<8xf32>) -> tensor<64xf32>
  return %y : tensor<64xf32>
})")
                           .value();
  const absl::StatusOr<Executable> compiled =
      Executable::Compile(BindKernels(text, {Scale(2)}), Ieee());
  EXPECT_EQ(compiled.status().code(), absl::StatusCode::kInvalidArgument);
  EXPECT_THAT(
      std::string(compiled.status().message()),
      AllOf(HasSubstr("input 0 ('x') is tensor<64xf32>"), HasSubstr("tensor<8xf32>")));
}

TEST(KernelProgram, AChipWithLessMemoryRefusesTheKernel) {
  KernelBuilder k("large", "v5e");  // 128 MiB of VMEM
  const TileRef s = k.Scratch("s", F32({1024, 8192}));
  const TileRef y = k.Output("y", F32({8}));
  s.Store(k.Constant(kF32, 0));
  y.Store(k.Constant(kF32, 0));
  const absl::StatusOr<Kernel> kernel = k.Build();
  ASSERT_TRUE(kernel.ok()) << kernel.status();
  CompileOptions options = Ieee();
  options.chip = "v3";  // 16 MiB
  const absl::StatusOr<Executable> compiled =
      Executable::Compile(kernel->ToProgram().value(), options);
  EXPECT_EQ(compiled.status().code(), absl::StatusCode::kResourceExhausted);
  EXPECT_THAT(std::string(compiled.status().message()),
              AllOf(HasSubstr("chip v3"), HasSubstr("33554432 bytes: 's'")));
}

TEST(KernelProgram, TheCacheKnowsAKernelByItsContent) {
  const std::filesystem::path folder =
      std::filesystem::temp_directory_path() / "kernel_program_test_cache";
  std::filesystem::remove_all(folder);
  CompileOptions options = Ieee();
  options.cache_mode = "rw";
  options.cache_dir = folder.string();
  const auto compile = [&](double factor, const std::string& name) {
    return Executable::Compile(Calls(Scale(factor, name)), options).value();
  };
  {
    const Executable first = compile(3, "scale");
    EXPECT_EQ(first.report().kernels_compiled, 2);
  }
  const Executable second = compile(3, "scale");
  EXPECT_TRUE(second.report().plan_from_cache);
  EXPECT_EQ(second.report().kernels_compiled, 0);
  // Another kernel of the same name is another program.
  const Executable other = compile(5, "scale");
  EXPECT_FALSE(other.report().plan_from_cache);
  const std::vector<float> x = Numbers(64);
  std::vector<float> expected;
  for (float f : x) expected.push_back(5.0f * f + f);
  EXPECT_EQ(RunOn(other, x), expected);
  // The same kernel under another name is the same code.
  EXPECT_EQ(compile(3, "renamed").report().kernels_compiled, 0);
  std::filesystem::remove_all(folder);
}

TEST(KernelProgram, TheCacheExplainsProgramsThatCallKernels) {
  const std::string dir = ::testing::TempDir() + "/explained_kernels";
  std::filesystem::remove_all(dir);
  CompileOptions options = Ieee();
  options.cache_mode = "rw";
  options.cache_dir = dir;
  ASSERT_TRUE(Executable::Compile(Calls(Scale(3)), options).ok());
  const Cache cache = Cache::Open({.dir = dir}).value();
  const CacheExplanation same = cache.Explain(Calls(Scale(3)), options).value();
  ASSERT_EQ(same.verdicts.size(), 3u);  // the program, the kernel, the addition
  for (const CacheVerdict& verdict : same.verdicts) {
    EXPECT_EQ(verdict.outcome, CacheVerdict::Outcome::kHit) << verdict.name;
  }
  // Another kernel of the same name: another executable, which needs another kernel.
  const CacheExplanation other = cache.Explain(Calls(Scale(4)), options).value();
  ASSERT_EQ(other.verdicts.size(), 3u);
  EXPECT_EQ(other.verdicts[0].outcome, CacheVerdict::Outcome::kMiss);
  ASSERT_EQ(other.verdicts[0].differences.size(), 1u);
  EXPECT_EQ(other.verdicts[0].differences[0].field, "option.kernels");
  int misses = 0;
  for (const CacheVerdict& verdict : other.verdicts) {
    misses += verdict.outcome == CacheVerdict::Outcome::kMiss;
  }
  EXPECT_EQ(misses, 2);
}

TEST(KernelProgram, KernelsOfOneNameAreToldApartByTheirContent) {
  ProgramBuilder b;
  const ProgramBuilder::Value x = b.Input(F32({64}));
  ProgramBuilder::Value y = b.CallKernel(Scale(2), {x})[0];
  for (double factor : {3.0, 2.0, 5.0}) y = b.CallKernel(Scale(factor), {y})[0];
  const std::vector<float> in = Numbers(64);
  std::vector<float> expected;
  for (float f : in) expected.push_back(5.0f * (2.0f * (3.0f * (2.0f * f))));
  const Executable executable = Executable::Compile(b.Build({y}).value(), Ieee()).value();
  EXPECT_EQ(RunOn(executable, in), expected);
  EXPECT_EQ(executable.report().kernels, 3);
}

TEST(KernelProgram, TextCallsTheKernelOfItsNameThatHasItsTypes) {
  KernelBuilder k("scale");
  const TileRef in = k.Input("x", F32({8})), out = k.Output("y", F32({8}));
  out.Store(10.0 * in.Load());
  const Kernel small = k.Build().value();
  const Program text = Program::Parse(R"(
func.func @main(%x: tensor<64xf32>) -> tensor<64xf32> {
  %y = stablehlo.custom_call @tilewright_kernel(%x) {backend_config = "scale"}
       : (tensor<64xf32>) -> tensor<64xf32>
  return %y : tensor<64xf32>
})")
                           .value();
  const std::vector<float> x = Numbers(64);
  std::vector<float> expected;
  for (float f : x) expected.push_back(2.0f * f);
  // The same kernel, twice, is one.
  const Program bound = BindKernels(text, {small, Scale(2), Scale(2)});
  EXPECT_EQ(RunOn(Executable::Compile(bound, Ieee()).value(), x), expected);
  const auto error = [](const Program& program) {
    return std::string(Executable::Compile(program, Ieee()).status().message());
  };
  EXPECT_THAT(error(BindKernels(text, {Scale(2), Scale(3)})),
              HasSubstr("kernel 'scale': 2 kernels have this name, and the call's types "
                        "are those of 2"));
  EXPECT_THAT(error(BindKernels(bound, {small})), HasSubstr("is tensor<8xf32>"));
}

TEST(KernelProgram, ACallWithOtherOperandsIsAMistakeOfTheCall) {
  const auto mistake = [](const std::vector<TensorType>& types) {
    ProgramBuilder b;
    std::vector<ProgramBuilder::Value> operands;
    for (const TensorType& type : types) operands.push_back(b.Input(type));
    const Where before = Where::current();
    b.CallKernel(Scale(2), operands);
    EXPECT_THAT(std::string(b.status().message()), HasSubstr(LineOf(before, 1)));
    return std::string(b.status().message());
  };
  EXPECT_THAT(mistake({F32({8})}),
              HasSubstr("kernel 'scale': input 0 ('x') is "
                        "tensor<64xf32>, the call has tensor<8xf32>"));
  EXPECT_THAT(mistake({F32({64}), F32({64})}),
              HasSubstr("kernel 'scale': has 1 inputs, the call has 2"));
  EXPECT_THAT(mistake({}), HasSubstr("has 1 inputs, the call has 0"));
}

}  // namespace
}  // namespace tilewright
