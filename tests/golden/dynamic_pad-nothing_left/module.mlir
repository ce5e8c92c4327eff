module @case {
  func.func public @main(%arg0: tensor<2xf64>, %arg1: tensor<f64>, %arg2: tensor<1xui64>, %arg3: tensor<1xui64>, %arg4: tensor<1xui64>) -> tensor<3xf64> {
    %0 = "stablehlo.dynamic_pad"(%arg0, %arg1, %arg2, %arg3, %arg4) : (tensor<2xf64>, tensor<f64>, tensor<1xui64>, tensor<1xui64>, tensor<1xui64>) -> tensor<3xf64>
    return %0 : tensor<3xf64>
  }
}
