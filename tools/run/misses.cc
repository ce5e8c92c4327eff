#include "tools/run/misses.h"

#include <tuple>
#include <vector>

#include "absl/strings/str_cat.h"
#include "tools/cli/table.h"
#include "tools/cli/text.h"

namespace tilewright::tools {
namespace {

struct Cause {
  std::string kind;
  std::string text;
  bool refused = false;
  int count = 0;
};

// In the order in which they came up.
std::vector<Cause> CausesOf(const std::vector<CacheMiss>& misses) {
  std::vector<Cause> causes;
  for (const CacheMiss& miss : misses) {
    Cause* known = nullptr;
    for (Cause& cause : causes) {
      if (std::tie(cause.kind, cause.text, cause.refused) ==
          std::tie(miss.kind, miss.cause, miss.refused)) {
        known = &cause;
      }
    }
    if (known == nullptr) {
      known = &causes.emplace_back(Cause{miss.kind, miss.cause, miss.refused, 0});
    }
    ++known->count;
  }
  return causes;
}

}  // namespace

std::string MissesText(const CompileReport& report) {
  constexpr int kIndent = 10;
  const int width = TerminalWidth();
  std::string text;
  for (const Cause& cause : CausesOf(report.misses)) {
    const std::string what = CountText(cause.count, cause.kind, cause.kind + "s");
    absl::StrAppend(&text, cause.refused ? "refused   " : "missed    ",
                    Wrapped(absl::StrCat(what, ": ", cause.text), kIndent, width), "\n");
  }
  for (const std::string& trouble : report.cache_troubles) {
    absl::StrAppend(&text, "trouble   ", Wrapped(trouble, kIndent, width), "\n");
  }
  return text;
}

nlohmann::ordered_json MissesJson(const CompileReport& report) {
  nlohmann::ordered_json json = nlohmann::ordered_json::array();
  for (const CacheMiss& miss : report.misses) {
    json.push_back({{"kind", miss.kind},
                    {"name", miss.name},
                    {"key", miss.key},
                    {"cause", miss.cause},
                    {"nearest", miss.nearest},
                    {"refused", miss.refused}});
  }
  return json;
}

}  // namespace tilewright::tools
