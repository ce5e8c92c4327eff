module @case {
  func.func public @main(%arg0: tensor<3x1x3xf32>, %arg1: tensor<1x2xf32>, %arg2: tensor<1x3xf32>, %arg3: tensor<0xf32>) -> (tensor<0x0x2xf32>, tensor<f32>, tensor<0xf32>, tensor<54xf32>) {
    %zero = stablehlo.constant dense<0.0> : tensor<f32>
    %low = stablehlo.constant dense<-8.0> : tensor<f32>
    %high = stablehlo.constant dense<8.0> : tensor<f32>
    %v3 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<f32>) -> tensor<0xf32>
    %v4 = stablehlo.iota dim = 0 : tensor<0xf32>
    %v5 = stablehlo.add %v3, %v4 : tensor<0xf32>
    %v6 = stablehlo.constant dense<0> : tensor<i32>
    %w6:3 = stablehlo.while(%i = %v6, %a = %arg3, %b = %v5) : tensor<i32>, tensor<0xf32>, tensor<0xf32>
cond {
%e = stablehlo.constant dense<3> : tensor<i32>
%c = stablehlo.compare LT, %i, %e : (tensor<i32>, tensor<i32>) -> tensor<i1>
stablehlo.return %c : tensor<i1>
} do {
%o = stablehlo.constant dense<1> : tensor<i32>
%j = stablehlo.add %i, %o : tensor<i32>
%s = stablehlo.add %a, %b : tensor<0xf32>
stablehlo.return %j, %b, %s : tensor<i32>, tensor<0xf32>, tensor<0xf32>
}
    %v8 = "stablehlo.clamp"(%low, %w6#2, %high) : (tensor<f32>, tensor<0xf32>, tensor<f32>) -> tensor<0xf32>
    %v9 = "stablehlo.clamp"(%low, %v8, %high) : (tensor<f32>, tensor<0xf32>, tensor<f32>) -> tensor<0xf32>
    %v10 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<f32>) -> tensor<1xf32>
    %v11 = stablehlo.iota dim = 0 : tensor<1xf32>
    %v12 = stablehlo.add %v10, %v11 : tensor<1xf32>
    %v13 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<f32>) -> tensor<3xf32>
    %v14 = stablehlo.iota dim = 0 : tensor<3xf32>
    %v15 = stablehlo.add %v13, %v14 : tensor<3xf32>
    %v16 = stablehlo.concatenate %v5, %v12, %v15, dim = 0 : (tensor<0xf32>, tensor<1xf32>, tensor<3xf32>) -> tensor<4xf32>
    %v17 = "stablehlo.clamp"(%low, %v16, %high) : (tensor<f32>, tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
    %v18 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<f32>) -> tensor<1xf32>
    %v19 = stablehlo.iota dim = 0 : tensor<1xf32>
    %v20 = stablehlo.add %v18, %v19 : tensor<1xf32>
    %v21 = stablehlo.constant dense<0> : tensor<1x1xi32>
    %v22 = stablehlo.iota dim = 0 : tensor<1x1xi32>
    %v23 = stablehlo.add %v21, %v22 : tensor<1x1xi32>
    %v24 = stablehlo.iota dim = 1 : tensor<1x1xi32>
    %v25 = stablehlo.add %v23, %v24 : tensor<1x1xi32>
    %v26 = "stablehlo.scatter"(%v5, %v25, %v20) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
^bb0(%p: tensor<f32>, %q: tensor<f32>):
%r = stablehlo.add %p, %q : tensor<f32>
stablehlo.return %r : tensor<f32>
}) : (tensor<0xf32>, tensor<1x1xi32>, tensor<1xf32>) -> tensor<0xf32>
    %v27 = "stablehlo.clamp"(%low, %v26, %high) : (tensor<f32>, tensor<0xf32>, tensor<f32>) -> tensor<0xf32>
    %v28 = stablehlo.reduce(%v12 init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<1xf32>, tensor<f32>) -> tensor<f32>
    %v29 = "stablehlo.clamp"(%low, %v28, %high) : (tensor<f32>, tensor<f32>, tensor<f32>) -> tensor<f32>
    %v30 = stablehlo.concatenate %v27, dim = 0 : (tensor<0xf32>) -> tensor<0xf32>
    %v31 = "stablehlo.clamp"(%low, %v30, %high) : (tensor<f32>, tensor<0xf32>, tensor<f32>) -> tensor<0xf32>
    %v32 = "stablehlo.reduce_window"(%v15, %zero) <{padding = dense<[[0, 0]]> : tensor<1x2xi64>, window_dimensions = array<i64: 1>, window_strides = array<i64: 2>}> ({
^bb0(%p: tensor<f32>, %q: tensor<f32>):
%r = stablehlo.add %p, %q : tensor<f32>
stablehlo.return %r : tensor<f32>
}) : (tensor<3xf32>, tensor<f32>) -> tensor<2xf32>
    %v33 = "stablehlo.clamp"(%low, %v32, %high) : (tensor<f32>, tensor<2xf32>, tensor<f32>) -> tensor<2xf32>
    %v34 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<f32>) -> tensor<1xf32>
    %v35 = stablehlo.iota dim = 0 : tensor<1xf32>
    %v36 = stablehlo.add %v34, %v35 : tensor<1xf32>
    %v37 = stablehlo.constant dense<0> : tensor<i32>
    %v38 = stablehlo.dynamic_update_slice %v33, %v36, %v37 : (tensor<2xf32>, tensor<1xf32>, tensor<i32>) -> tensor<2xf32>
    %v39 = "stablehlo.clamp"(%low, %v38, %high) : (tensor<f32>, tensor<2xf32>, tensor<f32>) -> tensor<2xf32>
    %v40 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<f32>) -> tensor<2xf32>
    %v41 = stablehlo.iota dim = 0 : tensor<2xf32>
    %v42 = stablehlo.add %v40, %v41 : tensor<2xf32>
    %v43 = stablehlo.constant dense<0> : tensor<i32>
    %w43:3 = stablehlo.while(%i = %v43, %a = %v39, %b = %v42) : tensor<i32>, tensor<2xf32>, tensor<2xf32>
cond {
%e = stablehlo.constant dense<3> : tensor<i32>
%c = stablehlo.compare LT, %i, %e : (tensor<i32>, tensor<i32>) -> tensor<i1>
stablehlo.return %c : tensor<i1>
} do {
%o = stablehlo.constant dense<1> : tensor<i32>
%j = stablehlo.add %i, %o : tensor<i32>
%s = stablehlo.add %a, %b : tensor<2xf32>
stablehlo.return %j, %b, %s : tensor<i32>, tensor<2xf32>, tensor<2xf32>
}
    %v45 = "stablehlo.clamp"(%low, %w43#2, %high) : (tensor<f32>, tensor<2xf32>, tensor<f32>) -> tensor<2xf32>
    %v46 = "stablehlo.clamp"(%low, %v45, %high) : (tensor<f32>, tensor<2xf32>, tensor<f32>) -> tensor<2xf32>
    %v47 = stablehlo.pad %v33, %high, low = [-1], high = [0], interior = [1] : (tensor<2xf32>, tensor<f32>) -> tensor<2xf32>
    %v48 = "stablehlo.clamp"(%low, %v47, %high) : (tensor<f32>, tensor<2xf32>, tensor<f32>) -> tensor<2xf32>
    %v49 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<f32>) -> tensor<3xf32>
    %v50 = stablehlo.iota dim = 0 : tensor<3xf32>
    %v51 = stablehlo.add %v49, %v50 : tensor<3xf32>
    %v52 = stablehlo.constant dense<0> : tensor<3x1xi32>
    %v53 = stablehlo.iota dim = 0 : tensor<3x1xi32>
    %v54 = stablehlo.add %v52, %v53 : tensor<3x1xi32>
    %v55 = stablehlo.iota dim = 1 : tensor<3x1xi32>
    %v56 = stablehlo.add %v54, %v55 : tensor<3x1xi32>
    %v57 = "stablehlo.scatter"(%v42, %v56, %v51) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
^bb0(%p: tensor<f32>, %q: tensor<f32>):
%r = stablehlo.add %p, %q : tensor<f32>
stablehlo.return %r : tensor<f32>
}) : (tensor<2xf32>, tensor<3x1xi32>, tensor<3xf32>) -> tensor<2xf32>
    %v58 = "stablehlo.clamp"(%low, %v57, %high) : (tensor<f32>, tensor<2xf32>, tensor<f32>) -> tensor<2xf32>
    %v59 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<f32>) -> tensor<1x1x0x1xf32>
    %v60 = stablehlo.iota dim = 0 : tensor<1x1x0x1xf32>
    %v61 = stablehlo.add %v59, %v60 : tensor<1x1x0x1xf32>
    %v62 = stablehlo.iota dim = 1 : tensor<1x1x0x1xf32>
    %v63 = stablehlo.add %v61, %v62 : tensor<1x1x0x1xf32>
    %v64 = stablehlo.iota dim = 2 : tensor<1x1x0x1xf32>
    %v65 = stablehlo.add %v63, %v64 : tensor<1x1x0x1xf32>
    %v66 = stablehlo.iota dim = 3 : tensor<1x1x0x1xf32>
    %v67 = stablehlo.add %v65, %v66 : tensor<1x1x0x1xf32>
    %v68 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<f32>) -> tensor<3x3x1x1xf32>
    %v69 = stablehlo.iota dim = 0 : tensor<3x3x1x1xf32>
    %v70 = stablehlo.add %v68, %v69 : tensor<3x3x1x1xf32>
    %v71 = stablehlo.iota dim = 1 : tensor<3x3x1x1xf32>
    %v72 = stablehlo.add %v70, %v71 : tensor<3x3x1x1xf32>
    %v73 = stablehlo.iota dim = 2 : tensor<3x3x1x1xf32>
    %v74 = stablehlo.add %v72, %v73 : tensor<3x3x1x1xf32>
    %v75 = stablehlo.iota dim = 3 : tensor<3x3x1x1xf32>
    %v76 = stablehlo.add %v74, %v75 : tensor<3x3x1x1xf32>
    %v77 = stablehlo.convolution(%v67, %v76) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[0, 1], [0, 0]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x1x0x1xf32>, tensor<3x3x1x1xf32>) -> tensor<1x0x0x1xf32>
    %v78 = "stablehlo.clamp"(%low, %v77, %high) : (tensor<f32>, tensor<1x0x0x1xf32>, tensor<f32>) -> tensor<1x0x0x1xf32>
    %v79 = stablehlo.transpose %v76, dims = [0, 1, 3, 2] : (tensor<3x3x1x1xf32>) -> tensor<3x3x1x1xf32>
    %v80 = "stablehlo.clamp"(%low, %v79, %high) : (tensor<f32>, tensor<3x3x1x1xf32>, tensor<f32>) -> tensor<3x3x1x1xf32>
    %v81 = stablehlo.transpose %v76, dims = [0, 2, 3, 1] : (tensor<3x3x1x1xf32>) -> tensor<3x1x1x3xf32>
    %v82 = "stablehlo.clamp"(%low, %v81, %high) : (tensor<f32>, tensor<3x1x1x3xf32>, tensor<f32>) -> tensor<3x1x1x3xf32>
    %v83 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<f32>) -> tensor<1x1x0x1xf32>
    %v84 = stablehlo.iota dim = 0 : tensor<1x1x0x1xf32>
    %v85 = stablehlo.add %v83, %v84 : tensor<1x1x0x1xf32>
    %v86 = stablehlo.iota dim = 1 : tensor<1x1x0x1xf32>
    %v87 = stablehlo.add %v85, %v86 : tensor<1x1x0x1xf32>
    %v88 = stablehlo.iota dim = 2 : tensor<1x1x0x1xf32>
    %v89 = stablehlo.add %v87, %v88 : tensor<1x1x0x1xf32>
    %v90 = stablehlo.iota dim = 3 : tensor<1x1x0x1xf32>
    %v91 = stablehlo.add %v89, %v90 : tensor<1x1x0x1xf32>
    %v92 = stablehlo.constant dense<0> : tensor<i32>
    %w92:3 = stablehlo.while(%i = %v92, %a = %v67, %b = %v91) : tensor<i32>, tensor<1x1x0x1xf32>, tensor<1x1x0x1xf32>
cond {
%e = stablehlo.constant dense<3> : tensor<i32>
%c = stablehlo.compare LT, %i, %e : (tensor<i32>, tensor<i32>) -> tensor<i1>
stablehlo.return %c : tensor<i1>
} do {
%o = stablehlo.constant dense<1> : tensor<i32>
%j = stablehlo.add %i, %o : tensor<i32>
%s = stablehlo.add %a, %b : tensor<1x1x0x1xf32>
stablehlo.return %j, %b, %s : tensor<i32>, tensor<1x1x0x1xf32>, tensor<1x1x0x1xf32>
}
    %v94 = "stablehlo.clamp"(%low, %w92#2, %high) : (tensor<f32>, tensor<1x1x0x1xf32>, tensor<f32>) -> tensor<1x1x0x1xf32>
    %v95 = "stablehlo.clamp"(%low, %v94, %high) : (tensor<f32>, tensor<1x1x0x1xf32>, tensor<f32>) -> tensor<1x1x0x1xf32>
    %v96 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<f32>) -> tensor<1x0x0x1xf32>
    %v97 = stablehlo.iota dim = 0 : tensor<1x0x0x1xf32>
    %v98 = stablehlo.add %v96, %v97 : tensor<1x0x0x1xf32>
    %v99 = stablehlo.iota dim = 1 : tensor<1x0x0x1xf32>
    %v100 = stablehlo.add %v98, %v99 : tensor<1x0x0x1xf32>
    %v101 = stablehlo.iota dim = 2 : tensor<1x0x0x1xf32>
    %v102 = stablehlo.add %v100, %v101 : tensor<1x0x0x1xf32>
    %v103 = stablehlo.iota dim = 3 : tensor<1x0x0x1xf32>
    %v104 = stablehlo.add %v102, %v103 : tensor<1x0x0x1xf32>
    %v105 = stablehlo.constant dense<0> : tensor<i32>
    %w105:3 = stablehlo.while(%i = %v105, %a = %v78, %b = %v104) : tensor<i32>, tensor<1x0x0x1xf32>, tensor<1x0x0x1xf32>
cond {
%e = stablehlo.constant dense<3> : tensor<i32>
%c = stablehlo.compare LT, %i, %e : (tensor<i32>, tensor<i32>) -> tensor<i1>
stablehlo.return %c : tensor<i1>
} do {
%o = stablehlo.constant dense<1> : tensor<i32>
%j = stablehlo.add %i, %o : tensor<i32>
%s = stablehlo.add %a, %b : tensor<1x0x0x1xf32>
stablehlo.return %j, %b, %s : tensor<i32>, tensor<1x0x0x1xf32>, tensor<1x0x0x1xf32>
}
    %v107 = "stablehlo.clamp"(%low, %w105#2, %high) : (tensor<f32>, tensor<1x0x0x1xf32>, tensor<f32>) -> tensor<1x0x0x1xf32>
    %v108 = "stablehlo.clamp"(%low, %v107, %high) : (tensor<f32>, tensor<1x0x0x1xf32>, tensor<f32>) -> tensor<1x0x0x1xf32>
    %v109 = "stablehlo.reduce_window"(%v108, %zero) <{padding = dense<[[0, 0], [0, 0], [0, 0], [0, 0]]> : tensor<4x2xi64>, window_dimensions = array<i64: 1, 1, 1, 1>}> ({
^bb0(%p: tensor<f32>, %q: tensor<f32>):
%r = stablehlo.add %p, %q : tensor<f32>
stablehlo.return %r : tensor<f32>
}) : (tensor<1x0x0x1xf32>, tensor<f32>) -> tensor<1x0x0x1xf32>
    %v110 = "stablehlo.clamp"(%low, %v109, %high) : (tensor<f32>, tensor<1x0x0x1xf32>, tensor<f32>) -> tensor<1x0x0x1xf32>
    %v111 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<f32>) -> tensor<f32>
    %v112 = stablehlo.dot_general %v110, %v111, contracting_dims = [] x [] : (tensor<1x0x0x1xf32>, tensor<f32>) -> tensor<1x0x0x1xf32>
    %v113 = "stablehlo.clamp"(%low, %v112, %high) : (tensor<f32>, tensor<1x0x0x1xf32>, tensor<f32>) -> tensor<1x0x0x1xf32>
    %v114 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<f32>) -> tensor<1x1x0x2xf32>
    %v115 = stablehlo.iota dim = 0 : tensor<1x1x0x2xf32>
    %v116 = stablehlo.add %v114, %v115 : tensor<1x1x0x2xf32>
    %v117 = stablehlo.iota dim = 1 : tensor<1x1x0x2xf32>
    %v118 = stablehlo.add %v116, %v117 : tensor<1x1x0x2xf32>
    %v119 = stablehlo.iota dim = 2 : tensor<1x1x0x2xf32>
    %v120 = stablehlo.add %v118, %v119 : tensor<1x1x0x2xf32>
    %v121 = stablehlo.iota dim = 3 : tensor<1x1x0x2xf32>
    %v122 = stablehlo.add %v120, %v121 : tensor<1x1x0x2xf32>
    %v123 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<f32>) -> tensor<3x1x2x0xf32>
    %v124 = stablehlo.iota dim = 0 : tensor<3x1x2x0xf32>
    %v125 = stablehlo.add %v123, %v124 : tensor<3x1x2x0xf32>
    %v126 = stablehlo.iota dim = 1 : tensor<3x1x2x0xf32>
    %v127 = stablehlo.add %v125, %v126 : tensor<3x1x2x0xf32>
    %v128 = stablehlo.iota dim = 2 : tensor<3x1x2x0xf32>
    %v129 = stablehlo.add %v127, %v128 : tensor<3x1x2x0xf32>
    %v130 = stablehlo.iota dim = 3 : tensor<3x1x2x0xf32>
    %v131 = stablehlo.add %v129, %v130 : tensor<3x1x2x0xf32>
    %v132 = stablehlo.convolution(%v122, %v131) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [2, 1], pad = [[0, 0], [0, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x1x0x2xf32>, tensor<3x1x2x0xf32>) -> tensor<1x0x1x0xf32>
    %v133 = "stablehlo.clamp"(%low, %v132, %high) : (tensor<f32>, tensor<1x0x1x0xf32>, tensor<f32>) -> tensor<1x0x1x0xf32>
    %v134 = stablehlo.constant dense<2> : tensor<i32>
    %v135 = stablehlo.constant dense<2> : tensor<i32>
    %v136 = stablehlo.constant dense<-1> : tensor<i32>
    %v137 = stablehlo.constant dense<0> : tensor<i32>
    %v138 = stablehlo.dynamic_slice %v131, %v134, %v135, %v136, %v137, sizes = [1, 0, 2, 0] : (tensor<3x1x2x0xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x0x2x0xf32>
    %v139 = "stablehlo.clamp"(%low, %v138, %high) : (tensor<f32>, tensor<1x0x2x0xf32>, tensor<f32>) -> tensor<1x0x2x0xf32>
    %v140 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<f32>) -> tensor<2x1x0x2xf32>
    %v141 = stablehlo.iota dim = 0 : tensor<2x1x0x2xf32>
    %v142 = stablehlo.add %v140, %v141 : tensor<2x1x0x2xf32>
    %v143 = stablehlo.iota dim = 1 : tensor<2x1x0x2xf32>
    %v144 = stablehlo.add %v142, %v143 : tensor<2x1x0x2xf32>
    %v145 = stablehlo.iota dim = 2 : tensor<2x1x0x2xf32>
    %v146 = stablehlo.add %v144, %v145 : tensor<2x1x0x2xf32>
    %v147 = stablehlo.iota dim = 3 : tensor<2x1x0x2xf32>
    %v148 = stablehlo.add %v146, %v147 : tensor<2x1x0x2xf32>
    %v149 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<f32>) -> tensor<0x1x0x2xf32>
    %v150 = stablehlo.iota dim = 0 : tensor<0x1x0x2xf32>
    %v151 = stablehlo.add %v149, %v150 : tensor<0x1x0x2xf32>
    %v152 = stablehlo.iota dim = 1 : tensor<0x1x0x2xf32>
    %v153 = stablehlo.add %v151, %v152 : tensor<0x1x0x2xf32>
    %v154 = stablehlo.iota dim = 2 : tensor<0x1x0x2xf32>
    %v155 = stablehlo.add %v153, %v154 : tensor<0x1x0x2xf32>
    %v156 = stablehlo.iota dim = 3 : tensor<0x1x0x2xf32>
    %v157 = stablehlo.add %v155, %v156 : tensor<0x1x0x2xf32>
    %v158 = stablehlo.concatenate %v122, %v148, %v157, dim = 0 : (tensor<1x1x0x2xf32>, tensor<2x1x0x2xf32>, tensor<0x1x0x2xf32>) -> tensor<3x1x0x2xf32>
    %v159 = "stablehlo.clamp"(%low, %v158, %high) : (tensor<f32>, tensor<3x1x0x2xf32>, tensor<f32>) -> tensor<3x1x0x2xf32>
    %v160 = stablehlo.reshape %v139 : (tensor<1x0x2x0xf32>) -> tensor<0x0x3xf32>
    %v161 = "stablehlo.clamp"(%low, %v160, %high) : (tensor<f32>, tensor<0x0x3xf32>, tensor<f32>) -> tensor<0x0x3xf32>
    %v162 = stablehlo.slice %v161 [0:0:1, 0:0:1, 3:3:1] : (tensor<0x0x3xf32>) -> tensor<0x0x0xf32>
    %v163 = "stablehlo.clamp"(%low, %v162, %high) : (tensor<f32>, tensor<0x0x0xf32>, tensor<f32>) -> tensor<0x0x0xf32>
    %v164 = stablehlo.reduce(%v157 init: %low) applies stablehlo.maximum across dimensions = [1] : (tensor<0x1x0x2xf32>, tensor<f32>) -> tensor<0x0x2xf32>
    %v165 = "stablehlo.clamp"(%low, %v164, %high) : (tensor<f32>, tensor<0x0x2xf32>, tensor<f32>) -> tensor<0x0x2xf32>
    %v166 = stablehlo.reshape %v5 : (tensor<0xf32>) -> tensor<0xf32>
    %v167 = stablehlo.reshape %v9 : (tensor<0xf32>) -> tensor<0xf32>
    %v168 = stablehlo.reshape %v12 : (tensor<1xf32>) -> tensor<1xf32>
    %v169 = stablehlo.reshape %v15 : (tensor<3xf32>) -> tensor<3xf32>
    %v170 = stablehlo.reshape %v17 : (tensor<4xf32>) -> tensor<4xf32>
    %v171 = stablehlo.reshape %v20 : (tensor<1xf32>) -> tensor<1xf32>
    %v172 = stablehlo.reshape %v27 : (tensor<0xf32>) -> tensor<0xf32>
    %v173 = stablehlo.reshape %v29 : (tensor<f32>) -> tensor<1xf32>
    %v174 = stablehlo.reshape %v31 : (tensor<0xf32>) -> tensor<0xf32>
    %v175 = stablehlo.reshape %v33 : (tensor<2xf32>) -> tensor<2xf32>
    %v176 = stablehlo.reshape %v36 : (tensor<1xf32>) -> tensor<1xf32>
    %v177 = stablehlo.reshape %v39 : (tensor<2xf32>) -> tensor<2xf32>
    %v178 = stablehlo.reshape %v42 : (tensor<2xf32>) -> tensor<2xf32>
    %v179 = stablehlo.reshape %v46 : (tensor<2xf32>) -> tensor<2xf32>
    %v180 = stablehlo.reshape %v48 : (tensor<2xf32>) -> tensor<2xf32>
    %v181 = stablehlo.reshape %v51 : (tensor<3xf32>) -> tensor<3xf32>
    %v182 = stablehlo.reshape %v58 : (tensor<2xf32>) -> tensor<2xf32>
    %v183 = stablehlo.reshape %v67 : (tensor<1x1x0x1xf32>) -> tensor<0xf32>
    %v184 = stablehlo.reshape %v76 : (tensor<3x3x1x1xf32>) -> tensor<9xf32>
    %v185 = stablehlo.reshape %v78 : (tensor<1x0x0x1xf32>) -> tensor<0xf32>
    %v186 = stablehlo.reshape %v80 : (tensor<3x3x1x1xf32>) -> tensor<9xf32>
    %v187 = stablehlo.reshape %v82 : (tensor<3x1x1x3xf32>) -> tensor<9xf32>
    %v188 = stablehlo.reshape %v91 : (tensor<1x1x0x1xf32>) -> tensor<0xf32>
    %v189 = stablehlo.reshape %v95 : (tensor<1x1x0x1xf32>) -> tensor<0xf32>
    %v190 = stablehlo.reshape %v104 : (tensor<1x0x0x1xf32>) -> tensor<0xf32>
    %v191 = stablehlo.reshape %v108 : (tensor<1x0x0x1xf32>) -> tensor<0xf32>
    %v192 = stablehlo.reshape %v110 : (tensor<1x0x0x1xf32>) -> tensor<0xf32>
    %v193 = stablehlo.reshape %v111 : (tensor<f32>) -> tensor<1xf32>
    %v194 = stablehlo.reshape %v113 : (tensor<1x0x0x1xf32>) -> tensor<0xf32>
    %v195 = stablehlo.reshape %v122 : (tensor<1x1x0x2xf32>) -> tensor<0xf32>
    %v196 = stablehlo.reshape %v131 : (tensor<3x1x2x0xf32>) -> tensor<0xf32>
    %v197 = stablehlo.reshape %v133 : (tensor<1x0x1x0xf32>) -> tensor<0xf32>
    %v198 = stablehlo.reshape %v139 : (tensor<1x0x2x0xf32>) -> tensor<0xf32>
    %v199 = stablehlo.reshape %v148 : (tensor<2x1x0x2xf32>) -> tensor<0xf32>
    %v200 = stablehlo.reshape %v157 : (tensor<0x1x0x2xf32>) -> tensor<0xf32>
    %v201 = stablehlo.reshape %v159 : (tensor<3x1x0x2xf32>) -> tensor<0xf32>
    %v202 = stablehlo.reshape %v161 : (tensor<0x0x3xf32>) -> tensor<0xf32>
    %v203 = stablehlo.reshape %v163 : (tensor<0x0x0xf32>) -> tensor<0xf32>
    %v204 = stablehlo.reshape %v165 : (tensor<0x0x2xf32>) -> tensor<0xf32>
    %v205 = stablehlo.concatenate %v166, %v167, %v168, %v169, %v170, %v171, %v172, %v173, %v174, %v175, %v176, %v177, %v178, %v179, %v180, %v181, %v182, %v183, %v184, %v185, %v186, %v187, %v188, %v189, %v190, %v191, %v192, %v193, %v194, %v195, %v196, %v197, %v198, %v199, %v200, %v201, %v202, %v203, %v204, dim = 0 : (tensor<0xf32>, tensor<0xf32>, tensor<1xf32>, tensor<3xf32>, tensor<4xf32>, tensor<1xf32>, tensor<0xf32>, tensor<1xf32>, tensor<0xf32>, tensor<2xf32>, tensor<1xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<3xf32>, tensor<2xf32>, tensor<0xf32>, tensor<9xf32>, tensor<0xf32>, tensor<9xf32>, tensor<9xf32>, tensor<0xf32>, tensor<0xf32>, tensor<0xf32>, tensor<0xf32>, tensor<0xf32>, tensor<1xf32>, tensor<0xf32>, tensor<0xf32>, tensor<0xf32>, tensor<0xf32>, tensor<0xf32>, tensor<0xf32>, tensor<0xf32>, tensor<0xf32>, tensor<0xf32>, tensor<0xf32>, tensor<0xf32>) -> tensor<54xf32>
    return %v165, %v29, %v31, %v205 : tensor<0x0x2xf32>, tensor<f32>, tensor<0xf32>, tensor<54xf32>
  }
}
