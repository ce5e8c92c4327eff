// Operations on the values of a kernel.
#include <cmath>
#include <utility>

#include "api/convert.h"
#include "api/kernel_impl.h"
#include "api/tile_numbers.h"
#include "ir/op_kind.h"

namespace tilewright {
namespace {

using ir::OpKind;
using State = std::shared_ptr<Tile::State>;

// Applies `make` to the author and the numbers of the operands inside. Operands
// of another kernel have the number -1, which the author refuses.
template <typename Make>
Tile With(const std::vector<Tile>& operands, const Make& make) {
  const Tile* const made = api::LastMade(operands);
  if (made == nullptr) return {};
  const State& state = made->state();
  return {state, make(state->author, api::OperandsIn(state, operands))};
}

Tile Apply(OpKind op, const std::vector<Tile>& operands) {
  if (std::optional<Tile> number = api::Folded(op, operands)) return *number;
  return With(operands, [&](tile::Author& author, std::vector<tile::ExprId> ids) {
    return author.Elementwise(op, std::move(ids));
  });
}

Tile Compared(const char* direction, const Tile& x, const Tile& y) {
  return With({x, y}, [&](tile::Author& author, const std::vector<tile::ExprId>& ids) {
    return author.Compare(direction, ids[0], ids[1]);
  });
}

// `value` in the element type of `like`.
Tile Number(const Tile& like, double value) {
  if (api::IsNumber(like)) {
    constexpr double kExact = 9007199254740992.0;  // 2^53
    const bool whole = std::abs(value) < kExact && value == std::trunc(value);
    return whole ? Tile(static_cast<int64_t>(value)) : Tile(value);
  }
  return With({like}, [&](tile::Author& author, const std::vector<tile::ExprId>& ids) {
    return author.Constant(author.type(ids[0]).element, value);
  });
}

Tile Reduced(OpKind op, const Tile& x, const std::vector<int64_t>& dimensions,
             bool keep_dimensions) {
  return With({x}, [&](tile::Author& author, const std::vector<tile::ExprId>& ids) {
    return author.Reduce(op, ids[0], dimensions, keep_dimensions);
  });
}

}  // namespace

TensorType Tile::type() const {
  return state_ == nullptr ? TensorType() : api::Outside(state_->author.type(id_));
}

Tile operator+(const Tile& x, const Tile& y) { return Apply(OpKind::kAdd, {x, y}); }
Tile operator-(const Tile& x, const Tile& y) { return Apply(OpKind::kSubtract, {x, y}); }
Tile operator*(const Tile& x, const Tile& y) { return Apply(OpKind::kMultiply, {x, y}); }
Tile operator/(const Tile& x, const Tile& y) { return Apply(OpKind::kDivide, {x, y}); }
Tile operator%(const Tile& x, const Tile& y) { return Apply(OpKind::kRemainder, {x, y}); }
Tile operator-(const Tile& x) { return Apply(OpKind::kNegate, {x}); }
Tile operator&(const Tile& x, const Tile& y) { return Apply(OpKind::kAnd, {x, y}); }
Tile operator|(const Tile& x, const Tile& y) { return Apply(OpKind::kOr, {x, y}); }
Tile operator^(const Tile& x, const Tile& y) { return Apply(OpKind::kXor, {x, y}); }
Tile operator<<(const Tile& x, const Tile& bits) {
  return Apply(OpKind::kShiftLeft, {x, bits});
}
Tile operator>>(const Tile& x, const Tile& bits) {
  return With({x, bits}, [](tile::Author& author, const std::vector<tile::ExprId>& ids) {
    const bool is_signed = ir::IsSigned(author.type(ids[0]).element);
    return author.Elementwise(
        is_signed ? OpKind::kShiftRightArithmetic : OpKind::kShiftRightLogical, ids);
  });
}
Tile operator!(const Tile& x) { return Apply(OpKind::kNot, {x}); }
Tile operator==(const Tile& x, const Tile& y) { return Compared("EQ", x, y); }
Tile operator!=(const Tile& x, const Tile& y) { return Compared("NE", x, y); }
Tile operator<(const Tile& x, const Tile& y) { return Compared("LT", x, y); }
Tile operator<=(const Tile& x, const Tile& y) { return Compared("LE", x, y); }
Tile operator>(const Tile& x, const Tile& y) { return Compared("GT", x, y); }
Tile operator>=(const Tile& x, const Tile& y) { return Compared("GE", x, y); }

Tile operator+(const Tile& x, double y) { return x + Number(x, y); }
Tile operator-(const Tile& x, double y) { return x - Number(x, y); }
Tile operator*(const Tile& x, double y) { return x * Number(x, y); }
Tile operator/(const Tile& x, double y) { return x / Number(x, y); }
Tile operator%(const Tile& x, double y) { return x % Number(x, y); }
Tile operator+(double x, const Tile& y) { return Number(y, x) + y; }
Tile operator-(double x, const Tile& y) { return Number(y, x) - y; }
Tile operator*(double x, const Tile& y) { return Number(y, x) * y; }
Tile operator/(double x, const Tile& y) { return Number(y, x) / y; }
Tile operator==(const Tile& x, double y) { return x == Number(x, y); }
Tile operator!=(const Tile& x, double y) { return x != Number(x, y); }
Tile operator<(const Tile& x, double y) { return x < Number(x, y); }
Tile operator<=(const Tile& x, double y) { return x <= Number(x, y); }
Tile operator>(const Tile& x, double y) { return x > Number(x, y); }
Tile operator>=(const Tile& x, double y) { return x >= Number(x, y); }

Tile Elementwise(std::string_view name, const std::vector<Tile>& x) {
  const std::optional<OpKind> op = ir::FindOpKind(api::Inside(name));
  if (op.has_value()) return Apply(*op, x);
  return With(x, [&](tile::Author& author, const std::vector<tile::ExprId>& ids) {
    author.Fail("there is no operation ", api::Inside(name));
    return ids[0];
  });
}

Tile Exp(const Tile& x) { return Apply(OpKind::kExponential, {x}); }
Tile Log(const Tile& x) { return Apply(OpKind::kLog, {x}); }
Tile Tanh(const Tile& x) { return Apply(OpKind::kTanh, {x}); }
Tile Sqrt(const Tile& x) { return Apply(OpKind::kSqrt, {x}); }
Tile Rsqrt(const Tile& x) { return Apply(OpKind::kRsqrt, {x}); }
Tile Sigmoid(const Tile& x) { return Apply(OpKind::kLogistic, {x}); }
Tile Abs(const Tile& x) { return Apply(OpKind::kAbs, {x}); }
Tile Maximum(const Tile& x, const Tile& y) { return Apply(OpKind::kMaximum, {x, y}); }
Tile Minimum(const Tile& x, const Tile& y) { return Apply(OpKind::kMinimum, {x, y}); }
Tile Select(const Tile& predicate, const Tile& x, const Tile& y) {
  if (predicate.state() != nullptr && api::IsNumber(x) && api::IsNumber(y)) {
    predicate.state()->author.Fail("select: of two numbers, which have no element type");
    return predicate;
  }
  return Apply(OpKind::kSelect, {predicate, x, y});
}

Tile Convert(const Tile& x, ElementType type) {
  return With({x}, [&](tile::Author& author, const std::vector<tile::ExprId>& ids) {
    return author.Convert(ids[0], api::Inside(type));
  });
}

Tile Broadcast(const Tile& x, const std::vector<int64_t>& shape) {
  return With({x}, [&](tile::Author& author, const std::vector<tile::ExprId>& ids) {
    return author.Spread(ids[0], shape);
  });
}

Tile Broadcast(const Tile& x, const std::vector<int64_t>& shape,
               const std::vector<int64_t>& dimensions) {
  return With({x}, [&](tile::Author& author, const std::vector<tile::ExprId>& ids) {
    return author.BroadcastInDim(ids[0], shape, dimensions);
  });
}

Tile Reshape(const Tile& x, const std::vector<int64_t>& shape) {
  return With({x}, [&](tile::Author& author, const std::vector<tile::ExprId>& ids) {
    return author.Reshape(ids[0], shape);
  });
}

Tile Transpose(const Tile& x, const std::vector<int64_t>& permutation) {
  return With({x}, [&](tile::Author& author, const std::vector<tile::ExprId>& ids) {
    return author.Transpose(ids[0], permutation);
  });
}

Tile Concatenate(const std::vector<Tile>& parts, int64_t dimension) {
  return With(parts, [&](tile::Author& author, const std::vector<tile::ExprId>& ids) {
    return author.Concatenate(ids, dimension);
  });
}

Tile Slice(const Tile& x, const std::vector<int64_t>& start,
           const std::vector<int64_t>& sizes) {
  return With({x}, [&](tile::Author& author, const std::vector<tile::ExprId>& ids) {
    return author.Slice(ids[0], start, sizes);
  });
}

Tile DynamicSlice(const Tile& x, const std::vector<Tile>& start,
                  const std::vector<int64_t>& sizes) {
  return With({x}, [&](tile::Author& author, const std::vector<tile::ExprId>& ids) {
    return author.DynamicSlice(ids[0], api::IndicesIn(x.state(), start), sizes);
  });
}

Tile Gather(const Tile& x, const Tile& indices) {
  return With({x}, [&](tile::Author& author, const std::vector<tile::ExprId>& ids) {
    return author.Take(ids[0], api::IndexIn(x.state(), indices));
  });
}

Tile Sum(const Tile& x, const std::vector<int64_t>& dimensions, bool keep_dimensions) {
  return Reduced(OpKind::kAdd, x, dimensions, keep_dimensions);
}
Tile Max(const Tile& x, const std::vector<int64_t>& dimensions, bool keep_dimensions) {
  return Reduced(OpKind::kMaximum, x, dimensions, keep_dimensions);
}
Tile Min(const Tile& x, const std::vector<int64_t>& dimensions, bool keep_dimensions) {
  return Reduced(OpKind::kMinimum, x, dimensions, keep_dimensions);
}

namespace {

Tile Scanned(OpKind op, const Tile& x, int64_t dimension, bool reverse) {
  return With({x}, [&](tile::Author& author, const std::vector<tile::ExprId>& ids) {
    return author.Scan(op, ids[0], dimension, reverse);
  });
}

}  // namespace

Tile CumulativeSum(const Tile& x, int64_t dimension, bool reverse) {
  return Scanned(OpKind::kAdd, x, dimension, reverse);
}
Tile CumulativeMax(const Tile& x, int64_t dimension, bool reverse) {
  return Scanned(OpKind::kMaximum, x, dimension, reverse);
}
Tile CumulativeMin(const Tile& x, int64_t dimension, bool reverse) {
  return Scanned(OpKind::kMinimum, x, dimension, reverse);
}

std::vector<Tile> Sort(const std::vector<Tile>& tiles, int64_t dimension,
                       bool descending) {
  std::vector<tile::ExprId> sorted;
  const Tile first =
      With(tiles, [&](tile::Author& author, const std::vector<tile::ExprId>& ids) {
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
                             const std::vector<Tile>& counter) {
  if (key.size() != 2 || counter.size() != 2) {
    const Tile& any = key.empty() ? (counter.empty() ? Tile() : counter[0]) : key[0];
    if (any.state() != nullptr) {
      any.state()->author.Fail("random bits: of ", key.size(), " words of a key and ",
                               counter.size(), " of a counter; both have two");
    }
    return {Tile(), Tile()};
  }
  constexpr int kRotations[2][4] = {{13, 15, 26, 6}, {17, 29, 16, 24}};
  constexpr uint32_t kParity = 0x1BD11BDA;
  const auto exclusive = [](const Tile& x, const Tile& y) {
    return Apply(OpKind::kXor, {x, y});
  };
  const auto shifted = [](OpKind op, const Tile& x, int bits) {
    return Apply(op, {x, Number(x, bits)});
  };
  const auto rotated = [&](const Tile& x, int bits) {
    return shifted(OpKind::kShiftLeft, x, bits) |
           shifted(OpKind::kShiftRightLogical, x, 32 - bits);
  };
  const Tile keys[] = {key[0], key[1],
                       exclusive(exclusive(key[0], key[1]), Number(key[0], kParity))};
  Tile x = counter[0] + keys[0], y = counter[1] + keys[1];
  for (int i = 0; i < 5; ++i) {
    for (int rotation : kRotations[i % 2]) {
      x = x + y;
      y = exclusive(x, rotated(y, rotation));
    }
    x = x + keys[(i + 1) % 3];
    y = y + keys[(i + 2) % 3] + static_cast<double>(i + 1);
  }
  return {x, y};
}

Tile Matmul(const Tile& lhs, const Tile& rhs, const MatmulOptions& options) {
  return With(
      {lhs, rhs}, [&](tile::Author& author, const std::vector<tile::ExprId>& ids) {
        return author.Product(
            ids[0], ids[1],
            {options.lhs_contracting, options.rhs_contracting, options.lhs_batching,
             options.rhs_batching, options.highest_precision});
      });
}

Tile Keep(const Tile& x) {
  return With({x}, [&](tile::Author& author, const std::vector<tile::ExprId>& ids) {
    return author.Keep(ids[0]);
  });
}

}  // namespace tilewright
