// Attributes as a list.
#pragma once

#include <utility>
#include <vector>

#include "ir/attributes.h"

namespace tilewright::ir {

using NamedAttributes = std::vector<std::pair<AttributeName, AttributeValue>>;

inline Attributes With(NamedAttributes attributes) {
  Attributes result;
  for (auto& [name, value] : attributes) result.Set(name, std::move(value));
  return result;
}

}  // namespace tilewright::ir
