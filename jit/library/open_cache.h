// The cache that a run opens: whoever looks into it for people opens the same.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "cache/store/store.h"
#include "cache/tiers/tiers.h"

namespace tilewright::jit {

// Where a run looks entries up, as far as it was told.
struct CachePlaces {
  cache::Mode mode = cache::Mode::kReadWrite;
  std::string dir;  // "": the default
  // Further places (cache/tiers/tier_options.h).
  std::string shared;
  std::string remote;
};

// Further places that were not told are those of the settings.
CachePlaces WithSettings(CachePlaces places);

// The mode by its name; "" is the settings'. InvalidArgument for another one, with what
// there is.
absl::StatusOr<cache::Mode> CacheModeNamed(absl::string_view name);

// How Tiers are opened for `places`, key, policy and limits from the settings. Fails
// where the local directory's options are wrong; further places that are become
// `warnings`, and are left out.
absl::StatusOr<cache::Tiers::Options> TiersOptionsFor(const CachePlaces& places,
                                                      std::vector<std::string>* warnings);

// What a run of these places would use; Tiers::Open's warnings are added.
absl::StatusOr<std::unique_ptr<cache::Tiers>> OpenCache(
    const CachePlaces& places, std::vector<std::string>* warnings);

// Why a run with these places looks nothing up; "" where it does: the mode is off, or
// TILEWRIGHT_DUMP is set.
std::string WhyNothingIsLookedUp(cache::Mode mode);

}  // namespace tilewright::jit
