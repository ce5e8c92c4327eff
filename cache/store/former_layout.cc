#include "cache/store/former_layout.h"

#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "cache/store/scan.h"
#include "support/status_macros.h"

namespace tilewright::cache {
namespace {

constexpr size_t kMostNames = 4096;

bool IsFormerFolder(absl::string_view name) {
  return name.size() == 2 &&
         name.find_first_not_of("0123456789abcdef") == absl::string_view::npos;
}

}  // namespace

absl::Status RemoveFormerLayout(const Directory& directory, int most_folders,
                                bool dry_run, GcReport* report) {
  FileSystem& files = directory.files();
  std::vector<std::string> names;
  if (files.List(directory.file(), kObjects, kMostNames, &names) < 0) {
    return absl::OkStatus();  // nothing was ever written
  }
  for (const std::string& name : names) {
    if (!IsFormerFolder(name)) continue;
    if (--most_folders < 0) break;
    const std::string folder = absl::StrCat(kObjects, "/", name);
    TW_RETURN_IF_ERROR(ForEachEntryIn(directory, name, [&](const EntryFile& file) {
      const std::string path = absl::StrCat(folder, "/", file.name, ".two");
      if (!dry_run && files.Remove(directory.file(), path) < 0) return true;
      ++report->entries;
      ++report->removed_entries;
      report->bytes += file.bytes;
      report->removed_bytes += file.bytes;
      return true;
    }));
    // Fails, as it should, where something is in it.
    if (!dry_run) files.RemoveDirectory(directory.file(), folder);
  }
  return absl::OkStatus();
}

}  // namespace tilewright::cache
