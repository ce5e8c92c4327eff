// tilewright cache verify and doctor.
#include <map>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "absl/types/span.h"
#include "tools/cache/verbs.h"
#include "tools/cli/settings.h"
#include "tools/cli/table.h"
#include "tools/cli/text.h"
#include "tools/cli/values.h"

namespace tilewright::tools {
namespace {

constexpr char kVerifyExamples[] =
    "Levels: checksum reads everything; symbols also checks objects as the loader\n"
    "does; recompile also compiles again what this build made, and compares bytes.\n"
    "Examples:\n"
    "  tilewright cache verify\n"
    "  tilewright cache verify --level=recompile --repair\n"
    "  tilewright cache verify 3fa2c1 --json";
constexpr char kDoctorExamples[] =
    "Examples:\n"
    "  tilewright cache doctor\n"
    "  tilewright cache doctor --dir=/srv/cache --json";

struct VerifyArguments : CacheArguments {
  std::vector<std::string> keys;
  std::string level = "checksum";
  bool repair = false;
};

CacheVerifyOptions::Level LevelOf(const std::string& name) {
  if (name == "symbols") return CacheVerifyOptions::Level::kSymbols;
  if (name == "recompile") return CacheVerifyOptions::Level::kRecompile;
  return CacheVerifyOptions::Level::kChecksum;
}

// Why some were not compiled again, with a few of their keys.
std::string SkippedText(const std::vector<CacheProblem>& skipped) {
  constexpr size_t kNamed = 3;
  std::map<std::string, std::vector<std::string>> keys_by_reason;
  for (const CacheProblem& entry : skipped) {
    keys_by_reason[entry.what].push_back(ShortKey(entry.key));
  }
  std::string text;
  for (const auto& [reason, keys] : keys_by_reason) {
    const absl::Span<const std::string> named = absl::MakeConstSpan(keys);
    const std::string line =
        absl::StrCat("not compiled again: ", keys.size(), " ", reason, ": ",
                     absl::StrJoin(named.subspan(0, kNamed), ", "),
                     keys.size() > kNamed ? ", ..." : "");
    absl::StrAppend(&text, "  ", Wrapped(line, 4, TerminalWidth()), "\n");
  }
  return text;
}

std::string ResultText(const CacheVerification& result, const VerifyArguments& arguments,
                       double ms) {
  std::string text;
  for (const CacheProblem& problem : result.problems) {
    absl::StrAppend(&text, ShortKey(problem.key), "  ",
                    Wrapped(problem.what, 14, TerminalWidth()), "\n");
  }
  if (arguments.quiet) return text;
  absl::StrAppendFormat(&text, "%s, %s in %s",
                        CountText(result.entries, "entry", "entries"),
                        BytesText(result.bytes), DurationText(ms));
  if (arguments.level == "recompile") {
    absl::StrAppendFormat(&text, "; %d compiled again, %d could not be",
                          result.recompiled, result.skipped.size());
  }
  absl::StrAppendFormat(&text, ": %d bad", result.problems.size());
  if (arguments.repair) absl::StrAppendFormat(&text, ", %d set aside", result.repaired);
  return absl::StrCat(text, "\n", SkippedText(result.skipped));
}

ExitCode Verify(const VerifyArguments& arguments) {
  absl::StatusOr<Cache> cache =
      arguments.repair ? arguments.OpenToWrite() : arguments.Open();
  if (!cache.ok()) return ReportOpening(cache.status());
  absl::StatusOr<std::vector<std::string>> keys = FindKeys(*cache, arguments.keys);
  if (!keys.ok()) return ReportStatus(keys.status());
  CacheVerifyOptions options;
  options.level = LevelOf(arguments.level);
  options.keys = *std::move(keys);
  options.repair = arguments.repair;
  options.progress = ProgressLine("verifying", arguments.quiet);
  const Clock::time_point start = Clock::now();
  absl::StatusOr<CacheVerification> result = cache->Verify(options);
  if (!result.ok()) return ReportStatus(result.status());
  ExitCode printed;
  if (arguments.json) {
    printed = PrintJson({{"level", arguments.level},
                         {"entries", result->entries},
                         {"bytes", result->bytes},
                         {"recompiled", result->recompiled},
                         {"not_recompiled", result->skipped.size()},
                         {"skipped", ProblemsJson(result->skipped)},
                         {"repaired", result->repaired},
                         {"ms", MillisecondsSince(start)},
                         {"problems", ProblemsJson(result->problems)}});
  } else {
    printed = PrintText(ResultText(*result, arguments, MillisecondsSince(start)));
  }
  if (printed != kFine) return printed;
  return result->problems.empty() ? kFine : kFailed;
}

ExitCode Doctor(const CacheArguments& arguments) {
  const std::vector<CacheFinding> findings = ExamineCache({arguments.dir, false});
  int bad = 0;
  Json json = Json::array();
  std::string text;
  const int width = TerminalWidth();
  for (const CacheFinding& finding : findings) {
    bad += finding.good ? 0 : 1;
    json.push_back({{"good", finding.good},
                    {"what", finding.what},
                    {"detail", finding.detail},
                    {"remedy", finding.remedy}});
    if (arguments.quiet && finding.good) continue;
    absl::StrAppendFormat(&text, "%-5s %-12s %s\n", finding.good ? "ok" : "BAD",
                          finding.what, Wrapped(finding.detail, 19, width));
    if (!finding.good) {
      absl::StrAppendFormat(&text, "%19smend: %s\n", "",
                            Wrapped(finding.remedy, 25, width));
    }
  }
  if (!arguments.quiet)
    absl::StrAppend(&text, CountText(bad, "problem", "problems"), "\n");
  const ExitCode printed = arguments.json ? PrintJson(json) : PrintText(text);
  return printed != kFine ? printed : bad == 0 ? kFine : kFailed;
}

}  // namespace

Command AddCacheVerify(CLI::App* verb) {
  auto arguments = std::make_shared<VerifyArguments>();
  verb->add_option("KEY", arguments->keys, "entries (default: all)");
  verb->add_option("--level", arguments->level, "how deep (default checksum)")
      ->check(OneOf({"checksum", "symbols", "recompile"}));
  verb->add_flag("--repair", arguments->repair, "set bad entries aside, in quarantine/");
  arguments->AddTo(verb, kVerifyExamples);
  return [arguments] { return Verify(*arguments); };
}

Command AddCacheDoctor(CLI::App* verb) {
  auto arguments = std::make_shared<CacheArguments>();
  arguments->AddTo(verb, kDoctorExamples);
  return [arguments] { return Doctor(*arguments); };
}

}  // namespace tilewright::tools
