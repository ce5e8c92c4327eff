module @case {
  func.func public @main(%arg0: tensor<111xui32>, %arg1: tensor<111xui32>) -> (tensor<111xui32>) {
    %0 = chlo.mulhi %arg0, %arg1 : tensor<111xui32>, tensor<111xui32> -> tensor<111xui32>
    return %0 : tensor<111xui32>
  }
}
