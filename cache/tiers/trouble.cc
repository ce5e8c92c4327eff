#include "cache/tiers/trouble.h"

#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"

namespace tilewright::cache {
namespace {

struct TroubleRow {
  int64_t Counters::* field;
  const char* what;
};

constexpr TroubleRow kTroubleRows[] = {
    {&Counters::damaged, "entries damaged"},
    {&Counters::forged, "entries with a forged signature"},
    {&Counters::collisions, "entries that are others"},
    {&Counters::without_mac, "entries unsigned"},
    {&Counters::other_key, "entries signed by another key"},
    {&Counters::foreign, "files refused"},
    {&Counters::read_errors, "look-ups failed"},
    {&Counters::not_asked, "not asked since it fails"},
    {&Counters::publish_errors, "entries not written"},
};

}  // namespace

std::string TroubleText(const Counters& counters) {
  std::vector<std::string> parts;
  for (const TroubleRow& row : kTroubleRows) {
    const int64_t count = counters.*row.field;
    if (count > 0) parts.push_back(absl::StrCat(count, " ", row.what));
  }
  return absl::StrJoin(parts, ", ");
}

}  // namespace tilewright::cache
