#include "cache/store/file_system.h"

#include <dirent.h>
#include <fcntl.h>
#include <linux/fs.h>
#include <linux/openat2.h>
#include <sys/file.h>
#include <sys/ioctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <ctime>
#include <random>

namespace tilewright::cache {
namespace {

// Repeats `call` while a signal interrupts it. -errno on failure.
template <typename Call>
auto Retry(Call call) -> decltype(call()) {
  for (;;) {
    const auto result = call();
    if (result >= 0) return result;
    if (errno != EINTR) return -errno;
  }
}

void Describe(const struct stat& data, FileInfo* info) {
  info->is_regular = S_ISREG(data.st_mode);
  info->is_directory = S_ISDIR(data.st_mode);
  info->owner = data.st_uid;
  info->mode = data.st_mode & 07777;
  info->size = data.st_size;
  info->modified = data.st_mtime;
}

// While it lives, a write beyond RLIMIT_FSIZE is an error, EFBIG, and not the end of
// the process. Three calls of the system, for the few processes that have such a limit.
class FileSizeSignalHeld {
 public:
  FileSizeSignalHeld() {
    sigemptyset(&signal_);
    sigaddset(&signal_, SIGXFSZ);
    pthread_sigmask(SIG_BLOCK, &signal_, &before_);
  }
  ~FileSizeSignalHeld() {
    if (sigismember(&before_, SIGXFSZ) == 1) return;  // somebody else's affair
    const timespec now = {};
    sigtimedwait(&signal_, nullptr, &now);
    pthread_sigmask(SIG_SETMASK, &before_, nullptr);
  }
  FileSizeSignalHeld(const FileSizeSignalHeld&) = delete;
  FileSizeSignalHeld& operator=(const FileSizeSignalHeld&) = delete;

 private:
  sigset_t signal_;
  sigset_t before_;
};

class RealFileSystem : public FileSystem {
 public:
  int OpenDirectory(const std::string& path) override {
    return Retry([&] { return open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC); });
  }

  int MakePath(const std::string& path) override {
    for (size_t end = path.find('/', 1);; end = path.find('/', end + 1)) {
      const std::string prefix = path.substr(0, end);
      const int result = Retry([&] { return mkdir(prefix.c_str(), 0700); });
      if (result < 0 && result != -EEXIST) {
        // A parent that may not be written to may be there all the same.
        if (end == std::string::npos || access(prefix.c_str(), F_OK) != 0) return result;
      }
      if (end == std::string::npos) return 0;
    }
  }

  int MakeDirectory(int dir, const std::string& name, uint32_t mode) override {
    return Retry([&] { return mkdirat(dir, name.c_str(), mode); });
  }

  int SpreadFolders(int dir) override {
    unsigned int flags = 0;
    const int result = Retry([&] { return ioctl(dir, FS_IOC_GETFLAGS, &flags); });
    if (result < 0) return result;
    flags |= FS_TOPDIR_FL;
    return Retry([&] { return ioctl(dir, FS_IOC_SETFLAGS, &flags); });
  }

  int OpenToRead(int dir, const std::string& name) override {
    // O_NONBLOCK: a FIFO in an entry's place must not stop us.
    constexpr int kFlags = O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK;
    open_how how = {};
    how.flags = kFlags;
    how.resolve = RESOLVE_NO_SYMLINKS | RESOLVE_BENEATH;
    const int file = static_cast<int>(
        Retry([&] { return syscall(SYS_openat2, dir, name.c_str(), &how, sizeof how); }));
    // Older kernels, and sandboxes that know no such call.
    if (file != -ENOSYS && file != -EPERM) return file;
    return Retry([&] { return openat(dir, name.c_str(), kFlags); });
  }

  int OpenNew(int dir, const std::string& name, uint32_t mode) override {
    return Retry([&] {
      return openat(dir, name.c_str(),
                    O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, mode);
    });
  }

  int OpenToAppend(int dir, const std::string& name) override {
    return Retry([&] {
      return openat(dir, name.c_str(),
                    O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK,
                    0600);
    });
  }

  int OpenLocked(int dir, const std::string& name) override {
    const int file = Retry([&] {
      return openat(dir, name.c_str(),
                    O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0600);
    });
    if (file < 0) return file;
    const int result = Retry([&] { return flock(file, LOCK_EX | LOCK_NB); });
    if (result < 0) close(file);
    return result < 0 ? result : file;
  }

  int Stat(int file, FileInfo* info) override {
    struct stat data;
    const int result = Retry([&] { return fstat(file, &data); });
    if (result == 0) Describe(data, info);
    return result;
  }

  int StatAt(int dir, const std::string& name, FileInfo* info) override {
    struct stat data;
    const int result =
        Retry([&] { return fstatat(dir, name.c_str(), &data, AT_SYMLINK_NOFOLLOW); });
    if (result == 0) Describe(data, info);
    return result;
  }

  int Touch(int dir, const std::string& name) override {
    return Retry(
        [&] { return utimensat(dir, name.c_str(), nullptr, AT_SYMLINK_NOFOLLOW); });
  }

  int64_t ReadAt(int file, char* buffer, size_t bytes, int64_t offset) override {
    return Retry([&]() -> int64_t { return pread(file, buffer, bytes, offset); });
  }

  int64_t Write(int file, const char* bytes, size_t count) override {
    const auto write_some = [&]() -> int64_t { return write(file, bytes, count); };
    rlimit limit;
    const bool unlimited =
        getrlimit(RLIMIT_FSIZE, &limit) == 0 && limit.rlim_cur == RLIM_INFINITY;
    if (unlimited) return Retry(write_some);
    const FileSizeSignalHeld held;
    return Retry(write_some);
  }

  int Sync(int file) override {
    return Retry([&] { return fdatasync(file); });
  }

  int Close(int file) override {
    // Never repeated: the descriptor is gone even when this is interrupted.
    return close(file) == 0 || errno == EINTR ? 0 : -errno;
  }

  int Rename(int dir, const std::string& from, const std::string& to) override {
    return Retry([&] { return renameat(dir, from.c_str(), dir, to.c_str()); });
  }

  int Remove(int dir, const std::string& name) override {
    return Retry([&] { return unlinkat(dir, name.c_str(), 0); });
  }

  int RemoveDirectory(int dir, const std::string& name) override {
    return Retry([&] { return unlinkat(dir, name.c_str(), AT_REMOVEDIR); });
  }

  int List(int dir, const std::string& name, size_t limit,
           std::vector<std::string>* names) override {
    const int file = Retry([&] {
      return openat(dir, name.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW);
    });
    if (file < 0) return file;
    DIR* const stream = fdopendir(file);
    if (stream == nullptr) {
      const int error = errno;
      close(file);
      return -error;
    }
    while (names->size() < limit) {
      const dirent* const item = readdir(stream);
      if (item == nullptr) break;
      const std::string item_name = item->d_name;
      if (item_name != "." && item_name != "..") names->push_back(item_name);
    }
    closedir(stream);
    return 0;
  }

  uint32_t User() override { return geteuid(); }
  int64_t Now() override { return time(nullptr); }
  uint64_t Random() override {
    std::random_device device;
    return uint64_t{device()} << 32 | device();
  }
};

}  // namespace

FileSystem& FileSystem::Real() {
  static RealFileSystem* const real = new RealFileSystem();
  return *real;
}

}  // namespace tilewright::cache
