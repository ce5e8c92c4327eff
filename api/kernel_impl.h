// What stands behind tilewright::Kernel and the values of a KernelBuilder.
#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "api/convert.h"
#include "api/sizes/builder_sizes.h"
#include "tile/author/author.h"
#include "tile/author/kernel.h"
#include "tilewright/kernel.h"

namespace tilewright {

struct Kernel::Impl {
  // The kernel as a program. Compiled once for equal options, unless these ask for the
  // cache to be verified.
  absl::StatusOr<Executable> ExecutableFor(const Kernel& self,
                                           const CompileOptions& options) const;

  std::shared_ptr<const tile::Kernel> kernel;
  std::vector<TensorType> inputs;
  std::vector<TensorType> outputs;
  mutable std::mutex mutex;
  mutable std::vector<std::pair<CompileOptions, Executable>> compiled;  // by mutex
};

struct Tile::State {
  State(std::string name, const chip::Chip& chip, tile::Over over)
      : author(std::move(name), chip, over) {}
  tile::Author author;
  api::BuilderSizes sizes;
};

namespace api {

// What the kernel's author is called by, for messages.
inline void From(const std::shared_ptr<Tile::State>& state, Where where,
                 std::string_view what, std::string_view subject = "") {
  state->author.From(where.file_name(), static_cast<int32_t>(where.line()), Inside(what),
                     Inside(subject));
}

// The number of a value or ref inside; of one of another kernel, and of none, one that
// the author refuses.
template <typename Handle>
int32_t IdIn(const std::shared_ptr<Tile::State>& state, const Handle& x) {
  if (x.state() == state) return x.id();
  if (x.state() == nullptr) return tile::kNeverMade;
  return state->author.Foreign(x.state()->author.name());
}

}  // namespace api

}  // namespace tilewright
