#include <algorithm>
#include <filesystem>
#include <fstream>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tilewright/builder.h"
#include "tilewright/compile.h"
#include "tilewright/execute.h"
#include "tilewright/program.h"

namespace tilewright {
namespace {

namespace fs = std::filesystem;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

// Three kernels: two matrix products and a sort.
constexpr char kProgram[] = R"(
func.func @main(%x: tensor<4x4xf32>) -> (tensor<4x4xf32>, tensor<4x4xf32>) {
  %y = stablehlo.dot_general %x, %x, contracting_dims = [1] x [0]
      : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  %z = stablehlo.dot_general %y, %x, contracting_dims = [0] x [0]
      : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  %s = "stablehlo.sort"(%z) <{dimension = 1 : i64}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %less = stablehlo.compare LT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %less : tensor<i1>
  }) : (tensor<4x4xf32>) -> tensor<4x4xf32>
  return %s, %y : tensor<4x4xf32>, tensor<4x4xf32>
})";

class CachedCompileTest : public ::testing::Test {
 protected:
  void SetUp() override {
    std::string pattern = fs::temp_directory_path() / "tilewright-test-XXXXXX";
    ASSERT_NE(mkdtemp(pattern.data()), nullptr);
    root_ = pattern;
  }
  void TearDown() override { fs::remove_all(root_); }

  // Outputs' bytes, and what compiling took. Nothing stays loaded.
  std::string Run(CompileReport* report) {
    const absl::StatusOr<Program> program = Program::Parse(kProgram);
    EXPECT_TRUE(program.ok()) << program.status();
    CompileOptions options;
    options.cache_dir = root_ / "cache";
    const absl::StatusOr<Executable> executable = Executable::Compile(*program, options);
    EXPECT_TRUE(executable.ok()) << executable.status();
    if (!executable.ok()) return "";
    *report = executable->report();
    const absl::StatusOr<Device> device = Device::Create({"v5e", 1});
    std::vector<float> x(16);
    for (int i = 0; i < 16; ++i) x[i] = static_cast<float>(i * 7 % 11) - 3.f;
    const absl::StatusOr<Buffer> input = Buffer::FromHost(
        *device, {ElementType::kF32, {4, 4}},
        absl::MakeConstSpan(reinterpret_cast<const uint8_t*>(x.data()), 64));
    const absl::StatusOr<std::vector<Buffer>> outputs =
        Execute(*executable, *device, {*input});
    EXPECT_TRUE(outputs.ok()) << outputs.status();
    std::string bytes;
    for (const Buffer& output : *outputs) {
      bytes.append(reinterpret_cast<const char*>(output.data()), 64);
    }
    return bytes;
  }

  // Entries of kernels: a program's own entry is the one that names no object.
  std::vector<fs::path> KernelEntries() {
    std::vector<fs::path> entries;
    for (const auto& file : fs::recursive_directory_iterator(root_ / "cache")) {
      if (file.path().extension() != ".two") continue;
      std::ifstream in(file.path(), std::ios::binary);
      const std::string bytes(std::istreambuf_iterator<char>(in), {});
      if (bytes.find("\x7f"
                     "ELF") != std::string::npos) {
        entries.push_back(file.path());
      }
    }
    return entries;
  }

  fs::path root_;
};

TEST_F(CachedCompileTest, AFoundProgramPlansEmitsAndCompilesNothing) {
  CompileReport first, second;
  const std::string expected = Run(&first);
  EXPECT_EQ(first.kernels, 3);
  EXPECT_EQ(first.kernels_planned, 3);
  EXPECT_EQ(first.kernels_compiled, 3);
  EXPECT_FALSE(first.plan_from_cache);
  EXPECT_EQ(Run(&second), expected);
  EXPECT_TRUE(second.plan_from_cache);
  EXPECT_EQ(second.cache_hits, 3);
  EXPECT_EQ(second.kernels_planned + second.kernels_emitted + second.kernels_compiled +
                second.cache_misses,
            0);
}

void ExpectOneMade(const CompileReport& report) {
  EXPECT_TRUE(report.plan_from_cache);
  EXPECT_EQ(report.kernels, 3);
  EXPECT_EQ(report.cache_hits, 2);
  EXPECT_EQ(report.cache_misses, 1);
  EXPECT_EQ(report.kernels_planned, 1);
  EXPECT_EQ(report.kernels_emitted, 1);
  EXPECT_EQ(report.kernels_compiled, 1);
}

TEST_F(CachedCompileTest, AKernelThatIsMissingIsCompiledAlone) {
  CompileReport report;
  const std::string expected = Run(&report);
  const std::vector<fs::path> entries = KernelEntries();
  ASSERT_EQ(entries.size(), 3u);
  for (const fs::path& entry : entries) {
    fs::remove(entry);
    EXPECT_EQ(Run(&report), expected);
    ExpectOneMade(report);
  }
  EXPECT_EQ(Run(&report), expected);
  EXPECT_EQ(report.cache_hits, 3) << "what was made is not kept";
}

TEST_F(CachedCompileTest, AKernelThatIsDamagedIsCompiledAlone) {
  CompileReport report;
  const std::string expected = Run(&report);
  const fs::path entry = KernelEntries().at(1);
  fs::resize_file(entry, fs::file_size(entry) / 2);
  EXPECT_EQ(Run(&report), expected);
  ExpectOneMade(report);
}

TEST_F(CachedCompileTest, AProgramWithoutItsPlanIsPlannedAndFindsItsKernels) {
  CompileReport report;
  const std::string expected = Run(&report);
  const std::vector<fs::path> kernels = KernelEntries();
  std::vector<fs::path> others;
  for (const auto& file : fs::recursive_directory_iterator(root_ / "cache")) {
    if (file.path().extension() == ".two" &&
        std::find(kernels.begin(), kernels.end(), file.path()) == kernels.end()) {
      others.push_back(file.path());
    }
  }
  ASSERT_EQ(others.size(), 1u);
  fs::remove(others[0]);
  EXPECT_EQ(Run(&report), expected);
  EXPECT_FALSE(report.plan_from_cache);
  EXPECT_EQ(report.kernels_planned, 3);
  EXPECT_EQ(report.cache_hits, 3);
  EXPECT_EQ(report.kernels_emitted, 0);
}

// Where the steps that run kernels come from, and what compiling took.
std::vector<std::string> LocationsOf(const Program& program, const std::string& cache,
                                     CompileReport* report) {
  CompileOptions options;
  options.cache_dir = cache;
  const absl::StatusOr<Executable> executable = Executable::Compile(program, options);
  EXPECT_TRUE(executable.ok()) << executable.status();
  if (!executable.ok()) return {};
  *report = executable->report();
  const Device device = *Device::Create({"v5e", 1});
  const std::vector<uint8_t> zeros(64);
  std::vector<StepReport> steps;
  ExecuteOptions run;
  run.steps = &steps;
  const Buffer input = *Buffer::FromHost(device, {ElementType::kF32, {4, 4}}, zeros);
  EXPECT_TRUE(Execute(*executable, device, {input}, run).ok());
  std::vector<std::string> places;
  for (const StepReport& step : steps) {
    if (step.kind == "kernel") places.push_back(step.place);
  }
  return places;
}

TEST_F(CachedCompileTest, EqualProgramsAtOtherLinesShareEntriesAndReportTheirOwn) {
  const std::string cache = root_ / "cache";
  const auto parse = [](const std::string& text, const std::string& file) {
    ParseOptions options;
    options.file_name = file;
    return Program::Parse(text, options).value();
  };
  CompileReport report;
  EXPECT_THAT(LocationsOf(parse(kProgram, "a.mlir"), cache, &report),
              ElementsAre("a.mlir:3:8", "a.mlir:5:8", "a.mlir:7:8"));
  EXPECT_EQ(report.kernels_compiled, 3);
  // The same, further down in another file: a warm start.
  EXPECT_THAT(
      LocationsOf(parse("\n\n" + std::string(kProgram), "b.mlir"), cache, &report),
      ElementsAre("b.mlir:5:8", "b.mlir:7:8", "b.mlir:9:8"));
  EXPECT_TRUE(report.plan_from_cache);
  EXPECT_EQ(report.kernels_planned + report.kernels_compiled + report.cache_misses, 0);
  // And as an exporter writes it that tells where the user's lines are.
  std::string told = kProgram;
  const std::string last = "-> tensor<4x4xf32>\n  return";
  told.insert(told.find(last) + last.find('\n'), R"( loc("model.py":30:4))");
  EXPECT_THAT(LocationsOf(parse(told, "c.mlir"), cache, &report),
              ElementsAre("c.mlir:3:8", "c.mlir:5:8", "model.py:30:4"));
  EXPECT_TRUE(report.plan_from_cache);
  EXPECT_EQ(report.cache_misses, 0);
}

TEST_F(CachedCompileTest, ABuiltProgramReportsTheLinesOfItsSource) {
  ProgramBuilder b;
  const ProgramBuilder::Value x = b.Input({ElementType::kF32, {4, 4}});
  const ProgramBuilder::Value y = b.Elementwise("stablehlo.tanh", {x});
  const int line = __LINE__ - 1;
  CompileReport report;
  const std::vector<std::string> places =
      LocationsOf(b.Build({y}).value(), root_ / "cache", &report);
  ASSERT_EQ(places.size(), 1u);
  EXPECT_THAT(places[0], HasSubstr("cached_compile_test.cc:" + std::to_string(line)));
}

}  // namespace
}  // namespace tilewright
