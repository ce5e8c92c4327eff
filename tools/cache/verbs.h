// The verbs of `tilewright cache`, and what they share.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "CLI/App.hpp"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "nlohmann/json.hpp"
#include "tilewright/cache.h"
#include "tools/cli/commands.h"
#include "tools/cli/exit_code.h"
#include "tools/cli/print.h"

namespace tilewright::tools {

using Json = nlohmann::ordered_json;

// What every verb takes.
struct CacheArguments {
  std::string dir;
  bool json = false;
  bool quiet = false;

  void AddTo(CLI::App* verb, const char* examples);
  absl::StatusOr<Cache> Open() const;
  // To change it; it is made where it is absent and `create` says so.
  absl::StatusOr<Cache> OpenToWrite(bool create = false) const;
  // Warnings on standard error; opening does it by itself.
  static void TellSettingProblems();
};

// A problem that was found is 1, what the user wrote 2, files 3.
ExitCode ReportStatus(const absl::Status& status);
// Of opening: a directory that is refused is an error of files, too.
ExitCode ReportOpening(const absl::Status& status);

// As PrintText.
ExitCode PrintJson(const Json& json);

// Whole keys for shortened ones. The first that is ambiguous or not there.
absl::StatusOr<std::vector<std::string>> FindKeys(const Cache& cache,
                                                  const std::vector<std::string>& keys);

// "--where A,B" has both conditions: a comma begins a new one where a field and a
// sign follow.
std::vector<std::string> SplitConditions(const std::vector<std::string>& texts);
void AddWhere(CLI::App* verb, std::vector<std::string>* where);
void AddLabel(CLI::App* verb, std::string* label);

// A progress line before a terminal, but for quiet ones.
CacheProgress ProgressLine(const std::string& what, bool quiet);

// The labels whose programs the cache has saved most time, first the one that was most.
std::vector<CacheStatistics::Label> MostSaved(const CacheStatistics& statistics,
                                              size_t most);
Json JsonOf(const CacheEntry& entry);
Json ProblemsJson(const std::vector<CacheProblem>& problems);
// The first digits of a key, as tables show them.
std::string ShortKey(const std::string& key);

// Each adds its options to `verb`.
Command AddCacheInfo(CLI::App* verb);
Command AddCacheList(CLI::App* verb);
Command AddCacheShow(CLI::App* verb);
Command AddCacheAssembly(CLI::App* verb);
Command AddCacheExplain(CLI::App* verb);
Command AddCacheVerify(CLI::App* verb);
Command AddCacheStats(CLI::App* verb);
Command AddCacheCollect(CLI::App* verb);
Command AddCacheRemove(CLI::App* verb);
Command AddCacheWarm(CLI::App* verb);
Command AddCacheExport(CLI::App* verb);
Command AddCacheImport(CLI::App* verb);
Command AddCacheDoctor(CLI::App* verb);
Command AddCacheReport(CLI::App* verb);
Command AddCacheConfig(CLI::App* verb);

}  // namespace tilewright::tools
