module @jit_transpose attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<$Rx$Cxf32>) -> (tensor<$Cx$Rxf32> {jax.result_info = "result"}) {
    %0 = stablehlo.transpose %arg0, dims = [1, 0] : (tensor<$Rx$Cxf32>) -> tensor<$Cx$Rxf32>
    return %0 : tensor<$Cx$Rxf32>
  }
}
