// What stands behind tilewright::Kernel and the values of a KernelBuilder.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "tile/author/author.h"
#include "tile/author/kernel.h"
#include "tilewright/kernel.h"

namespace tilewright {

struct Kernel::Impl {
  std::shared_ptr<const tile::Kernel> kernel;
  std::vector<TensorType> inputs;
  std::vector<TensorType> outputs;
};

struct Tile::State {
  State(std::string name, const chip::Chip& chip, tile::Over over)
      : author(std::move(name), chip, over) {}
  tile::Author author;
};

}  // namespace tilewright
