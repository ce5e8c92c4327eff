module @case {
  func.func public @main(%arg0: tensor<1xf32>, %arg1: tensor<0x1x1xf32>, %arg2: tensor<f32>, %arg3: tensor<0xf32>) -> (tensor<4x0xf32>, tensor<2x2x1xf32>, tensor<f32>, tensor<96xf32>) {
    %zero = stablehlo.constant dense<0.0> : tensor<f32>
    %low = stablehlo.constant dense<-8.0> : tensor<f32>
    %high = stablehlo.constant dense<8.0> : tensor<f32>
    %v3 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<f32>) -> tensor<1xf32>
    %v4 = stablehlo.iota dim = 0 : tensor<1xf32>
    %v5 = stablehlo.add %v3, %v4 : tensor<1xf32>
    %v6 = stablehlo.subtract %arg0, %v5 : (tensor<1xf32>, tensor<1xf32>) -> tensor<1xf32>
    %v7 = "stablehlo.clamp"(%low, %v6, %high) : (tensor<f32>, tensor<1xf32>, tensor<f32>) -> tensor<1xf32>
    %v8 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<f32>) -> tensor<2x3x1x1xf32>
    %v9 = stablehlo.iota dim = 0 : tensor<2x3x1x1xf32>
    %v10 = stablehlo.add %v8, %v9 : tensor<2x3x1x1xf32>
    %v11 = stablehlo.iota dim = 1 : tensor<2x3x1x1xf32>
    %v12 = stablehlo.add %v10, %v11 : tensor<2x3x1x1xf32>
    %v13 = stablehlo.iota dim = 2 : tensor<2x3x1x1xf32>
    %v14 = stablehlo.add %v12, %v13 : tensor<2x3x1x1xf32>
    %v15 = stablehlo.iota dim = 3 : tensor<2x3x1x1xf32>
    %v16 = stablehlo.add %v14, %v15 : tensor<2x3x1x1xf32>
    %v17 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<f32>) -> tensor<2x2x1x0xf32>
    %v18 = stablehlo.iota dim = 0 : tensor<2x2x1x0xf32>
    %v19 = stablehlo.add %v17, %v18 : tensor<2x2x1x0xf32>
    %v20 = stablehlo.iota dim = 1 : tensor<2x2x1x0xf32>
    %v21 = stablehlo.add %v19, %v20 : tensor<2x2x1x0xf32>
    %v22 = stablehlo.iota dim = 2 : tensor<2x2x1x0xf32>
    %v23 = stablehlo.add %v21, %v22 : tensor<2x2x1x0xf32>
    %v24 = stablehlo.iota dim = 3 : tensor<2x2x1x0xf32>
    %v25 = stablehlo.add %v23, %v24 : tensor<2x2x1x0xf32>
    %v26 = stablehlo.convolution(%v16, %v25) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 2], pad = [[0, 1], [0, 0]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x3x1x1xf32>, tensor<2x2x1x0xf32>) -> tensor<2x3x0x0xf32>
    %v27 = "stablehlo.clamp"(%low, %v26, %high) : (tensor<f32>, tensor<2x3x0x0xf32>, tensor<f32>) -> tensor<2x3x0x0xf32>
    %v28 = stablehlo.reduce(%v25 init: %zero) applies stablehlo.add across dimensions = [3] : (tensor<2x2x1x0xf32>, tensor<f32>) -> tensor<2x2x1xf32>
    %v29 = "stablehlo.clamp"(%low, %v28, %high) : (tensor<f32>, tensor<2x2x1xf32>, tensor<f32>) -> tensor<2x2x1xf32>
    %v30 = stablehlo.pad %v25, %high, low = [-1, -1, 1, 0], high = [1, 2, 1, 2], interior = [0, 0, 1, 0] : (tensor<2x2x1x0xf32>, tensor<f32>) -> tensor<2x3x3x2xf32>
    %v31 = "stablehlo.clamp"(%low, %v30, %high) : (tensor<f32>, tensor<2x3x3x2xf32>, tensor<f32>) -> tensor<2x3x3x2xf32>
    %v32 = stablehlo.reduce(%v25 init: %zero) applies stablehlo.add across dimensions = [1, 2, 3] : (tensor<2x2x1x0xf32>, tensor<f32>) -> tensor<2xf32>
    %v33 = "stablehlo.clamp"(%low, %v32, %high) : (tensor<f32>, tensor<2xf32>, tensor<f32>) -> tensor<2xf32>
    %v34 = stablehlo.reshape %v16 : (tensor<2x3x1x1xf32>) -> tensor<2x3xf32>
    %v35 = "stablehlo.clamp"(%low, %v34, %high) : (tensor<f32>, tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
    %v36 = stablehlo.concatenate %v29, dim = 0 : (tensor<2x2x1xf32>) -> tensor<2x2x1xf32>
    %v37 = "stablehlo.clamp"(%low, %v36, %high) : (tensor<f32>, tensor<2x2x1xf32>, tensor<f32>) -> tensor<2x2x1xf32>
    %v38 = stablehlo.reverse %v33, dims = [0] : tensor<2xf32>
    %v39 = "stablehlo.clamp"(%low, %v38, %high) : (tensor<f32>, tensor<2xf32>, tensor<f32>) -> tensor<2xf32>
    %v40 = stablehlo.transpose %v29, dims = [2, 0, 1] : (tensor<2x2x1xf32>) -> tensor<1x2x2xf32>
    %v41 = "stablehlo.clamp"(%low, %v40, %high) : (tensor<f32>, tensor<1x2x2xf32>, tensor<f32>) -> tensor<1x2x2xf32>
    %v42 = stablehlo.broadcast_in_dim %v39, dims = [0] : (tensor<2xf32>) -> tensor<2xf32>
    %v43 = "stablehlo.clamp"(%low, %v42, %high) : (tensor<f32>, tensor<2xf32>, tensor<f32>) -> tensor<2xf32>
    %v44 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<f32>) -> tensor<1xf32>
    %v45 = stablehlo.iota dim = 0 : tensor<1xf32>
    %v46 = stablehlo.add %v44, %v45 : tensor<1xf32>
    %v47 = stablehlo.dot_general %v43, %v46, contracting_dims = [] x [] : (tensor<2xf32>, tensor<1xf32>) -> tensor<2x1xf32>
    %v48 = "stablehlo.clamp"(%low, %v47, %high) : (tensor<f32>, tensor<2x1xf32>, tensor<f32>) -> tensor<2x1xf32>
    %v49 = stablehlo.slice %v43 [1:2:1] : (tensor<2xf32>) -> tensor<1xf32>
    %v50 = "stablehlo.clamp"(%low, %v49, %high) : (tensor<f32>, tensor<1xf32>, tensor<f32>) -> tensor<1xf32>
    %v51 = stablehlo.reshape %v48 : (tensor<2x1xf32>) -> tensor<1x2xf32>
    %v52 = "stablehlo.clamp"(%low, %v51, %high) : (tensor<f32>, tensor<1x2xf32>, tensor<f32>) -> tensor<1x2xf32>
    %v53 = stablehlo.transpose %v46, dims = [0] : (tensor<1xf32>) -> tensor<1xf32>
    %v54 = "stablehlo.clamp"(%low, %v53, %high) : (tensor<f32>, tensor<1xf32>, tensor<f32>) -> tensor<1xf32>
    %v55 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<f32>) -> tensor<1xf32>
    %v56 = stablehlo.iota dim = 0 : tensor<1xf32>
    %v57 = stablehlo.add %v55, %v56 : tensor<1xf32>
    %v58 = stablehlo.dot_general %v54, %v57, contracting_dims = [0] x [0] : (tensor<1xf32>, tensor<1xf32>) -> tensor<f32>
    %v59 = "stablehlo.clamp"(%low, %v58, %high) : (tensor<f32>, tensor<f32>, tensor<f32>) -> tensor<f32>
    %v60 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<f32>) -> tensor<1xf32>
    %v61 = stablehlo.iota dim = 0 : tensor<1xf32>
    %v62 = stablehlo.add %v60, %v61 : tensor<1xf32>
    %v63 = "stablehlo.select_and_scatter"(%v57, %v62, %zero) <{window_dimensions = array<i64: 1>, window_strides = array<i64: 1>}> ({
^bb0(%p: tensor<f32>, %q: tensor<f32>):
%r = stablehlo.compare GE, %p, %q : (tensor<f32>, tensor<f32>) -> tensor<i1>
stablehlo.return %r : tensor<i1>
}, {
^bb0(%p: tensor<f32>, %q: tensor<f32>):
%r = stablehlo.add %p, %q : tensor<f32>
stablehlo.return %r : tensor<f32>
}) : (tensor<1xf32>, tensor<1xf32>, tensor<f32>) -> tensor<1xf32>
    %v64 = "stablehlo.clamp"(%low, %v63, %high) : (tensor<f32>, tensor<1xf32>, tensor<f32>) -> tensor<1xf32>
    %v65 = stablehlo.reverse %v54, dims = [0] : tensor<1xf32>
    %v66 = "stablehlo.clamp"(%low, %v65, %high) : (tensor<f32>, tensor<1xf32>, tensor<f32>) -> tensor<1xf32>
    %v67 = stablehlo.constant dense<-1> : tensor<i32>
    %v68 = stablehlo.dynamic_slice %v64, %v67, sizes = [0] : (tensor<1xf32>, tensor<i32>) -> tensor<0xf32>
    %v69 = "stablehlo.clamp"(%low, %v68, %high) : (tensor<f32>, tensor<0xf32>, tensor<f32>) -> tensor<0xf32>
    %v70 = stablehlo.abs %v59 : (tensor<f32>) -> tensor<f32>
    %v71 = "stablehlo.clamp"(%low, %v70, %high) : (tensor<f32>, tensor<f32>, tensor<f32>) -> tensor<f32>
    %v72 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<f32>) -> tensor<1xf32>
    %v73 = stablehlo.iota dim = 0 : tensor<1xf32>
    %v74 = stablehlo.add %v72, %v73 : tensor<1xf32>
    %v75 = stablehlo.constant dense<0> : tensor<i32>
    %w75:3 = stablehlo.while(%i = %v75, %a = %v62, %b = %v74) : tensor<i32>, tensor<1xf32>, tensor<1xf32>
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
    %v77 = "stablehlo.clamp"(%low, %w75#2, %high) : (tensor<f32>, tensor<1xf32>, tensor<f32>) -> tensor<1xf32>
    %v78 = "stablehlo.clamp"(%low, %v77, %high) : (tensor<f32>, tensor<1xf32>, tensor<f32>) -> tensor<1xf32>
    %v79 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<f32>) -> tensor<1x0x0x2xf32>
    %v80 = stablehlo.iota dim = 0 : tensor<1x0x0x2xf32>
    %v81 = stablehlo.add %v79, %v80 : tensor<1x0x0x2xf32>
    %v82 = stablehlo.iota dim = 1 : tensor<1x0x0x2xf32>
    %v83 = stablehlo.add %v81, %v82 : tensor<1x0x0x2xf32>
    %v84 = stablehlo.iota dim = 2 : tensor<1x0x0x2xf32>
    %v85 = stablehlo.add %v83, %v84 : tensor<1x0x0x2xf32>
    %v86 = stablehlo.iota dim = 3 : tensor<1x0x0x2xf32>
    %v87 = stablehlo.add %v85, %v86 : tensor<1x0x0x2xf32>
    %v88 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<f32>) -> tensor<3x1x2x1xf32>
    %v89 = stablehlo.iota dim = 0 : tensor<3x1x2x1xf32>
    %v90 = stablehlo.add %v88, %v89 : tensor<3x1x2x1xf32>
    %v91 = stablehlo.iota dim = 1 : tensor<3x1x2x1xf32>
    %v92 = stablehlo.add %v90, %v91 : tensor<3x1x2x1xf32>
    %v93 = stablehlo.iota dim = 2 : tensor<3x1x2x1xf32>
    %v94 = stablehlo.add %v92, %v93 : tensor<3x1x2x1xf32>
    %v95 = stablehlo.iota dim = 3 : tensor<3x1x2x1xf32>
    %v96 = stablehlo.add %v94, %v95 : tensor<3x1x2x1xf32>
    %v97 = stablehlo.convolution(%v87, %v96) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 2], pad = [[1, 0], [0, 0]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x0x0x2xf32>, tensor<3x1x2x1xf32>) -> tensor<1x0x0x1xf32>
    %v98 = "stablehlo.clamp"(%low, %v97, %high) : (tensor<f32>, tensor<1x0x0x1xf32>, tensor<f32>) -> tensor<1x0x0x1xf32>
    %v99 = stablehlo.transpose %v96, dims = [3, 2, 0, 1] : (tensor<3x1x2x1xf32>) -> tensor<1x2x3x1xf32>
    %v100 = "stablehlo.clamp"(%low, %v99, %high) : (tensor<f32>, tensor<1x2x3x1xf32>, tensor<f32>) -> tensor<1x2x3x1xf32>
    %v101 = stablehlo.broadcast_in_dim %v74, dims = [1] : (tensor<1xf32>) -> tensor<1x1xf32>
    %v102 = "stablehlo.clamp"(%low, %v101, %high) : (tensor<f32>, tensor<1x1xf32>, tensor<f32>) -> tensor<1x1xf32>
    %v103 = stablehlo.reshape %v98 : (tensor<1x0x0x1xf32>) -> tensor<0x0xf32>
    %v104 = "stablehlo.clamp"(%low, %v103, %high) : (tensor<f32>, tensor<0x0xf32>, tensor<f32>) -> tensor<0x0xf32>
    %v105 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<f32>) -> tensor<0x1xf32>
    %v106 = stablehlo.iota dim = 0 : tensor<0x1xf32>
    %v107 = stablehlo.add %v105, %v106 : tensor<0x1xf32>
    %v108 = stablehlo.iota dim = 1 : tensor<0x1xf32>
    %v109 = stablehlo.add %v107, %v108 : tensor<0x1xf32>
    %v110 = stablehlo.dot_general %v104, %v109, contracting_dims = [0] x [0] : (tensor<0x0xf32>, tensor<0x1xf32>) -> tensor<0x1xf32>
    %v111 = "stablehlo.clamp"(%low, %v110, %high) : (tensor<f32>, tensor<0x1xf32>, tensor<f32>) -> tensor<0x1xf32>
    %v112 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<f32>) -> tensor<0x3xf32>
    %v113 = stablehlo.iota dim = 0 : tensor<0x3xf32>
    %v114 = stablehlo.add %v112, %v113 : tensor<0x3xf32>
    %v115 = stablehlo.iota dim = 1 : tensor<0x3xf32>
    %v116 = stablehlo.add %v114, %v115 : tensor<0x3xf32>
    %v117 = stablehlo.concatenate %v111, %v116, dim = 1 : (tensor<0x1xf32>, tensor<0x3xf32>) -> tensor<0x4xf32>
    %v118 = "stablehlo.clamp"(%low, %v117, %high) : (tensor<f32>, tensor<0x4xf32>, tensor<f32>) -> tensor<0x4xf32>
    %v119 = "stablehlo.sort"(%v116) <{dimension = 1 : i64, is_stable = true}> ({
^bb0(%p: tensor<f32>, %q: tensor<f32>):
%r = stablehlo.compare LT, %p, %q : (tensor<f32>, tensor<f32>) -> tensor<i1>
stablehlo.return %r : tensor<i1>
}) : (tensor<0x3xf32>) -> tensor<0x3xf32>
    %v120 = "stablehlo.clamp"(%low, %v119, %high) : (tensor<f32>, tensor<0x3xf32>, tensor<f32>) -> tensor<0x3xf32>
    %v121 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<f32>) -> tensor<1x0xf32>
    %v122 = stablehlo.iota dim = 0 : tensor<1x0xf32>
    %v123 = stablehlo.add %v121, %v122 : tensor<1x0xf32>
    %v124 = stablehlo.iota dim = 1 : tensor<1x0xf32>
    %v125 = stablehlo.add %v123, %v124 : tensor<1x0xf32>
    %v126 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<f32>) -> tensor<3x0xf32>
    %v127 = stablehlo.iota dim = 0 : tensor<3x0xf32>
    %v128 = stablehlo.add %v126, %v127 : tensor<3x0xf32>
    %v129 = stablehlo.iota dim = 1 : tensor<3x0xf32>
    %v130 = stablehlo.add %v128, %v129 : tensor<3x0xf32>
    %v131 = stablehlo.concatenate %v104, %v125, %v130, dim = 0 : (tensor<0x0xf32>, tensor<1x0xf32>, tensor<3x0xf32>) -> tensor<4x0xf32>
    %v132 = "stablehlo.clamp"(%low, %v131, %high) : (tensor<f32>, tensor<4x0xf32>, tensor<f32>) -> tensor<4x0xf32>
    %v133 = stablehlo.reshape %v5 : (tensor<1xf32>) -> tensor<1xf32>
    %v134 = stablehlo.reshape %v7 : (tensor<1xf32>) -> tensor<1xf32>
    %v135 = stablehlo.reshape %v16 : (tensor<2x3x1x1xf32>) -> tensor<6xf32>
    %v136 = stablehlo.reshape %v25 : (tensor<2x2x1x0xf32>) -> tensor<0xf32>
    %v137 = stablehlo.reshape %v27 : (tensor<2x3x0x0xf32>) -> tensor<0xf32>
    %v138 = stablehlo.reshape %v29 : (tensor<2x2x1xf32>) -> tensor<4xf32>
    %v139 = stablehlo.reshape %v31 : (tensor<2x3x3x2xf32>) -> tensor<36xf32>
    %v140 = stablehlo.reshape %v33 : (tensor<2xf32>) -> tensor<2xf32>
    %v141 = stablehlo.reshape %v35 : (tensor<2x3xf32>) -> tensor<6xf32>
    %v142 = stablehlo.reshape %v37 : (tensor<2x2x1xf32>) -> tensor<4xf32>
    %v143 = stablehlo.reshape %v39 : (tensor<2xf32>) -> tensor<2xf32>
    %v144 = stablehlo.reshape %v41 : (tensor<1x2x2xf32>) -> tensor<4xf32>
    %v145 = stablehlo.reshape %v43 : (tensor<2xf32>) -> tensor<2xf32>
    %v146 = stablehlo.reshape %v46 : (tensor<1xf32>) -> tensor<1xf32>
    %v147 = stablehlo.reshape %v48 : (tensor<2x1xf32>) -> tensor<2xf32>
    %v148 = stablehlo.reshape %v50 : (tensor<1xf32>) -> tensor<1xf32>
    %v149 = stablehlo.reshape %v52 : (tensor<1x2xf32>) -> tensor<2xf32>
    %v150 = stablehlo.reshape %v54 : (tensor<1xf32>) -> tensor<1xf32>
    %v151 = stablehlo.reshape %v57 : (tensor<1xf32>) -> tensor<1xf32>
    %v152 = stablehlo.reshape %v59 : (tensor<f32>) -> tensor<1xf32>
    %v153 = stablehlo.reshape %v62 : (tensor<1xf32>) -> tensor<1xf32>
    %v154 = stablehlo.reshape %v64 : (tensor<1xf32>) -> tensor<1xf32>
    %v155 = stablehlo.reshape %v66 : (tensor<1xf32>) -> tensor<1xf32>
    %v156 = stablehlo.reshape %v69 : (tensor<0xf32>) -> tensor<0xf32>
    %v157 = stablehlo.reshape %v71 : (tensor<f32>) -> tensor<1xf32>
    %v158 = stablehlo.reshape %v74 : (tensor<1xf32>) -> tensor<1xf32>
    %v159 = stablehlo.reshape %v78 : (tensor<1xf32>) -> tensor<1xf32>
    %v160 = stablehlo.reshape %v87 : (tensor<1x0x0x2xf32>) -> tensor<0xf32>
    %v161 = stablehlo.reshape %v96 : (tensor<3x1x2x1xf32>) -> tensor<6xf32>
    %v162 = stablehlo.reshape %v98 : (tensor<1x0x0x1xf32>) -> tensor<0xf32>
    %v163 = stablehlo.reshape %v100 : (tensor<1x2x3x1xf32>) -> tensor<6xf32>
    %v164 = stablehlo.reshape %v102 : (tensor<1x1xf32>) -> tensor<1xf32>
    %v165 = stablehlo.reshape %v104 : (tensor<0x0xf32>) -> tensor<0xf32>
    %v166 = stablehlo.reshape %v109 : (tensor<0x1xf32>) -> tensor<0xf32>
    %v167 = stablehlo.reshape %v111 : (tensor<0x1xf32>) -> tensor<0xf32>
    %v168 = stablehlo.reshape %v116 : (tensor<0x3xf32>) -> tensor<0xf32>
    %v169 = stablehlo.reshape %v118 : (tensor<0x4xf32>) -> tensor<0xf32>
    %v170 = stablehlo.reshape %v120 : (tensor<0x3xf32>) -> tensor<0xf32>
    %v171 = stablehlo.reshape %v125 : (tensor<1x0xf32>) -> tensor<0xf32>
    %v172 = stablehlo.reshape %v130 : (tensor<3x0xf32>) -> tensor<0xf32>
    %v173 = stablehlo.reshape %v132 : (tensor<4x0xf32>) -> tensor<0xf32>
    %v174 = stablehlo.concatenate %v133, %v134, %v135, %v136, %v137, %v138, %v139, %v140, %v141, %v142, %v143, %v144, %v145, %v146, %v147, %v148, %v149, %v150, %v151, %v152, %v153, %v154, %v155, %v156, %v157, %v158, %v159, %v160, %v161, %v162, %v163, %v164, %v165, %v166, %v167, %v168, %v169, %v170, %v171, %v172, %v173, dim = 0 : (tensor<1xf32>, tensor<1xf32>, tensor<6xf32>, tensor<0xf32>, tensor<0xf32>, tensor<4xf32>, tensor<36xf32>, tensor<2xf32>, tensor<6xf32>, tensor<4xf32>, tensor<2xf32>, tensor<4xf32>, tensor<2xf32>, tensor<1xf32>, tensor<2xf32>, tensor<1xf32>, tensor<2xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>, tensor<0xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>, tensor<0xf32>, tensor<6xf32>, tensor<0xf32>, tensor<6xf32>, tensor<1xf32>, tensor<0xf32>, tensor<0xf32>, tensor<0xf32>, tensor<0xf32>, tensor<0xf32>, tensor<0xf32>, tensor<0xf32>, tensor<0xf32>, tensor<0xf32>) -> tensor<96xf32>
    return %v132, %v37, %v59, %v174 : tensor<4x0xf32>, tensor<2x2x1xf32>, tensor<f32>, tensor<96xf32>
  }
}
