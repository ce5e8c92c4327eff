#include "cache/inspect/miss_index.h"

#include <set>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/strip.h"
#include "cache/inspect/nearest.h"
#include "cache/store/scan.h"

namespace tilewright::cache {
namespace {

constexpr size_t kShownValue = 40;

std::string Identity(absl::string_view kind, absl::string_view program) {
  return absl::StrCat(kind, "\n", program);
}

std::string IdentityOf(const Manifest& manifest) {
  return Identity(manifest.Get("kind"), manifest.Get("program"));
}

// The value of a field in a manifest's text, which nothing has to be unescaped in.
absl::string_view FieldIn(absl::string_view text, absl::string_view field) {
  while (!text.empty()) {
    const size_t end = text.find('\n');
    absl::string_view line = text.substr(0, end);
    if (absl::ConsumePrefix(&line, field) && absl::ConsumePrefix(&line, "=")) return line;
    if (end == absl::string_view::npos) break;
    text.remove_prefix(end + 1);
  }
  return "";
}

}  // namespace

std::string DifferenceText(const Manifest& theirs, const Manifest& ours) {
  std::vector<std::string> parts;
  for (const FieldDifference& difference : CompareFields(theirs, ours)) {
    const bool is_short =
        difference.theirs.size() <= kShownValue && difference.ours.size() <= kShownValue;
    const auto shown = [](const std::string& value) {
      return value.empty() ? std::string("nothing") : value;
    };
    parts.push_back(is_short
                        ? absl::StrCat(difference.field, " is ", shown(difference.ours),
                                       " here, ", shown(difference.theirs), " there")
                        : absl::StrCat(difference.field, " differs"));
  }
  return absl::StrJoin(parts, "; ");
}

std::vector<MissCause> MissIndex::Explain(const Directory& directory,
                                          const std::vector<Manifest>& missed) {
  const std::lock_guard<std::mutex> lock(mutex_);
  if (!is_read_) Read(directory, missed);
  is_read_ = true;
  std::vector<MissCause> causes;
  for (const Manifest& one : missed) causes.push_back(CauseOf(directory, one));
  for (const Manifest& one : missed) keys_[IdentityOf(one)].push_back(one.Name());
  return causes;
}

void MissIndex::Read(const Directory& directory, const std::vector<Manifest>& but) {
  std::set<std::string> left_out;
  for (const Manifest& one : but) left_out.insert(one.Name());
  // What cannot be read explains nothing.
  size_t read = 0;
  ForEachName(directory, [&](const std::string& name) {
    if (left_out.count(name) != 0) return true;
    is_whole_ = read < most_read_;
    if (!is_whole_) return false;
    ++read;
    const absl::StatusOr<std::string> text = ReadManifestText(directory, name);
    if (!text.ok()) return true;
    keys_[Identity(FieldIn(*text, "kind"), FieldIn(*text, "program"))].push_back(name);
    return true;
  }).IgnoreError();
}

MissCause MissIndex::CauseOf(const Directory& directory, const Manifest& missed) const {
  MissCause is_new = {missed.Get("kind") == "executable" ? "new program" : "new kernel",
                      ""};
  if (!is_whole_) {
    absl::StrAppend(&is_new.text, " to the ", most_read_,
                    " entries of the cache that were looked at");
  }
  const auto same = keys_.find(IdentityOf(missed));
  if (same == keys_.end()) return is_new;
  size_t fewest = 0;
  MissCause cause = is_new;
  for (const std::string& key : same->second) {
    const absl::StatusOr<EntrySummary> summary = ReadSummary(directory, key);
    if (!summary.ok()) continue;
    const size_t differences = CompareFields(summary->manifest, missed).size();
    if (!cause.nearest.empty() && differences >= fewest) continue;
    fewest = differences;
    cause = {
        differences == 0 ? "it was removed" : DifferenceText(summary->manifest, missed),
        key};
  }
  return cause;
}

}  // namespace tilewright::cache
