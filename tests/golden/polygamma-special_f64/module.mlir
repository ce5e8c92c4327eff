module @case {
  func.func public @main(%arg0: tensor<9xf64>, %arg1: tensor<9xf64>) -> tensor<9xf64> {
    %0 = chlo.polygamma %arg0, %arg1 : tensor<9xf64>, tensor<9xf64> -> tensor<9xf64>
    return %0 : tensor<9xf64>
  }
}
