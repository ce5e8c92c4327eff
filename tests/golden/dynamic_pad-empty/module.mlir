module @case {
  func.func public @main(%arg0: tensor<0x2xf32>, %arg1: tensor<f32>, %arg2: tensor<2xi64>, %arg3: tensor<2xi64>, %arg4: tensor<2xi64>) -> tensor<3x3xf32> {
    %0 = "stablehlo.dynamic_pad"(%arg0, %arg1, %arg2, %arg3, %arg4) : (tensor<0x2xf32>, tensor<f32>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>) -> tensor<3x3xf32>
    return %0 : tensor<3x3xf32>
  }
}
