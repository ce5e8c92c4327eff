module @case {
  func.func public @main(%arg0: tensor<3x1xi32>, %arg1: tensor<4xi32>, %arg2: tensor<3x1xi1>, %arg3: tensor<4x3xi32>) -> (tensor<3x4xi32>, tensor<3x4xi1>, tensor<3x4xi32>, tensor<4x3xi32>, tensor<4xf32>) {
    %0 = chlo.broadcast_subtract %arg0, %arg1 : (tensor<3x1xi32>, tensor<4xi32>) -> tensor<3x4xi32>
    %1 = chlo.broadcast_compare %arg0, %arg1 {comparison_direction = #chlo<comparison_direction LT>} : (tensor<3x1xi32>, tensor<4xi32>) -> tensor<3x4xi1>
    %2 = chlo.broadcast_select %arg2, %arg0, %arg1 : (tensor<3x1xi1>, tensor<3x1xi32>, tensor<4xi32>) -> tensor<3x4xi32>
    %3 = chlo.broadcast_multiply %arg1, %arg3 {broadcast_dimensions = array<i64: 0>} : (tensor<4xi32>, tensor<4x3xi32>) -> tensor<4x3xi32>
    %4 = "chlo.constant_like"(%arg1) <{value = 2.5 : f32}> : (tensor<4xi32>) -> tensor<4xf32>
    return %0, %1, %2, %3, %4 : tensor<3x4xi32>, tensor<3x4xi1>, tensor<3x4xi32>, tensor<4x3xi32>, tensor<4xf32>
  }
}
