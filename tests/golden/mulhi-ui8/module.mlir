module @case {
  func.func public @main(%arg0: tensor<111xui8>, %arg1: tensor<111xui8>) -> (tensor<111xui8>) {
    %0 = chlo.mulhi %arg0, %arg1 : tensor<111xui8>, tensor<111xui8> -> tensor<111xui8>
    return %0 : tensor<111xui8>
  }
}
