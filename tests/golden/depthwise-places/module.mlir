module @case {
  func.func public @main(%arg0: tensor<2x5x4x19xf32>, %arg1: tensor<5x1x3x3xf32>) -> (tensor<2x5x4x19xf32>) {
    %0 = stablehlo.convolution(%arg0, %arg1) dim_numbers = [b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1], window = {stride = [1, 1], pad = [[1, 1], [1, 1]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 5 : i64} : (tensor<2x5x4x19xf32>, tensor<5x1x3x3xf32>) -> tensor<2x5x4x19xf32>
    return %0 : tensor<2x5x4x19xf32>
  }
}
