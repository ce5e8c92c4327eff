module @case {
  func.func public @main(%arg0: tensor<1x1xbf16>, %arg1: tensor<1xbf16>, %arg2: tensor<3xbf16>) -> (tensor<2x0x0x1xbf16>, tensor<1x1xbf16>, tensor<1xbf16>, tensor<75xbf16>) {
    %zero = stablehlo.constant dense<0.0> : tensor<bf16>
    %low = stablehlo.constant dense<-8.0> : tensor<bf16>
    %high = stablehlo.constant dense<8.0> : tensor<bf16>
    %v3 = "stablehlo.reduce_window"(%arg2, %zero) <{padding = dense<[[1, 0]]> : tensor<1x2xi64>, window_dimensions = array<i64: 1>, window_strides = array<i64: 2>}> ({
^bb0(%p: tensor<bf16>, %q: tensor<bf16>):
%r = stablehlo.add %p, %q : tensor<bf16>
stablehlo.return %r : tensor<bf16>
}) : (tensor<3xbf16>, tensor<bf16>) -> tensor<2xbf16>
    %v4 = "stablehlo.clamp"(%low, %v3, %high) : (tensor<bf16>, tensor<2xbf16>, tensor<bf16>) -> tensor<2xbf16>
    %v5 = stablehlo.broadcast_in_dim %arg2, dims = [0] : (tensor<3xbf16>) -> tensor<3xbf16>
    %v6 = "stablehlo.clamp"(%low, %v5, %high) : (tensor<bf16>, tensor<3xbf16>, tensor<bf16>) -> tensor<3xbf16>
    %v7 = stablehlo.transpose %arg0, dims = [1, 0] : (tensor<1x1xbf16>) -> tensor<1x1xbf16>
    %v8 = "stablehlo.clamp"(%low, %v7, %high) : (tensor<bf16>, tensor<1x1xbf16>, tensor<bf16>) -> tensor<1x1xbf16>
    %v9 = stablehlo.broadcast_in_dim %v8, dims = [1, 2] : (tensor<1x1xbf16>) -> tensor<2x2x2xbf16>
    %v10 = "stablehlo.clamp"(%low, %v9, %high) : (tensor<bf16>, tensor<2x2x2xbf16>, tensor<bf16>) -> tensor<2x2x2xbf16>
    %v11 = stablehlo.reshape %arg2 : (tensor<3xbf16>) -> tensor<3xbf16>
    %v12 = "stablehlo.clamp"(%low, %v11, %high) : (tensor<bf16>, tensor<3xbf16>, tensor<bf16>) -> tensor<3xbf16>
    %v13 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<bf16>) -> tensor<3x2xbf16>
    %v14 = stablehlo.iota dim = 0 : tensor<3x2xbf16>
    %v15 = stablehlo.add %v13, %v14 : tensor<3x2xbf16>
    %v16 = stablehlo.iota dim = 1 : tensor<3x2xbf16>
    %v17 = stablehlo.add %v15, %v16 : tensor<3x2xbf16>
    %v18 = stablehlo.dot_general %v12, %v17, contracting_dims = [0] x [0] : (tensor<3xbf16>, tensor<3x2xbf16>) -> tensor<2xbf16>
    %v19 = "stablehlo.clamp"(%low, %v18, %high) : (tensor<bf16>, tensor<2xbf16>, tensor<bf16>) -> tensor<2xbf16>
    %v20 = stablehlo.constant dense<2> : tensor<i32>
    %v21 = stablehlo.dynamic_slice %v12, %v20, sizes = [2] : (tensor<3xbf16>, tensor<i32>) -> tensor<2xbf16>
    %v22 = "stablehlo.clamp"(%low, %v21, %high) : (tensor<bf16>, tensor<2xbf16>, tensor<bf16>) -> tensor<2xbf16>
    %v23 = stablehlo.broadcast_in_dim %v19, dims = [0] : (tensor<2xbf16>) -> tensor<2xbf16>
    %v24 = "stablehlo.clamp"(%low, %v23, %high) : (tensor<bf16>, tensor<2xbf16>, tensor<bf16>) -> tensor<2xbf16>
    %v25 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<bf16>) -> tensor<2xbf16>
    %v26 = stablehlo.iota dim = 0 : tensor<2xbf16>
    %v27 = stablehlo.add %v25, %v26 : tensor<2xbf16>
    %v28 = stablehlo.constant dense<-1> : tensor<i32>
    %v29 = stablehlo.dynamic_update_slice %v24, %v27, %v28 : (tensor<2xbf16>, tensor<2xbf16>, tensor<i32>) -> tensor<2xbf16>
    %v30 = "stablehlo.clamp"(%low, %v29, %high) : (tensor<bf16>, tensor<2xbf16>, tensor<bf16>) -> tensor<2xbf16>
    %v31 = stablehlo.constant dense<0> : tensor<1x1xi32>
    %v32 = stablehlo.iota dim = 0 : tensor<1x1xi32>
    %v33 = stablehlo.add %v31, %v32 : tensor<1x1xi32>
    %v34 = stablehlo.iota dim = 1 : tensor<1x1xi32>
    %v35 = stablehlo.add %v33, %v34 : tensor<1x1xi32>
    %v36 = "stablehlo.gather"(%v17, %v35) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 2>}> : (tensor<3x2xbf16>, tensor<1x1xi32>) -> tensor<1x2xbf16>
    %v37 = "stablehlo.clamp"(%low, %v36, %high) : (tensor<bf16>, tensor<1x2xbf16>, tensor<bf16>) -> tensor<1x2xbf16>
    %v38 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<bf16>) -> tensor<1x2xbf16>
    %v39 = stablehlo.iota dim = 0 : tensor<1x2xbf16>
    %v40 = stablehlo.add %v38, %v39 : tensor<1x2xbf16>
    %v41 = stablehlo.iota dim = 1 : tensor<1x2xbf16>
    %v42 = stablehlo.add %v40, %v41 : tensor<1x2xbf16>
    %v43 = stablehlo.dot_general %v37, %v42, batching_dims = [0] x [0], contracting_dims = [1] x [1] : (tensor<1x2xbf16>, tensor<1x2xbf16>) -> tensor<1xbf16>
    %v44 = "stablehlo.clamp"(%low, %v43, %high) : (tensor<bf16>, tensor<1xbf16>, tensor<bf16>) -> tensor<1xbf16>
    %v45 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<bf16>) -> tensor<1xbf16>
    %v46 = stablehlo.iota dim = 0 : tensor<1xbf16>
    %v47 = stablehlo.add %v45, %v46 : tensor<1xbf16>
    %v48 = stablehlo.constant dense<0> : tensor<1x1xi32>
    %v49 = stablehlo.iota dim = 0 : tensor<1x1xi32>
    %v50 = stablehlo.add %v48, %v49 : tensor<1x1xi32>
    %v51 = stablehlo.iota dim = 1 : tensor<1x1xi32>
    %v52 = stablehlo.add %v50, %v51 : tensor<1x1xi32>
    %v53 = "stablehlo.scatter"(%v27, %v52, %v47) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
^bb0(%p: tensor<bf16>, %q: tensor<bf16>):
%r = stablehlo.add %p, %q : tensor<bf16>
stablehlo.return %r : tensor<bf16>
}) : (tensor<2xbf16>, tensor<1x1xi32>, tensor<1xbf16>) -> tensor<2xbf16>
    %v54 = "stablehlo.clamp"(%low, %v53, %high) : (tensor<bf16>, tensor<2xbf16>, tensor<bf16>) -> tensor<2xbf16>
    %v55 = stablehlo.constant dense<0> : tensor<i32>
    %v56 = stablehlo.constant dense<0> : tensor<i32>
    %v57 = stablehlo.dynamic_slice %v42, %v55, %v56, sizes = [1, 2] : (tensor<1x2xbf16>, tensor<i32>, tensor<i32>) -> tensor<1x2xbf16>
    %v58 = "stablehlo.clamp"(%low, %v57, %high) : (tensor<bf16>, tensor<1x2xbf16>, tensor<bf16>) -> tensor<1x2xbf16>
    %v59 = "stablehlo.reduce_window"(%v47, %zero) <{padding = dense<[[0, 0]]> : tensor<1x2xi64>, window_dimensions = array<i64: 2>, window_strides = array<i64: 2>}> ({
^bb0(%p: tensor<bf16>, %q: tensor<bf16>):
%r = stablehlo.add %p, %q : tensor<bf16>
stablehlo.return %r : tensor<bf16>
}) : (tensor<1xbf16>, tensor<bf16>) -> tensor<0xbf16>
    %v60 = "stablehlo.clamp"(%low, %v59, %high) : (tensor<bf16>, tensor<0xbf16>, tensor<bf16>) -> tensor<0xbf16>
    %v61 = "stablehlo.sort"(%v60) <{dimension = 0 : i64, is_stable = true}> ({
^bb0(%p: tensor<bf16>, %q: tensor<bf16>):
%r = stablehlo.compare LT, %p, %q : (tensor<bf16>, tensor<bf16>) -> tensor<i1>
stablehlo.return %r : tensor<i1>
}) : (tensor<0xbf16>) -> tensor<0xbf16>
    %v62 = "stablehlo.clamp"(%low, %v61, %high) : (tensor<bf16>, tensor<0xbf16>, tensor<bf16>) -> tensor<0xbf16>
    %v63 = stablehlo.constant dense<0> : tensor<i32>
    %v64 = stablehlo.dynamic_slice %v54, %v63, sizes = [2] : (tensor<2xbf16>, tensor<i32>) -> tensor<2xbf16>
    %v65 = "stablehlo.clamp"(%low, %v64, %high) : (tensor<bf16>, tensor<2xbf16>, tensor<bf16>) -> tensor<2xbf16>
    %v66 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<bf16>) -> tensor<1xbf16>
    %v67 = stablehlo.iota dim = 0 : tensor<1xbf16>
    %v68 = stablehlo.add %v66, %v67 : tensor<1xbf16>
    %v69 = stablehlo.constant dense<-1> : tensor<i32>
    %v70 = stablehlo.dynamic_update_slice %v65, %v68, %v69 : (tensor<2xbf16>, tensor<1xbf16>, tensor<i32>) -> tensor<2xbf16>
    %v71 = "stablehlo.clamp"(%low, %v70, %high) : (tensor<bf16>, tensor<2xbf16>, tensor<bf16>) -> tensor<2xbf16>
    %v72 = stablehlo.constant dense<0> : tensor<2x1xi32>
    %v73 = stablehlo.iota dim = 0 : tensor<2x1xi32>
    %v74 = stablehlo.add %v72, %v73 : tensor<2x1xi32>
    %v75 = stablehlo.iota dim = 1 : tensor<2x1xi32>
    %v76 = stablehlo.add %v74, %v75 : tensor<2x1xi32>
    %v77 = "stablehlo.gather"(%v71, %v76) <{dimension_numbers = #stablehlo.gather<offset_dims = [], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1>}> : (tensor<2xbf16>, tensor<2x1xi32>) -> tensor<2xbf16>
    %v78 = "stablehlo.clamp"(%low, %v77, %high) : (tensor<bf16>, tensor<2xbf16>, tensor<bf16>) -> tensor<2xbf16>
    %v79 = stablehlo.transpose %v78, dims = [0] : (tensor<2xbf16>) -> tensor<2xbf16>
    %v80 = "stablehlo.clamp"(%low, %v79, %high) : (tensor<bf16>, tensor<2xbf16>, tensor<bf16>) -> tensor<2xbf16>
    %v81 = stablehlo.broadcast_in_dim %v65, dims = [0] : (tensor<2xbf16>) -> tensor<2xbf16>
    %v82 = "stablehlo.clamp"(%low, %v81, %high) : (tensor<bf16>, tensor<2xbf16>, tensor<bf16>) -> tensor<2xbf16>
    %v83 = stablehlo.reshape %v68 : (tensor<1xbf16>) -> tensor<1x1xbf16>
    %v84 = "stablehlo.clamp"(%low, %v83, %high) : (tensor<bf16>, tensor<1x1xbf16>, tensor<bf16>) -> tensor<1x1xbf16>
    %v85 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<bf16>) -> tensor<1xbf16>
    %v86 = stablehlo.iota dim = 0 : tensor<1xbf16>
    %v87 = stablehlo.add %v85, %v86 : tensor<1xbf16>
    %v88 = stablehlo.dot_general %v84, %v87, contracting_dims = [0] x [0] : (tensor<1x1xbf16>, tensor<1xbf16>) -> tensor<1xbf16>
    %v89 = "stablehlo.clamp"(%low, %v88, %high) : (tensor<bf16>, tensor<1xbf16>, tensor<bf16>) -> tensor<1xbf16>
    %v90 = stablehlo.transpose %v78, dims = [0] : (tensor<2xbf16>) -> tensor<2xbf16>
    %v91 = "stablehlo.clamp"(%low, %v90, %high) : (tensor<bf16>, tensor<2xbf16>, tensor<bf16>) -> tensor<2xbf16>
    %v92 = stablehlo.broadcast_in_dim %v89, dims = [0] : (tensor<1xbf16>) -> tensor<3x1x0xbf16>
    %v93 = "stablehlo.clamp"(%low, %v92, %high) : (tensor<bf16>, tensor<3x1x0xbf16>, tensor<bf16>) -> tensor<3x1x0xbf16>
    %v94 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<bf16>) -> tensor<bf16>
    %v95 = stablehlo.dot_general %v93, %v94, contracting_dims = [] x [] : (tensor<3x1x0xbf16>, tensor<bf16>) -> tensor<3x1x0xbf16>
    %v96 = "stablehlo.clamp"(%low, %v95, %high) : (tensor<bf16>, tensor<3x1x0xbf16>, tensor<bf16>) -> tensor<3x1x0xbf16>
    %v97 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<bf16>) -> tensor<2xbf16>
    %v98 = stablehlo.iota dim = 0 : tensor<2xbf16>
    %v99 = stablehlo.add %v97, %v98 : tensor<2xbf16>
    %v100 = "stablehlo.select_and_scatter"(%v91, %v99, %zero) <{window_dimensions = array<i64: 1>, window_strides = array<i64: 1>}> ({
^bb0(%p: tensor<bf16>, %q: tensor<bf16>):
%r = stablehlo.compare GE, %p, %q : (tensor<bf16>, tensor<bf16>) -> tensor<i1>
stablehlo.return %r : tensor<i1>
}, {
^bb0(%p: tensor<bf16>, %q: tensor<bf16>):
%r = stablehlo.add %p, %q : tensor<bf16>
stablehlo.return %r : tensor<bf16>
}) : (tensor<2xbf16>, tensor<2xbf16>, tensor<bf16>) -> tensor<2xbf16>
    %v101 = "stablehlo.clamp"(%low, %v100, %high) : (tensor<bf16>, tensor<2xbf16>, tensor<bf16>) -> tensor<2xbf16>
    %v102 = stablehlo.slice %v101 [1:2:2] : (tensor<2xbf16>) -> tensor<1xbf16>
    %v103 = "stablehlo.clamp"(%low, %v102, %high) : (tensor<bf16>, tensor<1xbf16>, tensor<bf16>) -> tensor<1xbf16>
    %v104 = "stablehlo.reduce_window"(%v96, %zero) <{padding = dense<[[1, 0], [1, 0], [1, 1]]> : tensor<3x2xi64>, window_dimensions = array<i64: 2, 1, 1>, window_strides = array<i64: 1, 1, 2>}> ({
^bb0(%p: tensor<bf16>, %q: tensor<bf16>):
%r = stablehlo.add %p, %q : tensor<bf16>
stablehlo.return %r : tensor<bf16>
}) : (tensor<3x1x0xbf16>, tensor<bf16>) -> tensor<3x2x1xbf16>
    %v105 = "stablehlo.clamp"(%low, %v104, %high) : (tensor<bf16>, tensor<3x2x1xbf16>, tensor<bf16>) -> tensor<3x2x1xbf16>
    %v106 = stablehlo.constant dense<0> : tensor<3x1xi32>
    %v107 = stablehlo.iota dim = 0 : tensor<3x1xi32>
    %v108 = stablehlo.add %v106, %v107 : tensor<3x1xi32>
    %v109 = stablehlo.iota dim = 1 : tensor<3x1xi32>
    %v110 = stablehlo.add %v108, %v109 : tensor<3x1xi32>
    %v111 = "stablehlo.gather"(%v101, %v110) <{dimension_numbers = #stablehlo.gather<offset_dims = [], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1>}> : (tensor<2xbf16>, tensor<3x1xi32>) -> tensor<3xbf16>
    %v112 = "stablehlo.clamp"(%low, %v111, %high) : (tensor<bf16>, tensor<3xbf16>, tensor<bf16>) -> tensor<3xbf16>
    %v113 = stablehlo.broadcast_in_dim %v103, dims = [2] : (tensor<1xbf16>) -> tensor<1x1x1xbf16>
    %v114 = "stablehlo.clamp"(%low, %v113, %high) : (tensor<bf16>, tensor<1x1x1xbf16>, tensor<bf16>) -> tensor<1x1x1xbf16>
    %v115 = stablehlo.constant dense<2> : tensor<i32>
    %v116 = stablehlo.constant dense<-1> : tensor<i32>
    %v117 = stablehlo.constant dense<2> : tensor<i32>
    %v118 = stablehlo.dynamic_slice %v105, %v115, %v116, %v117, sizes = [2, 0, 0] : (tensor<3x2x1xbf16>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<2x0x0xbf16>
    %v119 = "stablehlo.clamp"(%low, %v118, %high) : (tensor<bf16>, tensor<2x0x0xbf16>, tensor<bf16>) -> tensor<2x0x0xbf16>
    %v120 = stablehlo.broadcast_in_dim %v119, dims = [0, 1, 2] : (tensor<2x0x0xbf16>) -> tensor<2x0x0x1xbf16>
    %v121 = "stablehlo.clamp"(%low, %v120, %high) : (tensor<bf16>, tensor<2x0x0x1xbf16>, tensor<bf16>) -> tensor<2x0x0x1xbf16>
    %v122 = stablehlo.reshape %v4 : (tensor<2xbf16>) -> tensor<2xbf16>
    %v123 = stablehlo.reshape %v6 : (tensor<3xbf16>) -> tensor<3xbf16>
    %v124 = stablehlo.reshape %v8 : (tensor<1x1xbf16>) -> tensor<1xbf16>
    %v125 = stablehlo.reshape %v10 : (tensor<2x2x2xbf16>) -> tensor<8xbf16>
    %v126 = stablehlo.reshape %v12 : (tensor<3xbf16>) -> tensor<3xbf16>
    %v127 = stablehlo.reshape %v17 : (tensor<3x2xbf16>) -> tensor<6xbf16>
    %v128 = stablehlo.reshape %v19 : (tensor<2xbf16>) -> tensor<2xbf16>
    %v129 = stablehlo.reshape %v22 : (tensor<2xbf16>) -> tensor<2xbf16>
    %v130 = stablehlo.reshape %v24 : (tensor<2xbf16>) -> tensor<2xbf16>
    %v131 = stablehlo.reshape %v27 : (tensor<2xbf16>) -> tensor<2xbf16>
    %v132 = stablehlo.reshape %v30 : (tensor<2xbf16>) -> tensor<2xbf16>
    %v133 = stablehlo.reshape %v37 : (tensor<1x2xbf16>) -> tensor<2xbf16>
    %v134 = stablehlo.reshape %v42 : (tensor<1x2xbf16>) -> tensor<2xbf16>
    %v135 = stablehlo.reshape %v44 : (tensor<1xbf16>) -> tensor<1xbf16>
    %v136 = stablehlo.reshape %v47 : (tensor<1xbf16>) -> tensor<1xbf16>
    %v137 = stablehlo.reshape %v54 : (tensor<2xbf16>) -> tensor<2xbf16>
    %v138 = stablehlo.reshape %v58 : (tensor<1x2xbf16>) -> tensor<2xbf16>
    %v139 = stablehlo.reshape %v60 : (tensor<0xbf16>) -> tensor<0xbf16>
    %v140 = stablehlo.reshape %v62 : (tensor<0xbf16>) -> tensor<0xbf16>
    %v141 = stablehlo.reshape %v65 : (tensor<2xbf16>) -> tensor<2xbf16>
    %v142 = stablehlo.reshape %v68 : (tensor<1xbf16>) -> tensor<1xbf16>
    %v143 = stablehlo.reshape %v71 : (tensor<2xbf16>) -> tensor<2xbf16>
    %v144 = stablehlo.reshape %v78 : (tensor<2xbf16>) -> tensor<2xbf16>
    %v145 = stablehlo.reshape %v80 : (tensor<2xbf16>) -> tensor<2xbf16>
    %v146 = stablehlo.reshape %v82 : (tensor<2xbf16>) -> tensor<2xbf16>
    %v147 = stablehlo.reshape %v84 : (tensor<1x1xbf16>) -> tensor<1xbf16>
    %v148 = stablehlo.reshape %v87 : (tensor<1xbf16>) -> tensor<1xbf16>
    %v149 = stablehlo.reshape %v89 : (tensor<1xbf16>) -> tensor<1xbf16>
    %v150 = stablehlo.reshape %v91 : (tensor<2xbf16>) -> tensor<2xbf16>
    %v151 = stablehlo.reshape %v93 : (tensor<3x1x0xbf16>) -> tensor<0xbf16>
    %v152 = stablehlo.reshape %v94 : (tensor<bf16>) -> tensor<1xbf16>
    %v153 = stablehlo.reshape %v96 : (tensor<3x1x0xbf16>) -> tensor<0xbf16>
    %v154 = stablehlo.reshape %v99 : (tensor<2xbf16>) -> tensor<2xbf16>
    %v155 = stablehlo.reshape %v101 : (tensor<2xbf16>) -> tensor<2xbf16>
    %v156 = stablehlo.reshape %v103 : (tensor<1xbf16>) -> tensor<1xbf16>
    %v157 = stablehlo.reshape %v105 : (tensor<3x2x1xbf16>) -> tensor<6xbf16>
    %v158 = stablehlo.reshape %v112 : (tensor<3xbf16>) -> tensor<3xbf16>
    %v159 = stablehlo.reshape %v114 : (tensor<1x1x1xbf16>) -> tensor<1xbf16>
    %v160 = stablehlo.reshape %v119 : (tensor<2x0x0xbf16>) -> tensor<0xbf16>
    %v161 = stablehlo.reshape %v121 : (tensor<2x0x0x1xbf16>) -> tensor<0xbf16>
    %v162 = stablehlo.concatenate %v122, %v123, %v124, %v125, %v126, %v127, %v128, %v129, %v130, %v131, %v132, %v133, %v134, %v135, %v136, %v137, %v138, %v139, %v140, %v141, %v142, %v143, %v144, %v145, %v146, %v147, %v148, %v149, %v150, %v151, %v152, %v153, %v154, %v155, %v156, %v157, %v158, %v159, %v160, %v161, dim = 0 : (tensor<2xbf16>, tensor<3xbf16>, tensor<1xbf16>, tensor<8xbf16>, tensor<3xbf16>, tensor<6xbf16>, tensor<2xbf16>, tensor<2xbf16>, tensor<2xbf16>, tensor<2xbf16>, tensor<2xbf16>, tensor<2xbf16>, tensor<2xbf16>, tensor<1xbf16>, tensor<1xbf16>, tensor<2xbf16>, tensor<2xbf16>, tensor<0xbf16>, tensor<0xbf16>, tensor<2xbf16>, tensor<1xbf16>, tensor<2xbf16>, tensor<2xbf16>, tensor<2xbf16>, tensor<2xbf16>, tensor<1xbf16>, tensor<1xbf16>, tensor<1xbf16>, tensor<2xbf16>, tensor<0xbf16>, tensor<1xbf16>, tensor<0xbf16>, tensor<2xbf16>, tensor<2xbf16>, tensor<1xbf16>, tensor<6xbf16>, tensor<3xbf16>, tensor<1xbf16>, tensor<0xbf16>, tensor<0xbf16>) -> tensor<75xbf16>
    return %v121, %v8, %v47, %v162 : tensor<2x0x0x1xbf16>, tensor<1x1xbf16>, tensor<1xbf16>, tensor<75xbf16>
  }
}
