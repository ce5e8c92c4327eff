module @case {
  func.func public @main(%arg0: tensor<3x137x1xi1>, %arg1: tensor<3x137x1xi1>, %arg2: tensor<3x137x1xi1>, %arg3: tensor<3x137x1xi1>) -> (tensor<3x137x4xi1>) {
    %whole = stablehlo.concatenate %arg0, %arg1, %arg2, %arg3, dim = 2 : (tensor<3x137x1xi1>, tensor<3x137x1xi1>, tensor<3x137x1xi1>, tensor<3x137x1xi1>) -> tensor<3x137x4xi1>
    return %whole : tensor<3x137x4xi1>
  }
}
