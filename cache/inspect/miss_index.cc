#include "cache/inspect/miss_index.h"

#include <set>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "cache/inspect/nearest.h"
#include "cache/store/scan.h"

namespace tilewright::cache {
namespace {

constexpr size_t kShownValue = 40;

std::string IdentityOf(const Manifest& manifest) {
  return absl::StrCat(manifest.Get("kind"), "\n", manifest.Get("program"));
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
  ForEachEntry(directory, [&](const EntryFile& file) {
    if (left_out.count(file.name) != 0) return true;
    const absl::StatusOr<EntrySummary> summary = ReadSummary(directory, file.name);
    if (summary.ok()) keys_[IdentityOf(summary->manifest)].push_back(file.name);
    return true;
  }).IgnoreError();
}

MissCause MissIndex::CauseOf(const Directory& directory, const Manifest& missed) const {
  const MissCause is_new = {
      missed.Get("kind") == "executable" ? "new program" : "new kernel", ""};
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
