#include "tools/cli/values.h"

#include <algorithm>
#include <cmath>
#include <functional>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "tilewright/cache_settings.h"
#include "tilewright/compile.h"
#include "tools/cli/nearest.h"

namespace tilewright::tools {
namespace {

CLI::Validator Number(const std::string& what, std::function<bool(double)> fits) {
  return CLI::Validator(
      [what, fits = std::move(fits)](const std::string& text) {
        double value = 0;
        const bool read = absl::SimpleAtod(text, &value) && std::isfinite(value);
        return read && fits(value) ? std::string()
                                   : absl::StrCat("'", text, "' is no ", what);
      },
      "");
}

}  // namespace

CLI::Validator OneOf(const std::vector<std::string>& words) {
  return CLI::Validator(
      [words](const std::string& word) {
        if (std::find(words.begin(), words.end(), word) != words.end())
          return std::string();
        return absl::StrCat("'", word, "' is none of ", absl::StrJoin(words, ", "),
                            DidYouMean(word, words));
      },
      absl::StrCat("{", absl::StrJoin(words, ","), "}"));
}

CLI::Validator TargetName() {
  const std::vector<std::string> names = TargetNames();
  return CLI::Validator(
      [names](const std::string& name) {
        const auto facts = DescribeTarget(name);
        if (facts.status().code() != absl::StatusCode::kInvalidArgument) {
          return std::string();
        }
        return absl::StrCat(facts.status().message(), DidYouMean(name, names));
      },
      absl::StrCat("{", absl::StrJoin(names, ","), "}[:PROCESSOR]"));
}

CLI::Validator WholeNumber(int64_t low, int64_t high) {
  return CLI::Validator(
      [low, high](const std::string& text) {
        int64_t value = 0;
        const bool fits = absl::SimpleAtoi(text, &value) && value >= low && value <= high;
        return fits ? std::string()
                    : absl::StrCat("'", text, "' is no whole number from ", low, " to ",
                                   high);
      },
      "");
}

CLI::Validator NotNegative() {
  return Number("number of at least 0", [](double value) { return value >= 0; });
}

CLI::Validator Label() {
  return CLI::Validator(
      [](const std::string& text) {
        const absl::Status status = CheckCacheLabel(text);
        return std::string(status.message());
      },
      "");
}

CLI::Validator Duration() {
  return Number("number above 0", [](double value) { return value > 0; });
}

}  // namespace tilewright::tools
