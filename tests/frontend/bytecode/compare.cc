// Reads names from its input, one a line: NAME.mlirbc is an artifact, NAME.mlir the text
// that somebody else made of it. Says of which of them the programs differ, and how many
// were compared. portable_artifacts.py runs it.
#include <algorithm>
#include <iostream>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/string_view.h"
#include "frontend/read_program.h"
#include "ir/location.h"
#include "ir/print.h"
#include "support/files.h"

namespace tilewright {
namespace {

absl::StatusOr<stablehlo::ParsedProgram> Read(const std::string& path) {
  absl::StatusOr<std::string> bytes = ReadFile(path);
  if (!bytes.ok()) return bytes.status();
  stablehlo::ParseOptions options;
  options.file_name = "program";
  return frontend::ReadProgram(*bytes, options);
}

void AppendPlaces(const ir::Program& program, const ir::Region& region,
                  std::vector<std::string>* places) {
  for (const ir::Operation& operation : region.operations) {
    places->push_back(LocationText(program.files, operation.location));
    for (const ir::Region& inner : operation.regions) {
      AppendPlaces(program, inner, places);
    }
  }
}

// Where an operation comes from in the one and not in the other. What the text does not
// tell (its short forms leave some out) is a place in itself there.
std::string PlacesDifference(const ir::Program& bytes, const ir::Program& text) {
  std::vector<std::string> places, told;
  AppendPlaces(bytes, bytes.body, &places);
  AppendPlaces(text, text.body, &told);
  for (size_t i = 0; i < told.size(); ++i) {
    if (told[i].substr(0, 8) == "program:" || told[i] == places[i]) continue;
    return absl::StrCat(places[i], " | ", told[i]);
  }
  return "";
}

std::string FirstDifference(const std::string& a, const std::string& b) {
  const std::vector<std::string> lines = absl::StrSplit(a, '\n');
  const std::vector<std::string> others = absl::StrSplit(b, '\n');
  for (size_t i = 0; i < std::max(lines.size(), others.size()); ++i) {
    const std::string line = i < lines.size() ? lines[i] : "(nothing)";
    const std::string other = i < others.size() ? others[i] : "(nothing)";
    if (line == other) continue;
    return absl::StrCat(line.substr(0, 300), " | ", other.substr(0, 300));
  }
  return "";
}

std::string FirstLine(const absl::Status& status) {
  return absl::StrCat(absl::StatusCodeToString(status.code()), " ",
                      std::string(status.message().substr(0, 300)));
}

// "" where the programs are equal, or both are refused alike.
std::string Difference(const std::string& name, bool* refused) {
  const auto bytes = Read(absl::StrCat(name, ".mlirbc"));
  const auto text = Read(absl::StrCat(name, ".mlir"));
  *refused = !bytes.ok() && !text.ok();
  if (bytes.ok() != text.ok() || *refused) {
    if (*refused && bytes.status().code() == text.status().code()) return "";
    return absl::StrCat("bytes: ", bytes.ok() ? "fine" : FirstLine(bytes.status()),
                        "; text: ", text.ok() ? "fine" : FirstLine(text.status()));
  }
  const std::string difference =
      FirstDifference(CanonicalText(bytes->program), CanonicalText(text->program));
  if (!difference.empty()) return difference;
  if (Print(bytes->program) != Print(text->program)) return "printed text differs";
  if (bytes->expectations.size() != text->expectations.size()) return "expectations";
  return PlacesDifference(bytes->program, text->program);
}

int Compare() {
  int compared = 0;
  int refused = 0;
  int different = 0;
  for (std::string name; std::getline(std::cin, name);) {
    bool both_refused = false;
    std::string difference = Difference(name, &both_refused);
    for (char& c : difference) c = c == '\n' ? ' ' : c;
    ++compared;
    if (both_refused) ++refused;
    if (difference.empty()) continue;
    ++different;
    std::cout << name << '\t' << difference << '\n';
  }
  std::cout << compared << " artifacts compared, " << different << " differ, " << refused
            << " refused in both forms\n";
  return different == 0 ? 0 : 1;
}

}  // namespace
}  // namespace tilewright

int main() { return tilewright::Compare(); }
