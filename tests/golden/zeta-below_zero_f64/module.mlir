module @case {
  func.func public @main(%arg0: tensor<20xf64>, %arg1: tensor<20xf64>) -> tensor<20xf64> {
    %0 = chlo.zeta %arg0, %arg1 : tensor<20xf64>, tensor<20xf64> -> tensor<20xf64>
    return %0 : tensor<20xf64>
  }
}
