#include "tools/cache/verbs.h"

#include <algorithm>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "tilewright/cache_settings.h"
#include "tools/cli/progress.h"
#include "tools/cli/settings.h"
#include "tools/cli/values.h"

namespace tilewright::tools {
namespace {

// True when `text` begins with a field and a sign: "llvm=", "name!=".
bool BeginsCondition(const std::string& text) {
  size_t at = 0;
  while (at < text.size() && (absl::ascii_isalnum(static_cast<unsigned char>(text[at])) ||
                              text[at] == '_' || text[at] == '.')) {
    ++at;
  }
  return at > 0 && at < text.size() &&
         (text[at] == '=' || text.compare(at, 2, "!=") == 0);
}

}  // namespace

void CacheArguments::AddTo(CLI::App* verb, const char* examples) {
  verb->add_option("--dir,--cache-dir", dir,
                   "the cache (default: $TILEWRIGHT_CACHE_DIR or your own)")
      ->type_name("FOLDER")
      ->check([](const std::string& path) {
        return path.empty() ? std::string("an empty path") : std::string();
      });
  verb->add_flag("--json", json, "one JSON object or array instead of text");
  verb->add_flag("--quiet,-q", quiet, "only what was asked for; no progress, no summary");
  verb->footer(examples);
}

void CacheArguments::TellSettingProblems() {
  for (const std::string& problem : NewCacheSettingProblems()) {
    Report({kFine, absl::StrCat("warning: ", problem)});
  }
}

absl::StatusOr<Cache> CacheArguments::Open() const {
  TellSettingProblems();
  CacheOptions options;
  options.dir = dir;
  return Cache::Open(options);
}

absl::StatusOr<Cache> CacheArguments::OpenToWrite(bool create) const {
  TellSettingProblems();
  CacheOptions options;
  options.dir = dir;
  options.create = create;
  options.write = true;
  return Cache::Open(options);
}

ExitCode ReportStatus(const absl::Status& status) {
  ExitCode code = kInputOutput;
  if (absl::IsInvalidArgument(status)) code = kUsage;
  if (absl::IsNotFound(status) || absl::IsDataLoss(status) ||
      absl::IsPermissionDenied(status) || absl::IsFailedPrecondition(status) ||
      absl::IsUnimplemented(status)) {
    code = kFailed;
  }
  return Report({code, std::string(status.message())});
}

ExitCode ReportOpening(const absl::Status& status) {
  return Report({kInputOutput, std::string(status.message())});
}

ExitCode PrintJson(const Json& json) {
  return PrintBytes(json.dump(2, ' ', true, Json::error_handler_t::replace) + "\n");
}

absl::StatusOr<std::vector<std::string>> FindKeys(const Cache& cache,
                                                  const std::vector<std::string>& keys) {
  std::vector<std::string> whole;
  for (const std::string& key : keys) {
    absl::StatusOr<std::string> found = cache.FindKey(absl::AsciiStrToLower(key));
    if (!found.ok()) return found.status();
    whole.push_back(*std::move(found));
  }
  return whole;
}

std::vector<std::string> SplitConditions(const std::vector<std::string>& texts) {
  std::vector<std::string> conditions;
  for (const std::string& text : texts) {
    size_t begin = 0;
    for (size_t at = 0; at <= text.size(); ++at) {
      const bool ends =
          at == text.size() || (text[at] == ',' && BeginsCondition(text.substr(at + 1)));
      if (!ends) continue;
      conditions.push_back(text.substr(begin, at - begin));
      begin = at + 1;
    }
  }
  return conditions;
}

void AddWhere(CLI::App* verb, std::vector<std::string>* where) {
  verb->add_option("--where", *where,
                   "conditions that all hold: FIELD=PATTERN or FIELD!=PATTERN, with "
                   "commas between; `*` is any text")
      ->expected(1)
      ->take_all();
}

void AddLabel(CLI::App* verb, std::string* label) {
  verb->add_option("--label", *label,
                   "programs that were compiled under this label, and their kernels")
      ->check(Label());
}

CacheProgress ProgressLine(const std::string& what, bool quiet) {
  if (quiet || !BeforeTerminal()) return nullptr;
  const Clock::time_point start = Clock::now();
  auto shown = std::make_shared<Clock::time_point>(start);
  return [=](int64_t done, int64_t total) {
    const Clock::time_point now = Clock::now();
    if (done >= total) {
      ShowLine("");
    } else if (now - start > std::chrono::seconds(1) &&
               now - *shown > std::chrono::milliseconds(200)) {
      *shown = now;
      ShowLine(absl::StrCat(what, " ", done, " of ", total));
    }
  };
}

std::vector<CacheStatistics::Label> MostSaved(const CacheStatistics& statistics,
                                              size_t most) {
  std::vector<CacheStatistics::Label> labels = statistics.labels;
  std::sort(labels.begin(), labels.end(), [](const auto& a, const auto& b) {
    return a.saved_ms != b.saved_ms ? a.saved_ms > b.saved_ms : a.name < b.name;
  });
  labels.resize(std::min(labels.size(), most));
  return labels;
}

Json JsonOf(const CacheEntry& entry) {
  Json json = {{"key", entry.key},
               {"kind", entry.kind},
               {"name", entry.name},
               {"labels", entry.labels},
               {"target", entry.target},
               {"bytes", entry.bytes},
               {"created", entry.created},
               {"last_used", entry.last_used},
               {"compile_ms", entry.compile_ms},
               {"manifest", entry.manifest}};
  if (!entry.problem.empty()) json["problem"] = entry.problem;
  return json;
}

Json ProblemsJson(const std::vector<CacheProblem>& problems) {
  Json json = Json::array();
  for (const CacheProblem& problem : problems) {
    json.push_back({{"key", problem.key}, {"what", problem.what}});
  }
  return json;
}

std::string ShortKey(const std::string& key) { return key.substr(0, 12); }

}  // namespace tilewright::tools
