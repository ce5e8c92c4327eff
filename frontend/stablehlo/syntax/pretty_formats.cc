#include "frontend/stablehlo/syntax/pretty_formats.h"

#include "absl/container/flat_hash_map.h"

namespace tilewright::stablehlo {
namespace {

using enum TypeForm;

constexpr PrettyRow kRows[] = {
    {"func.call", "!callee ( %* )"},
    {"func.return", "%*", kOperands},
    {"stablehlo.return", "%*", kOperands},
    {"sdy.return", "%*", kOperands},
    {"sdy.sharding_constraint", "% !opaque"},
    {"sdy.reshard", "% !opaque"},
    {"sdy.propagation_barrier", "% allowed_direction = $allowed_direction"},
    {"sdy.sharding_group", "% group_id = $group_id", kOperands},

    {"stablehlo.after_all", "%*"},
    {"stablehlo.bitcast_convert", "%"},
    {"stablehlo.broadcast", "% , sizes = $broadcast_sizes"},
    {"stablehlo.broadcast_in_dim", "% , dims = $broadcast_dimensions"},
    {"stablehlo.cholesky", "% ?lower:lower"},
    {"stablehlo.compare", "$comparison_direction , % , % !compare_type"},
    {"stablehlo.complex", "% , %", kComplex},
    {"stablehlo.composite", "!composite_name %* !regions"},
    {"stablehlo.concatenate", "%* , dim = $dimension"},
    {"stablehlo.convolution", "( %* ) dim_numbers = !conv_dimensions , window = !window"},
    {"stablehlo.create_token", "", kResults},
    {"stablehlo.custom_call", "!call_target ( %* )"},
    {"stablehlo.dot", "% , % !precision"},
    {"stablehlo.dot_general", "% , % !dot_dimensions !precision !algorithm"},
    {"stablehlo.dynamic_broadcast_in_dim", "% , % , dims = $broadcast_dimensions"},
    {"stablehlo.dynamic_iota", "% , dim = $iota_dimension"},
    {"stablehlo.dynamic_slice", "%* , sizes = $slice_sizes"},
    {"stablehlo.einsum", "% , % , config = $einsum_config"},
    {"stablehlo.fft", "% , type = $fft_type , length = $fft_length"},
    {"stablehlo.get_dimension_size", "% , dim = $dimension"},
    {"stablehlo.get_tuple_element", "% [ $index ]"},
    {"stablehlo.iota", "dim = $iota_dimension", kResults},
    {"stablehlo.optimization_barrier", "!empty_or_values", kPairwise},
    {"stablehlo.pad",
     "% , % , low = $edge_padding_low , high = $edge_padding_high , interior = "
     "$interior_padding"},
    {"stablehlo.partition_id", "", kResults},
    {"stablehlo.reduce_precision", "% , format = !exponent_mantissa"},
    {"stablehlo.replica_id", "", kResults},
    {"stablehlo.reverse", "% , dims = $dimensions"},
    {"stablehlo.rng", "% , % , % , distribution = $rng_distribution"},
    {"stablehlo.rng_bit_generator", "% , algorithm = $rng_algorithm"},
    {"stablehlo.select", "% , % , %", kSelect},
    {"stablehlo.set_dimension_size", "% , % , dim = $dimension"},
    {"stablehlo.slice", "% !slice_ranges"},
    {"stablehlo.transpose", "% , dims = $permutation"},
    {"stablehlo.tuple", "%*", kTuple},
    {"stablehlo.unary_einsum", "% , config = $einsum_config"},

    {"chlo.top_k", "( % , k = $k )"},
    {"interpreter.probe", "% , probe_id = $probe_id"},
};

}  // namespace

const PrettyRow* FindPrettyRow(absl::string_view name) {
  static const auto* const kByName = [] {
    auto* map = new absl::flat_hash_map<absl::string_view, const PrettyRow*>;
    for (const PrettyRow& row : kRows) map->emplace(row.name, &row);
    return map;
  }();
  const auto it = kByName->find(name);
  return it == kByName->end() ? nullptr : it->second;
}

}  // namespace tilewright::stablehlo
