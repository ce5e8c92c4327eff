module @case {
  func.func public @main(%arg0: tensor<1x1xi16>, %arg1: tensor<i16>) -> (tensor<0x0xi16>, tensor<3x1x2x1xi16>, tensor<0x0x0x2xi16>, tensor<113xi16>) {
    %zero = stablehlo.constant dense<0> : tensor<i16>
    %low = stablehlo.constant dense<-8> : tensor<i16>
    %high = stablehlo.constant dense<8> : tensor<i16>
    %v3 = stablehlo.broadcast_in_dim %arg0, dims = [1, 2] : (tensor<1x1xi16>) -> tensor<1x3x1xi16>
    %v4 = "stablehlo.clamp"(%low, %v3, %high) : (tensor<i16>, tensor<1x3x1xi16>, tensor<i16>) -> tensor<1x3x1xi16>
    %v5 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<i16>) -> tensor<0x1x0xi16>
    %v6 = stablehlo.iota dim = 0 : tensor<0x1x0xi16>
    %v7 = stablehlo.add %v5, %v6 : tensor<0x1x0xi16>
    %v8 = stablehlo.iota dim = 1 : tensor<0x1x0xi16>
    %v9 = stablehlo.add %v7, %v8 : tensor<0x1x0xi16>
    %v10 = stablehlo.iota dim = 2 : tensor<0x1x0xi16>
    %v11 = stablehlo.add %v9, %v10 : tensor<0x1x0xi16>
    %v12 = "stablehlo.select_and_scatter"(%v4, %v11, %zero) <{window_dimensions = array<i64: 2, 3, 2>, window_strides = array<i64: 2, 1, 1>}> ({
^bb0(%p: tensor<i16>, %q: tensor<i16>):
%r = stablehlo.compare GE, %p, %q : (tensor<i16>, tensor<i16>) -> tensor<i1>
stablehlo.return %r : tensor<i1>
}, {
^bb0(%p: tensor<i16>, %q: tensor<i16>):
%r = stablehlo.add %p, %q : tensor<i16>
stablehlo.return %r : tensor<i16>
}) : (tensor<1x3x1xi16>, tensor<0x1x0xi16>, tensor<i16>) -> tensor<1x3x1xi16>
    %v13 = "stablehlo.clamp"(%low, %v12, %high) : (tensor<i16>, tensor<1x3x1xi16>, tensor<i16>) -> tensor<1x3x1xi16>
    %v14 = stablehlo.concatenate %arg0, dim = 1 : (tensor<1x1xi16>) -> tensor<1x1xi16>
    %v15 = "stablehlo.clamp"(%low, %v14, %high) : (tensor<i16>, tensor<1x1xi16>, tensor<i16>) -> tensor<1x1xi16>
    %v16 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<i16>) -> tensor<0x1xi16>
    %v17 = stablehlo.iota dim = 0 : tensor<0x1xi16>
    %v18 = stablehlo.add %v16, %v17 : tensor<0x1xi16>
    %v19 = stablehlo.iota dim = 1 : tensor<0x1xi16>
    %v20 = stablehlo.add %v18, %v19 : tensor<0x1xi16>
    %v21 = "stablehlo.select_and_scatter"(%arg0, %v20, %zero) <{window_dimensions = array<i64: 2, 1>, window_strides = array<i64: 2, 1>}> ({
^bb0(%p: tensor<i16>, %q: tensor<i16>):
%r = stablehlo.compare GE, %p, %q : (tensor<i16>, tensor<i16>) -> tensor<i1>
stablehlo.return %r : tensor<i1>
}, {
^bb0(%p: tensor<i16>, %q: tensor<i16>):
%r = stablehlo.add %p, %q : tensor<i16>
stablehlo.return %r : tensor<i16>
}) : (tensor<1x1xi16>, tensor<0x1xi16>, tensor<i16>) -> tensor<1x1xi16>
    %v22 = "stablehlo.clamp"(%low, %v21, %high) : (tensor<i16>, tensor<1x1xi16>, tensor<i16>) -> tensor<1x1xi16>
    %v23 = stablehlo.constant dense<0> : tensor<0x1xi32>
    %v24 = stablehlo.iota dim = 0 : tensor<0x1xi32>
    %v25 = stablehlo.add %v23, %v24 : tensor<0x1xi32>
    %v26 = stablehlo.iota dim = 1 : tensor<0x1xi32>
    %v27 = stablehlo.add %v25, %v26 : tensor<0x1xi32>
    %v28 = "stablehlo.gather"(%v22, %v27) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [1], start_index_map = [1], index_vector_dim = 1>, slice_sizes = array<i64: 1, 1>}> : (tensor<1x1xi16>, tensor<0x1xi32>) -> tensor<0x1xi16>
    %v29 = "stablehlo.clamp"(%low, %v28, %high) : (tensor<i16>, tensor<0x1xi16>, tensor<i16>) -> tensor<0x1xi16>
    %v30 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<i16>) -> tensor<1x0x1x2xi16>
    %v31 = stablehlo.iota dim = 0 : tensor<1x0x1x2xi16>
    %v32 = stablehlo.add %v30, %v31 : tensor<1x0x1x2xi16>
    %v33 = stablehlo.iota dim = 1 : tensor<1x0x1x2xi16>
    %v34 = stablehlo.add %v32, %v33 : tensor<1x0x1x2xi16>
    %v35 = stablehlo.iota dim = 2 : tensor<1x0x1x2xi16>
    %v36 = stablehlo.add %v34, %v35 : tensor<1x0x1x2xi16>
    %v37 = stablehlo.iota dim = 3 : tensor<1x0x1x2xi16>
    %v38 = stablehlo.add %v36, %v37 : tensor<1x0x1x2xi16>
    %v39 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<i16>) -> tensor<3x1x2x1xi16>
    %v40 = stablehlo.iota dim = 0 : tensor<3x1x2x1xi16>
    %v41 = stablehlo.add %v39, %v40 : tensor<3x1x2x1xi16>
    %v42 = stablehlo.iota dim = 1 : tensor<3x1x2x1xi16>
    %v43 = stablehlo.add %v41, %v42 : tensor<3x1x2x1xi16>
    %v44 = stablehlo.iota dim = 2 : tensor<3x1x2x1xi16>
    %v45 = stablehlo.add %v43, %v44 : tensor<3x1x2x1xi16>
    %v46 = stablehlo.iota dim = 3 : tensor<3x1x2x1xi16>
    %v47 = stablehlo.add %v45, %v46 : tensor<3x1x2x1xi16>
    %v48 = stablehlo.convolution(%v38, %v47) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 2], pad = [[0, 1], [0, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x0x1x2xi16>, tensor<3x1x2x1xi16>) -> tensor<1x0x1x1xi16>
    %v49 = "stablehlo.clamp"(%low, %v48, %high) : (tensor<i16>, tensor<1x0x1x1xi16>, tensor<i16>) -> tensor<1x0x1x1xi16>
    %v50 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<i16>) -> tensor<0x1x0x3xi16>
    %v51 = stablehlo.iota dim = 0 : tensor<0x1x0x3xi16>
    %v52 = stablehlo.add %v50, %v51 : tensor<0x1x0x3xi16>
    %v53 = stablehlo.iota dim = 1 : tensor<0x1x0x3xi16>
    %v54 = stablehlo.add %v52, %v53 : tensor<0x1x0x3xi16>
    %v55 = stablehlo.iota dim = 2 : tensor<0x1x0x3xi16>
    %v56 = stablehlo.add %v54, %v55 : tensor<0x1x0x3xi16>
    %v57 = stablehlo.iota dim = 3 : tensor<0x1x0x3xi16>
    %v58 = stablehlo.add %v56, %v57 : tensor<0x1x0x3xi16>
    %v59 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<i16>) -> tensor<3x2x3x2xi16>
    %v60 = stablehlo.iota dim = 0 : tensor<3x2x3x2xi16>
    %v61 = stablehlo.add %v59, %v60 : tensor<3x2x3x2xi16>
    %v62 = stablehlo.iota dim = 1 : tensor<3x2x3x2xi16>
    %v63 = stablehlo.add %v61, %v62 : tensor<3x2x3x2xi16>
    %v64 = stablehlo.iota dim = 2 : tensor<3x2x3x2xi16>
    %v65 = stablehlo.add %v63, %v64 : tensor<3x2x3x2xi16>
    %v66 = stablehlo.iota dim = 3 : tensor<3x2x3x2xi16>
    %v67 = stablehlo.add %v65, %v66 : tensor<3x2x3x2xi16>
    %v68 = stablehlo.convolution(%v58, %v67) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[1, 0], [1, 0]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<0x1x0x3xi16>, tensor<3x2x3x2xi16>) -> tensor<0x0x0x2xi16>
    %v69 = "stablehlo.clamp"(%low, %v68, %high) : (tensor<i16>, tensor<0x0x0x2xi16>, tensor<i16>) -> tensor<0x0x0x2xi16>
    %v70 = "stablehlo.sort"(%v69) <{dimension = 1 : i64, is_stable = true}> ({
^bb0(%p: tensor<i16>, %q: tensor<i16>):
%r = stablehlo.compare LT, %p, %q : (tensor<i16>, tensor<i16>) -> tensor<i1>
stablehlo.return %r : tensor<i1>
}) : (tensor<0x0x0x2xi16>) -> tensor<0x0x0x2xi16>
    %v71 = "stablehlo.clamp"(%low, %v70, %high) : (tensor<i16>, tensor<0x0x0x2xi16>, tensor<i16>) -> tensor<0x0x0x2xi16>
    %v72 = stablehlo.concatenate %v69, dim = 1 : (tensor<0x0x0x2xi16>) -> tensor<0x0x0x2xi16>
    %v73 = "stablehlo.clamp"(%low, %v72, %high) : (tensor<i16>, tensor<0x0x0x2xi16>, tensor<i16>) -> tensor<0x0x0x2xi16>
    %v74 = stablehlo.pad %v73, %high, low = [2, 1, 2, 1], high = [0, 2, 0, 2], interior = [0, 0, 1, 0] : (tensor<0x0x0x2xi16>, tensor<i16>) -> tensor<2x3x2x5xi16>
    %v75 = "stablehlo.clamp"(%low, %v74, %high) : (tensor<i16>, tensor<2x3x2x5xi16>, tensor<i16>) -> tensor<2x3x2x5xi16>
    %v76 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<i16>) -> tensor<0x0x0x2xi16>
    %v77 = stablehlo.iota dim = 0 : tensor<0x0x0x2xi16>
    %v78 = stablehlo.add %v76, %v77 : tensor<0x0x0x2xi16>
    %v79 = stablehlo.iota dim = 1 : tensor<0x0x0x2xi16>
    %v80 = stablehlo.add %v78, %v79 : tensor<0x0x0x2xi16>
    %v81 = stablehlo.iota dim = 2 : tensor<0x0x0x2xi16>
    %v82 = stablehlo.add %v80, %v81 : tensor<0x0x0x2xi16>
    %v83 = stablehlo.iota dim = 3 : tensor<0x0x0x2xi16>
    %v84 = stablehlo.add %v82, %v83 : tensor<0x0x0x2xi16>
    %v85 = stablehlo.compare LT, %v69, %v84 : (tensor<0x0x0x2xi16>, tensor<0x0x0x2xi16>) -> tensor<0x0x0x2xi1>
    %v86 = stablehlo.select %v85, %v84, %v69 : tensor<0x0x0x2xi1>, tensor<0x0x0x2xi16>
    %v87 = "stablehlo.clamp"(%low, %v86, %high) : (tensor<i16>, tensor<0x0x0x2xi16>, tensor<i16>) -> tensor<0x0x0x2xi16>
    %v88 = stablehlo.reduce(%v71 init: %low) applies stablehlo.maximum across dimensions = [0, 1, 2, 3] : (tensor<0x0x0x2xi16>, tensor<i16>) -> tensor<i16>
    %v89 = "stablehlo.clamp"(%low, %v88, %high) : (tensor<i16>, tensor<i16>, tensor<i16>) -> tensor<i16>
    %v90 = stablehlo.reverse %v73, dims = [3] : tensor<0x0x0x2xi16>
    %v91 = "stablehlo.clamp"(%low, %v90, %high) : (tensor<i16>, tensor<0x0x0x2xi16>, tensor<i16>) -> tensor<0x0x0x2xi16>
    %v92 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<i16>) -> tensor<0x0x0x1xi16>
    %v93 = stablehlo.iota dim = 0 : tensor<0x0x0x1xi16>
    %v94 = stablehlo.add %v92, %v93 : tensor<0x0x0x1xi16>
    %v95 = stablehlo.iota dim = 1 : tensor<0x0x0x1xi16>
    %v96 = stablehlo.add %v94, %v95 : tensor<0x0x0x1xi16>
    %v97 = stablehlo.iota dim = 2 : tensor<0x0x0x1xi16>
    %v98 = stablehlo.add %v96, %v97 : tensor<0x0x0x1xi16>
    %v99 = stablehlo.iota dim = 3 : tensor<0x0x0x1xi16>
    %v100 = stablehlo.add %v98, %v99 : tensor<0x0x0x1xi16>
    %v101 = "stablehlo.select_and_scatter"(%v73, %v100, %zero) <{window_dimensions = array<i64: 3, 2, 2, 2>, window_strides = array<i64: 1, 1, 1, 1>}> ({
^bb0(%p: tensor<i16>, %q: tensor<i16>):
%r = stablehlo.compare GE, %p, %q : (tensor<i16>, tensor<i16>) -> tensor<i1>
stablehlo.return %r : tensor<i1>
}, {
^bb0(%p: tensor<i16>, %q: tensor<i16>):
%r = stablehlo.add %p, %q : tensor<i16>
stablehlo.return %r : tensor<i16>
}) : (tensor<0x0x0x2xi16>, tensor<0x0x0x1xi16>, tensor<i16>) -> tensor<0x0x0x2xi16>
    %v102 = "stablehlo.clamp"(%low, %v101, %high) : (tensor<i16>, tensor<0x0x0x2xi16>, tensor<i16>) -> tensor<0x0x0x2xi16>
    %v103 = stablehlo.transpose %v87, dims = [1, 3, 0, 2] : (tensor<0x0x0x2xi16>) -> tensor<0x2x0x0xi16>
    %v104 = "stablehlo.clamp"(%low, %v103, %high) : (tensor<i16>, tensor<0x2x0x0xi16>, tensor<i16>) -> tensor<0x2x0x0xi16>
    %v105 = stablehlo.broadcast_in_dim %v91, dims = [0, 1, 2, 3] : (tensor<0x0x0x2xi16>) -> tensor<0x0x0x2xi16>
    %v106 = "stablehlo.clamp"(%low, %v105, %high) : (tensor<i16>, tensor<0x0x0x2xi16>, tensor<i16>) -> tensor<0x0x0x2xi16>
    %v107 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<i16>) -> tensor<0x1xi16>
    %v108 = stablehlo.iota dim = 0 : tensor<0x1xi16>
    %v109 = stablehlo.add %v107, %v108 : tensor<0x1xi16>
    %v110 = stablehlo.iota dim = 1 : tensor<0x1xi16>
    %v111 = stablehlo.add %v109, %v110 : tensor<0x1xi16>
    %v112 = stablehlo.dot_general %v106, %v111, contracting_dims = [1] x [0] : (tensor<0x0x0x2xi16>, tensor<0x1xi16>) -> tensor<0x0x2x1xi16>
    %v113 = "stablehlo.clamp"(%low, %v112, %high) : (tensor<i16>, tensor<0x0x2x1xi16>, tensor<i16>) -> tensor<0x0x2x1xi16>
    %v114 = stablehlo.broadcast_in_dim %v111, dims = [1, 2] : (tensor<0x1xi16>) -> tensor<1x0x1x3xi16>
    %v115 = "stablehlo.clamp"(%low, %v114, %high) : (tensor<i16>, tensor<1x0x1x3xi16>, tensor<i16>) -> tensor<1x0x1x3xi16>
    %v116 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<i16>) -> tensor<1x0x2x0xi16>
    %v117 = stablehlo.iota dim = 0 : tensor<1x0x2x0xi16>
    %v118 = stablehlo.add %v116, %v117 : tensor<1x0x2x0xi16>
    %v119 = stablehlo.iota dim = 1 : tensor<1x0x2x0xi16>
    %v120 = stablehlo.add %v118, %v119 : tensor<1x0x2x0xi16>
    %v121 = stablehlo.iota dim = 2 : tensor<1x0x2x0xi16>
    %v122 = stablehlo.add %v120, %v121 : tensor<1x0x2x0xi16>
    %v123 = stablehlo.iota dim = 3 : tensor<1x0x2x0xi16>
    %v124 = stablehlo.add %v122, %v123 : tensor<1x0x2x0xi16>
    %v125 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<i16>) -> tensor<2x3x0x0xi16>
    %v126 = stablehlo.iota dim = 0 : tensor<2x3x0x0xi16>
    %v127 = stablehlo.add %v125, %v126 : tensor<2x3x0x0xi16>
    %v128 = stablehlo.iota dim = 1 : tensor<2x3x0x0xi16>
    %v129 = stablehlo.add %v127, %v128 : tensor<2x3x0x0xi16>
    %v130 = stablehlo.iota dim = 2 : tensor<2x3x0x0xi16>
    %v131 = stablehlo.add %v129, %v130 : tensor<2x3x0x0xi16>
    %v132 = stablehlo.iota dim = 3 : tensor<2x3x0x0xi16>
    %v133 = stablehlo.add %v131, %v132 : tensor<2x3x0x0xi16>
    %v134 = stablehlo.convolution(%v124, %v133) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [2, 2], pad = [[0, 0], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x0x2x0xi16>, tensor<2x3x0x0xi16>) -> tensor<1x0x1x0xi16>
    %v135 = "stablehlo.clamp"(%low, %v134, %high) : (tensor<i16>, tensor<1x0x1x0xi16>, tensor<i16>) -> tensor<1x0x1x0xi16>
    %v136 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<i16>) -> tensor<2x3x0x0xi16>
    %v137 = stablehlo.iota dim = 0 : tensor<2x3x0x0xi16>
    %v138 = stablehlo.add %v136, %v137 : tensor<2x3x0x0xi16>
    %v139 = stablehlo.iota dim = 1 : tensor<2x3x0x0xi16>
    %v140 = stablehlo.add %v138, %v139 : tensor<2x3x0x0xi16>
    %v141 = stablehlo.iota dim = 2 : tensor<2x3x0x0xi16>
    %v142 = stablehlo.add %v140, %v141 : tensor<2x3x0x0xi16>
    %v143 = stablehlo.iota dim = 3 : tensor<2x3x0x0xi16>
    %v144 = stablehlo.add %v142, %v143 : tensor<2x3x0x0xi16>
    %v145 = stablehlo.compare LT, %v133, %v144 : (tensor<2x3x0x0xi16>, tensor<2x3x0x0xi16>) -> tensor<2x3x0x0xi1>
    %v146 = stablehlo.select %v145, %v144, %v133 : tensor<2x3x0x0xi1>, tensor<2x3x0x0xi16>
    %v147 = "stablehlo.clamp"(%low, %v146, %high) : (tensor<i16>, tensor<2x3x0x0xi16>, tensor<i16>) -> tensor<2x3x0x0xi16>
    %v148 = stablehlo.reduce(%v115 init: %zero) applies stablehlo.add across dimensions = [1, 2, 3] : (tensor<1x0x1x3xi16>, tensor<i16>) -> tensor<1xi16>
    %v149 = "stablehlo.clamp"(%low, %v148, %high) : (tensor<i16>, tensor<1xi16>, tensor<i16>) -> tensor<1xi16>
    %v150 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<i16>) -> tensor<1x0x2x0xi16>
    %v151 = stablehlo.iota dim = 0 : tensor<1x0x2x0xi16>
    %v152 = stablehlo.add %v150, %v151 : tensor<1x0x2x0xi16>
    %v153 = stablehlo.iota dim = 1 : tensor<1x0x2x0xi16>
    %v154 = stablehlo.add %v152, %v153 : tensor<1x0x2x0xi16>
    %v155 = stablehlo.iota dim = 2 : tensor<1x0x2x0xi16>
    %v156 = stablehlo.add %v154, %v155 : tensor<1x0x2x0xi16>
    %v157 = stablehlo.iota dim = 3 : tensor<1x0x2x0xi16>
    %v158 = stablehlo.add %v156, %v157 : tensor<1x0x2x0xi16>
    %v159 = stablehlo.compare LT, %v124, %v158 : (tensor<1x0x2x0xi16>, tensor<1x0x2x0xi16>) -> tensor<1x0x2x0xi1>
    %v160 = stablehlo.select %v159, %v158, %v124 : tensor<1x0x2x0xi1>, tensor<1x0x2x0xi16>
    %v161 = "stablehlo.clamp"(%low, %v160, %high) : (tensor<i16>, tensor<1x0x2x0xi16>, tensor<i16>) -> tensor<1x0x2x0xi16>
    %v162 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<i16>) -> tensor<2x3x0x0xi16>
    %v163 = stablehlo.iota dim = 0 : tensor<2x3x0x0xi16>
    %v164 = stablehlo.add %v162, %v163 : tensor<2x3x0x0xi16>
    %v165 = stablehlo.iota dim = 1 : tensor<2x3x0x0xi16>
    %v166 = stablehlo.add %v164, %v165 : tensor<2x3x0x0xi16>
    %v167 = stablehlo.iota dim = 2 : tensor<2x3x0x0xi16>
    %v168 = stablehlo.add %v166, %v167 : tensor<2x3x0x0xi16>
    %v169 = stablehlo.iota dim = 3 : tensor<2x3x0x0xi16>
    %v170 = stablehlo.add %v168, %v169 : tensor<2x3x0x0xi16>
    %v171 = stablehlo.compare LT, %v144, %v170 : (tensor<2x3x0x0xi16>, tensor<2x3x0x0xi16>) -> tensor<2x3x0x0xi1>
    %v172 = stablehlo.select %v171, %v170, %v144 : tensor<2x3x0x0xi1>, tensor<2x3x0x0xi16>
    %v173 = "stablehlo.clamp"(%low, %v172, %high) : (tensor<i16>, tensor<2x3x0x0xi16>, tensor<i16>) -> tensor<2x3x0x0xi16>
    %v174 = stablehlo.constant dense<0> : tensor<i32>
    %v175 = stablehlo.constant dense<2> : tensor<i32>
    %v176 = stablehlo.constant dense<0> : tensor<i32>
    %v177 = stablehlo.constant dense<2> : tensor<i32>
    %v178 = stablehlo.dynamic_slice %v147, %v174, %v175, %v176, %v177, sizes = [0, 3, 0, 0] : (tensor<2x3x0x0xi16>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<0x3x0x0xi16>
    %v179 = "stablehlo.clamp"(%low, %v178, %high) : (tensor<i16>, tensor<0x3x0x0xi16>, tensor<i16>) -> tensor<0x3x0x0xi16>
    %v180 = stablehlo.transpose %v149, dims = [0] : (tensor<1xi16>) -> tensor<1xi16>
    %v181 = "stablehlo.clamp"(%low, %v180, %high) : (tensor<i16>, tensor<1xi16>, tensor<i16>) -> tensor<1xi16>
    %v182 = stablehlo.broadcast_in_dim %v179, dims = [0, 1, 2, 3] : (tensor<0x3x0x0xi16>) -> tensor<0x3x0x0xi16>
    %v183 = "stablehlo.clamp"(%low, %v182, %high) : (tensor<i16>, tensor<0x3x0x0xi16>, tensor<i16>) -> tensor<0x3x0x0xi16>
    %v184 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<i16>) -> tensor<0x3xi16>
    %v185 = stablehlo.iota dim = 0 : tensor<0x3xi16>
    %v186 = stablehlo.add %v184, %v185 : tensor<0x3xi16>
    %v187 = stablehlo.iota dim = 1 : tensor<0x3xi16>
    %v188 = stablehlo.add %v186, %v187 : tensor<0x3xi16>
    %v189 = stablehlo.dot_general %v183, %v188, contracting_dims = [2, 1] x [0, 1] : (tensor<0x3x0x0xi16>, tensor<0x3xi16>) -> tensor<0x0xi16>
    %v190 = "stablehlo.clamp"(%low, %v189, %high) : (tensor<i16>, tensor<0x0xi16>, tensor<i16>) -> tensor<0x0xi16>
    %v191 = stablehlo.reshape %v4 : (tensor<1x3x1xi16>) -> tensor<3xi16>
    %v192 = stablehlo.reshape %v11 : (tensor<0x1x0xi16>) -> tensor<0xi16>
    %v193 = stablehlo.reshape %v13 : (tensor<1x3x1xi16>) -> tensor<3xi16>
    %v194 = stablehlo.reshape %v15 : (tensor<1x1xi16>) -> tensor<1xi16>
    %v195 = stablehlo.reshape %v20 : (tensor<0x1xi16>) -> tensor<0xi16>
    %v196 = stablehlo.reshape %v22 : (tensor<1x1xi16>) -> tensor<1xi16>
    %v197 = stablehlo.reshape %v29 : (tensor<0x1xi16>) -> tensor<0xi16>
    %v198 = stablehlo.reshape %v38 : (tensor<1x0x1x2xi16>) -> tensor<0xi16>
    %v199 = stablehlo.reshape %v47 : (tensor<3x1x2x1xi16>) -> tensor<6xi16>
    %v200 = stablehlo.reshape %v49 : (tensor<1x0x1x1xi16>) -> tensor<0xi16>
    %v201 = stablehlo.reshape %v58 : (tensor<0x1x0x3xi16>) -> tensor<0xi16>
    %v202 = stablehlo.reshape %v67 : (tensor<3x2x3x2xi16>) -> tensor<36xi16>
    %v203 = stablehlo.reshape %v69 : (tensor<0x0x0x2xi16>) -> tensor<0xi16>
    %v204 = stablehlo.reshape %v71 : (tensor<0x0x0x2xi16>) -> tensor<0xi16>
    %v205 = stablehlo.reshape %v73 : (tensor<0x0x0x2xi16>) -> tensor<0xi16>
    %v206 = stablehlo.reshape %v75 : (tensor<2x3x2x5xi16>) -> tensor<60xi16>
    %v207 = stablehlo.reshape %v84 : (tensor<0x0x0x2xi16>) -> tensor<0xi16>
    %v208 = stablehlo.reshape %v87 : (tensor<0x0x0x2xi16>) -> tensor<0xi16>
    %v209 = stablehlo.reshape %v89 : (tensor<i16>) -> tensor<1xi16>
    %v210 = stablehlo.reshape %v91 : (tensor<0x0x0x2xi16>) -> tensor<0xi16>
    %v211 = stablehlo.reshape %v100 : (tensor<0x0x0x1xi16>) -> tensor<0xi16>
    %v212 = stablehlo.reshape %v102 : (tensor<0x0x0x2xi16>) -> tensor<0xi16>
    %v213 = stablehlo.reshape %v104 : (tensor<0x2x0x0xi16>) -> tensor<0xi16>
    %v214 = stablehlo.reshape %v106 : (tensor<0x0x0x2xi16>) -> tensor<0xi16>
    %v215 = stablehlo.reshape %v111 : (tensor<0x1xi16>) -> tensor<0xi16>
    %v216 = stablehlo.reshape %v113 : (tensor<0x0x2x1xi16>) -> tensor<0xi16>
    %v217 = stablehlo.reshape %v115 : (tensor<1x0x1x3xi16>) -> tensor<0xi16>
    %v218 = stablehlo.reshape %v124 : (tensor<1x0x2x0xi16>) -> tensor<0xi16>
    %v219 = stablehlo.reshape %v133 : (tensor<2x3x0x0xi16>) -> tensor<0xi16>
    %v220 = stablehlo.reshape %v135 : (tensor<1x0x1x0xi16>) -> tensor<0xi16>
    %v221 = stablehlo.reshape %v144 : (tensor<2x3x0x0xi16>) -> tensor<0xi16>
    %v222 = stablehlo.reshape %v147 : (tensor<2x3x0x0xi16>) -> tensor<0xi16>
    %v223 = stablehlo.reshape %v149 : (tensor<1xi16>) -> tensor<1xi16>
    %v224 = stablehlo.reshape %v158 : (tensor<1x0x2x0xi16>) -> tensor<0xi16>
    %v225 = stablehlo.reshape %v161 : (tensor<1x0x2x0xi16>) -> tensor<0xi16>
    %v226 = stablehlo.reshape %v170 : (tensor<2x3x0x0xi16>) -> tensor<0xi16>
    %v227 = stablehlo.reshape %v173 : (tensor<2x3x0x0xi16>) -> tensor<0xi16>
    %v228 = stablehlo.reshape %v179 : (tensor<0x3x0x0xi16>) -> tensor<0xi16>
    %v229 = stablehlo.reshape %v181 : (tensor<1xi16>) -> tensor<1xi16>
    %v230 = stablehlo.reshape %v183 : (tensor<0x3x0x0xi16>) -> tensor<0xi16>
    %v231 = stablehlo.reshape %v188 : (tensor<0x3xi16>) -> tensor<0xi16>
    %v232 = stablehlo.reshape %v190 : (tensor<0x0xi16>) -> tensor<0xi16>
    %v233 = stablehlo.concatenate %v191, %v192, %v193, %v194, %v195, %v196, %v197, %v198, %v199, %v200, %v201, %v202, %v203, %v204, %v205, %v206, %v207, %v208, %v209, %v210, %v211, %v212, %v213, %v214, %v215, %v216, %v217, %v218, %v219, %v220, %v221, %v222, %v223, %v224, %v225, %v226, %v227, %v228, %v229, %v230, %v231, %v232, dim = 0 : (tensor<3xi16>, tensor<0xi16>, tensor<3xi16>, tensor<1xi16>, tensor<0xi16>, tensor<1xi16>, tensor<0xi16>, tensor<0xi16>, tensor<6xi16>, tensor<0xi16>, tensor<0xi16>, tensor<36xi16>, tensor<0xi16>, tensor<0xi16>, tensor<0xi16>, tensor<60xi16>, tensor<0xi16>, tensor<0xi16>, tensor<1xi16>, tensor<0xi16>, tensor<0xi16>, tensor<0xi16>, tensor<0xi16>, tensor<0xi16>, tensor<0xi16>, tensor<0xi16>, tensor<0xi16>, tensor<0xi16>, tensor<0xi16>, tensor<0xi16>, tensor<0xi16>, tensor<0xi16>, tensor<1xi16>, tensor<0xi16>, tensor<0xi16>, tensor<0xi16>, tensor<0xi16>, tensor<0xi16>, tensor<1xi16>, tensor<0xi16>, tensor<0xi16>, tensor<0xi16>) -> tensor<113xi16>
    return %v190, %v47, %v73, %v233 : tensor<0x0xi16>, tensor<3x1x2x1xi16>, tensor<0x0x0x2xi16>, tensor<113xi16>
  }
}
