module @case {
  func.func public @main(%arg0: tensor<24xf32>, %arg1: tensor<24xf32>) -> tensor<24xf32> {
    %0 = chlo.polygamma %arg0, %arg1 : tensor<24xf32>, tensor<24xf32> -> tensor<24xf32>
    return %0 : tensor<24xf32>
  }
}
