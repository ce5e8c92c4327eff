// The cache's entries by condition and order.
#include <algorithm>
#include <atomic>
#include <iterator>
#include <limits>
#include <mutex>
#include <set>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "api/cache_impl.h"
#include "cache/inspect/query.h"
#include "jit/library/keys.h"
#include "jit/library/manifest_facts.h"
#include "support/on_threads.h"
#include "support/status_macros.h"
#include "tilewright/cache.h"

namespace tilewright {
namespace api {

EntryReader::EntryReader(const cache::Directory& directory) : directory_(directory) {
  for (const auto& [field, value] : jit::Target().Fields()) {
    target_fields_.push_back(field);
  }
}

const std::string& EntryReader::TargetName(const cache::Manifest& manifest) {
  std::string fields;
  for (const std::string& field : target_fields_) {
    absl::StrAppend(&fields, manifest.Get(field), "\n");
  }
  const auto [place, is_new] = target_names_.try_emplace(std::move(fields));
  if (is_new) {
    const absl::StatusOr<jit::Target> target = jit::TargetOf(manifest);
    if (target.ok()) place->second = target->name;
  }
  return place->second;
}

CacheEntry EntryReader::Read(const cache::EntryFile& file) {
  CacheEntry entry;
  entry.key = file.name;
  entry.bytes = file.bytes;
  entry.last_used = file.last_used;
  absl::StatusOr<cache::EntrySummary> summary = cache::ReadSummary(directory_, file.name);
  if (!summary.ok()) {
    entry.problem = std::string(summary.status().message());
    return entry;
  }
  entry.kind = summary->manifest.Get("kind");
  entry.target = TargetName(summary->manifest);
  entry.name = std::move(summary->profile.name);
  entry.labels = std::move(summary->profile.labels);
  entry.created = summary->profile.created;
  entry.compile_ms = static_cast<double>(summary->profile.compile_us()) / 1000;
  entry.manifest = summary->manifest.fields();
  return entry;
}

}  // namespace api

namespace {

using cache::Condition;

// Fields that conditions may name besides the manifest's.
std::string FieldOf(const CacheEntry& entry, const std::string& field) {
  if (field == "key") return entry.key;
  if (field == "kind") return entry.kind;
  if (field == "name") return entry.name;
  if (field == "target") return entry.target;
  const auto found = entry.manifest.find(field);
  return found == entry.manifest.end() ? "" : found->second;
}

std::set<std::string> KnownFields() {
  std::set<std::string> fields = {"key",   "kind",   "name",
                                  "label", "target", "llvm_options"};
  const cache::Manifest plan = jit::PlanManifest({}, "", {});
  for (const auto& [field, value] : plan.fields()) fields.insert(field);
  return fields;
}

absl::StatusOr<std::vector<Condition>> ParseConditions(
    const std::vector<std::string>& texts) {
  std::vector<Condition> conditions;
  for (const std::string& text : texts) {
    TW_ASSIGN_OR_RETURN(Condition condition, Condition::Parse(text));
    const std::set<std::string> known = KnownFields();
    if (known.count(condition.field) == 0 &&
        !absl::StartsWith(condition.field, "option.")) {
      return absl::InvalidArgumentError(
          absl::StrCat("condition \"", text, "\": no field ", condition.field,
                       "; there are ", absl::StrJoin(known, ", ")));
    }
    conditions.push_back(std::move(condition));
  }
  return conditions;
}

bool Matches(const CacheEntry& entry, const std::vector<Condition>& conditions) {
  return std::all_of(conditions.begin(), conditions.end(), [&](const Condition& c) {
    if (c.field != "label") return c.Holds(FieldOf(entry, c.field));
    const auto holds = [&](const std::string& label) { return c.Holds(label); };
    if (entry.labels.empty()) return c.Holds("");
    return c.equal ? std::any_of(entry.labels.begin(), entry.labels.end(), holds)
                   : std::all_of(entry.labels.begin(), entry.labels.end(), holds);
  });
}

struct Order {
  absl::string_view name;
  bool needs_summary;
  bool (*before)(const CacheEntry&, const CacheEntry&);
};
constexpr Order kOrders[] = {
    {"used", false,
     [](const CacheEntry& a, const CacheEntry& b) { return a.last_used > b.last_used; }},
    {"size", false,
     [](const CacheEntry& a, const CacheEntry& b) { return a.bytes > b.bytes; }},
    {"age", true,
     [](const CacheEntry& a, const CacheEntry& b) { return a.created < b.created; }},
    {"compile-ms", true,
     [](const CacheEntry& a, const CacheEntry& b) {
       return a.compile_ms > b.compile_ms;
     }},
    {"name", true,
     [](const CacheEntry& a, const CacheEntry& b) { return a.name < b.name; }},
};

absl::StatusOr<const Order*> FindOrder(const std::string& name) {
  std::vector<absl::string_view> names;
  for (const Order& order : kOrders) {
    if (order.name == name) return &order;
    names.push_back(order.name);
  }
  return absl::InvalidArgumentError(
      absl::StrCat("order \"", name, "\": there are ", absl::StrJoin(names, ", ")));
}

void SortAndCut(const Order& order, int64_t limit, std::vector<CacheEntry>* entries) {
  const auto before = [&](const CacheEntry& a, const CacheEntry& b) {
    if (order.before(a, b)) return true;
    if (order.before(b, a)) return false;
    return a.key < b.key;
  };
  const size_t shown = limit <= 0 ? entries->size()
                                  : std::min(entries->size(), static_cast<size_t>(limit));
  std::partial_sort(entries->begin(), entries->begin() + static_cast<int64_t>(shown),
                    entries->end(), before);
  entries->resize(shown);
}

}  // namespace

absl::StatusOr<std::vector<CacheEntry>> Cache::List(const CacheQuery& query) const {
  TW_ASSIGN_OR_RETURN(const std::vector<Condition> conditions,
                      ParseConditions(query.where));
  TW_ASSIGN_OR_RETURN(const Order* const order, FindOrder(query.sort));
  const cache::Directory& directory = *impl_->directory;
  std::set<std::string> labelled;
  if (!query.label.empty()) {
    TW_ASSIGN_OR_RETURN(labelled, api::KeysOfLabels(*impl_, {query.label}));
  }
  // However many there are, not many more than are asked for are kept.
  const size_t most = query.limit > 0 ? static_cast<size_t>(query.limit) * 2 + 1000
                                      : std::numeric_limits<size_t>::max();
  // Entries are looked into only where an order or a condition asks for it, and
  // otherwise when it is known which are shown.
  const bool summaries_first = order->needs_summary || !conditions.empty();
  std::atomic<int> next_shard{0};
  std::mutex mutex;
  std::vector<CacheEntry> entries;  // guarded by mutex
  absl::Status failure;             // guarded by mutex
  // More of them would wait for the disk.
  RunOnThreads(std::min(ProcessorCount(), 4), [&] {
    api::EntryReader reader(directory);
    std::vector<CacheEntry> found;
    absl::Status status;
    for (int shard = next_shard.fetch_add(1); shard < cache::kShards && status.ok();
         shard = next_shard.fetch_add(1)) {
      status.Update(
          cache::ForEachEntryOf(directory, shard, [&](const cache::EntryFile& file) {
            if (!query.label.empty() && labelled.count(file.name) == 0) return true;
            CacheEntry entry;
            if (summaries_first) {
              entry = reader.Read(file);
            } else {
              entry.key = file.name;
              entry.bytes = file.bytes;
              entry.last_used = file.last_used;
            }
            if (Matches(entry, conditions)) found.push_back(std::move(entry));
            if (found.size() > most) SortAndCut(*order, query.limit, &found);
            return true;
          }));
    }
    const std::lock_guard<std::mutex> lock(mutex);
    std::move(found.begin(), found.end(), std::back_inserter(entries));
    failure.Update(status);
  });
  TW_RETURN_IF_ERROR(failure);
  SortAndCut(*order, query.limit, &entries);
  if (summaries_first) return entries;
  api::EntryReader reader(directory);
  for (CacheEntry& entry : entries) {
    entry = reader.Read({entry.key, entry.bytes, entry.last_used});
  }
  return entries;
}

}  // namespace tilewright
