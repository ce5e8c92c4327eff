module @case {
  func.func public @main(%arg0: tensor<2x2xi16>, %arg1: tensor<1xi16>, %arg2: tensor<i16>, %arg3: tensor<1x1xi16>) -> (tensor<0x0x1xi16>, tensor<2x2xi16>, tensor<2x0xi16>, tensor<67xi16>) {
    %zero = stablehlo.constant dense<0> : tensor<i16>
    %low = stablehlo.constant dense<-8> : tensor<i16>
    %high = stablehlo.constant dense<8> : tensor<i16>
    %v3 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<i16>) -> tensor<2x0xi16>
    %v4 = stablehlo.iota dim = 0 : tensor<2x0xi16>
    %v5 = stablehlo.add %v3, %v4 : tensor<2x0xi16>
    %v6 = stablehlo.iota dim = 1 : tensor<2x0xi16>
    %v7 = stablehlo.add %v5, %v6 : tensor<2x0xi16>
    %v8 = stablehlo.constant dense<2> : tensor<i32>
    %v9 = stablehlo.constant dense<-1> : tensor<i32>
    %v10 = stablehlo.dynamic_update_slice %arg0, %v7, %v8, %v9 : (tensor<2x2xi16>, tensor<2x0xi16>, tensor<i32>, tensor<i32>) -> tensor<2x2xi16>
    %v11 = "stablehlo.clamp"(%low, %v10, %high) : (tensor<i16>, tensor<2x2xi16>, tensor<i16>) -> tensor<2x2xi16>
    %v12 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<i16>) -> tensor<2x2x0xi16>
    %v13 = stablehlo.iota dim = 0 : tensor<2x2x0xi16>
    %v14 = stablehlo.add %v12, %v13 : tensor<2x2x0xi16>
    %v15 = stablehlo.iota dim = 1 : tensor<2x2x0xi16>
    %v16 = stablehlo.add %v14, %v15 : tensor<2x2x0xi16>
    %v17 = stablehlo.iota dim = 2 : tensor<2x2x0xi16>
    %v18 = stablehlo.add %v16, %v17 : tensor<2x2x0xi16>
    %v19 = stablehlo.dot_general %v11, %v18, batching_dims = [0] x [0], contracting_dims = [1] x [1] : (tensor<2x2xi16>, tensor<2x2x0xi16>) -> tensor<2x0xi16>
    %v20 = "stablehlo.clamp"(%low, %v19, %high) : (tensor<i16>, tensor<2x0xi16>, tensor<i16>) -> tensor<2x0xi16>
    %v21 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<i16>) -> tensor<3x1x1x1xi16>
    %v22 = stablehlo.iota dim = 0 : tensor<3x1x1x1xi16>
    %v23 = stablehlo.add %v21, %v22 : tensor<3x1x1x1xi16>
    %v24 = stablehlo.iota dim = 1 : tensor<3x1x1x1xi16>
    %v25 = stablehlo.add %v23, %v24 : tensor<3x1x1x1xi16>
    %v26 = stablehlo.iota dim = 2 : tensor<3x1x1x1xi16>
    %v27 = stablehlo.add %v25, %v26 : tensor<3x1x1x1xi16>
    %v28 = stablehlo.iota dim = 3 : tensor<3x1x1x1xi16>
    %v29 = stablehlo.add %v27, %v28 : tensor<3x1x1x1xi16>
    %v30 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<i16>) -> tensor<1x1x1x3xi16>
    %v31 = stablehlo.iota dim = 0 : tensor<1x1x1x3xi16>
    %v32 = stablehlo.add %v30, %v31 : tensor<1x1x1x3xi16>
    %v33 = stablehlo.iota dim = 1 : tensor<1x1x1x3xi16>
    %v34 = stablehlo.add %v32, %v33 : tensor<1x1x1x3xi16>
    %v35 = stablehlo.iota dim = 2 : tensor<1x1x1x3xi16>
    %v36 = stablehlo.add %v34, %v35 : tensor<1x1x1x3xi16>
    %v37 = stablehlo.iota dim = 3 : tensor<1x1x1x3xi16>
    %v38 = stablehlo.add %v36, %v37 : tensor<1x1x1x3xi16>
    %v39 = stablehlo.convolution(%v29, %v38) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [2, 2], pad = [[1, 1], [0, 0]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<3x1x1x1xi16>, tensor<1x1x1x3xi16>) -> tensor<3x2x1x3xi16>
    %v40 = "stablehlo.clamp"(%low, %v39, %high) : (tensor<i16>, tensor<3x2x1x3xi16>, tensor<i16>) -> tensor<3x2x1x3xi16>
    %v41 = stablehlo.broadcast_in_dim %v20, dims = [1, 2] : (tensor<2x0xi16>) -> tensor<3x2x0xi16>
    %v42 = "stablehlo.clamp"(%low, %v41, %high) : (tensor<i16>, tensor<3x2x0xi16>, tensor<i16>) -> tensor<3x2x0xi16>
    %v43 = stablehlo.pad %v42, %high, low = [0, 0, 0], high = [0, 2, 0], interior = [0, 0, 1] : (tensor<3x2x0xi16>, tensor<i16>) -> tensor<3x4x0xi16>
    %v44 = "stablehlo.clamp"(%low, %v43, %high) : (tensor<i16>, tensor<3x4x0xi16>, tensor<i16>) -> tensor<3x4x0xi16>
    %v45 = "stablehlo.reduce_window"(%v20, %zero) <{padding = dense<[[1, 0], [0, 0]]> : tensor<2x2xi64>, window_dimensions = array<i64: 2, 1>}> ({
^bb0(%p: tensor<i16>, %q: tensor<i16>):
%r = stablehlo.add %p, %q : tensor<i16>
stablehlo.return %r : tensor<i16>
}) : (tensor<2x0xi16>, tensor<i16>) -> tensor<2x0xi16>
    %v46 = "stablehlo.clamp"(%low, %v45, %high) : (tensor<i16>, tensor<2x0xi16>, tensor<i16>) -> tensor<2x0xi16>
    %v47 = stablehlo.slice %v44 [1:2:1, 0:1:1, 0:0:1] : (tensor<3x4x0xi16>) -> tensor<1x1x0xi16>
    %v48 = "stablehlo.clamp"(%low, %v47, %high) : (tensor<i16>, tensor<1x1x0xi16>, tensor<i16>) -> tensor<1x1x0xi16>
    %v49 = "stablehlo.reduce_window"(%v38, %zero) <{padding = dense<[[0, 0], [1, 1], [1, 0], [1, 0]]> : tensor<4x2xi64>, window_dimensions = array<i64: 2, 2, 1, 2>, window_strides = array<i64: 1, 1, 2, 2>}> ({
^bb0(%p: tensor<i16>, %q: tensor<i16>):
%r = stablehlo.add %p, %q : tensor<i16>
stablehlo.return %r : tensor<i16>
}) : (tensor<1x1x1x3xi16>, tensor<i16>) -> tensor<0x2x1x2xi16>
    %v50 = "stablehlo.clamp"(%low, %v49, %high) : (tensor<i16>, tensor<0x2x1x2xi16>, tensor<i16>) -> tensor<0x2x1x2xi16>
    %v51 = stablehlo.transpose %v50, dims = [0, 1, 3, 2] : (tensor<0x2x1x2xi16>) -> tensor<0x2x2x1xi16>
    %v52 = "stablehlo.clamp"(%low, %v51, %high) : (tensor<i16>, tensor<0x2x2x1xi16>, tensor<i16>) -> tensor<0x2x2x1xi16>
    %v53 = stablehlo.broadcast_in_dim %v52, dims = [0, 1, 2, 3] : (tensor<0x2x2x1xi16>) -> tensor<0x2x2x1xi16>
    %v54 = "stablehlo.clamp"(%low, %v53, %high) : (tensor<i16>, tensor<0x2x2x1xi16>, tensor<i16>) -> tensor<0x2x2x1xi16>
    %v55 = stablehlo.reshape %v54 : (tensor<0x2x2x1xi16>) -> tensor<0xi16>
    %v56 = "stablehlo.clamp"(%low, %v55, %high) : (tensor<i16>, tensor<0xi16>, tensor<i16>) -> tensor<0xi16>
    %v57 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<i16>) -> tensor<0x1xi16>
    %v58 = stablehlo.iota dim = 0 : tensor<0x1xi16>
    %v59 = stablehlo.add %v57, %v58 : tensor<0x1xi16>
    %v60 = stablehlo.iota dim = 1 : tensor<0x1xi16>
    %v61 = stablehlo.add %v59, %v60 : tensor<0x1xi16>
    %v62 = stablehlo.dot_general %v56, %v61, contracting_dims = [0] x [0] : (tensor<0xi16>, tensor<0x1xi16>) -> tensor<1xi16>
    %v63 = "stablehlo.clamp"(%low, %v62, %high) : (tensor<i16>, tensor<1xi16>, tensor<i16>) -> tensor<1xi16>
    %v64 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<i16>) -> tensor<3x1x0x2xi16>
    %v65 = stablehlo.iota dim = 0 : tensor<3x1x0x2xi16>
    %v66 = stablehlo.add %v64, %v65 : tensor<3x1x0x2xi16>
    %v67 = stablehlo.iota dim = 1 : tensor<3x1x0x2xi16>
    %v68 = stablehlo.add %v66, %v67 : tensor<3x1x0x2xi16>
    %v69 = stablehlo.iota dim = 2 : tensor<3x1x0x2xi16>
    %v70 = stablehlo.add %v68, %v69 : tensor<3x1x0x2xi16>
    %v71 = stablehlo.iota dim = 3 : tensor<3x1x0x2xi16>
    %v72 = stablehlo.add %v70, %v71 : tensor<3x1x0x2xi16>
    %v73 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<i16>) -> tensor<3x3x2x2xi16>
    %v74 = stablehlo.iota dim = 0 : tensor<3x3x2x2xi16>
    %v75 = stablehlo.add %v73, %v74 : tensor<3x3x2x2xi16>
    %v76 = stablehlo.iota dim = 1 : tensor<3x3x2x2xi16>
    %v77 = stablehlo.add %v75, %v76 : tensor<3x3x2x2xi16>
    %v78 = stablehlo.iota dim = 2 : tensor<3x3x2x2xi16>
    %v79 = stablehlo.add %v77, %v78 : tensor<3x3x2x2xi16>
    %v80 = stablehlo.iota dim = 3 : tensor<3x3x2x2xi16>
    %v81 = stablehlo.add %v79, %v80 : tensor<3x3x2x2xi16>
    %v82 = stablehlo.convolution(%v72, %v81) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 2], pad = [[1, 0], [0, 0]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<3x1x0x2xi16>, tensor<3x3x2x2xi16>) -> tensor<3x0x0x2xi16>
    %v83 = "stablehlo.clamp"(%low, %v82, %high) : (tensor<i16>, tensor<3x0x0x2xi16>, tensor<i16>) -> tensor<3x0x0x2xi16>
    %v84 = stablehlo.slice %v72 [1:2:1, 0:1:1, 0:0:1, 2:2:1] : (tensor<3x1x0x2xi16>) -> tensor<1x1x0x0xi16>
    %v85 = "stablehlo.clamp"(%low, %v84, %high) : (tensor<i16>, tensor<1x1x0x0xi16>, tensor<i16>) -> tensor<1x1x0x0xi16>
    %v86 = "stablehlo.sort"(%v85) <{dimension = 3 : i64, is_stable = true}> ({
^bb0(%p: tensor<i16>, %q: tensor<i16>):
%r = stablehlo.compare LT, %p, %q : (tensor<i16>, tensor<i16>) -> tensor<i1>
stablehlo.return %r : tensor<i1>
}) : (tensor<1x1x0x0xi16>) -> tensor<1x1x0x0xi16>
    %v87 = "stablehlo.clamp"(%low, %v86, %high) : (tensor<i16>, tensor<1x1x0x0xi16>, tensor<i16>) -> tensor<1x1x0x0xi16>
    %v88 = stablehlo.concatenate %v63, dim = 0 : (tensor<1xi16>) -> tensor<1xi16>
    %v89 = "stablehlo.clamp"(%low, %v88, %high) : (tensor<i16>, tensor<1xi16>, tensor<i16>) -> tensor<1xi16>
    %v90 = stablehlo.constant dense<0> : tensor<1x1xi32>
    %v91 = stablehlo.iota dim = 0 : tensor<1x1xi32>
    %v92 = stablehlo.add %v90, %v91 : tensor<1x1xi32>
    %v93 = stablehlo.iota dim = 1 : tensor<1x1xi32>
    %v94 = stablehlo.add %v92, %v93 : tensor<1x1xi32>
    %v95 = "stablehlo.gather"(%v83, %v94) <{dimension_numbers = #stablehlo.gather<offset_dims = [1, 2, 3], collapsed_slice_dims = [3], start_index_map = [3], index_vector_dim = 1>, slice_sizes = array<i64: 3, 0, 0, 1>}> : (tensor<3x0x0x2xi16>, tensor<1x1xi32>) -> tensor<1x3x0x0xi16>
    %v96 = "stablehlo.clamp"(%low, %v95, %high) : (tensor<i16>, tensor<1x3x0x0xi16>, tensor<i16>) -> tensor<1x3x0x0xi16>
    %v97 = stablehlo.slice %v89 [0:0:1] : (tensor<1xi16>) -> tensor<0xi16>
    %v98 = "stablehlo.clamp"(%low, %v97, %high) : (tensor<i16>, tensor<0xi16>, tensor<i16>) -> tensor<0xi16>
    %v99 = stablehlo.constant dense<0> : tensor<1x1xi32>
    %v100 = stablehlo.iota dim = 0 : tensor<1x1xi32>
    %v101 = stablehlo.add %v99, %v100 : tensor<1x1xi32>
    %v102 = stablehlo.iota dim = 1 : tensor<1x1xi32>
    %v103 = stablehlo.add %v101, %v102 : tensor<1x1xi32>
    %v104 = "stablehlo.gather"(%v85, %v103) <{dimension_numbers = #stablehlo.gather<offset_dims = [1, 2, 3], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 1, 0, 0>}> : (tensor<1x1x0x0xi16>, tensor<1x1xi32>) -> tensor<1x1x0x0xi16>
    %v105 = "stablehlo.clamp"(%low, %v104, %high) : (tensor<i16>, tensor<1x1x0x0xi16>, tensor<i16>) -> tensor<1x1x0x0xi16>
    %v106 = stablehlo.constant dense<0> : tensor<i32>
    %v107 = stablehlo.constant dense<0> : tensor<i32>
    %v108 = stablehlo.constant dense<-1> : tensor<i32>
    %v109 = stablehlo.constant dense<1> : tensor<i32>
    %v110 = stablehlo.dynamic_slice %v105, %v106, %v107, %v108, %v109, sizes = [1, 0, 0, 0] : (tensor<1x1x0x0xi16>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x0x0x0xi16>
    %v111 = "stablehlo.clamp"(%low, %v110, %high) : (tensor<i16>, tensor<1x0x0x0xi16>, tensor<i16>) -> tensor<1x0x0x0xi16>
    %v112 = stablehlo.transpose %v96, dims = [3, 2, 0, 1] : (tensor<1x3x0x0xi16>) -> tensor<0x0x1x3xi16>
    %v113 = "stablehlo.clamp"(%low, %v112, %high) : (tensor<i16>, tensor<0x0x1x3xi16>, tensor<i16>) -> tensor<0x0x1x3xi16>
    %v114 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<i16>) -> tensor<0x1x3x1xi16>
    %v115 = stablehlo.iota dim = 0 : tensor<0x1x3x1xi16>
    %v116 = stablehlo.add %v114, %v115 : tensor<0x1x3x1xi16>
    %v117 = stablehlo.iota dim = 1 : tensor<0x1x3x1xi16>
    %v118 = stablehlo.add %v116, %v117 : tensor<0x1x3x1xi16>
    %v119 = stablehlo.iota dim = 2 : tensor<0x1x3x1xi16>
    %v120 = stablehlo.add %v118, %v119 : tensor<0x1x3x1xi16>
    %v121 = stablehlo.iota dim = 3 : tensor<0x1x3x1xi16>
    %v122 = stablehlo.add %v120, %v121 : tensor<0x1x3x1xi16>
    %v123 = stablehlo.dot_general %v113, %v122, batching_dims = [1] x [0], contracting_dims = [2, 3] x [1, 2] : (tensor<0x0x1x3xi16>, tensor<0x1x3x1xi16>) -> tensor<0x0x1xi16>
    %v124 = "stablehlo.clamp"(%low, %v123, %high) : (tensor<i16>, tensor<0x0x1xi16>, tensor<i16>) -> tensor<0x0x1xi16>
    %v125 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<i16>) -> tensor<2x0x1xi16>
    %v126 = stablehlo.iota dim = 0 : tensor<2x0x1xi16>
    %v127 = stablehlo.add %v125, %v126 : tensor<2x0x1xi16>
    %v128 = stablehlo.iota dim = 1 : tensor<2x0x1xi16>
    %v129 = stablehlo.add %v127, %v128 : tensor<2x0x1xi16>
    %v130 = stablehlo.iota dim = 2 : tensor<2x0x1xi16>
    %v131 = stablehlo.add %v129, %v130 : tensor<2x0x1xi16>
    %v132 = stablehlo.constant dense<0> : tensor<2x1xi32>
    %v133 = stablehlo.iota dim = 0 : tensor<2x1xi32>
    %v134 = stablehlo.add %v132, %v133 : tensor<2x1xi32>
    %v135 = stablehlo.iota dim = 1 : tensor<2x1xi32>
    %v136 = stablehlo.add %v134, %v135 : tensor<2x1xi32>
    %v137 = "stablehlo.scatter"(%v124, %v136, %v131) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1, 2], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
^bb0(%p: tensor<i16>, %q: tensor<i16>):
%r = stablehlo.add %p, %q : tensor<i16>
stablehlo.return %r : tensor<i16>
}) : (tensor<0x0x1xi16>, tensor<2x1xi32>, tensor<2x0x1xi16>) -> tensor<0x0x1xi16>
    %v138 = "stablehlo.clamp"(%low, %v137, %high) : (tensor<i16>, tensor<0x0x1xi16>, tensor<i16>) -> tensor<0x0x1xi16>
    %v139 = stablehlo.reduce(%v131 init: %low) applies stablehlo.maximum across dimensions = [0, 1, 2] : (tensor<2x0x1xi16>, tensor<i16>) -> tensor<i16>
    %v140 = "stablehlo.clamp"(%low, %v139, %high) : (tensor<i16>, tensor<i16>, tensor<i16>) -> tensor<i16>
    %v141 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<i16>) -> tensor<0x0x2x0xi16>
    %v142 = stablehlo.iota dim = 0 : tensor<0x0x2x0xi16>
    %v143 = stablehlo.add %v141, %v142 : tensor<0x0x2x0xi16>
    %v144 = stablehlo.iota dim = 1 : tensor<0x0x2x0xi16>
    %v145 = stablehlo.add %v143, %v144 : tensor<0x0x2x0xi16>
    %v146 = stablehlo.iota dim = 2 : tensor<0x0x2x0xi16>
    %v147 = stablehlo.add %v145, %v146 : tensor<0x0x2x0xi16>
    %v148 = stablehlo.iota dim = 3 : tensor<0x0x2x0xi16>
    %v149 = stablehlo.add %v147, %v148 : tensor<0x0x2x0xi16>
    %v150 = "stablehlo.select_and_scatter"(%v122, %v149, %zero) <{window_dimensions = array<i64: 3, 2, 2, 2>, window_strides = array<i64: 2, 1, 1, 2>}> ({
^bb0(%p: tensor<i16>, %q: tensor<i16>):
%r = stablehlo.compare GE, %p, %q : (tensor<i16>, tensor<i16>) -> tensor<i1>
stablehlo.return %r : tensor<i1>
}, {
^bb0(%p: tensor<i16>, %q: tensor<i16>):
%r = stablehlo.add %p, %q : tensor<i16>
stablehlo.return %r : tensor<i16>
}) : (tensor<0x1x3x1xi16>, tensor<0x0x2x0xi16>, tensor<i16>) -> tensor<0x1x3x1xi16>
    %v151 = "stablehlo.clamp"(%low, %v150, %high) : (tensor<i16>, tensor<0x1x3x1xi16>, tensor<i16>) -> tensor<0x1x3x1xi16>
    %v152 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<i16>) -> tensor<0x0x1xi16>
    %v153 = stablehlo.iota dim = 0 : tensor<0x0x1xi16>
    %v154 = stablehlo.add %v152, %v153 : tensor<0x0x1xi16>
    %v155 = stablehlo.iota dim = 1 : tensor<0x0x1xi16>
    %v156 = stablehlo.add %v154, %v155 : tensor<0x0x1xi16>
    %v157 = stablehlo.iota dim = 2 : tensor<0x0x1xi16>
    %v158 = stablehlo.add %v156, %v157 : tensor<0x0x1xi16>
    %v159 = stablehlo.constant dense<0> : tensor<0x1xi32>
    %v160 = stablehlo.iota dim = 0 : tensor<0x1xi32>
    %v161 = stablehlo.add %v159, %v160 : tensor<0x1xi32>
    %v162 = stablehlo.iota dim = 1 : tensor<0x1xi32>
    %v163 = stablehlo.add %v161, %v162 : tensor<0x1xi32>
    %v164 = "stablehlo.scatter"(%v138, %v163, %v158) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1, 2], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
^bb0(%p: tensor<i16>, %q: tensor<i16>):
%r = stablehlo.add %p, %q : tensor<i16>
stablehlo.return %r : tensor<i16>
}) : (tensor<0x0x1xi16>, tensor<0x1xi32>, tensor<0x0x1xi16>) -> tensor<0x0x1xi16>
    %v165 = "stablehlo.clamp"(%low, %v164, %high) : (tensor<i16>, tensor<0x0x1xi16>, tensor<i16>) -> tensor<0x0x1xi16>
    %v166 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<i16>) -> tensor<0x0x1xi16>
    %v167 = stablehlo.iota dim = 0 : tensor<0x0x1xi16>
    %v168 = stablehlo.add %v166, %v167 : tensor<0x0x1xi16>
    %v169 = stablehlo.iota dim = 1 : tensor<0x0x1xi16>
    %v170 = stablehlo.add %v168, %v169 : tensor<0x0x1xi16>
    %v171 = stablehlo.iota dim = 2 : tensor<0x0x1xi16>
    %v172 = stablehlo.add %v170, %v171 : tensor<0x0x1xi16>
    %v173 = "stablehlo.select_and_scatter"(%v158, %v172, %zero) <{window_dimensions = array<i64: 3, 3, 1>, window_strides = array<i64: 2, 1, 2>}> ({
^bb0(%p: tensor<i16>, %q: tensor<i16>):
%r = stablehlo.compare GE, %p, %q : (tensor<i16>, tensor<i16>) -> tensor<i1>
stablehlo.return %r : tensor<i1>
}, {
^bb0(%p: tensor<i16>, %q: tensor<i16>):
%r = stablehlo.add %p, %q : tensor<i16>
stablehlo.return %r : tensor<i16>
}) : (tensor<0x0x1xi16>, tensor<0x0x1xi16>, tensor<i16>) -> tensor<0x0x1xi16>
    %v174 = "stablehlo.clamp"(%low, %v173, %high) : (tensor<i16>, tensor<0x0x1xi16>, tensor<i16>) -> tensor<0x0x1xi16>
    %v175 = stablehlo.reshape %v7 : (tensor<2x0xi16>) -> tensor<0xi16>
    %v176 = stablehlo.reshape %v11 : (tensor<2x2xi16>) -> tensor<4xi16>
    %v177 = stablehlo.reshape %v18 : (tensor<2x2x0xi16>) -> tensor<0xi16>
    %v178 = stablehlo.reshape %v20 : (tensor<2x0xi16>) -> tensor<0xi16>
    %v179 = stablehlo.reshape %v29 : (tensor<3x1x1x1xi16>) -> tensor<3xi16>
    %v180 = stablehlo.reshape %v38 : (tensor<1x1x1x3xi16>) -> tensor<3xi16>
    %v181 = stablehlo.reshape %v40 : (tensor<3x2x1x3xi16>) -> tensor<18xi16>
    %v182 = stablehlo.reshape %v42 : (tensor<3x2x0xi16>) -> tensor<0xi16>
    %v183 = stablehlo.reshape %v44 : (tensor<3x4x0xi16>) -> tensor<0xi16>
    %v184 = stablehlo.reshape %v46 : (tensor<2x0xi16>) -> tensor<0xi16>
    %v185 = stablehlo.reshape %v48 : (tensor<1x1x0xi16>) -> tensor<0xi16>
    %v186 = stablehlo.reshape %v50 : (tensor<0x2x1x2xi16>) -> tensor<0xi16>
    %v187 = stablehlo.reshape %v52 : (tensor<0x2x2x1xi16>) -> tensor<0xi16>
    %v188 = stablehlo.reshape %v54 : (tensor<0x2x2x1xi16>) -> tensor<0xi16>
    %v189 = stablehlo.reshape %v56 : (tensor<0xi16>) -> tensor<0xi16>
    %v190 = stablehlo.reshape %v61 : (tensor<0x1xi16>) -> tensor<0xi16>
    %v191 = stablehlo.reshape %v63 : (tensor<1xi16>) -> tensor<1xi16>
    %v192 = stablehlo.reshape %v72 : (tensor<3x1x0x2xi16>) -> tensor<0xi16>
    %v193 = stablehlo.reshape %v81 : (tensor<3x3x2x2xi16>) -> tensor<36xi16>
    %v194 = stablehlo.reshape %v83 : (tensor<3x0x0x2xi16>) -> tensor<0xi16>
    %v195 = stablehlo.reshape %v85 : (tensor<1x1x0x0xi16>) -> tensor<0xi16>
    %v196 = stablehlo.reshape %v87 : (tensor<1x1x0x0xi16>) -> tensor<0xi16>
    %v197 = stablehlo.reshape %v89 : (tensor<1xi16>) -> tensor<1xi16>
    %v198 = stablehlo.reshape %v96 : (tensor<1x3x0x0xi16>) -> tensor<0xi16>
    %v199 = stablehlo.reshape %v98 : (tensor<0xi16>) -> tensor<0xi16>
    %v200 = stablehlo.reshape %v105 : (tensor<1x1x0x0xi16>) -> tensor<0xi16>
    %v201 = stablehlo.reshape %v111 : (tensor<1x0x0x0xi16>) -> tensor<0xi16>
    %v202 = stablehlo.reshape %v113 : (tensor<0x0x1x3xi16>) -> tensor<0xi16>
    %v203 = stablehlo.reshape %v122 : (tensor<0x1x3x1xi16>) -> tensor<0xi16>
    %v204 = stablehlo.reshape %v124 : (tensor<0x0x1xi16>) -> tensor<0xi16>
    %v205 = stablehlo.reshape %v131 : (tensor<2x0x1xi16>) -> tensor<0xi16>
    %v206 = stablehlo.reshape %v138 : (tensor<0x0x1xi16>) -> tensor<0xi16>
    %v207 = stablehlo.reshape %v140 : (tensor<i16>) -> tensor<1xi16>
    %v208 = stablehlo.reshape %v149 : (tensor<0x0x2x0xi16>) -> tensor<0xi16>
    %v209 = stablehlo.reshape %v151 : (tensor<0x1x3x1xi16>) -> tensor<0xi16>
    %v210 = stablehlo.reshape %v158 : (tensor<0x0x1xi16>) -> tensor<0xi16>
    %v211 = stablehlo.reshape %v165 : (tensor<0x0x1xi16>) -> tensor<0xi16>
    %v212 = stablehlo.reshape %v172 : (tensor<0x0x1xi16>) -> tensor<0xi16>
    %v213 = stablehlo.reshape %v174 : (tensor<0x0x1xi16>) -> tensor<0xi16>
    %v214 = stablehlo.concatenate %v175, %v176, %v177, %v178, %v179, %v180, %v181, %v182, %v183, %v184, %v185, %v186, %v187, %v188, %v189, %v190, %v191, %v192, %v193, %v194, %v195, %v196, %v197, %v198, %v199, %v200, %v201, %v202, %v203, %v204, %v205, %v206, %v207, %v208, %v209, %v210, %v211, %v212, %v213, dim = 0 : (tensor<0xi16>, tensor<4xi16>, tensor<0xi16>, tensor<0xi16>, tensor<3xi16>, tensor<3xi16>, tensor<18xi16>, tensor<0xi16>, tensor<0xi16>, tensor<0xi16>, tensor<0xi16>, tensor<0xi16>, tensor<0xi16>, tensor<0xi16>, tensor<0xi16>, tensor<0xi16>, tensor<1xi16>, tensor<0xi16>, tensor<36xi16>, tensor<0xi16>, tensor<0xi16>, tensor<0xi16>, tensor<1xi16>, tensor<0xi16>, tensor<0xi16>, tensor<0xi16>, tensor<0xi16>, tensor<0xi16>, tensor<0xi16>, tensor<0xi16>, tensor<0xi16>, tensor<0xi16>, tensor<1xi16>, tensor<0xi16>, tensor<0xi16>, tensor<0xi16>, tensor<0xi16>, tensor<0xi16>, tensor<0xi16>) -> tensor<67xi16>
    return %v174, %v11, %v46, %v214 : tensor<0x0x1xi16>, tensor<2x2xi16>, tensor<2x0xi16>, tensor<67xi16>
  }
}
