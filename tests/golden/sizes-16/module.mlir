module @case {
  func.func public @main(%arg0: tensor<2x1xf32>, %arg1: tensor<1x0xf32>, %arg2: tensor<1x0xf32>) -> (tensor<3x2x2x6xf32>, tensor<0xf32>, tensor<2x3x1x1xf32>, tensor<123xf32>) {
    %zero = stablehlo.constant dense<0.0> : tensor<f32>
    %low = stablehlo.constant dense<-8.0> : tensor<f32>
    %high = stablehlo.constant dense<8.0> : tensor<f32>
    %v3 = stablehlo.reverse %arg2, dims = [0] : tensor<1x0xf32>
    %v4 = "stablehlo.clamp"(%low, %v3, %high) : (tensor<f32>, tensor<1x0xf32>, tensor<f32>) -> tensor<1x0xf32>
    %v5 = stablehlo.transpose %arg0, dims = [0, 1] : (tensor<2x1xf32>) -> tensor<2x1xf32>
    %v6 = "stablehlo.clamp"(%low, %v5, %high) : (tensor<f32>, tensor<2x1xf32>, tensor<f32>) -> tensor<2x1xf32>
    %v7 = stablehlo.broadcast_in_dim %v6, dims = [0, 1] : (tensor<2x1xf32>) -> tensor<2x2xf32>
    %v8 = "stablehlo.clamp"(%low, %v7, %high) : (tensor<f32>, tensor<2x2xf32>, tensor<f32>) -> tensor<2x2xf32>
    %v9 = stablehlo.reshape %v4 : (tensor<1x0xf32>) -> tensor<0xf32>
    %v10 = "stablehlo.clamp"(%low, %v9, %high) : (tensor<f32>, tensor<0xf32>, tensor<f32>) -> tensor<0xf32>
    %v11 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<f32>) -> tensor<0xf32>
    %v12 = stablehlo.iota dim = 0 : tensor<0xf32>
    %v13 = stablehlo.add %v11, %v12 : tensor<0xf32>
    %v14 = stablehlo.dot_general %v10, %v13, contracting_dims = [0] x [0] : (tensor<0xf32>, tensor<0xf32>) -> tensor<f32>
    %v15 = "stablehlo.clamp"(%low, %v14, %high) : (tensor<f32>, tensor<f32>, tensor<f32>) -> tensor<f32>
    %v16 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<f32>) -> tensor<2x2xf32>
    %v17 = stablehlo.iota dim = 0 : tensor<2x2xf32>
    %v18 = stablehlo.add %v16, %v17 : tensor<2x2xf32>
    %v19 = stablehlo.iota dim = 1 : tensor<2x2xf32>
    %v20 = stablehlo.add %v18, %v19 : tensor<2x2xf32>
    %v21 = stablehlo.constant dense<0> : tensor<i32>
    %w21:3 = stablehlo.while(%i = %v21, %a = %v8, %b = %v20) : tensor<i32>, tensor<2x2xf32>, tensor<2x2xf32>
cond {
%e = stablehlo.constant dense<3> : tensor<i32>
%c = stablehlo.compare LT, %i, %e : (tensor<i32>, tensor<i32>) -> tensor<i1>
stablehlo.return %c : tensor<i1>
} do {
%o = stablehlo.constant dense<1> : tensor<i32>
%j = stablehlo.add %i, %o : tensor<i32>
%s = stablehlo.add %a, %b : tensor<2x2xf32>
stablehlo.return %j, %b, %s : tensor<i32>, tensor<2x2xf32>, tensor<2x2xf32>
}
    %v23 = "stablehlo.clamp"(%low, %w21#2, %high) : (tensor<f32>, tensor<2x2xf32>, tensor<f32>) -> tensor<2x2xf32>
    %v24 = "stablehlo.clamp"(%low, %v23, %high) : (tensor<f32>, tensor<2x2xf32>, tensor<f32>) -> tensor<2x2xf32>
    %v25 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<f32>) -> tensor<0xf32>
    %v26 = stablehlo.iota dim = 0 : tensor<0xf32>
    %v27 = stablehlo.add %v25, %v26 : tensor<0xf32>
    %v28 = stablehlo.constant dense<0> : tensor<i32>
    %w28:3 = stablehlo.while(%i = %v28, %a = %v10, %b = %v27) : tensor<i32>, tensor<0xf32>, tensor<0xf32>
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
    %v30 = "stablehlo.clamp"(%low, %w28#2, %high) : (tensor<f32>, tensor<0xf32>, tensor<f32>) -> tensor<0xf32>
    %v31 = "stablehlo.clamp"(%low, %v30, %high) : (tensor<f32>, tensor<0xf32>, tensor<f32>) -> tensor<0xf32>
    %v32 = "stablehlo.reduce_window"(%v13, %zero) <{padding = dense<[[0, 1]]> : tensor<1x2xi64>, window_dimensions = array<i64: 1>, window_strides = array<i64: 2>}> ({
^bb0(%p: tensor<f32>, %q: tensor<f32>):
%r = stablehlo.add %p, %q : tensor<f32>
stablehlo.return %r : tensor<f32>
}) : (tensor<0xf32>, tensor<f32>) -> tensor<1xf32>
    %v33 = "stablehlo.clamp"(%low, %v32, %high) : (tensor<f32>, tensor<1xf32>, tensor<f32>) -> tensor<1xf32>
    %v34 = stablehlo.reverse %v20, dims = [1] : tensor<2x2xf32>
    %v35 = "stablehlo.clamp"(%low, %v34, %high) : (tensor<f32>, tensor<2x2xf32>, tensor<f32>) -> tensor<2x2xf32>
    %v36 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<f32>) -> tensor<1x3x1x1xf32>
    %v37 = stablehlo.iota dim = 0 : tensor<1x3x1x1xf32>
    %v38 = stablehlo.add %v36, %v37 : tensor<1x3x1x1xf32>
    %v39 = stablehlo.iota dim = 1 : tensor<1x3x1x1xf32>
    %v40 = stablehlo.add %v38, %v39 : tensor<1x3x1x1xf32>
    %v41 = stablehlo.iota dim = 2 : tensor<1x3x1x1xf32>
    %v42 = stablehlo.add %v40, %v41 : tensor<1x3x1x1xf32>
    %v43 = stablehlo.iota dim = 3 : tensor<1x3x1x1xf32>
    %v44 = stablehlo.add %v42, %v43 : tensor<1x3x1x1xf32>
    %v45 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<f32>) -> tensor<2x3x1x1xf32>
    %v46 = stablehlo.iota dim = 0 : tensor<2x3x1x1xf32>
    %v47 = stablehlo.add %v45, %v46 : tensor<2x3x1x1xf32>
    %v48 = stablehlo.iota dim = 1 : tensor<2x3x1x1xf32>
    %v49 = stablehlo.add %v47, %v48 : tensor<2x3x1x1xf32>
    %v50 = stablehlo.iota dim = 2 : tensor<2x3x1x1xf32>
    %v51 = stablehlo.add %v49, %v50 : tensor<2x3x1x1xf32>
    %v52 = stablehlo.iota dim = 3 : tensor<2x3x1x1xf32>
    %v53 = stablehlo.add %v51, %v52 : tensor<2x3x1x1xf32>
    %v54 = stablehlo.convolution(%v44, %v53) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 2], pad = [[0, 0], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x3x1x1xf32>, tensor<2x3x1x1xf32>) -> tensor<1x2x1x1xf32>
    %v55 = "stablehlo.clamp"(%low, %v54, %high) : (tensor<f32>, tensor<1x2x1x1xf32>, tensor<f32>) -> tensor<1x2x1x1xf32>
    %v56 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<f32>) -> tensor<2x3x1x1xf32>
    %v57 = stablehlo.iota dim = 0 : tensor<2x3x1x1xf32>
    %v58 = stablehlo.add %v56, %v57 : tensor<2x3x1x1xf32>
    %v59 = stablehlo.iota dim = 1 : tensor<2x3x1x1xf32>
    %v60 = stablehlo.add %v58, %v59 : tensor<2x3x1x1xf32>
    %v61 = stablehlo.iota dim = 2 : tensor<2x3x1x1xf32>
    %v62 = stablehlo.add %v60, %v61 : tensor<2x3x1x1xf32>
    %v63 = stablehlo.iota dim = 3 : tensor<2x3x1x1xf32>
    %v64 = stablehlo.add %v62, %v63 : tensor<2x3x1x1xf32>
    %v65 = stablehlo.constant dense<0> : tensor<i32>
    %w65:3 = stablehlo.while(%i = %v65, %a = %v53, %b = %v64) : tensor<i32>, tensor<2x3x1x1xf32>, tensor<2x3x1x1xf32>
cond {
%e = stablehlo.constant dense<3> : tensor<i32>
%c = stablehlo.compare LT, %i, %e : (tensor<i32>, tensor<i32>) -> tensor<i1>
stablehlo.return %c : tensor<i1>
} do {
%o = stablehlo.constant dense<1> : tensor<i32>
%j = stablehlo.add %i, %o : tensor<i32>
%s = stablehlo.add %a, %b : tensor<2x3x1x1xf32>
stablehlo.return %j, %b, %s : tensor<i32>, tensor<2x3x1x1xf32>, tensor<2x3x1x1xf32>
}
    %v67 = "stablehlo.clamp"(%low, %w65#2, %high) : (tensor<f32>, tensor<2x3x1x1xf32>, tensor<f32>) -> tensor<2x3x1x1xf32>
    %v68 = "stablehlo.clamp"(%low, %v67, %high) : (tensor<f32>, tensor<2x3x1x1xf32>, tensor<f32>) -> tensor<2x3x1x1xf32>
    %v69 = stablehlo.reduce(%v55 init: %zero) applies stablehlo.add across dimensions = [1, 2, 3] : (tensor<1x2x1x1xf32>, tensor<f32>) -> tensor<1xf32>
    %v70 = "stablehlo.clamp"(%low, %v69, %high) : (tensor<f32>, tensor<1xf32>, tensor<f32>) -> tensor<1xf32>
    %v71 = "stablehlo.reduce_window"(%v55, %zero) <{padding = dense<[[1, 0], [1, 1], [1, 1], [0, 0]]> : tensor<4x2xi64>, window_dimensions = array<i64: 3, 2, 1, 1>, window_strides = array<i64: 2, 1, 2, 1>}> ({
^bb0(%p: tensor<f32>, %q: tensor<f32>):
%r = stablehlo.add %p, %q : tensor<f32>
stablehlo.return %r : tensor<f32>
}) : (tensor<1x2x1x1xf32>, tensor<f32>) -> tensor<0x3x2x1xf32>
    %v72 = "stablehlo.clamp"(%low, %v71, %high) : (tensor<f32>, tensor<0x3x2x1xf32>, tensor<f32>) -> tensor<0x3x2x1xf32>
    %v73 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<f32>) -> tensor<0x3x2x1xf32>
    %v74 = stablehlo.iota dim = 0 : tensor<0x3x2x1xf32>
    %v75 = stablehlo.add %v73, %v74 : tensor<0x3x2x1xf32>
    %v76 = stablehlo.iota dim = 1 : tensor<0x3x2x1xf32>
    %v77 = stablehlo.add %v75, %v76 : tensor<0x3x2x1xf32>
    %v78 = stablehlo.iota dim = 2 : tensor<0x3x2x1xf32>
    %v79 = stablehlo.add %v77, %v78 : tensor<0x3x2x1xf32>
    %v80 = stablehlo.iota dim = 3 : tensor<0x3x2x1xf32>
    %v81 = stablehlo.add %v79, %v80 : tensor<0x3x2x1xf32>
    %v82 = stablehlo.compare LT, %v72, %v81 : (tensor<0x3x2x1xf32>, tensor<0x3x2x1xf32>) -> tensor<0x3x2x1xi1>
    %v83 = stablehlo.select %v82, %v81, %v72 : tensor<0x3x2x1xi1>, tensor<0x3x2x1xf32>
    %v84 = "stablehlo.clamp"(%low, %v83, %high) : (tensor<f32>, tensor<0x3x2x1xf32>, tensor<f32>) -> tensor<0x3x2x1xf32>
    %v85 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<f32>) -> tensor<0x2x1x1xf32>
    %v86 = stablehlo.iota dim = 0 : tensor<0x2x1x1xf32>
    %v87 = stablehlo.add %v85, %v86 : tensor<0x2x1x1xf32>
    %v88 = stablehlo.iota dim = 1 : tensor<0x2x1x1xf32>
    %v89 = stablehlo.add %v87, %v88 : tensor<0x2x1x1xf32>
    %v90 = stablehlo.iota dim = 2 : tensor<0x2x1x1xf32>
    %v91 = stablehlo.add %v89, %v90 : tensor<0x2x1x1xf32>
    %v92 = stablehlo.iota dim = 3 : tensor<0x2x1x1xf32>
    %v93 = stablehlo.add %v91, %v92 : tensor<0x2x1x1xf32>
    %v94 = "stablehlo.select_and_scatter"(%v84, %v93, %zero) <{window_dimensions = array<i64: 2, 2, 2, 1>, window_strides = array<i64: 1, 1, 2, 2>}> ({
^bb0(%p: tensor<f32>, %q: tensor<f32>):
%r = stablehlo.compare GE, %p, %q : (tensor<f32>, tensor<f32>) -> tensor<i1>
stablehlo.return %r : tensor<i1>
}, {
^bb0(%p: tensor<f32>, %q: tensor<f32>):
%r = stablehlo.add %p, %q : tensor<f32>
stablehlo.return %r : tensor<f32>
}) : (tensor<0x3x2x1xf32>, tensor<0x2x1x1xf32>, tensor<f32>) -> tensor<0x3x2x1xf32>
    %v95 = "stablehlo.clamp"(%low, %v94, %high) : (tensor<f32>, tensor<0x3x2x1xf32>, tensor<f32>) -> tensor<0x3x2x1xf32>
    %v96 = stablehlo.constant dense<0> : tensor<0x1xi32>
    %v97 = stablehlo.iota dim = 0 : tensor<0x1xi32>
    %v98 = stablehlo.add %v96, %v97 : tensor<0x1xi32>
    %v99 = stablehlo.iota dim = 1 : tensor<0x1xi32>
    %v100 = stablehlo.add %v98, %v99 : tensor<0x1xi32>
    %v101 = "stablehlo.gather"(%v93, %v100) <{dimension_numbers = #stablehlo.gather<offset_dims = [1, 2, 3], collapsed_slice_dims = [3], start_index_map = [3], index_vector_dim = 1>, slice_sizes = array<i64: 0, 2, 1, 1>}> : (tensor<0x2x1x1xf32>, tensor<0x1xi32>) -> tensor<0x0x2x1xf32>
    %v102 = "stablehlo.clamp"(%low, %v101, %high) : (tensor<f32>, tensor<0x0x2x1xf32>, tensor<f32>) -> tensor<0x0x2x1xf32>
    %v103 = "stablehlo.reduce_window"(%v81, %zero) <{padding = dense<[[0, 0], [0, 0], [1, 0], [0, 0]]> : tensor<4x2xi64>, window_dimensions = array<i64: 1, 1, 2, 1>}> ({
^bb0(%p: tensor<f32>, %q: tensor<f32>):
%r = stablehlo.add %p, %q : tensor<f32>
stablehlo.return %r : tensor<f32>
}) : (tensor<0x3x2x1xf32>, tensor<f32>) -> tensor<0x3x2x1xf32>
    %v104 = "stablehlo.clamp"(%low, %v103, %high) : (tensor<f32>, tensor<0x3x2x1xf32>, tensor<f32>) -> tensor<0x3x2x1xf32>
    %v105 = stablehlo.transpose %v102, dims = [1, 3, 0, 2] : (tensor<0x0x2x1xf32>) -> tensor<0x1x0x2xf32>
    %v106 = "stablehlo.clamp"(%low, %v105, %high) : (tensor<f32>, tensor<0x1x0x2xf32>, tensor<f32>) -> tensor<0x1x0x2xf32>
    %v107 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<f32>) -> tensor<f32>
    %v108 = stablehlo.dot_general %v106, %v107, contracting_dims = [] x [] : (tensor<0x1x0x2xf32>, tensor<f32>) -> tensor<0x1x0x2xf32>
    %v109 = "stablehlo.clamp"(%low, %v108, %high) : (tensor<f32>, tensor<0x1x0x2xf32>, tensor<f32>) -> tensor<0x1x0x2xf32>
    %v110 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<f32>) -> tensor<0x1x0x2xf32>
    %v111 = stablehlo.iota dim = 0 : tensor<0x1x0x2xf32>
    %v112 = stablehlo.add %v110, %v111 : tensor<0x1x0x2xf32>
    %v113 = stablehlo.iota dim = 1 : tensor<0x1x0x2xf32>
    %v114 = stablehlo.add %v112, %v113 : tensor<0x1x0x2xf32>
    %v115 = stablehlo.iota dim = 2 : tensor<0x1x0x2xf32>
    %v116 = stablehlo.add %v114, %v115 : tensor<0x1x0x2xf32>
    %v117 = stablehlo.iota dim = 3 : tensor<0x1x0x2xf32>
    %v118 = stablehlo.add %v116, %v117 : tensor<0x1x0x2xf32>
    %v119 = stablehlo.constant dense<1> : tensor<i32>
    %v120 = stablehlo.constant dense<0> : tensor<i32>
    %v121 = stablehlo.constant dense<2> : tensor<i32>
    %v122 = stablehlo.constant dense<2> : tensor<i32>
    %v123 = stablehlo.dynamic_update_slice %v109, %v118, %v119, %v120, %v121, %v122 : (tensor<0x1x0x2xf32>, tensor<0x1x0x2xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<0x1x0x2xf32>
    %v124 = "stablehlo.clamp"(%low, %v123, %high) : (tensor<f32>, tensor<0x1x0x2xf32>, tensor<f32>) -> tensor<0x1x0x2xf32>
    %v125 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<f32>) -> tensor<0x1x0x2xf32>
    %v126 = stablehlo.iota dim = 0 : tensor<0x1x0x2xf32>
    %v127 = stablehlo.add %v125, %v126 : tensor<0x1x0x2xf32>
    %v128 = stablehlo.iota dim = 1 : tensor<0x1x0x2xf32>
    %v129 = stablehlo.add %v127, %v128 : tensor<0x1x0x2xf32>
    %v130 = stablehlo.iota dim = 2 : tensor<0x1x0x2xf32>
    %v131 = stablehlo.add %v129, %v130 : tensor<0x1x0x2xf32>
    %v132 = stablehlo.iota dim = 3 : tensor<0x1x0x2xf32>
    %v133 = stablehlo.add %v131, %v132 : tensor<0x1x0x2xf32>
    %v134 = stablehlo.constant dense<0> : tensor<i32>
    %w134:3 = stablehlo.while(%i = %v134, %a = %v118, %b = %v133) : tensor<i32>, tensor<0x1x0x2xf32>, tensor<0x1x0x2xf32>
cond {
%e = stablehlo.constant dense<3> : tensor<i32>
%c = stablehlo.compare LT, %i, %e : (tensor<i32>, tensor<i32>) -> tensor<i1>
stablehlo.return %c : tensor<i1>
} do {
%o = stablehlo.constant dense<1> : tensor<i32>
%j = stablehlo.add %i, %o : tensor<i32>
%s = stablehlo.add %a, %b : tensor<0x1x0x2xf32>
stablehlo.return %j, %b, %s : tensor<i32>, tensor<0x1x0x2xf32>, tensor<0x1x0x2xf32>
}
    %v136 = "stablehlo.clamp"(%low, %w134#2, %high) : (tensor<f32>, tensor<0x1x0x2xf32>, tensor<f32>) -> tensor<0x1x0x2xf32>
    %v137 = "stablehlo.clamp"(%low, %v136, %high) : (tensor<f32>, tensor<0x1x0x2xf32>, tensor<f32>) -> tensor<0x1x0x2xf32>
    %v138 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<f32>) -> tensor<0x1x0x2xf32>
    %v139 = stablehlo.iota dim = 0 : tensor<0x1x0x2xf32>
    %v140 = stablehlo.add %v138, %v139 : tensor<0x1x0x2xf32>
    %v141 = stablehlo.iota dim = 1 : tensor<0x1x0x2xf32>
    %v142 = stablehlo.add %v140, %v141 : tensor<0x1x0x2xf32>
    %v143 = stablehlo.iota dim = 2 : tensor<0x1x0x2xf32>
    %v144 = stablehlo.add %v142, %v143 : tensor<0x1x0x2xf32>
    %v145 = stablehlo.iota dim = 3 : tensor<0x1x0x2xf32>
    %v146 = stablehlo.add %v144, %v145 : tensor<0x1x0x2xf32>
    %v147 = stablehlo.compare LT, %v109, %v146 : (tensor<0x1x0x2xf32>, tensor<0x1x0x2xf32>) -> tensor<0x1x0x2xi1>
    %v148 = stablehlo.select %v147, %v146, %v109 : tensor<0x1x0x2xi1>, tensor<0x1x0x2xf32>
    %v149 = "stablehlo.clamp"(%low, %v148, %high) : (tensor<f32>, tensor<0x1x0x2xf32>, tensor<f32>) -> tensor<0x1x0x2xf32>
    %v150 = stablehlo.reshape %v137 : (tensor<0x1x0x2xf32>) -> tensor<1x0x0xf32>
    %v151 = "stablehlo.clamp"(%low, %v150, %high) : (tensor<f32>, tensor<1x0x0xf32>, tensor<f32>) -> tensor<1x0x0xf32>
    %v152 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<f32>) -> tensor<0x1x0x1xf32>
    %v153 = stablehlo.iota dim = 0 : tensor<0x1x0x1xf32>
    %v154 = stablehlo.add %v152, %v153 : tensor<0x1x0x1xf32>
    %v155 = stablehlo.iota dim = 1 : tensor<0x1x0x1xf32>
    %v156 = stablehlo.add %v154, %v155 : tensor<0x1x0x1xf32>
    %v157 = stablehlo.iota dim = 2 : tensor<0x1x0x1xf32>
    %v158 = stablehlo.add %v156, %v157 : tensor<0x1x0x1xf32>
    %v159 = stablehlo.iota dim = 3 : tensor<0x1x0x1xf32>
    %v160 = stablehlo.add %v158, %v159 : tensor<0x1x0x1xf32>
    %v161 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<f32>) -> tensor<3x2x1x1xf32>
    %v162 = stablehlo.iota dim = 0 : tensor<3x2x1x1xf32>
    %v163 = stablehlo.add %v161, %v162 : tensor<3x2x1x1xf32>
    %v164 = stablehlo.iota dim = 1 : tensor<3x2x1x1xf32>
    %v165 = stablehlo.add %v163, %v164 : tensor<3x2x1x1xf32>
    %v166 = stablehlo.iota dim = 2 : tensor<3x2x1x1xf32>
    %v167 = stablehlo.add %v165, %v166 : tensor<3x2x1x1xf32>
    %v168 = stablehlo.iota dim = 3 : tensor<3x2x1x1xf32>
    %v169 = stablehlo.add %v167, %v168 : tensor<3x2x1x1xf32>
    %v170 = stablehlo.convolution(%v160, %v169) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 2], pad = [[0, 1], [1, 0]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<0x1x0x1xf32>, tensor<3x2x1x1xf32>) -> tensor<0x0x0x1xf32>
    %v171 = "stablehlo.clamp"(%low, %v170, %high) : (tensor<f32>, tensor<0x0x0x1xf32>, tensor<f32>) -> tensor<0x0x0x1xf32>
    %v172 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<f32>) -> tensor<0x1x0x2xf32>
    %v173 = stablehlo.iota dim = 0 : tensor<0x1x0x2xf32>
    %v174 = stablehlo.add %v172, %v173 : tensor<0x1x0x2xf32>
    %v175 = stablehlo.iota dim = 1 : tensor<0x1x0x2xf32>
    %v176 = stablehlo.add %v174, %v175 : tensor<0x1x0x2xf32>
    %v177 = stablehlo.iota dim = 2 : tensor<0x1x0x2xf32>
    %v178 = stablehlo.add %v176, %v177 : tensor<0x1x0x2xf32>
    %v179 = stablehlo.iota dim = 3 : tensor<0x1x0x2xf32>
    %v180 = stablehlo.add %v178, %v179 : tensor<0x1x0x2xf32>
    %v181 = stablehlo.constant dense<0> : tensor<i32>
    %w181:3 = stablehlo.while(%i = %v181, %a = %v146, %b = %v180) : tensor<i32>, tensor<0x1x0x2xf32>, tensor<0x1x0x2xf32>
cond {
%e = stablehlo.constant dense<3> : tensor<i32>
%c = stablehlo.compare LT, %i, %e : (tensor<i32>, tensor<i32>) -> tensor<i1>
stablehlo.return %c : tensor<i1>
} do {
%o = stablehlo.constant dense<1> : tensor<i32>
%j = stablehlo.add %i, %o : tensor<i32>
%s = stablehlo.add %a, %b : tensor<0x1x0x2xf32>
stablehlo.return %j, %b, %s : tensor<i32>, tensor<0x1x0x2xf32>, tensor<0x1x0x2xf32>
}
    %v183 = "stablehlo.clamp"(%low, %w181#2, %high) : (tensor<f32>, tensor<0x1x0x2xf32>, tensor<f32>) -> tensor<0x1x0x2xf32>
    %v184 = "stablehlo.clamp"(%low, %v183, %high) : (tensor<f32>, tensor<0x1x0x2xf32>, tensor<f32>) -> tensor<0x1x0x2xf32>
    %v185 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<f32>) -> tensor<0x0x0x0xf32>
    %v186 = stablehlo.iota dim = 0 : tensor<0x0x0x0xf32>
    %v187 = stablehlo.add %v185, %v186 : tensor<0x0x0x0xf32>
    %v188 = stablehlo.iota dim = 1 : tensor<0x0x0x0xf32>
    %v189 = stablehlo.add %v187, %v188 : tensor<0x0x0x0xf32>
    %v190 = stablehlo.iota dim = 2 : tensor<0x0x0x0xf32>
    %v191 = stablehlo.add %v189, %v190 : tensor<0x0x0x0xf32>
    %v192 = stablehlo.iota dim = 3 : tensor<0x0x0x0xf32>
    %v193 = stablehlo.add %v191, %v192 : tensor<0x0x0x0xf32>
    %v194 = stablehlo.constant dense<1> : tensor<i32>
    %v195 = stablehlo.constant dense<-1> : tensor<i32>
    %v196 = stablehlo.constant dense<-1> : tensor<i32>
    %v197 = stablehlo.constant dense<-1> : tensor<i32>
    %v198 = stablehlo.dynamic_update_slice %v171, %v193, %v194, %v195, %v196, %v197 : (tensor<0x0x0x1xf32>, tensor<0x0x0x0xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<0x0x0x1xf32>
    %v199 = "stablehlo.clamp"(%low, %v198, %high) : (tensor<f32>, tensor<0x0x0x1xf32>, tensor<f32>) -> tensor<0x0x0x1xf32>
    %v200 = "stablehlo.reduce_window"(%v171, %zero) <{padding = dense<[[1, 0], [1, 0], [0, 0], [1, 0]]> : tensor<4x2xi64>, window_dimensions = array<i64: 1, 2, 3, 3>, window_strides = array<i64: 1, 2, 2, 1>}> ({
^bb0(%p: tensor<f32>, %q: tensor<f32>):
%r = stablehlo.add %p, %q : tensor<f32>
stablehlo.return %r : tensor<f32>
}) : (tensor<0x0x0x1xf32>, tensor<f32>) -> tensor<1x0x0x0xf32>
    %v201 = "stablehlo.clamp"(%low, %v200, %high) : (tensor<f32>, tensor<1x0x0x0xf32>, tensor<f32>) -> tensor<1x0x0x0xf32>
    %v202 = stablehlo.pad %v184, %high, low = [1, 0, 2, 1], high = [2, 1, 0, 2], interior = [1, 0, 1, 1] : (tensor<0x1x0x2xf32>, tensor<f32>) -> tensor<3x2x2x6xf32>
    %v203 = "stablehlo.clamp"(%low, %v202, %high) : (tensor<f32>, tensor<3x2x2x6xf32>, tensor<f32>) -> tensor<3x2x2x6xf32>
    %v204 = stablehlo.reshape %v4 : (tensor<1x0xf32>) -> tensor<0xf32>
    %v205 = stablehlo.reshape %v6 : (tensor<2x1xf32>) -> tensor<2xf32>
    %v206 = stablehlo.reshape %v8 : (tensor<2x2xf32>) -> tensor<4xf32>
    %v207 = stablehlo.reshape %v10 : (tensor<0xf32>) -> tensor<0xf32>
    %v208 = stablehlo.reshape %v13 : (tensor<0xf32>) -> tensor<0xf32>
    %v209 = stablehlo.reshape %v15 : (tensor<f32>) -> tensor<1xf32>
    %v210 = stablehlo.reshape %v20 : (tensor<2x2xf32>) -> tensor<4xf32>
    %v211 = stablehlo.reshape %v24 : (tensor<2x2xf32>) -> tensor<4xf32>
    %v212 = stablehlo.reshape %v27 : (tensor<0xf32>) -> tensor<0xf32>
    %v213 = stablehlo.reshape %v31 : (tensor<0xf32>) -> tensor<0xf32>
    %v214 = stablehlo.reshape %v33 : (tensor<1xf32>) -> tensor<1xf32>
    %v215 = stablehlo.reshape %v35 : (tensor<2x2xf32>) -> tensor<4xf32>
    %v216 = stablehlo.reshape %v44 : (tensor<1x3x1x1xf32>) -> tensor<3xf32>
    %v217 = stablehlo.reshape %v53 : (tensor<2x3x1x1xf32>) -> tensor<6xf32>
    %v218 = stablehlo.reshape %v55 : (tensor<1x2x1x1xf32>) -> tensor<2xf32>
    %v219 = stablehlo.reshape %v64 : (tensor<2x3x1x1xf32>) -> tensor<6xf32>
    %v220 = stablehlo.reshape %v68 : (tensor<2x3x1x1xf32>) -> tensor<6xf32>
    %v221 = stablehlo.reshape %v70 : (tensor<1xf32>) -> tensor<1xf32>
    %v222 = stablehlo.reshape %v72 : (tensor<0x3x2x1xf32>) -> tensor<0xf32>
    %v223 = stablehlo.reshape %v81 : (tensor<0x3x2x1xf32>) -> tensor<0xf32>
    %v224 = stablehlo.reshape %v84 : (tensor<0x3x2x1xf32>) -> tensor<0xf32>
    %v225 = stablehlo.reshape %v93 : (tensor<0x2x1x1xf32>) -> tensor<0xf32>
    %v226 = stablehlo.reshape %v95 : (tensor<0x3x2x1xf32>) -> tensor<0xf32>
    %v227 = stablehlo.reshape %v102 : (tensor<0x0x2x1xf32>) -> tensor<0xf32>
    %v228 = stablehlo.reshape %v104 : (tensor<0x3x2x1xf32>) -> tensor<0xf32>
    %v229 = stablehlo.reshape %v106 : (tensor<0x1x0x2xf32>) -> tensor<0xf32>
    %v230 = stablehlo.reshape %v107 : (tensor<f32>) -> tensor<1xf32>
    %v231 = stablehlo.reshape %v109 : (tensor<0x1x0x2xf32>) -> tensor<0xf32>
    %v232 = stablehlo.reshape %v118 : (tensor<0x1x0x2xf32>) -> tensor<0xf32>
    %v233 = stablehlo.reshape %v124 : (tensor<0x1x0x2xf32>) -> tensor<0xf32>
    %v234 = stablehlo.reshape %v133 : (tensor<0x1x0x2xf32>) -> tensor<0xf32>
    %v235 = stablehlo.reshape %v137 : (tensor<0x1x0x2xf32>) -> tensor<0xf32>
    %v236 = stablehlo.reshape %v146 : (tensor<0x1x0x2xf32>) -> tensor<0xf32>
    %v237 = stablehlo.reshape %v149 : (tensor<0x1x0x2xf32>) -> tensor<0xf32>
    %v238 = stablehlo.reshape %v151 : (tensor<1x0x0xf32>) -> tensor<0xf32>
    %v239 = stablehlo.reshape %v160 : (tensor<0x1x0x1xf32>) -> tensor<0xf32>
    %v240 = stablehlo.reshape %v169 : (tensor<3x2x1x1xf32>) -> tensor<6xf32>
    %v241 = stablehlo.reshape %v171 : (tensor<0x0x0x1xf32>) -> tensor<0xf32>
    %v242 = stablehlo.reshape %v180 : (tensor<0x1x0x2xf32>) -> tensor<0xf32>
    %v243 = stablehlo.reshape %v184 : (tensor<0x1x0x2xf32>) -> tensor<0xf32>
    %v244 = stablehlo.reshape %v193 : (tensor<0x0x0x0xf32>) -> tensor<0xf32>
    %v245 = stablehlo.reshape %v199 : (tensor<0x0x0x1xf32>) -> tensor<0xf32>
    %v246 = stablehlo.reshape %v201 : (tensor<1x0x0x0xf32>) -> tensor<0xf32>
    %v247 = stablehlo.reshape %v203 : (tensor<3x2x2x6xf32>) -> tensor<72xf32>
    %v248 = stablehlo.concatenate %v204, %v205, %v206, %v207, %v208, %v209, %v210, %v211, %v212, %v213, %v214, %v215, %v216, %v217, %v218, %v219, %v220, %v221, %v222, %v223, %v224, %v225, %v226, %v227, %v228, %v229, %v230, %v231, %v232, %v233, %v234, %v235, %v236, %v237, %v238, %v239, %v240, %v241, %v242, %v243, %v244, %v245, %v246, %v247, dim = 0 : (tensor<0xf32>, tensor<2xf32>, tensor<4xf32>, tensor<0xf32>, tensor<0xf32>, tensor<1xf32>, tensor<4xf32>, tensor<4xf32>, tensor<0xf32>, tensor<0xf32>, tensor<1xf32>, tensor<4xf32>, tensor<3xf32>, tensor<6xf32>, tensor<2xf32>, tensor<6xf32>, tensor<6xf32>, tensor<1xf32>, tensor<0xf32>, tensor<0xf32>, tensor<0xf32>, tensor<0xf32>, tensor<0xf32>, tensor<0xf32>, tensor<0xf32>, tensor<0xf32>, tensor<1xf32>, tensor<0xf32>, tensor<0xf32>, tensor<0xf32>, tensor<0xf32>, tensor<0xf32>, tensor<0xf32>, tensor<0xf32>, tensor<0xf32>, tensor<0xf32>, tensor<6xf32>, tensor<0xf32>, tensor<0xf32>, tensor<0xf32>, tensor<0xf32>, tensor<0xf32>, tensor<0xf32>, tensor<72xf32>) -> tensor<123xf32>
    return %v203, %v31, %v53, %v248 : tensor<3x2x2x6xf32>, tensor<0xf32>, tensor<2x3x1x1xf32>, tensor<123xf32>
  }
}
