module @case {
  func.func public @main(%arg0: tensor<1x1xi16>, %arg1: tensor<i16>) -> (tensor<1x3x2x1xi16>, tensor<2x2x3x3xi16>, tensor<3x1xi16>, tensor<349xi16>) {
    %zero = stablehlo.constant dense<0> : tensor<i16>
    %low = stablehlo.constant dense<-8> : tensor<i16>
    %high = stablehlo.constant dense<8> : tensor<i16>
    %v3 = stablehlo.pad %arg0, %high, low = [1, 2], high = [0, 2], interior = [1, 0] : (tensor<1x1xi16>, tensor<i16>) -> tensor<2x5xi16>
    %v4 = "stablehlo.clamp"(%low, %v3, %high) : (tensor<i16>, tensor<2x5xi16>, tensor<i16>) -> tensor<2x5xi16>
    %v5 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<i16>) -> tensor<5x2x1xi16>
    %v6 = stablehlo.iota dim = 0 : tensor<5x2x1xi16>
    %v7 = stablehlo.add %v5, %v6 : tensor<5x2x1xi16>
    %v8 = stablehlo.iota dim = 1 : tensor<5x2x1xi16>
    %v9 = stablehlo.add %v7, %v8 : tensor<5x2x1xi16>
    %v10 = stablehlo.iota dim = 2 : tensor<5x2x1xi16>
    %v11 = stablehlo.add %v9, %v10 : tensor<5x2x1xi16>
    %v12 = stablehlo.dot_general %v4, %v11, contracting_dims = [1, 0] x [0, 1] : (tensor<2x5xi16>, tensor<5x2x1xi16>) -> tensor<1xi16>
    %v13 = "stablehlo.clamp"(%low, %v12, %high) : (tensor<i16>, tensor<1xi16>, tensor<i16>) -> tensor<1xi16>
    %v14 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<i16>) -> tensor<3x2x1xi16>
    %v15 = stablehlo.iota dim = 0 : tensor<3x2x1xi16>
    %v16 = stablehlo.add %v14, %v15 : tensor<3x2x1xi16>
    %v17 = stablehlo.iota dim = 1 : tensor<3x2x1xi16>
    %v18 = stablehlo.add %v16, %v17 : tensor<3x2x1xi16>
    %v19 = stablehlo.iota dim = 2 : tensor<3x2x1xi16>
    %v20 = stablehlo.add %v18, %v19 : tensor<3x2x1xi16>
    %v21 = stablehlo.concatenate %v11, %v20, dim = 0 : (tensor<5x2x1xi16>, tensor<3x2x1xi16>) -> tensor<8x2x1xi16>
    %v22 = "stablehlo.clamp"(%low, %v21, %high) : (tensor<i16>, tensor<8x2x1xi16>, tensor<i16>) -> tensor<8x2x1xi16>
    %v23 = stablehlo.negate %v22 : (tensor<8x2x1xi16>) -> tensor<8x2x1xi16>
    %v24 = "stablehlo.clamp"(%low, %v23, %high) : (tensor<i16>, tensor<8x2x1xi16>, tensor<i16>) -> tensor<8x2x1xi16>
    %v25 = stablehlo.reverse %v11, dims = [1] : tensor<5x2x1xi16>
    %v26 = "stablehlo.clamp"(%low, %v25, %high) : (tensor<i16>, tensor<5x2x1xi16>, tensor<i16>) -> tensor<5x2x1xi16>
    %v27 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<i16>) -> tensor<5x0x1xi16>
    %v28 = stablehlo.iota dim = 0 : tensor<5x0x1xi16>
    %v29 = stablehlo.add %v27, %v28 : tensor<5x0x1xi16>
    %v30 = stablehlo.iota dim = 1 : tensor<5x0x1xi16>
    %v31 = stablehlo.add %v29, %v30 : tensor<5x0x1xi16>
    %v32 = stablehlo.iota dim = 2 : tensor<5x0x1xi16>
    %v33 = stablehlo.add %v31, %v32 : tensor<5x0x1xi16>
    %v34 = stablehlo.constant dense<2> : tensor<i32>
    %v35 = stablehlo.constant dense<2> : tensor<i32>
    %v36 = stablehlo.constant dense<0> : tensor<i32>
    %v37 = stablehlo.dynamic_update_slice %v24, %v33, %v34, %v35, %v36 : (tensor<8x2x1xi16>, tensor<5x0x1xi16>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<8x2x1xi16>
    %v38 = "stablehlo.clamp"(%low, %v37, %high) : (tensor<i16>, tensor<8x2x1xi16>, tensor<i16>) -> tensor<8x2x1xi16>
    %v39 = "stablehlo.sort"(%v26) <{dimension = 2 : i64, is_stable = true}> ({
^bb0(%p: tensor<i16>, %q: tensor<i16>):
%r = stablehlo.compare LT, %p, %q : (tensor<i16>, tensor<i16>) -> tensor<i1>
stablehlo.return %r : tensor<i1>
}) : (tensor<5x2x1xi16>) -> tensor<5x2x1xi16>
    %v40 = "stablehlo.clamp"(%low, %v39, %high) : (tensor<i16>, tensor<5x2x1xi16>, tensor<i16>) -> tensor<5x2x1xi16>
    %v41 = stablehlo.transpose %v22, dims = [2, 1, 0] : (tensor<8x2x1xi16>) -> tensor<1x2x8xi16>
    %v42 = "stablehlo.clamp"(%low, %v41, %high) : (tensor<i16>, tensor<1x2x8xi16>, tensor<i16>) -> tensor<1x2x8xi16>
    %v43 = stablehlo.broadcast_in_dim %v40, dims = [0, 2, 3] : (tensor<5x2x1xi16>) -> tensor<5x0x2x2xi16>
    %v44 = "stablehlo.clamp"(%low, %v43, %high) : (tensor<i16>, tensor<5x0x2x2xi16>, tensor<i16>) -> tensor<5x0x2x2xi16>
    %v45 = stablehlo.reshape %v33 : (tensor<5x0x1xi16>) -> tensor<0xi16>
    %v46 = "stablehlo.clamp"(%low, %v45, %high) : (tensor<i16>, tensor<0xi16>, tensor<i16>) -> tensor<0xi16>
    %v47 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<i16>) -> tensor<0xi16>
    %v48 = stablehlo.iota dim = 0 : tensor<0xi16>
    %v49 = stablehlo.add %v47, %v48 : tensor<0xi16>
    %v50 = stablehlo.dot_general %v46, %v49, contracting_dims = [0] x [0] : (tensor<0xi16>, tensor<0xi16>) -> tensor<i16>
    %v51 = "stablehlo.clamp"(%low, %v50, %high) : (tensor<i16>, tensor<i16>, tensor<i16>) -> tensor<i16>
    %v52 = stablehlo.pad %v46, %high, low = [2], high = [0], interior = [0] : (tensor<0xi16>, tensor<i16>) -> tensor<2xi16>
    %v53 = "stablehlo.clamp"(%low, %v52, %high) : (tensor<i16>, tensor<2xi16>, tensor<i16>) -> tensor<2xi16>
    %v54 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<i16>) -> tensor<3x2x1x1xi16>
    %v55 = stablehlo.iota dim = 0 : tensor<3x2x1x1xi16>
    %v56 = stablehlo.add %v54, %v55 : tensor<3x2x1x1xi16>
    %v57 = stablehlo.iota dim = 1 : tensor<3x2x1x1xi16>
    %v58 = stablehlo.add %v56, %v57 : tensor<3x2x1x1xi16>
    %v59 = stablehlo.iota dim = 2 : tensor<3x2x1x1xi16>
    %v60 = stablehlo.add %v58, %v59 : tensor<3x2x1x1xi16>
    %v61 = stablehlo.iota dim = 3 : tensor<3x2x1x1xi16>
    %v62 = stablehlo.add %v60, %v61 : tensor<3x2x1x1xi16>
    %v63 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<i16>) -> tensor<1x1x1x0xi16>
    %v64 = stablehlo.iota dim = 0 : tensor<1x1x1x0xi16>
    %v65 = stablehlo.add %v63, %v64 : tensor<1x1x1x0xi16>
    %v66 = stablehlo.iota dim = 1 : tensor<1x1x1x0xi16>
    %v67 = stablehlo.add %v65, %v66 : tensor<1x1x1x0xi16>
    %v68 = stablehlo.iota dim = 2 : tensor<1x1x1x0xi16>
    %v69 = stablehlo.add %v67, %v68 : tensor<1x1x1x0xi16>
    %v70 = stablehlo.iota dim = 3 : tensor<1x1x1x0xi16>
    %v71 = stablehlo.add %v69, %v70 : tensor<1x1x1x0xi16>
    %v72 = stablehlo.convolution(%v62, %v71) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[0, 0], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<3x2x1x1xi16>, tensor<1x1x1x0xi16>) -> tensor<3x2x3x0xi16>
    %v73 = "stablehlo.clamp"(%low, %v72, %high) : (tensor<i16>, tensor<3x2x3x0xi16>, tensor<i16>) -> tensor<3x2x3x0xi16>
    %v74 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<i16>) -> tensor<3x2x1x3xi16>
    %v75 = stablehlo.iota dim = 0 : tensor<3x2x1x3xi16>
    %v76 = stablehlo.add %v74, %v75 : tensor<3x2x1x3xi16>
    %v77 = stablehlo.iota dim = 1 : tensor<3x2x1x3xi16>
    %v78 = stablehlo.add %v76, %v77 : tensor<3x2x1x3xi16>
    %v79 = stablehlo.iota dim = 2 : tensor<3x2x1x3xi16>
    %v80 = stablehlo.add %v78, %v79 : tensor<3x2x1x3xi16>
    %v81 = stablehlo.iota dim = 3 : tensor<3x2x1x3xi16>
    %v82 = stablehlo.add %v80, %v81 : tensor<3x2x1x3xi16>
    %v83 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<i16>) -> tensor<2x2x3x3xi16>
    %v84 = stablehlo.iota dim = 0 : tensor<2x2x3x3xi16>
    %v85 = stablehlo.add %v83, %v84 : tensor<2x2x3x3xi16>
    %v86 = stablehlo.iota dim = 1 : tensor<2x2x3x3xi16>
    %v87 = stablehlo.add %v85, %v86 : tensor<2x2x3x3xi16>
    %v88 = stablehlo.iota dim = 2 : tensor<2x2x3x3xi16>
    %v89 = stablehlo.add %v87, %v88 : tensor<2x2x3x3xi16>
    %v90 = stablehlo.iota dim = 3 : tensor<2x2x3x3xi16>
    %v91 = stablehlo.add %v89, %v90 : tensor<2x2x3x3xi16>
    %v92 = stablehlo.convolution(%v82, %v91) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 2], pad = [[1, 0], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<3x2x1x3xi16>, tensor<2x2x3x3xi16>) -> tensor<3x2x1x3xi16>
    %v93 = "stablehlo.clamp"(%low, %v92, %high) : (tensor<i16>, tensor<3x2x1x3xi16>, tensor<i16>) -> tensor<3x2x1x3xi16>
    %v94 = stablehlo.reverse %v82, dims = [0] : tensor<3x2x1x3xi16>
    %v95 = "stablehlo.clamp"(%low, %v94, %high) : (tensor<i16>, tensor<3x2x1x3xi16>, tensor<i16>) -> tensor<3x2x1x3xi16>
    %v96 = stablehlo.reshape %v91 : (tensor<2x2x3x3xi16>) -> tensor<1x2x2x3x3xi16>
    %v97 = "stablehlo.clamp"(%low, %v96, %high) : (tensor<i16>, tensor<1x2x2x3x3xi16>, tensor<i16>) -> tensor<1x2x2x3x3xi16>
    %v98 = stablehlo.reshape %v91 : (tensor<2x2x3x3xi16>) -> tensor<1x2x2x3x1x3xi16>
    %v99 = "stablehlo.clamp"(%low, %v98, %high) : (tensor<i16>, tensor<1x2x2x3x1x3xi16>, tensor<i16>) -> tensor<1x2x2x3x1x3xi16>
    %v100 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<i16>) -> tensor<1x2x1x3xi16>
    %v101 = stablehlo.iota dim = 0 : tensor<1x2x1x3xi16>
    %v102 = stablehlo.add %v100, %v101 : tensor<1x2x1x3xi16>
    %v103 = stablehlo.iota dim = 1 : tensor<1x2x1x3xi16>
    %v104 = stablehlo.add %v102, %v103 : tensor<1x2x1x3xi16>
    %v105 = stablehlo.iota dim = 2 : tensor<1x2x1x3xi16>
    %v106 = stablehlo.add %v104, %v105 : tensor<1x2x1x3xi16>
    %v107 = stablehlo.iota dim = 3 : tensor<1x2x1x3xi16>
    %v108 = stablehlo.add %v106, %v107 : tensor<1x2x1x3xi16>
    %v109 = stablehlo.constant dense<0> : tensor<1x1xi32>
    %v110 = stablehlo.iota dim = 0 : tensor<1x1xi32>
    %v111 = stablehlo.add %v109, %v110 : tensor<1x1xi32>
    %v112 = stablehlo.iota dim = 1 : tensor<1x1xi32>
    %v113 = stablehlo.add %v111, %v112 : tensor<1x1xi32>
    %v114 = "stablehlo.scatter"(%v82, %v113, %v108) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1, 2, 3], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
^bb0(%p: tensor<i16>, %q: tensor<i16>):
%r = stablehlo.add %p, %q : tensor<i16>
stablehlo.return %r : tensor<i16>
}) : (tensor<3x2x1x3xi16>, tensor<1x1xi32>, tensor<1x2x1x3xi16>) -> tensor<3x2x1x3xi16>
    %v115 = "stablehlo.clamp"(%low, %v114, %high) : (tensor<i16>, tensor<3x2x1x3xi16>, tensor<i16>) -> tensor<3x2x1x3xi16>
    %v116 = stablehlo.transpose %v108, dims = [2, 0, 1, 3] : (tensor<1x2x1x3xi16>) -> tensor<1x1x2x3xi16>
    %v117 = "stablehlo.clamp"(%low, %v116, %high) : (tensor<i16>, tensor<1x1x2x3xi16>, tensor<i16>) -> tensor<1x1x2x3xi16>
    %v118 = stablehlo.broadcast_in_dim %v95, dims = [0, 1, 2, 3] : (tensor<3x2x1x3xi16>) -> tensor<3x2x2x3xi16>
    %v119 = "stablehlo.clamp"(%low, %v118, %high) : (tensor<i16>, tensor<3x2x2x3xi16>, tensor<i16>) -> tensor<3x2x2x3xi16>
    %v120 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<i16>) -> tensor<3x1xi16>
    %v121 = stablehlo.iota dim = 0 : tensor<3x1xi16>
    %v122 = stablehlo.add %v120, %v121 : tensor<3x1xi16>
    %v123 = stablehlo.iota dim = 1 : tensor<3x1xi16>
    %v124 = stablehlo.add %v122, %v123 : tensor<3x1xi16>
    %v125 = stablehlo.dot_general %v119, %v124, batching_dims = [3] x [0], contracting_dims = [] x [] : (tensor<3x2x2x3xi16>, tensor<3x1xi16>) -> tensor<3x3x2x2x1xi16>
    %v126 = "stablehlo.clamp"(%low, %v125, %high) : (tensor<i16>, tensor<3x3x2x2x1xi16>, tensor<i16>) -> tensor<3x3x2x2x1xi16>
    %v127 = stablehlo.constant dense<2> : tensor<i32>
    %v128 = stablehlo.constant dense<1> : tensor<i32>
    %v129 = stablehlo.constant dense<1> : tensor<i32>
    %v130 = stablehlo.constant dense<2> : tensor<i32>
    %v131 = stablehlo.dynamic_slice %v108, %v127, %v128, %v129, %v130, sizes = [0, 0, 1, 3] : (tensor<1x2x1x3xi16>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<0x0x1x3xi16>
    %v132 = "stablehlo.clamp"(%low, %v131, %high) : (tensor<i16>, tensor<0x0x1x3xi16>, tensor<i16>) -> tensor<0x0x1x3xi16>
    %v133 = stablehlo.reduce(%v115 init: %zero) applies stablehlo.add across dimensions = [2] : (tensor<3x2x1x3xi16>, tensor<i16>) -> tensor<3x2x3xi16>
    %v134 = "stablehlo.clamp"(%low, %v133, %high) : (tensor<i16>, tensor<3x2x3xi16>, tensor<i16>) -> tensor<3x2x3xi16>
    %v135 = stablehlo.reduce(%v124 init: %zero) applies stablehlo.add across dimensions = [0, 1] : (tensor<3x1xi16>, tensor<i16>) -> tensor<i16>
    %v136 = "stablehlo.clamp"(%low, %v135, %high) : (tensor<i16>, tensor<i16>, tensor<i16>) -> tensor<i16>
    %v137 = stablehlo.constant dense<0> : tensor<1x1xi32>
    %v138 = stablehlo.iota dim = 0 : tensor<1x1xi32>
    %v139 = stablehlo.add %v137, %v138 : tensor<1x1xi32>
    %v140 = stablehlo.iota dim = 1 : tensor<1x1xi32>
    %v141 = stablehlo.add %v139, %v140 : tensor<1x1xi32>
    %v142 = "stablehlo.gather"(%v134, %v141) <{dimension_numbers = #stablehlo.gather<offset_dims = [1, 2], collapsed_slice_dims = [2], start_index_map = [2], index_vector_dim = 1>, slice_sizes = array<i64: 3, 2, 1>}> : (tensor<3x2x3xi16>, tensor<1x1xi32>) -> tensor<1x3x2xi16>
    %v143 = "stablehlo.clamp"(%low, %v142, %high) : (tensor<i16>, tensor<1x3x2xi16>, tensor<i16>) -> tensor<1x3x2xi16>
    %v144 = stablehlo.transpose %v143, dims = [0, 2, 1] : (tensor<1x3x2xi16>) -> tensor<1x2x3xi16>
    %v145 = "stablehlo.clamp"(%low, %v144, %high) : (tensor<i16>, tensor<1x2x3xi16>, tensor<i16>) -> tensor<1x2x3xi16>
    %v146 = stablehlo.constant dense<0> : tensor<1x1xi32>
    %v147 = stablehlo.iota dim = 0 : tensor<1x1xi32>
    %v148 = stablehlo.add %v146, %v147 : tensor<1x1xi32>
    %v149 = stablehlo.iota dim = 1 : tensor<1x1xi32>
    %v150 = stablehlo.add %v148, %v149 : tensor<1x1xi32>
    %v151 = "stablehlo.gather"(%v132, %v150) <{dimension_numbers = #stablehlo.gather<offset_dims = [1, 2, 3], collapsed_slice_dims = [2], start_index_map = [2], index_vector_dim = 1>, slice_sizes = array<i64: 0, 0, 1, 3>}> : (tensor<0x0x1x3xi16>, tensor<1x1xi32>) -> tensor<1x0x0x3xi16>
    %v152 = "stablehlo.clamp"(%low, %v151, %high) : (tensor<i16>, tensor<1x0x0x3xi16>, tensor<i16>) -> tensor<1x0x0x3xi16>
    %v153 = stablehlo.transpose %v132, dims = [3, 1, 0, 2] : (tensor<0x0x1x3xi16>) -> tensor<3x0x0x1xi16>
    %v154 = "stablehlo.clamp"(%low, %v153, %high) : (tensor<i16>, tensor<3x0x0x1xi16>, tensor<i16>) -> tensor<3x0x0x1xi16>
    %v155 = stablehlo.broadcast_in_dim %v145, dims = [1, 2, 3] : (tensor<1x2x3xi16>) -> tensor<2x1x2x3xi16>
    %v156 = "stablehlo.clamp"(%low, %v155, %high) : (tensor<i16>, tensor<2x1x2x3xi16>, tensor<i16>) -> tensor<2x1x2x3xi16>
    %v157 = stablehlo.reshape %v143 : (tensor<1x3x2xi16>) -> tensor<1x3x2x1xi16>
    %v158 = "stablehlo.clamp"(%low, %v157, %high) : (tensor<i16>, tensor<1x3x2x1xi16>, tensor<i16>) -> tensor<1x3x2x1xi16>
    %v159 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<i16>) -> tensor<3xi16>
    %v160 = stablehlo.iota dim = 0 : tensor<3xi16>
    %v161 = stablehlo.add %v159, %v160 : tensor<3xi16>
    %v162 = stablehlo.dot_general %v158, %v161, batching_dims = [1] x [0], contracting_dims = [] x [] : (tensor<1x3x2x1xi16>, tensor<3xi16>) -> tensor<3x1x2x1xi16>
    %v163 = "stablehlo.clamp"(%low, %v162, %high) : (tensor<i16>, tensor<3x1x2x1xi16>, tensor<i16>) -> tensor<3x1x2x1xi16>
    %v164 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<i16>) -> tensor<1x3x2x1xi16>
    %v165 = stablehlo.iota dim = 0 : tensor<1x3x2x1xi16>
    %v166 = stablehlo.add %v164, %v165 : tensor<1x3x2x1xi16>
    %v167 = stablehlo.iota dim = 1 : tensor<1x3x2x1xi16>
    %v168 = stablehlo.add %v166, %v167 : tensor<1x3x2x1xi16>
    %v169 = stablehlo.iota dim = 2 : tensor<1x3x2x1xi16>
    %v170 = stablehlo.add %v168, %v169 : tensor<1x3x2x1xi16>
    %v171 = stablehlo.iota dim = 3 : tensor<1x3x2x1xi16>
    %v172 = stablehlo.add %v170, %v171 : tensor<1x3x2x1xi16>
    %v173 = stablehlo.add %v158, %v172 : (tensor<1x3x2x1xi16>, tensor<1x3x2x1xi16>) -> tensor<1x3x2x1xi16>
    %v174 = "stablehlo.clamp"(%low, %v173, %high) : (tensor<i16>, tensor<1x3x2x1xi16>, tensor<i16>) -> tensor<1x3x2x1xi16>
    %v175 = stablehlo.reshape %v4 : (tensor<2x5xi16>) -> tensor<10xi16>
    %v176 = stablehlo.reshape %v11 : (tensor<5x2x1xi16>) -> tensor<10xi16>
    %v177 = stablehlo.reshape %v13 : (tensor<1xi16>) -> tensor<1xi16>
    %v178 = stablehlo.reshape %v20 : (tensor<3x2x1xi16>) -> tensor<6xi16>
    %v179 = stablehlo.reshape %v22 : (tensor<8x2x1xi16>) -> tensor<16xi16>
    %v180 = stablehlo.reshape %v24 : (tensor<8x2x1xi16>) -> tensor<16xi16>
    %v181 = stablehlo.reshape %v26 : (tensor<5x2x1xi16>) -> tensor<10xi16>
    %v182 = stablehlo.reshape %v33 : (tensor<5x0x1xi16>) -> tensor<0xi16>
    %v183 = stablehlo.reshape %v38 : (tensor<8x2x1xi16>) -> tensor<16xi16>
    %v184 = stablehlo.reshape %v40 : (tensor<5x2x1xi16>) -> tensor<10xi16>
    %v185 = stablehlo.reshape %v42 : (tensor<1x2x8xi16>) -> tensor<16xi16>
    %v186 = stablehlo.reshape %v44 : (tensor<5x0x2x2xi16>) -> tensor<0xi16>
    %v187 = stablehlo.reshape %v46 : (tensor<0xi16>) -> tensor<0xi16>
    %v188 = stablehlo.reshape %v49 : (tensor<0xi16>) -> tensor<0xi16>
    %v189 = stablehlo.reshape %v51 : (tensor<i16>) -> tensor<1xi16>
    %v190 = stablehlo.reshape %v53 : (tensor<2xi16>) -> tensor<2xi16>
    %v191 = stablehlo.reshape %v62 : (tensor<3x2x1x1xi16>) -> tensor<6xi16>
    %v192 = stablehlo.reshape %v71 : (tensor<1x1x1x0xi16>) -> tensor<0xi16>
    %v193 = stablehlo.reshape %v73 : (tensor<3x2x3x0xi16>) -> tensor<0xi16>
    %v194 = stablehlo.reshape %v82 : (tensor<3x2x1x3xi16>) -> tensor<18xi16>
    %v195 = stablehlo.reshape %v91 : (tensor<2x2x3x3xi16>) -> tensor<36xi16>
    %v196 = stablehlo.reshape %v93 : (tensor<3x2x1x3xi16>) -> tensor<18xi16>
    %v197 = stablehlo.reshape %v95 : (tensor<3x2x1x3xi16>) -> tensor<18xi16>
    %v198 = stablehlo.reshape %v108 : (tensor<1x2x1x3xi16>) -> tensor<6xi16>
    %v199 = stablehlo.reshape %v115 : (tensor<3x2x1x3xi16>) -> tensor<18xi16>
    %v200 = stablehlo.reshape %v117 : (tensor<1x1x2x3xi16>) -> tensor<6xi16>
    %v201 = stablehlo.reshape %v119 : (tensor<3x2x2x3xi16>) -> tensor<36xi16>
    %v202 = stablehlo.reshape %v124 : (tensor<3x1xi16>) -> tensor<3xi16>
    %v203 = stablehlo.reshape %v132 : (tensor<0x0x1x3xi16>) -> tensor<0xi16>
    %v204 = stablehlo.reshape %v134 : (tensor<3x2x3xi16>) -> tensor<18xi16>
    %v205 = stablehlo.reshape %v136 : (tensor<i16>) -> tensor<1xi16>
    %v206 = stablehlo.reshape %v143 : (tensor<1x3x2xi16>) -> tensor<6xi16>
    %v207 = stablehlo.reshape %v145 : (tensor<1x2x3xi16>) -> tensor<6xi16>
    %v208 = stablehlo.reshape %v152 : (tensor<1x0x0x3xi16>) -> tensor<0xi16>
    %v209 = stablehlo.reshape %v154 : (tensor<3x0x0x1xi16>) -> tensor<0xi16>
    %v210 = stablehlo.reshape %v156 : (tensor<2x1x2x3xi16>) -> tensor<12xi16>
    %v211 = stablehlo.reshape %v158 : (tensor<1x3x2x1xi16>) -> tensor<6xi16>
    %v212 = stablehlo.reshape %v161 : (tensor<3xi16>) -> tensor<3xi16>
    %v213 = stablehlo.reshape %v163 : (tensor<3x1x2x1xi16>) -> tensor<6xi16>
    %v214 = stablehlo.reshape %v172 : (tensor<1x3x2x1xi16>) -> tensor<6xi16>
    %v215 = stablehlo.reshape %v174 : (tensor<1x3x2x1xi16>) -> tensor<6xi16>
    %v216 = stablehlo.concatenate %v175, %v176, %v177, %v178, %v179, %v180, %v181, %v182, %v183, %v184, %v185, %v186, %v187, %v188, %v189, %v190, %v191, %v192, %v193, %v194, %v195, %v196, %v197, %v198, %v199, %v200, %v201, %v202, %v203, %v204, %v205, %v206, %v207, %v208, %v209, %v210, %v211, %v212, %v213, %v214, %v215, dim = 0 : (tensor<10xi16>, tensor<10xi16>, tensor<1xi16>, tensor<6xi16>, tensor<16xi16>, tensor<16xi16>, tensor<10xi16>, tensor<0xi16>, tensor<16xi16>, tensor<10xi16>, tensor<16xi16>, tensor<0xi16>, tensor<0xi16>, tensor<0xi16>, tensor<1xi16>, tensor<2xi16>, tensor<6xi16>, tensor<0xi16>, tensor<0xi16>, tensor<18xi16>, tensor<36xi16>, tensor<18xi16>, tensor<18xi16>, tensor<6xi16>, tensor<18xi16>, tensor<6xi16>, tensor<36xi16>, tensor<3xi16>, tensor<0xi16>, tensor<18xi16>, tensor<1xi16>, tensor<6xi16>, tensor<6xi16>, tensor<0xi16>, tensor<0xi16>, tensor<12xi16>, tensor<6xi16>, tensor<3xi16>, tensor<6xi16>, tensor<6xi16>, tensor<6xi16>) -> tensor<349xi16>
    return %v174, %v91, %v124, %v216 : tensor<1x3x2x1xi16>, tensor<2x2x3x3xi16>, tensor<3x1xi16>, tensor<349xi16>
  }
}
