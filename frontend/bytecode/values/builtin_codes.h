// MLIR's own dialect in bytecode: the codes of its attributes and types.
#pragma once

#include <cstdint>

namespace tilewright::bytecode {

enum BuiltinAttributeCode : uint64_t {
  kArrayAttr = 0,
  kDictionaryAttr,
  kStringAttr,
  kStringAttrWithType,
  kFlatSymbolRefAttr,
  kSymbolRefAttr,
  kTypeAttr,
  kUnitAttr,
  kIntegerAttr,
  kFloatAttr,
  kCallSiteLoc,
  kFileLineColLoc,
  kFusedLoc,
  kFusedLocWithMetadata,
  kNameLoc,
  kUnknownLoc,
  kDenseResourceElementsAttr,
  kDenseArrayAttr,
  kDenseIntOrFpElementsAttr,
  kDenseStringElementsAttr,
  kSparseElementsAttr,
  kDistinctAttr,
  kFileLineColRange,
};

enum BuiltinTypeCode : uint64_t {
  kIntegerType = 0,
  kIndexType,
  kFunctionType,
  kBFloat16Type,
  kFloat16Type,
  kFloat32Type,
  kFloat64Type,
  kFloat80Type,
  kFloat128Type,
  kComplexType,
  kMemRefType,
  kMemRefTypeWithMemSpace,
  kNoneType,
  kRankedTensorType,
  kRankedTensorTypeWithEncoding,
  kTupleType,
};

}  // namespace tilewright::bytecode
