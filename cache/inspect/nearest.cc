#include "cache/inspect/nearest.h"

#include <algorithm>
#include <cstdlib>
#include <set>
#include <tuple>

#include "absl/strings/numbers.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "cache/inspect/text_difference.h"

namespace tilewright::cache {
namespace {

// Texts that are read for one missing thing.
constexpr size_t kMaxRead = 8;

constexpr char kKind[] = "kind";
constexpr char kProgram[] = "program";

// "dot_general.3" is an instance of "dot_general".
std::string OperationOf(absl::string_view name) {
  return std::string(name.substr(0, name.rfind('.')));
}

// A program's identity ends in the length of its text (ContentName in support/hash.h).
int64_t LengthOf(const Manifest& manifest) {
  const std::string& identity = manifest.Get(kProgram);
  int64_t length = 0;
  const size_t at = identity.find_last_of(".-");
  if (at == std::string::npos) return 0;
  return absl::SimpleAtoi(identity.substr(at + 1), &length) ? length : 0;
}

std::vector<std::string> Items(const std::string& list) {
  return absl::StrSplit(list, ',', absl::SkipEmpty());
}

// The items of `list` that `other` lacks.
std::string Only(const std::string& list, const std::string& other) {
  const std::vector<std::string> there = Items(other);
  const std::set<std::string> known(there.begin(), there.end());
  std::vector<std::string> only;
  for (const std::string& item : Items(list)) {
    if (known.count(item) == 0) only.push_back(item);
  }
  return absl::StrJoin(only, ",");
}

}  // namespace

std::vector<FieldDifference> CompareFields(const Manifest& theirs, const Manifest& ours) {
  std::set<std::string> fields;
  for (const auto& [field, value] : theirs.fields()) fields.insert(field);
  for (const auto& [field, value] : ours.fields()) fields.insert(field);
  std::vector<FieldDifference> differences;
  for (const std::string& field : fields) {
    const std::string& a = theirs.Get(field);
    const std::string& b = ours.Get(field);
    if (a == b) continue;
    const bool lists =
        a.find(',') != std::string::npos || b.find(',') != std::string::npos;
    differences.push_back({field, lists ? Only(a, b) : a, lists ? Only(b, a) : b});
  }
  return differences;
}

NearestEntries::NearestEntries(std::vector<Missing> missing) {
  for (Missing& one : missing) {
    Wanted wanted;
    wanted.operation = OperationOf(one.name);
    wanted.length = LengthOf(one.manifest);
    wanted.missing = std::move(one);
    wanted_.push_back(std::move(wanted));
  }
}

void NearestEntries::Add(const std::string& key, const Manifest& manifest,
                         absl::string_view name, int64_t last_used) {
  const std::string operation = OperationOf(name);
  const int64_t length = LengthOf(manifest);
  const auto rank = [](const Candidate& c) {
    return std::make_tuple(c.distance, c.differences, -c.last_used);
  };
  for (Wanted& wanted : wanted_) {
    const Manifest& ours = wanted.missing.manifest;
    if (manifest.Get(kKind) != ours.Get(kKind)) continue;
    Candidate candidate{key, {}, last_used, 0, 0};
    if (manifest.Get(kProgram) == ours.Get(kProgram)) {
      candidate.differences = CompareFields(manifest, ours).size();
      if (wanted.same.empty() || rank(candidate) < rank(wanted.same[0])) {
        candidate.manifest = manifest;
        wanted.same.assign(1, std::move(candidate));
      }
      continue;
    }
    // A kernel of another operation is further away than any length is.
    candidate.distance = std::abs(length - wanted.length) +
                         (operation == wanted.operation ? 0 : int64_t{1} << 40);
    std::vector<Candidate>& others = wanted.others;
    const bool full = others.size() >= kMaxRead;
    if (full && candidate.distance > others.back().distance) continue;
    candidate.differences = CompareFields(manifest, ours).size();
    if (full && rank(candidate) >= rank(others.back())) continue;
    candidate.manifest = manifest;
    if (full) others.pop_back();
    others.insert(std::upper_bound(others.begin(), others.end(), candidate,
                                   [&](const Candidate& a, const Candidate& b) {
                                     return rank(a) < rank(b);
                                   }),
                  std::move(candidate));
  }
}

std::vector<NearestEntries::Nearest> NearestEntries::Find(
    const std::function<std::string(const std::string&)>& read) {
  std::vector<Nearest> found;
  for (Wanted& wanted : wanted_) {
    Nearest best;
    if (!wanted.same.empty()) {
      best = {wanted.same[0].key, wanted.same[0].manifest, wanted.missing.text, 1};
      found.push_back(std::move(best));
      continue;
    }
    double best_likeness = -1;
    for (const Candidate& candidate : wanted.others) {
      std::string text = read(candidate.key);
      const double likeness = Similarity(text, wanted.missing.text);
      if (likeness <= best_likeness) continue;  // the first of equals has the best rank
      best_likeness = likeness;
      best = {candidate.key, candidate.manifest, std::move(text), likeness};
    }
    found.push_back(std::move(best));
  }
  return found;
}

}  // namespace tilewright::cache
