module @case {
  func.func public @main(%arg0: tensor<3x4xi8>, %arg1: tensor<4x5xui8>) -> (tensor<3x5xi32>) {
    %0 = stablehlo.dot_general %arg0, %arg1, contracting_dims = [1] x [0] : (tensor<3x4xi8>, tensor<4x5xui8>) -> tensor<3x5xi32>
    return %0 : tensor<3x5xi32>
  }
}
