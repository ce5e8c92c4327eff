module @case {
  func.func public @main(%arg0: tensor<2x9x8x16xf32>, %arg1: tensor<3x5x1x16xf32>) -> (tensor<2x4x3x16xf32>) {
    %0 = stablehlo.convolution(%arg0, %arg1) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [2, 3], pad = [[0, 1], [2, 2]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 16 : i64} : (tensor<2x9x8x16xf32>, tensor<3x5x1x16xf32>) -> tensor<2x4x3x16xf32>
    return %0 : tensor<2x4x3x16xf32>
  }
}
