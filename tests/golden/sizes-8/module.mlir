module @case {
  func.func public @main(%arg0: tensor<1xf32>, %arg1: tensor<f32>, %arg2: tensor<2x1xf32>, %arg3: tensor<1xf32>) -> (tensor<1x0xf32>, tensor<1xf32>, tensor<1xf32>, tensor<25xf32>) {
    %zero = stablehlo.constant dense<0.0> : tensor<f32>
    %low = stablehlo.constant dense<-8.0> : tensor<f32>
    %high = stablehlo.constant dense<8.0> : tensor<f32>
    %v3 = stablehlo.concatenate %arg2, dim = 0 : (tensor<2x1xf32>) -> tensor<2x1xf32>
    %v4 = "stablehlo.clamp"(%low, %v3, %high) : (tensor<f32>, tensor<2x1xf32>, tensor<f32>) -> tensor<2x1xf32>
    %v5 = stablehlo.constant dense<0> : tensor<1x1xi32>
    %v6 = stablehlo.iota dim = 0 : tensor<1x1xi32>
    %v7 = stablehlo.add %v5, %v6 : tensor<1x1xi32>
    %v8 = stablehlo.iota dim = 1 : tensor<1x1xi32>
    %v9 = stablehlo.add %v7, %v8 : tensor<1x1xi32>
    %v10 = "stablehlo.gather"(%arg2, %v9) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [1], start_index_map = [1], index_vector_dim = 1>, slice_sizes = array<i64: 2, 1>}> : (tensor<2x1xf32>, tensor<1x1xi32>) -> tensor<1x2xf32>
    %v11 = "stablehlo.clamp"(%low, %v10, %high) : (tensor<f32>, tensor<1x2xf32>, tensor<f32>) -> tensor<1x2xf32>
    %v12 = stablehlo.transpose %arg0, dims = [0] : (tensor<1xf32>) -> tensor<1xf32>
    %v13 = "stablehlo.clamp"(%low, %v12, %high) : (tensor<f32>, tensor<1xf32>, tensor<f32>) -> tensor<1xf32>
    %v14 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<f32>) -> tensor<f32>
    %v15 = stablehlo.dot_general %v13, %v14, contracting_dims = [] x [] : (tensor<1xf32>, tensor<f32>) -> tensor<1xf32>
    %v16 = "stablehlo.clamp"(%low, %v15, %high) : (tensor<f32>, tensor<1xf32>, tensor<f32>) -> tensor<1xf32>
    %v17 = stablehlo.transpose %v16, dims = [0] : (tensor<1xf32>) -> tensor<1xf32>
    %v18 = "stablehlo.clamp"(%low, %v17, %high) : (tensor<f32>, tensor<1xf32>, tensor<f32>) -> tensor<1xf32>
    %v19 = "stablehlo.reduce_window"(%v18, %zero) <{padding = dense<[[0, 0]]> : tensor<1x2xi64>, window_dimensions = array<i64: 1>}> ({
^bb0(%p: tensor<f32>, %q: tensor<f32>):
%r = stablehlo.add %p, %q : tensor<f32>
stablehlo.return %r : tensor<f32>
}) : (tensor<1xf32>, tensor<f32>) -> tensor<1xf32>
    %v20 = "stablehlo.clamp"(%low, %v19, %high) : (tensor<f32>, tensor<1xf32>, tensor<f32>) -> tensor<1xf32>
    %v21 = stablehlo.constant dense<1> : tensor<i32>
    %v22 = stablehlo.constant dense<0> : tensor<i32>
    %v23 = stablehlo.dynamic_slice %v11, %v21, %v22, sizes = [0, 1] : (tensor<1x2xf32>, tensor<i32>, tensor<i32>) -> tensor<0x1xf32>
    %v24 = "stablehlo.clamp"(%low, %v23, %high) : (tensor<f32>, tensor<0x1xf32>, tensor<f32>) -> tensor<0x1xf32>
    %v25 = stablehlo.reduce(%v16 init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<1xf32>, tensor<f32>) -> tensor<f32>
    %v26 = "stablehlo.clamp"(%low, %v25, %high) : (tensor<f32>, tensor<f32>, tensor<f32>) -> tensor<f32>
    %v27 = stablehlo.add %v26, %v14 : (tensor<f32>, tensor<f32>) -> tensor<f32>
    %v28 = "stablehlo.clamp"(%low, %v27, %high) : (tensor<f32>, tensor<f32>, tensor<f32>) -> tensor<f32>
    %v29 = "stablehlo.reduce_window"(%v18, %zero) <{padding = dense<[[0, 0]]> : tensor<1x2xi64>, window_dimensions = array<i64: 1>}> ({
^bb0(%p: tensor<f32>, %q: tensor<f32>):
%r = stablehlo.add %p, %q : tensor<f32>
stablehlo.return %r : tensor<f32>
}) : (tensor<1xf32>, tensor<f32>) -> tensor<1xf32>
    %v30 = "stablehlo.clamp"(%low, %v29, %high) : (tensor<f32>, tensor<1xf32>, tensor<f32>) -> tensor<1xf32>
    %v31 = stablehlo.transpose %v30, dims = [0] : (tensor<1xf32>) -> tensor<1xf32>
    %v32 = "stablehlo.clamp"(%low, %v31, %high) : (tensor<f32>, tensor<1xf32>, tensor<f32>) -> tensor<1xf32>
    %v33 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<f32>) -> tensor<f32>
    %v34 = stablehlo.dot_general %v32, %v33, contracting_dims = [] x [] : (tensor<1xf32>, tensor<f32>) -> tensor<1xf32>
    %v35 = "stablehlo.clamp"(%low, %v34, %high) : (tensor<f32>, tensor<1xf32>, tensor<f32>) -> tensor<1xf32>
    %v36 = stablehlo.reshape %v30 : (tensor<1xf32>) -> tensor<1xf32>
    %v37 = "stablehlo.clamp"(%low, %v36, %high) : (tensor<f32>, tensor<1xf32>, tensor<f32>) -> tensor<1xf32>
    %v38 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<f32>) -> tensor<1xf32>
    %v39 = stablehlo.iota dim = 0 : tensor<1xf32>
    %v40 = stablehlo.add %v38, %v39 : tensor<1xf32>
    %v41 = stablehlo.constant dense<0> : tensor<i32>
    %w41:3 = stablehlo.while(%i = %v41, %a = %v32, %b = %v40) : tensor<i32>, tensor<1xf32>, tensor<1xf32>
cond {
%e = stablehlo.constant dense<3> : tensor<i32>
%c = stablehlo.compare LT, %i, %e : (tensor<i32>, tensor<i32>) -> tensor<i1>
stablehlo.return %c : tensor<i1>
} do {
%o = stablehlo.constant dense<1> : tensor<i32>
%j = stablehlo.add %i, %o : tensor<i32>
%s = stablehlo.add %a, %b : tensor<1xf32>
stablehlo.return %j, %b, %s : tensor<i32>, tensor<1xf32>, tensor<1xf32>
}
    %v43 = "stablehlo.clamp"(%low, %w41#2, %high) : (tensor<f32>, tensor<1xf32>, tensor<f32>) -> tensor<1xf32>
    %v44 = "stablehlo.clamp"(%low, %v43, %high) : (tensor<f32>, tensor<1xf32>, tensor<f32>) -> tensor<1xf32>
    %v45 = "stablehlo.sort"(%v40) <{dimension = 0 : i64, is_stable = true}> ({
^bb0(%p: tensor<f32>, %q: tensor<f32>):
%r = stablehlo.compare LT, %p, %q : (tensor<f32>, tensor<f32>) -> tensor<i1>
stablehlo.return %r : tensor<i1>
}) : (tensor<1xf32>) -> tensor<1xf32>
    %v46 = "stablehlo.clamp"(%low, %v45, %high) : (tensor<f32>, tensor<1xf32>, tensor<f32>) -> tensor<1xf32>
    %v47 = stablehlo.concatenate %v40, dim = 0 : (tensor<1xf32>) -> tensor<1xf32>
    %v48 = "stablehlo.clamp"(%low, %v47, %high) : (tensor<f32>, tensor<1xf32>, tensor<f32>) -> tensor<1xf32>
    %v49 = stablehlo.reduce(%v40 init: %low) applies stablehlo.maximum across dimensions = [0] : (tensor<1xf32>, tensor<f32>) -> tensor<f32>
    %v50 = "stablehlo.clamp"(%low, %v49, %high) : (tensor<f32>, tensor<f32>, tensor<f32>) -> tensor<f32>
    %v51 = stablehlo.reshape %v37 : (tensor<1xf32>) -> tensor<1x1xf32>
    %v52 = "stablehlo.clamp"(%low, %v51, %high) : (tensor<f32>, tensor<1x1xf32>, tensor<f32>) -> tensor<1x1xf32>
    %v53 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<f32>) -> tensor<1x1xf32>
    %v54 = stablehlo.iota dim = 0 : tensor<1x1xf32>
    %v55 = stablehlo.add %v53, %v54 : tensor<1x1xf32>
    %v56 = stablehlo.iota dim = 1 : tensor<1x1xf32>
    %v57 = stablehlo.add %v55, %v56 : tensor<1x1xf32>
    %v58 = stablehlo.dot_general %v52, %v57, contracting_dims = [1, 0] x [0, 1] : (tensor<1x1xf32>, tensor<1x1xf32>) -> tensor<f32>
    %v59 = "stablehlo.clamp"(%low, %v58, %high) : (tensor<f32>, tensor<f32>, tensor<f32>) -> tensor<f32>
    %v60 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<f32>) -> tensor<0x0xf32>
    %v61 = stablehlo.iota dim = 0 : tensor<0x0xf32>
    %v62 = stablehlo.add %v60, %v61 : tensor<0x0xf32>
    %v63 = stablehlo.iota dim = 1 : tensor<0x0xf32>
    %v64 = stablehlo.add %v62, %v63 : tensor<0x0xf32>
    %v65 = "stablehlo.select_and_scatter"(%v52, %v64, %zero) <{window_dimensions = array<i64: 2, 3>, window_strides = array<i64: 1, 1>}> ({
^bb0(%p: tensor<f32>, %q: tensor<f32>):
%r = stablehlo.compare GE, %p, %q : (tensor<f32>, tensor<f32>) -> tensor<i1>
stablehlo.return %r : tensor<i1>
}, {
^bb0(%p: tensor<f32>, %q: tensor<f32>):
%r = stablehlo.add %p, %q : tensor<f32>
stablehlo.return %r : tensor<f32>
}) : (tensor<1x1xf32>, tensor<0x0xf32>, tensor<f32>) -> tensor<1x1xf32>
    %v66 = "stablehlo.clamp"(%low, %v65, %high) : (tensor<f32>, tensor<1x1xf32>, tensor<f32>) -> tensor<1x1xf32>
    %v67 = stablehlo.constant dense<-1> : tensor<i32>
    %v68 = stablehlo.constant dense<0> : tensor<i32>
    %v69 = stablehlo.dynamic_slice %v66, %v67, %v68, sizes = [1, 0] : (tensor<1x1xf32>, tensor<i32>, tensor<i32>) -> tensor<1x0xf32>
    %v70 = "stablehlo.clamp"(%low, %v69, %high) : (tensor<f32>, tensor<1x0xf32>, tensor<f32>) -> tensor<1x0xf32>
    %v71 = stablehlo.constant dense<-1> : tensor<i32>
    %v72 = stablehlo.constant dense<1> : tensor<i32>
    %v73 = stablehlo.dynamic_slice %v64, %v71, %v72, sizes = [0, 0] : (tensor<0x0xf32>, tensor<i32>, tensor<i32>) -> tensor<0x0xf32>
    %v74 = "stablehlo.clamp"(%low, %v73, %high) : (tensor<f32>, tensor<0x0xf32>, tensor<f32>) -> tensor<0x0xf32>
    %v75 = stablehlo.constant dense<0> : tensor<i32>
    %v76 = stablehlo.constant dense<0> : tensor<i32>
    %v77 = stablehlo.dynamic_slice %v74, %v75, %v76, sizes = [0, 0] : (tensor<0x0xf32>, tensor<i32>, tensor<i32>) -> tensor<0x0xf32>
    %v78 = "stablehlo.clamp"(%low, %v77, %high) : (tensor<f32>, tensor<0x0xf32>, tensor<f32>) -> tensor<0x0xf32>
    %v79 = stablehlo.constant dense<1> : tensor<i32>
    %v80 = stablehlo.constant dense<1> : tensor<i32>
    %v81 = stablehlo.dynamic_slice %v74, %v79, %v80, sizes = [0, 0] : (tensor<0x0xf32>, tensor<i32>, tensor<i32>) -> tensor<0x0xf32>
    %v82 = "stablehlo.clamp"(%low, %v81, %high) : (tensor<f32>, tensor<0x0xf32>, tensor<f32>) -> tensor<0x0xf32>
    %v83 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<f32>) -> tensor<2x0xf32>
    %v84 = stablehlo.iota dim = 0 : tensor<2x0xf32>
    %v85 = stablehlo.add %v83, %v84 : tensor<2x0xf32>
    %v86 = stablehlo.iota dim = 1 : tensor<2x0xf32>
    %v87 = stablehlo.add %v85, %v86 : tensor<2x0xf32>
    %v88 = stablehlo.constant dense<0> : tensor<2x1xi32>
    %v89 = stablehlo.iota dim = 0 : tensor<2x1xi32>
    %v90 = stablehlo.add %v88, %v89 : tensor<2x1xi32>
    %v91 = stablehlo.iota dim = 1 : tensor<2x1xi32>
    %v92 = stablehlo.add %v90, %v91 : tensor<2x1xi32>
    %v93 = "stablehlo.scatter"(%v70, %v92, %v87) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
^bb0(%p: tensor<f32>, %q: tensor<f32>):
%r = stablehlo.add %p, %q : tensor<f32>
stablehlo.return %r : tensor<f32>
}) : (tensor<1x0xf32>, tensor<2x1xi32>, tensor<2x0xf32>) -> tensor<1x0xf32>
    %v94 = "stablehlo.clamp"(%low, %v93, %high) : (tensor<f32>, tensor<1x0xf32>, tensor<f32>) -> tensor<1x0xf32>
    %v95 = stablehlo.reshape %v4 : (tensor<2x1xf32>) -> tensor<2xf32>
    %v96 = stablehlo.reshape %v11 : (tensor<1x2xf32>) -> tensor<2xf32>
    %v97 = stablehlo.reshape %v13 : (tensor<1xf32>) -> tensor<1xf32>
    %v98 = stablehlo.reshape %v14 : (tensor<f32>) -> tensor<1xf32>
    %v99 = stablehlo.reshape %v16 : (tensor<1xf32>) -> tensor<1xf32>
    %v100 = stablehlo.reshape %v18 : (tensor<1xf32>) -> tensor<1xf32>
    %v101 = stablehlo.reshape %v20 : (tensor<1xf32>) -> tensor<1xf32>
    %v102 = stablehlo.reshape %v24 : (tensor<0x1xf32>) -> tensor<0xf32>
    %v103 = stablehlo.reshape %v26 : (tensor<f32>) -> tensor<1xf32>
    %v104 = stablehlo.reshape %v28 : (tensor<f32>) -> tensor<1xf32>
    %v105 = stablehlo.reshape %v30 : (tensor<1xf32>) -> tensor<1xf32>
    %v106 = stablehlo.reshape %v32 : (tensor<1xf32>) -> tensor<1xf32>
    %v107 = stablehlo.reshape %v33 : (tensor<f32>) -> tensor<1xf32>
    %v108 = stablehlo.reshape %v35 : (tensor<1xf32>) -> tensor<1xf32>
    %v109 = stablehlo.reshape %v37 : (tensor<1xf32>) -> tensor<1xf32>
    %v110 = stablehlo.reshape %v40 : (tensor<1xf32>) -> tensor<1xf32>
    %v111 = stablehlo.reshape %v44 : (tensor<1xf32>) -> tensor<1xf32>
    %v112 = stablehlo.reshape %v46 : (tensor<1xf32>) -> tensor<1xf32>
    %v113 = stablehlo.reshape %v48 : (tensor<1xf32>) -> tensor<1xf32>
    %v114 = stablehlo.reshape %v50 : (tensor<f32>) -> tensor<1xf32>
    %v115 = stablehlo.reshape %v52 : (tensor<1x1xf32>) -> tensor<1xf32>
    %v116 = stablehlo.reshape %v57 : (tensor<1x1xf32>) -> tensor<1xf32>
    %v117 = stablehlo.reshape %v59 : (tensor<f32>) -> tensor<1xf32>
    %v118 = stablehlo.reshape %v64 : (tensor<0x0xf32>) -> tensor<0xf32>
    %v119 = stablehlo.reshape %v66 : (tensor<1x1xf32>) -> tensor<1xf32>
    %v120 = stablehlo.reshape %v70 : (tensor<1x0xf32>) -> tensor<0xf32>
    %v121 = stablehlo.reshape %v74 : (tensor<0x0xf32>) -> tensor<0xf32>
    %v122 = stablehlo.reshape %v78 : (tensor<0x0xf32>) -> tensor<0xf32>
    %v123 = stablehlo.reshape %v82 : (tensor<0x0xf32>) -> tensor<0xf32>
    %v124 = stablehlo.reshape %v87 : (tensor<2x0xf32>) -> tensor<0xf32>
    %v125 = stablehlo.reshape %v94 : (tensor<1x0xf32>) -> tensor<0xf32>
    %v126 = stablehlo.concatenate %v95, %v96, %v97, %v98, %v99, %v100, %v101, %v102, %v103, %v104, %v105, %v106, %v107, %v108, %v109, %v110, %v111, %v112, %v113, %v114, %v115, %v116, %v117, %v118, %v119, %v120, %v121, %v122, %v123, %v124, %v125, dim = 0 : (tensor<2xf32>, tensor<2xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>, tensor<0xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>, tensor<0xf32>, tensor<1xf32>, tensor<0xf32>, tensor<0xf32>, tensor<0xf32>, tensor<0xf32>, tensor<0xf32>, tensor<0xf32>) -> tensor<25xf32>
    return %v94, %v18, %v40, %v126 : tensor<1x0xf32>, tensor<1xf32>, tensor<1xf32>, tensor<25xf32>
  }
}
