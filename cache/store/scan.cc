#include "cache/store/scan.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <limits>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "support/hash.h"
#include "support/status_macros.h"

namespace tilewright::cache {
namespace {

absl::Status Unavailable(absl::string_view what, int result) {
  return absl::UnavailableError(absl::StrCat(what, ": ", std::strerror(-result)));
}

absl::StatusOr<std::string> ReadFile(const Directory& directory, absl::string_view name,
                                     size_t prefix) {
  if (!IsEntryName(name)) {
    return absl::InvalidArgumentError(
        absl::StrCat("cache entry ", name, ": a name is 32 hex digits"));
  }
  FileBytes read = directory.Read(EntryPath(name), kMaxEntryBytes, prefix, &HeaderFits);
  switch (read.outcome) {
    case FileBytes::Outcome::kAbsent:
      return absl::NotFoundError(absl::StrCat("cache entry ", name, " is not there"));
    case FileBytes::Outcome::kForeign:
      return absl::FailedPreconditionError(
          absl::StrCat("cache entry ", name,
                       " is a link, no plain file, another's, or writable by others"));
    case FileBytes::Outcome::kFailed:
      return absl::UnavailableError(absl::StrCat("cache entry ", name, " is unreadable"));
    case FileBytes::Outcome::kRead:
      break;
  }
  return std::move(read.bytes);
}

absl::Status CheckName(absl::string_view manifest, absl::string_view name) {
  if (Xxh3Hex(manifest) == name) return absl::OkStatus();
  return absl::DataLossError("cache entry: its manifest has another name");
}

absl::StatusOr<EntryHead> ReadHead(const Directory& directory, absl::string_view name) {
  TW_ASSIGN_OR_RETURN(const std::string prefix, ReadFile(directory, name, kHeadBytes));
  TW_ASSIGN_OR_RETURN(EntryHead head, DecodeHead(prefix));
  TW_RETURN_IF_ERROR(CheckName(head.manifest, name));
  return head;
}

std::string FolderOf(absl::string_view digits) {
  return absl::StrCat(kObjects, "/", digits);
}

// Names of entries in the folder for those that begin with `digits`.
absl::StatusOr<std::vector<std::string>> NamesIn(const Directory& directory,
                                                 absl::string_view digits) {
  const std::string folder = FolderOf(digits);
  std::vector<std::string> files;
  const int listed = directory.files().List(directory.file(), folder,
                                            std::numeric_limits<size_t>::max(), &files);
  std::vector<std::string> names;
  if (listed == -ENOENT || listed == -ESTALE || listed == -ENOTDIR || listed == -ELOOP) {
    return names;
  }
  if (listed < 0) {
    return Unavailable(absl::StrCat("cache directory ", directory.path(), "/", folder),
                       listed);
  }
  for (const std::string& file : files) {
    absl::string_view entry = file;
    if (absl::ConsumeSuffix(&entry, ".two") && IsEntryName(entry) &&
        absl::StartsWith(entry, digits)) {
      names.emplace_back(entry);
    }
  }
  return names;
}

std::string DigitOf(int shard) { return absl::StrCat(absl::Hex(shard)); }

}  // namespace

absl::Status ForEachEntryIn(const Directory& directory, absl::string_view digits,
                            const std::function<bool(const EntryFile&)>& visit) {
  TW_ASSIGN_OR_RETURN(const std::vector<std::string> names, NamesIn(directory, digits));
  const std::string folder = FolderOf(digits);
  for (const std::string& name : names) {
    FileInfo info;
    const std::string path = absl::StrCat(folder, "/", name, ".two");
    if (directory.files().StatAt(directory.file(), path, &info) < 0) continue;
    if (!visit({name, info.size, info.modified})) break;
  }
  return absl::OkStatus();
}

absl::Status ForEachEntryOf(const Directory& directory, int shard,
                            const std::function<bool(const EntryFile&)>& visit) {
  return ForEachEntryIn(directory, DigitOf(shard), visit);
}

absl::Status ForEachEntry(const Directory& directory,
                          const std::function<bool(const EntryFile&)>& visit) {
  bool go_on = true;
  for (int shard = 0; shard < kShards && go_on; ++shard) {
    TW_RETURN_IF_ERROR(ForEachEntryOf(directory, shard, [&](const EntryFile& file) {
      go_on = visit(file);
      return go_on;
    }));
  }
  return absl::OkStatus();
}

absl::Status ForEachName(const Directory& directory,
                         const std::function<bool(const std::string&)>& visit) {
  for (int shard = 0; shard < kShards; ++shard) {
    TW_ASSIGN_OR_RETURN(const std::vector<std::string> names,
                        NamesIn(directory, DigitOf(shard)));
    for (const std::string& name : names) {
      if (!visit(name)) return absl::OkStatus();
    }
  }
  return absl::OkStatus();
}

absl::StatusOr<std::vector<std::string>> NamesWithPrefix(const Directory& directory,
                                                         absl::string_view prefix,
                                                         size_t limit) {
  if (prefix.empty() || prefix.size() > 32 ||
      prefix.find_first_not_of("0123456789abcdef") != absl::string_view::npos) {
    return absl::InvalidArgumentError(
        absl::StrCat("\"", prefix, "\" is no key: 1 to 32 lower-case hex digits"));
  }
  TW_ASSIGN_OR_RETURN(std::vector<std::string> names,
                      NamesIn(directory, DigitOf(ShardOf(prefix))));
  std::erase_if(names,
                [&](const std::string& name) { return !absl::StartsWith(name, prefix); });
  std::sort(names.begin(), names.end());
  if (names.size() > limit) names.resize(limit);
  return names;
}

absl::StatusOr<std::string> ReadManifestText(const Directory& directory,
                                             absl::string_view name) {
  TW_ASSIGN_OR_RETURN(EntryHead head, ReadHead(directory, name));
  return std::move(head.manifest);
}

absl::StatusOr<EntrySummary> ReadSummary(const Directory& directory,
                                         absl::string_view name) {
  TW_ASSIGN_OR_RETURN(const EntryHead head, ReadHead(directory, name));
  EntrySummary summary;
  TW_ASSIGN_OR_RETURN(summary.manifest, Manifest::Parse(head.manifest));
  summary.profile = ParseProfile(head.profile);
  return summary;
}

absl::StatusOr<Entry> ReadEntry(const Directory& directory, absl::string_view name) {
  std::string bytes;
  TW_ASSIGN_OR_RETURN(bytes, ReadFile(directory, name, 0));
  absl::StatusOr<Entry> entry = Entry::Decode(std::move(bytes));
  TW_RETURN_IF_ERROR(entry.status());
  TW_RETURN_IF_ERROR(CheckName(entry->manifest(), name));
  return entry;
}

absl::Status RemoveEntry(const Directory& directory, absl::string_view name) {
  if (!IsEntryName(name)) {
    return absl::InvalidArgumentError(
        absl::StrCat("cache entry ", name, ": a name is 32 hex digits"));
  }
  const int result = directory.files().Remove(directory.file(), EntryPath(name));
  if (result == -ENOENT) {
    return absl::NotFoundError(absl::StrCat("cache entry ", name, " is not there"));
  }
  if (result < 0) {
    return Unavailable(absl::StrCat("cache entry ", name, " cannot be removed"), result);
  }
  return absl::OkStatus();
}

}  // namespace tilewright::cache
