module @case {
  func.func public @main(%arg0: tensor<5x4xi8>, %arg1: tensor<i8>, %arg2: tensor<2xi64>, %arg3: tensor<2xi64>, %arg4: tensor<2xi64>) -> tensor<8x2xi8> {
    %0 = "stablehlo.dynamic_pad"(%arg0, %arg1, %arg2, %arg3, %arg4) : (tensor<5x4xi8>, tensor<i8>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>) -> tensor<8x2xi8>
    return %0 : tensor<8x2xi8>
  }
}
