module @case {
  func.func public @main(%arg0: tensor<7x9xf32>, %arg1: tensor<2xi32>, %arg2: tensor<2xi32>, %arg3: tensor<2xi32>) -> tensor<3x9xf32> {
    %0 = "stablehlo.real_dynamic_slice"(%arg0, %arg1, %arg2, %arg3) : (tensor<7x9xf32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) -> tensor<3x9xf32>
    return %0 : tensor<3x9xf32>
  }
}
