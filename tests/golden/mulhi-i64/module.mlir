module @case {
  func.func public @main(%arg0: tensor<111xi64>, %arg1: tensor<111xi64>) -> (tensor<111xi64>) {
    %0 = chlo.mulhi %arg0, %arg1 : tensor<111xi64>, tensor<111xi64> -> tensor<111xi64>
    return %0 : tensor<111xi64>
  }
}
