module @case {
  func.func public @main(%arg0: tensor<111xui16>, %arg1: tensor<111xui16>) -> (tensor<111xui16>) {
    %0 = chlo.mulhi %arg0, %arg1 : tensor<111xui16>, tensor<111xui16> -> tensor<111xui16>
    return %0 : tensor<111xui16>
  }
}
