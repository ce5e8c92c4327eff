module @case {
  func.func public @main(%arg0: tensor<56xf64>, %arg1: tensor<56xf64>) -> tensor<56xf64> {
    %0 = chlo.zeta %arg0, %arg1 : tensor<56xf64>, tensor<56xf64> -> tensor<56xf64>
    return %0 : tensor<56xf64>
  }
}
