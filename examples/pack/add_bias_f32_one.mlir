module @jit__lambda attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<1x$Cxf32>, %arg1: tensor<$Cxf32>) -> (tensor<1x$Cxf32> {jax.result_info = "result"}) {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1] : (tensor<$Cxf32>) -> tensor<1x$Cxf32>
    %1 = stablehlo.add %arg0, %0 : tensor<1x$Cxf32>
    return %1 : tensor<1x$Cxf32>
  }
}
