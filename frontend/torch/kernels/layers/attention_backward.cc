// Gradients of scaled dot product attention: one operation for as many heads at once as
// memory is worth, and for blocks of long rows with the columns that they see.
#include <ATen/Functions.h>
#include <torch/library.h>

#include <algorithm>
#include <vector>

#include "frontend/torch/device/wanted.h"
#include "frontend/torch/kernels/layers/attention_parts.h"

namespace tilewright::torch_device::attention {
namespace {

// Gradients of long rows are made by so many at a time, of the columns that they see.
constexpr int64_t kBlockRows = 512;

// Rows [row, row + rows), which see columns [column, column + columns) at most.
struct Block {
  int64_t row, rows, column, columns;

  Tensor Rows(const Tensor& x) const { return Part(x, -2, row, rows); }
  Tensor Columns(const Tensor& x) const { return Part(x, -2, column, columns); }
  Tensor Both(const Tensor& x) const {
    return x.defined() ? Part(Rows(x), -1, column, columns) : x;
  }
};
using Blocks = std::vector<Block>;

// The last ones first, which see all columns.
Blocks CausalBlocks(int64_t rows, int64_t columns) {
  Blocks blocks;
  for (int64_t row = 0; row < rows; row += kBlockRows) {
    const int64_t count = std::min(kBlockRows, rows - row);
    blocks.push_back({row, count, 0, std::min(row + count, columns)});
  }
  std::reverse(blocks.begin(), blocks.end());
  return blocks;
}

// The gradients of queries, keys, values and what is added to the scores that are
// wanted, in that order.
using Gradients = std::array<Tensor, 4>;

// What is known of a call.
struct Pass {
  const Tensor &gradient, &query, &key, &value;
  Tensor bias;
  const Numbers& numbers;
  bool causal;
};

// Of all rows and columns at once. The results are written.
void RecordBackward(const Pass& pass, const Parts& parts, int64_t row,
                    const Gradients& results) {
  Recording call;
  call.In(pass.gradient).In(pass.query).In(pass.key).In(pass.value);
  Record(call, pass.bias, pass.numbers, parts.skipped());
  if (pass.causal && row > 0) call.Number(row, at::kLong);
  call.Attribute(pass.causal);
  RunForWanted(call, results, Op::attention_backward);
}

// Block after block of rows: what keys and values get of the later ones is added, and
// rounded to their type at the end.
void RecordBlocks(const Pass& pass, const Parts& parts, const Blocks& blocks,
                  const Gradients& results) {
  const bool begins_with_all = blocks[0].columns == pass.key.size(2);
  Gradients sums = results;
  for (int i : {1, 2}) {
    if (!results[i].defined()) continue;
    const ScalarType type = results[i].scalar_type(), compute = ComputeType(type);
    if (type != compute) sums[i] = Empty(results[i].sizes(), compute);
    if (!begins_with_all) sums[i].zero_();
  }
  for (const Block& block : blocks) {
    Gradients to;
    if (results[0].defined()) to[0] = block.Rows(results[0]);
    if (block.columns == 0) {
      if (to[0].defined()) to[0].zero_();
      continue;
    }
    const bool adds = !begins_with_all || &block != &blocks[0];
    for (int i : {1, 2}) {
      if (!results[i].defined()) continue;
      to[i] = block.Columns(sums[i]);
      if (adds) to[i] = Empty(to[i].sizes(), to[i].scalar_type());
    }
    const Tensor gradient = block.Rows(pass.gradient), query = block.Rows(pass.query);
    const Tensor key = block.Columns(pass.key), value = block.Columns(pass.value);
    RecordBackward(
        {gradient, query, key, value, block.Both(pass.bias), pass.numbers, pass.causal},
        parts, block.row, to);
    for (int i : {1, 2}) {
      if (adds && to[i].defined()) block.Columns(sums[i]).add_(to[i]);
    }
  }
  for (int i : {1, 2}) {
    if (results[i].defined() && !results[i].is_same(sums[i])) results[i].copy_(sums[i]);
  }
}

// In blocks of rows, if any; else all at once.
void Differentiate(const Pass& whole, const Gradients& results, const Blocks& blocks,
                   bool joined) {
  int64_t scores = blocks.empty() ? whole.query.size(2) * whole.key.size(2) : 1;
  for (const Block& block : blocks) scores = std::max(scores, block.rows * block.columns);
  Parts parts(whole.query, Heads(whole.query, whole.key), scores);
  if (joined) parts.Join();
  parts.ForEach([&] {
    const Tensor gradient = parts.OfQueries(whole.gradient);
    const Tensor query = parts.OfQueries(whole.query), key = parts.OfKeys(whole.key);
    const Tensor value = parts.OfKeys(whole.value);
    const Pass pass = {
        gradient,      query,       key, value, parts.OfQueries(whole.bias),
        whole.numbers, whole.causal};
    const Gradients to = {parts.OfQueries(results[0]), parts.OfKeys(results[1]),
                          parts.OfKeys(results[2]), parts.OfQueries(results[3])};
    if (blocks.empty()) {
      RecordBackward(pass, parts, 0, to);
    } else {
      RecordBlocks(pass, parts, blocks, to);
    }
  });
}

std::tuple<Tensor, Tensor, Tensor, Tensor> Backward(
    const Tensor& gradient, const Tensor& query, const Tensor& key, const Tensor& value,
    const Tensor& bias, std::array<bool, 4> wanted, const Tensor&, const Tensor&,
    const Tensor&, const Tensor&, c10::SymInt, c10::SymInt, double dropout, bool causal,
    const Tensor& seed, const Tensor& offset, std::optional<double> scale) {
  // Nothing came back of the result.
  if (!gradient.defined()) return {};
  wanted[3] = wanted[3] && bias.defined();
  Gradients results;
  const Tensor* like[4] = {&query, &key, &value, &bias};
  for (int i = 0; i < 4; ++i) {
    if (wanted[i]) results[i] = EmptyLike(*like[i], like[i]->scalar_type());
  }
  if (dropout == 1) {
    for (const Tensor& result : results) {
      if (result.defined()) result.zero_();
    }
    return {results[0], results[1], results[2], results[3]};
  }
  Numbers numbers = {ScaleOf(query, scale), dropout};
  const bool on_device = dropout > 0 && seed.device().type() == kTpu;
  if (on_device) {
    numbers.seed = seed;
    numbers.offset = offset;
  } else if (dropout > 0) {
    numbers.random.seed = seed.item<int64_t>();
    numbers.random.offset = offset.item<int64_t>();
  }
  Gradients to = results;
  if (wanted[3]) to[3] = Bias(results[3]);
  const bool in_blocks =
      causal && dropout == 0 && !wanted[3] && query.size(2) >= 2 * kBlockRows;
  Differentiate({gradient, query, key, value, bias.defined() ? Bias(bias) : Tensor(),
                 numbers, causal},
                to, in_blocks ? CausalBlocks(query.size(2), key.size(2)) : Blocks(),
                /*joined=*/wanted[3] || on_device);
  return {results[0], results[1], results[2], results[3]};
}

// Its gradients, where of each block of rows it is known which columns they see:
// [first, behind).
std::tuple<Tensor, Tensor, Tensor> AttentionWithinBackward(
    const Tensor& gradient, const Tensor& query, const Tensor& key, const Tensor& value,
    const OptionalTensor& bias, int64_t rows, at::IntArrayRef first,
    at::IntArrayRef behind, double scale) {
  CheckTakes("attention", query, key, value, bias);
  const auto count = static_cast<int64_t>(first.size());
  TORCH_CHECK(rows > 0 && first.size() == behind.size() && count <= query.size(2) &&
                  count == (query.size(2) + rows - 1) / rows,
              first.size(), " blocks of ", rows, " rows, of ", query.size(2));
  Blocks blocks;
  for (int64_t i = 0; i < count; ++i) {
    TORCH_CHECK(first[i] >= 0 && first[i] <= behind[i] && behind[i] <= key.size(2),
                "rows that see columns [", first[i], ", ", behind[i], ") of ",
                key.size(2));
    const int64_t row = i * rows;
    blocks.push_back(
        {row, std::min(rows, query.size(2) - row), first[i], behind[i] - first[i]});
  }
  const Gradients results = {EmptyLike(query, query.scalar_type()),
                             EmptyLike(key, key.scalar_type()),
                             EmptyLike(value, value.scalar_type()), Tensor()};
  const Numbers numbers = {scale, 0};
  Differentiate({gradient, query, key, value, IsThere(bias) ? Bias(*bias) : Tensor(),
                 numbers, /*causal=*/false},
                results, blocks, /*joined=*/false);
  return {results[0], results[1], results[2]};
}

}  // namespace

TORCH_LIBRARY_IMPL(tilewright, PrivateUse1, m) {
  m.impl("attention_within_backward", &AttentionWithinBackward);
}
TORCH_LIBRARY_IMPL(aten, PrivateUse1, m) {
  m.impl("_scaled_dot_product_fused_attention_overrideable_backward", &Backward);
}

}  // namespace tilewright::torch_device::attention
