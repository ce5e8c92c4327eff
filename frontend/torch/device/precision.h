// How products of f32 are made, and what else of exactness a user chooses.
#pragma once

#include <atomic>
#include <optional>

namespace tilewright::torch_device {

// StableHLO's precision of a product that is recorded now: 0, 1 or 2 for one, three or
// six passes of bf16. That of the block that the thread is in, or else the process's.
int ProductPrecision();

std::atomic<int>& DefaultPrecision();

// The block's, which travels into a backward that begins inside of it. What is computed
// inside has its gradient with the same, wherever the backward begins.
std::optional<int> BlockPrecision();
void SetBlockPrecision(std::optional<int> precision);

// Whether fused and compiled programs may keep f32 between operations of 16-bit types.
std::atomic<bool>& ExcessPrecision();

}  // namespace tilewright::torch_device
