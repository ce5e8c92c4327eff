module @case {
  func.func public @main(%arg0: tensor<f32>) -> (tensor<200x40xf32>) {
    %at = stablehlo.constant dense<0> : tensor<300xi32>
    %at_i0 = stablehlo.iota dim = 0 : tensor<300xi32>
    %at_c0 = stablehlo.constant dense<1> : tensor<300xi32>
    %at_t0 = stablehlo.multiply %at_i0, %at_c0 : tensor<300xi32>
    %at_s0 = stablehlo.add %at, %at_t0 : tensor<300xi32>
    %at_m = stablehlo.constant dense<10007> : tensor<300xi32>
    %at_r = stablehlo.remainder %at_s0, %at_m : tensor<300xi32>
    %spread = stablehlo.constant dense<7919> : tensor<300xi32>
    %range = stablehlo.constant dense<44> : tensor<300xi32>
    %two = stablehlo.constant dense<2> : tensor<300xi32>
    %at_p = stablehlo.multiply %at_r, %spread : tensor<300xi32>
    %at_q = stablehlo.remainder %at_p, %range : tensor<300xi32>
    %at_z = stablehlo.subtract %at_q, %two : tensor<300xi32>
    %u = stablehlo.constant dense<3> : tensor<200x300xi32>
    %u_i0 = stablehlo.iota dim = 0 : tensor<200x300xi32>
    %u_c0 = stablehlo.constant dense<1> : tensor<200x300xi32>
    %u_t0 = stablehlo.multiply %u_i0, %u_c0 : tensor<200x300xi32>
    %u_s0 = stablehlo.add %u, %u_t0 : tensor<200x300xi32>
    %u_i1 = stablehlo.iota dim = 1 : tensor<200x300xi32>
    %u_c1 = stablehlo.constant dense<3> : tensor<200x300xi32>
    %u_t1 = stablehlo.multiply %u_i1, %u_c1 : tensor<200x300xi32>
    %u_s1 = stablehlo.add %u_s0, %u_t1 : tensor<200x300xi32>
    %u_m = stablehlo.constant dense<977> : tensor<200x300xi32>
    %u_r = stablehlo.remainder %u_s1, %u_m : tensor<200x300xi32>
    %five = stablehlo.constant dense<5> : tensor<200x300xi32>
    %fifth = stablehlo.remainder %u_r, %five : tensor<200x300xi32>
    %none = stablehlo.constant dense<0> : tensor<200x300xi32>
    %is = stablehlo.compare EQ, %fifth, %none, SIGNED : (tensor<200x300xi32>, tensor<200x300xi32>) -> tensor<200x300xi1>
    %f = stablehlo.convert %u_r : (tensor<200x300xi32>) -> tensor<200x300xf32>
    %third = stablehlo.constant dense<0.333333343> : tensor<200x300xf32>
    %thirds = stablehlo.multiply %f, %third : tensor<200x300xf32>
    %huge = stablehlo.constant dense<1048576.0> : tensor<200x300xf32>
    %large = stablehlo.multiply %thirds, %huge : tensor<200x300xf32>
    %updates = stablehlo.select %is, %large, %thirds : tensor<200x300xi1>, tensor<200x300xf32>
    %operand = stablehlo.broadcast_in_dim %arg0, dims = [] : (tensor<f32>) -> tensor<200x40xf32>
    %vectors = stablehlo.reshape %at_z : (tensor<300xi32>) -> tensor<300x1xi32>
    %result = "stablehlo.scatter"(%operand, %vectors, %updates) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0], inserted_window_dims = [1], scatter_dims_to_operand_dims = [1], index_vector_dim = 1>, indices_are_sorted = false, unique_indices = false}> ({
^bb0(%old: tensor<f32>, %new: tensor<f32>):
stablehlo.return %new : tensor<f32>
}) : (tensor<200x40xf32>, tensor<300x1xi32>, tensor<200x300xf32>) -> tensor<200x40xf32>
    return %result : tensor<200x40xf32>
  }
}
