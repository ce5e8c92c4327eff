// What users choose about the compilation cache: in the environment, else in a file of
// settings, else by default.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "absl/status/status.h"
#include "tilewright/export.h"

namespace tilewright {

struct CacheSetting {
  std::string name;      // "max-size"
  std::string variable;  // that goes before the file: "TILEWRIGHT_CACHE_MAX_BYTES"
  std::string value;     // that counts, as people may see it: without passwords
  std::string source;    // "default", "file", "environment"
  std::string what;      // one line of explanation
  std::string problem;   // why the value means nothing; "" when it does
};

// All there are.
TILEWRIGHT_EXPORT std::vector<CacheSetting> CacheSettings();

// TILEWRIGHT_CACHE_CONFIG, else $XDG_CONFIG_HOME/tilewright/cache.conf, else
// ~/.config/tilewright/cache.conf. It need not be there.
TILEWRIGHT_EXPORT std::string CacheSettingsFile();

// Keeps a setting in the file. InvalidArgument, with what is expected, for a value that
// means nothing and for a name that there is not; FailedPrecondition for a file that
// others may write to; others as the system says.
TILEWRIGHT_EXPORT absl::Status KeepCacheSetting(std::string_view name,
                                                std::string_view value);
// Takes it out of the file.
TILEWRIGHT_EXPORT absl::Status ForgetCacheSetting(std::string_view name);

// InvalidArgument, with what is expected, for what CompileOptions::label cannot be.
TILEWRIGHT_EXPORT absl::Status CheckCacheLabel(std::string_view label);

// What is set and means nothing, and was not told before in this process: sentences.
TILEWRIGHT_EXPORT std::vector<std::string> NewCacheSettingProblems();

}  // namespace tilewright
