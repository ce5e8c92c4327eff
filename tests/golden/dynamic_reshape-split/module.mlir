module @case {
  func.func public @main(%arg0: tensor<12xf32>, %arg1: tensor<2xi64>) -> tensor<3x4xf32> {
    %0 = "stablehlo.dynamic_reshape"(%arg0, %arg1) : (tensor<12xf32>, tensor<2xi64>) -> tensor<3x4xf32>
    return %0 : tensor<3x4xf32>
  }
}
