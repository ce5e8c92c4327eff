module @case {
  func.func public @main(%arg0: tensor<97x5xi8>, %arg1: tensor<97x9xi8>, %arg2: tensor<97x2xi8>) -> (tensor<97x16xi8>) {
    %whole = stablehlo.concatenate %arg0, %arg1, %arg2, dim = 1 : (tensor<97x5xi8>, tensor<97x9xi8>, tensor<97x2xi8>) -> tensor<97x16xi8>
    return %whole : tensor<97x16xi8>
  }
}
