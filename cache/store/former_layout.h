// What builds from before the folders of one digit left behind: `objects/ab/`, by the
// first two digits of an entry's name. No later build looks there.
#pragma once

#include "absl/status/status.h"
#include "cache/store/directory.h"
#include "cache/store/gc.h"

namespace tilewright::cache {

// Removes the entries in at most `most_folders` of those folders, and the folders where
// nothing else is in them; adds to `report` what was removed, or would be in a dry run.
// Unavailable when the directory cannot be read.
absl::Status RemoveFormerLayout(const Directory& directory, int most_folders,
                                bool dry_run, GcReport* report);

}  // namespace tilewright::cache
