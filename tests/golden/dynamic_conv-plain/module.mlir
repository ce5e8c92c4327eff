module @case {
  func.func public @main(%arg0: tensor<2x5x6x3xf32>, %arg1: tensor<3x2x3x4xf32>, %arg2: tensor<2x2xi64>) -> tensor<2x5x6x4xf32> {
    %0 = "stablehlo.dynamic_conv"(%arg0, %arg1, %arg2) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64, lhs_dilation = array<i64: 1, 1>, rhs_dilation = array<i64: 1, 1>, window_strides = array<i64: 1, 1>}> : (tensor<2x5x6x3xf32>, tensor<3x2x3x4xf32>, tensor<2x2xi64>) -> tensor<2x5x6x4xf32>
    return %0 : tensor<2x5x6x4xf32>
  }
}
