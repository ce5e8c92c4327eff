module @case {
  func.func public @main(%arg0: tensor<2x6x5x37xf32>, %arg1: tensor<2x4x3x37xf32>) -> (tensor<5x5x1x37xf32>) {
    %0 = stablehlo.convolution(%arg0, %arg1) dim_numbers = [f, 0, 1, b]x[i, 0, 1, o]->[0, 1, b, f], window = {stride = [1, 1], pad = [[1, 1], [1, 1]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 37 : i64, feature_group_count = 1 : i64} : (tensor<2x6x5x37xf32>, tensor<2x4x3x37xf32>) -> tensor<5x5x1x37xf32>
    return %0 : tensor<5x5x1x37xf32>
  }
}
