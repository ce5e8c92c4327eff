module @jit__lambda attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<1x$Cxbf16>, %arg1: tensor<$Cxbf16>) -> (tensor<1x$Cxbf16> {jax.result_info = "result"}) {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1] : (tensor<$Cxbf16>) -> tensor<1x$Cxbf16>
    %1 = stablehlo.add %arg0, %0 : tensor<1x$Cxbf16>
    return %1 : tensor<1x$Cxbf16>
  }
}
