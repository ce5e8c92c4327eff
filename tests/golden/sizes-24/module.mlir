module @case {
  func.func public @main(%arg0: tensor<2xf32>, %arg1: tensor<0x1xf32>, %arg2: tensor<1xf32>) -> (tensor<2x1x2x2xf32>, tensor<1x0xf32>, tensor<0xf32>, tensor<53xf32>) {
    %zero = stablehlo.constant dense<0.0> : tensor<f32>
    %low = stablehlo.constant dense<-8.0> : tensor<f32>
    %high = stablehlo.constant dense<8.0> : tensor<f32>
    %v3 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<f32>) -> tensor<3x1xf32>
    %v4 = stablehlo.iota dim = 0 : tensor<3x1xf32>
    %v5 = stablehlo.add %v3, %v4 : tensor<3x1xf32>
    %v6 = stablehlo.iota dim = 1 : tensor<3x1xf32>
    %v7 = stablehlo.add %v5, %v6 : tensor<3x1xf32>
    %v8 = stablehlo.constant dense<0> : tensor<3x1xi32>
    %v9 = stablehlo.iota dim = 0 : tensor<3x1xi32>
    %v10 = stablehlo.add %v8, %v9 : tensor<3x1xi32>
    %v11 = stablehlo.iota dim = 1 : tensor<3x1xi32>
    %v12 = stablehlo.add %v10, %v11 : tensor<3x1xi32>
    %v13 = "stablehlo.scatter"(%arg1, %v12, %v7) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
^bb0(%p: tensor<f32>, %q: tensor<f32>):
%r = stablehlo.add %p, %q : tensor<f32>
stablehlo.return %r : tensor<f32>
}) : (tensor<0x1xf32>, tensor<3x1xi32>, tensor<3x1xf32>) -> tensor<0x1xf32>
    %v14 = "stablehlo.clamp"(%low, %v13, %high) : (tensor<f32>, tensor<0x1xf32>, tensor<f32>) -> tensor<0x1xf32>
    %v15 = stablehlo.pad %arg0, %high, low = [1], high = [2], interior = [0] : (tensor<2xf32>, tensor<f32>) -> tensor<5xf32>
    %v16 = "stablehlo.clamp"(%low, %v15, %high) : (tensor<f32>, tensor<5xf32>, tensor<f32>) -> tensor<5xf32>
    %v17 = stablehlo.transpose %v14, dims = [0, 1] : (tensor<0x1xf32>) -> tensor<0x1xf32>
    %v18 = "stablehlo.clamp"(%low, %v17, %high) : (tensor<f32>, tensor<0x1xf32>, tensor<f32>) -> tensor<0x1xf32>
    %v19 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<f32>) -> tensor<1x0xf32>
    %v20 = stablehlo.iota dim = 0 : tensor<1x0xf32>
    %v21 = stablehlo.add %v19, %v20 : tensor<1x0xf32>
    %v22 = stablehlo.iota dim = 1 : tensor<1x0xf32>
    %v23 = stablehlo.add %v21, %v22 : tensor<1x0xf32>
    %v24 = stablehlo.dot_general %v18, %v23, batching_dims = [1] x [0], contracting_dims = [0] x [1] : (tensor<0x1xf32>, tensor<1x0xf32>) -> tensor<1xf32>
    %v25 = "stablehlo.clamp"(%low, %v24, %high) : (tensor<f32>, tensor<1xf32>, tensor<f32>) -> tensor<1xf32>
    %v26 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<f32>) -> tensor<0x1xf32>
    %v27 = stablehlo.iota dim = 0 : tensor<0x1xf32>
    %v28 = stablehlo.add %v26, %v27 : tensor<0x1xf32>
    %v29 = stablehlo.iota dim = 1 : tensor<0x1xf32>
    %v30 = stablehlo.add %v28, %v29 : tensor<0x1xf32>
    %v31 = stablehlo.maximum %v18, %v30 : (tensor<0x1xf32>, tensor<0x1xf32>) -> tensor<0x1xf32>
    %v32 = "stablehlo.clamp"(%low, %v31, %high) : (tensor<f32>, tensor<0x1xf32>, tensor<f32>) -> tensor<0x1xf32>
    %v33 = stablehlo.reduce(%v30 init: %low) applies stablehlo.maximum across dimensions = [0, 1] : (tensor<0x1xf32>, tensor<f32>) -> tensor<f32>
    %v34 = "stablehlo.clamp"(%low, %v33, %high) : (tensor<f32>, tensor<f32>, tensor<f32>) -> tensor<f32>
    %v35 = stablehlo.broadcast_in_dim %v25, dims = [1] : (tensor<1xf32>) -> tensor<1x1xf32>
    %v36 = "stablehlo.clamp"(%low, %v35, %high) : (tensor<f32>, tensor<1x1xf32>, tensor<f32>) -> tensor<1x1xf32>
    %v37 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<f32>) -> tensor<0x1xf32>
    %v38 = stablehlo.iota dim = 0 : tensor<0x1xf32>
    %v39 = stablehlo.add %v37, %v38 : tensor<0x1xf32>
    %v40 = stablehlo.iota dim = 1 : tensor<0x1xf32>
    %v41 = stablehlo.add %v39, %v40 : tensor<0x1xf32>
    %v42 = stablehlo.compare LT, %v30, %v41 : (tensor<0x1xf32>, tensor<0x1xf32>) -> tensor<0x1xi1>
    %v43 = stablehlo.select %v42, %v41, %v30 : tensor<0x1xi1>, tensor<0x1xf32>
    %v44 = "stablehlo.clamp"(%low, %v43, %high) : (tensor<f32>, tensor<0x1xf32>, tensor<f32>) -> tensor<0x1xf32>
    %v45 = stablehlo.transpose %v44, dims = [1, 0] : (tensor<0x1xf32>) -> tensor<1x0xf32>
    %v46 = "stablehlo.clamp"(%low, %v45, %high) : (tensor<f32>, tensor<1x0xf32>, tensor<f32>) -> tensor<1x0xf32>
    %v47 = stablehlo.broadcast_in_dim %v46, dims = [0, 1] : (tensor<1x0xf32>) -> tensor<1x0xf32>
    %v48 = "stablehlo.clamp"(%low, %v47, %high) : (tensor<f32>, tensor<1x0xf32>, tensor<f32>) -> tensor<1x0xf32>
    %v49 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<f32>) -> tensor<0xf32>
    %v50 = stablehlo.iota dim = 0 : tensor<0xf32>
    %v51 = stablehlo.add %v49, %v50 : tensor<0xf32>
    %v52 = stablehlo.dot_general %v48, %v51, batching_dims = [1] x [0], contracting_dims = [] x [] : (tensor<1x0xf32>, tensor<0xf32>) -> tensor<0x1xf32>
    %v53 = "stablehlo.clamp"(%low, %v52, %high) : (tensor<f32>, tensor<0x1xf32>, tensor<f32>) -> tensor<0x1xf32>
    %v54 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<f32>) -> tensor<0xf32>
    %v55 = stablehlo.iota dim = 0 : tensor<0xf32>
    %v56 = stablehlo.add %v54, %v55 : tensor<0xf32>
    %v57 = stablehlo.constant dense<0> : tensor<i32>
    %v58 = stablehlo.dynamic_update_slice %v51, %v56, %v57 : (tensor<0xf32>, tensor<0xf32>, tensor<i32>) -> tensor<0xf32>
    %v59 = "stablehlo.clamp"(%low, %v58, %high) : (tensor<f32>, tensor<0xf32>, tensor<f32>) -> tensor<0xf32>
    %v60 = "stablehlo.reduce_window"(%v59, %zero) <{padding = dense<[[1, 0]]> : tensor<1x2xi64>, window_dimensions = array<i64: 2>, window_strides = array<i64: 2>}> ({
^bb0(%p: tensor<f32>, %q: tensor<f32>):
%r = stablehlo.add %p, %q : tensor<f32>
stablehlo.return %r : tensor<f32>
}) : (tensor<0xf32>, tensor<f32>) -> tensor<0xf32>
    %v61 = "stablehlo.clamp"(%low, %v60, %high) : (tensor<f32>, tensor<0xf32>, tensor<f32>) -> tensor<0xf32>
    %v62 = stablehlo.reverse %v61, dims = [0] : tensor<0xf32>
    %v63 = "stablehlo.clamp"(%low, %v62, %high) : (tensor<f32>, tensor<0xf32>, tensor<f32>) -> tensor<0xf32>
    %v64 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<f32>) -> tensor<2x1xf32>
    %v65 = stablehlo.iota dim = 0 : tensor<2x1xf32>
    %v66 = stablehlo.add %v64, %v65 : tensor<2x1xf32>
    %v67 = stablehlo.iota dim = 1 : tensor<2x1xf32>
    %v68 = stablehlo.add %v66, %v67 : tensor<2x1xf32>
    %v69 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<f32>) -> tensor<1x1xf32>
    %v70 = stablehlo.iota dim = 0 : tensor<1x1xf32>
    %v71 = stablehlo.add %v69, %v70 : tensor<1x1xf32>
    %v72 = stablehlo.iota dim = 1 : tensor<1x1xf32>
    %v73 = stablehlo.add %v71, %v72 : tensor<1x1xf32>
    %v74 = stablehlo.concatenate %v53, %v68, %v73, dim = 0 : (tensor<0x1xf32>, tensor<2x1xf32>, tensor<1x1xf32>) -> tensor<3x1xf32>
    %v75 = "stablehlo.clamp"(%low, %v74, %high) : (tensor<f32>, tensor<3x1xf32>, tensor<f32>) -> tensor<3x1xf32>
    %v76 = stablehlo.negate %v61 : (tensor<0xf32>) -> tensor<0xf32>
    %v77 = "stablehlo.clamp"(%low, %v76, %high) : (tensor<f32>, tensor<0xf32>, tensor<f32>) -> tensor<0xf32>
    %v78 = stablehlo.reshape %v68 : (tensor<2x1xf32>) -> tensor<1x2x1xf32>
    %v79 = "stablehlo.clamp"(%low, %v78, %high) : (tensor<f32>, tensor<1x2x1xf32>, tensor<f32>) -> tensor<1x2x1xf32>
    %v80 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<f32>) -> tensor<1x1xf32>
    %v81 = stablehlo.iota dim = 0 : tensor<1x1xf32>
    %v82 = stablehlo.add %v80, %v81 : tensor<1x1xf32>
    %v83 = stablehlo.iota dim = 1 : tensor<1x1xf32>
    %v84 = stablehlo.add %v82, %v83 : tensor<1x1xf32>
    %v85 = "stablehlo.select_and_scatter"(%v68, %v84, %zero) <{window_dimensions = array<i64: 2, 1>, window_strides = array<i64: 2, 2>}> ({
^bb0(%p: tensor<f32>, %q: tensor<f32>):
%r = stablehlo.compare GE, %p, %q : (tensor<f32>, tensor<f32>) -> tensor<i1>
stablehlo.return %r : tensor<i1>
}, {
^bb0(%p: tensor<f32>, %q: tensor<f32>):
%r = stablehlo.add %p, %q : tensor<f32>
stablehlo.return %r : tensor<f32>
}) : (tensor<2x1xf32>, tensor<1x1xf32>, tensor<f32>) -> tensor<2x1xf32>
    %v86 = "stablehlo.clamp"(%low, %v85, %high) : (tensor<f32>, tensor<2x1xf32>, tensor<f32>) -> tensor<2x1xf32>
    %v87 = stablehlo.transpose %v86, dims = [0, 1] : (tensor<2x1xf32>) -> tensor<2x1xf32>
    %v88 = "stablehlo.clamp"(%low, %v87, %high) : (tensor<f32>, tensor<2x1xf32>, tensor<f32>) -> tensor<2x1xf32>
    %v89 = stablehlo.broadcast_in_dim %v84, dims = [0, 1] : (tensor<1x1xf32>) -> tensor<1x1xf32>
    %v90 = "stablehlo.clamp"(%low, %v89, %high) : (tensor<f32>, tensor<1x1xf32>, tensor<f32>) -> tensor<1x1xf32>
    %v91 = stablehlo.reshape %v77 : (tensor<0xf32>) -> tensor<0x0xf32>
    %v92 = "stablehlo.clamp"(%low, %v91, %high) : (tensor<f32>, tensor<0x0xf32>, tensor<f32>) -> tensor<0x0xf32>
    %v93 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<f32>) -> tensor<0x0x1xf32>
    %v94 = stablehlo.iota dim = 0 : tensor<0x0x1xf32>
    %v95 = stablehlo.add %v93, %v94 : tensor<0x0x1xf32>
    %v96 = stablehlo.iota dim = 1 : tensor<0x0x1xf32>
    %v97 = stablehlo.add %v95, %v96 : tensor<0x0x1xf32>
    %v98 = stablehlo.iota dim = 2 : tensor<0x0x1xf32>
    %v99 = stablehlo.add %v97, %v98 : tensor<0x0x1xf32>
    %v100 = stablehlo.dot_general %v92, %v99, batching_dims = [0] x [0], contracting_dims = [1] x [1] : (tensor<0x0xf32>, tensor<0x0x1xf32>) -> tensor<0x1xf32>
    %v101 = "stablehlo.clamp"(%low, %v100, %high) : (tensor<f32>, tensor<0x1xf32>, tensor<f32>) -> tensor<0x1xf32>
    %v102 = stablehlo.slice %v86 [2:2:2, 0:0:1] : (tensor<2x1xf32>) -> tensor<0x0xf32>
    %v103 = "stablehlo.clamp"(%low, %v102, %high) : (tensor<f32>, tensor<0x0xf32>, tensor<f32>) -> tensor<0x0xf32>
    %v104 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<f32>) -> tensor<1x1x1x1xf32>
    %v105 = stablehlo.iota dim = 0 : tensor<1x1x1x1xf32>
    %v106 = stablehlo.add %v104, %v105 : tensor<1x1x1x1xf32>
    %v107 = stablehlo.iota dim = 1 : tensor<1x1x1x1xf32>
    %v108 = stablehlo.add %v106, %v107 : tensor<1x1x1x1xf32>
    %v109 = stablehlo.iota dim = 2 : tensor<1x1x1x1xf32>
    %v110 = stablehlo.add %v108, %v109 : tensor<1x1x1x1xf32>
    %v111 = stablehlo.iota dim = 3 : tensor<1x1x1x1xf32>
    %v112 = stablehlo.add %v110, %v111 : tensor<1x1x1x1xf32>
    %v113 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<f32>) -> tensor<3x2x1x1xf32>
    %v114 = stablehlo.iota dim = 0 : tensor<3x2x1x1xf32>
    %v115 = stablehlo.add %v113, %v114 : tensor<3x2x1x1xf32>
    %v116 = stablehlo.iota dim = 1 : tensor<3x2x1x1xf32>
    %v117 = stablehlo.add %v115, %v116 : tensor<3x2x1x1xf32>
    %v118 = stablehlo.iota dim = 2 : tensor<3x2x1x1xf32>
    %v119 = stablehlo.add %v117, %v118 : tensor<3x2x1x1xf32>
    %v120 = stablehlo.iota dim = 3 : tensor<3x2x1x1xf32>
    %v121 = stablehlo.add %v119, %v120 : tensor<3x2x1x1xf32>
    %v122 = stablehlo.convolution(%v112, %v121) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[1, 1], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x1x1x1xf32>, tensor<3x2x1x1xf32>) -> tensor<1x1x2x1xf32>
    %v123 = "stablehlo.clamp"(%low, %v122, %high) : (tensor<f32>, tensor<1x1x2x1xf32>, tensor<f32>) -> tensor<1x1x2x1xf32>
    %v124 = stablehlo.reverse %v123, dims = [0] : tensor<1x1x2x1xf32>
    %v125 = "stablehlo.clamp"(%low, %v124, %high) : (tensor<f32>, tensor<1x1x2x1xf32>, tensor<f32>) -> tensor<1x1x2x1xf32>
    %v126 = "stablehlo.reduce_window"(%v123, %zero) <{padding = dense<[[1, 0], [1, 0], [0, 1], [0, 1]]> : tensor<4x2xi64>, window_dimensions = array<i64: 2, 2, 1, 3>, window_strides = array<i64: 2, 2, 1, 1>}> ({
^bb0(%p: tensor<f32>, %q: tensor<f32>):
%r = stablehlo.add %p, %q : tensor<f32>
stablehlo.return %r : tensor<f32>
}) : (tensor<1x1x2x1xf32>, tensor<f32>) -> tensor<1x1x3x0xf32>
    %v127 = "stablehlo.clamp"(%low, %v126, %high) : (tensor<f32>, tensor<1x1x3x0xf32>, tensor<f32>) -> tensor<1x1x3x0xf32>
    %v128 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<f32>) -> tensor<0x1x2x0xf32>
    %v129 = stablehlo.iota dim = 0 : tensor<0x1x2x0xf32>
    %v130 = stablehlo.add %v128, %v129 : tensor<0x1x2x0xf32>
    %v131 = stablehlo.iota dim = 1 : tensor<0x1x2x0xf32>
    %v132 = stablehlo.add %v130, %v131 : tensor<0x1x2x0xf32>
    %v133 = stablehlo.iota dim = 2 : tensor<0x1x2x0xf32>
    %v134 = stablehlo.add %v132, %v133 : tensor<0x1x2x0xf32>
    %v135 = stablehlo.iota dim = 3 : tensor<0x1x2x0xf32>
    %v136 = stablehlo.add %v134, %v135 : tensor<0x1x2x0xf32>
    %v137 = stablehlo.constant dense<1> : tensor<i32>
    %v138 = stablehlo.constant dense<2> : tensor<i32>
    %v139 = stablehlo.constant dense<2> : tensor<i32>
    %v140 = stablehlo.constant dense<2> : tensor<i32>
    %v141 = stablehlo.dynamic_update_slice %v123, %v136, %v137, %v138, %v139, %v140 : (tensor<1x1x2x1xf32>, tensor<0x1x2x0xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x1x2x1xf32>
    %v142 = "stablehlo.clamp"(%low, %v141, %high) : (tensor<f32>, tensor<1x1x2x1xf32>, tensor<f32>) -> tensor<1x1x2x1xf32>
    %v143 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<f32>) -> tensor<1x2xf32>
    %v144 = stablehlo.iota dim = 0 : tensor<1x2xf32>
    %v145 = stablehlo.add %v143, %v144 : tensor<1x2xf32>
    %v146 = stablehlo.iota dim = 1 : tensor<1x2xf32>
    %v147 = stablehlo.add %v145, %v146 : tensor<1x2xf32>
    %v148 = stablehlo.dot_general %v142, %v147, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<1x1x2x1xf32>, tensor<1x2xf32>) -> tensor<1x1x1xf32>
    %v149 = "stablehlo.clamp"(%low, %v148, %high) : (tensor<f32>, tensor<1x1x1xf32>, tensor<f32>) -> tensor<1x1x1xf32>
    %v150 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<f32>) -> tensor<1x1x2x1xf32>
    %v151 = stablehlo.iota dim = 0 : tensor<1x1x2x1xf32>
    %v152 = stablehlo.add %v150, %v151 : tensor<1x1x2x1xf32>
    %v153 = stablehlo.iota dim = 1 : tensor<1x1x2x1xf32>
    %v154 = stablehlo.add %v152, %v153 : tensor<1x1x2x1xf32>
    %v155 = stablehlo.iota dim = 2 : tensor<1x1x2x1xf32>
    %v156 = stablehlo.add %v154, %v155 : tensor<1x1x2x1xf32>
    %v157 = stablehlo.iota dim = 3 : tensor<1x1x2x1xf32>
    %v158 = stablehlo.add %v156, %v157 : tensor<1x1x2x1xf32>
    %v159 = stablehlo.constant dense<0> : tensor<i32>
    %w159:3 = stablehlo.while(%i = %v159, %a = %v125, %b = %v158) : tensor<i32>, tensor<1x1x2x1xf32>, tensor<1x1x2x1xf32>
cond {
%e = stablehlo.constant dense<3> : tensor<i32>
%c = stablehlo.compare LT, %i, %e : (tensor<i32>, tensor<i32>) -> tensor<i1>
stablehlo.return %c : tensor<i1>
} do {
%o = stablehlo.constant dense<1> : tensor<i32>
%j = stablehlo.add %i, %o : tensor<i32>
%s = stablehlo.add %a, %b : tensor<1x1x2x1xf32>
stablehlo.return %j, %b, %s : tensor<i32>, tensor<1x1x2x1xf32>, tensor<1x1x2x1xf32>
}
    %v161 = "stablehlo.clamp"(%low, %w159#2, %high) : (tensor<f32>, tensor<1x1x2x1xf32>, tensor<f32>) -> tensor<1x1x2x1xf32>
    %v162 = "stablehlo.clamp"(%low, %v161, %high) : (tensor<f32>, tensor<1x1x2x1xf32>, tensor<f32>) -> tensor<1x1x2x1xf32>
    %v163 = stablehlo.broadcast_in_dim %v162, dims = [0, 1, 2, 3] : (tensor<1x1x2x1xf32>) -> tensor<2x1x2x2xf32>
    %v164 = "stablehlo.clamp"(%low, %v163, %high) : (tensor<f32>, tensor<2x1x2x2xf32>, tensor<f32>) -> tensor<2x1x2x2xf32>
    %v165 = stablehlo.reshape %v7 : (tensor<3x1xf32>) -> tensor<3xf32>
    %v166 = stablehlo.reshape %v14 : (tensor<0x1xf32>) -> tensor<0xf32>
    %v167 = stablehlo.reshape %v16 : (tensor<5xf32>) -> tensor<5xf32>
    %v168 = stablehlo.reshape %v18 : (tensor<0x1xf32>) -> tensor<0xf32>
    %v169 = stablehlo.reshape %v23 : (tensor<1x0xf32>) -> tensor<0xf32>
    %v170 = stablehlo.reshape %v25 : (tensor<1xf32>) -> tensor<1xf32>
    %v171 = stablehlo.reshape %v30 : (tensor<0x1xf32>) -> tensor<0xf32>
    %v172 = stablehlo.reshape %v32 : (tensor<0x1xf32>) -> tensor<0xf32>
    %v173 = stablehlo.reshape %v34 : (tensor<f32>) -> tensor<1xf32>
    %v174 = stablehlo.reshape %v36 : (tensor<1x1xf32>) -> tensor<1xf32>
    %v175 = stablehlo.reshape %v41 : (tensor<0x1xf32>) -> tensor<0xf32>
    %v176 = stablehlo.reshape %v44 : (tensor<0x1xf32>) -> tensor<0xf32>
    %v177 = stablehlo.reshape %v46 : (tensor<1x0xf32>) -> tensor<0xf32>
    %v178 = stablehlo.reshape %v48 : (tensor<1x0xf32>) -> tensor<0xf32>
    %v179 = stablehlo.reshape %v51 : (tensor<0xf32>) -> tensor<0xf32>
    %v180 = stablehlo.reshape %v53 : (tensor<0x1xf32>) -> tensor<0xf32>
    %v181 = stablehlo.reshape %v56 : (tensor<0xf32>) -> tensor<0xf32>
    %v182 = stablehlo.reshape %v59 : (tensor<0xf32>) -> tensor<0xf32>
    %v183 = stablehlo.reshape %v61 : (tensor<0xf32>) -> tensor<0xf32>
    %v184 = stablehlo.reshape %v63 : (tensor<0xf32>) -> tensor<0xf32>
    %v185 = stablehlo.reshape %v68 : (tensor<2x1xf32>) -> tensor<2xf32>
    %v186 = stablehlo.reshape %v73 : (tensor<1x1xf32>) -> tensor<1xf32>
    %v187 = stablehlo.reshape %v75 : (tensor<3x1xf32>) -> tensor<3xf32>
    %v188 = stablehlo.reshape %v77 : (tensor<0xf32>) -> tensor<0xf32>
    %v189 = stablehlo.reshape %v79 : (tensor<1x2x1xf32>) -> tensor<2xf32>
    %v190 = stablehlo.reshape %v84 : (tensor<1x1xf32>) -> tensor<1xf32>
    %v191 = stablehlo.reshape %v86 : (tensor<2x1xf32>) -> tensor<2xf32>
    %v192 = stablehlo.reshape %v88 : (tensor<2x1xf32>) -> tensor<2xf32>
    %v193 = stablehlo.reshape %v90 : (tensor<1x1xf32>) -> tensor<1xf32>
    %v194 = stablehlo.reshape %v92 : (tensor<0x0xf32>) -> tensor<0xf32>
    %v195 = stablehlo.reshape %v99 : (tensor<0x0x1xf32>) -> tensor<0xf32>
    %v196 = stablehlo.reshape %v101 : (tensor<0x1xf32>) -> tensor<0xf32>
    %v197 = stablehlo.reshape %v103 : (tensor<0x0xf32>) -> tensor<0xf32>
    %v198 = stablehlo.reshape %v112 : (tensor<1x1x1x1xf32>) -> tensor<1xf32>
    %v199 = stablehlo.reshape %v121 : (tensor<3x2x1x1xf32>) -> tensor<6xf32>
    %v200 = stablehlo.reshape %v123 : (tensor<1x1x2x1xf32>) -> tensor<2xf32>
    %v201 = stablehlo.reshape %v125 : (tensor<1x1x2x1xf32>) -> tensor<2xf32>
    %v202 = stablehlo.reshape %v127 : (tensor<1x1x3x0xf32>) -> tensor<0xf32>
    %v203 = stablehlo.reshape %v136 : (tensor<0x1x2x0xf32>) -> tensor<0xf32>
    %v204 = stablehlo.reshape %v142 : (tensor<1x1x2x1xf32>) -> tensor<2xf32>
    %v205 = stablehlo.reshape %v147 : (tensor<1x2xf32>) -> tensor<2xf32>
    %v206 = stablehlo.reshape %v149 : (tensor<1x1x1xf32>) -> tensor<1xf32>
    %v207 = stablehlo.reshape %v158 : (tensor<1x1x2x1xf32>) -> tensor<2xf32>
    %v208 = stablehlo.reshape %v162 : (tensor<1x1x2x1xf32>) -> tensor<2xf32>
    %v209 = stablehlo.reshape %v164 : (tensor<2x1x2x2xf32>) -> tensor<8xf32>
    %v210 = stablehlo.concatenate %v165, %v166, %v167, %v168, %v169, %v170, %v171, %v172, %v173, %v174, %v175, %v176, %v177, %v178, %v179, %v180, %v181, %v182, %v183, %v184, %v185, %v186, %v187, %v188, %v189, %v190, %v191, %v192, %v193, %v194, %v195, %v196, %v197, %v198, %v199, %v200, %v201, %v202, %v203, %v204, %v205, %v206, %v207, %v208, %v209, dim = 0 : (tensor<3xf32>, tensor<0xf32>, tensor<5xf32>, tensor<0xf32>, tensor<0xf32>, tensor<1xf32>, tensor<0xf32>, tensor<0xf32>, tensor<1xf32>, tensor<1xf32>, tensor<0xf32>, tensor<0xf32>, tensor<0xf32>, tensor<0xf32>, tensor<0xf32>, tensor<0xf32>, tensor<0xf32>, tensor<0xf32>, tensor<0xf32>, tensor<0xf32>, tensor<2xf32>, tensor<1xf32>, tensor<3xf32>, tensor<0xf32>, tensor<2xf32>, tensor<1xf32>, tensor<2xf32>, tensor<2xf32>, tensor<1xf32>, tensor<0xf32>, tensor<0xf32>, tensor<0xf32>, tensor<0xf32>, tensor<1xf32>, tensor<6xf32>, tensor<2xf32>, tensor<2xf32>, tensor<0xf32>, tensor<0xf32>, tensor<2xf32>, tensor<2xf32>, tensor<1xf32>, tensor<2xf32>, tensor<2xf32>, tensor<8xf32>) -> tensor<53xf32>
    return %v164, %v46, %v61, %v210 : tensor<2x1x2x2xf32>, tensor<1x0xf32>, tensor<0xf32>, tensor<53xf32>
  }
}
