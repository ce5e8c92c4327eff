// tilewright cache explain.
#include <sys/stat.h>

#include <cstring>
#include <map>
#include <optional>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "tools/cache/verbs.h"
#include "tools/cli/progress.h"
#include "tools/cli/settings.h"
#include "tools/cli/table.h"
#include "tools/data/load.h"

namespace tilewright::tools {
namespace {

using Outcome = CacheVerdict::Outcome;

constexpr char kExplainExamples[] =
    "Examples:\n"
    "  tilewright cache explain model.mlir                    # as `run` would compile "
    "it\n"
    "  tilewright cache explain model.mlir --numerics=ieee --target=x86-64-v3\n"
    "  tilewright cache explain 3fa2c1                        # would it be used here?\n"
    "Exit code 1 when anything misses or is refused.";

struct ExplainArguments : CacheArguments {
  std::string what;
  std::string entry;
  std::vector<int64_t> sizes;
  Settings settings;
};

const char* OutcomeText(Outcome outcome) {
  switch (outcome) {
    case Outcome::kHit:
      return "hit";
    case Outcome::kMiss:
      return "miss";
    case Outcome::kRefused:
      return "refused";
  }
  return "";
}

Json VerdictJson(const CacheVerdict& verdict) {
  Json json = {{"outcome", OutcomeText(verdict.outcome)},
               {"kind", verdict.kind},
               {"name", verdict.name},
               {"key", verdict.key},
               {"reason", verdict.reason},
               {"nearest", verdict.nearest},
               {"nearest_refusal", verdict.nearest_refusal}};
  json["differences"] = Json::array();
  for (const CacheDifference& difference : verdict.differences) {
    json["differences"].push_back({{"field", difference.field},
                                   {"theirs", difference.theirs},
                                   {"ours", difference.ours}});
  }
  json["text_difference"] = verdict.text_difference;
  return json;
}

// The manifest lines that differ. Programs are named by hashes, which tell people
// nothing: the texts' lines do, where nothing else differs that would explain them.
std::string DifferenceText(const CacheVerdict& verdict, int width) {
  std::string text;
  for (const CacheDifference& difference : verdict.differences) {
    if (difference.field == "program") continue;
    absl::StrAppend(&text, "    ", difference.field, "\n");
    // Lists have what the other one lacks, and nothing else.
    const bool is_list = difference.field == "features";
    for (const auto& [where, value] :
         {std::pair(is_list ? "only there: " : "there: ", &difference.theirs),
          std::pair(is_list ? "only here:  " : "here:  ", &difference.ours)}) {
      if (is_list && value->empty()) continue;
      const int indent = 6 + static_cast<int>(std::strlen(where));
      absl::StrAppend(&text, "      ", where,
                      Wrapped(value->empty() ? "-" : *value, indent, width), "\n");
    }
  }
  if (text.empty() && !verdict.text_difference.empty()) {
    absl::StrAppend(&text, "    program (- there, + here)\n");
    for (const std::string& line : verdict.text_difference) {
      const size_t room = width > 20 ? static_cast<size_t>(width) - 6 : line.size();
      absl::StrAppend(&text, "      ", line.substr(0, room), "\n");
    }
  }
  return text;
}

// Misses for one reason are told once.
std::string MissesText(const std::vector<CacheVerdict>& verdicts, int width) {
  std::vector<std::string> order;
  std::map<std::string, std::vector<const CacheVerdict*>> groups;
  for (const CacheVerdict& verdict : verdicts) {
    if (verdict.outcome == Outcome::kHit) continue;
    const std::string group =
        verdict.outcome == Outcome::kRefused
            ? verdict.reason
            : absl::StrCat(verdict.kind, verdict.reason, DifferenceText(verdict, 0));
    if (groups.count(group) == 0) order.push_back(group);
    groups[group].push_back(&verdict);
  }
  std::string text;
  for (const std::string& group : order) {
    const std::vector<const CacheVerdict*>& members = groups[group];
    const CacheVerdict& first = *members.front();
    std::vector<std::string> names;
    for (const CacheVerdict* verdict : members) names.push_back(verdict->name);
    absl::StrAppend(
        &text, "\n", OutcomeText(first.outcome), ": ",
        Wrapped(absl::StrCat(first.kind, " ", absl::StrJoin(names, ", ")), 2, width),
        "\n  ", Wrapped(first.reason, 2, width));
    if (!first.nearest.empty()) {
      absl::StrAppend(&text, "\n  nearest ", ShortKey(first.nearest),
                      members.size() > 1 ? absl::StrCat(" to ", first.name) : "");
      if (!first.nearest_refusal.empty()) {
        absl::StrAppend(&text, ", which would be refused here: ",
                        Wrapped(first.nearest_refusal, 2, width));
      }
    }
    absl::StrAppend(&text, "\n", DifferenceText(first, width));
  }
  return text;
}

std::string ExplanationText(const CacheExplanation& explanation, bool quiet) {
  std::map<std::string, std::map<Outcome, int>> counts;
  for (const CacheVerdict& verdict : explanation.verdicts) {
    ++counts[verdict.kind][verdict.outcome];
  }
  std::string text;
  for (const auto& [kind, outcomes] : counts) {
    std::vector<std::string> parts;
    for (const auto& [outcome, count] : outcomes) {
      parts.push_back(absl::StrCat(count, " ", OutcomeText(outcome)));
    }
    absl::StrAppend(&text, kind, ": ", absl::StrJoin(parts, ", "), "\n");
  }
  const int width = TerminalWidth();
  if (!explanation.host.empty()) {
    absl::StrAppend(&text, "not for this machine or build: ",
                    Wrapped(explanation.host, 2, width), "\n");
  }
  return quiet ? text : text + MissesText(explanation.verdicts, width);
}

bool IsFile(const std::string& path) {
  struct stat info = {};
  return ::stat(path.c_str(), &info) == 0;
}

ExitCode Explain(const ExplainArguments& arguments) {
  absl::StatusOr<Cache> cache = arguments.Open();
  if (!cache.ok()) return ReportOpening(cache.status());
  absl::StatusOr<CacheExplanation> explanation;
  if (IsFile(arguments.what)) {
    std::optional<Program> program;
    std::optional<Package> package;
    if (std::optional<Failure> failure = LoadProgram(
            arguments.what, arguments.entry, {{}, arguments.sizes}, &program, &package)) {
      return Report(*failure);
    }
    const Ticker ticker("explaining");
    explanation = cache->Explain(
        *program, arguments.settings.ToCompileOptions(NumericsOf(package)));
  } else {
    absl::StatusOr<std::vector<std::string>> keys = FindKeys(*cache, {arguments.what});
    if (!keys.ok()) {
      return Report({absl::IsInvalidArgument(keys.status()) ? kUsage : kFailed,
                     absl::StrCat(arguments.what, ": no such file, and as a key: ",
                                  keys.status().message())});
    }
    explanation = cache->ExplainEntry(keys->front());
  }
  if (!explanation.ok()) return ReportStatus(explanation.status());
  bool all_hit = explanation->host.empty();
  Json verdicts = Json::array();
  for (const CacheVerdict& verdict : explanation->verdicts) {
    all_hit = all_hit && verdict.outcome == Outcome::kHit;
    verdicts.push_back(VerdictJson(verdict));
  }
  const ExitCode printed =
      arguments.json
          ? PrintJson({{"host", explanation->host}, {"verdicts", std::move(verdicts)}})
          : PrintText(ExplanationText(*explanation, arguments.quiet));
  return printed != kFine ? printed : all_hit ? kFine : kFailed;
}

}  // namespace

Command AddCacheExplain(CLI::App* verb) {
  auto arguments = std::make_shared<ExplainArguments>();
  verb->add_option("WHAT", arguments->what, "a StableHLO file, or an entry's key")
      ->required();
  verb->add_option("--entry", arguments->entry, "the program's function (default main)");
  AddSizeOption(verb, &arguments->sizes);
  arguments->settings.AddTo(verb);
  arguments->AddTo(verb, kExplainExamples);
  return [arguments] { return Explain(*arguments); };
}

}  // namespace tilewright::tools
