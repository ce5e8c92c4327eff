module @case {
  func.func public @main(%arg0: tensor<24xf64>, %arg1: tensor<24xf64>) -> tensor<24xf64> {
    %0 = chlo.polygamma %arg0, %arg1 : tensor<24xf64>, tensor<24xf64> -> tensor<24xf64>
    return %0 : tensor<24xf64>
  }
}
