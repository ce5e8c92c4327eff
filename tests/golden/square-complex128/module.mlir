module @case {
  func.func public @main(%arg0: tensor<12xcomplex<f64>>) -> (tensor<12xcomplex<f64>>) {
    %0 = chlo.square %arg0 : tensor<12xcomplex<f64>> -> tensor<12xcomplex<f64>>
    return %0 : tensor<12xcomplex<f64>>
  }
}
