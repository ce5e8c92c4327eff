module @case {
  func.func public @main(%arg0: tensor<1x1x2xbf16>, %arg1: tensor<bf16>, %arg2: tensor<0x0xbf16>, %arg3: tensor<2xbf16>) -> (tensor<1x3x2x1xbf16>, tensor<1x2x2xbf16>, tensor<0x2x0xbf16>, tensor<108xbf16>) {
    %zero = stablehlo.constant dense<0.0> : tensor<bf16>
    %low = stablehlo.constant dense<-8.0> : tensor<bf16>
    %high = stablehlo.constant dense<8.0> : tensor<bf16>
    %v3 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<bf16>) -> tensor<bf16>
    %v4 = stablehlo.add %arg1, %v3 : (tensor<bf16>, tensor<bf16>) -> tensor<bf16>
    %v5 = "stablehlo.clamp"(%low, %v4, %high) : (tensor<bf16>, tensor<bf16>, tensor<bf16>) -> tensor<bf16>
    %v6 = stablehlo.slice %arg3 [0:1:2] : (tensor<2xbf16>) -> tensor<1xbf16>
    %v7 = "stablehlo.clamp"(%low, %v6, %high) : (tensor<bf16>, tensor<1xbf16>, tensor<bf16>) -> tensor<1xbf16>
    %v8 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<bf16>) -> tensor<2xbf16>
    %v9 = stablehlo.iota dim = 0 : tensor<2xbf16>
    %v10 = stablehlo.add %v8, %v9 : tensor<2xbf16>
    %v11 = stablehlo.constant dense<0> : tensor<2x1xi32>
    %v12 = stablehlo.iota dim = 0 : tensor<2x1xi32>
    %v13 = stablehlo.add %v11, %v12 : tensor<2x1xi32>
    %v14 = stablehlo.iota dim = 1 : tensor<2x1xi32>
    %v15 = stablehlo.add %v13, %v14 : tensor<2x1xi32>
    %v16 = "stablehlo.scatter"(%v7, %v15, %v10) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
^bb0(%p: tensor<bf16>, %q: tensor<bf16>):
%r = stablehlo.add %p, %q : tensor<bf16>
stablehlo.return %r : tensor<bf16>
}) : (tensor<1xbf16>, tensor<2x1xi32>, tensor<2xbf16>) -> tensor<1xbf16>
    %v17 = "stablehlo.clamp"(%low, %v16, %high) : (tensor<bf16>, tensor<1xbf16>, tensor<bf16>) -> tensor<1xbf16>
    %v18 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<bf16>) -> tensor<2x0x3x3xbf16>
    %v19 = stablehlo.iota dim = 0 : tensor<2x0x3x3xbf16>
    %v20 = stablehlo.add %v18, %v19 : tensor<2x0x3x3xbf16>
    %v21 = stablehlo.iota dim = 1 : tensor<2x0x3x3xbf16>
    %v22 = stablehlo.add %v20, %v21 : tensor<2x0x3x3xbf16>
    %v23 = stablehlo.iota dim = 2 : tensor<2x0x3x3xbf16>
    %v24 = stablehlo.add %v22, %v23 : tensor<2x0x3x3xbf16>
    %v25 = stablehlo.iota dim = 3 : tensor<2x0x3x3xbf16>
    %v26 = stablehlo.add %v24, %v25 : tensor<2x0x3x3xbf16>
    %v27 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<bf16>) -> tensor<1x3x3x1xbf16>
    %v28 = stablehlo.iota dim = 0 : tensor<1x3x3x1xbf16>
    %v29 = stablehlo.add %v27, %v28 : tensor<1x3x3x1xbf16>
    %v30 = stablehlo.iota dim = 1 : tensor<1x3x3x1xbf16>
    %v31 = stablehlo.add %v29, %v30 : tensor<1x3x3x1xbf16>
    %v32 = stablehlo.iota dim = 2 : tensor<1x3x3x1xbf16>
    %v33 = stablehlo.add %v31, %v32 : tensor<1x3x3x1xbf16>
    %v34 = stablehlo.iota dim = 3 : tensor<1x3x3x1xbf16>
    %v35 = stablehlo.add %v33, %v34 : tensor<1x3x3x1xbf16>
    %v36 = stablehlo.convolution(%v26, %v35) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [2, 1], pad = [[0, 0], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x0x3x3xbf16>, tensor<1x3x3x1xbf16>) -> tensor<2x0x3x1xbf16>
    %v37 = "stablehlo.clamp"(%low, %v36, %high) : (tensor<bf16>, tensor<2x0x3x1xbf16>, tensor<bf16>) -> tensor<2x0x3x1xbf16>
    %v38 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<bf16>) -> tensor<1x0x1x0xbf16>
    %v39 = stablehlo.iota dim = 0 : tensor<1x0x1x0xbf16>
    %v40 = stablehlo.add %v38, %v39 : tensor<1x0x1x0xbf16>
    %v41 = stablehlo.iota dim = 1 : tensor<1x0x1x0xbf16>
    %v42 = stablehlo.add %v40, %v41 : tensor<1x0x1x0xbf16>
    %v43 = stablehlo.iota dim = 2 : tensor<1x0x1x0xbf16>
    %v44 = stablehlo.add %v42, %v43 : tensor<1x0x1x0xbf16>
    %v45 = stablehlo.iota dim = 3 : tensor<1x0x1x0xbf16>
    %v46 = stablehlo.add %v44, %v45 : tensor<1x0x1x0xbf16>
    %v47 = stablehlo.constant dense<2> : tensor<i32>
    %v48 = stablehlo.constant dense<-1> : tensor<i32>
    %v49 = stablehlo.constant dense<1> : tensor<i32>
    %v50 = stablehlo.constant dense<1> : tensor<i32>
    %v51 = stablehlo.dynamic_update_slice %v37, %v46, %v47, %v48, %v49, %v50 : (tensor<2x0x3x1xbf16>, tensor<1x0x1x0xbf16>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<2x0x3x1xbf16>
    %v52 = "stablehlo.clamp"(%low, %v51, %high) : (tensor<bf16>, tensor<2x0x3x1xbf16>, tensor<bf16>) -> tensor<2x0x3x1xbf16>
    %v53 = stablehlo.pad %v37, %high, low = [-1, 2, 0, 0], high = [1, 2, 2, 0], interior = [0, 0, 0, 1] : (tensor<2x0x3x1xbf16>, tensor<bf16>) -> tensor<2x4x5x1xbf16>
    %v54 = "stablehlo.clamp"(%low, %v53, %high) : (tensor<bf16>, tensor<2x4x5x1xbf16>, tensor<bf16>) -> tensor<2x4x5x1xbf16>
    %v55 = stablehlo.transpose %v46, dims = [2, 0, 3, 1] : (tensor<1x0x1x0xbf16>) -> tensor<1x1x0x0xbf16>
    %v56 = "stablehlo.clamp"(%low, %v55, %high) : (tensor<bf16>, tensor<1x1x0x0xbf16>, tensor<bf16>) -> tensor<1x1x0x0xbf16>
    %v57 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<bf16>) -> tensor<1x1x2xbf16>
    %v58 = stablehlo.iota dim = 0 : tensor<1x1x2xbf16>
    %v59 = stablehlo.add %v57, %v58 : tensor<1x1x2xbf16>
    %v60 = stablehlo.iota dim = 1 : tensor<1x1x2xbf16>
    %v61 = stablehlo.add %v59, %v60 : tensor<1x1x2xbf16>
    %v62 = stablehlo.iota dim = 2 : tensor<1x1x2xbf16>
    %v63 = stablehlo.add %v61, %v62 : tensor<1x1x2xbf16>
    %v64 = stablehlo.dot_general %v56, %v63, contracting_dims = [0, 1] x [0, 1] : (tensor<1x1x0x0xbf16>, tensor<1x1x2xbf16>) -> tensor<0x0x2xbf16>
    %v65 = "stablehlo.clamp"(%low, %v64, %high) : (tensor<bf16>, tensor<0x0x2xbf16>, tensor<bf16>) -> tensor<0x0x2xbf16>
    %v66 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<bf16>) -> tensor<bf16>
    %v67 = stablehlo.dot_general %v65, %v66, contracting_dims = [] x [] : (tensor<0x0x2xbf16>, tensor<bf16>) -> tensor<0x0x2xbf16>
    %v68 = "stablehlo.clamp"(%low, %v67, %high) : (tensor<bf16>, tensor<0x0x2xbf16>, tensor<bf16>) -> tensor<0x0x2xbf16>
    %v69 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<bf16>) -> tensor<0x0x1xbf16>
    %v70 = stablehlo.iota dim = 0 : tensor<0x0x1xbf16>
    %v71 = stablehlo.add %v69, %v70 : tensor<0x0x1xbf16>
    %v72 = stablehlo.iota dim = 1 : tensor<0x0x1xbf16>
    %v73 = stablehlo.add %v71, %v72 : tensor<0x0x1xbf16>
    %v74 = stablehlo.iota dim = 2 : tensor<0x0x1xbf16>
    %v75 = stablehlo.add %v73, %v74 : tensor<0x0x1xbf16>
    %v76 = stablehlo.constant dense<1> : tensor<i32>
    %v77 = stablehlo.constant dense<1> : tensor<i32>
    %v78 = stablehlo.constant dense<0> : tensor<i32>
    %v79 = stablehlo.dynamic_update_slice %v63, %v75, %v76, %v77, %v78 : (tensor<1x1x2xbf16>, tensor<0x0x1xbf16>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x1x2xbf16>
    %v80 = "stablehlo.clamp"(%low, %v79, %high) : (tensor<bf16>, tensor<1x1x2xbf16>, tensor<bf16>) -> tensor<1x1x2xbf16>
    %v81 = "stablehlo.sort"(%v75) <{dimension = 1 : i64, is_stable = true}> ({
^bb0(%p: tensor<bf16>, %q: tensor<bf16>):
%r = stablehlo.compare LT, %p, %q : (tensor<bf16>, tensor<bf16>) -> tensor<i1>
stablehlo.return %r : tensor<i1>
}) : (tensor<0x0x1xbf16>) -> tensor<0x0x1xbf16>
    %v82 = "stablehlo.clamp"(%low, %v81, %high) : (tensor<bf16>, tensor<0x0x1xbf16>, tensor<bf16>) -> tensor<0x0x1xbf16>
    %v83 = stablehlo.broadcast_in_dim %v80, dims = [0, 1, 2] : (tensor<1x1x2xbf16>) -> tensor<1x2x2xbf16>
    %v84 = "stablehlo.clamp"(%low, %v83, %high) : (tensor<bf16>, tensor<1x2x2xbf16>, tensor<bf16>) -> tensor<1x2x2xbf16>
    %v85 = "stablehlo.reduce_window"(%v82, %zero) <{padding = dense<[[0, 0], [0, 0], [0, 0]]> : tensor<3x2xi64>, window_dimensions = array<i64: 1, 1, 1>}> ({
^bb0(%p: tensor<bf16>, %q: tensor<bf16>):
%r = stablehlo.add %p, %q : tensor<bf16>
stablehlo.return %r : tensor<bf16>
}) : (tensor<0x0x1xbf16>, tensor<bf16>) -> tensor<0x0x1xbf16>
    %v86 = "stablehlo.clamp"(%low, %v85, %high) : (tensor<bf16>, tensor<0x0x1xbf16>, tensor<bf16>) -> tensor<0x0x1xbf16>
    %v87 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<bf16>) -> tensor<1x2x2xbf16>
    %v88 = stablehlo.iota dim = 0 : tensor<1x2x2xbf16>
    %v89 = stablehlo.add %v87, %v88 : tensor<1x2x2xbf16>
    %v90 = stablehlo.iota dim = 1 : tensor<1x2x2xbf16>
    %v91 = stablehlo.add %v89, %v90 : tensor<1x2x2xbf16>
    %v92 = stablehlo.iota dim = 2 : tensor<1x2x2xbf16>
    %v93 = stablehlo.add %v91, %v92 : tensor<1x2x2xbf16>
    %v94 = stablehlo.constant dense<0> : tensor<1x1xi32>
    %v95 = stablehlo.iota dim = 0 : tensor<1x1xi32>
    %v96 = stablehlo.add %v94, %v95 : tensor<1x1xi32>
    %v97 = stablehlo.iota dim = 1 : tensor<1x1xi32>
    %v98 = stablehlo.add %v96, %v97 : tensor<1x1xi32>
    %v99 = "stablehlo.scatter"(%v84, %v98, %v93) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1, 2], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
^bb0(%p: tensor<bf16>, %q: tensor<bf16>):
%r = stablehlo.add %p, %q : tensor<bf16>
stablehlo.return %r : tensor<bf16>
}) : (tensor<1x2x2xbf16>, tensor<1x1xi32>, tensor<1x2x2xbf16>) -> tensor<1x2x2xbf16>
    %v100 = "stablehlo.clamp"(%low, %v99, %high) : (tensor<bf16>, tensor<1x2x2xbf16>, tensor<bf16>) -> tensor<1x2x2xbf16>
    %v101 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<bf16>) -> tensor<1x1x1xbf16>
    %v102 = stablehlo.iota dim = 0 : tensor<1x1x1xbf16>
    %v103 = stablehlo.add %v101, %v102 : tensor<1x1x1xbf16>
    %v104 = stablehlo.iota dim = 1 : tensor<1x1x1xbf16>
    %v105 = stablehlo.add %v103, %v104 : tensor<1x1x1xbf16>
    %v106 = stablehlo.iota dim = 2 : tensor<1x1x1xbf16>
    %v107 = stablehlo.add %v105, %v106 : tensor<1x1x1xbf16>
    %v108 = stablehlo.constant dense<0> : tensor<i32>
    %v109 = stablehlo.constant dense<0> : tensor<i32>
    %v110 = stablehlo.constant dense<-1> : tensor<i32>
    %v111 = stablehlo.dynamic_update_slice %v93, %v107, %v108, %v109, %v110 : (tensor<1x2x2xbf16>, tensor<1x1x1xbf16>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x2x2xbf16>
    %v112 = "stablehlo.clamp"(%low, %v111, %high) : (tensor<bf16>, tensor<1x2x2xbf16>, tensor<bf16>) -> tensor<1x2x2xbf16>
    %v113 = stablehlo.slice %v107 [1:1:2, 0:0:2, 1:1:2] : (tensor<1x1x1xbf16>) -> tensor<0x0x0xbf16>
    %v114 = "stablehlo.clamp"(%low, %v113, %high) : (tensor<bf16>, tensor<0x0x0xbf16>, tensor<bf16>) -> tensor<0x0x0xbf16>
    %v115 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<bf16>) -> tensor<0x2x0xbf16>
    %v116 = stablehlo.iota dim = 0 : tensor<0x2x0xbf16>
    %v117 = stablehlo.add %v115, %v116 : tensor<0x2x0xbf16>
    %v118 = stablehlo.iota dim = 1 : tensor<0x2x0xbf16>
    %v119 = stablehlo.add %v117, %v118 : tensor<0x2x0xbf16>
    %v120 = stablehlo.iota dim = 2 : tensor<0x2x0xbf16>
    %v121 = stablehlo.add %v119, %v120 : tensor<0x2x0xbf16>
    %v122 = stablehlo.constant dense<0> : tensor<i32>
    %v123 = stablehlo.constant dense<-1> : tensor<i32>
    %v124 = stablehlo.constant dense<1> : tensor<i32>
    %v125 = stablehlo.dynamic_update_slice %v100, %v121, %v122, %v123, %v124 : (tensor<1x2x2xbf16>, tensor<0x2x0xbf16>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x2x2xbf16>
    %v126 = "stablehlo.clamp"(%low, %v125, %high) : (tensor<bf16>, tensor<1x2x2xbf16>, tensor<bf16>) -> tensor<1x2x2xbf16>
    %v127 = stablehlo.reduce(%v114 init: %low) applies stablehlo.maximum across dimensions = [1, 2] : (tensor<0x0x0xbf16>, tensor<bf16>) -> tensor<0xbf16>
    %v128 = "stablehlo.clamp"(%low, %v127, %high) : (tensor<bf16>, tensor<0xbf16>, tensor<bf16>) -> tensor<0xbf16>
    %v129 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<bf16>) -> tensor<0x1x0xbf16>
    %v130 = stablehlo.iota dim = 0 : tensor<0x1x0xbf16>
    %v131 = stablehlo.add %v129, %v130 : tensor<0x1x0xbf16>
    %v132 = stablehlo.iota dim = 1 : tensor<0x1x0xbf16>
    %v133 = stablehlo.add %v131, %v132 : tensor<0x1x0xbf16>
    %v134 = stablehlo.iota dim = 2 : tensor<0x1x0xbf16>
    %v135 = stablehlo.add %v133, %v134 : tensor<0x1x0xbf16>
    %v136 = "stablehlo.select_and_scatter"(%v112, %v135, %zero) <{window_dimensions = array<i64: 2, 2, 3>, window_strides = array<i64: 2, 1, 2>}> ({
^bb0(%p: tensor<bf16>, %q: tensor<bf16>):
%r = stablehlo.compare GE, %p, %q : (tensor<bf16>, tensor<bf16>) -> tensor<i1>
stablehlo.return %r : tensor<i1>
}, {
^bb0(%p: tensor<bf16>, %q: tensor<bf16>):
%r = stablehlo.add %p, %q : tensor<bf16>
stablehlo.return %r : tensor<bf16>
}) : (tensor<1x2x2xbf16>, tensor<0x1x0xbf16>, tensor<bf16>) -> tensor<1x2x2xbf16>
    %v137 = "stablehlo.clamp"(%low, %v136, %high) : (tensor<bf16>, tensor<1x2x2xbf16>, tensor<bf16>) -> tensor<1x2x2xbf16>
    %v138 = stablehlo.constant dense<0> : tensor<1x1xi32>
    %v139 = stablehlo.iota dim = 0 : tensor<1x1xi32>
    %v140 = stablehlo.add %v138, %v139 : tensor<1x1xi32>
    %v141 = stablehlo.iota dim = 1 : tensor<1x1xi32>
    %v142 = stablehlo.add %v140, %v141 : tensor<1x1xi32>
    %v143 = "stablehlo.gather"(%v121, %v142) <{dimension_numbers = #stablehlo.gather<offset_dims = [1, 2], collapsed_slice_dims = [1], start_index_map = [1], index_vector_dim = 1>, slice_sizes = array<i64: 0, 1, 0>}> : (tensor<0x2x0xbf16>, tensor<1x1xi32>) -> tensor<1x0x0xbf16>
    %v144 = "stablehlo.clamp"(%low, %v143, %high) : (tensor<bf16>, tensor<1x0x0xbf16>, tensor<bf16>) -> tensor<1x0x0xbf16>
    %v145 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<bf16>) -> tensor<1x2x1x2xbf16>
    %v146 = stablehlo.iota dim = 0 : tensor<1x2x1x2xbf16>
    %v147 = stablehlo.add %v145, %v146 : tensor<1x2x1x2xbf16>
    %v148 = stablehlo.iota dim = 1 : tensor<1x2x1x2xbf16>
    %v149 = stablehlo.add %v147, %v148 : tensor<1x2x1x2xbf16>
    %v150 = stablehlo.iota dim = 2 : tensor<1x2x1x2xbf16>
    %v151 = stablehlo.add %v149, %v150 : tensor<1x2x1x2xbf16>
    %v152 = stablehlo.iota dim = 3 : tensor<1x2x1x2xbf16>
    %v153 = stablehlo.add %v151, %v152 : tensor<1x2x1x2xbf16>
    %v154 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<bf16>) -> tensor<1x3x2x1xbf16>
    %v155 = stablehlo.iota dim = 0 : tensor<1x3x2x1xbf16>
    %v156 = stablehlo.add %v154, %v155 : tensor<1x3x2x1xbf16>
    %v157 = stablehlo.iota dim = 1 : tensor<1x3x2x1xbf16>
    %v158 = stablehlo.add %v156, %v157 : tensor<1x3x2x1xbf16>
    %v159 = stablehlo.iota dim = 2 : tensor<1x3x2x1xbf16>
    %v160 = stablehlo.add %v158, %v159 : tensor<1x3x2x1xbf16>
    %v161 = stablehlo.iota dim = 3 : tensor<1x3x2x1xbf16>
    %v162 = stablehlo.add %v160, %v161 : tensor<1x3x2x1xbf16>
    %v163 = stablehlo.convolution(%v153, %v162) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [2, 1], pad = [[0, 1], [0, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x2x1x2xbf16>, tensor<1x3x2x1xbf16>) -> tensor<1x2x0x1xbf16>
    %v164 = "stablehlo.clamp"(%low, %v163, %high) : (tensor<bf16>, tensor<1x2x0x1xbf16>, tensor<bf16>) -> tensor<1x2x0x1xbf16>
    %v165 = stablehlo.pad %v144, %high, low = [0, 0, 2], high = [2, 0, 2], interior = [1, 0, 1] : (tensor<1x0x0xbf16>, tensor<bf16>) -> tensor<3x0x4xbf16>
    %v166 = "stablehlo.clamp"(%low, %v165, %high) : (tensor<bf16>, tensor<3x0x4xbf16>, tensor<bf16>) -> tensor<3x0x4xbf16>
    %v167 = stablehlo.reduce(%v162 init: %zero) applies stablehlo.add across dimensions = [0, 1, 2, 3] : (tensor<1x3x2x1xbf16>, tensor<bf16>) -> tensor<bf16>
    %v168 = "stablehlo.clamp"(%low, %v167, %high) : (tensor<bf16>, tensor<bf16>, tensor<bf16>) -> tensor<bf16>
    %v169 = stablehlo.constant dense<0> : tensor<1x1xi32>
    %v170 = stablehlo.iota dim = 0 : tensor<1x1xi32>
    %v171 = stablehlo.add %v169, %v170 : tensor<1x1xi32>
    %v172 = stablehlo.iota dim = 1 : tensor<1x1xi32>
    %v173 = stablehlo.add %v171, %v172 : tensor<1x1xi32>
    %v174 = "stablehlo.gather"(%v162, %v173) <{dimension_numbers = #stablehlo.gather<offset_dims = [1, 2, 3], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 3, 2, 1>}> : (tensor<1x3x2x1xbf16>, tensor<1x1xi32>) -> tensor<1x3x2x1xbf16>
    %v175 = "stablehlo.clamp"(%low, %v174, %high) : (tensor<bf16>, tensor<1x3x2x1xbf16>, tensor<bf16>) -> tensor<1x3x2x1xbf16>
    %v176 = stablehlo.abs %v175 : (tensor<1x3x2x1xbf16>) -> tensor<1x3x2x1xbf16>
    %v177 = "stablehlo.clamp"(%low, %v176, %high) : (tensor<bf16>, tensor<1x3x2x1xbf16>, tensor<bf16>) -> tensor<1x3x2x1xbf16>
    %v178 = stablehlo.reshape %v3 : (tensor<bf16>) -> tensor<1xbf16>
    %v179 = stablehlo.reshape %v5 : (tensor<bf16>) -> tensor<1xbf16>
    %v180 = stablehlo.reshape %v7 : (tensor<1xbf16>) -> tensor<1xbf16>
    %v181 = stablehlo.reshape %v10 : (tensor<2xbf16>) -> tensor<2xbf16>
    %v182 = stablehlo.reshape %v17 : (tensor<1xbf16>) -> tensor<1xbf16>
    %v183 = stablehlo.reshape %v26 : (tensor<2x0x3x3xbf16>) -> tensor<0xbf16>
    %v184 = stablehlo.reshape %v35 : (tensor<1x3x3x1xbf16>) -> tensor<9xbf16>
    %v185 = stablehlo.reshape %v37 : (tensor<2x0x3x1xbf16>) -> tensor<0xbf16>
    %v186 = stablehlo.reshape %v46 : (tensor<1x0x1x0xbf16>) -> tensor<0xbf16>
    %v187 = stablehlo.reshape %v52 : (tensor<2x0x3x1xbf16>) -> tensor<0xbf16>
    %v188 = stablehlo.reshape %v54 : (tensor<2x4x5x1xbf16>) -> tensor<40xbf16>
    %v189 = stablehlo.reshape %v56 : (tensor<1x1x0x0xbf16>) -> tensor<0xbf16>
    %v190 = stablehlo.reshape %v63 : (tensor<1x1x2xbf16>) -> tensor<2xbf16>
    %v191 = stablehlo.reshape %v65 : (tensor<0x0x2xbf16>) -> tensor<0xbf16>
    %v192 = stablehlo.reshape %v66 : (tensor<bf16>) -> tensor<1xbf16>
    %v193 = stablehlo.reshape %v68 : (tensor<0x0x2xbf16>) -> tensor<0xbf16>
    %v194 = stablehlo.reshape %v75 : (tensor<0x0x1xbf16>) -> tensor<0xbf16>
    %v195 = stablehlo.reshape %v80 : (tensor<1x1x2xbf16>) -> tensor<2xbf16>
    %v196 = stablehlo.reshape %v82 : (tensor<0x0x1xbf16>) -> tensor<0xbf16>
    %v197 = stablehlo.reshape %v84 : (tensor<1x2x2xbf16>) -> tensor<4xbf16>
    %v198 = stablehlo.reshape %v86 : (tensor<0x0x1xbf16>) -> tensor<0xbf16>
    %v199 = stablehlo.reshape %v93 : (tensor<1x2x2xbf16>) -> tensor<4xbf16>
    %v200 = stablehlo.reshape %v100 : (tensor<1x2x2xbf16>) -> tensor<4xbf16>
    %v201 = stablehlo.reshape %v107 : (tensor<1x1x1xbf16>) -> tensor<1xbf16>
    %v202 = stablehlo.reshape %v112 : (tensor<1x2x2xbf16>) -> tensor<4xbf16>
    %v203 = stablehlo.reshape %v114 : (tensor<0x0x0xbf16>) -> tensor<0xbf16>
    %v204 = stablehlo.reshape %v121 : (tensor<0x2x0xbf16>) -> tensor<0xbf16>
    %v205 = stablehlo.reshape %v126 : (tensor<1x2x2xbf16>) -> tensor<4xbf16>
    %v206 = stablehlo.reshape %v128 : (tensor<0xbf16>) -> tensor<0xbf16>
    %v207 = stablehlo.reshape %v135 : (tensor<0x1x0xbf16>) -> tensor<0xbf16>
    %v208 = stablehlo.reshape %v137 : (tensor<1x2x2xbf16>) -> tensor<4xbf16>
    %v209 = stablehlo.reshape %v144 : (tensor<1x0x0xbf16>) -> tensor<0xbf16>
    %v210 = stablehlo.reshape %v153 : (tensor<1x2x1x2xbf16>) -> tensor<4xbf16>
    %v211 = stablehlo.reshape %v162 : (tensor<1x3x2x1xbf16>) -> tensor<6xbf16>
    %v212 = stablehlo.reshape %v164 : (tensor<1x2x0x1xbf16>) -> tensor<0xbf16>
    %v213 = stablehlo.reshape %v166 : (tensor<3x0x4xbf16>) -> tensor<0xbf16>
    %v214 = stablehlo.reshape %v168 : (tensor<bf16>) -> tensor<1xbf16>
    %v215 = stablehlo.reshape %v175 : (tensor<1x3x2x1xbf16>) -> tensor<6xbf16>
    %v216 = stablehlo.reshape %v177 : (tensor<1x3x2x1xbf16>) -> tensor<6xbf16>
    %v217 = stablehlo.concatenate %v178, %v179, %v180, %v181, %v182, %v183, %v184, %v185, %v186, %v187, %v188, %v189, %v190, %v191, %v192, %v193, %v194, %v195, %v196, %v197, %v198, %v199, %v200, %v201, %v202, %v203, %v204, %v205, %v206, %v207, %v208, %v209, %v210, %v211, %v212, %v213, %v214, %v215, %v216, dim = 0 : (tensor<1xbf16>, tensor<1xbf16>, tensor<1xbf16>, tensor<2xbf16>, tensor<1xbf16>, tensor<0xbf16>, tensor<9xbf16>, tensor<0xbf16>, tensor<0xbf16>, tensor<0xbf16>, tensor<40xbf16>, tensor<0xbf16>, tensor<2xbf16>, tensor<0xbf16>, tensor<1xbf16>, tensor<0xbf16>, tensor<0xbf16>, tensor<2xbf16>, tensor<0xbf16>, tensor<4xbf16>, tensor<0xbf16>, tensor<4xbf16>, tensor<4xbf16>, tensor<1xbf16>, tensor<4xbf16>, tensor<0xbf16>, tensor<0xbf16>, tensor<4xbf16>, tensor<0xbf16>, tensor<0xbf16>, tensor<4xbf16>, tensor<0xbf16>, tensor<4xbf16>, tensor<6xbf16>, tensor<0xbf16>, tensor<0xbf16>, tensor<1xbf16>, tensor<6xbf16>, tensor<6xbf16>) -> tensor<108xbf16>
    return %v177, %v93, %v121, %v217 : tensor<1x3x2x1xbf16>, tensor<1x2x2xbf16>, tensor<0x2x0xbf16>, tensor<108xbf16>
  }
}
