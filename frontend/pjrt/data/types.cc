#include "frontend/pjrt/data/types.h"

#include <array>
#include <cstring>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "support/status_macros.h"

namespace tilewright::pjrt {
namespace {

using ir::ElementType;

struct TypeRow {
  PJRT_Buffer_Type pjrt;
  ElementType type;
};
constexpr TypeRow kTypes[] = {
    {PJRT_Buffer_Type_PRED, ElementType::kI1},
    {PJRT_Buffer_Type_S8, ElementType::kI8},
    {PJRT_Buffer_Type_S16, ElementType::kI16},
    {PJRT_Buffer_Type_S32, ElementType::kI32},
    {PJRT_Buffer_Type_S64, ElementType::kI64},
    {PJRT_Buffer_Type_U8, ElementType::kU8},
    {PJRT_Buffer_Type_U16, ElementType::kU16},
    {PJRT_Buffer_Type_U32, ElementType::kU32},
    {PJRT_Buffer_Type_U64, ElementType::kU64},
    {PJRT_Buffer_Type_F16, ElementType::kF16},
    {PJRT_Buffer_Type_F32, ElementType::kF32},
    {PJRT_Buffer_Type_F64, ElementType::kF64},
    {PJRT_Buffer_Type_BF16, ElementType::kBF16},
    {PJRT_Buffer_Type_C64, ElementType::kC64},
    {PJRT_Buffer_Type_C128, ElementType::kC128},
    {PJRT_Buffer_Type_F8E5M2, ElementType::kF8E5M2},
    {PJRT_Buffer_Type_F8E4M3FN, ElementType::kF8E4M3FN},
    {PJRT_Buffer_Type_F8E4M3B11FNUZ, ElementType::kF8E4M3B11FNUZ},
    {PJRT_Buffer_Type_F8E5M2FNUZ, ElementType::kF8E5M2FNUZ},
    {PJRT_Buffer_Type_F8E4M3FNUZ, ElementType::kF8E4M3FNUZ},
    {PJRT_Buffer_Type_S4, ElementType::kI4},
    {PJRT_Buffer_Type_U4, ElementType::kU4},
    {PJRT_Buffer_Type_TOKEN, ElementType::kToken},
    {PJRT_Buffer_Type_S2, ElementType::kI2},
    {PJRT_Buffer_Type_U2, ElementType::kU2},
    {PJRT_Buffer_Type_F8E4M3, ElementType::kF8E4M3},
    {PJRT_Buffer_Type_F8E3M4, ElementType::kF8E3M4},
    {PJRT_Buffer_Type_F8E8M0FNU, ElementType::kF8E8M0FNU},
};

template <int kBytes>
void CopyRow(int64_t count, const uint8_t* from, int64_t from_stride, uint8_t* to,
             int64_t to_stride) {
  for (int64_t i = 0; i < count; ++i) {
    std::memcpy(to + i * to_stride, from + i * from_stride, kBytes);
  }
}

void CopyRow(int bytes, int64_t count, const uint8_t* from, int64_t from_stride,
             uint8_t* to, int64_t to_stride) {
  if (from_stride == bytes && to_stride == bytes) {
    std::memcpy(to, from, count * bytes);
    return;
  }
  switch (bytes) {
    case 1:
      return CopyRow<1>(count, from, from_stride, to, to_stride);
    case 2:
      return CopyRow<2>(count, from, from_stride, to, to_stride);
    case 4:
      return CopyRow<4>(count, from, from_stride, to, to_stride);
    case 8:
      return CopyRow<8>(count, from, from_stride, to, to_stride);
    default:
      return CopyRow<16>(count, from, from_stride, to, to_stride);
  }
}

absl::StatusOr<Strides> TiledStrides(const ir::TensorType& type,
                                     const PJRT_Buffer_MemoryLayout_Tiled& tiled) {
  if (tiled.num_tiles != 0) {
    return absl::UnimplementedError("layouts with tiles: arrays lie row by row here");
  }
  const size_t rank = type.dims().size();
  if (tiled.minor_to_major_size != rank ||
      (rank > 0 && tiled.minor_to_major == nullptr)) {
    return absl::InvalidArgumentError(
        absl::StrCat("a layout of ", tiled.minor_to_major_size, " dimensions for ",
                     ir::ToString(type)));
  }
  std::vector<bool> seen(rank);
  for (size_t i = 0; i < rank; ++i) {
    const int64_t dim = tiled.minor_to_major[i];
    if (dim < 0 || dim >= static_cast<int64_t>(rank) || seen[dim]) {
      return absl::InvalidArgumentError("a layout's dimensions are no permutation");
    }
    seen[dim] = true;
  }
  return StridesOf(type, absl::MakeConstSpan(tiled.minor_to_major, rank));
}

}  // namespace

absl::StatusOr<ir::ElementType> FromPjrt(PJRT_Buffer_Type type) {
  for (const TypeRow& row : kTypes) {
    if (row.pjrt == type) return row.type;
  }
  if (type == PJRT_Buffer_Type_F4E2M1FN) {
    return absl::UnimplementedError("arrays of f4E2M1FN are not supported");
  }
  return absl::InvalidArgumentError(
      absl::StrCat(static_cast<int>(type), " is no element type"));
}

PJRT_Buffer_Type ToPjrt(ir::ElementType type) {
  for (const TypeRow& row : kTypes) {
    if (row.type == type) return row.pjrt;
  }
  return PJRT_Buffer_Type_INVALID;
}

absl::StatusOr<ir::TensorType> TensorOf(PJRT_Buffer_Type type, const int64_t* dims,
                                        size_t num_dims) {
  ir::TensorType result;
  TW_ASSIGN_OR_RETURN(result.element, FromPjrt(type));
  if (num_dims > 0 && dims == nullptr) {
    return absl::InvalidArgumentError("\"dims\" is null");
  }
  if (num_dims > kMaxRank) {
    return absl::InvalidArgumentError(
        absl::StrCat("an array of ", num_dims, " dimensions"));
  }
  result.shape = ir::Dims(dims, dims + num_dims);
  int64_t count = 0;
  if (!ir::BoundedProduct(result.dims(), ir::kMaxTensorBytes / 16, &count)) {
    return absl::InvalidArgumentError(absl::StrCat(
        "sizes of an array are negative or too large: ", ir::Join(result.dims())));
  }
  return result;
}

absl::Span<const int64_t> RowMajor(int rank) {
  static const std::array<int64_t, kMaxRank> kDimensions = [] {
    std::array<int64_t, kMaxRank> dimensions = {};
    for (int i = 0; i < kMaxRank; ++i) dimensions[i] = kMaxRank - 1 - i;
    return dimensions;
  }();
  return absl::MakeConstSpan(kDimensions).subspan(kMaxRank - rank);
}

Strides DenseStrides(const ir::TensorType& type) {
  Strides strides(type.dims().size());
  int64_t step = ir::StorageBytes(type.element);
  for (size_t i = type.dims().size(); i-- > 0;) {
    strides[i] = step;
    step *= type.dims()[i];
  }
  return strides;
}

Strides StridesOf(const ir::TensorType& type, absl::Span<const int64_t> minor_to_major) {
  Strides strides(type.dims().size());
  int64_t step = ir::StorageBytes(type.element);
  for (const int64_t dim : minor_to_major) {
    strides[dim] = step;
    step *= type.dims()[dim];
  }
  return strides;
}

absl::StatusOr<Strides> StridesOf(const ir::TensorType& type,
                                  const PJRT_Buffer_MemoryLayout* layout) {
  if (layout == nullptr) return DenseStrides(type);
  if (layout->type == PJRT_Buffer_MemoryLayout_Type_Tiled) {
    return TiledStrides(type, layout->tiled);
  }
  if (layout->type != PJRT_Buffer_MemoryLayout_Type_Strides) {
    return absl::InvalidArgumentError("a layout is neither of tiles nor of strides");
  }
  const PJRT_Buffer_MemoryLayout_Strides& strides = layout->strides;
  if (strides.num_byte_strides != type.dims().size() ||
      (!type.dims().empty() && strides.byte_strides == nullptr)) {
    return absl::InvalidArgumentError(absl::StrCat(
        strides.num_byte_strides, " strides for an array of ", ir::ToString(type)));
  }
  return Strides(strides.byte_strides, strides.byte_strides + strides.num_byte_strides);
}

void CopyElements(const ir::TensorType& type, const uint8_t* from,
                  const Strides& from_strides, uint8_t* to, const Strides& to_strides) {
  if (type.num_elements() == 0) return;
  const int bytes = ir::StorageBytes(type.element);
  const Strides dense = DenseStrides(type);
  if (from_strides == dense && to_strides == dense) {
    std::memcpy(to, from, type.byte_size());
    return;
  }
  const int rank = type.rank();
  if (rank == 0) return CopyRow(bytes, 1, from, bytes, to, bytes);
  std::vector<int64_t> index(rank, 0);
  const int last = rank - 1;
  while (true) {
    CopyRow(bytes, type.dims()[last], from, from_strides[last], to, to_strides[last]);
    int dim = last - 1;
    for (; dim >= 0; --dim) {
      from += from_strides[dim];
      to += to_strides[dim];
      if (++index[dim] < type.dims()[dim]) break;
      from -= from_strides[dim] * type.dims()[dim];
      to -= to_strides[dim] * type.dims()[dim];
      index[dim] = 0;
    }
    if (dim < 0) return;
  }
}

}  // namespace tilewright::pjrt
