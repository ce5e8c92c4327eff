module @case {
  func.func public @main(%arg0: tensor<1x3x5x7xf32>, %arg1: tensor<3x1x2x3xf32>) -> (tensor<1x3x6x4xf32>) {
    %0 = stablehlo.convolution(%arg0, %arg1) dim_numbers = [b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1], window = {stride = [1, 2], pad = [[1, 1], [1, 1]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [true, true]} {batch_group_count = 1 : i64, feature_group_count = 3 : i64} : (tensor<1x3x5x7xf32>, tensor<3x1x2x3xf32>) -> tensor<1x3x6x4xf32>
    return %0 : tensor<1x3x6x4xf32>
  }
}
