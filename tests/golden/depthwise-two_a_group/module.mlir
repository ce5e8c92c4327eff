module @case {
  func.func public @main(%arg0: tensor<1x4x4x5xf32>, %arg1: tensor<3x3x1x10xf32>) -> (tensor<1x4x4x10xf32>) {
    %0 = stablehlo.convolution(%arg0, %arg1) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[1, 1], [1, 1]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 5 : i64} : (tensor<1x4x4x5xf32>, tensor<3x3x1x10xf32>) -> tensor<1x4x4x10xf32>
    return %0 : tensor<1x4x4x10xf32>
  }
}
