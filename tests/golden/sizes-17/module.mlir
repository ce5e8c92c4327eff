module @case {
  func.func public @main(%arg0: tensor<0x0x1xi32>, %arg1: tensor<2x1xi32>, %arg2: tensor<1xi32>, %arg3: tensor<1xi32>) -> (tensor<9xi32>, tensor<2x1xi32>, tensor<0x0xi32>, tensor<103xi32>) {
    %zero = stablehlo.constant dense<0> : tensor<i32>
    %low = stablehlo.constant dense<-8> : tensor<i32>
    %high = stablehlo.constant dense<8> : tensor<i32>
    %v3 = stablehlo.broadcast_in_dim %arg2, dims = [0] : (tensor<1xi32>) -> tensor<0xi32>
    %v4 = "stablehlo.clamp"(%low, %v3, %high) : (tensor<i32>, tensor<0xi32>, tensor<i32>) -> tensor<0xi32>
    %v5 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<i32>) -> tensor<1x1xi32>
    %v6 = stablehlo.iota dim = 0 : tensor<1x1xi32>
    %v7 = stablehlo.add %v5, %v6 : tensor<1x1xi32>
    %v8 = stablehlo.iota dim = 1 : tensor<1x1xi32>
    %v9 = stablehlo.add %v7, %v8 : tensor<1x1xi32>
    %v10 = stablehlo.constant dense<0> : tensor<1x1xi32>
    %v11 = stablehlo.iota dim = 0 : tensor<1x1xi32>
    %v12 = stablehlo.add %v10, %v11 : tensor<1x1xi32>
    %v13 = stablehlo.iota dim = 1 : tensor<1x1xi32>
    %v14 = stablehlo.add %v12, %v13 : tensor<1x1xi32>
    %v15 = "stablehlo.scatter"(%arg1, %v14, %v9) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
^bb0(%p: tensor<i32>, %q: tensor<i32>):
%r = stablehlo.add %p, %q : tensor<i32>
stablehlo.return %r : tensor<i32>
}) : (tensor<2x1xi32>, tensor<1x1xi32>, tensor<1x1xi32>) -> tensor<2x1xi32>
    %v16 = "stablehlo.clamp"(%low, %v15, %high) : (tensor<i32>, tensor<2x1xi32>, tensor<i32>) -> tensor<2x1xi32>
    %v17 = stablehlo.reduce(%arg1 init: %zero) applies stablehlo.add across dimensions = [0, 1] : (tensor<2x1xi32>, tensor<i32>) -> tensor<i32>
    %v18 = "stablehlo.clamp"(%low, %v17, %high) : (tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<i32>
    %v19 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<i32>) -> tensor<1x1xi32>
    %v20 = stablehlo.iota dim = 0 : tensor<1x1xi32>
    %v21 = stablehlo.add %v19, %v20 : tensor<1x1xi32>
    %v22 = stablehlo.iota dim = 1 : tensor<1x1xi32>
    %v23 = stablehlo.add %v21, %v22 : tensor<1x1xi32>
    %v24 = "stablehlo.select_and_scatter"(%v16, %v23, %zero) <{window_dimensions = array<i64: 2, 1>, window_strides = array<i64: 2, 2>}> ({
^bb0(%p: tensor<i32>, %q: tensor<i32>):
%r = stablehlo.compare GE, %p, %q : (tensor<i32>, tensor<i32>) -> tensor<i1>
stablehlo.return %r : tensor<i1>
}, {
^bb0(%p: tensor<i32>, %q: tensor<i32>):
%r = stablehlo.add %p, %q : tensor<i32>
stablehlo.return %r : tensor<i32>
}) : (tensor<2x1xi32>, tensor<1x1xi32>, tensor<i32>) -> tensor<2x1xi32>
    %v25 = "stablehlo.clamp"(%low, %v24, %high) : (tensor<i32>, tensor<2x1xi32>, tensor<i32>) -> tensor<2x1xi32>
    %v26 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<i32>) -> tensor<0xi32>
    %v27 = stablehlo.iota dim = 0 : tensor<0xi32>
    %v28 = stablehlo.add %v26, %v27 : tensor<0xi32>
    %v29 = "stablehlo.select_and_scatter"(%v4, %v28, %zero) <{window_dimensions = array<i64: 2>, window_strides = array<i64: 1>}> ({
^bb0(%p: tensor<i32>, %q: tensor<i32>):
%r = stablehlo.compare GE, %p, %q : (tensor<i32>, tensor<i32>) -> tensor<i1>
stablehlo.return %r : tensor<i1>
}, {
^bb0(%p: tensor<i32>, %q: tensor<i32>):
%r = stablehlo.add %p, %q : tensor<i32>
stablehlo.return %r : tensor<i32>
}) : (tensor<0xi32>, tensor<0xi32>, tensor<i32>) -> tensor<0xi32>
    %v30 = "stablehlo.clamp"(%low, %v29, %high) : (tensor<i32>, tensor<0xi32>, tensor<i32>) -> tensor<0xi32>
    %v31 = stablehlo.constant dense<1> : tensor<i32>
    %v32 = stablehlo.constant dense<2> : tensor<i32>
    %v33 = stablehlo.dynamic_slice %v25, %v31, %v32, sizes = [0, 0] : (tensor<2x1xi32>, tensor<i32>, tensor<i32>) -> tensor<0x0xi32>
    %v34 = "stablehlo.clamp"(%low, %v33, %high) : (tensor<i32>, tensor<0x0xi32>, tensor<i32>) -> tensor<0x0xi32>
    %v35 = stablehlo.transpose %v34, dims = [1, 0] : (tensor<0x0xi32>) -> tensor<0x0xi32>
    %v36 = "stablehlo.clamp"(%low, %v35, %high) : (tensor<i32>, tensor<0x0xi32>, tensor<i32>) -> tensor<0x0xi32>
    %v37 = stablehlo.concatenate %v34, dim = 0 : (tensor<0x0xi32>) -> tensor<0x0xi32>
    %v38 = "stablehlo.clamp"(%low, %v37, %high) : (tensor<i32>, tensor<0x0xi32>, tensor<i32>) -> tensor<0x0xi32>
    %v39 = stablehlo.pad %v34, %high, low = [2, 0], high = [1, 2], interior = [1, 1] : (tensor<0x0xi32>, tensor<i32>) -> tensor<3x2xi32>
    %v40 = "stablehlo.clamp"(%low, %v39, %high) : (tensor<i32>, tensor<3x2xi32>, tensor<i32>) -> tensor<3x2xi32>
    %v41 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<i32>) -> tensor<1x0xi32>
    %v42 = stablehlo.iota dim = 0 : tensor<1x0xi32>
    %v43 = stablehlo.add %v41, %v42 : tensor<1x0xi32>
    %v44 = stablehlo.iota dim = 1 : tensor<1x0xi32>
    %v45 = stablehlo.add %v43, %v44 : tensor<1x0xi32>
    %v46 = stablehlo.constant dense<0> : tensor<1x1xi32>
    %v47 = stablehlo.iota dim = 0 : tensor<1x1xi32>
    %v48 = stablehlo.add %v46, %v47 : tensor<1x1xi32>
    %v49 = stablehlo.iota dim = 1 : tensor<1x1xi32>
    %v50 = stablehlo.add %v48, %v49 : tensor<1x1xi32>
    %v51 = "stablehlo.scatter"(%v38, %v50, %v45) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
^bb0(%p: tensor<i32>, %q: tensor<i32>):
%r = stablehlo.add %p, %q : tensor<i32>
stablehlo.return %r : tensor<i32>
}) : (tensor<0x0xi32>, tensor<1x1xi32>, tensor<1x0xi32>) -> tensor<0x0xi32>
    %v52 = "stablehlo.clamp"(%low, %v51, %high) : (tensor<i32>, tensor<0x0xi32>, tensor<i32>) -> tensor<0x0xi32>
    %v53 = stablehlo.reshape %v40 : (tensor<3x2xi32>) -> tensor<1x3x2xi32>
    %v54 = "stablehlo.clamp"(%low, %v53, %high) : (tensor<i32>, tensor<1x3x2xi32>, tensor<i32>) -> tensor<1x3x2xi32>
    %v55 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<i32>) -> tensor<1x0xi32>
    %v56 = stablehlo.iota dim = 0 : tensor<1x0xi32>
    %v57 = stablehlo.add %v55, %v56 : tensor<1x0xi32>
    %v58 = stablehlo.iota dim = 1 : tensor<1x0xi32>
    %v59 = stablehlo.add %v57, %v58 : tensor<1x0xi32>
    %v60 = stablehlo.constant dense<0> : tensor<1x1xi32>
    %v61 = stablehlo.iota dim = 0 : tensor<1x1xi32>
    %v62 = stablehlo.add %v60, %v61 : tensor<1x1xi32>
    %v63 = stablehlo.iota dim = 1 : tensor<1x1xi32>
    %v64 = stablehlo.add %v62, %v63 : tensor<1x1xi32>
    %v65 = "stablehlo.scatter"(%v45, %v64, %v59) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
^bb0(%p: tensor<i32>, %q: tensor<i32>):
%r = stablehlo.add %p, %q : tensor<i32>
stablehlo.return %r : tensor<i32>
}) : (tensor<1x0xi32>, tensor<1x1xi32>, tensor<1x0xi32>) -> tensor<1x0xi32>
    %v66 = "stablehlo.clamp"(%low, %v65, %high) : (tensor<i32>, tensor<1x0xi32>, tensor<i32>) -> tensor<1x0xi32>
    %v67 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<i32>) -> tensor<1x0xi32>
    %v68 = stablehlo.iota dim = 0 : tensor<1x0xi32>
    %v69 = stablehlo.add %v67, %v68 : tensor<1x0xi32>
    %v70 = stablehlo.iota dim = 1 : tensor<1x0xi32>
    %v71 = stablehlo.add %v69, %v70 : tensor<1x0xi32>
    %v72 = stablehlo.constant dense<1> : tensor<i32>
    %v73 = stablehlo.constant dense<1> : tensor<i32>
    %v74 = stablehlo.dynamic_update_slice %v59, %v71, %v72, %v73 : (tensor<1x0xi32>, tensor<1x0xi32>, tensor<i32>, tensor<i32>) -> tensor<1x0xi32>
    %v75 = "stablehlo.clamp"(%low, %v74, %high) : (tensor<i32>, tensor<1x0xi32>, tensor<i32>) -> tensor<1x0xi32>
    %v76 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<i32>) -> tensor<0x1x3x1xi32>
    %v77 = stablehlo.iota dim = 0 : tensor<0x1x3x1xi32>
    %v78 = stablehlo.add %v76, %v77 : tensor<0x1x3x1xi32>
    %v79 = stablehlo.iota dim = 1 : tensor<0x1x3x1xi32>
    %v80 = stablehlo.add %v78, %v79 : tensor<0x1x3x1xi32>
    %v81 = stablehlo.iota dim = 2 : tensor<0x1x3x1xi32>
    %v82 = stablehlo.add %v80, %v81 : tensor<0x1x3x1xi32>
    %v83 = stablehlo.iota dim = 3 : tensor<0x1x3x1xi32>
    %v84 = stablehlo.add %v82, %v83 : tensor<0x1x3x1xi32>
    %v85 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<i32>) -> tensor<1x3x1x1xi32>
    %v86 = stablehlo.iota dim = 0 : tensor<1x3x1x1xi32>
    %v87 = stablehlo.add %v85, %v86 : tensor<1x3x1x1xi32>
    %v88 = stablehlo.iota dim = 1 : tensor<1x3x1x1xi32>
    %v89 = stablehlo.add %v87, %v88 : tensor<1x3x1x1xi32>
    %v90 = stablehlo.iota dim = 2 : tensor<1x3x1x1xi32>
    %v91 = stablehlo.add %v89, %v90 : tensor<1x3x1x1xi32>
    %v92 = stablehlo.iota dim = 3 : tensor<1x3x1x1xi32>
    %v93 = stablehlo.add %v91, %v92 : tensor<1x3x1x1xi32>
    %v94 = stablehlo.convolution(%v84, %v93) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[0, 1], [0, 0]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<0x1x3x1xi32>, tensor<1x3x1x1xi32>) -> tensor<0x2x1x1xi32>
    %v95 = "stablehlo.clamp"(%low, %v94, %high) : (tensor<i32>, tensor<0x2x1x1xi32>, tensor<i32>) -> tensor<0x2x1x1xi32>
    %v96 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<i32>) -> tensor<0x1x3x1xi32>
    %v97 = stablehlo.iota dim = 0 : tensor<0x1x3x1xi32>
    %v98 = stablehlo.add %v96, %v97 : tensor<0x1x3x1xi32>
    %v99 = stablehlo.iota dim = 1 : tensor<0x1x3x1xi32>
    %v100 = stablehlo.add %v98, %v99 : tensor<0x1x3x1xi32>
    %v101 = stablehlo.iota dim = 2 : tensor<0x1x3x1xi32>
    %v102 = stablehlo.add %v100, %v101 : tensor<0x1x3x1xi32>
    %v103 = stablehlo.iota dim = 3 : tensor<0x1x3x1xi32>
    %v104 = stablehlo.add %v102, %v103 : tensor<0x1x3x1xi32>
    %v105 = stablehlo.subtract %v84, %v104 : (tensor<0x1x3x1xi32>, tensor<0x1x3x1xi32>) -> tensor<0x1x3x1xi32>
    %v106 = "stablehlo.clamp"(%low, %v105, %high) : (tensor<i32>, tensor<0x1x3x1xi32>, tensor<i32>) -> tensor<0x1x3x1xi32>
    %v107 = stablehlo.broadcast_in_dim %v93, dims = [0, 1, 2, 3] : (tensor<1x3x1x1xi32>) -> tensor<3x3x1x1xi32>
    %v108 = "stablehlo.clamp"(%low, %v107, %high) : (tensor<i32>, tensor<3x3x1x1xi32>, tensor<i32>) -> tensor<3x3x1x1xi32>
    %v109 = "stablehlo.sort"(%v84) <{dimension = 1 : i64, is_stable = true}> ({
^bb0(%p: tensor<i32>, %q: tensor<i32>):
%r = stablehlo.compare LT, %p, %q : (tensor<i32>, tensor<i32>) -> tensor<i1>
stablehlo.return %r : tensor<i1>
}) : (tensor<0x1x3x1xi32>) -> tensor<0x1x3x1xi32>
    %v110 = "stablehlo.clamp"(%low, %v109, %high) : (tensor<i32>, tensor<0x1x3x1xi32>, tensor<i32>) -> tensor<0x1x3x1xi32>
    %v111 = stablehlo.slice %v106 [0:0:1, 0:0:2, 0:2:1, 1:1:1] : (tensor<0x1x3x1xi32>) -> tensor<0x0x2x0xi32>
    %v112 = "stablehlo.clamp"(%low, %v111, %high) : (tensor<i32>, tensor<0x0x2x0xi32>, tensor<i32>) -> tensor<0x0x2x0xi32>
    %v113 = stablehlo.negate %v108 : (tensor<3x3x1x1xi32>) -> tensor<3x3x1x1xi32>
    %v114 = "stablehlo.clamp"(%low, %v113, %high) : (tensor<i32>, tensor<3x3x1x1xi32>, tensor<i32>) -> tensor<3x3x1x1xi32>
    %v115 = stablehlo.transpose %v108, dims = [3, 1, 2, 0] : (tensor<3x3x1x1xi32>) -> tensor<1x3x1x3xi32>
    %v116 = "stablehlo.clamp"(%low, %v115, %high) : (tensor<i32>, tensor<1x3x1x3xi32>, tensor<i32>) -> tensor<1x3x1x3xi32>
    %v117 = stablehlo.broadcast_in_dim %v112, dims = [0, 1, 2, 3] : (tensor<0x0x2x0xi32>) -> tensor<0x0x2x0xi32>
    %v118 = "stablehlo.clamp"(%low, %v117, %high) : (tensor<i32>, tensor<0x0x2x0xi32>, tensor<i32>) -> tensor<0x0x2x0xi32>
    %v119 = stablehlo.reshape %v114 : (tensor<3x3x1x1xi32>) -> tensor<1x9x1xi32>
    %v120 = "stablehlo.clamp"(%low, %v119, %high) : (tensor<i32>, tensor<1x9x1xi32>, tensor<i32>) -> tensor<1x9x1xi32>
    %v121 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<i32>) -> tensor<9xi32>
    %v122 = stablehlo.iota dim = 0 : tensor<9xi32>
    %v123 = stablehlo.add %v121, %v122 : tensor<9xi32>
    %v124 = stablehlo.dot_general %v120, %v123, batching_dims = [1] x [0], contracting_dims = [] x [] : (tensor<1x9x1xi32>, tensor<9xi32>) -> tensor<9x1x1xi32>
    %v125 = "stablehlo.clamp"(%low, %v124, %high) : (tensor<i32>, tensor<9x1x1xi32>, tensor<i32>) -> tensor<9x1x1xi32>
    %v126 = stablehlo.constant dense<0> : tensor<i32>
    %v127 = stablehlo.constant dense<1> : tensor<i32>
    %v128 = stablehlo.constant dense<0> : tensor<i32>
    %v129 = stablehlo.constant dense<-1> : tensor<i32>
    %v130 = stablehlo.dynamic_slice %v114, %v126, %v127, %v128, %v129, sizes = [2, 0, 0, 0] : (tensor<3x3x1x1xi32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<2x0x0x0xi32>
    %v131 = "stablehlo.clamp"(%low, %v130, %high) : (tensor<i32>, tensor<2x0x0x0xi32>, tensor<i32>) -> tensor<2x0x0x0xi32>
    %v132 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<i32>) -> tensor<1x9x1xi32>
    %v133 = stablehlo.iota dim = 0 : tensor<1x9x1xi32>
    %v134 = stablehlo.add %v132, %v133 : tensor<1x9x1xi32>
    %v135 = stablehlo.iota dim = 1 : tensor<1x9x1xi32>
    %v136 = stablehlo.add %v134, %v135 : tensor<1x9x1xi32>
    %v137 = stablehlo.iota dim = 2 : tensor<1x9x1xi32>
    %v138 = stablehlo.add %v136, %v137 : tensor<1x9x1xi32>
    %v139 = stablehlo.add %v120, %v138 : (tensor<1x9x1xi32>, tensor<1x9x1xi32>) -> tensor<1x9x1xi32>
    %v140 = "stablehlo.clamp"(%low, %v139, %high) : (tensor<i32>, tensor<1x9x1xi32>, tensor<i32>) -> tensor<1x9x1xi32>
    %v141 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<i32>) -> tensor<0xi32>
    %v142 = stablehlo.iota dim = 0 : tensor<0xi32>
    %v143 = stablehlo.add %v141, %v142 : tensor<0xi32>
    %v144 = stablehlo.constant dense<0> : tensor<0x1xi32>
    %v145 = stablehlo.iota dim = 0 : tensor<0x1xi32>
    %v146 = stablehlo.add %v144, %v145 : tensor<0x1xi32>
    %v147 = stablehlo.iota dim = 1 : tensor<0x1xi32>
    %v148 = stablehlo.add %v146, %v147 : tensor<0x1xi32>
    %v149 = "stablehlo.scatter"(%v123, %v148, %v143) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
^bb0(%p: tensor<i32>, %q: tensor<i32>):
%r = stablehlo.add %p, %q : tensor<i32>
stablehlo.return %r : tensor<i32>
}) : (tensor<9xi32>, tensor<0x1xi32>, tensor<0xi32>) -> tensor<9xi32>
    %v150 = "stablehlo.clamp"(%low, %v149, %high) : (tensor<i32>, tensor<9xi32>, tensor<i32>) -> tensor<9xi32>
    %v151 = stablehlo.reshape %v4 : (tensor<0xi32>) -> tensor<0xi32>
    %v152 = stablehlo.reshape %v9 : (tensor<1x1xi32>) -> tensor<1xi32>
    %v153 = stablehlo.reshape %v16 : (tensor<2x1xi32>) -> tensor<2xi32>
    %v154 = stablehlo.reshape %v18 : (tensor<i32>) -> tensor<1xi32>
    %v155 = stablehlo.reshape %v23 : (tensor<1x1xi32>) -> tensor<1xi32>
    %v156 = stablehlo.reshape %v25 : (tensor<2x1xi32>) -> tensor<2xi32>
    %v157 = stablehlo.reshape %v28 : (tensor<0xi32>) -> tensor<0xi32>
    %v158 = stablehlo.reshape %v30 : (tensor<0xi32>) -> tensor<0xi32>
    %v159 = stablehlo.reshape %v34 : (tensor<0x0xi32>) -> tensor<0xi32>
    %v160 = stablehlo.reshape %v36 : (tensor<0x0xi32>) -> tensor<0xi32>
    %v161 = stablehlo.reshape %v38 : (tensor<0x0xi32>) -> tensor<0xi32>
    %v162 = stablehlo.reshape %v40 : (tensor<3x2xi32>) -> tensor<6xi32>
    %v163 = stablehlo.reshape %v45 : (tensor<1x0xi32>) -> tensor<0xi32>
    %v164 = stablehlo.reshape %v52 : (tensor<0x0xi32>) -> tensor<0xi32>
    %v165 = stablehlo.reshape %v54 : (tensor<1x3x2xi32>) -> tensor<6xi32>
    %v166 = stablehlo.reshape %v59 : (tensor<1x0xi32>) -> tensor<0xi32>
    %v167 = stablehlo.reshape %v66 : (tensor<1x0xi32>) -> tensor<0xi32>
    %v168 = stablehlo.reshape %v71 : (tensor<1x0xi32>) -> tensor<0xi32>
    %v169 = stablehlo.reshape %v75 : (tensor<1x0xi32>) -> tensor<0xi32>
    %v170 = stablehlo.reshape %v84 : (tensor<0x1x3x1xi32>) -> tensor<0xi32>
    %v171 = stablehlo.reshape %v93 : (tensor<1x3x1x1xi32>) -> tensor<3xi32>
    %v172 = stablehlo.reshape %v95 : (tensor<0x2x1x1xi32>) -> tensor<0xi32>
    %v173 = stablehlo.reshape %v104 : (tensor<0x1x3x1xi32>) -> tensor<0xi32>
    %v174 = stablehlo.reshape %v106 : (tensor<0x1x3x1xi32>) -> tensor<0xi32>
    %v175 = stablehlo.reshape %v108 : (tensor<3x3x1x1xi32>) -> tensor<9xi32>
    %v176 = stablehlo.reshape %v110 : (tensor<0x1x3x1xi32>) -> tensor<0xi32>
    %v177 = stablehlo.reshape %v112 : (tensor<0x0x2x0xi32>) -> tensor<0xi32>
    %v178 = stablehlo.reshape %v114 : (tensor<3x3x1x1xi32>) -> tensor<9xi32>
    %v179 = stablehlo.reshape %v116 : (tensor<1x3x1x3xi32>) -> tensor<9xi32>
    %v180 = stablehlo.reshape %v118 : (tensor<0x0x2x0xi32>) -> tensor<0xi32>
    %v181 = stablehlo.reshape %v120 : (tensor<1x9x1xi32>) -> tensor<9xi32>
    %v182 = stablehlo.reshape %v123 : (tensor<9xi32>) -> tensor<9xi32>
    %v183 = stablehlo.reshape %v125 : (tensor<9x1x1xi32>) -> tensor<9xi32>
    %v184 = stablehlo.reshape %v131 : (tensor<2x0x0x0xi32>) -> tensor<0xi32>
    %v185 = stablehlo.reshape %v138 : (tensor<1x9x1xi32>) -> tensor<9xi32>
    %v186 = stablehlo.reshape %v140 : (tensor<1x9x1xi32>) -> tensor<9xi32>
    %v187 = stablehlo.reshape %v143 : (tensor<0xi32>) -> tensor<0xi32>
    %v188 = stablehlo.reshape %v150 : (tensor<9xi32>) -> tensor<9xi32>
    %v189 = stablehlo.concatenate %v151, %v152, %v153, %v154, %v155, %v156, %v157, %v158, %v159, %v160, %v161, %v162, %v163, %v164, %v165, %v166, %v167, %v168, %v169, %v170, %v171, %v172, %v173, %v174, %v175, %v176, %v177, %v178, %v179, %v180, %v181, %v182, %v183, %v184, %v185, %v186, %v187, %v188, dim = 0 : (tensor<0xi32>, tensor<1xi32>, tensor<2xi32>, tensor<1xi32>, tensor<1xi32>, tensor<2xi32>, tensor<0xi32>, tensor<0xi32>, tensor<0xi32>, tensor<0xi32>, tensor<0xi32>, tensor<6xi32>, tensor<0xi32>, tensor<0xi32>, tensor<6xi32>, tensor<0xi32>, tensor<0xi32>, tensor<0xi32>, tensor<0xi32>, tensor<0xi32>, tensor<3xi32>, tensor<0xi32>, tensor<0xi32>, tensor<0xi32>, tensor<9xi32>, tensor<0xi32>, tensor<0xi32>, tensor<9xi32>, tensor<9xi32>, tensor<0xi32>, tensor<9xi32>, tensor<9xi32>, tensor<9xi32>, tensor<0xi32>, tensor<9xi32>, tensor<9xi32>, tensor<0xi32>, tensor<9xi32>) -> tensor<103xi32>
    return %v150, %v16, %v38, %v189 : tensor<9xi32>, tensor<2x1xi32>, tensor<0x0xi32>, tensor<103xi32>
  }
}
