#include "codegen/cluster/repeated_work.h"

#include <algorithm>

namespace tilewright::codegen {
namespace {

// In nanoseconds of one core of a Xeon with AVX-512 at about 3 GHz, as measured with
// `tilewright run --repeat --threads=1`:
// - four functions on end of 4096 f32s, without their memory: exponential, tanh, log,
//   sine and power take 0.011 to 0.039 a unit of cost and element;
// - a matrix times a power of one number a row takes 17 a row more than one times a
//   square root at 128 elements a row, and 20 at 64; times an exponential nothing more at
//   64, and 1.4 at 16: what a row reads and writes goes on beside the one number;
// - 400 kernels of four elements take 9,700; in a loop's kernel, a statement takes what
//   its loads wait for its stores;
// - a kernel over 65,536 f32s that does next to nothing takes 0.013 a byte.
constexpr double kUnit = 0.02;    // of cost, for an element
constexpr double kScalar = 0.15;  // of cost, for one number
constexpr double kBeside = 0.1;   // an element of a row
constexpr double kKernel = 25;
constexpr double kStatement = 2;
constexpr double kByte = 0.013;  // written, or read

}  // namespace

double Vectors(double elements) {
  constexpr double kLanes = 16;
  return std::max(elements, kLanes);
}

bool PaysToRepeat(const Evaluations& evaluations, double row_elements, int cost,
                  const ir::TensorType& result, bool in_one_kernel) {
  if (cost <= kCheap) return true;
  const double point = std::max(0.0, cost * kScalar - row_elements * kBeside);
  const double here = evaluations.elements * cost * kUnit + evaluations.points * point;
  const double once = Vectors(static_cast<double>(result.num_elements())) * cost * kUnit;
  const double moved = 2 * static_cast<double>(result.byte_size()) * kByte;
  return here <= once + (in_one_kernel ? kStatement : kKernel) + moved;
}

}  // namespace tilewright::codegen
