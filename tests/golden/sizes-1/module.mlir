module @case {
  func.func public @main(%arg0: tensor<2x3xi32>, %arg1: tensor<1x1x2xi32>, %arg2: tensor<1x0xi32>) -> (tensor<3x1x1xi32>, tensor<1x0xi32>, tensor<1x0xi32>, tensor<157xi32>) {
    %zero = stablehlo.constant dense<0> : tensor<i32>
    %low = stablehlo.constant dense<-8> : tensor<i32>
    %high = stablehlo.constant dense<8> : tensor<i32>
    %v3 = stablehlo.subtract %arg2, %arg2 : (tensor<1x0xi32>, tensor<1x0xi32>) -> tensor<1x0xi32>
    %v4 = "stablehlo.clamp"(%low, %v3, %high) : (tensor<i32>, tensor<1x0xi32>, tensor<i32>) -> tensor<1x0xi32>
    %v5 = stablehlo.constant dense<0> : tensor<1x1xi32>
    %v6 = stablehlo.iota dim = 0 : tensor<1x1xi32>
    %v7 = stablehlo.add %v5, %v6 : tensor<1x1xi32>
    %v8 = stablehlo.iota dim = 1 : tensor<1x1xi32>
    %v9 = stablehlo.add %v7, %v8 : tensor<1x1xi32>
    %v10 = "stablehlo.gather"(%v4, %v9) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 0>}> : (tensor<1x0xi32>, tensor<1x1xi32>) -> tensor<1x0xi32>
    %v11 = "stablehlo.clamp"(%low, %v10, %high) : (tensor<i32>, tensor<1x0xi32>, tensor<i32>) -> tensor<1x0xi32>
    %v12 = "stablehlo.reduce_window"(%arg0, %zero) <{padding = dense<[[1, 0], [0, 0]]> : tensor<2x2xi64>, window_dimensions = array<i64: 2, 1>}> ({
^bb0(%p: tensor<i32>, %q: tensor<i32>):
%r = stablehlo.add %p, %q : tensor<i32>
stablehlo.return %r : tensor<i32>
}) : (tensor<2x3xi32>, tensor<i32>) -> tensor<2x3xi32>
    %v13 = "stablehlo.clamp"(%low, %v12, %high) : (tensor<i32>, tensor<2x3xi32>, tensor<i32>) -> tensor<2x3xi32>
    %v14 = stablehlo.broadcast_in_dim %arg2, dims = [1, 2] : (tensor<1x0xi32>) -> tensor<0x1x0x3xi32>
    %v15 = "stablehlo.clamp"(%low, %v14, %high) : (tensor<i32>, tensor<0x1x0x3xi32>, tensor<i32>) -> tensor<0x1x0x3xi32>
    %v16 = stablehlo.negate %v13 : (tensor<2x3xi32>) -> tensor<2x3xi32>
    %v17 = "stablehlo.clamp"(%low, %v16, %high) : (tensor<i32>, tensor<2x3xi32>, tensor<i32>) -> tensor<2x3xi32>
    %v18 = stablehlo.reverse %v11, dims = [0] : tensor<1x0xi32>
    %v19 = "stablehlo.clamp"(%low, %v18, %high) : (tensor<i32>, tensor<1x0xi32>, tensor<i32>) -> tensor<1x0xi32>
    %v20 = stablehlo.broadcast_in_dim %v19, dims = [2, 3] : (tensor<1x0xi32>) -> tensor<3x0x2x0xi32>
    %v21 = "stablehlo.clamp"(%low, %v20, %high) : (tensor<i32>, tensor<3x0x2x0xi32>, tensor<i32>) -> tensor<3x0x2x0xi32>
    %v22 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<i32>) -> tensor<1x0xi32>
    %v23 = stablehlo.iota dim = 0 : tensor<1x0xi32>
    %v24 = stablehlo.add %v22, %v23 : tensor<1x0xi32>
    %v25 = stablehlo.iota dim = 1 : tensor<1x0xi32>
    %v26 = stablehlo.add %v24, %v25 : tensor<1x0xi32>
    %v27 = "stablehlo.select_and_scatter"(%v11, %v26, %zero) <{window_dimensions = array<i64: 1, 3>, window_strides = array<i64: 1, 2>}> ({
^bb0(%p: tensor<i32>, %q: tensor<i32>):
%r = stablehlo.compare GE, %p, %q : (tensor<i32>, tensor<i32>) -> tensor<i1>
stablehlo.return %r : tensor<i1>
}, {
^bb0(%p: tensor<i32>, %q: tensor<i32>):
%r = stablehlo.add %p, %q : tensor<i32>
stablehlo.return %r : tensor<i32>
}) : (tensor<1x0xi32>, tensor<1x0xi32>, tensor<i32>) -> tensor<1x0xi32>
    %v28 = "stablehlo.clamp"(%low, %v27, %high) : (tensor<i32>, tensor<1x0xi32>, tensor<i32>) -> tensor<1x0xi32>
    %v29 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<i32>) -> tensor<0x0xi32>
    %v30 = stablehlo.iota dim = 0 : tensor<0x0xi32>
    %v31 = stablehlo.add %v29, %v30 : tensor<0x0xi32>
    %v32 = stablehlo.iota dim = 1 : tensor<0x0xi32>
    %v33 = stablehlo.add %v31, %v32 : tensor<0x0xi32>
    %v34 = stablehlo.constant dense<1> : tensor<i32>
    %v35 = stablehlo.constant dense<2> : tensor<i32>
    %v36 = stablehlo.dynamic_update_slice %v26, %v33, %v34, %v35 : (tensor<1x0xi32>, tensor<0x0xi32>, tensor<i32>, tensor<i32>) -> tensor<1x0xi32>
    %v37 = "stablehlo.clamp"(%low, %v36, %high) : (tensor<i32>, tensor<1x0xi32>, tensor<i32>) -> tensor<1x0xi32>
    %v38 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<i32>) -> tensor<1x0x2x1xi32>
    %v39 = stablehlo.iota dim = 0 : tensor<1x0x2x1xi32>
    %v40 = stablehlo.add %v38, %v39 : tensor<1x0x2x1xi32>
    %v41 = stablehlo.iota dim = 1 : tensor<1x0x2x1xi32>
    %v42 = stablehlo.add %v40, %v41 : tensor<1x0x2x1xi32>
    %v43 = stablehlo.iota dim = 2 : tensor<1x0x2x1xi32>
    %v44 = stablehlo.add %v42, %v43 : tensor<1x0x2x1xi32>
    %v45 = stablehlo.iota dim = 3 : tensor<1x0x2x1xi32>
    %v46 = stablehlo.add %v44, %v45 : tensor<1x0x2x1xi32>
    %v47 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<i32>) -> tensor<3x2x1x1xi32>
    %v48 = stablehlo.iota dim = 0 : tensor<3x2x1x1xi32>
    %v49 = stablehlo.add %v47, %v48 : tensor<3x2x1x1xi32>
    %v50 = stablehlo.iota dim = 1 : tensor<3x2x1x1xi32>
    %v51 = stablehlo.add %v49, %v50 : tensor<3x2x1x1xi32>
    %v52 = stablehlo.iota dim = 2 : tensor<3x2x1x1xi32>
    %v53 = stablehlo.add %v51, %v52 : tensor<3x2x1x1xi32>
    %v54 = stablehlo.iota dim = 3 : tensor<3x2x1x1xi32>
    %v55 = stablehlo.add %v53, %v54 : tensor<3x2x1x1xi32>
    %v56 = stablehlo.convolution(%v46, %v55) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[0, 1], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x0x2x1xi32>, tensor<3x2x1x1xi32>) -> tensor<1x0x3x1xi32>
    %v57 = "stablehlo.clamp"(%low, %v56, %high) : (tensor<i32>, tensor<1x0x3x1xi32>, tensor<i32>) -> tensor<1x0x3x1xi32>
    %v58 = stablehlo.reduce(%v55 init: %zero) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<3x2x1x1xi32>, tensor<i32>) -> tensor<1xi32>
    %v59 = "stablehlo.clamp"(%low, %v58, %high) : (tensor<i32>, tensor<1xi32>, tensor<i32>) -> tensor<1xi32>
    %v60 = stablehlo.constant dense<0> : tensor<2x1xi32>
    %v61 = stablehlo.iota dim = 0 : tensor<2x1xi32>
    %v62 = stablehlo.add %v60, %v61 : tensor<2x1xi32>
    %v63 = stablehlo.iota dim = 1 : tensor<2x1xi32>
    %v64 = stablehlo.add %v62, %v63 : tensor<2x1xi32>
    %v65 = "stablehlo.gather"(%v59, %v64) <{dimension_numbers = #stablehlo.gather<offset_dims = [], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1>}> : (tensor<1xi32>, tensor<2x1xi32>) -> tensor<2xi32>
    %v66 = "stablehlo.clamp"(%low, %v65, %high) : (tensor<i32>, tensor<2xi32>, tensor<i32>) -> tensor<2xi32>
    %v67 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<i32>) -> tensor<1x0xi32>
    %v68 = stablehlo.iota dim = 0 : tensor<1x0xi32>
    %v69 = stablehlo.add %v67, %v68 : tensor<1x0xi32>
    %v70 = stablehlo.iota dim = 1 : tensor<1x0xi32>
    %v71 = stablehlo.add %v69, %v70 : tensor<1x0xi32>
    %v72 = stablehlo.compare LT, %v37, %v71 : (tensor<1x0xi32>, tensor<1x0xi32>) -> tensor<1x0xi1>
    %v73 = stablehlo.select %v72, %v71, %v37 : tensor<1x0xi1>, tensor<1x0xi32>
    %v74 = "stablehlo.clamp"(%low, %v73, %high) : (tensor<i32>, tensor<1x0xi32>, tensor<i32>) -> tensor<1x0xi32>
    %v75 = stablehlo.constant dense<0> : tensor<2x1xi32>
    %v76 = stablehlo.iota dim = 0 : tensor<2x1xi32>
    %v77 = stablehlo.add %v75, %v76 : tensor<2x1xi32>
    %v78 = stablehlo.iota dim = 1 : tensor<2x1xi32>
    %v79 = stablehlo.add %v77, %v78 : tensor<2x1xi32>
    %v80 = "stablehlo.gather"(%v71, %v79) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 0>}> : (tensor<1x0xi32>, tensor<2x1xi32>) -> tensor<2x0xi32>
    %v81 = "stablehlo.clamp"(%low, %v80, %high) : (tensor<i32>, tensor<2x0xi32>, tensor<i32>) -> tensor<2x0xi32>
    %v82 = "stablehlo.sort"(%v74) <{dimension = 1 : i64, is_stable = true}> ({
^bb0(%p: tensor<i32>, %q: tensor<i32>):
%r = stablehlo.compare LT, %p, %q : (tensor<i32>, tensor<i32>) -> tensor<i1>
stablehlo.return %r : tensor<i1>
}) : (tensor<1x0xi32>) -> tensor<1x0xi32>
    %v83 = "stablehlo.clamp"(%low, %v82, %high) : (tensor<i32>, tensor<1x0xi32>, tensor<i32>) -> tensor<1x0xi32>
    %v84 = stablehlo.transpose %v74, dims = [0, 1] : (tensor<1x0xi32>) -> tensor<1x0xi32>
    %v85 = "stablehlo.clamp"(%low, %v84, %high) : (tensor<i32>, tensor<1x0xi32>, tensor<i32>) -> tensor<1x0xi32>
    %v86 = stablehlo.pad %v71, %high, low = [1, 0], high = [0, 2], interior = [1, 1] : (tensor<1x0xi32>, tensor<i32>) -> tensor<2x2xi32>
    %v87 = "stablehlo.clamp"(%low, %v86, %high) : (tensor<i32>, tensor<2x2xi32>, tensor<i32>) -> tensor<2x2xi32>
    %v88 = stablehlo.transpose %v74, dims = [0, 1] : (tensor<1x0xi32>) -> tensor<1x0xi32>
    %v89 = "stablehlo.clamp"(%low, %v88, %high) : (tensor<i32>, tensor<1x0xi32>, tensor<i32>) -> tensor<1x0xi32>
    %v90 = stablehlo.broadcast_in_dim %v85, dims = [0, 1] : (tensor<1x0xi32>) -> tensor<3x0xi32>
    %v91 = "stablehlo.clamp"(%low, %v90, %high) : (tensor<i32>, tensor<3x0xi32>, tensor<i32>) -> tensor<3x0xi32>
    %v92 = stablehlo.reshape %v87 : (tensor<2x2xi32>) -> tensor<2x1x2x1xi32>
    %v93 = "stablehlo.clamp"(%low, %v92, %high) : (tensor<i32>, tensor<2x1x2x1xi32>, tensor<i32>) -> tensor<2x1x2x1xi32>
    %v94 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<i32>) -> tensor<1x2x3xi32>
    %v95 = stablehlo.iota dim = 0 : tensor<1x2x3xi32>
    %v96 = stablehlo.add %v94, %v95 : tensor<1x2x3xi32>
    %v97 = stablehlo.iota dim = 1 : tensor<1x2x3xi32>
    %v98 = stablehlo.add %v96, %v97 : tensor<1x2x3xi32>
    %v99 = stablehlo.iota dim = 2 : tensor<1x2x3xi32>
    %v100 = stablehlo.add %v98, %v99 : tensor<1x2x3xi32>
    %v101 = stablehlo.dot_general %v93, %v100, contracting_dims = [3, 2] x [0, 1] : (tensor<2x1x2x1xi32>, tensor<1x2x3xi32>) -> tensor<2x1x3xi32>
    %v102 = "stablehlo.clamp"(%low, %v101, %high) : (tensor<i32>, tensor<2x1x3xi32>, tensor<i32>) -> tensor<2x1x3xi32>
    %v103 = "stablehlo.reduce_window"(%v102, %zero) <{padding = dense<[[0, 0], [0, 0], [2, 0]]> : tensor<3x2xi64>, window_dimensions = array<i64: 1, 1, 3>}> ({
^bb0(%p: tensor<i32>, %q: tensor<i32>):
%r = stablehlo.add %p, %q : tensor<i32>
stablehlo.return %r : tensor<i32>
}) : (tensor<2x1x3xi32>, tensor<i32>) -> tensor<2x1x3xi32>
    %v104 = "stablehlo.clamp"(%low, %v103, %high) : (tensor<i32>, tensor<2x1x3xi32>, tensor<i32>) -> tensor<2x1x3xi32>
    %v105 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<i32>) -> tensor<3x1x1xi32>
    %v106 = stablehlo.iota dim = 0 : tensor<3x1x1xi32>
    %v107 = stablehlo.add %v105, %v106 : tensor<3x1x1xi32>
    %v108 = stablehlo.iota dim = 1 : tensor<3x1x1xi32>
    %v109 = stablehlo.add %v107, %v108 : tensor<3x1x1xi32>
    %v110 = stablehlo.iota dim = 2 : tensor<3x1x1xi32>
    %v111 = stablehlo.add %v109, %v110 : tensor<3x1x1xi32>
    %v112 = stablehlo.dot_general %v104, %v111, contracting_dims = [2, 1] x [0, 1] : (tensor<2x1x3xi32>, tensor<3x1x1xi32>) -> tensor<2x1xi32>
    %v113 = "stablehlo.clamp"(%low, %v112, %high) : (tensor<i32>, tensor<2x1xi32>, tensor<i32>) -> tensor<2x1xi32>
    %v114 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<i32>) -> tensor<3x1x3xi32>
    %v115 = stablehlo.iota dim = 0 : tensor<3x1x3xi32>
    %v116 = stablehlo.add %v114, %v115 : tensor<3x1x3xi32>
    %v117 = stablehlo.iota dim = 1 : tensor<3x1x3xi32>
    %v118 = stablehlo.add %v116, %v117 : tensor<3x1x3xi32>
    %v119 = stablehlo.iota dim = 2 : tensor<3x1x3xi32>
    %v120 = stablehlo.add %v118, %v119 : tensor<3x1x3xi32>
    %v121 = stablehlo.constant dense<0> : tensor<3x1xi32>
    %v122 = stablehlo.iota dim = 0 : tensor<3x1xi32>
    %v123 = stablehlo.add %v121, %v122 : tensor<3x1xi32>
    %v124 = stablehlo.iota dim = 1 : tensor<3x1xi32>
    %v125 = stablehlo.add %v123, %v124 : tensor<3x1xi32>
    %v126 = "stablehlo.scatter"(%v104, %v125, %v120) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1, 2], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
^bb0(%p: tensor<i32>, %q: tensor<i32>):
%r = stablehlo.add %p, %q : tensor<i32>
stablehlo.return %r : tensor<i32>
}) : (tensor<2x1x3xi32>, tensor<3x1xi32>, tensor<3x1x3xi32>) -> tensor<2x1x3xi32>
    %v127 = "stablehlo.clamp"(%low, %v126, %high) : (tensor<i32>, tensor<2x1x3xi32>, tensor<i32>) -> tensor<2x1x3xi32>
    %v128 = stablehlo.subtract %v111, %v111 : (tensor<3x1x1xi32>, tensor<3x1x1xi32>) -> tensor<3x1x1xi32>
    %v129 = "stablehlo.clamp"(%low, %v128, %high) : (tensor<i32>, tensor<3x1x1xi32>, tensor<i32>) -> tensor<3x1x1xi32>
    %v130 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<i32>) -> tensor<3x2x1x3xi32>
    %v131 = stablehlo.iota dim = 0 : tensor<3x2x1x3xi32>
    %v132 = stablehlo.add %v130, %v131 : tensor<3x2x1x3xi32>
    %v133 = stablehlo.iota dim = 1 : tensor<3x2x1x3xi32>
    %v134 = stablehlo.add %v132, %v133 : tensor<3x2x1x3xi32>
    %v135 = stablehlo.iota dim = 2 : tensor<3x2x1x3xi32>
    %v136 = stablehlo.add %v134, %v135 : tensor<3x2x1x3xi32>
    %v137 = stablehlo.iota dim = 3 : tensor<3x2x1x3xi32>
    %v138 = stablehlo.add %v136, %v137 : tensor<3x2x1x3xi32>
    %v139 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<i32>) -> tensor<1x2x3x3xi32>
    %v140 = stablehlo.iota dim = 0 : tensor<1x2x3x3xi32>
    %v141 = stablehlo.add %v139, %v140 : tensor<1x2x3x3xi32>
    %v142 = stablehlo.iota dim = 1 : tensor<1x2x3x3xi32>
    %v143 = stablehlo.add %v141, %v142 : tensor<1x2x3x3xi32>
    %v144 = stablehlo.iota dim = 2 : tensor<1x2x3x3xi32>
    %v145 = stablehlo.add %v143, %v144 : tensor<1x2x3x3xi32>
    %v146 = stablehlo.iota dim = 3 : tensor<1x2x3x3xi32>
    %v147 = stablehlo.add %v145, %v146 : tensor<1x2x3x3xi32>
    %v148 = stablehlo.convolution(%v138, %v147) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[1, 1], [1, 0]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<3x2x1x3xi32>, tensor<1x2x3x3xi32>) -> tensor<3x4x1x3xi32>
    %v149 = "stablehlo.clamp"(%low, %v148, %high) : (tensor<i32>, tensor<3x4x1x3xi32>, tensor<i32>) -> tensor<3x4x1x3xi32>
    %v150 = stablehlo.transpose %v120, dims = [2, 1, 0] : (tensor<3x1x3xi32>) -> tensor<3x1x3xi32>
    %v151 = "stablehlo.clamp"(%low, %v150, %high) : (tensor<i32>, tensor<3x1x3xi32>, tensor<i32>) -> tensor<3x1x3xi32>
    %v152 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<i32>) -> tensor<3x1xi32>
    %v153 = stablehlo.iota dim = 0 : tensor<3x1xi32>
    %v154 = stablehlo.add %v152, %v153 : tensor<3x1xi32>
    %v155 = stablehlo.iota dim = 1 : tensor<3x1xi32>
    %v156 = stablehlo.add %v154, %v155 : tensor<3x1xi32>
    %v157 = stablehlo.dot_general %v151, %v156, contracting_dims = [2] x [0] : (tensor<3x1x3xi32>, tensor<3x1xi32>) -> tensor<3x1x1xi32>
    %v158 = "stablehlo.clamp"(%low, %v157, %high) : (tensor<i32>, tensor<3x1x1xi32>, tensor<i32>) -> tensor<3x1x1xi32>
    %v159 = stablehlo.reshape %v4 : (tensor<1x0xi32>) -> tensor<0xi32>
    %v160 = stablehlo.reshape %v11 : (tensor<1x0xi32>) -> tensor<0xi32>
    %v161 = stablehlo.reshape %v13 : (tensor<2x3xi32>) -> tensor<6xi32>
    %v162 = stablehlo.reshape %v15 : (tensor<0x1x0x3xi32>) -> tensor<0xi32>
    %v163 = stablehlo.reshape %v17 : (tensor<2x3xi32>) -> tensor<6xi32>
    %v164 = stablehlo.reshape %v19 : (tensor<1x0xi32>) -> tensor<0xi32>
    %v165 = stablehlo.reshape %v21 : (tensor<3x0x2x0xi32>) -> tensor<0xi32>
    %v166 = stablehlo.reshape %v26 : (tensor<1x0xi32>) -> tensor<0xi32>
    %v167 = stablehlo.reshape %v28 : (tensor<1x0xi32>) -> tensor<0xi32>
    %v168 = stablehlo.reshape %v33 : (tensor<0x0xi32>) -> tensor<0xi32>
    %v169 = stablehlo.reshape %v37 : (tensor<1x0xi32>) -> tensor<0xi32>
    %v170 = stablehlo.reshape %v46 : (tensor<1x0x2x1xi32>) -> tensor<0xi32>
    %v171 = stablehlo.reshape %v55 : (tensor<3x2x1x1xi32>) -> tensor<6xi32>
    %v172 = stablehlo.reshape %v57 : (tensor<1x0x3x1xi32>) -> tensor<0xi32>
    %v173 = stablehlo.reshape %v59 : (tensor<1xi32>) -> tensor<1xi32>
    %v174 = stablehlo.reshape %v66 : (tensor<2xi32>) -> tensor<2xi32>
    %v175 = stablehlo.reshape %v71 : (tensor<1x0xi32>) -> tensor<0xi32>
    %v176 = stablehlo.reshape %v74 : (tensor<1x0xi32>) -> tensor<0xi32>
    %v177 = stablehlo.reshape %v81 : (tensor<2x0xi32>) -> tensor<0xi32>
    %v178 = stablehlo.reshape %v83 : (tensor<1x0xi32>) -> tensor<0xi32>
    %v179 = stablehlo.reshape %v85 : (tensor<1x0xi32>) -> tensor<0xi32>
    %v180 = stablehlo.reshape %v87 : (tensor<2x2xi32>) -> tensor<4xi32>
    %v181 = stablehlo.reshape %v89 : (tensor<1x0xi32>) -> tensor<0xi32>
    %v182 = stablehlo.reshape %v91 : (tensor<3x0xi32>) -> tensor<0xi32>
    %v183 = stablehlo.reshape %v93 : (tensor<2x1x2x1xi32>) -> tensor<4xi32>
    %v184 = stablehlo.reshape %v100 : (tensor<1x2x3xi32>) -> tensor<6xi32>
    %v185 = stablehlo.reshape %v102 : (tensor<2x1x3xi32>) -> tensor<6xi32>
    %v186 = stablehlo.reshape %v104 : (tensor<2x1x3xi32>) -> tensor<6xi32>
    %v187 = stablehlo.reshape %v111 : (tensor<3x1x1xi32>) -> tensor<3xi32>
    %v188 = stablehlo.reshape %v113 : (tensor<2x1xi32>) -> tensor<2xi32>
    %v189 = stablehlo.reshape %v120 : (tensor<3x1x3xi32>) -> tensor<9xi32>
    %v190 = stablehlo.reshape %v127 : (tensor<2x1x3xi32>) -> tensor<6xi32>
    %v191 = stablehlo.reshape %v129 : (tensor<3x1x1xi32>) -> tensor<3xi32>
    %v192 = stablehlo.reshape %v138 : (tensor<3x2x1x3xi32>) -> tensor<18xi32>
    %v193 = stablehlo.reshape %v147 : (tensor<1x2x3x3xi32>) -> tensor<18xi32>
    %v194 = stablehlo.reshape %v149 : (tensor<3x4x1x3xi32>) -> tensor<36xi32>
    %v195 = stablehlo.reshape %v151 : (tensor<3x1x3xi32>) -> tensor<9xi32>
    %v196 = stablehlo.reshape %v156 : (tensor<3x1xi32>) -> tensor<3xi32>
    %v197 = stablehlo.reshape %v158 : (tensor<3x1x1xi32>) -> tensor<3xi32>
    %v198 = stablehlo.concatenate %v159, %v160, %v161, %v162, %v163, %v164, %v165, %v166, %v167, %v168, %v169, %v170, %v171, %v172, %v173, %v174, %v175, %v176, %v177, %v178, %v179, %v180, %v181, %v182, %v183, %v184, %v185, %v186, %v187, %v188, %v189, %v190, %v191, %v192, %v193, %v194, %v195, %v196, %v197, dim = 0 : (tensor<0xi32>, tensor<0xi32>, tensor<6xi32>, tensor<0xi32>, tensor<6xi32>, tensor<0xi32>, tensor<0xi32>, tensor<0xi32>, tensor<0xi32>, tensor<0xi32>, tensor<0xi32>, tensor<0xi32>, tensor<6xi32>, tensor<0xi32>, tensor<1xi32>, tensor<2xi32>, tensor<0xi32>, tensor<0xi32>, tensor<0xi32>, tensor<0xi32>, tensor<0xi32>, tensor<4xi32>, tensor<0xi32>, tensor<0xi32>, tensor<4xi32>, tensor<6xi32>, tensor<6xi32>, tensor<6xi32>, tensor<3xi32>, tensor<2xi32>, tensor<9xi32>, tensor<6xi32>, tensor<3xi32>, tensor<18xi32>, tensor<18xi32>, tensor<36xi32>, tensor<9xi32>, tensor<3xi32>, tensor<3xi32>) -> tensor<157xi32>
    return %v158, %v4, %v26, %v198 : tensor<3x1x1xi32>, tensor<1x0xi32>, tensor<1x0xi32>, tensor<157xi32>
  }
}
