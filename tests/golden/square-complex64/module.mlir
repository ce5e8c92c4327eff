module @case {
  func.func public @main(%arg0: tensor<12xcomplex<f32>>) -> (tensor<12xcomplex<f32>>) {
    %0 = chlo.square %arg0 : tensor<12xcomplex<f32>> -> tensor<12xcomplex<f32>>
    return %0 : tensor<12xcomplex<f32>>
  }
}
