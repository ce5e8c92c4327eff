module @case {
  func.func public @main(%arg0: tensor<2xui64>) -> (tensor<2xui64>, tensor<6xf32>) {
    %0:2 = "stablehlo.rng_bit_generator"(%arg0) <{rng_algorithm = #stablehlo<rng_algorithm THREE_FRY>}> : (tensor<2xui64>) -> (tensor<2xui64>, tensor<6xf32>)
    return %0#0, %0#1 : tensor<2xui64>, tensor<6xf32>
  }
}
