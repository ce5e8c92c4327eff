module @jit_eigen_system attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<2x5x5xf64>) -> (tensor<2x5xf64> {jax.result_info = "result[0]"}, tensor<2x5x5xf64> {jax.result_info = "result[1]"}) {
    %0:2 = stablehlo.custom_call @Eigh(%arg0) {backend_config = "1,1,100,1e-6"} : (tensor<2x5x5xf64>) -> (tensor<2x5x5xf64>, tensor<2x5xf64>)
    %1 = stablehlo.transpose %0#0, dims = [0, 2, 1] : (tensor<2x5x5xf64>) -> tensor<2x5x5xf64>
    %2 = stablehlo.broadcast_in_dim %0#1, dims = [0, 2] : (tensor<2x5xf64>) -> tensor<2x1x5xf64>
    %3 = stablehlo.broadcast_in_dim %2, dims = [0, 1, 2] : (tensor<2x1x5xf64>) -> tensor<2x5x5xf64>
    %4 = stablehlo.multiply %0#0, %3 : tensor<2x5x5xf64>
    %5 = stablehlo.dot_general %4, %1, batching_dims = [0] x [0], contracting_dims = [2] x [1], precision = [HIGHEST, HIGHEST] : (tensor<2x5x5xf64>, tensor<2x5x5xf64>) -> tensor<2x5x5xf64>
    return %0#1, %5 : tensor<2x5xf64>, tensor<2x5x5xf64>
  }
}
