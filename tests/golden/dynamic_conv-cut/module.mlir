module @case {
  func.func public @main(%arg0: tensor<1x6x6x2xf32>, %arg1: tensor<2x2x2x2xf32>, %arg2: tensor<2x2xi64>) -> tensor<1x3x4x2xf32> {
    %0 = "stablehlo.dynamic_conv"(%arg0, %arg1, %arg2) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64, lhs_dilation = array<i64: 1, 1>, rhs_dilation = array<i64: 2, 1>, window_strides = array<i64: 1, 1>}> : (tensor<1x6x6x2xf32>, tensor<2x2x2x2xf32>, tensor<2x2xi64>) -> tensor<1x3x4x2xf32>
    return %0 : tensor<1x3x4x2xf32>
  }
}
