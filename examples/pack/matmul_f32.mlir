module @jit_matmul attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<$Mx$Kxf32>, %arg1: tensor<$Kx$Nxf32>) -> (tensor<$Mx$Nxf32> {jax.result_info = "result"}) {
    %0 = stablehlo.dot_general %arg0, %arg1, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<$Mx$Kxf32>, tensor<$Kx$Nxf32>) -> tensor<$Mx$Nxf32>
    return %0 : tensor<$Mx$Nxf32>
  }
}
