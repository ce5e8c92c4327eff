// Squares of lanes.
#pragma once

#include <vector>

namespace llvm {
class IRBuilderBase;
class Value;
}  // namespace llvm

namespace tilewright::codegen {

// n vectors of n lanes, n a power of two: lane l of vector i becomes lane i of
// vector l, by log2(n) rounds of exchanging halves.
void TransposeLanes(llvm::IRBuilderBase& b, std::vector<llvm::Value*>& rows);

}  // namespace tilewright::codegen
