module @case {
  func.func public @main(%arg0: tensor<6xf64>, %arg1: tensor<6xf64>) -> tensor<6xf64> {
    %0 = chlo.polygamma %arg0, %arg1 : tensor<6xf64>, tensor<6xf64> -> tensor<6xf64>
    return %0 : tensor<6xf64>
  }
}
