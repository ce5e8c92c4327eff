module @control attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<2x3xf32> {tf.aliasing_output = 0 : i32}, %arg1: tensor<i32>) -> (tensor<2x3xf32>, tensor<i32>) {
    %c = stablehlo.constant dense<1> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %0:2 = stablehlo.while(%iterArg = %c_0, %iterArg_1 = %arg0) : tensor<i32>, tensor<2x3xf32>
    cond {
      %2 = stablehlo.compare LT, %iterArg, %arg1, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %2 : tensor<i1>
    } do {
      %2 = stablehlo.add %iterArg, %c : tensor<i32>
      %3 = func.call @twice(%iterArg_1) : (tensor<2x3xf32>) -> tensor<2x3xf32>
      stablehlo.return %2, %3 : tensor<i32>, tensor<2x3xf32>
    }
    %1 = "stablehlo.case"(%0#0) ({
      stablehlo.return %0#1 : tensor<2x3xf32>
    }, {
      %2 = stablehlo.negate %0#1 : tensor<2x3xf32>
      stablehlo.return %2 : tensor<2x3xf32>
    }) : (tensor<i32>) -> tensor<2x3xf32>
    return %1, %0#0 : tensor<2x3xf32>, tensor<i32>
  }
  func.func private @twice(%arg0: tensor<2x3xf32>) -> tensor<2x3xf32> {
    %0 = stablehlo.add %arg0, %arg0 : tensor<2x3xf32>
    return %0 : tensor<2x3xf32>
  }
}
