#include "cache/scan.h"

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
  FileBytes read = directory.Read(EntryPath(name), kMaxEntryBytes, prefix);
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

}  // namespace

absl::Status ForEachEntryIn(const Directory& directory, const std::string& folder,
                            absl::string_view digits,
                            const std::function<bool(const EntryFile&)>& visit) {
  FileSystem& files = directory.files();
  std::vector<std::string> names;
  const int listed =
      files.List(directory.file(), folder, std::numeric_limits<size_t>::max(), &names);
  if (listed == -ENOENT || listed == -ESTALE || listed == -ENOTDIR || listed == -ELOOP) {
    return absl::OkStatus();
  }
  if (listed < 0) {
    return Unavailable(absl::StrCat("cache directory ", directory.path(), "/", folder),
                       listed);
  }
  for (const std::string& name : names) {
    absl::string_view entry = name;
    if (!absl::ConsumeSuffix(&entry, ".two") || !IsEntryName(entry) ||
        !absl::StartsWith(entry, digits)) {
      continue;
    }
    FileInfo info;
    if (files.StatAt(directory.file(), absl::StrCat(folder, "/", name), &info) < 0) {
      continue;
    }
    if (!visit({std::string(entry), info.size, info.modified})) break;
  }
  return absl::OkStatus();
}

absl::Status ForEachEntryOf(const Directory& directory, int shard,
                            const std::function<bool(const EntryFile&)>& visit) {
  const std::string digit = absl::StrCat(absl::Hex(shard));
  return ForEachEntryIn(directory, ShardPath(shard), digit, visit);
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

absl::StatusOr<std::vector<std::string>> NamesWithPrefix(const Directory& directory,
                                                         absl::string_view prefix,
                                                         size_t limit) {
  if (prefix.empty() || prefix.size() > 32 ||
      prefix.find_first_not_of("0123456789abcdef") != absl::string_view::npos) {
    return absl::InvalidArgumentError(
        absl::StrCat("\"", prefix, "\" is no key: 1 to 32 lower-case hex digits"));
  }
  std::vector<std::string> names;
  TW_RETURN_IF_ERROR(
      ForEachEntryOf(directory, ShardOf(prefix), [&](const EntryFile& file) {
        if (absl::StartsWith(file.name, prefix)) names.push_back(file.name);
        return true;
      }));
  std::sort(names.begin(), names.end());
  if (names.size() > limit) names.resize(limit);
  return names;
}

absl::StatusOr<EntrySummary> ReadSummary(const Directory& directory,
                                         absl::string_view name) {
  std::string prefix;
  TW_ASSIGN_OR_RETURN(prefix, ReadFile(directory, name, kHeadBytes));
  EntryHead head;
  TW_ASSIGN_OR_RETURN(head, DecodeHead(prefix));
  TW_RETURN_IF_ERROR(CheckName(head.manifest, name));
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
