!pair = tuple<tensor<2xf64>, tuple<tensor<i64>>>
module @calls {
  sdy.mesh @mesh = <["x"=1]>
  func.func @main(%a: tensor<4x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> (tensor<4x2xf32>, tensor<4xf32>) {
    %0 = sdy.sharding_constraint %a <@mesh, [{}, {"x"}]> : tensor<4x4xf32>
    %q:2 = stablehlo.custom_call @Qr(%0) {backend_config = "", operand_layouts = [dense<[1, 0]> : tensor<2xindex>], result_layouts = [dense<[1, 0]> : tensor<2xindex>, dense<0> : tensor<1xindex>]} : (tensor<4x4xf32>) -> (tensor<4x4xf32>, tensor<4xf32>)
    %c = stablehlo.composite "my.op" %q#0 {decomposition = @impl, version = 1 : i32} : (tensor<4x4xf32>) -> tensor<4x2xf32>
    %t = stablehlo.tuple %c, %q#1 : tuple<tensor<4x2xf32>, tensor<4xf32>>
    %x = stablehlo.get_tuple_element %t[0] : (tuple<tensor<4x2xf32>, tensor<4xf32>>) -> tensor<4x2xf32>
    %y = stablehlo.get_tuple_element %t[1] : (tuple<tensor<4x2xf32>, tensor<4xf32>>) -> tensor<4xf32>
    return %x, %y : tensor<4x2xf32>, tensor<4xf32>
  }
  func.func private @impl(%a: tensor<4x4xf32>) -> tensor<4x2xf32> {
    %0 = stablehlo.slice %a [0:4, 0:4:2] : (tensor<4x4xf32>) -> tensor<4x2xf32>
    %1 = stablehlo.dot_general %a, %0, contracting_dims = [1] x [0], precision = [HIGHEST, DEFAULT] : (tensor<4x4xf32>, tensor<4x2xf32>) -> tensor<4x2xf32>
    return %1 : tensor<4x2xf32>
  }
}
