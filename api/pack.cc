#include "api/pack.h"

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/strip.h"
#include "api/pack_templates.h"

namespace tilewright::api {
namespace {

// Tokens in flight, from one to a long sequence.
constexpr int64_t kRows[] = {1, 128, 512, 2048};
// Ends the names of templates that are for one row only, where JAX makes something else
// of it than of several.
constexpr absl::string_view kOneRow = "_one";
// Widths of models.
constexpr int64_t kColumns[] = {768, 1024, 4096};
// Weights of attention and feed-forward layers of such models: K, N.
constexpr int64_t kWeights[][2] = {{768, 768},   {768, 3072},  {3072, 768}, {1024, 1024},
                                   {1024, 4096}, {4096, 1024}, {4096, 4096}};

struct Size {
  absl::string_view name;  // as in templates, without the $
  int64_t value;
};

std::string Instance(absl::string_view text, const std::vector<Size>& sizes) {
  std::vector<std::pair<std::string, std::string>> replacements;
  for (const Size& size : sizes) {
    replacements.emplace_back(absl::StrCat("$", size.name, "e"),
                              absl::StrFormat("%e", static_cast<double>(size.value)));
    replacements.emplace_back(absl::StrCat("$", size.name), absl::StrCat(size.value));
  }
  // Of two that match, the longer is taken.
  return absl::StrReplaceAll(text, replacements);
}

bool HasOneRow(absl::string_view name) {
  for (const PackTemplate& pack : PackTemplates()) {
    if (pack.name == absl::StrCat(name, kOneRow)) return true;
  }
  return false;
}

void AddInstances(absl::string_view name, absl::string_view text, int64_t rows,
                  std::vector<PackProgram>* programs) {
  if (text.find("$K") == absl::string_view::npos) {
    for (int64_t columns : kColumns) {
      programs->push_back({absl::StrCat(name, " ", rows, "x", columns),
                           Instance(text, {{"R", rows}, {"C", columns}})});
    }
    return;
  }
  for (const auto& [k, n] : kWeights) {
    programs->push_back({absl::StrCat(name, " ", rows, "x", k, "x", n),
                         Instance(text, {{"M", rows}, {"K", k}, {"N", n}})});
  }
}

}  // namespace

std::vector<PackProgram> PackPrograms() {
  std::vector<PackProgram> programs;
  for (const PackTemplate& pack : PackTemplates()) {
    const bool is_for_one_row = absl::EndsWith(pack.name, kOneRow);
    const absl::string_view name = absl::StripSuffix(pack.name, kOneRow);
    for (int64_t rows : kRows) {
      const bool is_its_row = is_for_one_row ? rows == 1 : rows > 1 || !HasOneRow(name);
      if (is_its_row) AddInstances(name, pack.text, rows, &programs);
    }
  }
  return programs;
}

}  // namespace tilewright::api
