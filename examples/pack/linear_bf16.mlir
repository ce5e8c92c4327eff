module @jit__lambda attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<$Mx$Kxbf16>, %arg1: tensor<$Kx$Nxbf16>, %arg2: tensor<$Nxbf16>) -> (tensor<$Mx$Nxbf16> {jax.result_info = "result"}) {
    %0 = stablehlo.dot_general %arg0, %arg1, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<$Mx$Kxbf16>, tensor<$Kx$Nxbf16>) -> tensor<$Mx$Nxbf16>
    %1 = stablehlo.broadcast_in_dim %arg2, dims = [1] : (tensor<$Nxbf16>) -> tensor<1x$Nxbf16>
    %2 = stablehlo.broadcast_in_dim %1, dims = [0, 1] : (tensor<1x$Nxbf16>) -> tensor<$Mx$Nxbf16>
    %3 = stablehlo.add %0, %2 : tensor<$Mx$Nxbf16>
    return %3 : tensor<$Mx$Nxbf16>
  }
}
