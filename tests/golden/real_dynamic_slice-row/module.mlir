module @case {
  func.func public @main(%arg0: tensor<4x6x3xf32>, %arg1: tensor<3xui64>, %arg2: tensor<3xui64>, %arg3: tensor<3xui64>) -> tensor<4x2x3xf32> {
    %0 = "stablehlo.real_dynamic_slice"(%arg0, %arg1, %arg2, %arg3) : (tensor<4x6x3xf32>, tensor<3xui64>, tensor<3xui64>, tensor<3xui64>) -> tensor<4x2x3xf32>
    return %0 : tensor<4x2x3xf32>
  }
}
