// Values whose rows come from several places: side by side, as rotated rows do, or by
// turns, as pairs do that are exchanged. Each of their pieces reads one place.
#pragma once

#include <map>
#include <utility>
#include <vector>

#include "tile/author/stretch.h"
#include "tile/builder.h"

namespace tilewright::tile {

// Parts of values, made of parts of what these are made of.
class PieceWriter {
 public:
  explicit PieceWriter(Builder* b) : b_(*b) {}

  // These elements of each row of x.
  ExprId Of(ExprId x, const Stretch& stretch);
  // Whether a piece so far reads from several places.
  bool crosses() const { return crosses_; }

 private:
  bool IsJoined(ExprId x);
  ExprId OfJoined(ExprId x, const Stretch& stretch);
  ExprId OfOther(ExprId x, const Stretch& stretch);
  ExprId OfSlice(ExprId x, const Stretch& stretch);
  ExprId Sliced(ExprId x, const Stretch& stretch);

  Builder& b_;
  bool crosses_ = false;
  std::map<ExprId, bool> joined_;  // reads a row that is put together
  std::map<std::pair<ExprId, Stretch>, ExprId> known_;
};

struct Pieces {
  std::vector<Stretch> stretches;  // of all elements; none: the value is in one piece
  std::vector<ExprId> values;      // of each
  bool by_turns = false;           // element i is of piece i mod their number
};

// Of x's rows, where each of their pieces reads one place and is worth a loop.
Pieces FindPieces(Builder* b, ExprId x);

}  // namespace tilewright::tile
