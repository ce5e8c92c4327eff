module @case {
  func.func public @main(%arg0: tensor<7x9xf32>, %arg1: tensor<9x5xf32>, %arg2: tensor<3xi32>) -> (tensor<3x7x5xf32>) {
    %0 = "chlo.ragged_dot"(%arg0, %arg1, %arg2) <{precision_config = [#stablehlo<precision HIGHEST>, #stablehlo<precision HIGHEST>], ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [], rhs_batching_dimensions = [], lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0], lhs_ragged_dimensions = [1], rhs_group_dimensions = []>}> : (tensor<7x9xf32>, tensor<9x5xf32>, tensor<3xi32>) -> tensor<3x7x5xf32>
    return %0 : tensor<3x7x5xf32>
  }
}
