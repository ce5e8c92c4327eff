module @case {
  func.func public @main(%arg0: tensor<1x6x5x8xf32>, %arg1: tensor<3x2x1x8xf32>) -> (tensor<1x5x9x8xf32>) {
    %0 = stablehlo.convolution(%arg0, %arg1) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[2, 1], [1, 0]], lhs_dilate = [1, 2], rhs_dilate = [2, 1], reverse = [true, true]} {batch_group_count = 1 : i64, feature_group_count = 8 : i64} : (tensor<1x6x5x8xf32>, tensor<3x2x1x8xf32>) -> tensor<1x5x9x8xf32>
    return %0 : tensor<1x5x9x8xf32>
  }
}
