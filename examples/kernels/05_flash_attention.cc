// 5. Flash attention: softmax(q k^T / sqrt(d)) v without the matrix of scores.
//
// A block of queries meets the blocks of keys one after the other, and keeps the
// largest score so far, the sum of weights, and the weighted sum of values; what
// was summed is scaled down when a larger score comes.
#include "tutorial.h"

using namespace tilewright;  // NOLINT: a tutorial
using namespace tutorial;    // NOLINT

int main() {
  const int64_t heads = 2, length = 256, dim = 64;
  const int64_t bq = 64, bk = 64;
  const double scale = 1 / std::sqrt(static_cast<double>(dim));

  KernelBuilder k("flash_attention");
  const std::vector<Tile> g =
      k.Grid({{heads}, {length / bq}, {length / bk, GridSemantics::kSequential}});
  const Tile head = g[0], query = g[1], key = g[2];
  // One head at a time: its dimension is squeezed out of the block.
  const TensorType type = F32({heads, length, dim});
  const BlockSpec queries = {.block = {kSqueezed, bq, dim}, .index = {head, query, 0}};
  const BlockSpec keys = {.block = {kSqueezed, bk, dim}, .index = {head, key, 0}};
  const TileRef q = k.Input("q", type, queries);
  const TileRef ks = k.Input("k", type, keys);
  const TileRef v = k.Input("v", type, keys);
  const TileRef o = k.Output("o", type, queries);
  const TileRef largest = k.Scratch("largest", F32({bq, 1}));
  const TileRef total = k.Scratch("total", F32({bq, 1}));
  const TileRef sum = k.Scratch("sum", F32({bq, dim}));

  k.If(key == 0, [&] {
    largest.Store(-1e30);
    total.Store(0);
    sum.Store(0);
  });
  // [bq, dim] x [bk, dim] over dim.
  const Tile scores = Keep(Matmul(q.Load(), ks.Load(), {.rhs_contracting = {1}}) * scale);
  // Causal: a query sees the keys up to its own place.
  const Tile row = query * bq + k.Iota(I32({bq, bk}), 0);
  const Tile column = key * bk + k.Iota(I32({bq, bk}), 1);
  const Tile seen = Select(column <= row, scores, -1e30);
  const Tile now = Maximum(largest.Load(), Max(seen, {1}, true));
  const Tile weights = Exp(seen - now);
  const Tile shrink = Exp(largest.Load() - now);
  total.Store(total.Load() * shrink + Sum(weights, {1}, true));
  sum.Store(sum.Load() * shrink + Matmul(weights, v.Load()));
  largest.Store(now);
  k.If(key == length / bk - 1, [&] { o.Store(sum.Load() / total.Load()); });
  const Kernel kernel = Must(k.Build());

  const Device device = Must(Device::Create());
  const int64_t count = heads * length * dim;
  const std::vector<float> qs = Numbers(count, 1), kv = Numbers(count, 2),
                           vs = Numbers(count, 3);
  std::vector<float> expected(count);
  for (int64_t h = 0; h < heads; ++h) {
    const int64_t base = h * length * dim;
    for (int64_t i = 0; i < length; ++i) {
      std::vector<double> weight(i + 1);
      double all = 0;
      for (int64_t j = 0; j <= i; ++j) {
        double score = 0;
        for (int64_t d = 0; d < dim; ++d) {
          score += double{qs[base + i * dim + d]} * kv[base + j * dim + d];
        }
        all += weight[j] = std::exp(score * scale);
      }
      for (int64_t d = 0; d < dim; ++d) {
        double value = 0;
        for (int64_t j = 0; j <= i; ++j)
          value += weight[j] / all * vs[base + j * dim + d];
        expected[base + i * dim + d] = static_cast<float>(value);
      }
    }
  }
  const std::vector<Buffer> inputs = {
      ToDevice(device, type, qs), ToDevice(device, type, kv), ToDevice(device, type, vs)};
  Check(Must(kernel.Run(device, inputs))[0], expected, 0.02f);
  CompileOptions ieee = CompileOptionsFromEnvironment();
  ieee.numerics = NumericMode::kIeee;
  Check(Must(kernel.Run(device, inputs, ieee))[0], expected, 1e-5f);
  return 0;
}
