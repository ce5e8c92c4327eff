module @case {
  func.func public @main(%arg0: tensor<3xui64>) -> (tensor<3xui64>, tensor<2x3x5xui8>) {
    %0:2 = "stablehlo.rng_bit_generator"(%arg0) <{rng_algorithm = #stablehlo<rng_algorithm DEFAULT>}> : (tensor<3xui64>) -> (tensor<3xui64>, tensor<2x3x5xui8>)
    return %0#0, %0#1 : tensor<3xui64>, tensor<2x3x5xui8>
  }
}
