module @case {
  func.func public @main(%arg0: tensor<3xf32>, %arg1: tensor<f32>, %arg2: tensor<1x1xf32>) -> (tensor<2x1x0x2xf32>, tensor<1x1x2x0xf32>, tensor<1xf32>, tensor<62xf32>) {
    %zero = stablehlo.constant dense<0.0> : tensor<f32>
    %low = stablehlo.constant dense<-8.0> : tensor<f32>
    %high = stablehlo.constant dense<8.0> : tensor<f32>
    %v3 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<f32>) -> tensor<2x1x0x0xf32>
    %v4 = stablehlo.iota dim = 0 : tensor<2x1x0x0xf32>
    %v5 = stablehlo.add %v3, %v4 : tensor<2x1x0x0xf32>
    %v6 = stablehlo.iota dim = 1 : tensor<2x1x0x0xf32>
    %v7 = stablehlo.add %v5, %v6 : tensor<2x1x0x0xf32>
    %v8 = stablehlo.iota dim = 2 : tensor<2x1x0x0xf32>
    %v9 = stablehlo.add %v7, %v8 : tensor<2x1x0x0xf32>
    %v10 = stablehlo.iota dim = 3 : tensor<2x1x0x0xf32>
    %v11 = stablehlo.add %v9, %v10 : tensor<2x1x0x0xf32>
    %v12 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<f32>) -> tensor<3x1x0x0xf32>
    %v13 = stablehlo.iota dim = 0 : tensor<3x1x0x0xf32>
    %v14 = stablehlo.add %v12, %v13 : tensor<3x1x0x0xf32>
    %v15 = stablehlo.iota dim = 1 : tensor<3x1x0x0xf32>
    %v16 = stablehlo.add %v14, %v15 : tensor<3x1x0x0xf32>
    %v17 = stablehlo.iota dim = 2 : tensor<3x1x0x0xf32>
    %v18 = stablehlo.add %v16, %v17 : tensor<3x1x0x0xf32>
    %v19 = stablehlo.iota dim = 3 : tensor<3x1x0x0xf32>
    %v20 = stablehlo.add %v18, %v19 : tensor<3x1x0x0xf32>
    %v21 = stablehlo.convolution(%v11, %v20) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [2, 2], pad = [[0, 0], [1, 0]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x1x0x0xf32>, tensor<3x1x0x0xf32>) -> tensor<2x0x1x0xf32>
    %v22 = "stablehlo.clamp"(%low, %v21, %high) : (tensor<f32>, tensor<2x0x1x0xf32>, tensor<f32>) -> tensor<2x0x1x0xf32>
    %v23 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<f32>) -> tensor<0x0xf32>
    %v24 = stablehlo.iota dim = 0 : tensor<0x0xf32>
    %v25 = stablehlo.add %v23, %v24 : tensor<0x0xf32>
    %v26 = stablehlo.iota dim = 1 : tensor<0x0xf32>
    %v27 = stablehlo.add %v25, %v26 : tensor<0x0xf32>
    %v28 = "stablehlo.select_and_scatter"(%arg2, %v27, %zero) <{window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 1, 1>}> ({
^bb0(%p: tensor<f32>, %q: tensor<f32>):
%r = stablehlo.compare GE, %p, %q : (tensor<f32>, tensor<f32>) -> tensor<i1>
stablehlo.return %r : tensor<i1>
}, {
^bb0(%p: tensor<f32>, %q: tensor<f32>):
%r = stablehlo.add %p, %q : tensor<f32>
stablehlo.return %r : tensor<f32>
}) : (tensor<1x1xf32>, tensor<0x0xf32>, tensor<f32>) -> tensor<1x1xf32>
    %v29 = "stablehlo.clamp"(%low, %v28, %high) : (tensor<f32>, tensor<1x1xf32>, tensor<f32>) -> tensor<1x1xf32>
    %v30 = stablehlo.transpose %v11, dims = [3, 0, 2, 1] : (tensor<2x1x0x0xf32>) -> tensor<0x2x0x1xf32>
    %v31 = "stablehlo.clamp"(%low, %v30, %high) : (tensor<f32>, tensor<0x2x0x1xf32>, tensor<f32>) -> tensor<0x2x0x1xf32>
    %v32 = "stablehlo.reduce_window"(%v29, %zero) <{padding = dense<[[1, 0], [0, 1]]> : tensor<2x2xi64>, window_dimensions = array<i64: 3, 2>, window_strides = array<i64: 2, 2>}> ({
^bb0(%p: tensor<f32>, %q: tensor<f32>):
%r = stablehlo.add %p, %q : tensor<f32>
stablehlo.return %r : tensor<f32>
}) : (tensor<1x1xf32>, tensor<f32>) -> tensor<0x1xf32>
    %v33 = "stablehlo.clamp"(%low, %v32, %high) : (tensor<f32>, tensor<0x1xf32>, tensor<f32>) -> tensor<0x1xf32>
    %v34 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<f32>) -> tensor<1x1x1x3xf32>
    %v35 = stablehlo.iota dim = 0 : tensor<1x1x1x3xf32>
    %v36 = stablehlo.add %v34, %v35 : tensor<1x1x1x3xf32>
    %v37 = stablehlo.iota dim = 1 : tensor<1x1x1x3xf32>
    %v38 = stablehlo.add %v36, %v37 : tensor<1x1x1x3xf32>
    %v39 = stablehlo.iota dim = 2 : tensor<1x1x1x3xf32>
    %v40 = stablehlo.add %v38, %v39 : tensor<1x1x1x3xf32>
    %v41 = stablehlo.iota dim = 3 : tensor<1x1x1x3xf32>
    %v42 = stablehlo.add %v40, %v41 : tensor<1x1x1x3xf32>
    %v43 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<f32>) -> tensor<3x2x3x0xf32>
    %v44 = stablehlo.iota dim = 0 : tensor<3x2x3x0xf32>
    %v45 = stablehlo.add %v43, %v44 : tensor<3x2x3x0xf32>
    %v46 = stablehlo.iota dim = 1 : tensor<3x2x3x0xf32>
    %v47 = stablehlo.add %v45, %v46 : tensor<3x2x3x0xf32>
    %v48 = stablehlo.iota dim = 2 : tensor<3x2x3x0xf32>
    %v49 = stablehlo.add %v47, %v48 : tensor<3x2x3x0xf32>
    %v50 = stablehlo.iota dim = 3 : tensor<3x2x3x0xf32>
    %v51 = stablehlo.add %v49, %v50 : tensor<3x2x3x0xf32>
    %v52 = stablehlo.convolution(%v42, %v51) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [2, 1], pad = [[1, 1], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x1x1x3xf32>, tensor<3x2x3x0xf32>) -> tensor<1x1x2x0xf32>
    %v53 = "stablehlo.clamp"(%low, %v52, %high) : (tensor<f32>, tensor<1x1x2x0xf32>, tensor<f32>) -> tensor<1x1x2x0xf32>
    %v54 = "stablehlo.reduce_window"(%v51, %zero) <{padding = dense<[[2, 0], [0, 0], [0, 0], [0, 0]]> : tensor<4x2xi64>, window_dimensions = array<i64: 3, 1, 1, 1>}> ({
^bb0(%p: tensor<f32>, %q: tensor<f32>):
%r = stablehlo.add %p, %q : tensor<f32>
stablehlo.return %r : tensor<f32>
}) : (tensor<3x2x3x0xf32>, tensor<f32>) -> tensor<3x2x3x0xf32>
    %v55 = "stablehlo.clamp"(%low, %v54, %high) : (tensor<f32>, tensor<3x2x3x0xf32>, tensor<f32>) -> tensor<3x2x3x0xf32>
    %v56 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<f32>) -> tensor<1xf32>
    %v57 = stablehlo.iota dim = 0 : tensor<1xf32>
    %v58 = stablehlo.add %v56, %v57 : tensor<1xf32>
    %v59 = stablehlo.dot_general %v55, %v58, contracting_dims = [] x [] : (tensor<3x2x3x0xf32>, tensor<1xf32>) -> tensor<3x2x3x0x1xf32>
    %v60 = "stablehlo.clamp"(%low, %v59, %high) : (tensor<f32>, tensor<3x2x3x0x1xf32>, tensor<f32>) -> tensor<3x2x3x0x1xf32>
    %v61 = stablehlo.broadcast_in_dim %v51, dims = [0, 1, 2, 3] : (tensor<3x2x3x0xf32>) -> tensor<3x2x3x0xf32>
    %v62 = "stablehlo.clamp"(%low, %v61, %high) : (tensor<f32>, tensor<3x2x3x0xf32>, tensor<f32>) -> tensor<3x2x3x0xf32>
    %v63 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<f32>) -> tensor<1xf32>
    %v64 = stablehlo.iota dim = 0 : tensor<1xf32>
    %v65 = stablehlo.add %v63, %v64 : tensor<1xf32>
    %v66 = stablehlo.compare LT, %v58, %v65 : (tensor<1xf32>, tensor<1xf32>) -> tensor<1xi1>
    %v67 = stablehlo.select %v66, %v65, %v58 : tensor<1xi1>, tensor<1xf32>
    %v68 = "stablehlo.clamp"(%low, %v67, %high) : (tensor<f32>, tensor<1xf32>, tensor<f32>) -> tensor<1xf32>
    %v69 = stablehlo.transpose %v62, dims = [3, 2, 0, 1] : (tensor<3x2x3x0xf32>) -> tensor<0x3x3x2xf32>
    %v70 = "stablehlo.clamp"(%low, %v69, %high) : (tensor<f32>, tensor<0x3x3x2xf32>, tensor<f32>) -> tensor<0x3x3x2xf32>
    %v71 = stablehlo.broadcast_in_dim %v65, dims = [0] : (tensor<1xf32>) -> tensor<3x2x1xf32>
    %v72 = "stablehlo.clamp"(%low, %v71, %high) : (tensor<f32>, tensor<3x2x1xf32>, tensor<f32>) -> tensor<3x2x1xf32>
    %v73 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<f32>) -> tensor<1x3x2xf32>
    %v74 = stablehlo.iota dim = 0 : tensor<1x3x2xf32>
    %v75 = stablehlo.add %v73, %v74 : tensor<1x3x2xf32>
    %v76 = stablehlo.iota dim = 1 : tensor<1x3x2xf32>
    %v77 = stablehlo.add %v75, %v76 : tensor<1x3x2xf32>
    %v78 = stablehlo.iota dim = 2 : tensor<1x3x2xf32>
    %v79 = stablehlo.add %v77, %v78 : tensor<1x3x2xf32>
    %v80 = stablehlo.dot_general %v72, %v79, batching_dims = [2] x [0], contracting_dims = [0, 1] x [1, 2] : (tensor<3x2x1xf32>, tensor<1x3x2xf32>) -> tensor<1xf32>
    %v81 = "stablehlo.clamp"(%low, %v80, %high) : (tensor<f32>, tensor<1xf32>, tensor<f32>) -> tensor<1xf32>
    %v82 = stablehlo.broadcast_in_dim %v79, dims = [0, 1, 2] : (tensor<1x3x2xf32>) -> tensor<2x3x2x1xf32>
    %v83 = "stablehlo.clamp"(%low, %v82, %high) : (tensor<f32>, tensor<2x3x2x1xf32>, tensor<f32>) -> tensor<2x3x2x1xf32>
    %v84 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<f32>) -> tensor<0x1x0xf32>
    %v85 = stablehlo.iota dim = 0 : tensor<0x1x0xf32>
    %v86 = stablehlo.add %v84, %v85 : tensor<0x1x0xf32>
    %v87 = stablehlo.iota dim = 1 : tensor<0x1x0xf32>
    %v88 = stablehlo.add %v86, %v87 : tensor<0x1x0xf32>
    %v89 = stablehlo.iota dim = 2 : tensor<0x1x0xf32>
    %v90 = stablehlo.add %v88, %v89 : tensor<0x1x0xf32>
    %v91 = "stablehlo.select_and_scatter"(%v79, %v90, %zero) <{window_dimensions = array<i64: 3, 2, 3>, window_strides = array<i64: 2, 2, 2>}> ({
^bb0(%p: tensor<f32>, %q: tensor<f32>):
%r = stablehlo.compare GE, %p, %q : (tensor<f32>, tensor<f32>) -> tensor<i1>
stablehlo.return %r : tensor<i1>
}, {
^bb0(%p: tensor<f32>, %q: tensor<f32>):
%r = stablehlo.add %p, %q : tensor<f32>
stablehlo.return %r : tensor<f32>
}) : (tensor<1x3x2xf32>, tensor<0x1x0xf32>, tensor<f32>) -> tensor<1x3x2xf32>
    %v92 = "stablehlo.clamp"(%low, %v91, %high) : (tensor<f32>, tensor<1x3x2xf32>, tensor<f32>) -> tensor<1x3x2xf32>
    %v93 = "stablehlo.reduce_window"(%v90, %zero) <{padding = dense<[[0, 0], [0, 0], [0, 0]]> : tensor<3x2xi64>, window_dimensions = array<i64: 1, 1, 1>}> ({
^bb0(%p: tensor<f32>, %q: tensor<f32>):
%r = stablehlo.add %p, %q : tensor<f32>
stablehlo.return %r : tensor<f32>
}) : (tensor<0x1x0xf32>, tensor<f32>) -> tensor<0x1x0xf32>
    %v94 = "stablehlo.clamp"(%low, %v93, %high) : (tensor<f32>, tensor<0x1x0xf32>, tensor<f32>) -> tensor<0x1x0xf32>
    %v95 = stablehlo.broadcast_in_dim %v94, dims = [0, 1, 2] : (tensor<0x1x0xf32>) -> tensor<0x2x0x3xf32>
    %v96 = "stablehlo.clamp"(%low, %v95, %high) : (tensor<f32>, tensor<0x2x0x3xf32>, tensor<f32>) -> tensor<0x2x0x3xf32>
    %v97 = stablehlo.slice %v96 [0:0:2, 2:2:2, 0:0:2, 0:3:1] : (tensor<0x2x0x3xf32>) -> tensor<0x0x0x3xf32>
    %v98 = "stablehlo.clamp"(%low, %v97, %high) : (tensor<f32>, tensor<0x0x0x3xf32>, tensor<f32>) -> tensor<0x0x0x3xf32>
    %v99 = stablehlo.negate %v90 : (tensor<0x1x0xf32>) -> tensor<0x1x0xf32>
    %v100 = "stablehlo.clamp"(%low, %v99, %high) : (tensor<f32>, tensor<0x1x0xf32>, tensor<f32>) -> tensor<0x1x0xf32>
    %v101 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<f32>) -> tensor<0x1x0xf32>
    %v102 = stablehlo.iota dim = 0 : tensor<0x1x0xf32>
    %v103 = stablehlo.add %v101, %v102 : tensor<0x1x0xf32>
    %v104 = stablehlo.iota dim = 1 : tensor<0x1x0xf32>
    %v105 = stablehlo.add %v103, %v104 : tensor<0x1x0xf32>
    %v106 = stablehlo.iota dim = 2 : tensor<0x1x0xf32>
    %v107 = stablehlo.add %v105, %v106 : tensor<0x1x0xf32>
    %v108 = stablehlo.compare LT, %v94, %v107 : (tensor<0x1x0xf32>, tensor<0x1x0xf32>) -> tensor<0x1x0xi1>
    %v109 = stablehlo.select %v108, %v107, %v94 : tensor<0x1x0xi1>, tensor<0x1x0xf32>
    %v110 = "stablehlo.clamp"(%low, %v109, %high) : (tensor<f32>, tensor<0x1x0xf32>, tensor<f32>) -> tensor<0x1x0xf32>
    %v111 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<f32>) -> tensor<0x0x0xf32>
    %v112 = stablehlo.iota dim = 0 : tensor<0x0x0xf32>
    %v113 = stablehlo.add %v111, %v112 : tensor<0x0x0xf32>
    %v114 = stablehlo.iota dim = 1 : tensor<0x0x0xf32>
    %v115 = stablehlo.add %v113, %v114 : tensor<0x0x0xf32>
    %v116 = stablehlo.iota dim = 2 : tensor<0x0x0xf32>
    %v117 = stablehlo.add %v115, %v116 : tensor<0x0x0xf32>
    %v118 = "stablehlo.select_and_scatter"(%v107, %v117, %zero) <{window_dimensions = array<i64: 1, 2, 3>, window_strides = array<i64: 2, 1, 2>}> ({
^bb0(%p: tensor<f32>, %q: tensor<f32>):
%r = stablehlo.compare GE, %p, %q : (tensor<f32>, tensor<f32>) -> tensor<i1>
stablehlo.return %r : tensor<i1>
}, {
^bb0(%p: tensor<f32>, %q: tensor<f32>):
%r = stablehlo.add %p, %q : tensor<f32>
stablehlo.return %r : tensor<f32>
}) : (tensor<0x1x0xf32>, tensor<0x0x0xf32>, tensor<f32>) -> tensor<0x1x0xf32>
    %v119 = "stablehlo.clamp"(%low, %v118, %high) : (tensor<f32>, tensor<0x1x0xf32>, tensor<f32>) -> tensor<0x1x0xf32>
    %v120 = stablehlo.reduce(%v100 init: %low) applies stablehlo.maximum across dimensions = [0] : (tensor<0x1x0xf32>, tensor<f32>) -> tensor<1x0xf32>
    %v121 = "stablehlo.clamp"(%low, %v120, %high) : (tensor<f32>, tensor<1x0xf32>, tensor<f32>) -> tensor<1x0xf32>
    %v122 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<f32>) -> tensor<2x0x1x1xf32>
    %v123 = stablehlo.iota dim = 0 : tensor<2x0x1x1xf32>
    %v124 = stablehlo.add %v122, %v123 : tensor<2x0x1x1xf32>
    %v125 = stablehlo.iota dim = 1 : tensor<2x0x1x1xf32>
    %v126 = stablehlo.add %v124, %v125 : tensor<2x0x1x1xf32>
    %v127 = stablehlo.iota dim = 2 : tensor<2x0x1x1xf32>
    %v128 = stablehlo.add %v126, %v127 : tensor<2x0x1x1xf32>
    %v129 = stablehlo.iota dim = 3 : tensor<2x0x1x1xf32>
    %v130 = stablehlo.add %v128, %v129 : tensor<2x0x1x1xf32>
    %v131 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<f32>) -> tensor<2x1x1x2xf32>
    %v132 = stablehlo.iota dim = 0 : tensor<2x1x1x2xf32>
    %v133 = stablehlo.add %v131, %v132 : tensor<2x1x1x2xf32>
    %v134 = stablehlo.iota dim = 1 : tensor<2x1x1x2xf32>
    %v135 = stablehlo.add %v133, %v134 : tensor<2x1x1x2xf32>
    %v136 = stablehlo.iota dim = 2 : tensor<2x1x1x2xf32>
    %v137 = stablehlo.add %v135, %v136 : tensor<2x1x1x2xf32>
    %v138 = stablehlo.iota dim = 3 : tensor<2x1x1x2xf32>
    %v139 = stablehlo.add %v137, %v138 : tensor<2x1x1x2xf32>
    %v140 = stablehlo.convolution(%v130, %v139) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[1, 1], [0, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x0x1x1xf32>, tensor<2x1x1x2xf32>) -> tensor<2x1x2x2xf32>
    %v141 = "stablehlo.clamp"(%low, %v140, %high) : (tensor<f32>, tensor<2x1x2x2xf32>, tensor<f32>) -> tensor<2x1x2x2xf32>
    %v142 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<f32>) -> tensor<2x0x2x1xf32>
    %v143 = stablehlo.iota dim = 0 : tensor<2x0x2x1xf32>
    %v144 = stablehlo.add %v142, %v143 : tensor<2x0x2x1xf32>
    %v145 = stablehlo.iota dim = 1 : tensor<2x0x2x1xf32>
    %v146 = stablehlo.add %v144, %v145 : tensor<2x0x2x1xf32>
    %v147 = stablehlo.iota dim = 2 : tensor<2x0x2x1xf32>
    %v148 = stablehlo.add %v146, %v147 : tensor<2x0x2x1xf32>
    %v149 = stablehlo.iota dim = 3 : tensor<2x0x2x1xf32>
    %v150 = stablehlo.add %v148, %v149 : tensor<2x0x2x1xf32>
    %v151 = stablehlo.constant dense<1> : tensor<i32>
    %v152 = stablehlo.constant dense<0> : tensor<i32>
    %v153 = stablehlo.constant dense<2> : tensor<i32>
    %v154 = stablehlo.constant dense<2> : tensor<i32>
    %v155 = stablehlo.dynamic_update_slice %v141, %v150, %v151, %v152, %v153, %v154 : (tensor<2x1x2x2xf32>, tensor<2x0x2x1xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<2x1x2x2xf32>
    %v156 = "stablehlo.clamp"(%low, %v155, %high) : (tensor<f32>, tensor<2x1x2x2xf32>, tensor<f32>) -> tensor<2x1x2x2xf32>
    %v157 = stablehlo.reverse %v139, dims = [0] : tensor<2x1x1x2xf32>
    %v158 = "stablehlo.clamp"(%low, %v157, %high) : (tensor<f32>, tensor<2x1x1x2xf32>, tensor<f32>) -> tensor<2x1x1x2xf32>
    %v159 = stablehlo.broadcast_in_dim %v139, dims = [0, 1, 2, 3] : (tensor<2x1x1x2xf32>) -> tensor<2x1x0x2xf32>
    %v160 = "stablehlo.clamp"(%low, %v159, %high) : (tensor<f32>, tensor<2x1x0x2xf32>, tensor<f32>) -> tensor<2x1x0x2xf32>
    %v161 = stablehlo.reshape %v11 : (tensor<2x1x0x0xf32>) -> tensor<0xf32>
    %v162 = stablehlo.reshape %v20 : (tensor<3x1x0x0xf32>) -> tensor<0xf32>
    %v163 = stablehlo.reshape %v22 : (tensor<2x0x1x0xf32>) -> tensor<0xf32>
    %v164 = stablehlo.reshape %v27 : (tensor<0x0xf32>) -> tensor<0xf32>
    %v165 = stablehlo.reshape %v29 : (tensor<1x1xf32>) -> tensor<1xf32>
    %v166 = stablehlo.reshape %v31 : (tensor<0x2x0x1xf32>) -> tensor<0xf32>
    %v167 = stablehlo.reshape %v33 : (tensor<0x1xf32>) -> tensor<0xf32>
    %v168 = stablehlo.reshape %v42 : (tensor<1x1x1x3xf32>) -> tensor<3xf32>
    %v169 = stablehlo.reshape %v51 : (tensor<3x2x3x0xf32>) -> tensor<0xf32>
    %v170 = stablehlo.reshape %v53 : (tensor<1x1x2x0xf32>) -> tensor<0xf32>
    %v171 = stablehlo.reshape %v55 : (tensor<3x2x3x0xf32>) -> tensor<0xf32>
    %v172 = stablehlo.reshape %v58 : (tensor<1xf32>) -> tensor<1xf32>
    %v173 = stablehlo.reshape %v62 : (tensor<3x2x3x0xf32>) -> tensor<0xf32>
    %v174 = stablehlo.reshape %v65 : (tensor<1xf32>) -> tensor<1xf32>
    %v175 = stablehlo.reshape %v68 : (tensor<1xf32>) -> tensor<1xf32>
    %v176 = stablehlo.reshape %v70 : (tensor<0x3x3x2xf32>) -> tensor<0xf32>
    %v177 = stablehlo.reshape %v72 : (tensor<3x2x1xf32>) -> tensor<6xf32>
    %v178 = stablehlo.reshape %v79 : (tensor<1x3x2xf32>) -> tensor<6xf32>
    %v179 = stablehlo.reshape %v81 : (tensor<1xf32>) -> tensor<1xf32>
    %v180 = stablehlo.reshape %v83 : (tensor<2x3x2x1xf32>) -> tensor<12xf32>
    %v181 = stablehlo.reshape %v90 : (tensor<0x1x0xf32>) -> tensor<0xf32>
    %v182 = stablehlo.reshape %v92 : (tensor<1x3x2xf32>) -> tensor<6xf32>
    %v183 = stablehlo.reshape %v94 : (tensor<0x1x0xf32>) -> tensor<0xf32>
    %v184 = stablehlo.reshape %v96 : (tensor<0x2x0x3xf32>) -> tensor<0xf32>
    %v185 = stablehlo.reshape %v98 : (tensor<0x0x0x3xf32>) -> tensor<0xf32>
    %v186 = stablehlo.reshape %v100 : (tensor<0x1x0xf32>) -> tensor<0xf32>
    %v187 = stablehlo.reshape %v107 : (tensor<0x1x0xf32>) -> tensor<0xf32>
    %v188 = stablehlo.reshape %v110 : (tensor<0x1x0xf32>) -> tensor<0xf32>
    %v189 = stablehlo.reshape %v117 : (tensor<0x0x0xf32>) -> tensor<0xf32>
    %v190 = stablehlo.reshape %v119 : (tensor<0x1x0xf32>) -> tensor<0xf32>
    %v191 = stablehlo.reshape %v121 : (tensor<1x0xf32>) -> tensor<0xf32>
    %v192 = stablehlo.reshape %v130 : (tensor<2x0x1x1xf32>) -> tensor<0xf32>
    %v193 = stablehlo.reshape %v139 : (tensor<2x1x1x2xf32>) -> tensor<4xf32>
    %v194 = stablehlo.reshape %v141 : (tensor<2x1x2x2xf32>) -> tensor<8xf32>
    %v195 = stablehlo.reshape %v150 : (tensor<2x0x2x1xf32>) -> tensor<0xf32>
    %v196 = stablehlo.reshape %v156 : (tensor<2x1x2x2xf32>) -> tensor<8xf32>
    %v197 = stablehlo.reshape %v158 : (tensor<2x1x1x2xf32>) -> tensor<4xf32>
    %v198 = stablehlo.reshape %v160 : (tensor<2x1x0x2xf32>) -> tensor<0xf32>
    %v199 = stablehlo.concatenate %v161, %v162, %v163, %v164, %v165, %v166, %v167, %v168, %v169, %v170, %v171, %v172, %v173, %v174, %v175, %v176, %v177, %v178, %v179, %v180, %v181, %v182, %v183, %v184, %v185, %v186, %v187, %v188, %v189, %v190, %v191, %v192, %v193, %v194, %v195, %v196, %v197, %v198, dim = 0 : (tensor<0xf32>, tensor<0xf32>, tensor<0xf32>, tensor<0xf32>, tensor<1xf32>, tensor<0xf32>, tensor<0xf32>, tensor<3xf32>, tensor<0xf32>, tensor<0xf32>, tensor<0xf32>, tensor<1xf32>, tensor<0xf32>, tensor<1xf32>, tensor<1xf32>, tensor<0xf32>, tensor<6xf32>, tensor<6xf32>, tensor<1xf32>, tensor<12xf32>, tensor<0xf32>, tensor<6xf32>, tensor<0xf32>, tensor<0xf32>, tensor<0xf32>, tensor<0xf32>, tensor<0xf32>, tensor<0xf32>, tensor<0xf32>, tensor<0xf32>, tensor<0xf32>, tensor<0xf32>, tensor<4xf32>, tensor<8xf32>, tensor<0xf32>, tensor<8xf32>, tensor<4xf32>, tensor<0xf32>) -> tensor<62xf32>
    return %v160, %v53, %v81, %v199 : tensor<2x1x0x2xf32>, tensor<1x1x2x0xf32>, tensor<1xf32>, tensor<62xf32>
  }
}
