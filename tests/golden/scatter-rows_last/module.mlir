module @case {
  func.func public @main(%arg0: tensor<f32>) -> (tensor<40x200xf32>) {
    %at = stablehlo.constant dense<0> : tensor<600xi32>
    %at_i0 = stablehlo.iota dim = 0 : tensor<600xi32>
    %at_c0 = stablehlo.constant dense<1> : tensor<600xi32>
    %at_t0 = stablehlo.multiply %at_i0, %at_c0 : tensor<600xi32>
    %at_s0 = stablehlo.add %at, %at_t0 : tensor<600xi32>
    %at_m = stablehlo.constant dense<10007> : tensor<600xi32>
    %at_r = stablehlo.remainder %at_s0, %at_m : tensor<600xi32>
    %spread = stablehlo.constant dense<7919> : tensor<600xi32>
    %range = stablehlo.constant dense<44> : tensor<600xi32>
    %two = stablehlo.constant dense<2> : tensor<600xi32>
    %at_p = stablehlo.multiply %at_r, %spread : tensor<600xi32>
    %at_q = stablehlo.remainder %at_p, %range : tensor<600xi32>
    %at_z = stablehlo.subtract %at_q, %two : tensor<600xi32>
    %u = stablehlo.constant dense<3> : tensor<600x200xi32>
    %u_i0 = stablehlo.iota dim = 0 : tensor<600x200xi32>
    %u_c0 = stablehlo.constant dense<1> : tensor<600x200xi32>
    %u_t0 = stablehlo.multiply %u_i0, %u_c0 : tensor<600x200xi32>
    %u_s0 = stablehlo.add %u, %u_t0 : tensor<600x200xi32>
    %u_i1 = stablehlo.iota dim = 1 : tensor<600x200xi32>
    %u_c1 = stablehlo.constant dense<3> : tensor<600x200xi32>
    %u_t1 = stablehlo.multiply %u_i1, %u_c1 : tensor<600x200xi32>
    %u_s1 = stablehlo.add %u_s0, %u_t1 : tensor<600x200xi32>
    %u_m = stablehlo.constant dense<977> : tensor<600x200xi32>
    %u_r = stablehlo.remainder %u_s1, %u_m : tensor<600x200xi32>
    %five = stablehlo.constant dense<5> : tensor<600x200xi32>
    %fifth = stablehlo.remainder %u_r, %five : tensor<600x200xi32>
    %none = stablehlo.constant dense<0> : tensor<600x200xi32>
    %is = stablehlo.compare EQ, %fifth, %none, SIGNED : (tensor<600x200xi32>, tensor<600x200xi32>) -> tensor<600x200xi1>
    %f = stablehlo.convert %u_r : (tensor<600x200xi32>) -> tensor<600x200xf32>
    %third = stablehlo.constant dense<0.333333343> : tensor<600x200xf32>
    %thirds = stablehlo.multiply %f, %third : tensor<600x200xf32>
    %huge = stablehlo.constant dense<1048576.0> : tensor<600x200xf32>
    %large = stablehlo.multiply %thirds, %huge : tensor<600x200xf32>
    %updates = stablehlo.select %is, %large, %thirds : tensor<600x200xi1>, tensor<600x200xf32>
    %operand = stablehlo.broadcast_in_dim %arg0, dims = [] : (tensor<f32>) -> tensor<40x200xf32>
    %vectors = stablehlo.reshape %at_z : (tensor<600xi32>) -> tensor<600x1xi32>
    %result = "stablehlo.scatter"(%operand, %vectors, %updates) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, indices_are_sorted = false, unique_indices = false}> ({
^bb0(%old: tensor<f32>, %new: tensor<f32>):
stablehlo.return %new : tensor<f32>
}) : (tensor<40x200xf32>, tensor<600x1xi32>, tensor<600x200xf32>) -> tensor<40x200xf32>
    return %result : tensor<40x200xf32>
  }
}
