// Many entries in one file, to be shipped.
//
//   bundle  := header entry* index footer
//   header  := magic:u8[8] version:u32 zero:u32
//   entry   := as cache/format/entry.h has it, whole
//   index   := record*                            one an entry, in their order
//   record  := length:u64 zero:u64 sha256:u8[32]
//   footer  := index_offset:u64 count:u64 key_id:u8[16] mac:u8[32] xxh3_128:u8[16]
//
// Integers are little-endian; everything starts at a multiple of 16, entries have such
// lengths. `mac` is HMAC-SHA256 over header, index and the footer before it, with the key
// that `key_id` names; it holds for the entries as well, by their hashes. Both are zero
// when nobody signed. The checksum is over index and footer before it.
// docs/cache-format.md has the history and the compatibility rule.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "cache/format/entry.h"
#include "cache/format/mac.h"
#include "support/output_file.h"

namespace tilewright::cache {

inline constexpr uint32_t kBundleVersion = 1;
// Most entries of a bundle: what a reader will read of an index.
inline constexpr uint64_t kMaxBundleEntries = uint64_t{1} << 20;

// Writes to what `path` names, as OutputFile does: a file that is there stays until
// Finish.
class BundleWriter {
 public:
  // Signs with `key` unless it is null. Unavailable and others as the system says.
  static absl::StatusOr<std::unique_ptr<BundleWriter>> Create(
      const std::string& path, std::shared_ptr<const MacKey> key);
  // Without Finish, no new file stays.
  ~BundleWriter();
  BundleWriter(const BundleWriter&) = delete;
  BundleWriter& operator=(const BundleWriter&) = delete;

  // ResourceExhausted beyond kMaxBundleEntries.
  absl::Status Add(const Entry& entry);
  // Puts the bundle, forced to the disk, under its name.
  absl::Status Finish();

 private:
  BundleWriter(std::unique_ptr<OutputFile> file, std::shared_ptr<const MacKey> key);
  absl::Status Write(absl::string_view bytes);

  const std::unique_ptr<OutputFile> file_;
  const std::shared_ptr<const MacKey> key_;
  uint64_t written_ = 0;
  uint64_t count_ = 0;
  std::string index_;
};

// A bundle that was opened: its index is checked, its entries are as they are read.
class BundleReader {
 public:
  // A bundle that our key does not verify is believed under Policy::kOwner only, and only
  // if the file belongs to the user or root and nobody else may write to it:
  // FailedPrecondition otherwise, with the command that mends it. DataLoss for what no
  // writer gives; PermissionDenied for a signature that is wrong; Unimplemented for
  // another version; NotFound and others as the system says.
  static absl::StatusOr<std::unique_ptr<BundleReader>> Open(const std::string& path,
                                                            Policy policy,
                                                            const MacKey* key);
  ~BundleReader();
  BundleReader(const BundleReader&) = delete;
  BundleReader& operator=(const BundleReader&) = delete;

  size_t size() const { return records_.size(); }
  int64_t bytes() const { return bytes_; }
  // kVerified, or another that Policy::kOwner took.
  Signature signature() const { return signature_; }

  // The bundle's entry number `i`, below size(). DataLoss when it is not what the index
  // says, or is no entry; Unimplemented for an entry of another version.
  absl::StatusOr<Entry> Read(size_t i) const;

 private:
  struct Record {
    uint64_t offset = 0;
    uint64_t length = 0;
    std::string sha256;
  };
  BundleReader(std::string path, int file) : path_(std::move(path)), file_(file) {}
  absl::Status ReadIndex(const MacKey* key);
  absl::Status ParseIndex(absl::string_view index, uint64_t end);
  absl::Status CheckTrust(Policy policy, uint32_t owner, uint32_t mode) const;
  absl::StatusOr<std::string> ReadAt(uint64_t offset, uint64_t length) const;
  absl::Status Damaged(absl::string_view why) const;

  const std::string path_;
  const int file_;
  int64_t bytes_ = 0;
  Signature signature_ = Signature::kNone;
  std::vector<Record> records_;
};

}  // namespace tilewright::cache
