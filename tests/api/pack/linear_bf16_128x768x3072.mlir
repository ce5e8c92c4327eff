module @jit_feed attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<128x768xbf16>, %arg1: tensor<768x3072xbf16>, %arg2: tensor<3072xbf16>) -> (tensor<128x3072xbf16> {jax.result_info = "result"}) {
    %0 = stablehlo.dot_general %arg0, %arg1, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<128x768xbf16>, tensor<768x3072xbf16>) -> tensor<128x3072xbf16>
    %1 = stablehlo.broadcast_in_dim %arg2, dims = [1] : (tensor<3072xbf16>) -> tensor<1x3072xbf16>
    %2 = stablehlo.broadcast_in_dim %1, dims = [0, 1] : (tensor<1x3072xbf16>) -> tensor<128x3072xbf16>
    %3 = stablehlo.add %0, %2 : tensor<128x3072xbf16>
    return %3 : tensor<128x3072xbf16>
  }
}
