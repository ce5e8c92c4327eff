#include "jit/library/open_cache.h"

#include <optional>
#include <utility>

#include "absl/strings/str_cat.h"
#include "cache/settings/settings.h"
#include "jit/library/keys.h"
#include "support/environment.h"
#include "support/status_macros.h"

namespace tilewright::jit {

CachePlaces WithSettings(CachePlaces places) {
  if (places.shared.empty()) {
    places.shared = cache::FindSetting(cache::SettingId::kShared).value;
  }
  if (places.remote.empty()) {
    places.remote = cache::FindSetting(cache::SettingId::kRemote).value;
  }
  return places;
}

absl::StatusOr<cache::Mode> CacheModeNamed(absl::string_view name) {
  if (name.empty()) return cache::ModeFromSettings();
  const std::optional<cache::Mode> mode = cache::FindMode(name);
  if (mode.has_value()) return *mode;
  return absl::InvalidArgumentError(
      absl::StrCat("cache mode \"", name, "\": expected off, ro, rw or verify"));
}

absl::StatusOr<cache::Tiers::Options> TiersOptionsFor(
    const CachePlaces& places, std::vector<std::string>* warnings) {
  cache::Tiers::Options tiers;
  TW_ASSIGN_OR_RETURN(tiers.local, cache::ObjectStore::OptionsFromSettings());
  tiers.local.dir = places.dir;
  tiers.local.mode = places.mode;
  tiers.local.current = CompilerFields();
  absl::StatusOr<cache::TierOptions> outer =
      cache::MakeTierOptions(places.shared, places.remote);
  if (outer.ok()) {
    tiers.outer = *std::move(outer);
  } else {
    warnings->push_back(
        absl::StrCat(outer.status().message(), "; going on with the local cache only"));
  }
  return tiers;
}

absl::StatusOr<std::unique_ptr<cache::Tiers>> OpenCache(
    const CachePlaces& places, std::vector<std::string>* warnings) {
  TW_ASSIGN_OR_RETURN(const cache::Tiers::Options options,
                      TiersOptionsFor(places, warnings));
  return cache::Tiers::Open(options, warnings);
}

std::string WhyNothingIsLookedUp(cache::Mode mode) {
  if (mode == cache::Mode::kOff) return "the cache is off";
  if (!Environment("TILEWRIGHT_DUMP").empty()) {
    return "TILEWRIGHT_DUMP is set, and nothing is looked up while it is";
  }
  return "";
}

}  // namespace tilewright::jit
