#include "tools/cache/explain_text.h"

#include <algorithm>
#include <cstring>
#include <map>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "tools/cli/table.h"
#include "tools/cli/text.h"

namespace tilewright::tools {
namespace {

using Outcome = CacheVerdict::Outcome;

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

// Whether the cache knows neither this program nor one that it is a change of.
bool IsNew(const CacheExplanation& explanation) {
  constexpr double kAlike = 0.5;
  if (explanation.verdicts.empty()) return false;
  const CacheVerdict& program = explanation.verdicts.front();
  if (program.kind != "executable" || program.outcome != Outcome::kMiss) return false;
  const bool is_other = std::any_of(
      program.differences.begin(), program.differences.end(),
      [](const CacheDifference& difference) { return difference.field == "program"; });
  return program.nearest.empty() ? program.looked_up
                                 : is_other && program.likeness < kAlike;
}

int CountOf(const CacheExplanation& explanation, const std::string& kind,
            Outcome outcome) {
  return static_cast<int>(
      std::count_if(explanation.verdicts.begin(), explanation.verdicts.end(),
                    [&](const CacheVerdict& verdict) {
                      return verdict.kind == kind && verdict.outcome == outcome;
                    }));
}

// In a few words, equal for what has one cause.
std::string CauseOf(const CacheExplanation& explanation, const CacheVerdict& verdict) {
  if (verdict.outcome == Outcome::kRefused) return verdict.reason;
  if (IsNew(explanation)) return "new program";
  if (!verdict.looked_up || verdict.nearest.empty()) return verdict.reason;
  std::vector<std::string> parts;
  bool is_other = false;
  for (const CacheDifference& difference : verdict.differences) {
    is_other = is_other || difference.field == "program";
    parts.push_back(difference.field);
  }
  if (is_other) {
    return verdict.kind == "executable" ? "changed program" : "new kernel";
  }
  return absl::StrCat("other ", absl::StrJoin(parts, ", "));
}

std::string NewText(const CacheExplanation& explanation) {
  const int found = CountOf(explanation, "kernel", Outcome::kHit);
  const int kernels = static_cast<int>(explanation.verdicts.size()) - 1;
  return absl::StrCat("new: the cache has never seen this program; ", found, " of its ",
                      CountText(kernels, "kernel", "kernels"),
                      found == 1 ? " is" : " are", " there\n");
}

}  // namespace

bool AllHit(const CacheExplanation& explanation) {
  return explanation.host.empty() &&
         std::all_of(explanation.verdicts.begin(), explanation.verdicts.end(),
                     [](const CacheVerdict& verdict) {
                       return verdict.outcome == Outcome::kHit;
                     });
}

Json VerdictJson(const CacheVerdict& verdict) {
  Json json = {{"outcome", OutcomeText(verdict.outcome)},
               {"kind", verdict.kind},
               {"name", verdict.name},
               {"key", verdict.key},
               {"reason", verdict.reason},
               {"nearest", verdict.nearest},
               {"likeness", verdict.likeness},
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

std::string ExplanationText(const CacheExplanation& explanation, bool quiet) {
  const int width = TerminalWidth();
  std::string text;
  if (IsNew(explanation)) {
    text = NewText(explanation);
  } else {
    for (const char* const kind : {"executable", "kernel"}) {
      std::vector<std::string> parts;
      for (const Outcome outcome : {Outcome::kHit, Outcome::kMiss, Outcome::kRefused}) {
        const int count = CountOf(explanation, kind, outcome);
        if (count > 0) parts.push_back(absl::StrCat(count, " ", OutcomeText(outcome)));
      }
      if (parts.empty()) continue;
      absl::StrAppend(&text, kind, ": ", absl::StrJoin(parts, ", "), "\n");
    }
  }
  if (!explanation.host.empty()) {
    absl::StrAppend(&text, "not for this machine or build: ",
                    Wrapped(explanation.host, 2, width), "\n");
  }
  if (quiet || IsNew(explanation)) return text;
  return text + MissesText(explanation.verdicts, width);
}

std::string CausesText(const std::vector<ExplainedProgram>& programs) {
  Table table(
      {{"PROGRAM", false, true}, {"HIT", true}, {"MISS", true}, {"CAUSE", false, true}});
  // Of causes: programs and things that miss.
  std::map<std::string, std::pair<int, int>> causes;
  for (const ExplainedProgram& program : programs) {
    std::map<std::string, int> own;
    int hits = 0;
    int misses = 0;
    for (const CacheVerdict& verdict : program.explanation.verdicts) {
      if (verdict.outcome == Outcome::kHit) {
        ++hits;
        continue;
      }
      ++misses;
      ++own[CauseOf(program.explanation, verdict)];
    }
    std::vector<std::string> words;
    for (const auto& [cause, count] : own) {
      words.push_back(cause);
      ++causes[cause].first;
      causes[cause].second += count;
    }
    if (!program.failure.empty()) words = {program.failure};
    table.Add({program.file, absl::StrCat(hits), absl::StrCat(misses),
               absl::StrJoin(words, "; ")});
  }
  std::string text = table.empty() ? "" : table.Text(TerminalWidth());
  absl::StrAppend(
      &text, CountText(static_cast<int64_t>(programs.size()), "program", "programs"));
  for (const auto& [cause, counts] : causes) {
    absl::StrAppend(&text, "\n  ",
                    Wrapped(absl::StrCat(cause, ": ", counts.second, " in ",
                                         CountText(counts.first, "program", "programs")),
                            4, TerminalWidth()));
  }
  return text + "\n";
}

}  // namespace tilewright::tools
