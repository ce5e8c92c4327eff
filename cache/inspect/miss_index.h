// Why entries were missed, in a few words each.
#pragma once

#include <map>
#include <mutex>
#include <string>
#include <vector>

#include "cache/format/manifest.h"
#include "cache/store/directory.h"

namespace tilewright::cache {

struct MissCause {
  // "new program", "new kernel", or the fields that differ from the nearest entry of the
  // same one: "numerics is ieee here, tpu there".
  std::string text;
  std::string nearest;  // that entry's key; "" of something new
};

// What a directory has, by what it was made from. Thread-safe.
class MissIndex {
 public:
  // Entries that are looked at, of a directory that has more: a few tenths of a second.
  static constexpr size_t kMostRead = size_t{1} << 15;
  explicit MissIndex(size_t most_read = kMostRead) : most_read_(most_read) {}

  // Of each of `missed`. The directory is walked the first time; what is missed now may
  // be there by then, and does not count before the next call.
  std::vector<MissCause> Explain(const Directory& directory,
                                 const std::vector<Manifest>& missed);

 private:
  void Read(const Directory& directory, const std::vector<Manifest>& but);
  MissCause CauseOf(const Directory& directory, const Manifest& missed) const;

  std::mutex mutex_;
  const size_t most_read_;
  bool is_read_ = false;
  bool is_whole_ = true;  // whether every entry was looked at
  std::map<std::string, std::vector<std::string>> keys_;  // by kind and program
};

// "numerics is ieee here, tpu there; chip is ...": long values are left out.
std::string DifferenceText(const Manifest& theirs, const Manifest& ours);

}  // namespace tilewright::cache
