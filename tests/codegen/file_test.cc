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
//   expand, rows, reshapes, precision, turn, pad   the program after that pass and those
//                       before it (codegen/pipeline.h), as text
//   clusters   which operations are in which cluster (codegen/cluster/print_clusters.h)
//   steps      steps and where their buffers are (PrintSteps)
//   grids      of each kernel the statements that have a grid: blocks, and steps
//   kernels    the kernels' tile programs
//   parsed     the input, which is the text of a tile program, read, checked and printed
//
// `codegen_file_test --bless` rewrites what is expected.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <functional>
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
#include "codegen/cluster/print_clusters.h"
#include "codegen/pipeline.h"
#include "frontend/stablehlo/parse.h"
#include "ir/print.h"
#include "jit/llvm/target.h"
#include "support/status_macros.h"
#include "tile/text/parse.h"
#include "tile/verify/verify.h"

namespace tilewright::codegen {
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

absl::StatusOr<CodeFacts> FactsOf(const TestFile& test) {
  CodeFacts facts;
  TW_ASSIGN_OR_RETURN(facts.kernel.target, jit::FindTarget(test.with.target));
  facts.kernel.numerics = FindNumerics(test.with.numerics).value_or(Numerics::kIeee);
  facts.chip = test.with.chip;
  facts.cluster = test.with.cluster == "on";
  return facts;
}

absl::StatusOr<ir::Program> Read(const TestFile& test) {
  stablehlo::ParseOptions options;
  options.file_name = "input";
  TW_ASSIGN_OR_RETURN(stablehlo::ParsedProgram parsed,
                      stablehlo::ParseProgram(test.input, options));
  return std::move(parsed.program);
}

absl::StatusOr<PlannedProgram> Planned(const TestFile& test) {
  TW_ASSIGN_OR_RETURN(const ir::Program program, Read(test));
  TW_ASSIGN_OR_RETURN(const CodeFacts facts, FactsOf(test));
  return Pipeline(facts).Plan(program);
}

// The program after one of the pipeline's rewrites.
absl::StatusOr<std::string> After(const TestFile& test, const Pipeline::Pass& last) {
  TW_ASSIGN_OR_RETURN(ir::Program program, Read(test));
  TW_ASSIGN_OR_RETURN(const CodeFacts facts, FactsOf(test));
  for (const Pipeline::Pass& pass : Pipeline::Passes()) {
    TW_ASSIGN_OR_RETURN(program, pass.run(std::move(program), facts));
    if (pass.name == last.name) break;
  }
  return ir::Print(program);
}

absl::StatusOr<std::string> Clusters(const TestFile& test) {
  TW_ASSIGN_OR_RETURN(ir::Program program, Read(test));
  TW_ASSIGN_OR_RETURN(const CodeFacts facts, FactsOf(test));
  TW_ASSIGN_OR_RETURN(program, Pipeline(facts).Rewrite(std::move(program)));
  TW_ASSIGN_OR_RETURN(const chip::Chip* const chip, chip::FindChip(facts.chip));
  return PrintClusters(program, {facts.cluster, chip});
}

absl::StatusOr<std::string> Steps(const TestFile& test) {
  TW_ASSIGN_OR_RETURN(const PlannedProgram planned, Planned(test));
  return PrintSteps(planned);
}

absl::StatusOr<std::string> Grids(const TestFile& test) {
  TW_ASSIGN_OR_RETURN(const PlannedProgram planned, Planned(test));
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
  TW_ASSIGN_OR_RETURN(const PlannedProgram planned, Planned(test));
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

using Run = std::function<absl::StatusOr<std::string>(const TestFile&)>;

const std::map<std::string, Run>& Passes() {
  static const auto* const kPasses = [] {
    auto* const passes = new std::map<std::string, Run>{{"clusters", Clusters},
                                                        {"steps", Steps},
                                                        {"grids", Grids},
                                                        {"kernels", Kernels},
                                                        {"parsed", ParsedText}};
    for (const Pipeline::Pass& pass : Pipeline::Passes()) {
      (*passes)[std::string(pass.name)] = [&pass](const TestFile& test) {
        return After(test, pass);
      };
    }
    return passes;
  }();
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
          << GetParam() << ", " << pass << "; if it is right: codegen_file_test --bless";
    }
  }
  if (bless) WriteTest(GetParam(), *test);
}

INSTANTIATE_TEST_SUITE_P(Files, FileTest, ::testing::ValuesIn(Files()),
                         [](const auto& of) { return NameOf(of.param); });

}  // namespace
}  // namespace tilewright::codegen

int main(int argc, char** argv) {
  ::testing::InitGoogleTest(&argc, argv);
  for (int i = 1; i < argc; ++i) {
    tilewright::codegen::bless |= absl::string_view(argv[i]) == "--bless";
  }
  return RUN_ALL_TESTS();
}
