module @jit_transpose attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<$Rx$Cxbf16>) -> (tensor<$Cx$Rxbf16> {jax.result_info = "result"}) {
    %0 = stablehlo.transpose %arg0, dims = [1, 0] : (tensor<$Rx$Cxbf16>) -> tensor<$Cx$Rxbf16>
    return %0 : tensor<$Cx$Rxbf16>
  }
}
