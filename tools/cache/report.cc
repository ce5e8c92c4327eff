// tilewright cache report.
#include <ctime>

#include "tools/cache/page.h"
#include "tools/cache/verbs.h"
#include "tools/cli/progress.h"

namespace tilewright::tools {
namespace {

constexpr char kReportExamples[] =
    "Examples:\n"
    "  tilewright cache report --html=cache.html\n"
    "  tilewright cache report --html=- --dir=/srv/cache > cache.html";

struct ReportArguments : CacheArguments {
  std::string html;
};

ExitCode WritePage(const ReportArguments& arguments) {
  absl::StatusOr<Cache> cache = arguments.Open();
  if (!cache.ok()) return ReportOpening(cache.status());
  PageFacts facts;
  facts.now = std::time(nullptr);
  {
    const Ticker ticker("looking through the cache");
    absl::StatusOr<CacheInfo> info = cache->Info();
    if (!info.ok()) return ReportStatus(info.status());
    absl::StatusOr<CacheStatistics> statistics = cache->Statistics();
    if (!statistics.ok()) return ReportStatus(statistics.status());
    absl::StatusOr<std::vector<CacheEntry>> entries = cache->List({});
    if (!entries.ok()) return ReportStatus(entries.status());
    facts.info = *std::move(info);
    facts.statistics = *std::move(statistics);
    facts.entries = *std::move(entries);
  }
  const std::string page = CachePage(facts);
  const ExitCode written = WriteResult(arguments.html, page);
  if (written != kFine || IsStandardOutput(arguments.html)) return written;
  if (arguments.json)
    return PrintJson({{"file", arguments.html}, {"bytes", page.size()}});
  return arguments.quiet ? kFine : PrintText(arguments.html + "\n");
}

}  // namespace

Command AddCacheReport(CLI::App* verb) {
  auto arguments = std::make_shared<ReportArguments>();
  verb->add_option("--html", arguments->html, "the file to write; - for standard output")
      ->required();
  arguments->AddTo(verb, kReportExamples);
  return [arguments] { return WritePage(*arguments); };
}

}  // namespace tilewright::tools
