module @jit_rfft attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<3x12xf64>) -> (tensor<3x7xcomplex<f64>> {jax.result_info = "result"}) {
    %0 = call @fft(%arg0) : (tensor<3x12xf64>) -> tensor<3x7xcomplex<f64>>
    return %0 : tensor<3x7xcomplex<f64>>
  }
  func.func private @fft(%arg0: tensor<3x12xf64>) -> tensor<3x7xcomplex<f64>> {
    %0 = stablehlo.fft %arg0, type = RFFT, length = [12] : (tensor<3x12xf64>) -> tensor<3x7xcomplex<f64>>
    return %0 : tensor<3x7xcomplex<f64>>
  }
}
