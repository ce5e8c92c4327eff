module @jit__lambda attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<$Rx$Cxf32>, %arg1: tensor<$Rx$Cxf32>) -> (tensor<$Rx$Cxf32> {jax.result_info = "result"}) {
    %0 = stablehlo.add %arg0, %arg1 : tensor<$Rx$Cxf32>
    return %0 : tensor<$Rx$Cxf32>
  }
}
