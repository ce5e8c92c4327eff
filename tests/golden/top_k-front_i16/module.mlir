module @case {
  func.func public @main(%arg0: tensor<2x1001xi16>) -> (tensor<2x128xi16>, tensor<2x128xi32>) {
    %values, %indices = chlo.top_k(%arg0, k = 128) : tensor<2x1001xi16> -> (tensor<2x128xi16>, tensor<2x128xi32>)
    return %values, %indices : tensor<2x128xi16>, tensor<2x128xi32>
  }
}
