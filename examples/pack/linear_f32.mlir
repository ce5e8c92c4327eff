module @jit__lambda attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<$Mx$Kxf32>, %arg1: tensor<$Kx$Nxf32>, %arg2: tensor<$Nxf32>) -> (tensor<$Mx$Nxf32> {jax.result_info = "result"}) {
    %0 = stablehlo.dot_general %arg0, %arg1, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<$Mx$Kxf32>, tensor<$Kx$Nxf32>) -> tensor<$Mx$Nxf32>
    %1 = stablehlo.broadcast_in_dim %arg2, dims = [1] : (tensor<$Nxf32>) -> tensor<1x$Nxf32>
    %2 = stablehlo.broadcast_in_dim %1, dims = [0, 1] : (tensor<1x$Nxf32>) -> tensor<$Mx$Nxf32>
    %3 = stablehlo.add %0, %2 : tensor<$Mx$Nxf32>
    return %3 : tensor<$Mx$Nxf32>
  }
}
