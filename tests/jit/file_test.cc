// Tests that are files: a program, and what passes make of it.
//
//   // What holds, in a sentence.
//   // with: numerics=ieee cluster=off chip=v5e target=x86-64-v3
//   func.func @main(...) { ... }
//   //--- clusters
//   what the pass prints
//
// `with` is optional, and so is each of its parts; above are their names, not what they
// are by default. A file may ask several passes. An error is "error: " and its message.
//
//   expanded   the program after codegen/expand.h, as text
//   precise    the program after codegen/precision.h, too
//   clusters   which operations are in which cluster (codegen/print_clusters.h)
//   steps      steps and where their buffers are (codegen::PrintSteps)
//   grids      of each kernel the statements that have a grid: blocks, and steps
//   kernels    the kernels' tile programs
//   parsed     the input, which is the text of a tile program, read, checked and printed
//
// `jit_file_test --bless` rewrites what is expected.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "chip/chip.h"
#include "codegen/expand.h"
#include "codegen/precision.h"
#include "codegen/print_clusters.h"
#include "frontend/stablehlo/parse.h"
#include "ir/print.h"
#include "jit/plan_options.h"
#include "jit/plan_program.h"
#include "support/status_macros.h"
#include "tile/parse.h"
#include "tile/verify.h"

namespace tilewright::jit {
namespace {

namespace fs = std::filesystem;

bool bless = false;

constexpr absl::string_view kSection = "//--- ";
constexpr absl::string_view kWith = "// with:";

// How the program is compiled.
struct With {
  std::string numerics = "ieee", cluster = "on", chip = "v5e", target = "x86-64-v4-bf16";
};

struct TestFile {
  std::string input;  // up to the first section, all of it
  With with;
  std::vector<std::pair<std::string, std::string>> sections;  // pass, expected
};

absl::StatusOr<With> ReadWith(absl::string_view line) {
  With with;
  const std::map<absl::string_view, std::string*> fields = {{"numerics", &with.numerics},
                                                            {"cluster", &with.cluster},
                                                            {"chip", &with.chip},
                                                            {"target", &with.target}};
  for (absl::string_view word : absl::StrSplit(line, ' ', absl::SkipEmpty())) {
    const std::pair<absl::string_view, absl::string_view> parts =
        absl::StrSplit(word, absl::MaxSplits('=', 1));
    const auto field = fields.find(parts.first);
    if (field == fields.end()) {
      return absl::InvalidArgumentError(absl::StrCat("with what? ", word));
    }
    *field->second = std::string(parts.second);
  }
  return with;
}

absl::StatusOr<TestFile> ReadTest(const fs::path& path) {
  TestFile test;
  std::ifstream in(path);
  for (std::string line; std::getline(in, line);) {
    absl::string_view rest = line;
    if (absl::ConsumePrefix(&rest, kSection)) {
      test.sections.emplace_back(rest, "");
    } else if (!test.sections.empty()) {
      absl::StrAppend(&test.sections.back().second, line, "\n");
    } else {
      absl::StrAppend(&test.input, line, "\n");
      if (!absl::ConsumePrefix(&rest, kWith)) continue;
      TW_ASSIGN_OR_RETURN(test.with, ReadWith(rest));
    }
  }
  if (test.sections.empty()) return absl::InvalidArgumentError("asks no pass");
  return test;
}

void WriteTest(const fs::path& path, const TestFile& test) {
  std::ofstream out(path);
  out << test.input;
  for (const auto& [pass, expected] : test.sections) {
    out << kSection << pass << "\n" << expected;
  }
}

// --- Passes ------------------------------------------------------------------------

Numerics NumericsOf(const TestFile& test) {
  return FindNumerics(test.with.numerics).value_or(Numerics::kIeee);
}

absl::StatusOr<ir::Program> Read(const TestFile& test) {
  stablehlo::ParseOptions options;
  options.file_name = "input";
  TW_ASSIGN_OR_RETURN(stablehlo::ParsedProgram parsed,
                      stablehlo::ParseProgram(test.input, options));
  return std::move(parsed.program);
}

absl::StatusOr<ir::Program> Rewritten(const TestFile& test) {
  TW_ASSIGN_OR_RETURN(ir::Program program, Read(test));
  TW_ASSIGN_OR_RETURN(program, codegen::Expand(program));
  return codegen::ApplyPrecision(std::move(program), NumericsOf(test));
}

absl::StatusOr<codegen::PlannedProgram> Planned(const TestFile& test) {
  TW_ASSIGN_OR_RETURN(const ir::Program program, Read(test));
  TW_ASSIGN_OR_RETURN(const Target target, FindTarget(test.with.target));
  return PlanProgram(program, PlanOptionsFor(target, NumericsOf(test), test.with.chip,
                                             test.with.cluster == "on", {}));
}

absl::StatusOr<std::string> Expanded(const TestFile& test) {
  TW_ASSIGN_OR_RETURN(const ir::Program program, Read(test));
  TW_ASSIGN_OR_RETURN(const ir::Program expanded, codegen::Expand(program));
  return ir::Print(expanded);
}

absl::StatusOr<std::string> Precise(const TestFile& test) {
  TW_ASSIGN_OR_RETURN(const ir::Program program, Rewritten(test));
  return ir::Print(program);
}

absl::StatusOr<std::string> Clusters(const TestFile& test) {
  TW_ASSIGN_OR_RETURN(const ir::Program program, Rewritten(test));
  TW_ASSIGN_OR_RETURN(const chip::Chip* const chip, chip::FindChip(test.with.chip));
  return codegen::PrintClusters(program, {test.with.cluster == "on", chip});
}

absl::StatusOr<std::string> Steps(const TestFile& test) {
  TW_ASSIGN_OR_RETURN(const codegen::PlannedProgram planned, Planned(test));
  return codegen::PrintSteps(planned);
}

absl::StatusOr<std::string> Grids(const TestFile& test) {
  TW_ASSIGN_OR_RETURN(const codegen::PlannedProgram planned, Planned(test));
  std::string out;
  for (size_t k = 0; k < planned.texts.size(); ++k) {
    absl::StrAppend(&out, planned.plan.kernels[k].name, "\n");
    for (absl::string_view line : absl::StrSplit(planned.texts[k], '\n')) {
      if (absl::StrContains(line, " grid=")) absl::StrAppend(&out, "  ", line, "\n");
    }
  }
  return out;
}

absl::StatusOr<std::string> Kernels(const TestFile& test) {
  TW_ASSIGN_OR_RETURN(const codegen::PlannedProgram planned, Planned(test));
  std::string out;
  for (size_t k = 0; k < planned.texts.size(); ++k) {
    absl::StrAppend(&out, "// ", planned.plan.kernels[k].name, "\n", planned.texts[k]);
  }
  return out;
}

absl::StatusOr<std::string> ParsedText(const TestFile& test) {
  TW_ASSIGN_OR_RETURN(const tile::Program program, tile::Parse(test.input));
  TW_RETURN_IF_ERROR(tile::Verify(program));
  return tile::Print(program);
}

using Pass = absl::StatusOr<std::string> (*)(const TestFile&);

const std::map<std::string, Pass>& Passes() {
  static const auto* const kPasses = new std::map<std::string, Pass>{
      {"expanded", Expanded}, {"precise", Precise}, {"clusters", Clusters},
      {"steps", Steps},       {"grids", Grids},     {"kernels", Kernels},
      {"parsed", ParsedText}};
  return *kPasses;
}

// --- Files -------------------------------------------------------------------------

const fs::path& Root() {
  static const auto* const kRoot = new fs::path(TILEWRIGHT_TESTS_DIR "/files");
  return *kRoot;
}

std::vector<fs::path> Files() {
  std::vector<fs::path> files;
  for (const auto& entry : fs::recursive_directory_iterator(Root())) {
    if (entry.is_regular_file()) files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  return files;
}

std::string NameOf(const fs::path& path) {
  std::string name = fs::relative(path, Root()).replace_extension().string();
  std::replace_if(
      name.begin(), name.end(), [](char c) { return !absl::ascii_isalnum(c); }, '_');
  return name;
}

class FileTest : public ::testing::TestWithParam<fs::path> {};

TEST_P(FileTest, PassesMakeOfItsProgramWhatItSays) {
  absl::StatusOr<TestFile> test = ReadTest(GetParam());
  ASSERT_TRUE(test.ok()) << test.status();
  EXPECT_TRUE(absl::StartsWith(test->input, "// ")) << "begin with what holds";
  for (auto& [pass, expected] : test->sections) {
    const auto found = Passes().find(pass);
    ASSERT_NE(found, Passes().end()) << "there is no pass '" << pass << "'";
    const absl::StatusOr<std::string> made = found->second(*test);
    const std::string text =
        made.ok() ? *made : absl::StrCat("error: ", made.status().message(), "\n");
    if (bless) {
      expected = text;
    } else {
      EXPECT_EQ(text, expected)
          << GetParam() << ", " << pass << "; if it is right: jit_file_test --bless";
    }
  }
  if (bless) WriteTest(GetParam(), *test);
}

INSTANTIATE_TEST_SUITE_P(Files, FileTest, ::testing::ValuesIn(Files()),
                         [](const auto& of) { return NameOf(of.param); });

}  // namespace
}  // namespace tilewright::jit

int main(int argc, char** argv) {
  ::testing::InitGoogleTest(&argc, argv);
  for (int i = 1; i < argc; ++i) {
    tilewright::jit::bless |= absl::string_view(argv[i]) == "--bless";
  }
  return RUN_ALL_TESTS();
}
