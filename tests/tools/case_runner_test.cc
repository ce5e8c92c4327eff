#include "tools/case_runner.h"

#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>

#include "absl/strings/str_cat.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tilewright/npy.h"

namespace tilewright::tools {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;

// A golden case whose program gives back what it takes.
class GoldenCase : public ::testing::Test {
 protected:
  void SetUp() override {
    std::string pattern = (fs::temp_directory_path() / "tilewright_XXXXXX").string();
    ASSERT_NE(mkdtemp(pattern.data()), nullptr);
    path_ = pattern;
    std::ofstream(path_ / "module.mlir") << R"(
      func.func @main(%f: tensor<2xf32>, %i: tensor<2xi32>)
          -> (tensor<2xf32>, tensor<2xi32>) {
        %g = stablehlo.negate %f : tensor<2xf32>
        %h = stablehlo.negate %g : tensor<2xf32>
        return %h, %i : tensor<2xf32>, tensor<2xi32>
      })";
    WriteArray("in0", ElementType::kF32, std::vector<float>{1, 2.25});
    WriteArray("in1", ElementType::kI32, std::vector<int32_t>{8, 10});
    WriteArray("out0", ElementType::kF32, std::vector<float>{1, 2});
    WriteArray("out1", ElementType::kI32, std::vector<int32_t>{8, 8});
  }
  void TearDown() override { fs::remove_all(path_); }

  template <typename T>
  void WriteArray(const std::string& name, ElementType element,
                  const std::vector<T>& values) {
    std::vector<uint8_t> bytes(values.size() * sizeof(T));
    std::memcpy(bytes.data(), values.data(), bytes.size());
    ASSERT_TRUE(WriteNpy((path_ / (name + ".npy")).string(),
                         {element, {static_cast<int64_t>(values.size())}}, bytes)
                    .ok());
  }

  // `floats` and `integers`: what the manifest says besides of the two outputs.
  CaseResult Run(const std::string& floats, const std::string& integers,
                 double rtol = -1) {
    std::ofstream(path_ / "manifest.json") << absl::StrCat(
        R"({"inputs": [{"dtype": "float32", "shape": [2]},
                       {"dtype": "int32", "shape": [2]}],
            "outputs": [{"dtype": "float32", "shape": [2])",
        floats, R"(}, {"dtype": "int32", "shape": [2])", integers, "}]}");
    CheckOptions options;
    options.compile.cache_mode = "off";
    options.rtol = rtol;
    CaseResult result;
    RunCase({Case::Kind::kGolden, path_.string()}, options, *Device::Create(),
            [&](const CaseResult& done) { result = done; });
    return result;
  }

  fs::path path_;
};

TEST_F(GoldenCase, IsHeldToTheTolerancesThatItsOutputsHave) {
  const std::string loose = R"(, "rtol": 0.25)", tight = R"(, "rtol": 0.1)";
  EXPECT_EQ(Run(loose, loose).outcome, Outcome::kPassed);
  EXPECT_THAT(Run(tight, loose).reason, HasSubstr("output 0: 1 of 2 differ"));
  EXPECT_THAT(Run(loose, tight).reason, HasSubstr("output 1: 1 of 2 differ"));
}

TEST_F(GoldenCase, WithoutThemIsHeldToItsTypes) {
  const std::string loose = R"(, "rtol": 0.25)";
  EXPECT_THAT(Run("", loose).reason, HasSubstr("output 0: 1 of 2 differ"));
  EXPECT_THAT(Run(loose, "").reason, HasSubstr("output 1: 1 of 2 differ"));
}

TEST_F(GoldenCase, TheUsersToleranceComesFirst) {
  const std::string loose = R"(, "rtol": 0.25)";
  EXPECT_EQ(Run("", loose, 0.25).outcome, Outcome::kPassed);
  EXPECT_THAT(Run(loose, loose, 0.01).reason, HasSubstr("output 0: 1 of 2 differ"));
}

}  // namespace
}  // namespace tilewright::tools
