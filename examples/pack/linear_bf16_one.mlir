module @jit__lambda attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<1x$Kxbf16>, %arg1: tensor<$Kx$Nxbf16>, %arg2: tensor<$Nxbf16>) -> (tensor<1x$Nxbf16> {jax.result_info = "result"}) {
    %0 = stablehlo.dot_general %arg0, %arg1, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<1x$Kxbf16>, tensor<$Kx$Nxbf16>) -> tensor<1x$Nxbf16>
    %1 = stablehlo.broadcast_in_dim %arg2, dims = [1] : (tensor<$Nxbf16>) -> tensor<1x$Nxbf16>
    %2 = stablehlo.add %0, %1 : tensor<1x$Nxbf16>
    return %2 : tensor<1x$Nxbf16>
  }
}
