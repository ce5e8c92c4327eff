module @case {
  func.func public @main(%arg0: tensor<111xi32>, %arg1: tensor<111xi32>) -> (tensor<111xi32>) {
    %0 = chlo.mulhi %arg0, %arg1 : tensor<111xi32>, tensor<111xi32> -> tensor<111xi32>
    return %0 : tensor<111xi32>
  }
}
