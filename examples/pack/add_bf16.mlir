module @jit__lambda attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<$Rx$Cxbf16>, %arg1: tensor<$Rx$Cxbf16>) -> (tensor<$Rx$Cxbf16> {jax.result_info = "result"}) {
    %0 = stablehlo.add %arg0, %arg1 : tensor<$Rx$Cxbf16>
    return %0 : tensor<$Rx$Cxbf16>
  }
}
