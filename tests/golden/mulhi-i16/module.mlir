module @case {
  func.func public @main(%arg0: tensor<111xi16>, %arg1: tensor<111xi16>) -> (tensor<111xi16>) {
    %0 = chlo.mulhi %arg0, %arg1 : tensor<111xi16>, tensor<111xi16> -> tensor<111xi16>
    return %0 : tensor<111xi16>
  }
}
