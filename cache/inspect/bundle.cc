#include "cache/inspect/bundle.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <utility>

#include "absl/memory/memory.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "cache/format/little_endian.h"
#include "support/files.h"
#include "support/hash.h"
#include "support/shell_quote.h"
#include "support/status_macros.h"

namespace tilewright::cache {
namespace {

constexpr absl::string_view kBundleMagic("TWBUN\0\r\n", 8);
constexpr uint64_t kBundleUnit = 16;
constexpr uint64_t kBundleHeaderBytes = 16;
constexpr uint64_t kRecordBytes = 16 + kSha256Bytes;
constexpr uint64_t kFooterBytes = 16 + kKeyIdBytes + kMacBytes + kXxh3Bytes;

std::string Header() {
  std::string header(kBundleMagic);
  PutU32(&header, kBundleVersion);
  PutU32(&header, 0);
  return header;
}

}  // namespace

BundleWriter::BundleWriter(std::unique_ptr<OutputFile> file,
                           std::shared_ptr<const MacKey> key)
    : file_(std::move(file)), key_(std::move(key)) {}

BundleWriter::~BundleWriter() = default;

absl::StatusOr<std::unique_ptr<BundleWriter>> BundleWriter::Create(
    const std::string& path, std::shared_ptr<const MacKey> key) {
  // Whatever the umask is: a bundle that others may write to is not believed.
  TW_ASSIGN_OR_RETURN(std::unique_ptr<OutputFile> file, OutputFile::Create(path, 0644));
  std::unique_ptr<BundleWriter> writer =
      absl::WrapUnique(new BundleWriter(std::move(file), std::move(key)));
  TW_RETURN_IF_ERROR(writer->Write(Header()));
  return writer;
}

absl::Status BundleWriter::Write(absl::string_view bytes) {
  written_ += bytes.size();
  return file_->Write(bytes);
}

absl::Status BundleWriter::Add(const Entry& entry) {
  if (count_ == kMaxBundleEntries) {
    return absl::ResourceExhaustedError(
        absl::StrCat("a bundle has at most ", kMaxBundleEntries, " entries"));
  }
  PutU64(&index_, entry.size());
  PutU64(&index_, 0);
  index_.append(Sha256(entry.bytes()));
  ++count_;
  return Write(entry.bytes());
}

absl::Status BundleWriter::Finish() {
  const uint64_t offset = written_;
  std::string end = index_;
  PutU64(&end, offset);
  PutU64(&end, count_);
  end.append(key_ == nullptr ? std::string(kKeyIdBytes, '\0') : key_->id());
  end.append(key_ == nullptr ? std::string(kMacBytes, '\0')
                             : key_->Sign(absl::StrCat(Header(), end)));
  end.append(Xxh3(end));
  TW_RETURN_IF_ERROR(Write(end));
  return file_->Finish(/*durable=*/true);
}

BundleReader::~BundleReader() { close(file_); }

absl::Status BundleReader::Damaged(absl::string_view why) const {
  return absl::DataLossError(absl::StrCat("bundle ", path_, ": ", why));
}

absl::StatusOr<std::unique_ptr<BundleReader>> BundleReader::Open(const std::string& path,
                                                                 Policy policy,
                                                                 const MacKey* key) {
  // O_NONBLOCK: a FIFO must not stop us.
  const int file = open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (file < 0) return FileError(errno, "cannot open bundle", path);
  std::unique_ptr<BundleReader> reader = absl::WrapUnique(new BundleReader(path, file));
  struct stat info;
  if (fstat(file, &info) != 0) return FileError(errno, "cannot read bundle", path);
  if (S_ISDIR(info.st_mode)) return FileError(EISDIR, "cannot read bundle", path);
  if (!S_ISREG(info.st_mode)) {
    return absl::InvalidArgumentError(absl::StrCat(path, " is not a plain file"));
  }
  reader->bytes_ = info.st_size;
  TW_RETURN_IF_ERROR(reader->ReadIndex(key));
  TW_RETURN_IF_ERROR(reader->CheckTrust(policy, info.st_uid, info.st_mode));
  return reader;
}

absl::StatusOr<std::string> BundleReader::ReadAt(uint64_t offset, uint64_t length) const {
  std::string bytes(length, '\0');
  size_t have = 0;
  while (have < length) {
    const ssize_t got = pread(file_, bytes.data() + have, length - have,
                              static_cast<off_t>(offset + have));
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return FileError(errno, "cannot read bundle", path_);
    if (got == 0) return Damaged("it was cut short");
    have += static_cast<size_t>(got);
  }
  return bytes;
}

absl::Status BundleReader::ReadIndex(const MacKey* key) {
  const uint64_t size = static_cast<uint64_t>(bytes_);
  if (size < kBundleHeaderBytes + kFooterBytes) return Damaged("too few bytes");
  std::string header;
  TW_ASSIGN_OR_RETURN(header, ReadAt(0, kBundleHeaderBytes));
  if (absl::string_view(header).substr(0, kBundleMagic.size()) != kBundleMagic) {
    return Damaged("this is no bundle");
  }
  if (U32(header, kBundleMagic.size()) != kBundleVersion) {
    return absl::UnimplementedError(absl::StrCat("bundle ", path_, ": version ",
                                                 U32(header, kBundleMagic.size()),
                                                 "; this reader knows ", kBundleVersion));
  }
  if (header != Header()) return Damaged("a reserved field is not zero");
  const uint64_t footer_at = size - kFooterBytes;
  std::string end;
  TW_ASSIGN_OR_RETURN(end, ReadAt(footer_at, kFooterBytes));
  const uint64_t index_at = U64(end, 0);
  const uint64_t count = U64(end, 8);
  if (index_at < kBundleHeaderBytes || index_at > footer_at ||
      count != (footer_at - index_at) / kRecordBytes ||
      (footer_at - index_at) % kRecordBytes != 0) {
    return Damaged("the index is not where it should be");
  }
  if (count > kMaxBundleEntries) {
    return Damaged(absl::StrCat(count, " entries; at most ", kMaxBundleEntries));
  }
  TW_ASSIGN_OR_RETURN(end, ReadAt(index_at, size - index_at));
  const absl::string_view all = end;
  const uint64_t checksum_at = all.size() - kXxh3Bytes;
  if (Xxh3(all.substr(0, checksum_at)) != all.substr(checksum_at)) {
    return Damaged("the checksum does not agree");
  }
  const uint64_t mac_at = checksum_at - kMacBytes;
  const uint64_t id_at = mac_at - kKeyIdBytes;
  const bool is_signed =
      all.substr(id_at, kKeyIdBytes + kMacBytes).find_first_not_of('\0') !=
      absl::string_view::npos;
  if (!is_signed) {
    signature_ = Signature::kNone;
  } else if (key == nullptr || all.substr(id_at, kKeyIdBytes) != key->id()) {
    signature_ = Signature::kOtherKey;
  } else if (key->Verify(absl::StrCat(header, all.substr(0, mac_at)),
                         all.substr(mac_at, kMacBytes))) {
    signature_ = Signature::kVerified;
  } else {
    return absl::PermissionDeniedError(
        absl::StrCat("bundle ", path_, ": its signature is wrong"));
  }
  return ParseIndex(all.substr(0, count * kRecordBytes), index_at);
}

absl::Status BundleReader::ParseIndex(absl::string_view index, uint64_t end) {
  uint64_t at = kBundleHeaderBytes;
  for (uint64_t i = 0; i < index.size(); i += kRecordBytes) {
    Record record;
    record.offset = at;
    record.length = U64(index, i);
    record.sha256 = std::string(index.substr(i + 16, kSha256Bytes));
    if (record.length > end - at || record.length > kMaxEntryBytes ||
        record.length % kBundleUnit != 0 || U64(index, i + 8) != 0) {
      return Damaged(
          absl::StrCat("entry ", i / kRecordBytes, " of ", record.length, " bytes"));
    }
    at += record.length;
    records_.push_back(std::move(record));
  }
  if (at != end) return Damaged("bytes are left over");
  return absl::OkStatus();
}

absl::Status BundleReader::CheckTrust(Policy policy, uint32_t owner,
                                      uint32_t mode) const {
  if (signature_ == Signature::kVerified) return absl::OkStatus();
  const absl::string_view state = signature_ == Signature::kNone
                                      ? "it is not signed"
                                      : "it is signed by a key that is not ours";
  if (policy == Policy::kMacRequired) {
    return absl::FailedPreconditionError(
        absl::StrCat("bundle ", path_, ": ", state, ", and the policy is mac-required"));
  }
  if (owner != geteuid() && owner != 0) {
    return absl::FailedPreconditionError(
        absl::StrCat("bundle ", path_, ": ", state, " and belongs to user ", owner,
                     ": what it holds would be run. Make a copy of your own"));
  }
  if ((mode & 022) != 0) {
    return absl::FailedPreconditionError(absl::StrFormat(
        "bundle %s: %s and may be written to by others (mode %04o): what it holds would "
        "be run. Mend it with: chmod go-w %s",
        path_, state, mode & 07777, ShellQuoted(path_)));
  }
  return absl::OkStatus();
}

absl::StatusOr<Entry> BundleReader::Read(size_t i) const {
  const Record& record = records_[i];
  std::string bytes;
  TW_ASSIGN_OR_RETURN(bytes, ReadAt(record.offset, record.length));
  if (Sha256(bytes) != record.sha256) {
    return Damaged(absl::StrCat("entry ", i, " is not what the index says"));
  }
  return Entry::Decode(std::move(bytes));
}

}  // namespace tilewright::cache
