module @case {
  func.func public @main(%arg0: tensor<1x1xf32>, %arg1: tensor<f32>, %arg2: tensor<f32>, %arg3: tensor<1x3x1xf32>) -> (tensor<1x0x0x0xf32>, tensor<3x1xf32>, tensor<0x0xf32>, tensor<31xf32>) {
    %zero = stablehlo.constant dense<0.0> : tensor<f32>
    %low = stablehlo.constant dense<-8.0> : tensor<f32>
    %high = stablehlo.constant dense<8.0> : tensor<f32>
    %v3 = stablehlo.reduce(%arg3 init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<1x3x1xf32>, tensor<f32>) -> tensor<3x1xf32>
    %v4 = "stablehlo.clamp"(%low, %v3, %high) : (tensor<f32>, tensor<3x1xf32>, tensor<f32>) -> tensor<3x1xf32>
    %v5 = "stablehlo.reduce_window"(%arg0, %zero) <{padding = dense<[[1, 1], [1, 0]]> : tensor<2x2xi64>, window_dimensions = array<i64: 2, 3>, window_strides = array<i64: 2, 1>}> ({
^bb0(%p: tensor<f32>, %q: tensor<f32>):
%r = stablehlo.add %p, %q : tensor<f32>
stablehlo.return %r : tensor<f32>
}) : (tensor<1x1xf32>, tensor<f32>) -> tensor<1x0xf32>
    %v6 = "stablehlo.clamp"(%low, %v5, %high) : (tensor<f32>, tensor<1x0xf32>, tensor<f32>) -> tensor<1x0xf32>
    %v7 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<f32>) -> tensor<1x0xf32>
    %v8 = stablehlo.iota dim = 0 : tensor<1x0xf32>
    %v9 = stablehlo.add %v7, %v8 : tensor<1x0xf32>
    %v10 = stablehlo.iota dim = 1 : tensor<1x0xf32>
    %v11 = stablehlo.add %v9, %v10 : tensor<1x0xf32>
    %v12 = stablehlo.compare LT, %v6, %v11 : (tensor<1x0xf32>, tensor<1x0xf32>) -> tensor<1x0xi1>
    %v13 = stablehlo.select %v12, %v11, %v6 : tensor<1x0xi1>, tensor<1x0xf32>
    %v14 = "stablehlo.clamp"(%low, %v13, %high) : (tensor<f32>, tensor<1x0xf32>, tensor<f32>) -> tensor<1x0xf32>
    %v15 = stablehlo.negate %v6 : (tensor<1x0xf32>) -> tensor<1x0xf32>
    %v16 = "stablehlo.clamp"(%low, %v15, %high) : (tensor<f32>, tensor<1x0xf32>, tensor<f32>) -> tensor<1x0xf32>
    %v17 = stablehlo.reverse %v6, dims = [0] : tensor<1x0xf32>
    %v18 = "stablehlo.clamp"(%low, %v17, %high) : (tensor<f32>, tensor<1x0xf32>, tensor<f32>) -> tensor<1x0xf32>
    %v19 = stablehlo.concatenate %v4, dim = 0 : (tensor<3x1xf32>) -> tensor<3x1xf32>
    %v20 = "stablehlo.clamp"(%low, %v19, %high) : (tensor<f32>, tensor<3x1xf32>, tensor<f32>) -> tensor<3x1xf32>
    %v21 = stablehlo.add %v18, %v16 : (tensor<1x0xf32>, tensor<1x0xf32>) -> tensor<1x0xf32>
    %v22 = "stablehlo.clamp"(%low, %v21, %high) : (tensor<f32>, tensor<1x0xf32>, tensor<f32>) -> tensor<1x0xf32>
    %v23 = stablehlo.slice %v18 [1:1:1, 0:0:1] : (tensor<1x0xf32>) -> tensor<0x0xf32>
    %v24 = "stablehlo.clamp"(%low, %v23, %high) : (tensor<f32>, tensor<0x0xf32>, tensor<f32>) -> tensor<0x0xf32>
    %v25 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<f32>) -> tensor<1x0xf32>
    %v26 = stablehlo.iota dim = 0 : tensor<1x0xf32>
    %v27 = stablehlo.add %v25, %v26 : tensor<1x0xf32>
    %v28 = stablehlo.iota dim = 1 : tensor<1x0xf32>
    %v29 = stablehlo.add %v27, %v28 : tensor<1x0xf32>
    %v30 = stablehlo.constant dense<0> : tensor<i32>
    %w30:3 = stablehlo.while(%i = %v30, %a = %v22, %b = %v29) : tensor<i32>, tensor<1x0xf32>, tensor<1x0xf32>
cond {
%e = stablehlo.constant dense<3> : tensor<i32>
%c = stablehlo.compare LT, %i, %e : (tensor<i32>, tensor<i32>) -> tensor<i1>
stablehlo.return %c : tensor<i1>
} do {
%o = stablehlo.constant dense<1> : tensor<i32>
%j = stablehlo.add %i, %o : tensor<i32>
%s = stablehlo.add %a, %b : tensor<1x0xf32>
stablehlo.return %j, %b, %s : tensor<i32>, tensor<1x0xf32>, tensor<1x0xf32>
}
    %v32 = "stablehlo.clamp"(%low, %w30#2, %high) : (tensor<f32>, tensor<1x0xf32>, tensor<f32>) -> tensor<1x0xf32>
    %v33 = "stablehlo.clamp"(%low, %v32, %high) : (tensor<f32>, tensor<1x0xf32>, tensor<f32>) -> tensor<1x0xf32>
    %v34 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<f32>) -> tensor<1x0xf32>
    %v35 = stablehlo.iota dim = 0 : tensor<1x0xf32>
    %v36 = stablehlo.add %v34, %v35 : tensor<1x0xf32>
    %v37 = stablehlo.iota dim = 1 : tensor<1x0xf32>
    %v38 = stablehlo.add %v36, %v37 : tensor<1x0xf32>
    %v39 = stablehlo.constant dense<0> : tensor<i32>
    %w39:3 = stablehlo.while(%i = %v39, %a = %v22, %b = %v38) : tensor<i32>, tensor<1x0xf32>, tensor<1x0xf32>
cond {
%e = stablehlo.constant dense<3> : tensor<i32>
%c = stablehlo.compare LT, %i, %e : (tensor<i32>, tensor<i32>) -> tensor<i1>
stablehlo.return %c : tensor<i1>
} do {
%o = stablehlo.constant dense<1> : tensor<i32>
%j = stablehlo.add %i, %o : tensor<i32>
%s = stablehlo.add %a, %b : tensor<1x0xf32>
stablehlo.return %j, %b, %s : tensor<i32>, tensor<1x0xf32>, tensor<1x0xf32>
}
    %v41 = "stablehlo.clamp"(%low, %w39#2, %high) : (tensor<f32>, tensor<1x0xf32>, tensor<f32>) -> tensor<1x0xf32>
    %v42 = "stablehlo.clamp"(%low, %v41, %high) : (tensor<f32>, tensor<1x0xf32>, tensor<f32>) -> tensor<1x0xf32>
    %v43 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<f32>) -> tensor<0x0xf32>
    %v44 = stablehlo.iota dim = 0 : tensor<0x0xf32>
    %v45 = stablehlo.add %v43, %v44 : tensor<0x0xf32>
    %v46 = stablehlo.iota dim = 1 : tensor<0x0xf32>
    %v47 = stablehlo.add %v45, %v46 : tensor<0x0xf32>
    %v48 = "stablehlo.select_and_scatter"(%v42, %v47, %zero) <{window_dimensions = array<i64: 2, 3>, window_strides = array<i64: 2, 2>}> ({
^bb0(%p: tensor<f32>, %q: tensor<f32>):
%r = stablehlo.compare GE, %p, %q : (tensor<f32>, tensor<f32>) -> tensor<i1>
stablehlo.return %r : tensor<i1>
}, {
^bb0(%p: tensor<f32>, %q: tensor<f32>):
%r = stablehlo.add %p, %q : tensor<f32>
stablehlo.return %r : tensor<f32>
}) : (tensor<1x0xf32>, tensor<0x0xf32>, tensor<f32>) -> tensor<1x0xf32>
    %v49 = "stablehlo.clamp"(%low, %v48, %high) : (tensor<f32>, tensor<1x0xf32>, tensor<f32>) -> tensor<1x0xf32>
    %v50 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<f32>) -> tensor<0x0xf32>
    %v51 = stablehlo.iota dim = 0 : tensor<0x0xf32>
    %v52 = stablehlo.add %v50, %v51 : tensor<0x0xf32>
    %v53 = stablehlo.iota dim = 1 : tensor<0x0xf32>
    %v54 = stablehlo.add %v52, %v53 : tensor<0x0xf32>
    %v55 = "stablehlo.select_and_scatter"(%v49, %v54, %zero) <{window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 1, 1>}> ({
^bb0(%p: tensor<f32>, %q: tensor<f32>):
%r = stablehlo.compare GE, %p, %q : (tensor<f32>, tensor<f32>) -> tensor<i1>
stablehlo.return %r : tensor<i1>
}, {
^bb0(%p: tensor<f32>, %q: tensor<f32>):
%r = stablehlo.add %p, %q : tensor<f32>
stablehlo.return %r : tensor<f32>
}) : (tensor<1x0xf32>, tensor<0x0xf32>, tensor<f32>) -> tensor<1x0xf32>
    %v56 = "stablehlo.clamp"(%low, %v55, %high) : (tensor<f32>, tensor<1x0xf32>, tensor<f32>) -> tensor<1x0xf32>
    %v57 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<f32>) -> tensor<1x1x2x1xf32>
    %v58 = stablehlo.iota dim = 0 : tensor<1x1x2x1xf32>
    %v59 = stablehlo.add %v57, %v58 : tensor<1x1x2x1xf32>
    %v60 = stablehlo.iota dim = 1 : tensor<1x1x2x1xf32>
    %v61 = stablehlo.add %v59, %v60 : tensor<1x1x2x1xf32>
    %v62 = stablehlo.iota dim = 2 : tensor<1x1x2x1xf32>
    %v63 = stablehlo.add %v61, %v62 : tensor<1x1x2x1xf32>
    %v64 = stablehlo.iota dim = 3 : tensor<1x1x2x1xf32>
    %v65 = stablehlo.add %v63, %v64 : tensor<1x1x2x1xf32>
    %v66 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<f32>) -> tensor<1x1x1x1xf32>
    %v67 = stablehlo.iota dim = 0 : tensor<1x1x1x1xf32>
    %v68 = stablehlo.add %v66, %v67 : tensor<1x1x1x1xf32>
    %v69 = stablehlo.iota dim = 1 : tensor<1x1x1x1xf32>
    %v70 = stablehlo.add %v68, %v69 : tensor<1x1x1x1xf32>
    %v71 = stablehlo.iota dim = 2 : tensor<1x1x1x1xf32>
    %v72 = stablehlo.add %v70, %v71 : tensor<1x1x1x1xf32>
    %v73 = stablehlo.iota dim = 3 : tensor<1x1x1x1xf32>
    %v74 = stablehlo.add %v72, %v73 : tensor<1x1x1x1xf32>
    %v75 = stablehlo.convolution(%v65, %v74) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [2, 2], pad = [[1, 0], [1, 0]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x1x2x1xf32>, tensor<1x1x1x1xf32>) -> tensor<1x1x2x1xf32>
    %v76 = "stablehlo.clamp"(%low, %v75, %high) : (tensor<f32>, tensor<1x1x2x1xf32>, tensor<f32>) -> tensor<1x1x2x1xf32>
    %v77 = stablehlo.transpose %v54, dims = [1, 0] : (tensor<0x0xf32>) -> tensor<0x0xf32>
    %v78 = "stablehlo.clamp"(%low, %v77, %high) : (tensor<f32>, tensor<0x0xf32>, tensor<f32>) -> tensor<0x0xf32>
    %v79 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<f32>) -> tensor<f32>
    %v80 = stablehlo.dot_general %v78, %v79, contracting_dims = [] x [] : (tensor<0x0xf32>, tensor<f32>) -> tensor<0x0xf32>
    %v81 = "stablehlo.clamp"(%low, %v80, %high) : (tensor<f32>, tensor<0x0xf32>, tensor<f32>) -> tensor<0x0xf32>
    %v82 = stablehlo.transpose %v78, dims = [1, 0] : (tensor<0x0xf32>) -> tensor<0x0xf32>
    %v83 = "stablehlo.clamp"(%low, %v82, %high) : (tensor<f32>, tensor<0x0xf32>, tensor<f32>) -> tensor<0x0xf32>
    %v84 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<f32>) -> tensor<0x0xf32>
    %v85 = stablehlo.iota dim = 0 : tensor<0x0xf32>
    %v86 = stablehlo.add %v84, %v85 : tensor<0x0xf32>
    %v87 = stablehlo.iota dim = 1 : tensor<0x0xf32>
    %v88 = stablehlo.add %v86, %v87 : tensor<0x0xf32>
    %v89 = stablehlo.dot_general %v83, %v88, batching_dims = [0] x [0], contracting_dims = [1] x [1] : (tensor<0x0xf32>, tensor<0x0xf32>) -> tensor<0xf32>
    %v90 = "stablehlo.clamp"(%low, %v89, %high) : (tensor<f32>, tensor<0xf32>, tensor<f32>) -> tensor<0xf32>
    %v91 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<f32>) -> tensor<0x0xf32>
    %v92 = stablehlo.iota dim = 0 : tensor<0x0xf32>
    %v93 = stablehlo.add %v91, %v92 : tensor<0x0xf32>
    %v94 = stablehlo.iota dim = 1 : tensor<0x0xf32>
    %v95 = stablehlo.add %v93, %v94 : tensor<0x0xf32>
    %v96 = stablehlo.compare LT, %v88, %v95 : (tensor<0x0xf32>, tensor<0x0xf32>) -> tensor<0x0xi1>
    %v97 = stablehlo.select %v96, %v95, %v88 : tensor<0x0xi1>, tensor<0x0xf32>
    %v98 = "stablehlo.clamp"(%low, %v97, %high) : (tensor<f32>, tensor<0x0xf32>, tensor<f32>) -> tensor<0x0xf32>
    %v99 = stablehlo.pad %v90, %high, low = [0], high = [2], interior = [0] : (tensor<0xf32>, tensor<f32>) -> tensor<2xf32>
    %v100 = "stablehlo.clamp"(%low, %v99, %high) : (tensor<f32>, tensor<2xf32>, tensor<f32>) -> tensor<2xf32>
    %v101 = stablehlo.transpose %v98, dims = [1, 0] : (tensor<0x0xf32>) -> tensor<0x0xf32>
    %v102 = "stablehlo.clamp"(%low, %v101, %high) : (tensor<f32>, tensor<0x0xf32>, tensor<f32>) -> tensor<0x0xf32>
    %v103 = stablehlo.broadcast_in_dim %v100, dims = [0] : (tensor<2xf32>) -> tensor<2xf32>
    %v104 = "stablehlo.clamp"(%low, %v103, %high) : (tensor<f32>, tensor<2xf32>, tensor<f32>) -> tensor<2xf32>
    %v105 = stablehlo.reshape %v98 : (tensor<0x0xf32>) -> tensor<1x0x0xf32>
    %v106 = "stablehlo.clamp"(%low, %v105, %high) : (tensor<f32>, tensor<1x0x0xf32>, tensor<f32>) -> tensor<1x0x0xf32>
    %v107 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<f32>) -> tensor<0x1x3xf32>
    %v108 = stablehlo.iota dim = 0 : tensor<0x1x3xf32>
    %v109 = stablehlo.add %v107, %v108 : tensor<0x1x3xf32>
    %v110 = stablehlo.iota dim = 1 : tensor<0x1x3xf32>
    %v111 = stablehlo.add %v109, %v110 : tensor<0x1x3xf32>
    %v112 = stablehlo.iota dim = 2 : tensor<0x1x3xf32>
    %v113 = stablehlo.add %v111, %v112 : tensor<0x1x3xf32>
    %v114 = stablehlo.dot_general %v106, %v113, contracting_dims = [1, 0] x [0, 1] : (tensor<1x0x0xf32>, tensor<0x1x3xf32>) -> tensor<0x3xf32>
    %v115 = "stablehlo.clamp"(%low, %v114, %high) : (tensor<f32>, tensor<0x3xf32>, tensor<f32>) -> tensor<0x3xf32>
    %v116 = stablehlo.transpose %v113, dims = [1, 0, 2] : (tensor<0x1x3xf32>) -> tensor<1x0x3xf32>
    %v117 = "stablehlo.clamp"(%low, %v116, %high) : (tensor<f32>, tensor<1x0x3xf32>, tensor<f32>) -> tensor<1x0x3xf32>
    %v118 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<f32>) -> tensor<1x1x3xf32>
    %v119 = stablehlo.iota dim = 0 : tensor<1x1x3xf32>
    %v120 = stablehlo.add %v118, %v119 : tensor<1x1x3xf32>
    %v121 = stablehlo.iota dim = 1 : tensor<1x1x3xf32>
    %v122 = stablehlo.add %v120, %v121 : tensor<1x1x3xf32>
    %v123 = stablehlo.iota dim = 2 : tensor<1x1x3xf32>
    %v124 = stablehlo.add %v122, %v123 : tensor<1x1x3xf32>
    %v125 = stablehlo.concatenate %v113, %v124, dim = 0 : (tensor<0x1x3xf32>, tensor<1x1x3xf32>) -> tensor<1x1x3xf32>
    %v126 = "stablehlo.clamp"(%low, %v125, %high) : (tensor<f32>, tensor<1x1x3xf32>, tensor<f32>) -> tensor<1x1x3xf32>
    %v127 = "stablehlo.sort"(%v126) <{dimension = 1 : i64, is_stable = true}> ({
^bb0(%p: tensor<f32>, %q: tensor<f32>):
%r = stablehlo.compare LT, %p, %q : (tensor<f32>, tensor<f32>) -> tensor<i1>
stablehlo.return %r : tensor<i1>
}) : (tensor<1x1x3xf32>) -> tensor<1x1x3xf32>
    %v128 = "stablehlo.clamp"(%low, %v127, %high) : (tensor<f32>, tensor<1x1x3xf32>, tensor<f32>) -> tensor<1x1x3xf32>
    %v129 = stablehlo.constant dense<0> : tensor<i32>
    %v130 = stablehlo.constant dense<-1> : tensor<i32>
    %v131 = stablehlo.constant dense<0> : tensor<i32>
    %v132 = stablehlo.dynamic_slice %v117, %v129, %v130, %v131, sizes = [1, 0, 0] : (tensor<1x0x3xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x0x0xf32>
    %v133 = "stablehlo.clamp"(%low, %v132, %high) : (tensor<f32>, tensor<1x0x0xf32>, tensor<f32>) -> tensor<1x0x0xf32>
    %v134 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<f32>) -> tensor<1x1x3x1xf32>
    %v135 = stablehlo.iota dim = 0 : tensor<1x1x3x1xf32>
    %v136 = stablehlo.add %v134, %v135 : tensor<1x1x3x1xf32>
    %v137 = stablehlo.iota dim = 1 : tensor<1x1x3x1xf32>
    %v138 = stablehlo.add %v136, %v137 : tensor<1x1x3x1xf32>
    %v139 = stablehlo.iota dim = 2 : tensor<1x1x3x1xf32>
    %v140 = stablehlo.add %v138, %v139 : tensor<1x1x3x1xf32>
    %v141 = stablehlo.iota dim = 3 : tensor<1x1x3x1xf32>
    %v142 = stablehlo.add %v140, %v141 : tensor<1x1x3x1xf32>
    %v143 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<f32>) -> tensor<3x1x1x1xf32>
    %v144 = stablehlo.iota dim = 0 : tensor<3x1x1x1xf32>
    %v145 = stablehlo.add %v143, %v144 : tensor<3x1x1x1xf32>
    %v146 = stablehlo.iota dim = 1 : tensor<3x1x1x1xf32>
    %v147 = stablehlo.add %v145, %v146 : tensor<3x1x1x1xf32>
    %v148 = stablehlo.iota dim = 2 : tensor<3x1x1x1xf32>
    %v149 = stablehlo.add %v147, %v148 : tensor<3x1x1x1xf32>
    %v150 = stablehlo.iota dim = 3 : tensor<3x1x1x1xf32>
    %v151 = stablehlo.add %v149, %v150 : tensor<3x1x1x1xf32>
    %v152 = stablehlo.convolution(%v142, %v151) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 2], pad = [[1, 0], [0, 0]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x1x3x1xf32>, tensor<3x1x1x1xf32>) -> tensor<1x0x2x1xf32>
    %v153 = "stablehlo.clamp"(%low, %v152, %high) : (tensor<f32>, tensor<1x0x2x1xf32>, tensor<f32>) -> tensor<1x0x2x1xf32>
    %v154 = stablehlo.slice %v151 [0:1:1, 1:1:2, 1:1:2, 1:1:1] : (tensor<3x1x1x1xf32>) -> tensor<1x0x0x0xf32>
    %v155 = "stablehlo.clamp"(%low, %v154, %high) : (tensor<f32>, tensor<1x0x0x0xf32>, tensor<f32>) -> tensor<1x0x0x0xf32>
    %v156 = stablehlo.reshape %v4 : (tensor<3x1xf32>) -> tensor<3xf32>
    %v157 = stablehlo.reshape %v6 : (tensor<1x0xf32>) -> tensor<0xf32>
    %v158 = stablehlo.reshape %v11 : (tensor<1x0xf32>) -> tensor<0xf32>
    %v159 = stablehlo.reshape %v14 : (tensor<1x0xf32>) -> tensor<0xf32>
    %v160 = stablehlo.reshape %v16 : (tensor<1x0xf32>) -> tensor<0xf32>
    %v161 = stablehlo.reshape %v18 : (tensor<1x0xf32>) -> tensor<0xf32>
    %v162 = stablehlo.reshape %v20 : (tensor<3x1xf32>) -> tensor<3xf32>
    %v163 = stablehlo.reshape %v22 : (tensor<1x0xf32>) -> tensor<0xf32>
    %v164 = stablehlo.reshape %v24 : (tensor<0x0xf32>) -> tensor<0xf32>
    %v165 = stablehlo.reshape %v29 : (tensor<1x0xf32>) -> tensor<0xf32>
    %v166 = stablehlo.reshape %v33 : (tensor<1x0xf32>) -> tensor<0xf32>
    %v167 = stablehlo.reshape %v38 : (tensor<1x0xf32>) -> tensor<0xf32>
    %v168 = stablehlo.reshape %v42 : (tensor<1x0xf32>) -> tensor<0xf32>
    %v169 = stablehlo.reshape %v47 : (tensor<0x0xf32>) -> tensor<0xf32>
    %v170 = stablehlo.reshape %v49 : (tensor<1x0xf32>) -> tensor<0xf32>
    %v171 = stablehlo.reshape %v54 : (tensor<0x0xf32>) -> tensor<0xf32>
    %v172 = stablehlo.reshape %v56 : (tensor<1x0xf32>) -> tensor<0xf32>
    %v173 = stablehlo.reshape %v65 : (tensor<1x1x2x1xf32>) -> tensor<2xf32>
    %v174 = stablehlo.reshape %v74 : (tensor<1x1x1x1xf32>) -> tensor<1xf32>
    %v175 = stablehlo.reshape %v76 : (tensor<1x1x2x1xf32>) -> tensor<2xf32>
    %v176 = stablehlo.reshape %v78 : (tensor<0x0xf32>) -> tensor<0xf32>
    %v177 = stablehlo.reshape %v79 : (tensor<f32>) -> tensor<1xf32>
    %v178 = stablehlo.reshape %v81 : (tensor<0x0xf32>) -> tensor<0xf32>
    %v179 = stablehlo.reshape %v83 : (tensor<0x0xf32>) -> tensor<0xf32>
    %v180 = stablehlo.reshape %v88 : (tensor<0x0xf32>) -> tensor<0xf32>
    %v181 = stablehlo.reshape %v90 : (tensor<0xf32>) -> tensor<0xf32>
    %v182 = stablehlo.reshape %v95 : (tensor<0x0xf32>) -> tensor<0xf32>
    %v183 = stablehlo.reshape %v98 : (tensor<0x0xf32>) -> tensor<0xf32>
    %v184 = stablehlo.reshape %v100 : (tensor<2xf32>) -> tensor<2xf32>
    %v185 = stablehlo.reshape %v102 : (tensor<0x0xf32>) -> tensor<0xf32>
    %v186 = stablehlo.reshape %v104 : (tensor<2xf32>) -> tensor<2xf32>
    %v187 = stablehlo.reshape %v106 : (tensor<1x0x0xf32>) -> tensor<0xf32>
    %v188 = stablehlo.reshape %v113 : (tensor<0x1x3xf32>) -> tensor<0xf32>
    %v189 = stablehlo.reshape %v115 : (tensor<0x3xf32>) -> tensor<0xf32>
    %v190 = stablehlo.reshape %v117 : (tensor<1x0x3xf32>) -> tensor<0xf32>
    %v191 = stablehlo.reshape %v124 : (tensor<1x1x3xf32>) -> tensor<3xf32>
    %v192 = stablehlo.reshape %v126 : (tensor<1x1x3xf32>) -> tensor<3xf32>
    %v193 = stablehlo.reshape %v128 : (tensor<1x1x3xf32>) -> tensor<3xf32>
    %v194 = stablehlo.reshape %v133 : (tensor<1x0x0xf32>) -> tensor<0xf32>
    %v195 = stablehlo.reshape %v142 : (tensor<1x1x3x1xf32>) -> tensor<3xf32>
    %v196 = stablehlo.reshape %v151 : (tensor<3x1x1x1xf32>) -> tensor<3xf32>
    %v197 = stablehlo.reshape %v153 : (tensor<1x0x2x1xf32>) -> tensor<0xf32>
    %v198 = stablehlo.reshape %v155 : (tensor<1x0x0x0xf32>) -> tensor<0xf32>
    %v199 = stablehlo.concatenate %v156, %v157, %v158, %v159, %v160, %v161, %v162, %v163, %v164, %v165, %v166, %v167, %v168, %v169, %v170, %v171, %v172, %v173, %v174, %v175, %v176, %v177, %v178, %v179, %v180, %v181, %v182, %v183, %v184, %v185, %v186, %v187, %v188, %v189, %v190, %v191, %v192, %v193, %v194, %v195, %v196, %v197, %v198, dim = 0 : (tensor<3xf32>, tensor<0xf32>, tensor<0xf32>, tensor<0xf32>, tensor<0xf32>, tensor<0xf32>, tensor<3xf32>, tensor<0xf32>, tensor<0xf32>, tensor<0xf32>, tensor<0xf32>, tensor<0xf32>, tensor<0xf32>, tensor<0xf32>, tensor<0xf32>, tensor<0xf32>, tensor<0xf32>, tensor<2xf32>, tensor<1xf32>, tensor<2xf32>, tensor<0xf32>, tensor<1xf32>, tensor<0xf32>, tensor<0xf32>, tensor<0xf32>, tensor<0xf32>, tensor<0xf32>, tensor<0xf32>, tensor<2xf32>, tensor<0xf32>, tensor<2xf32>, tensor<0xf32>, tensor<0xf32>, tensor<0xf32>, tensor<0xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<0xf32>, tensor<3xf32>, tensor<3xf32>, tensor<0xf32>, tensor<0xf32>) -> tensor<31xf32>
    return %v155, %v4, %v24, %v199 : tensor<1x0x0x0xf32>, tensor<3x1xf32>, tensor<0x0xf32>, tensor<31xf32>
  }
}
