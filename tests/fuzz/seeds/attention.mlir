func.func @main(%q: tensor<2x16x8xf32>, %k: tensor<2x16x8xf32>, %v: tensor<2x16x8xf32>) -> tensor<16x16xf32> {
  %low = stablehlo.constant dense<-1.0e30> : tensor<f32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %s = stablehlo.dot_general %q, %k, batching_dims = [0] x [0], contracting_dims = [2] x [2] : (tensor<2x16x8xf32>, tensor<2x16x8xf32>) -> tensor<2x16x16xf32>
  %m = stablehlo.reduce(%s init: %low) applies stablehlo.maximum across dimensions = [2] : (tensor<2x16x16xf32>, tensor<f32>) -> tensor<2x16xf32>
  %mb = stablehlo.broadcast_in_dim %m, dims = [0, 1] : (tensor<2x16xf32>) -> tensor<2x16x16xf32>
  %d = stablehlo.subtract %s, %mb : tensor<2x16x16xf32>
  %e = stablehlo.exponential %d : tensor<2x16x16xf32>
  %n = stablehlo.reduce(%e init: %zero) applies stablehlo.add across dimensions = [2] : (tensor<2x16x16xf32>, tensor<f32>) -> tensor<2x16xf32>
  %nb = stablehlo.broadcast_in_dim %n, dims = [0, 1] : (tensor<2x16xf32>) -> tensor<2x16x16xf32>
  %p = stablehlo.divide %e, %nb : tensor<2x16x16xf32>
  %t = stablehlo.dot_general %v, %p, batching_dims = [0] x [0], contracting_dims = [1] x [2] : (tensor<2x16x8xf32>, tensor<2x16x16xf32>) -> tensor<2x8x16xf32>
  %r = stablehlo.transpose %t, dims = [2, 0, 1] : (tensor<2x8x16xf32>) -> tensor<16x2x8xf32>
  %o = stablehlo.reshape %r : (tensor<16x2x8xf32>) -> tensor<16x16xf32>
  return %o : tensor<16x16xf32>
}
