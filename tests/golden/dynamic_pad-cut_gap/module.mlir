module @case {
  func.func public @main(%arg0: tensor<4xcomplex<f32>>, %arg1: tensor<complex<f32>>, %arg2: tensor<1xi32>, %arg3: tensor<1xi32>, %arg4: tensor<1xi32>) -> tensor<13xcomplex<f32>> {
    %0 = "stablehlo.dynamic_pad"(%arg0, %arg1, %arg2, %arg3, %arg4) : (tensor<4xcomplex<f32>>, tensor<complex<f32>>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<13xcomplex<f32>>
    return %0 : tensor<13xcomplex<f32>>
  }
}
