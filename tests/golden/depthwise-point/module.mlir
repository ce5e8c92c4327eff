module @case {
  func.func public @main(%arg0: tensor<2x3x3x20xf32>, %arg1: tensor<1x1x1x20xf32>) -> (tensor<2x3x3x20xf32>) {
    %0 = stablehlo.convolution(%arg0, %arg1) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[0, 0], [0, 0]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 20 : i64} : (tensor<2x3x3x20xf32>, tensor<1x1x1x20xf32>) -> tensor<2x3x3x20xf32>
    return %0 : tensor<2x3x3x20xf32>
  }
}
