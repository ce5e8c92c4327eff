#include "tile/cost.h"

#include <set>

namespace tilewright::tile {

bool IsTranscendental(ir::OpKind op) {
  using enum ir::OpKind;
  static const std::set<ir::OpKind> kOps = {
      kCbrt,   kCosine,     kExponential, kExponentialMinusOne,
      kLog,    kLogPlusOne, kLogistic,    kRsqrt,
      kSine,   kSqrt,       kTan,         kTanh,
      kPower,  kAtan2,      kErf,         kErfc,
      kErfInv, kLgamma,     kDigamma};
  return kOps.count(op) > 0;
}

bool IsExpensive(ir::OpKind op) {
  return IsTranscendental(op) || op == ir::OpKind::kDivide ||
         op == ir::OpKind::kRemainder;
}

}  // namespace tilewright::tile
