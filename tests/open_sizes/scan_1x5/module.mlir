module @case {
  func.func public @main(%x: tensor<?x?xf32>) -> (tensor<?x?xf32>, tensor<?xf32>) {
    %t = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?x?xf32>) -> tensor<i32>
    %w = stablehlo.get_dimension_size %x, dim = 1 : (tensor<?x?xf32>) -> tensor<i32>
    %t1 = stablehlo.reshape %t : (tensor<i32>) -> tensor<1xi32>
    %w1 = stablehlo.reshape %w : (tensor<i32>) -> tensor<1xi32>
    %one = stablehlo.constant dense<1> : tensor<1xi32>
    %ones = stablehlo.constant dense<1> : tensor<2xi32>
    %zeros = stablehlo.constant dense<0> : tensor<2xi32>
    %zero = stablehlo.constant dense<0> : tensor<i32>
    %next = stablehlo.constant dense<1> : tensor<i32>
    %f = stablehlo.constant dense<0.0> : tensor<f32>
    %h = stablehlo.constant dense<0.5> : tensor<f32>
    %whole = stablehlo.concatenate %t1, %w1, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %row = stablehlo.concatenate %one, %w1, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %last = stablehlo.subtract %whole, %row : tensor<2xi32>
    %y0 = stablehlo.dynamic_broadcast_in_dim %f, %whole, dims = [] : (tensor<f32>, tensor<2xi32>) -> tensor<?x?xf32>
    %c0 = stablehlo.dynamic_broadcast_in_dim %f, %w1, dims = [] : (tensor<f32>, tensor<1xi32>) -> tensor<?xf32>
    %half = stablehlo.dynamic_broadcast_in_dim %h, %w1, dims = [] : (tensor<f32>, tensor<1xi32>) -> tensor<?xf32>
    %r:3 = stablehlo.while(%i = %zero, %c = %c0, %y = %y0) : tensor<i32>, tensor<?xf32>, tensor<?x?xf32>
    cond {
      %p = stablehlo.compare LT, %i, %t, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %p : tensor<i1>
    } do {
      %i1 = stablehlo.reshape %i : (tensor<i32>) -> tensor<1xi32>
      %z1 = stablehlo.reshape %zero : (tensor<i32>) -> tensor<1xi32>
      %at = stablehlo.concatenate %i1, %z1, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
      %begin = stablehlo.clamp %zeros, %at, %last : tensor<2xi32>
      %end = stablehlo.add %begin, %row : tensor<2xi32>
      %s = stablehlo.real_dynamic_slice %x, %begin, %end, %ones : (tensor<?x?xf32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) -> tensor<1x?xf32>
      %v = stablehlo.dynamic_reshape %s, %w1 : (tensor<1x?xf32>, tensor<1xi32>) -> tensor<?xf32>
      %d = stablehlo.multiply %c, %half : tensor<?xf32>
      %n = stablehlo.add %d, %v : tensor<?xf32>
      %u = stablehlo.dynamic_reshape %n, %row : (tensor<?xf32>, tensor<2xi32>) -> tensor<1x?xf32>
      %z = stablehlo.dynamic_update_slice %y, %u, %i, %zero : (tensor<?x?xf32>, tensor<1x?xf32>, tensor<i32>, tensor<i32>) -> tensor<?x?xf32>
      %k = stablehlo.add %i, %next : tensor<i32>
      stablehlo.return %k, %n, %z : tensor<i32>, tensor<?xf32>, tensor<?x?xf32>
    }
    return %r#2, %r#1 : tensor<?x?xf32>, tensor<?xf32>
  }
}
