module @jit_softmax attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<$Rx$Cxbf16>) -> (tensor<$Rx$Cxbf16> {jax.result_info = "result"}) {
    %cst = stablehlo.constant dense<0xFF80> : tensor<bf16>
    %0 = stablehlo.reduce(%arg0 init: %cst) applies stablehlo.maximum across dimensions = [1] : (tensor<$Rx$Cxbf16>, tensor<bf16>) -> tensor<$Rxbf16>
    %cst_0 = stablehlo.constant dense<0xFF80> : tensor<bf16>
    %1 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<bf16>) -> tensor<$Rxbf16>
    %2 = stablehlo.maximum %1, %0 : tensor<$Rxbf16>
    %3 = stablehlo.broadcast_in_dim %2, dims = [0] : (tensor<$Rxbf16>) -> tensor<$Rx1xbf16>
    %4 = stablehlo.broadcast_in_dim %3, dims = [0, 1] : (tensor<$Rx1xbf16>) -> tensor<$Rx$Cxbf16>
    %5 = stablehlo.subtract %arg0, %4 : tensor<$Rx$Cxbf16>
    %6 = stablehlo.exponential %5 : tensor<$Rx$Cxbf16>
    %7 = stablehlo.convert %6 : (tensor<$Rx$Cxbf16>) -> tensor<$Rx$Cxf32>
    %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %8 = stablehlo.reduce(%7 init: %cst_1) applies stablehlo.add across dimensions = [1] : (tensor<$Rx$Cxf32>, tensor<f32>) -> tensor<$Rxf32>
    %9 = stablehlo.broadcast_in_dim %8, dims = [0] : (tensor<$Rxf32>) -> tensor<$Rx1xf32>
    %10 = stablehlo.convert %9 : (tensor<$Rx1xf32>) -> tensor<$Rx1xbf16>
    %11 = stablehlo.broadcast_in_dim %10, dims = [0, 1] : (tensor<$Rx1xbf16>) -> tensor<$Rx$Cxbf16>
    %12 = stablehlo.divide %6, %11 : tensor<$Rx$Cxbf16>
    return %12 : tensor<$Rx$Cxbf16>
  }
}
