module @case {
  func.func public @main(%arg0: tensor<1xi16>, %arg1: tensor<1xi16>, %arg2: tensor<i16>) -> (tensor<2x1x1xi16>, tensor<0xi16>, tensor<1xi16>, tensor<244xi16>) {
    %zero = stablehlo.constant dense<0> : tensor<i16>
    %low = stablehlo.constant dense<-8> : tensor<i16>
    %high = stablehlo.constant dense<8> : tensor<i16>
    %v3 = stablehlo.reverse %arg0, dims = [0] : tensor<1xi16>
    %v4 = "stablehlo.clamp"(%low, %v3, %high) : (tensor<i16>, tensor<1xi16>, tensor<i16>) -> tensor<1xi16>
    %v5 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<i16>) -> tensor<0xi16>
    %v6 = stablehlo.iota dim = 0 : tensor<0xi16>
    %v7 = stablehlo.add %v5, %v6 : tensor<0xi16>
    %v8 = "stablehlo.select_and_scatter"(%v4, %v7, %zero) <{window_dimensions = array<i64: 3>, window_strides = array<i64: 1>}> ({
^bb0(%p: tensor<i16>, %q: tensor<i16>):
%r = stablehlo.compare GE, %p, %q : (tensor<i16>, tensor<i16>) -> tensor<i1>
stablehlo.return %r : tensor<i1>
}, {
^bb0(%p: tensor<i16>, %q: tensor<i16>):
%r = stablehlo.add %p, %q : tensor<i16>
stablehlo.return %r : tensor<i16>
}) : (tensor<1xi16>, tensor<0xi16>, tensor<i16>) -> tensor<1xi16>
    %v9 = "stablehlo.clamp"(%low, %v8, %high) : (tensor<i16>, tensor<1xi16>, tensor<i16>) -> tensor<1xi16>
    %v10 = stablehlo.reverse %v4, dims = [0] : tensor<1xi16>
    %v11 = "stablehlo.clamp"(%low, %v10, %high) : (tensor<i16>, tensor<1xi16>, tensor<i16>) -> tensor<1xi16>
    %v12 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<i16>) -> tensor<1x3x2x1xi16>
    %v13 = stablehlo.iota dim = 0 : tensor<1x3x2x1xi16>
    %v14 = stablehlo.add %v12, %v13 : tensor<1x3x2x1xi16>
    %v15 = stablehlo.iota dim = 1 : tensor<1x3x2x1xi16>
    %v16 = stablehlo.add %v14, %v15 : tensor<1x3x2x1xi16>
    %v17 = stablehlo.iota dim = 2 : tensor<1x3x2x1xi16>
    %v18 = stablehlo.add %v16, %v17 : tensor<1x3x2x1xi16>
    %v19 = stablehlo.iota dim = 3 : tensor<1x3x2x1xi16>
    %v20 = stablehlo.add %v18, %v19 : tensor<1x3x2x1xi16>
    %v21 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<i16>) -> tensor<3x2x1x3xi16>
    %v22 = stablehlo.iota dim = 0 : tensor<3x2x1x3xi16>
    %v23 = stablehlo.add %v21, %v22 : tensor<3x2x1x3xi16>
    %v24 = stablehlo.iota dim = 1 : tensor<3x2x1x3xi16>
    %v25 = stablehlo.add %v23, %v24 : tensor<3x2x1x3xi16>
    %v26 = stablehlo.iota dim = 2 : tensor<3x2x1x3xi16>
    %v27 = stablehlo.add %v25, %v26 : tensor<3x2x1x3xi16>
    %v28 = stablehlo.iota dim = 3 : tensor<3x2x1x3xi16>
    %v29 = stablehlo.add %v27, %v28 : tensor<3x2x1x3xi16>
    %v30 = stablehlo.convolution(%v20, %v29) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 2], pad = [[1, 1], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x3x2x1xi16>, tensor<3x2x1x3xi16>) -> tensor<1x3x2x3xi16>
    %v31 = "stablehlo.clamp"(%low, %v30, %high) : (tensor<i16>, tensor<1x3x2x3xi16>, tensor<i16>) -> tensor<1x3x2x3xi16>
    %v32 = stablehlo.constant dense<2> : tensor<i32>
    %v33 = stablehlo.constant dense<-1> : tensor<i32>
    %v34 = stablehlo.constant dense<-1> : tensor<i32>
    %v35 = stablehlo.constant dense<1> : tensor<i32>
    %v36 = stablehlo.dynamic_slice %v29, %v32, %v33, %v34, %v35, sizes = [1, 1, 1, 1] : (tensor<3x2x1x3xi16>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x1x1x1xi16>
    %v37 = "stablehlo.clamp"(%low, %v36, %high) : (tensor<i16>, tensor<1x1x1x1xi16>, tensor<i16>) -> tensor<1x1x1x1xi16>
    %v38 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<i16>) -> tensor<3x2x1x3xi16>
    %v39 = stablehlo.iota dim = 0 : tensor<3x2x1x3xi16>
    %v40 = stablehlo.add %v38, %v39 : tensor<3x2x1x3xi16>
    %v41 = stablehlo.iota dim = 1 : tensor<3x2x1x3xi16>
    %v42 = stablehlo.add %v40, %v41 : tensor<3x2x1x3xi16>
    %v43 = stablehlo.iota dim = 2 : tensor<3x2x1x3xi16>
    %v44 = stablehlo.add %v42, %v43 : tensor<3x2x1x3xi16>
    %v45 = stablehlo.iota dim = 3 : tensor<3x2x1x3xi16>
    %v46 = stablehlo.add %v44, %v45 : tensor<3x2x1x3xi16>
    %v47 = stablehlo.compare LT, %v29, %v46 : (tensor<3x2x1x3xi16>, tensor<3x2x1x3xi16>) -> tensor<3x2x1x3xi1>
    %v48 = stablehlo.select %v47, %v46, %v29 : tensor<3x2x1x3xi1>, tensor<3x2x1x3xi16>
    %v49 = "stablehlo.clamp"(%low, %v48, %high) : (tensor<i16>, tensor<3x2x1x3xi16>, tensor<i16>) -> tensor<3x2x1x3xi16>
    %v50 = "stablehlo.sort"(%v29) <{dimension = 1 : i64, is_stable = true}> ({
^bb0(%p: tensor<i16>, %q: tensor<i16>):
%r = stablehlo.compare LT, %p, %q : (tensor<i16>, tensor<i16>) -> tensor<i1>
stablehlo.return %r : tensor<i1>
}) : (tensor<3x2x1x3xi16>) -> tensor<3x2x1x3xi16>
    %v51 = "stablehlo.clamp"(%low, %v50, %high) : (tensor<i16>, tensor<3x2x1x3xi16>, tensor<i16>) -> tensor<3x2x1x3xi16>
    %v52 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<i16>) -> tensor<1x2x1x3xi16>
    %v53 = stablehlo.iota dim = 0 : tensor<1x2x1x3xi16>
    %v54 = stablehlo.add %v52, %v53 : tensor<1x2x1x3xi16>
    %v55 = stablehlo.iota dim = 1 : tensor<1x2x1x3xi16>
    %v56 = stablehlo.add %v54, %v55 : tensor<1x2x1x3xi16>
    %v57 = stablehlo.iota dim = 2 : tensor<1x2x1x3xi16>
    %v58 = stablehlo.add %v56, %v57 : tensor<1x2x1x3xi16>
    %v59 = stablehlo.iota dim = 3 : tensor<1x2x1x3xi16>
    %v60 = stablehlo.add %v58, %v59 : tensor<1x2x1x3xi16>
    %v61 = stablehlo.constant dense<0> : tensor<1x1xi32>
    %v62 = stablehlo.iota dim = 0 : tensor<1x1xi32>
    %v63 = stablehlo.add %v61, %v62 : tensor<1x1xi32>
    %v64 = stablehlo.iota dim = 1 : tensor<1x1xi32>
    %v65 = stablehlo.add %v63, %v64 : tensor<1x1xi32>
    %v66 = "stablehlo.scatter"(%v49, %v65, %v60) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1, 2, 3], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
^bb0(%p: tensor<i16>, %q: tensor<i16>):
%r = stablehlo.add %p, %q : tensor<i16>
stablehlo.return %r : tensor<i16>
}) : (tensor<3x2x1x3xi16>, tensor<1x1xi32>, tensor<1x2x1x3xi16>) -> tensor<3x2x1x3xi16>
    %v67 = "stablehlo.clamp"(%low, %v66, %high) : (tensor<i16>, tensor<3x2x1x3xi16>, tensor<i16>) -> tensor<3x2x1x3xi16>
    %v68 = stablehlo.constant dense<0> : tensor<0x1xi32>
    %v69 = stablehlo.iota dim = 0 : tensor<0x1xi32>
    %v70 = stablehlo.add %v68, %v69 : tensor<0x1xi32>
    %v71 = stablehlo.iota dim = 1 : tensor<0x1xi32>
    %v72 = stablehlo.add %v70, %v71 : tensor<0x1xi32>
    %v73 = "stablehlo.gather"(%v51, %v72) <{dimension_numbers = #stablehlo.gather<offset_dims = [1, 2, 3], collapsed_slice_dims = [1], start_index_map = [1], index_vector_dim = 1>, slice_sizes = array<i64: 3, 1, 1, 3>}> : (tensor<3x2x1x3xi16>, tensor<0x1xi32>) -> tensor<0x3x1x3xi16>
    %v74 = "stablehlo.clamp"(%low, %v73, %high) : (tensor<i16>, tensor<0x3x1x3xi16>, tensor<i16>) -> tensor<0x3x1x3xi16>
    %v75 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<i16>) -> tensor<2x1x1x1xi16>
    %v76 = stablehlo.iota dim = 0 : tensor<2x1x1x1xi16>
    %v77 = stablehlo.add %v75, %v76 : tensor<2x1x1x1xi16>
    %v78 = stablehlo.iota dim = 1 : tensor<2x1x1x1xi16>
    %v79 = stablehlo.add %v77, %v78 : tensor<2x1x1x1xi16>
    %v80 = stablehlo.iota dim = 2 : tensor<2x1x1x1xi16>
    %v81 = stablehlo.add %v79, %v80 : tensor<2x1x1x1xi16>
    %v82 = stablehlo.iota dim = 3 : tensor<2x1x1x1xi16>
    %v83 = stablehlo.add %v81, %v82 : tensor<2x1x1x1xi16>
    %v84 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<i16>) -> tensor<3x2x1x2xi16>
    %v85 = stablehlo.iota dim = 0 : tensor<3x2x1x2xi16>
    %v86 = stablehlo.add %v84, %v85 : tensor<3x2x1x2xi16>
    %v87 = stablehlo.iota dim = 1 : tensor<3x2x1x2xi16>
    %v88 = stablehlo.add %v86, %v87 : tensor<3x2x1x2xi16>
    %v89 = stablehlo.iota dim = 2 : tensor<3x2x1x2xi16>
    %v90 = stablehlo.add %v88, %v89 : tensor<3x2x1x2xi16>
    %v91 = stablehlo.iota dim = 3 : tensor<3x2x1x2xi16>
    %v92 = stablehlo.add %v90, %v91 : tensor<3x2x1x2xi16>
    %v93 = stablehlo.convolution(%v83, %v92) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[1, 0], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x1x1x1xi16>, tensor<3x2x1x2xi16>) -> tensor<2x0x2x2xi16>
    %v94 = "stablehlo.clamp"(%low, %v93, %high) : (tensor<i16>, tensor<2x0x2x2xi16>, tensor<i16>) -> tensor<2x0x2x2xi16>
    %v95 = stablehlo.constant dense<0> : tensor<1x1xi32>
    %v96 = stablehlo.iota dim = 0 : tensor<1x1xi32>
    %v97 = stablehlo.add %v95, %v96 : tensor<1x1xi32>
    %v98 = stablehlo.iota dim = 1 : tensor<1x1xi32>
    %v99 = stablehlo.add %v97, %v98 : tensor<1x1xi32>
    %v100 = "stablehlo.gather"(%v60, %v99) <{dimension_numbers = #stablehlo.gather<offset_dims = [1, 2, 3], collapsed_slice_dims = [2], start_index_map = [2], index_vector_dim = 1>, slice_sizes = array<i64: 1, 2, 1, 3>}> : (tensor<1x2x1x3xi16>, tensor<1x1xi32>) -> tensor<1x1x2x3xi16>
    %v101 = "stablehlo.clamp"(%low, %v100, %high) : (tensor<i16>, tensor<1x1x2x3xi16>, tensor<i16>) -> tensor<1x1x2x3xi16>
    %v102 = stablehlo.constant dense<0> : tensor<i32>
    %v103 = stablehlo.constant dense<0> : tensor<i32>
    %v104 = stablehlo.constant dense<0> : tensor<i32>
    %v105 = stablehlo.constant dense<-1> : tensor<i32>
    %v106 = stablehlo.dynamic_slice %v74, %v102, %v103, %v104, %v105, sizes = [0, 3, 0, 3] : (tensor<0x3x1x3xi16>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<0x3x0x3xi16>
    %v107 = "stablehlo.clamp"(%low, %v106, %high) : (tensor<i16>, tensor<0x3x0x3xi16>, tensor<i16>) -> tensor<0x3x0x3xi16>
    %v108 = "stablehlo.sort"(%v101) <{dimension = 3 : i64, is_stable = true}> ({
^bb0(%p: tensor<i16>, %q: tensor<i16>):
%r = stablehlo.compare LT, %p, %q : (tensor<i16>, tensor<i16>) -> tensor<i1>
stablehlo.return %r : tensor<i1>
}) : (tensor<1x1x2x3xi16>) -> tensor<1x1x2x3xi16>
    %v109 = "stablehlo.clamp"(%low, %v108, %high) : (tensor<i16>, tensor<1x1x2x3xi16>, tensor<i16>) -> tensor<1x1x2x3xi16>
    %v110 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<i16>) -> tensor<1x1x1x2xi16>
    %v111 = stablehlo.iota dim = 0 : tensor<1x1x1x2xi16>
    %v112 = stablehlo.add %v110, %v111 : tensor<1x1x1x2xi16>
    %v113 = stablehlo.iota dim = 1 : tensor<1x1x1x2xi16>
    %v114 = stablehlo.add %v112, %v113 : tensor<1x1x1x2xi16>
    %v115 = stablehlo.iota dim = 2 : tensor<1x1x1x2xi16>
    %v116 = stablehlo.add %v114, %v115 : tensor<1x1x1x2xi16>
    %v117 = stablehlo.iota dim = 3 : tensor<1x1x1x2xi16>
    %v118 = stablehlo.add %v116, %v117 : tensor<1x1x1x2xi16>
    %v119 = stablehlo.constant dense<-1> : tensor<i32>
    %v120 = stablehlo.constant dense<2> : tensor<i32>
    %v121 = stablehlo.constant dense<1> : tensor<i32>
    %v122 = stablehlo.constant dense<-1> : tensor<i32>
    %v123 = stablehlo.dynamic_update_slice %v109, %v118, %v119, %v120, %v121, %v122 : (tensor<1x1x2x3xi16>, tensor<1x1x1x2xi16>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x1x2x3xi16>
    %v124 = "stablehlo.clamp"(%low, %v123, %high) : (tensor<i16>, tensor<1x1x2x3xi16>, tensor<i16>) -> tensor<1x1x2x3xi16>
    %v125 = stablehlo.broadcast_in_dim %v124, dims = [0, 1, 2, 3] : (tensor<1x1x2x3xi16>) -> tensor<2x2x2x3xi16>
    %v126 = "stablehlo.clamp"(%low, %v125, %high) : (tensor<i16>, tensor<2x2x2x3xi16>, tensor<i16>) -> tensor<2x2x2x3xi16>
    %v127 = stablehlo.constant dense<-1> : tensor<i32>
    %v128 = stablehlo.constant dense<1> : tensor<i32>
    %v129 = stablehlo.constant dense<-1> : tensor<i32>
    %v130 = stablehlo.constant dense<-1> : tensor<i32>
    %v131 = stablehlo.dynamic_slice %v109, %v127, %v128, %v129, %v130, sizes = [1, 1, 1, 1] : (tensor<1x1x2x3xi16>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x1x1x1xi16>
    %v132 = "stablehlo.clamp"(%low, %v131, %high) : (tensor<i16>, tensor<1x1x1x1xi16>, tensor<i16>) -> tensor<1x1x1x1xi16>
    %v133 = "stablehlo.reduce_window"(%v124, %zero) <{padding = dense<[[1, 0], [1, 1], [0, 1], [1, 0]]> : tensor<4x2xi64>, window_dimensions = array<i64: 1, 1, 1, 2>, window_strides = array<i64: 1, 1, 2, 1>}> ({
^bb0(%p: tensor<i16>, %q: tensor<i16>):
%r = stablehlo.add %p, %q : tensor<i16>
stablehlo.return %r : tensor<i16>
}) : (tensor<1x1x2x3xi16>, tensor<i16>) -> tensor<2x3x2x3xi16>
    %v134 = "stablehlo.clamp"(%low, %v133, %high) : (tensor<i16>, tensor<2x3x2x3xi16>, tensor<i16>) -> tensor<2x3x2x3xi16>
    %v135 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<i16>) -> tensor<1x1x0x0xi16>
    %v136 = stablehlo.iota dim = 0 : tensor<1x1x0x0xi16>
    %v137 = stablehlo.add %v135, %v136 : tensor<1x1x0x0xi16>
    %v138 = stablehlo.iota dim = 1 : tensor<1x1x0x0xi16>
    %v139 = stablehlo.add %v137, %v138 : tensor<1x1x0x0xi16>
    %v140 = stablehlo.iota dim = 2 : tensor<1x1x0x0xi16>
    %v141 = stablehlo.add %v139, %v140 : tensor<1x1x0x0xi16>
    %v142 = stablehlo.iota dim = 3 : tensor<1x1x0x0xi16>
    %v143 = stablehlo.add %v141, %v142 : tensor<1x1x0x0xi16>
    %v144 = stablehlo.constant dense<1> : tensor<i32>
    %v145 = stablehlo.constant dense<0> : tensor<i32>
    %v146 = stablehlo.constant dense<2> : tensor<i32>
    %v147 = stablehlo.constant dense<1> : tensor<i32>
    %v148 = stablehlo.dynamic_update_slice %v118, %v143, %v144, %v145, %v146, %v147 : (tensor<1x1x1x2xi16>, tensor<1x1x0x0xi16>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x1x1x2xi16>
    %v149 = "stablehlo.clamp"(%low, %v148, %high) : (tensor<i16>, tensor<1x1x1x2xi16>, tensor<i16>) -> tensor<1x1x1x2xi16>
    %v150 = stablehlo.transpose %v149, dims = [2, 3, 0, 1] : (tensor<1x1x1x2xi16>) -> tensor<1x2x1x1xi16>
    %v151 = "stablehlo.clamp"(%low, %v150, %high) : (tensor<i16>, tensor<1x2x1x1xi16>, tensor<i16>) -> tensor<1x2x1x1xi16>
    %v152 = "stablehlo.sort"(%v151) <{dimension = 3 : i64, is_stable = true}> ({
^bb0(%p: tensor<i16>, %q: tensor<i16>):
%r = stablehlo.compare LT, %p, %q : (tensor<i16>, tensor<i16>) -> tensor<i1>
stablehlo.return %r : tensor<i1>
}) : (tensor<1x2x1x1xi16>) -> tensor<1x2x1x1xi16>
    %v153 = "stablehlo.clamp"(%low, %v152, %high) : (tensor<i16>, tensor<1x2x1x1xi16>, tensor<i16>) -> tensor<1x2x1x1xi16>
    %v154 = stablehlo.transpose %v143, dims = [1, 2, 0, 3] : (tensor<1x1x0x0xi16>) -> tensor<1x0x1x0xi16>
    %v155 = "stablehlo.clamp"(%low, %v154, %high) : (tensor<i16>, tensor<1x0x1x0xi16>, tensor<i16>) -> tensor<1x0x1x0xi16>
    %v156 = stablehlo.transpose %v151, dims = [2, 3, 1, 0] : (tensor<1x2x1x1xi16>) -> tensor<1x1x2x1xi16>
    %v157 = "stablehlo.clamp"(%low, %v156, %high) : (tensor<i16>, tensor<1x1x2x1xi16>, tensor<i16>) -> tensor<1x1x2x1xi16>
    %v158 = stablehlo.broadcast_in_dim %v153, dims = [0, 1, 2, 3] : (tensor<1x2x1x1xi16>) -> tensor<1x2x1x1xi16>
    %v159 = "stablehlo.clamp"(%low, %v158, %high) : (tensor<i16>, tensor<1x2x1x1xi16>, tensor<i16>) -> tensor<1x2x1x1xi16>
    %v160 = stablehlo.reshape %v157 : (tensor<1x1x2x1xi16>) -> tensor<2x1xi16>
    %v161 = "stablehlo.clamp"(%low, %v160, %high) : (tensor<i16>, tensor<2x1xi16>, tensor<i16>) -> tensor<2x1xi16>
    %v162 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<i16>) -> tensor<1x2x3xi16>
    %v163 = stablehlo.iota dim = 0 : tensor<1x2x3xi16>
    %v164 = stablehlo.add %v162, %v163 : tensor<1x2x3xi16>
    %v165 = stablehlo.iota dim = 1 : tensor<1x2x3xi16>
    %v166 = stablehlo.add %v164, %v165 : tensor<1x2x3xi16>
    %v167 = stablehlo.iota dim = 2 : tensor<1x2x3xi16>
    %v168 = stablehlo.add %v166, %v167 : tensor<1x2x3xi16>
    %v169 = stablehlo.dot_general %v161, %v168, contracting_dims = [1, 0] x [0, 1] : (tensor<2x1xi16>, tensor<1x2x3xi16>) -> tensor<3xi16>
    %v170 = "stablehlo.clamp"(%low, %v169, %high) : (tensor<i16>, tensor<3xi16>, tensor<i16>) -> tensor<3xi16>
    %v171 = stablehlo.constant dense<0> : tensor<1x1xi32>
    %v172 = stablehlo.iota dim = 0 : tensor<1x1xi32>
    %v173 = stablehlo.add %v171, %v172 : tensor<1x1xi32>
    %v174 = stablehlo.iota dim = 1 : tensor<1x1xi32>
    %v175 = stablehlo.add %v173, %v174 : tensor<1x1xi32>
    %v176 = "stablehlo.gather"(%v168, %v175) <{dimension_numbers = #stablehlo.gather<offset_dims = [1, 2], collapsed_slice_dims = [2], start_index_map = [2], index_vector_dim = 1>, slice_sizes = array<i64: 1, 2, 1>}> : (tensor<1x2x3xi16>, tensor<1x1xi32>) -> tensor<1x1x2xi16>
    %v177 = "stablehlo.clamp"(%low, %v176, %high) : (tensor<i16>, tensor<1x1x2xi16>, tensor<i16>) -> tensor<1x1x2xi16>
    %v178 = stablehlo.transpose %v177, dims = [2, 0, 1] : (tensor<1x1x2xi16>) -> tensor<2x1x1xi16>
    %v179 = "stablehlo.clamp"(%low, %v178, %high) : (tensor<i16>, tensor<2x1x1xi16>, tensor<i16>) -> tensor<2x1x1xi16>
    %v180 = stablehlo.reshape %v4 : (tensor<1xi16>) -> tensor<1xi16>
    %v181 = stablehlo.reshape %v7 : (tensor<0xi16>) -> tensor<0xi16>
    %v182 = stablehlo.reshape %v9 : (tensor<1xi16>) -> tensor<1xi16>
    %v183 = stablehlo.reshape %v11 : (tensor<1xi16>) -> tensor<1xi16>
    %v184 = stablehlo.reshape %v20 : (tensor<1x3x2x1xi16>) -> tensor<6xi16>
    %v185 = stablehlo.reshape %v29 : (tensor<3x2x1x3xi16>) -> tensor<18xi16>
    %v186 = stablehlo.reshape %v31 : (tensor<1x3x2x3xi16>) -> tensor<18xi16>
    %v187 = stablehlo.reshape %v37 : (tensor<1x1x1x1xi16>) -> tensor<1xi16>
    %v188 = stablehlo.reshape %v46 : (tensor<3x2x1x3xi16>) -> tensor<18xi16>
    %v189 = stablehlo.reshape %v49 : (tensor<3x2x1x3xi16>) -> tensor<18xi16>
    %v190 = stablehlo.reshape %v51 : (tensor<3x2x1x3xi16>) -> tensor<18xi16>
    %v191 = stablehlo.reshape %v60 : (tensor<1x2x1x3xi16>) -> tensor<6xi16>
    %v192 = stablehlo.reshape %v67 : (tensor<3x2x1x3xi16>) -> tensor<18xi16>
    %v193 = stablehlo.reshape %v74 : (tensor<0x3x1x3xi16>) -> tensor<0xi16>
    %v194 = stablehlo.reshape %v83 : (tensor<2x1x1x1xi16>) -> tensor<2xi16>
    %v195 = stablehlo.reshape %v92 : (tensor<3x2x1x2xi16>) -> tensor<12xi16>
    %v196 = stablehlo.reshape %v94 : (tensor<2x0x2x2xi16>) -> tensor<0xi16>
    %v197 = stablehlo.reshape %v101 : (tensor<1x1x2x3xi16>) -> tensor<6xi16>
    %v198 = stablehlo.reshape %v107 : (tensor<0x3x0x3xi16>) -> tensor<0xi16>
    %v199 = stablehlo.reshape %v109 : (tensor<1x1x2x3xi16>) -> tensor<6xi16>
    %v200 = stablehlo.reshape %v118 : (tensor<1x1x1x2xi16>) -> tensor<2xi16>
    %v201 = stablehlo.reshape %v124 : (tensor<1x1x2x3xi16>) -> tensor<6xi16>
    %v202 = stablehlo.reshape %v126 : (tensor<2x2x2x3xi16>) -> tensor<24xi16>
    %v203 = stablehlo.reshape %v132 : (tensor<1x1x1x1xi16>) -> tensor<1xi16>
    %v204 = stablehlo.reshape %v134 : (tensor<2x3x2x3xi16>) -> tensor<36xi16>
    %v205 = stablehlo.reshape %v143 : (tensor<1x1x0x0xi16>) -> tensor<0xi16>
    %v206 = stablehlo.reshape %v149 : (tensor<1x1x1x2xi16>) -> tensor<2xi16>
    %v207 = stablehlo.reshape %v151 : (tensor<1x2x1x1xi16>) -> tensor<2xi16>
    %v208 = stablehlo.reshape %v153 : (tensor<1x2x1x1xi16>) -> tensor<2xi16>
    %v209 = stablehlo.reshape %v155 : (tensor<1x0x1x0xi16>) -> tensor<0xi16>
    %v210 = stablehlo.reshape %v157 : (tensor<1x1x2x1xi16>) -> tensor<2xi16>
    %v211 = stablehlo.reshape %v159 : (tensor<1x2x1x1xi16>) -> tensor<2xi16>
    %v212 = stablehlo.reshape %v161 : (tensor<2x1xi16>) -> tensor<2xi16>
    %v213 = stablehlo.reshape %v168 : (tensor<1x2x3xi16>) -> tensor<6xi16>
    %v214 = stablehlo.reshape %v170 : (tensor<3xi16>) -> tensor<3xi16>
    %v215 = stablehlo.reshape %v177 : (tensor<1x1x2xi16>) -> tensor<2xi16>
    %v216 = stablehlo.reshape %v179 : (tensor<2x1x1xi16>) -> tensor<2xi16>
    %v217 = stablehlo.concatenate %v180, %v181, %v182, %v183, %v184, %v185, %v186, %v187, %v188, %v189, %v190, %v191, %v192, %v193, %v194, %v195, %v196, %v197, %v198, %v199, %v200, %v201, %v202, %v203, %v204, %v205, %v206, %v207, %v208, %v209, %v210, %v211, %v212, %v213, %v214, %v215, %v216, dim = 0 : (tensor<1xi16>, tensor<0xi16>, tensor<1xi16>, tensor<1xi16>, tensor<6xi16>, tensor<18xi16>, tensor<18xi16>, tensor<1xi16>, tensor<18xi16>, tensor<18xi16>, tensor<18xi16>, tensor<6xi16>, tensor<18xi16>, tensor<0xi16>, tensor<2xi16>, tensor<12xi16>, tensor<0xi16>, tensor<6xi16>, tensor<0xi16>, tensor<6xi16>, tensor<2xi16>, tensor<6xi16>, tensor<24xi16>, tensor<1xi16>, tensor<36xi16>, tensor<0xi16>, tensor<2xi16>, tensor<2xi16>, tensor<2xi16>, tensor<0xi16>, tensor<2xi16>, tensor<2xi16>, tensor<2xi16>, tensor<6xi16>, tensor<3xi16>, tensor<2xi16>, tensor<2xi16>) -> tensor<244xi16>
    return %v179, %v7, %v9, %v217 : tensor<2x1x1xi16>, tensor<0xi16>, tensor<1xi16>, tensor<244xi16>
  }
}
