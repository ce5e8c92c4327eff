#include "support/module.h"

#include <dlfcn.h>
#include <link.h>
#include <unistd.h>

#include <climits>
#include <filesystem>
#include <string>
#include <system_error>

#include "absl/strings/str_cat.h"

namespace tilewright {
namespace {

absl::Status LoadError(const char* name) {
  const char* const words = dlerror();
  return absl::FailedPreconditionError(absl::StrCat(
      "module ", name, ": ", words == nullptr ? "it cannot be loaded" : words));
}

// Of the shared object that this code is in. Not its name as it was given, which may
// be relative to a folder that is no longer the current one.
absl::StatusOr<std::string> OwnFolder(const char* name) {
  Dl_info info;
  link_map* self = nullptr;
  char folder[PATH_MAX];
  if (dladdr1(reinterpret_cast<const void*>(&OwnFolder), &info,
              reinterpret_cast<void**>(&self), RTLD_DL_LINKMAP) == 0) {
    return LoadError(name);
  }
  // The program itself, which has no name, and may have no origin.
  if (self->l_name == nullptr || self->l_name[0] == '\0') {
    std::error_code error;
    const auto path = std::filesystem::read_symlink("/proc/self/exe", error);
    if (!error) return path.parent_path().string();
  }
  if (dlinfo(self, RTLD_DI_ORIGIN, folder) != 0) return LoadError(name);
  return std::string(folder);
}

}  // namespace

absl::StatusOr<void*> FindInModule(const char* name, const char* symbol) {
  const absl::StatusOr<std::string> folder = OwnFolder(name);
  if (!folder.ok()) return folder.status();
  const std::string file =
      absl::StrCat("libtilewright-", name, ".so." TILEWRIGHT_VERSION);
  const std::string path = absl::StrCat(*folder, "/", file);
  if (access(path.c_str(), F_OK) != 0) {
    return absl::FailedPreconditionError(
        absl::StrCat("module ", name, ": there is no ", file, " in ", *folder,
                     ", beside the library: it is a part of it that has to be shipped "
                     "with it (docs/shipping.md)"));
  }
  void* const module = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (module == nullptr) return LoadError(name);
  void* const found = dlsym(module, symbol);
  if (found == nullptr) return LoadError(name);
  return found;
}

}  // namespace tilewright
