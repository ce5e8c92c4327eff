module @case {
  func.func public @main(%arg0: tensor<9xf32>, %arg1: tensor<9xf32>) -> tensor<9xf32> {
    %0 = chlo.polygamma %arg0, %arg1 : tensor<9xf32>, tensor<9xf32> -> tensor<9xf32>
    return %0 : tensor<9xf32>
  }
}
