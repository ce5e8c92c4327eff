#include "tilewright/package.h"

#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "support/hash.h"
#include "tilewright/compile.h"
#include "tilewright/execute.h"
#include "tilewright/npy.h"

namespace tilewright {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

constexpr char kProgram[] = R"(
func.func @main(%w: tensor<2xf32>, %x: tensor<2xf32>)
    -> (tensor<2xf32>, tensor<2xf32>, tensor<i64>) {
  %0 = stablehlo.multiply %w, %x : tensor<2xf32>
  %1 = stablehlo.slice %x [0:1] : (tensor<2xf32>) -> tensor<1xf32>
  %2 = stablehlo.reshape %1 : (tensor<1xf32>) -> tensor<f32>
  %seven = stablehlo.constant dense<7.0> : tensor<f32>
  %bad = stablehlo.compare EQ, %2, %seven : (tensor<f32>, tensor<f32>) -> tensor<i1>
  %what = stablehlo.constant dense<70> : tensor<i64>
  %none = stablehlo.constant dense<-9223372036854775808> : tensor<i64>
  %3 = stablehlo.select %bad, %what, %none : tensor<i1>, tensor<i64>
  return %0, %w, %3 : tensor<2xf32>, tensor<2xf32>, tensor<i64>
}
)";

std::vector<uint8_t> Bytes(const std::vector<float>& values) {
  const auto* const begin = reinterpret_cast<const uint8_t*>(values.data());
  return {begin, begin + values.size() * sizeof(float)};
}

class PackageTest : public ::testing::Test {
 protected:
  void SetUp() override {
    folder_ = testing::TempDir() + "/package_" +
              testing::UnitTest::GetInstance()->current_test_info()->name();
    std::filesystem::remove_all(folder_);
    std::filesystem::create_directories(folder_ + "/weights");
    weight_ = FormatNpy({ElementType::kF32, {2}}, Bytes({2, 3}));
    Write("program.mlir", kProgram);
    Write("weights/0.npy", weight_);
    Write("package.json", Description());
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  void Write(const std::string& name, const std::string& bytes) {
    std::ofstream(folder_ + "/" + name, std::ios::binary) << bytes;
  }

  std::string Description(const std::string& file = "weights/0.npy") const {
    std::ostringstream text;
    text << R"({"format": "tilewright.package", "version": 1, "numerics": "ieee",
      "program": {"file": "program.mlir", "sha256": ")"
         << Sha256Hex(kProgram) << R"("}, "inputs": [
        {"name": "scale", "kind": "parameter", "type": "tensor<2xf32>", "file": ")"
         << file << R"(", "sha256": ")" << Sha256Hex(weight_) << R"("},
        {"name": "x", "kind": "input", "type": "tensor<2xf32>"}],
      "outputs": [{"name": "y", "kind": "output", "type": "tensor<2xf32>"},
                  {"name": "scale", "kind": "buffer", "type": "tensor<2xf32>"},
                  {"name": "$0 is no index", "kind": "check", "type": "tensor<i64>"}]})";
    return text.str();
  }
  // The description with `from` as `to`.
  void Describe(const std::string& from, const std::string& to) {
    std::string text = Description();
    const size_t at = text.find(from);
    ASSERT_NE(at, std::string::npos) << from;
    Write("package.json", text.replace(at, from.size(), to));
  }

  std::string OpeningError() const {
    const absl::StatusOr<Package> package = Package::Open(folder_);
    return package.ok() ? "" : std::string(package.status().message());
  }

  std::string folder_, weight_;
};

TEST_F(PackageTest, APackageIsRunWithItsWeights) {
  ASSERT_TRUE(Package::IsPackage(folder_));
  const absl::StatusOr<Package> package = Package::Open(folder_);
  ASSERT_TRUE(package.ok()) << package.status();
  EXPECT_EQ(package->numerics(), "ieee");
  ASSERT_EQ(package->weights().size(), 1u);
  EXPECT_EQ(package->weights()[0].name, "scale");
  ASSERT_EQ(package->inputs().size(), 1u);
  EXPECT_EQ(package->inputs()[0].name, "x");
  ASSERT_EQ(package->outputs().size(), 3u);
  EXPECT_EQ(package->num_results(), 1);
  EXPECT_EQ(package->num_buffers(), 1);
  const Device device = *Device::Create();
  absl::StatusOr<std::vector<Buffer>> arguments = package->LoadWeights(device);
  ASSERT_TRUE(arguments.ok()) << arguments.status();
  arguments->push_back(
      *Buffer::FromHost(device, package->inputs()[0].type, Bytes({5, 7})));
  const absl::StatusOr<Executable> executable =
      Executable::Compile(package->program(), CompileOptionsFromEnvironment());
  ASSERT_TRUE(executable.ok()) << executable.status();
  const auto outputs = Execute(*executable, device, *arguments);
  ASSERT_TRUE(outputs.ok()) << outputs.status();
  const absl::Span<const uint8_t> y = (*outputs)[0].bytes();
  EXPECT_EQ(std::vector<uint8_t>(y.begin(), y.end()), Bytes({10, 21}));
  EXPECT_TRUE(package->CheckOutputs(*outputs).ok());
  EXPECT_TRUE(absl::IsInvalidArgument(package->CheckOutputs({})));
  arguments->back() = *Buffer::FromHost(device, package->inputs()[0].type, Bytes({7, 7}));
  const absl::Status bad =
      package->CheckOutputs(*Execute(*executable, device, *arguments));
  EXPECT_TRUE(absl::IsOutOfRange(bad));
  EXPECT_EQ(bad.message(), "70 is no index");
}

TEST_F(PackageTest, AFileThatIsNotTheOneThatWasSavedIsNamed) {
  Write("weights/0.npy", FormatNpy({ElementType::kF32, {2}}, Bytes({2, 4})));
  const absl::StatusOr<Package> package = Package::Open(folder_);
  ASSERT_TRUE(package.ok()) << package.status();
  const auto weights = package->LoadWeights(*Device::Create());
  EXPECT_TRUE(absl::IsDataLoss(weights.status()));
  EXPECT_THAT(std::string(weights.status().message()),
              HasSubstr("weights/0.npy is not the file that was saved"));
  std::filesystem::remove(folder_ + "/weights/0.npy");
  EXPECT_TRUE(absl::IsNotFound(package->LoadWeights(*Device::Create()).status()));
  Write("program.mlir", std::string(kProgram) + " ");
  EXPECT_THAT(OpeningError(), HasSubstr("program.mlir is not the file that was saved"));
}

TEST_F(PackageTest, ADescriptionOfAnotherProgramIsRefused) {
  Describe("tensor<2xf32>", "tensor<3xf32>");
  EXPECT_THAT(OpeningError(), HasSubstr("has tensor<3xf32> where the program has "
                                        "tensor<2xf32> among its inputs"));
  Describe(R"("parameter")", R"("input")");
  EXPECT_EQ(OpeningError(), "");  // then both are the user's
  Describe(R"("kind": "input")", R"("kind": "parameter")");
  EXPECT_THAT(OpeningError(), HasSubstr("names no file for x"));
  Describe(R"("version": 1)", R"("version": 3)");
  EXPECT_THAT(OpeningError(), HasSubstr("is of version 3"));
  Describe(R"("ieee")", R"("fast")");
  EXPECT_THAT(OpeningError(), HasSubstr("numerics 'fast'"));
}

TEST_F(PackageTest, NothingOutsideOfThePackageIsRead) {
  for (const char* const name : {"/etc/passwd", "../0.npy", "weights/../../0.npy",
                                 "weights/.", "weights/", "", "a/0.npy", "weights/a/b"}) {
    Write("package.json", Description(name));
    EXPECT_THAT(OpeningError(), HasSubstr("names no file for scale")) << name;
  }
}

TEST_F(PackageTest, WhateverADescriptionIsItIsRefusedAndNothingElse) {
  const std::string whole = Description();
  for (size_t size = 0; size < whole.size(); ++size) {
    Write("package.json", whole.substr(0, size));
    EXPECT_THAT(OpeningError(), HasSubstr("is no description of a package")) << size;
  }
  for (const char* const text :
       {"[]", "{}", "null", "3", R"({"format": 3})",
        R"({"format": "tilewright.package"})",
        R"({"format": "tilewright.package", "version": "1"})",
        R"({"format": "tilewright.package", "version": 1, "numerics": "tpu"})",
        R"({"format": "tilewright.package", "version": 1, "numerics": "tpu",
            "program": [], "inputs": 3})"}) {
    Write("package.json", text);
    EXPECT_NE(OpeningError(), "") << text;
  }
  Write("package.json", std::string(100000, '['));
  EXPECT_NE(OpeningError(), "");
  std::filesystem::remove(folder_ + "/package.json");
  EXPECT_FALSE(Package::IsPackage(folder_));
  EXPECT_TRUE(absl::IsNotFound(Package::Open(folder_).status()));
}

constexpr char kOpenProgram[] = R"(
func.func @main(%w: tensor<f32>, %x: tensor<?x2xf32>, %y: tensor<?x2xf32>)
    -> tensor<?x2xf32> {
  %0 = stablehlo.concatenate %x, %y, dim = 0
      : (tensor<?x2xf32>, tensor<?x2xf32>) -> tensor<?x2xf32>
  return %0 : tensor<?x2xf32>
}
)";

// A package of open sizes: y has one row more than two times those of x.
class OpenPackageTest : public PackageTest {
 protected:
  void SetUp() override {
    PackageTest::SetUp();
    Write("program.mlir", kOpenProgram);
    weight_ = FormatNpy({ElementType::kF32, {}}, Bytes({2}));
    Write("weights/0.npy", weight_);
    Write("package.json", Text());
  }
  std::string Text() const {
    std::ostringstream text;
    text << R"({"format": "tilewright.package", "version": 2, "numerics": "ieee",
      "symbols": [{"name": "rows", "min": 2, "max": 8}],
      "program": {"file": "program.mlir", "sha256": ")"
         << Sha256Hex(kOpenProgram) << R"("}, "inputs": [
        {"name": "w", "kind": "parameter", "type": "tensor<f32>",
         "file": "weights/0.npy", "sha256": ")"
         << Sha256Hex(weight_) << R"("},
        {"name": "x", "kind": "input", "type": "tensor<?x2xf32>", "sizes": ["rows", "2"]},
        {"name": "y", "kind": "input", "type": "tensor<?x2xf32>",
         "sizes": ["2*rows + 1", "2"]}],
      "outputs": [{"name": "z", "kind": "output", "type": "tensor<?x2xf32>",
                   "sizes": ["3*rows + 1", "2"]}]})";
    return text.str();
  }
  std::string ErrorWith(const std::string& from, const std::string& to) {
    std::string text = Text();
    const size_t at = text.find(from);
    EXPECT_NE(at, std::string::npos) << from;
    Write("package.json", text.replace(at, from.size(), to));
    return OpeningError();
  }
};

TensorType Rows(int64_t rows) { return {ElementType::kF32, {rows, 2}}; }

TEST_F(OpenPackageTest, ItRunsAtEverySizeThatFits) {
  const absl::StatusOr<Package> package = Package::Open(folder_);
  ASSERT_TRUE(package.ok()) << package.status();
  ASSERT_EQ(package->symbols().size(), 1u);
  EXPECT_EQ(package->symbols()[0].name, "rows");
  EXPECT_EQ(package->symbols()[0].least, 2);
  EXPECT_EQ(package->symbols()[0].most, 8);
  EXPECT_THAT(package->inputs()[1].sizes, ElementsAre("2*rows + 1", "2"));
  EXPECT_THAT(package->outputs()[0].sizes, ElementsAre("3*rows + 1", "2"));
  EXPECT_TRUE(package->program().open());
  const Device device = *Device::Create();
  const Executable executable =
      *Executable::Compile(package->program(), CompileOptionsFromEnvironment());
  for (const int64_t rows : {2, 3, 8}) {
    const absl::StatusOr<std::vector<TensorType>> inputs = package->InputTypes({rows});
    ASSERT_TRUE(inputs.ok()) << inputs.status();
    EXPECT_THAT(*inputs, ElementsAre(Rows(rows), Rows(2 * rows + 1)));
    const absl::StatusOr<std::vector<TensorType>> types = package->ProgramTypes(*inputs);
    ASSERT_TRUE(types.ok()) << types.status();
    ASSERT_TRUE(executable.At(*types).ok());
    std::vector<Buffer> arguments = *package->LoadWeights(device);
    for (const TensorType& type : *inputs) {
      arguments.push_back(*Buffer::Allocate(device, type));
    }
    const auto outputs = Execute(executable, device, arguments);
    ASSERT_TRUE(outputs.ok()) << outputs.status();
    EXPECT_EQ((*outputs)[0].type(), Rows(3 * rows + 1));
  }
}

TEST_F(OpenPackageTest, SizesThatDoNotFitAreNamed) {
  const Package package = *Package::Open(folder_);
  const auto error = [&](const std::vector<TensorType>& inputs) {
    return std::string(package.ProgramTypes(inputs).status().message());
  };
  EXPECT_EQ(error({Rows(9), Rows(19)}),
            "input 0, x: size 0 is 9: rows is 9, and at most 8");
  EXPECT_EQ(error({Rows(1), Rows(3)}),
            "input 0, x: size 0 is 1: rows is 1, and at least 2");
  EXPECT_EQ(error({Rows(3), Rows(6)}), "input 1, y: size 0 is 6, and 2*rows + 1 is 7");
  EXPECT_EQ(error({Rows(3)}), "the package takes 2 inputs, not 1");
  EXPECT_EQ(error({Rows(3), {ElementType::kF32, {7, 3}}}),
            "input 1, y: it is tensor<7x3xf32>, and the package takes tensor<?x2xf32>");
  EXPECT_EQ(error({Rows(3), {ElementType::kF64, {7, 2}}}),
            "input 1, y: it is tensor<7x2xf64>, and the package takes tensor<?x2xf32>");
  EXPECT_EQ(error({Rows(-3), Rows(7)}),
            "input 0, x: it is tensor<-3x2xf32>, and the package takes tensor<?x2xf32>");
  EXPECT_EQ(package.InputTypes({9}).status().message(), "rows is 9, and at most 8");
  EXPECT_EQ(package.InputTypes({}).status().message(),
            "the package has 1 symbols, not 0");
}

TEST_F(OpenPackageTest, WhatADescriptionSaysOfSizesIsChecked) {
  const std::string symbol = R"({"name": "rows", "min": 2, "max": 8})";
  const struct {
    std::string from, to, error;
  } cases[] = {
      {symbol, symbol + ", " + symbol, "symbol rows is there twice"},
      {symbol, R"({"name": "3", "min": 2, "max": 8})", "symbol 0 has no name"},
      {symbol, R"({"name": "max", "min": 2, "max": 8})", "symbol 0 has no name"},
      {symbol, R"({"name": "rows", "min": -1, "max": 8})", "symbol rows has no bounds"},
      {symbol, R"({"name": "rows", "min": 9, "max": 8})", "symbol rows has no bounds"},
      {symbol, R"({"name": "rows", "min": "2", "max": 8})", "symbol rows has no bounds"},
      {symbol, R"({"name": "rows", "max": 8})", "symbol rows has no bounds"},
      {symbol, R"({"name": "rows", "min": 2, "max": 18446744073709551615})",
       "symbol rows has no bounds"},
      {symbol, symbol + R"(, {"name": "free", "min": 0, "max": null})",
       "no input says what symbol free is"},
      {"[" + symbol + "]", "3", "its symbols are no list"},
      {"[" + symbol + "]", "[3]", "symbol 0 has no name"},
      {R"(["rows", "2"])", R"(["rows", "3"])",
       R"(size 1 of tensor<?x2xf32> is said to be "3")"},
      {R"(["rows", "2"])", R"(["4", "2"])",
       R"(size 0 of tensor<?x2xf32> is said to be "4")"},
      {R"(["rows", "2"])", R"(["other", "2"])", R"(is said to be "other")"},
      {R"(["rows", "2"])", R"(["rows", 2])", "size 1 of tensor<?x2xf32> is said to be 2"},
      {R"(["rows", "2"])", R"(["rows"])", "does not say what the sizes"},
      {R"(["3*rows + 1", "2"])", R"(["3*(rows", "2"])", R"(is said to be "3*(rows")"},
  };
  for (const auto& [from, to, error] : cases) {
    EXPECT_THAT(ErrorWith(from, to), HasSubstr(error)) << to;
  }
}

}  // namespace
}  // namespace tilewright
