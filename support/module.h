// Parts of the library that most processes never need lie in shared objects of their
// own beside libtilewright.so: modules. To load LLVM's code generators, LAPACK and
// network clients takes longer than to load a program's kernels from the cache.
//
// A module has its own copy of all that it links and exports one C function. Programs
// that link the archives instead, such as tests, have that function in themselves.
#pragma once

#include "absl/status/statusor.h"

namespace tilewright {

// Where `symbol` is in the module libtilewright-<name>.so.<version>, which is loaded
// when it is first asked for, from the folder that this library lies in, and never
// unloaded. FailedPrecondition if it cannot be: with the file and the folder where it is
// not there, else with the dynamic loader's words.
absl::StatusOr<void*> FindInModule(const char* name, const char* symbol);

// The function that a module exports. `linked` is its weak declaration: null unless
// this binary has it in itself.
template <typename Function>
absl::StatusOr<Function*> FindModuleFunction(Function* linked, const char* name,
                                             const char* symbol) {
  if (linked != nullptr) return linked;
  absl::StatusOr<void*> found = FindInModule(name, symbol);
  if (!found.ok()) return found.status();
  return reinterpret_cast<Function*>(*found);
}

// For a module's function: declared weak where it is used, and exported.
#define TW_MODULE_FUNCTION extern "C" __attribute__((weak, visibility("default")))

}  // namespace tilewright
