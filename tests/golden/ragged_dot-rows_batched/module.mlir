module @case {
  func.func public @main(%arg0: tensor<2x7x4xf32>, %arg1: tensor<2x4x3x5xf32>, %arg2: tensor<2x3xi32>) -> (tensor<2x7x5xf32>) {
    %0 = "chlo.ragged_dot"(%arg0, %arg1, %arg2) <{precision_config = [#stablehlo<precision HIGHEST>, #stablehlo<precision HIGHEST>], ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [0], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [1], rhs_group_dimensions = [2]>}> : (tensor<2x7x4xf32>, tensor<2x4x3x5xf32>, tensor<2x3xi32>) -> tensor<2x7x5xf32>
    return %0 : tensor<2x7x5xf32>
  }
}
