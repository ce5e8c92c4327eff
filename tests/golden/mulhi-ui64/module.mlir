module @case {
  func.func public @main(%arg0: tensor<111xui64>, %arg1: tensor<111xui64>) -> (tensor<111xui64>) {
    %0 = chlo.mulhi %arg0, %arg1 : tensor<111xui64>, tensor<111xui64> -> tensor<111xui64>
    return %0 : tensor<111xui64>
  }
}
