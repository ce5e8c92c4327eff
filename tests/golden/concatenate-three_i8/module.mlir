module @case {
  func.func public @main(%arg0: tensor<1000x1xi8>, %arg1: tensor<1000x1xi8>, %arg2: tensor<1000x1xi8>) -> (tensor<1000x3xi8>) {
    %whole = stablehlo.concatenate %arg0, %arg1, %arg2, dim = 1 : (tensor<1000x1xi8>, tensor<1000x1xi8>, tensor<1000x1xi8>) -> tensor<1000x3xi8>
    return %whole : tensor<1000x3xi8>
  }
}
