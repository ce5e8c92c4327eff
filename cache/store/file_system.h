// The one seam between the cache and the system: every call that the store
// makes goes through here, so that tests can make any of them fail.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace tilewright::cache {

struct FileInfo {
  bool is_regular = false;
  bool is_directory = false;
  uint32_t owner = 0;
  uint32_t mode = 0;  // permission bits
  int64_t size = 0;
  int64_t modified = 0;  // seconds since 1970
};

// Functions return 0, or a descriptor or count where they say so, or -errno.
// Paths are relative to an open directory `dir`, and the last component is
// never followed when it is a symbolic link. Thread-safe.
class FileSystem {
 public:
  virtual ~FileSystem() = default;

  // A descriptor. Follows symbolic links: what counts is who owns the result.
  virtual int OpenDirectory(const std::string& path) = 0;
  // Creates `path` with mode 0700 and parents likewise; 0 if it is there.
  virtual int MakePath(const std::string& path) = 0;
  // `mode` is cut by the process's umask.
  virtual int MakeDirectory(int dir, const std::string& name, uint32_t mode) = 0;
  // A hint, which may fail: folders made in the open directory from now on need not lie
  // near it on the disk, nor near each other.
  virtual int SpreadFolders(int dir) = 0;
  // Descriptors. OpenToRead follows no link in any component, where the system
  // can see to that. OpenNew fails with EEXIST rather than open what is there.
  // OpenToAppend makes the file (mode 0600) if it is absent.
  virtual int OpenToRead(int dir, const std::string& name) = 0;
  virtual int OpenNew(int dir, const std::string& name, uint32_t mode) = 0;
  virtual int OpenToAppend(int dir, const std::string& name) = 0;
  // A descriptor of the file (made with mode 0600), exclusively locked until it
  // is closed; -EWOULDBLOCK while another holds the lock.
  virtual int OpenLocked(int dir, const std::string& name) = 0;
  virtual int Stat(int file, FileInfo* info) = 0;
  virtual int StatAt(int dir, const std::string& name, FileInfo* info) = 0;
  // Sets the time of modification to now.
  virtual int Touch(int dir, const std::string& name) = 0;
  // Counts, possibly fewer than asked for.
  virtual int64_t ReadAt(int file, char* buffer, size_t bytes, int64_t offset) = 0;
  virtual int64_t Write(int file, const char* bytes, size_t count) = 0;
  virtual int Sync(int file) = 0;
  virtual int Close(int file) = 0;
  // Within `dir`; replaces `to`.
  virtual int Rename(int dir, const std::string& from, const std::string& to) = 0;
  virtual int Remove(int dir, const std::string& name) = 0;
  // One that is empty.
  virtual int RemoveDirectory(int dir, const std::string& name) = 0;
  // Names in directory `name`, at most `limit` of them, in no order.
  virtual int List(int dir, const std::string& name, size_t limit,
                   std::vector<std::string>* names) = 0;

  // The effective user, and the time in seconds since 1970.
  virtual uint32_t User() = 0;
  virtual int64_t Now() = 0;
  // Any number, another one in every process.
  virtual uint64_t Random() = 0;

  // The system itself.
  static FileSystem& Real();
};

}  // namespace tilewright::cache
