// How the dimensions of reductions and products become those of statements.
#pragma once

#include "tile/builder.h"

namespace tilewright::tile {

// A reduction as a loop nest (tile/statements.h): x transposed to `order`, the dimensions
// that are kept first, is an array of shape outer ++ inner.
struct ReductionDims {
  ir::Dims order;
  ir::Shape outer, inner;

  ir::Shape domain() const { return ir::Joined(outer, inner); }
};

// `merge`: each segment of adjacent reduced dimensions is one, ones aside.
ReductionDims ArrangeReduction(const ir::Shape& dims, const ir::Dims& reduced,
                               bool merge);

// Whether lanes run along the last of the reduced dimensions, for an operation that may
// take them in any order.
bool ReducesAlongLanes(const ir::Shape& dims, const ir::Dims& reduced);
// Whether all reduced dimensions are behind those that are kept, ones aside.
bool ReducesTrailing(const ir::Shape& dims, const ir::Dims& reduced);
// Reductions with equal lanes may share a pass over their inputs. Ascends with the
// number of bytes of a lane.
int LaneWidth(ir::ElementType element);

// One side of a dot: its dimensions by part, and how many elements each part has.
struct DotSide {
  ir::Dims batch, free, contracting;
  ir::Size batch_size = 1, free_size = 1, contracting_size = 1;
};

DotSide ArrangeDotSide(const ir::Shape& dims, const ir::Dims& batch,
                       const ir::Dims& contracting);
// x as a product's left side, [batch, free, contracting], or its right side,
// [batch, contracting, free].
ExprId AsLeft(Builder* b, ExprId x, const DotSide& side);
ExprId AsRight(Builder* b, ExprId x, const DotSide& side);

// The sizes of a gather's slices; the result has as many dimensions as it says.
ir::Shape SliceSizes(const Gather& gather, int operand_rank, const ir::Shape& result);

// Lists of dimensions.
int64_t Elements(const ir::Dims& dims);
ir::Dims Joined(const ir::Dims& a, const ir::Dims& b, const ir::Dims& c = {});
bool Contains(const ir::Dims& list, int64_t d);
// Whether a transpose moves no element, as only dimensions of one change places.
bool MovesNothing(const ir::Shape& shape, const ir::Dims& permutation);
// Dimensions other than 1.
ir::Dims WithoutUnitDims(ir::Dims dims);
ir::Shape WithoutUnitDims(const ir::Shape& dims);

}  // namespace tilewright::tile
