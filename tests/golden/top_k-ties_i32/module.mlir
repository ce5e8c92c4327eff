module @case {
  func.func public @main(%arg0: tensor<4x17xi32>) -> (tensor<4x5xi32>, tensor<4x5xi32>) {
    %values, %indices = chlo.top_k(%arg0, k = 5) : tensor<4x17xi32> -> (tensor<4x5xi32>, tensor<4x5xi32>)
    return %values, %indices : tensor<4x5xi32>, tensor<4x5xi32>
  }
}
