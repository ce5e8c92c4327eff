module @case {
  func.func public @main(%arg0: tensor<3xf32>, %arg1: tensor<2xi32>) -> tensor<2x3xf32> {
    %0 = "stablehlo.dynamic_broadcast_in_dim"(%arg0, %arg1) <{broadcast_dimensions = array<i64: 1>}> : (tensor<3xf32>, tensor<2xi32>) -> tensor<2x3xf32>
    return %0 : tensor<2x3xf32>
  }
}
