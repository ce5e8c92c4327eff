// Operations on the values of a kernel.
#include <utility>

#include "api/convert.h"
#include "api/kernel_impl.h"
#include "api/tile_numbers.h"
#include "ir/op_kind.h"

namespace tilewright {
namespace {

using ir::OpKind;
using State = std::shared_ptr<Tile::State>;

// What a value is made of: the call, and the operands, of which the first that has a
// kernel says which one it is of.
template <typename Make>
Tile With(Where where, std::string_view what, const std::vector<Tile>& operands,
          const Make& make) {
  const State state = api::KernelOf(operands);
  if (state == nullptr) return {};
  api::From(state, where, what);
  return {state, make(state->author, api::OperandsIn(state, operands))};
}

using Ids = std::vector<tile::ExprId>;

// The same for a function or operator whose first operand is a tile.
template <typename Make>
Tile With(std::string_view what, const TileOperand& x, std::vector<Tile> others,
          const Make& make) {
  others.insert(others.begin(), x.tile);
  return With(x.where, what, others, make);
}

Tile Apply(std::string_view what, OpKind op, const TileOperand& x,
           std::vector<Tile> others = {}) {
  others.insert(others.begin(), x.tile);
  if (std::optional<Tile> number = api::Folded(op, others)) return *number;
  return With(x.where, what, others, [&](tile::Author& author, Ids ids) {
    return author.Elementwise(op, std::move(ids));
  });
}

Tile Compared(std::string_view what, const char* direction, const TileOperand& x,
              const TileOperand& y) {
  return With(what, x, {y.tile}, [&](tile::Author& author, const Ids& ids) {
    return author.Compare(direction, ids[0], ids[1]);
  });
}

}  // namespace

TensorType Tile::type() const {
  return state_ == nullptr ? TensorType() : api::Outside(state_->author.type(id_));
}

Tile operator+(const TileOperand& x, const TileOperand& y) {
  return Apply("operator+", OpKind::kAdd, x, {y.tile});
}
Tile operator-(const TileOperand& x, const TileOperand& y) {
  return Apply("operator-", OpKind::kSubtract, x, {y.tile});
}
Tile operator*(const TileOperand& x, const TileOperand& y) {
  return Apply("operator*", OpKind::kMultiply, x, {y.tile});
}
Tile operator/(const TileOperand& x, const TileOperand& y) {
  return Apply("operator/", OpKind::kDivide, x, {y.tile});
}
Tile operator%(const TileOperand& x, const TileOperand& y) {
  return Apply("operator%", OpKind::kRemainder, x, {y.tile});
}
Tile operator&(const TileOperand& x, const TileOperand& y) {
  return Apply("operator&", OpKind::kAnd, x, {y.tile});
}
Tile operator|(const TileOperand& x, const TileOperand& y) {
  return Apply("operator|", OpKind::kOr, x, {y.tile});
}
Tile operator^(const TileOperand& x, const TileOperand& y) {
  return Apply("operator^", OpKind::kXor, x, {y.tile});
}
Tile operator<<(const TileOperand& x, const TileOperand& bits) {
  return Apply("operator<<", OpKind::kShiftLeft, x, {bits.tile});
}
Tile operator>>(const TileOperand& x, const TileOperand& bits) {
  return With("operator>>", x, {bits.tile}, [](tile::Author& author, const Ids& ids) {
    const bool is_signed = ir::IsSigned(author.type(ids[0]).element);
    return author.Elementwise(
        is_signed ? OpKind::kShiftRightArithmetic : OpKind::kShiftRightLogical, ids);
  });
}
Tile operator-(const TileOperand& x) { return Apply("operator-", OpKind::kNegate, x); }
Tile operator!(const TileOperand& x) { return Apply("operator!", OpKind::kNot, x); }
Tile operator==(const TileOperand& x, const TileOperand& y) {
  return Compared("operator==", "EQ", x, y);
}
Tile operator!=(const TileOperand& x, const TileOperand& y) {
  return Compared("operator!=", "NE", x, y);
}
Tile operator<(const TileOperand& x, const TileOperand& y) {
  return Compared("operator<", "LT", x, y);
}
Tile operator<=(const TileOperand& x, const TileOperand& y) {
  return Compared("operator<=", "LE", x, y);
}
Tile operator>(const TileOperand& x, const TileOperand& y) {
  return Compared("operator>", "GT", x, y);
}
Tile operator>=(const TileOperand& x, const TileOperand& y) {
  return Compared("operator>=", "GE", x, y);
}

Tile Elementwise(std::string_view name, const std::vector<Tile>& x, Where where) {
  const absl::StatusOr<OpKind> op = ir::OpKindNamed(api::Inside(name));
  return With(where, "Elementwise", x, [&](tile::Author& author, const Ids& ids) {
    if (op.ok()) return author.Elementwise(*op, ids);
    author.Fail(op.status().message());
    return ids[0];
  });
}

Tile Exp(const TileOperand& x) { return Apply("Exp", OpKind::kExponential, x); }
Tile Log(const TileOperand& x) { return Apply("Log", OpKind::kLog, x); }
Tile Tanh(const TileOperand& x) { return Apply("Tanh", OpKind::kTanh, x); }
Tile Sqrt(const TileOperand& x) { return Apply("Sqrt", OpKind::kSqrt, x); }
Tile Rsqrt(const TileOperand& x) { return Apply("Rsqrt", OpKind::kRsqrt, x); }
Tile Sigmoid(const TileOperand& x) { return Apply("Sigmoid", OpKind::kLogistic, x); }
Tile Abs(const TileOperand& x) { return Apply("Abs", OpKind::kAbs, x); }
Tile Maximum(const TileOperand& x, const Tile& y) {
  return Apply("Maximum", OpKind::kMaximum, x, {y});
}
Tile Minimum(const TileOperand& x, const Tile& y) {
  return Apply("Minimum", OpKind::kMinimum, x, {y});
}
Tile Select(const TileOperand& predicate, const Tile& x, const Tile& y) {
  const State& state = predicate.tile.state();
  if (state != nullptr && api::IsNumber(x) && api::IsNumber(y)) {
    api::From(state, predicate.where, "Select");
    state->author.Fail("of two numbers, which have no element type");
    return predicate.tile;
  }
  return Apply("Select", OpKind::kSelect, predicate, {x, y});
}

Tile Convert(const TileOperand& x, ElementType type) {
  return With("Convert", x, {}, [&](tile::Author& author, const Ids& ids) {
    return author.Convert(ids[0], api::Inside(type));
  });
}

Tile Broadcast(const TileOperand& x, const std::vector<int64_t>& shape) {
  return With("Broadcast", x, {}, [&](tile::Author& author, const Ids& ids) {
    return author.Spread(ids[0], shape);
  });
}

Tile Broadcast(const TileOperand& x, const std::vector<int64_t>& shape,
               const std::vector<int64_t>& dimensions) {
  return With("Broadcast", x, {}, [&](tile::Author& author, const Ids& ids) {
    return author.BroadcastInDim(ids[0], shape, dimensions);
  });
}

Tile Reshape(const TileOperand& x, const std::vector<int64_t>& shape) {
  return With("Reshape", x, {}, [&](tile::Author& author, const Ids& ids) {
    return author.Reshape(ids[0], shape);
  });
}

Tile Transpose(const TileOperand& x, const std::vector<int64_t>& permutation) {
  return With("Transpose", x, {}, [&](tile::Author& author, const Ids& ids) {
    return author.Transpose(ids[0], permutation);
  });
}

Tile Concatenate(const std::vector<Tile>& parts, int64_t dimension, Where where) {
  return With(where, "Concatenate", parts, [&](tile::Author& author, const Ids& ids) {
    return author.Concatenate(ids, dimension);
  });
}

Tile Slice(const TileOperand& x, const std::vector<int64_t>& start,
           const std::vector<int64_t>& sizes) {
  return With("Slice", x, {}, [&](tile::Author& author, const Ids& ids) {
    return author.Slice(ids[0], start, sizes);
  });
}

Tile DynamicSlice(const TileOperand& x, const std::vector<Tile>& start,
                  const std::vector<int64_t>& sizes) {
  return With("DynamicSlice", x, {}, [&](tile::Author& author, const Ids& ids) {
    return author.DynamicSlice(ids[0], api::IndicesIn(x.tile.state(), start), sizes);
  });
}

Tile Gather(const TileOperand& x, const Tile& indices) {
  return With("Gather", x, {}, [&](tile::Author& author, const Ids& ids) {
    return author.Take(ids[0], api::IndexIn(x.tile.state(), indices));
  });
}

namespace {

Tile Scanned(std::string_view what, OpKind op, const TileOperand& x, int64_t dimension,
             bool reverse) {
  return With(what, x, {}, [&](tile::Author& author, const Ids& ids) {
    return author.Scan(op, ids[0], dimension, reverse);
  });
}

}  // namespace

Tile CumulativeSum(const TileOperand& x, int64_t dimension, bool reverse) {
  return Scanned("CumulativeSum", OpKind::kAdd, x, dimension, reverse);
}
Tile CumulativeMax(const TileOperand& x, int64_t dimension, bool reverse) {
  return Scanned("CumulativeMax", OpKind::kMaximum, x, dimension, reverse);
}
Tile CumulativeMin(const TileOperand& x, int64_t dimension, bool reverse) {
  return Scanned("CumulativeMin", OpKind::kMinimum, x, dimension, reverse);
}

std::vector<Tile> Sort(const std::vector<Tile>& tiles, int64_t dimension, bool descending,
                       Where where) {
  std::vector<tile::ExprId> sorted;
  const Tile first =
      With(where, "Sort", tiles, [&](tile::Author& author, const Ids& ids) {
        sorted = author.Sort(ids, dimension, descending);
        return sorted.empty() ? -1 : sorted[0];
      });
  std::vector<Tile> results;
  for (tile::ExprId id : sorted) results.emplace_back(first.state(), id);
  results.resize(tiles.size());
  return results;
}

// Salmon et al., "Parallel random numbers: as easy as 1, 2, 3", SC 2011.
std::vector<Tile> RandomBits(const std::vector<Tile>& key,
                             const std::vector<Tile>& counter, Where where) {
  if (key.size() != 2 || counter.size() != 2) {
    const Tile& any = key.empty() ? (counter.empty() ? Tile() : counter[0]) : key[0];
    if (any.state() != nullptr) {
      api::From(any.state(), where, "RandomBits");
      any.state()->author.Fail("of ", key.size(), " words of a key and ", counter.size(),
                               " of a counter; both have two");
    }
    return {Tile(), Tile()};
  }
  constexpr int kRotations[2][4] = {{13, 15, 26, 6}, {17, 29, 16, 24}};
  constexpr uint32_t kParity = 0x1BD11BDA;
  const auto combined = [where](OpKind op, const Tile& x, const Tile& y) {
    return Apply("RandomBits", op, {x, where}, {y});
  };
  const auto sum = [&](const Tile& x, const Tile& y) {
    return combined(OpKind::kAdd, x, y);
  };
  const auto exclusive = [&](const Tile& x, const Tile& y) {
    return combined(OpKind::kXor, x, y);
  };
  const auto rotated = [&](const Tile& x, int bits) {
    return combined(OpKind::kOr, combined(OpKind::kShiftLeft, x, bits),
                    combined(OpKind::kShiftRightLogical, x, 32 - bits));
  };
  const Tile keys[] = {key[0], key[1], exclusive(exclusive(key[0], key[1]), kParity)};
  Tile x = sum(counter[0], keys[0]), y = sum(counter[1], keys[1]);
  for (int i = 0; i < 5; ++i) {
    for (int rotation : kRotations[i % 2]) {
      x = sum(x, y);
      y = exclusive(x, rotated(y, rotation));
    }
    x = sum(x, keys[(i + 1) % 3]);
    y = sum(sum(y, keys[(i + 2) % 3]), i + 1);
  }
  return {x, y};
}

Tile Matmul(const TileOperand& lhs, const Tile& rhs, const MatmulOptions& options) {
  return With("Matmul", lhs, {rhs}, [&](tile::Author& author, const Ids& ids) {
    return author.Product(
        ids[0], ids[1],
        {options.lhs_contracting, options.rhs_contracting, options.lhs_batching,
         options.rhs_batching, options.highest_precision});
  });
}

Tile Keep(const TileOperand& x) {
  return With("Keep", x, {},
              [&](tile::Author& author, const Ids& ids) { return author.Keep(ids[0]); });
}

}  // namespace tilewright
