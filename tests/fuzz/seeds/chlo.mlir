func.func @main(%a: tensor<4xf32>, %b: tensor<3x1xf32>, %k: tensor<4xi32>) -> (tensor<4xf32>, tensor<f32>, tensor<3x4xf32>, tensor<3x4xi1>, tensor<4xi1>, tensor<4xi32>) {
  %z = chlo.constant dense<0.0> : tensor<f32>
  %0:2 = chlo.scan(%a) inits(%z) dimension=0 attributes {is_reverse = true} {
  ^bb0(%x: tensor<f32>, %c: tensor<f32>):
    %s = stablehlo.add %x, %c : tensor<f32>
    stablehlo.return %s, %s : tensor<f32>, tensor<f32>
  } : (tensor<4xf32>, tensor<f32>) -> (tensor<4xf32>, tensor<f32>)
  %1:2 = "chlo.scan"(%z) <{dimension = 0 : i64, operandSegmentSizes = array<i32: 0, 1>, resultSegmentSizes = array<i32: 1, 1>, scan_dim_size = 5 : i64}> ({
  ^bb0(%c: tensor<f32>):
    %s = chlo.square %c : tensor<f32> -> tensor<f32>
    stablehlo.return %s, %s : tensor<f32>, tensor<f32>
  }) : (tensor<f32>) -> (tensor<5xf32>, tensor<f32>)
  %2 = chlo.broadcast_add %a, %b : (tensor<4xf32>, tensor<3x1xf32>) -> tensor<3x4xf32>
  %3 = chlo.broadcast_compare %a, %b {comparison_direction = #chlo<comparison_direction LT>} : (tensor<4xf32>, tensor<3x1xf32>) -> tensor<3x4xi1>
  %4 = chlo.is_inf %a : tensor<4xf32> -> tensor<4xi1>
  %5 = chlo.mulhi %k, %k : tensor<4xi32>, tensor<4xi32> -> tensor<4xi32>
  return %0#0, %1#1, %2, %3, %4, %5 : tensor<4xf32>, tensor<f32>, tensor<3x4xf32>, tensor<3x4xi1>, tensor<4xi1>, tensor<4xi32>
}
