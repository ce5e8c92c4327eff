module @calls {
  sdy.mesh @mesh = <["x"=1]>
  func.func @main(%arg0: tensor<4x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> (tensor<4x2xf32>, tensor<4xf32>) {
    %0 = sdy.sharding_constraint %arg0 <@mesh, [{}, {"x"}]> : tensor<4x4xf32>
    %1:2 = stablehlo.custom_call @Qr(%0) {operand_layouts = [dense<[1, 0]> : tensor<2xindex>], result_layouts = [dense<[1, 0]> : tensor<2xindex>, dense<0> : tensor<1xindex>]} : (tensor<4x4xf32>) -> (tensor<4x4xf32>, tensor<4xf32>)
    %2 = stablehlo.composite "my.op" %1#0 {decomposition = @impl, version = 1 : i32} : (tensor<4x4xf32>) -> tensor<4x2xf32>
    %3 = stablehlo.tuple %2, %1#1 : tuple<tensor<4x2xf32>, tensor<4xf32>>
    %4 = stablehlo.get_tuple_element %3[0] : (tuple<tensor<4x2xf32>, tensor<4xf32>>) -> tensor<4x2xf32>
    %5 = stablehlo.get_tuple_element %3[1] : (tuple<tensor<4x2xf32>, tensor<4xf32>>) -> tensor<4xf32>
    return %4, %5 : tensor<4x2xf32>, tensor<4xf32>
  }
  func.func private @impl(%arg0: tensor<4x4xf32>) -> tensor<4x2xf32> {
    %0 = stablehlo.slice %arg0 [0:4, 0:4:2] : (tensor<4x4xf32>) -> tensor<4x2xf32>
    %1 = stablehlo.dot_general %arg0, %0, contracting_dims = [1] x [0], precision = [HIGHEST, DEFAULT] : (tensor<4x4xf32>, tensor<4x2xf32>) -> tensor<4x2xf32>
    return %1 : tensor<4x2xf32>
  }
}
