module @jit_eigen_system attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<2x5x5xcomplex<f32>>) -> (tensor<2x5xf32> {jax.result_info = "result[0]"}, tensor<2x5x5xcomplex<f32>> {jax.result_info = "result[1]"}) {
    %0:2 = stablehlo.custom_call @Eigh(%arg0) {backend_config = "1,1,100,1e-6"} : (tensor<2x5x5xcomplex<f32>>) -> (tensor<2x5x5xcomplex<f32>>, tensor<2x5xf32>)
    %1 = stablehlo.transpose %0#0, dims = [0, 2, 1] : (tensor<2x5x5xcomplex<f32>>) -> tensor<2x5x5xcomplex<f32>>
    %2 = stablehlo.real %1 : (tensor<2x5x5xcomplex<f32>>) -> tensor<2x5x5xf32>
    %3 = stablehlo.imag %1 : (tensor<2x5x5xcomplex<f32>>) -> tensor<2x5x5xf32>
    %4 = stablehlo.negate %3 : tensor<2x5x5xf32>
    %5 = stablehlo.complex %2, %4 : tensor<2x5x5xcomplex<f32>>
    %6 = stablehlo.broadcast_in_dim %0#1, dims = [0, 2] : (tensor<2x5xf32>) -> tensor<2x1x5xf32>
    %7 = stablehlo.convert %6 : (tensor<2x1x5xf32>) -> tensor<2x1x5xcomplex<f32>>
    %8 = stablehlo.broadcast_in_dim %7, dims = [0, 1, 2] : (tensor<2x1x5xcomplex<f32>>) -> tensor<2x5x5xcomplex<f32>>
    %9 = stablehlo.multiply %0#0, %8 : tensor<2x5x5xcomplex<f32>>
    %10 = stablehlo.dot_general %9, %5, batching_dims = [0] x [0], contracting_dims = [2] x [1], precision = [HIGHEST, HIGHEST] : (tensor<2x5x5xcomplex<f32>>, tensor<2x5x5xcomplex<f32>>) -> tensor<2x5x5xcomplex<f32>>
    return %0#1, %10 : tensor<2x5xf32>, tensor<2x5x5xcomplex<f32>>
  }
}
