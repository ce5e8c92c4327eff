// Every StableHLO file under the folder that TILEWRIGHT_CASES names is parsed,
// verified, printed and parsed again. Without the variable there is nothing to
// test.
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "frontend/stablehlo/parse.h"
#include "gtest/gtest.h"
#include "ir/print.h"

namespace tilewright::stablehlo {
namespace {

std::vector<std::string> CaseFiles() {
  std::vector<std::string> files;
  const char* folder = std::getenv("TILEWRIGHT_CASES");
  if (folder == nullptr) return files;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
    if (entry.path().extension() == ".mlir") files.push_back(entry.path().string());
  }
  std::sort(files.begin(), files.end());
  return files;
}

TEST(Cases, EveryFileParsesAndPrintsToAnEqualProgram) {
  const std::vector<std::string> files = CaseFiles();
  if (files.empty()) GTEST_SKIP() << "TILEWRIGHT_CASES names no folder";
  int programs = 0;
  std::map<std::string, int> refused;
  for (const std::string& file : files) {
    std::ifstream in(file);
    std::stringstream stream;
    stream << in.rdbuf();
    const std::string text = stream.str();
    for (const TextPiece& piece : SplitPieces(text)) {
      ParseOptions options;
      options.file_name = file;
      options.first_line = piece.first_line;
      const auto names = EntryNames(piece.text, options);
      EXPECT_TRUE(names.ok()) << names.status().message();
      if (!names.ok()) continue;
      for (const std::string& name : *names) {
        options.entry = name;
        const auto parsed = ParseProgram(piece.text, options);
        if (absl::IsUnimplemented(parsed.status())) {
          const std::string message(parsed.status().message());
          const size_t what = message.find("error: ");
          ++refused[message.substr(what, message.find('\n') - what)];
          continue;
        }
        EXPECT_TRUE(parsed.ok()) << parsed.status().message();
        if (!parsed.ok()) continue;
        ++programs;
        const std::string printed = ir::Print(parsed->program);
        const auto again = ParseProgram(printed);
        EXPECT_TRUE(again.ok()) << file << ": " << again.status().message();
        if (!again.ok()) continue;
        EXPECT_EQ(ir::Print(again->program), printed) << file;
        EXPECT_EQ(ir::CanonicalText(again->program), ir::CanonicalText(parsed->program))
            << file;
      }
    }
  }
  std::cout << programs << " programs in " << files.size() << " files\n";
  for (const auto& [reason, count] : refused) {
    std::cout << "refused " << count << ": " << reason << "\n";
  }
}

}  // namespace
}  // namespace tilewright::stablehlo
