// Parts of vectors in memory, for processors whose loads and stores have no masks.
#pragma once

namespace llvm {
class Module;
}

namespace tilewright::jit {

// Masked loads and stores whose mask is the first n lanes of so many become loads and
// stores of halves, quarters, ... as the bits of n say. LLVM, which sees a mask only,
// would ask for each lane. Others are left as they are, and so are those of elements of
// more than `most_bits`.
void ExpandPrefixMasks(llvm::Module& module, int most_bits);

}  // namespace tilewright::jit
