module @jit_relu attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<$Rx$Cxbf16>) -> (tensor<$Rx$Cxbf16> {jax.result_info = "result"}) {
    %0 = call @relu(%arg0) : (tensor<$Rx$Cxbf16>) -> tensor<$Rx$Cxbf16>
    return %0 : tensor<$Rx$Cxbf16>
  }
  func.func private @relu(%arg0: tensor<$Rx$Cxbf16>) -> tensor<$Rx$Cxbf16> {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<bf16>) -> tensor<$Rx$Cxbf16>
    %1 = stablehlo.maximum %arg0, %0 : tensor<$Rx$Cxbf16>
    return %1 : tensor<$Rx$Cxbf16>
  }
}
