// Where the parts of a program are in its text.
#pragma once

#include <map>

#include "tile/program.h"

namespace tilewright::tile {

// Lines of Print's text, from 1 on; 0 for what has none. Parts are known by their
// addresses in the program.
class TextLines {
 public:
  explicit TextLines(const Program& program);

  int Of(ExprId expr) const { return first_expr_ + expr; }
  int Of(const Statement& statement) const { return Find(&statement); }
  int Of(const Store& store) const { return Find(&store); }
  int Of(const Reduce& reduce) const { return Find(&reduce); }

 private:
  class Counter;

  int Find(const void* part) const {
    const auto found = lines_.find(part);
    return found == lines_.end() ? 0 : found->second;
  }

  int first_expr_ = 0;
  std::map<const void*, int> lines_;
};

}  // namespace tilewright::tile
