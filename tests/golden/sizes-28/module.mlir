module @case {
  func.func public @main(%arg0: tensor<1x3x2xf32>, %arg1: tensor<1xf32>, %arg2: tensor<3xf32>) -> (tensor<1xf32>, tensor<3xf32>, tensor<3xf32>, tensor<98xf32>) {
    %zero = stablehlo.constant dense<0.0> : tensor<f32>
    %low = stablehlo.constant dense<-8.0> : tensor<f32>
    %high = stablehlo.constant dense<8.0> : tensor<f32>
    %v3 = "stablehlo.reduce_window"(%arg1, %zero) <{padding = dense<[[0, 0]]> : tensor<1x2xi64>, window_dimensions = array<i64: 1>}> ({
^bb0(%p: tensor<f32>, %q: tensor<f32>):
%r = stablehlo.add %p, %q : tensor<f32>
stablehlo.return %r : tensor<f32>
}) : (tensor<1xf32>, tensor<f32>) -> tensor<1xf32>
    %v4 = "stablehlo.clamp"(%low, %v3, %high) : (tensor<f32>, tensor<1xf32>, tensor<f32>) -> tensor<1xf32>
    %v5 = stablehlo.pad %v4, %high, low = [2], high = [2], interior = [1] : (tensor<1xf32>, tensor<f32>) -> tensor<5xf32>
    %v6 = "stablehlo.clamp"(%low, %v5, %high) : (tensor<f32>, tensor<5xf32>, tensor<f32>) -> tensor<5xf32>
    %v7 = stablehlo.reshape %arg0 : (tensor<1x3x2xf32>) -> tensor<3x1x2x1xf32>
    %v8 = "stablehlo.clamp"(%low, %v7, %high) : (tensor<f32>, tensor<3x1x2x1xf32>, tensor<f32>) -> tensor<3x1x2x1xf32>
    %v9 = stablehlo.constant dense<0> : tensor<3x1xi32>
    %v10 = stablehlo.iota dim = 0 : tensor<3x1xi32>
    %v11 = stablehlo.add %v9, %v10 : tensor<3x1xi32>
    %v12 = stablehlo.iota dim = 1 : tensor<3x1xi32>
    %v13 = stablehlo.add %v11, %v12 : tensor<3x1xi32>
    %v14 = "stablehlo.gather"(%arg1, %v13) <{dimension_numbers = #stablehlo.gather<offset_dims = [], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1>}> : (tensor<1xf32>, tensor<3x1xi32>) -> tensor<3xf32>
    %v15 = "stablehlo.clamp"(%low, %v14, %high) : (tensor<f32>, tensor<3xf32>, tensor<f32>) -> tensor<3xf32>
    %v16 = stablehlo.constant dense<0> : tensor<1x1xi32>
    %v17 = stablehlo.iota dim = 0 : tensor<1x1xi32>
    %v18 = stablehlo.add %v16, %v17 : tensor<1x1xi32>
    %v19 = stablehlo.iota dim = 1 : tensor<1x1xi32>
    %v20 = stablehlo.add %v18, %v19 : tensor<1x1xi32>
    %v21 = "stablehlo.gather"(%v15, %v20) <{dimension_numbers = #stablehlo.gather<offset_dims = [], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1>}> : (tensor<3xf32>, tensor<1x1xi32>) -> tensor<1xf32>
    %v22 = "stablehlo.clamp"(%low, %v21, %high) : (tensor<f32>, tensor<1xf32>, tensor<f32>) -> tensor<1xf32>
    %v23 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<f32>) -> tensor<3xf32>
    %v24 = stablehlo.iota dim = 0 : tensor<3xf32>
    %v25 = stablehlo.add %v23, %v24 : tensor<3xf32>
    %v26 = stablehlo.constant dense<0> : tensor<i32>
    %w26:3 = stablehlo.while(%i = %v26, %a = %arg2, %b = %v25) : tensor<i32>, tensor<3xf32>, tensor<3xf32>
cond {
%e = stablehlo.constant dense<3> : tensor<i32>
%c = stablehlo.compare LT, %i, %e : (tensor<i32>, tensor<i32>) -> tensor<i1>
stablehlo.return %c : tensor<i1>
} do {
%o = stablehlo.constant dense<1> : tensor<i32>
%j = stablehlo.add %i, %o : tensor<i32>
%s = stablehlo.add %a, %b : tensor<3xf32>
stablehlo.return %j, %b, %s : tensor<i32>, tensor<3xf32>, tensor<3xf32>
}
    %v28 = "stablehlo.clamp"(%low, %w26#2, %high) : (tensor<f32>, tensor<3xf32>, tensor<f32>) -> tensor<3xf32>
    %v29 = "stablehlo.clamp"(%low, %v28, %high) : (tensor<f32>, tensor<3xf32>, tensor<f32>) -> tensor<3xf32>
    %v30 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<f32>) -> tensor<5xf32>
    %v31 = stablehlo.iota dim = 0 : tensor<5xf32>
    %v32 = stablehlo.add %v30, %v31 : tensor<5xf32>
    %v33 = stablehlo.constant dense<0> : tensor<i32>
    %w33:3 = stablehlo.while(%i = %v33, %a = %v6, %b = %v32) : tensor<i32>, tensor<5xf32>, tensor<5xf32>
cond {
%e = stablehlo.constant dense<3> : tensor<i32>
%c = stablehlo.compare LT, %i, %e : (tensor<i32>, tensor<i32>) -> tensor<i1>
stablehlo.return %c : tensor<i1>
} do {
%o = stablehlo.constant dense<1> : tensor<i32>
%j = stablehlo.add %i, %o : tensor<i32>
%s = stablehlo.add %a, %b : tensor<5xf32>
stablehlo.return %j, %b, %s : tensor<i32>, tensor<5xf32>, tensor<5xf32>
}
    %v35 = "stablehlo.clamp"(%low, %w33#2, %high) : (tensor<f32>, tensor<5xf32>, tensor<f32>) -> tensor<5xf32>
    %v36 = "stablehlo.clamp"(%low, %v35, %high) : (tensor<f32>, tensor<5xf32>, tensor<f32>) -> tensor<5xf32>
    %v37 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<f32>) -> tensor<2xf32>
    %v38 = stablehlo.iota dim = 0 : tensor<2xf32>
    %v39 = stablehlo.add %v37, %v38 : tensor<2xf32>
    %v40 = "stablehlo.select_and_scatter"(%v25, %v39, %zero) <{window_dimensions = array<i64: 2>, window_strides = array<i64: 1>}> ({
^bb0(%p: tensor<f32>, %q: tensor<f32>):
%r = stablehlo.compare GE, %p, %q : (tensor<f32>, tensor<f32>) -> tensor<i1>
stablehlo.return %r : tensor<i1>
}, {
^bb0(%p: tensor<f32>, %q: tensor<f32>):
%r = stablehlo.add %p, %q : tensor<f32>
stablehlo.return %r : tensor<f32>
}) : (tensor<3xf32>, tensor<2xf32>, tensor<f32>) -> tensor<3xf32>
    %v41 = "stablehlo.clamp"(%low, %v40, %high) : (tensor<f32>, tensor<3xf32>, tensor<f32>) -> tensor<3xf32>
    %v42 = stablehlo.concatenate %v25, dim = 0 : (tensor<3xf32>) -> tensor<3xf32>
    %v43 = "stablehlo.clamp"(%low, %v42, %high) : (tensor<f32>, tensor<3xf32>, tensor<f32>) -> tensor<3xf32>
    %v44 = "stablehlo.sort"(%v32) <{dimension = 0 : i64, is_stable = true}> ({
^bb0(%p: tensor<f32>, %q: tensor<f32>):
%r = stablehlo.compare LT, %p, %q : (tensor<f32>, tensor<f32>) -> tensor<i1>
stablehlo.return %r : tensor<i1>
}) : (tensor<5xf32>) -> tensor<5xf32>
    %v45 = "stablehlo.clamp"(%low, %v44, %high) : (tensor<f32>, tensor<5xf32>, tensor<f32>) -> tensor<5xf32>
    %v46 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<f32>) -> tensor<1xf32>
    %v47 = stablehlo.iota dim = 0 : tensor<1xf32>
    %v48 = stablehlo.add %v46, %v47 : tensor<1xf32>
    %v49 = stablehlo.constant dense<-1> : tensor<i32>
    %v50 = stablehlo.dynamic_update_slice %v45, %v48, %v49 : (tensor<5xf32>, tensor<1xf32>, tensor<i32>) -> tensor<5xf32>
    %v51 = "stablehlo.clamp"(%low, %v50, %high) : (tensor<f32>, tensor<5xf32>, tensor<f32>) -> tensor<5xf32>
    %v52 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<f32>) -> tensor<1xf32>
    %v53 = stablehlo.iota dim = 0 : tensor<1xf32>
    %v54 = stablehlo.add %v52, %v53 : tensor<1xf32>
    %v55 = stablehlo.constant dense<0> : tensor<i32>
    %w55:3 = stablehlo.while(%i = %v55, %a = %v48, %b = %v54) : tensor<i32>, tensor<1xf32>, tensor<1xf32>
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
    %v57 = "stablehlo.clamp"(%low, %w55#2, %high) : (tensor<f32>, tensor<1xf32>, tensor<f32>) -> tensor<1xf32>
    %v58 = "stablehlo.clamp"(%low, %v57, %high) : (tensor<f32>, tensor<1xf32>, tensor<f32>) -> tensor<1xf32>
    %v59 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<f32>) -> tensor<5xf32>
    %v60 = stablehlo.iota dim = 0 : tensor<5xf32>
    %v61 = stablehlo.add %v59, %v60 : tensor<5xf32>
    %v62 = stablehlo.constant dense<0> : tensor<i32>
    %w62:3 = stablehlo.while(%i = %v62, %a = %v45, %b = %v61) : tensor<i32>, tensor<5xf32>, tensor<5xf32>
cond {
%e = stablehlo.constant dense<3> : tensor<i32>
%c = stablehlo.compare LT, %i, %e : (tensor<i32>, tensor<i32>) -> tensor<i1>
stablehlo.return %c : tensor<i1>
} do {
%o = stablehlo.constant dense<1> : tensor<i32>
%j = stablehlo.add %i, %o : tensor<i32>
%s = stablehlo.add %a, %b : tensor<5xf32>
stablehlo.return %j, %b, %s : tensor<i32>, tensor<5xf32>, tensor<5xf32>
}
    %v64 = "stablehlo.clamp"(%low, %w62#2, %high) : (tensor<f32>, tensor<5xf32>, tensor<f32>) -> tensor<5xf32>
    %v65 = "stablehlo.clamp"(%low, %v64, %high) : (tensor<f32>, tensor<5xf32>, tensor<f32>) -> tensor<5xf32>
    %v66 = stablehlo.transpose %v65, dims = [0] : (tensor<5xf32>) -> tensor<5xf32>
    %v67 = "stablehlo.clamp"(%low, %v66, %high) : (tensor<f32>, tensor<5xf32>, tensor<f32>) -> tensor<5xf32>
    %v68 = stablehlo.broadcast_in_dim %v67, dims = [0] : (tensor<5xf32>) -> tensor<5xf32>
    %v69 = "stablehlo.clamp"(%low, %v68, %high) : (tensor<f32>, tensor<5xf32>, tensor<f32>) -> tensor<5xf32>
    %v70 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<f32>) -> tensor<5x0xf32>
    %v71 = stablehlo.iota dim = 0 : tensor<5x0xf32>
    %v72 = stablehlo.add %v70, %v71 : tensor<5x0xf32>
    %v73 = stablehlo.iota dim = 1 : tensor<5x0xf32>
    %v74 = stablehlo.add %v72, %v73 : tensor<5x0xf32>
    %v75 = stablehlo.dot_general %v69, %v74, contracting_dims = [0] x [0] : (tensor<5xf32>, tensor<5x0xf32>) -> tensor<0xf32>
    %v76 = "stablehlo.clamp"(%low, %v75, %high) : (tensor<f32>, tensor<0xf32>, tensor<f32>) -> tensor<0xf32>
    %v77 = stablehlo.constant dense<2> : tensor<i32>
    %v78 = stablehlo.dynamic_slice %v67, %v77, sizes = [5] : (tensor<5xf32>, tensor<i32>) -> tensor<5xf32>
    %v79 = "stablehlo.clamp"(%low, %v78, %high) : (tensor<f32>, tensor<5xf32>, tensor<f32>) -> tensor<5xf32>
    %v80 = stablehlo.reverse %v74, dims = [0] : tensor<5x0xf32>
    %v81 = "stablehlo.clamp"(%low, %v80, %high) : (tensor<f32>, tensor<5x0xf32>, tensor<f32>) -> tensor<5x0xf32>
    %v82 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<f32>) -> tensor<1x2x2x0xf32>
    %v83 = stablehlo.iota dim = 0 : tensor<1x2x2x0xf32>
    %v84 = stablehlo.add %v82, %v83 : tensor<1x2x2x0xf32>
    %v85 = stablehlo.iota dim = 1 : tensor<1x2x2x0xf32>
    %v86 = stablehlo.add %v84, %v85 : tensor<1x2x2x0xf32>
    %v87 = stablehlo.iota dim = 2 : tensor<1x2x2x0xf32>
    %v88 = stablehlo.add %v86, %v87 : tensor<1x2x2x0xf32>
    %v89 = stablehlo.iota dim = 3 : tensor<1x2x2x0xf32>
    %v90 = stablehlo.add %v88, %v89 : tensor<1x2x2x0xf32>
    %v91 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<f32>) -> tensor<2x3x0x1xf32>
    %v92 = stablehlo.iota dim = 0 : tensor<2x3x0x1xf32>
    %v93 = stablehlo.add %v91, %v92 : tensor<2x3x0x1xf32>
    %v94 = stablehlo.iota dim = 1 : tensor<2x3x0x1xf32>
    %v95 = stablehlo.add %v93, %v94 : tensor<2x3x0x1xf32>
    %v96 = stablehlo.iota dim = 2 : tensor<2x3x0x1xf32>
    %v97 = stablehlo.add %v95, %v96 : tensor<2x3x0x1xf32>
    %v98 = stablehlo.iota dim = 3 : tensor<2x3x0x1xf32>
    %v99 = stablehlo.add %v97, %v98 : tensor<2x3x0x1xf32>
    %v100 = stablehlo.convolution(%v90, %v99) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [2, 2], pad = [[0, 1], [1, 0]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x2x2x0xf32>, tensor<2x3x0x1xf32>) -> tensor<1x1x1x1xf32>
    %v101 = "stablehlo.clamp"(%low, %v100, %high) : (tensor<f32>, tensor<1x1x1x1xf32>, tensor<f32>) -> tensor<1x1x1x1xf32>
    %v102 = stablehlo.transpose %v101, dims = [3, 0, 1, 2] : (tensor<1x1x1x1xf32>) -> tensor<1x1x1x1xf32>
    %v103 = "stablehlo.clamp"(%low, %v102, %high) : (tensor<f32>, tensor<1x1x1x1xf32>, tensor<f32>) -> tensor<1x1x1x1xf32>
    %v104 = stablehlo.broadcast_in_dim %v81, dims = [1, 2] : (tensor<5x0xf32>) -> tensor<0x5x0x1xf32>
    %v105 = "stablehlo.clamp"(%low, %v104, %high) : (tensor<f32>, tensor<0x5x0x1xf32>, tensor<f32>) -> tensor<0x5x0x1xf32>
    %v106 = stablehlo.reshape %v105 : (tensor<0x5x0x1xf32>) -> tensor<3x0x3xf32>
    %v107 = "stablehlo.clamp"(%low, %v106, %high) : (tensor<f32>, tensor<3x0x3xf32>, tensor<f32>) -> tensor<3x0x3xf32>
    %v108 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<f32>) -> tensor<3xf32>
    %v109 = stablehlo.iota dim = 0 : tensor<3xf32>
    %v110 = stablehlo.add %v108, %v109 : tensor<3xf32>
    %v111 = stablehlo.dot_general %v107, %v110, contracting_dims = [0] x [0] : (tensor<3x0x3xf32>, tensor<3xf32>) -> tensor<0x3xf32>
    %v112 = "stablehlo.clamp"(%low, %v111, %high) : (tensor<f32>, tensor<0x3xf32>, tensor<f32>) -> tensor<0x3xf32>
    %v113 = stablehlo.constant dense<0> : tensor<1x1xi32>
    %v114 = stablehlo.iota dim = 0 : tensor<1x1xi32>
    %v115 = stablehlo.add %v113, %v114 : tensor<1x1xi32>
    %v116 = stablehlo.iota dim = 1 : tensor<1x1xi32>
    %v117 = stablehlo.add %v115, %v116 : tensor<1x1xi32>
    %v118 = "stablehlo.gather"(%v103, %v117) <{dimension_numbers = #stablehlo.gather<offset_dims = [1, 2, 3], collapsed_slice_dims = [1], start_index_map = [1], index_vector_dim = 1>, slice_sizes = array<i64: 1, 1, 1, 1>}> : (tensor<1x1x1x1xf32>, tensor<1x1xi32>) -> tensor<1x1x1x1xf32>
    %v119 = "stablehlo.clamp"(%low, %v118, %high) : (tensor<f32>, tensor<1x1x1x1xf32>, tensor<f32>) -> tensor<1x1x1x1xf32>
    %v120 = "stablehlo.reduce_window"(%v119, %zero) <{padding = dense<[[1, 0], [1, 0], [0, 1], [0, 0]]> : tensor<4x2xi64>, window_dimensions = array<i64: 1, 3, 2, 3>, window_strides = array<i64: 1, 2, 1, 2>}> ({
^bb0(%p: tensor<f32>, %q: tensor<f32>):
%r = stablehlo.add %p, %q : tensor<f32>
stablehlo.return %r : tensor<f32>
}) : (tensor<1x1x1x1xf32>, tensor<f32>) -> tensor<2x0x1x0xf32>
    %v121 = "stablehlo.clamp"(%low, %v120, %high) : (tensor<f32>, tensor<2x0x1x0xf32>, tensor<f32>) -> tensor<2x0x1x0xf32>
    %v122 = stablehlo.slice %v121 [2:2:1, 0:0:2, 0:1:2, 0:0:2] : (tensor<2x0x1x0xf32>) -> tensor<0x0x1x0xf32>
    %v123 = "stablehlo.clamp"(%low, %v122, %high) : (tensor<f32>, tensor<0x0x1x0xf32>, tensor<f32>) -> tensor<0x0x1x0xf32>
    %v124 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<f32>) -> tensor<3x1x0x2xf32>
    %v125 = stablehlo.iota dim = 0 : tensor<3x1x0x2xf32>
    %v126 = stablehlo.add %v124, %v125 : tensor<3x1x0x2xf32>
    %v127 = stablehlo.iota dim = 1 : tensor<3x1x0x2xf32>
    %v128 = stablehlo.add %v126, %v127 : tensor<3x1x0x2xf32>
    %v129 = stablehlo.iota dim = 2 : tensor<3x1x0x2xf32>
    %v130 = stablehlo.add %v128, %v129 : tensor<3x1x0x2xf32>
    %v131 = stablehlo.iota dim = 3 : tensor<3x1x0x2xf32>
    %v132 = stablehlo.add %v130, %v131 : tensor<3x1x0x2xf32>
    %v133 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<f32>) -> tensor<2x2x2x1xf32>
    %v134 = stablehlo.iota dim = 0 : tensor<2x2x2x1xf32>
    %v135 = stablehlo.add %v133, %v134 : tensor<2x2x2x1xf32>
    %v136 = stablehlo.iota dim = 1 : tensor<2x2x2x1xf32>
    %v137 = stablehlo.add %v135, %v136 : tensor<2x2x2x1xf32>
    %v138 = stablehlo.iota dim = 2 : tensor<2x2x2x1xf32>
    %v139 = stablehlo.add %v137, %v138 : tensor<2x2x2x1xf32>
    %v140 = stablehlo.iota dim = 3 : tensor<2x2x2x1xf32>
    %v141 = stablehlo.add %v139, %v140 : tensor<2x2x2x1xf32>
    %v142 = stablehlo.convolution(%v132, %v141) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[1, 1], [1, 0]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<3x1x0x2xf32>, tensor<2x2x2x1xf32>) -> tensor<3x2x0x1xf32>
    %v143 = "stablehlo.clamp"(%low, %v142, %high) : (tensor<f32>, tensor<3x2x0x1xf32>, tensor<f32>) -> tensor<3x2x0x1xf32>
    %v144 = stablehlo.transpose %v119, dims = [3, 1, 2, 0] : (tensor<1x1x1x1xf32>) -> tensor<1x1x1x1xf32>
    %v145 = "stablehlo.clamp"(%low, %v144, %high) : (tensor<f32>, tensor<1x1x1x1xf32>, tensor<f32>) -> tensor<1x1x1x1xf32>
    %v146 = stablehlo.broadcast_in_dim %v121, dims = [0, 1, 2, 3] : (tensor<2x0x1x0xf32>) -> tensor<2x0x1x0xf32>
    %v147 = "stablehlo.clamp"(%low, %v146, %high) : (tensor<f32>, tensor<2x0x1x0xf32>, tensor<f32>) -> tensor<2x0x1x0xf32>
    %v148 = stablehlo.reshape %v145 : (tensor<1x1x1x1xf32>) -> tensor<1x1xf32>
    %v149 = "stablehlo.clamp"(%low, %v148, %high) : (tensor<f32>, tensor<1x1xf32>, tensor<f32>) -> tensor<1x1xf32>
    %v150 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<f32>) -> tensor<1x1x1xf32>
    %v151 = stablehlo.iota dim = 0 : tensor<1x1x1xf32>
    %v152 = stablehlo.add %v150, %v151 : tensor<1x1x1xf32>
    %v153 = stablehlo.iota dim = 1 : tensor<1x1x1xf32>
    %v154 = stablehlo.add %v152, %v153 : tensor<1x1x1xf32>
    %v155 = stablehlo.iota dim = 2 : tensor<1x1x1xf32>
    %v156 = stablehlo.add %v154, %v155 : tensor<1x1x1xf32>
    %v157 = stablehlo.dot_general %v149, %v156, contracting_dims = [1, 0] x [0, 1] : (tensor<1x1xf32>, tensor<1x1x1xf32>) -> tensor<1xf32>
    %v158 = "stablehlo.clamp"(%low, %v157, %high) : (tensor<f32>, tensor<1xf32>, tensor<f32>) -> tensor<1xf32>
    %v159 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<f32>) -> tensor<1xf32>
    %v160 = stablehlo.iota dim = 0 : tensor<1xf32>
    %v161 = stablehlo.add %v159, %v160 : tensor<1xf32>
    %v162 = stablehlo.constant dense<0> : tensor<i32>
    %w162:3 = stablehlo.while(%i = %v162, %a = %v158, %b = %v161) : tensor<i32>, tensor<1xf32>, tensor<1xf32>
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
    %v164 = "stablehlo.clamp"(%low, %w162#2, %high) : (tensor<f32>, tensor<1xf32>, tensor<f32>) -> tensor<1xf32>
    %v165 = "stablehlo.clamp"(%low, %v164, %high) : (tensor<f32>, tensor<1xf32>, tensor<f32>) -> tensor<1xf32>
    %v166 = stablehlo.reshape %v4 : (tensor<1xf32>) -> tensor<1xf32>
    %v167 = stablehlo.reshape %v6 : (tensor<5xf32>) -> tensor<5xf32>
    %v168 = stablehlo.reshape %v8 : (tensor<3x1x2x1xf32>) -> tensor<6xf32>
    %v169 = stablehlo.reshape %v15 : (tensor<3xf32>) -> tensor<3xf32>
    %v170 = stablehlo.reshape %v22 : (tensor<1xf32>) -> tensor<1xf32>
    %v171 = stablehlo.reshape %v25 : (tensor<3xf32>) -> tensor<3xf32>
    %v172 = stablehlo.reshape %v29 : (tensor<3xf32>) -> tensor<3xf32>
    %v173 = stablehlo.reshape %v32 : (tensor<5xf32>) -> tensor<5xf32>
    %v174 = stablehlo.reshape %v36 : (tensor<5xf32>) -> tensor<5xf32>
    %v175 = stablehlo.reshape %v39 : (tensor<2xf32>) -> tensor<2xf32>
    %v176 = stablehlo.reshape %v41 : (tensor<3xf32>) -> tensor<3xf32>
    %v177 = stablehlo.reshape %v43 : (tensor<3xf32>) -> tensor<3xf32>
    %v178 = stablehlo.reshape %v45 : (tensor<5xf32>) -> tensor<5xf32>
    %v179 = stablehlo.reshape %v48 : (tensor<1xf32>) -> tensor<1xf32>
    %v180 = stablehlo.reshape %v51 : (tensor<5xf32>) -> tensor<5xf32>
    %v181 = stablehlo.reshape %v54 : (tensor<1xf32>) -> tensor<1xf32>
    %v182 = stablehlo.reshape %v58 : (tensor<1xf32>) -> tensor<1xf32>
    %v183 = stablehlo.reshape %v61 : (tensor<5xf32>) -> tensor<5xf32>
    %v184 = stablehlo.reshape %v65 : (tensor<5xf32>) -> tensor<5xf32>
    %v185 = stablehlo.reshape %v67 : (tensor<5xf32>) -> tensor<5xf32>
    %v186 = stablehlo.reshape %v69 : (tensor<5xf32>) -> tensor<5xf32>
    %v187 = stablehlo.reshape %v74 : (tensor<5x0xf32>) -> tensor<0xf32>
    %v188 = stablehlo.reshape %v76 : (tensor<0xf32>) -> tensor<0xf32>
    %v189 = stablehlo.reshape %v79 : (tensor<5xf32>) -> tensor<5xf32>
    %v190 = stablehlo.reshape %v81 : (tensor<5x0xf32>) -> tensor<0xf32>
    %v191 = stablehlo.reshape %v90 : (tensor<1x2x2x0xf32>) -> tensor<0xf32>
    %v192 = stablehlo.reshape %v99 : (tensor<2x3x0x1xf32>) -> tensor<0xf32>
    %v193 = stablehlo.reshape %v101 : (tensor<1x1x1x1xf32>) -> tensor<1xf32>
    %v194 = stablehlo.reshape %v103 : (tensor<1x1x1x1xf32>) -> tensor<1xf32>
    %v195 = stablehlo.reshape %v105 : (tensor<0x5x0x1xf32>) -> tensor<0xf32>
    %v196 = stablehlo.reshape %v107 : (tensor<3x0x3xf32>) -> tensor<0xf32>
    %v197 = stablehlo.reshape %v110 : (tensor<3xf32>) -> tensor<3xf32>
    %v198 = stablehlo.reshape %v112 : (tensor<0x3xf32>) -> tensor<0xf32>
    %v199 = stablehlo.reshape %v119 : (tensor<1x1x1x1xf32>) -> tensor<1xf32>
    %v200 = stablehlo.reshape %v121 : (tensor<2x0x1x0xf32>) -> tensor<0xf32>
    %v201 = stablehlo.reshape %v123 : (tensor<0x0x1x0xf32>) -> tensor<0xf32>
    %v202 = stablehlo.reshape %v132 : (tensor<3x1x0x2xf32>) -> tensor<0xf32>
    %v203 = stablehlo.reshape %v141 : (tensor<2x2x2x1xf32>) -> tensor<8xf32>
    %v204 = stablehlo.reshape %v143 : (tensor<3x2x0x1xf32>) -> tensor<0xf32>
    %v205 = stablehlo.reshape %v145 : (tensor<1x1x1x1xf32>) -> tensor<1xf32>
    %v206 = stablehlo.reshape %v147 : (tensor<2x0x1x0xf32>) -> tensor<0xf32>
    %v207 = stablehlo.reshape %v149 : (tensor<1x1xf32>) -> tensor<1xf32>
    %v208 = stablehlo.reshape %v156 : (tensor<1x1x1xf32>) -> tensor<1xf32>
    %v209 = stablehlo.reshape %v158 : (tensor<1xf32>) -> tensor<1xf32>
    %v210 = stablehlo.reshape %v161 : (tensor<1xf32>) -> tensor<1xf32>
    %v211 = stablehlo.reshape %v165 : (tensor<1xf32>) -> tensor<1xf32>
    %v212 = stablehlo.concatenate %v166, %v167, %v168, %v169, %v170, %v171, %v172, %v173, %v174, %v175, %v176, %v177, %v178, %v179, %v180, %v181, %v182, %v183, %v184, %v185, %v186, %v187, %v188, %v189, %v190, %v191, %v192, %v193, %v194, %v195, %v196, %v197, %v198, %v199, %v200, %v201, %v202, %v203, %v204, %v205, %v206, %v207, %v208, %v209, %v210, %v211, dim = 0 : (tensor<1xf32>, tensor<5xf32>, tensor<6xf32>, tensor<3xf32>, tensor<1xf32>, tensor<3xf32>, tensor<3xf32>, tensor<5xf32>, tensor<5xf32>, tensor<2xf32>, tensor<3xf32>, tensor<3xf32>, tensor<5xf32>, tensor<1xf32>, tensor<5xf32>, tensor<1xf32>, tensor<1xf32>, tensor<5xf32>, tensor<5xf32>, tensor<5xf32>, tensor<5xf32>, tensor<0xf32>, tensor<0xf32>, tensor<5xf32>, tensor<0xf32>, tensor<0xf32>, tensor<0xf32>, tensor<1xf32>, tensor<1xf32>, tensor<0xf32>, tensor<0xf32>, tensor<3xf32>, tensor<0xf32>, tensor<1xf32>, tensor<0xf32>, tensor<0xf32>, tensor<0xf32>, tensor<8xf32>, tensor<0xf32>, tensor<1xf32>, tensor<0xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<98xf32>
    return %v165, %v29, %v43, %v212 : tensor<1xf32>, tensor<3xf32>, tensor<3xf32>, tensor<98xf32>
  }
}
