#include "tools/cases.h"

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "gtest/gtest.h"
#include "tools/manifest.h"
#include "tools/skips.h"

namespace tilewright::tools {
namespace {

namespace fs = std::filesystem;

class Folder : public ::testing::Test {
 protected:
  void SetUp() override {
    std::string pattern = (fs::temp_directory_path() / "tilewright_XXXXXX").string();
    ASSERT_NE(mkdtemp(pattern.data()), nullptr);
    path_ = pattern;
  }
  void TearDown() override { fs::remove_all(path_); }

  void Write(const std::string& name, const std::string& text) {
    fs::create_directories((path_ / name).parent_path());
    std::ofstream(path_ / name) << text;
  }

  fs::path path_;
};

using FindCasesTest = Folder;
using ManifestTest = Folder;

TEST_F(FindCasesTest, FoldersAreWalkedInOrder) {
  Write("b/module.mlir", "");
  Write("b/manifest.json", "{}");
  Write("b/module_tpu.mlir", "// RUN: x");  // part of the case, not one itself
  Write("a.mlir", "check.expect_eq");
  Write("c/d.mlir", "// RUN: y");
  Write("plain.mlir", "func.func @main() { return }");
  Write("notes.txt", "check.expect_eq");
  absl::StatusOr<std::vector<Case>> cases = FindCases(path_.string());
  ASSERT_TRUE(cases.ok());
  ASSERT_EQ(cases->size(), 3u);
  EXPECT_EQ((*cases)[0].path, path_ / "a.mlir");
  EXPECT_EQ((*cases)[0].kind, Case::Kind::kCheckStyle);
  EXPECT_EQ((*cases)[1].path, path_ / "b");
  EXPECT_EQ((*cases)[1].kind, Case::Kind::kGolden);
  EXPECT_EQ((*cases)[2].path, path_ / "c/d.mlir");
}

TEST_F(FindCasesTest, AMissingPathIsAnError) {
  EXPECT_TRUE(absl::IsNotFound(FindCases((path_ / "none").string()).status()));
}

TEST(RunLinesTest, NotMeansThatTheInterpreterFails) {
  EXPECT_TRUE(
      ReadRunLines("// RUN: not stablehlo-translate --interpret %s").expect_failure);
  EXPECT_FALSE(ReadRunLines("// RUN: stablehlo-translate --interpret %s").expect_failure);
  EXPECT_FALSE(ReadRunLines("// RUN: not diff %t.0 | stablehlo-translate --interpret")
                   .expect_failure);
}

TEST(RunLinesTest, DisabledAloneMeansNoInterpretation) {
  std::string disabled =
      "// RUN-DISABLED(#1): opt %s | stablehlo-translate --interpret\n";
  std::string other = "// RUN: diff %t.0 %t.1\n";
  EXPECT_FALSE(ReadRunLines(disabled + other).interpret);
  EXPECT_TRUE(ReadRunLines("// RUN: stablehlo-translate --interpret %s\n").interpret);
  EXPECT_TRUE(ReadRunLines("func.func @main()").interpret);
}

TEST(AllowedSkipsTest, CaseAndReasonBothHaveToFit) {
  absl::StatusOr<AllowedSkips> skips =
      AllowedSkips::Parse("# why\n\nquantized.mlir#f | no quantized types\n");
  ASSERT_TRUE(skips.ok());
  auto allows = [&](const std::string& name, const std::string& reason) {
    return skips->Allows({name, Outcome::kSkipped, reason, ""});
  };
  EXPECT_TRUE(allows("quantized.mlir#f", "no quantized types"));
  EXPECT_TRUE(allows("a/b/quantized.mlir#f", "no quantized types"));
  EXPECT_FALSE(allows("a/unquantized.mlir#f", "no quantized types"));
  EXPECT_FALSE(allows("quantized.mlir#f", "another"));
  EXPECT_FALSE(AllowedSkips::Parse("no bar").ok());
}

TEST_F(ManifestTest, TypesHaveNumpyNames) {
  Write("m.json", R"({"inputs": [{"dtype": "bfloat16", "shape": [2, 3]}],
                      "outputs": [{"dtype": "float8_e4m3fn", "shape": []}]})");
  absl::StatusOr<Manifest> manifest = ReadManifest((path_ / "m.json").string());
  ASSERT_TRUE(manifest.ok()) << manifest.status();
  EXPECT_EQ(manifest->inputs[0], (TensorType{ElementType::kBF16, {2, 3}}));
  EXPECT_EQ(manifest->outputs[0], (TensorType{ElementType::kF8E4M3FN, {}}));
}

TEST_F(ManifestTest, AnOutputMayHaveATolerance) {
  Write("m.json", R"({"inputs": [],
                      "outputs": [{"dtype": "float32", "shape": [], "rtol": 0.25},
                                  {"dtype": "float32", "shape": []},
                                  {"dtype": "int32", "shape": [], "rtol": 0}]})");
  absl::StatusOr<Manifest> manifest = ReadManifest((path_ / "m.json").string());
  ASSERT_TRUE(manifest.ok()) << manifest.status();
  ASSERT_EQ(manifest->output_rtol.size(), 3u);
  EXPECT_EQ(manifest->output_rtol[0], 0.25);
  EXPECT_FALSE(manifest->output_rtol[1].has_value());
  EXPECT_EQ(manifest->output_rtol[2], 0.0);
}

TEST_F(ManifestTest, AnythingElseIsAnError) {
  for (const char* text :
       {"", "[]", "{}", R"({"inputs": 1, "outputs": []})",
        R"({"inputs": [{"dtype": "float33", "shape": []}], "outputs": []})",
        R"({"inputs": [{"dtype": "int8", "shape": [-1]}], "outputs": []})",
        R"({"inputs": [{"dtype": 8, "shape": []}], "outputs": []})",
        R"({"inputs": [], "outputs": [{"dtype": "int8", "shape": [], "rtol": -1}]})",
        R"({"inputs": [], "outputs": [{"dtype": "int8", "shape": [], "rtol": "1"}]})"}) {
    Write("m.json", text);
    EXPECT_FALSE(ReadManifest((path_ / "m.json").string()).ok()) << text;
  }
}

}  // namespace
}  // namespace tilewright::tools
