module @case {
  func.func public @main(%arg0: tensor<1xbf16>, %arg1: tensor<0x1x1xbf16>, %arg2: tensor<bf16>, %arg3: tensor<bf16>) -> (tensor<0x0xbf16>, tensor<1x1x0x1xbf16>, tensor<0x0x0xbf16>, tensor<76xbf16>) {
    %zero = stablehlo.constant dense<0.0> : tensor<bf16>
    %low = stablehlo.constant dense<-8.0> : tensor<bf16>
    %high = stablehlo.constant dense<8.0> : tensor<bf16>
    %v3 = stablehlo.pad %arg1, %high, low = [0, 2, 0], high = [0, 0, 1], interior = [0, 1, 1] : (tensor<0x1x1xbf16>, tensor<bf16>) -> tensor<0x3x2xbf16>
    %v4 = "stablehlo.clamp"(%low, %v3, %high) : (tensor<bf16>, tensor<0x3x2xbf16>, tensor<bf16>) -> tensor<0x3x2xbf16>
    %v5 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<bf16>) -> tensor<0x1x1xbf16>
    %v6 = stablehlo.iota dim = 0 : tensor<0x1x1xbf16>
    %v7 = stablehlo.add %v5, %v6 : tensor<0x1x1xbf16>
    %v8 = stablehlo.iota dim = 1 : tensor<0x1x1xbf16>
    %v9 = stablehlo.add %v7, %v8 : tensor<0x1x1xbf16>
    %v10 = stablehlo.iota dim = 2 : tensor<0x1x1xbf16>
    %v11 = stablehlo.add %v9, %v10 : tensor<0x1x1xbf16>
    %v12 = stablehlo.compare LT, %arg1, %v11 : (tensor<0x1x1xbf16>, tensor<0x1x1xbf16>) -> tensor<0x1x1xi1>
    %v13 = stablehlo.select %v12, %v11, %arg1 : tensor<0x1x1xi1>, tensor<0x1x1xbf16>
    %v14 = "stablehlo.clamp"(%low, %v13, %high) : (tensor<bf16>, tensor<0x1x1xbf16>, tensor<bf16>) -> tensor<0x1x1xbf16>
    %v15 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<bf16>) -> tensor<0x0x0xbf16>
    %v16 = stablehlo.iota dim = 0 : tensor<0x0x0xbf16>
    %v17 = stablehlo.add %v15, %v16 : tensor<0x0x0xbf16>
    %v18 = stablehlo.iota dim = 1 : tensor<0x0x0xbf16>
    %v19 = stablehlo.add %v17, %v18 : tensor<0x0x0xbf16>
    %v20 = stablehlo.iota dim = 2 : tensor<0x0x0xbf16>
    %v21 = stablehlo.add %v19, %v20 : tensor<0x0x0xbf16>
    %v22 = stablehlo.constant dense<-1> : tensor<i32>
    %v23 = stablehlo.constant dense<0> : tensor<i32>
    %v24 = stablehlo.constant dense<2> : tensor<i32>
    %v25 = stablehlo.dynamic_update_slice %v14, %v21, %v22, %v23, %v24 : (tensor<0x1x1xbf16>, tensor<0x0x0xbf16>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<0x1x1xbf16>
    %v26 = "stablehlo.clamp"(%low, %v25, %high) : (tensor<bf16>, tensor<0x1x1xbf16>, tensor<bf16>) -> tensor<0x1x1xbf16>
    %v27 = stablehlo.pad %v14, %high, low = [1, 0, 1], high = [1, 1, 2], interior = [0, 0, 0] : (tensor<0x1x1xbf16>, tensor<bf16>) -> tensor<2x2x4xbf16>
    %v28 = "stablehlo.clamp"(%low, %v27, %high) : (tensor<bf16>, tensor<2x2x4xbf16>, tensor<bf16>) -> tensor<2x2x4xbf16>
    %v29 = stablehlo.transpose %v14, dims = [2, 0, 1] : (tensor<0x1x1xbf16>) -> tensor<1x0x1xbf16>
    %v30 = "stablehlo.clamp"(%low, %v29, %high) : (tensor<bf16>, tensor<1x0x1xbf16>, tensor<bf16>) -> tensor<1x0x1xbf16>
    %v31 = "stablehlo.reduce_window"(%v30, %zero) <{padding = dense<[[1, 0], [1, 1], [1, 1]]> : tensor<3x2xi64>, window_dimensions = array<i64: 2, 3, 3>, window_strides = array<i64: 1, 2, 2>}> ({
^bb0(%p: tensor<bf16>, %q: tensor<bf16>):
%r = stablehlo.add %p, %q : tensor<bf16>
stablehlo.return %r : tensor<bf16>
}) : (tensor<1x0x1xbf16>, tensor<bf16>) -> tensor<1x0x1xbf16>
    %v32 = "stablehlo.clamp"(%low, %v31, %high) : (tensor<bf16>, tensor<1x0x1xbf16>, tensor<bf16>) -> tensor<1x0x1xbf16>
    %v33 = stablehlo.constant dense<-1> : tensor<i32>
    %v34 = stablehlo.constant dense<2> : tensor<i32>
    %v35 = stablehlo.constant dense<0> : tensor<i32>
    %v36 = stablehlo.dynamic_slice %v28, %v33, %v34, %v35, sizes = [0, 0, 3] : (tensor<2x2x4xbf16>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<0x0x3xbf16>
    %v37 = "stablehlo.clamp"(%low, %v36, %high) : (tensor<bf16>, tensor<0x0x3xbf16>, tensor<bf16>) -> tensor<0x0x3xbf16>
    %v38 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<bf16>) -> tensor<0x0x1xbf16>
    %v39 = stablehlo.iota dim = 0 : tensor<0x0x1xbf16>
    %v40 = stablehlo.add %v38, %v39 : tensor<0x0x1xbf16>
    %v41 = stablehlo.iota dim = 1 : tensor<0x0x1xbf16>
    %v42 = stablehlo.add %v40, %v41 : tensor<0x0x1xbf16>
    %v43 = stablehlo.iota dim = 2 : tensor<0x0x1xbf16>
    %v44 = stablehlo.add %v42, %v43 : tensor<0x0x1xbf16>
    %v45 = "stablehlo.select_and_scatter"(%v32, %v44, %zero) <{window_dimensions = array<i64: 2, 1, 1>, window_strides = array<i64: 1, 1, 1>}> ({
^bb0(%p: tensor<bf16>, %q: tensor<bf16>):
%r = stablehlo.compare GE, %p, %q : (tensor<bf16>, tensor<bf16>) -> tensor<i1>
stablehlo.return %r : tensor<i1>
}, {
^bb0(%p: tensor<bf16>, %q: tensor<bf16>):
%r = stablehlo.add %p, %q : tensor<bf16>
stablehlo.return %r : tensor<bf16>
}) : (tensor<1x0x1xbf16>, tensor<0x0x1xbf16>, tensor<bf16>) -> tensor<1x0x1xbf16>
    %v46 = "stablehlo.clamp"(%low, %v45, %high) : (tensor<bf16>, tensor<1x0x1xbf16>, tensor<bf16>) -> tensor<1x0x1xbf16>
    %v47 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<bf16>) -> tensor<1x2x1x2xbf16>
    %v48 = stablehlo.iota dim = 0 : tensor<1x2x1x2xbf16>
    %v49 = stablehlo.add %v47, %v48 : tensor<1x2x1x2xbf16>
    %v50 = stablehlo.iota dim = 1 : tensor<1x2x1x2xbf16>
    %v51 = stablehlo.add %v49, %v50 : tensor<1x2x1x2xbf16>
    %v52 = stablehlo.iota dim = 2 : tensor<1x2x1x2xbf16>
    %v53 = stablehlo.add %v51, %v52 : tensor<1x2x1x2xbf16>
    %v54 = stablehlo.iota dim = 3 : tensor<1x2x1x2xbf16>
    %v55 = stablehlo.add %v53, %v54 : tensor<1x2x1x2xbf16>
    %v56 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<bf16>) -> tensor<3x3x2x1xbf16>
    %v57 = stablehlo.iota dim = 0 : tensor<3x3x2x1xbf16>
    %v58 = stablehlo.add %v56, %v57 : tensor<3x3x2x1xbf16>
    %v59 = stablehlo.iota dim = 1 : tensor<3x3x2x1xbf16>
    %v60 = stablehlo.add %v58, %v59 : tensor<3x3x2x1xbf16>
    %v61 = stablehlo.iota dim = 2 : tensor<3x3x2x1xbf16>
    %v62 = stablehlo.add %v60, %v61 : tensor<3x3x2x1xbf16>
    %v63 = stablehlo.iota dim = 3 : tensor<3x3x2x1xbf16>
    %v64 = stablehlo.add %v62, %v63 : tensor<3x3x2x1xbf16>
    %v65 = stablehlo.convolution(%v55, %v64) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 2], pad = [[1, 0], [0, 0]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x2x1x2xbf16>, tensor<3x3x2x1xbf16>) -> tensor<1x1x0x1xbf16>
    %v66 = "stablehlo.clamp"(%low, %v65, %high) : (tensor<bf16>, tensor<1x1x0x1xbf16>, tensor<bf16>) -> tensor<1x1x0x1xbf16>
    %v67 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<bf16>) -> tensor<0x0x0x0xbf16>
    %v68 = stablehlo.iota dim = 0 : tensor<0x0x0x0xbf16>
    %v69 = stablehlo.add %v67, %v68 : tensor<0x0x0x0xbf16>
    %v70 = stablehlo.iota dim = 1 : tensor<0x0x0x0xbf16>
    %v71 = stablehlo.add %v69, %v70 : tensor<0x0x0x0xbf16>
    %v72 = stablehlo.iota dim = 2 : tensor<0x0x0x0xbf16>
    %v73 = stablehlo.add %v71, %v72 : tensor<0x0x0x0xbf16>
    %v74 = stablehlo.iota dim = 3 : tensor<0x0x0x0xbf16>
    %v75 = stablehlo.add %v73, %v74 : tensor<0x0x0x0xbf16>
    %v76 = "stablehlo.select_and_scatter"(%v66, %v75, %zero) <{window_dimensions = array<i64: 3, 2, 3, 2>, window_strides = array<i64: 2, 2, 1, 2>}> ({
^bb0(%p: tensor<bf16>, %q: tensor<bf16>):
%r = stablehlo.compare GE, %p, %q : (tensor<bf16>, tensor<bf16>) -> tensor<i1>
stablehlo.return %r : tensor<i1>
}, {
^bb0(%p: tensor<bf16>, %q: tensor<bf16>):
%r = stablehlo.add %p, %q : tensor<bf16>
stablehlo.return %r : tensor<bf16>
}) : (tensor<1x1x0x1xbf16>, tensor<0x0x0x0xbf16>, tensor<bf16>) -> tensor<1x1x0x1xbf16>
    %v77 = "stablehlo.clamp"(%low, %v76, %high) : (tensor<bf16>, tensor<1x1x0x1xbf16>, tensor<bf16>) -> tensor<1x1x0x1xbf16>
    %v78 = stablehlo.reduce(%v64 init: %low) applies stablehlo.maximum across dimensions = [0, 1, 3] : (tensor<3x3x2x1xbf16>, tensor<bf16>) -> tensor<2xbf16>
    %v79 = "stablehlo.clamp"(%low, %v78, %high) : (tensor<bf16>, tensor<2xbf16>, tensor<bf16>) -> tensor<2xbf16>
    %v80 = stablehlo.negate %v64 : (tensor<3x3x2x1xbf16>) -> tensor<3x3x2x1xbf16>
    %v81 = "stablehlo.clamp"(%low, %v80, %high) : (tensor<bf16>, tensor<3x3x2x1xbf16>, tensor<bf16>) -> tensor<3x3x2x1xbf16>
    %v82 = stablehlo.reverse %v66, dims = [2] : tensor<1x1x0x1xbf16>
    %v83 = "stablehlo.clamp"(%low, %v82, %high) : (tensor<bf16>, tensor<1x1x0x1xbf16>, tensor<bf16>) -> tensor<1x1x0x1xbf16>
    %v84 = stablehlo.transpose %v81, dims = [2, 0, 3, 1] : (tensor<3x3x2x1xbf16>) -> tensor<2x3x1x3xbf16>
    %v85 = "stablehlo.clamp"(%low, %v84, %high) : (tensor<bf16>, tensor<2x3x1x3xbf16>, tensor<bf16>) -> tensor<2x3x1x3xbf16>
    %v86 = stablehlo.broadcast_in_dim %v75, dims = [0, 1, 2, 3] : (tensor<0x0x0x0xbf16>) -> tensor<0x0x0x0xbf16>
    %v87 = "stablehlo.clamp"(%low, %v86, %high) : (tensor<bf16>, tensor<0x0x0x0xbf16>, tensor<bf16>) -> tensor<0x0x0x0xbf16>
    %v88 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<bf16>) -> tensor<0x0x0xbf16>
    %v89 = stablehlo.iota dim = 0 : tensor<0x0x0xbf16>
    %v90 = stablehlo.add %v88, %v89 : tensor<0x0x0xbf16>
    %v91 = stablehlo.iota dim = 1 : tensor<0x0x0xbf16>
    %v92 = stablehlo.add %v90, %v91 : tensor<0x0x0xbf16>
    %v93 = stablehlo.iota dim = 2 : tensor<0x0x0xbf16>
    %v94 = stablehlo.add %v92, %v93 : tensor<0x0x0xbf16>
    %v95 = stablehlo.dot_general %v87, %v94, batching_dims = [3] x [0], contracting_dims = [1, 0] x [1, 2] : (tensor<0x0x0x0xbf16>, tensor<0x0x0xbf16>) -> tensor<0x0xbf16>
    %v96 = "stablehlo.clamp"(%low, %v95, %high) : (tensor<bf16>, tensor<0x0xbf16>, tensor<bf16>) -> tensor<0x0xbf16>
    %v97 = "stablehlo.sort"(%v96) <{dimension = 1 : i64, is_stable = true}> ({
^bb0(%p: tensor<bf16>, %q: tensor<bf16>):
%r = stablehlo.compare LT, %p, %q : (tensor<bf16>, tensor<bf16>) -> tensor<i1>
stablehlo.return %r : tensor<i1>
}) : (tensor<0x0xbf16>) -> tensor<0x0xbf16>
    %v98 = "stablehlo.clamp"(%low, %v97, %high) : (tensor<bf16>, tensor<0x0xbf16>, tensor<bf16>) -> tensor<0x0xbf16>
    %v99 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<bf16>) -> tensor<0x0xbf16>
    %v100 = stablehlo.iota dim = 0 : tensor<0x0xbf16>
    %v101 = stablehlo.add %v99, %v100 : tensor<0x0xbf16>
    %v102 = stablehlo.iota dim = 1 : tensor<0x0xbf16>
    %v103 = stablehlo.add %v101, %v102 : tensor<0x0xbf16>
    %v104 = stablehlo.compare LT, %v98, %v103 : (tensor<0x0xbf16>, tensor<0x0xbf16>) -> tensor<0x0xi1>
    %v105 = stablehlo.select %v104, %v103, %v98 : tensor<0x0xi1>, tensor<0x0xbf16>
    %v106 = "stablehlo.clamp"(%low, %v105, %high) : (tensor<bf16>, tensor<0x0xbf16>, tensor<bf16>) -> tensor<0x0xbf16>
    %v107 = stablehlo.constant dense<2> : tensor<i32>
    %v108 = stablehlo.constant dense<1> : tensor<i32>
    %v109 = stablehlo.constant dense<2> : tensor<i32>
    %v110 = stablehlo.dynamic_slice %v94, %v107, %v108, %v109, sizes = [0, 0, 0] : (tensor<0x0x0xbf16>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<0x0x0xbf16>
    %v111 = "stablehlo.clamp"(%low, %v110, %high) : (tensor<bf16>, tensor<0x0x0xbf16>, tensor<bf16>) -> tensor<0x0x0xbf16>
    %v112 = stablehlo.reverse %v98, dims = [0] : tensor<0x0xbf16>
    %v113 = "stablehlo.clamp"(%low, %v112, %high) : (tensor<bf16>, tensor<0x0xbf16>, tensor<bf16>) -> tensor<0x0xbf16>
    %v114 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<bf16>) -> tensor<0x0x0xbf16>
    %v115 = stablehlo.iota dim = 0 : tensor<0x0x0xbf16>
    %v116 = stablehlo.add %v114, %v115 : tensor<0x0x0xbf16>
    %v117 = stablehlo.iota dim = 1 : tensor<0x0x0xbf16>
    %v118 = stablehlo.add %v116, %v117 : tensor<0x0x0xbf16>
    %v119 = stablehlo.iota dim = 2 : tensor<0x0x0xbf16>
    %v120 = stablehlo.add %v118, %v119 : tensor<0x0x0xbf16>
    %v121 = "stablehlo.select_and_scatter"(%v111, %v120, %zero) <{window_dimensions = array<i64: 3, 3, 2>, window_strides = array<i64: 2, 1, 1>}> ({
^bb0(%p: tensor<bf16>, %q: tensor<bf16>):
%r = stablehlo.compare GE, %p, %q : (tensor<bf16>, tensor<bf16>) -> tensor<i1>
stablehlo.return %r : tensor<i1>
}, {
^bb0(%p: tensor<bf16>, %q: tensor<bf16>):
%r = stablehlo.add %p, %q : tensor<bf16>
stablehlo.return %r : tensor<bf16>
}) : (tensor<0x0x0xbf16>, tensor<0x0x0xbf16>, tensor<bf16>) -> tensor<0x0x0xbf16>
    %v122 = "stablehlo.clamp"(%low, %v121, %high) : (tensor<bf16>, tensor<0x0x0xbf16>, tensor<bf16>) -> tensor<0x0x0xbf16>
    %v123 = stablehlo.pad %v122, %high, low = [2, 0, 2], high = [0, 0, 0], interior = [0, 0, 1] : (tensor<0x0x0xbf16>, tensor<bf16>) -> tensor<2x0x2xbf16>
    %v124 = "stablehlo.clamp"(%low, %v123, %high) : (tensor<bf16>, tensor<2x0x2xbf16>, tensor<bf16>) -> tensor<2x0x2xbf16>
    %v125 = "stablehlo.reduce_window"(%v124, %zero) <{padding = dense<[[1, 0], [0, 0], [0, 0]]> : tensor<3x2xi64>, window_dimensions = array<i64: 2, 1, 1>}> ({
^bb0(%p: tensor<bf16>, %q: tensor<bf16>):
%r = stablehlo.add %p, %q : tensor<bf16>
stablehlo.return %r : tensor<bf16>
}) : (tensor<2x0x2xbf16>, tensor<bf16>) -> tensor<2x0x2xbf16>
    %v126 = "stablehlo.clamp"(%low, %v125, %high) : (tensor<bf16>, tensor<2x0x2xbf16>, tensor<bf16>) -> tensor<2x0x2xbf16>
    %v127 = stablehlo.constant dense<-1> : tensor<i32>
    %v128 = stablehlo.constant dense<0> : tensor<i32>
    %v129 = stablehlo.constant dense<-1> : tensor<i32>
    %v130 = stablehlo.dynamic_slice %v124, %v127, %v128, %v129, sizes = [0, 0, 1] : (tensor<2x0x2xbf16>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<0x0x1xbf16>
    %v131 = "stablehlo.clamp"(%low, %v130, %high) : (tensor<bf16>, tensor<0x0x1xbf16>, tensor<bf16>) -> tensor<0x0x1xbf16>
    %v132 = stablehlo.transpose %v113, dims = [0, 1] : (tensor<0x0xbf16>) -> tensor<0x0xbf16>
    %v133 = "stablehlo.clamp"(%low, %v132, %high) : (tensor<bf16>, tensor<0x0xbf16>, tensor<bf16>) -> tensor<0x0xbf16>
    %v134 = stablehlo.broadcast_in_dim %v122, dims = [0, 1, 3] : (tensor<0x0x0xbf16>) -> tensor<0x0x1x0xbf16>
    %v135 = "stablehlo.clamp"(%low, %v134, %high) : (tensor<bf16>, tensor<0x0x1x0xbf16>, tensor<bf16>) -> tensor<0x0x1x0xbf16>
    %v136 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<bf16>) -> tensor<0x0xbf16>
    %v137 = stablehlo.iota dim = 0 : tensor<0x0xbf16>
    %v138 = stablehlo.add %v136, %v137 : tensor<0x0xbf16>
    %v139 = stablehlo.iota dim = 1 : tensor<0x0xbf16>
    %v140 = stablehlo.add %v138, %v139 : tensor<0x0xbf16>
    %v141 = stablehlo.dot_general %v135, %v140, batching_dims = [3] x [0], contracting_dims = [1] x [1] : (tensor<0x0x1x0xbf16>, tensor<0x0xbf16>) -> tensor<0x0x1xbf16>
    %v142 = "stablehlo.clamp"(%low, %v141, %high) : (tensor<bf16>, tensor<0x0x1xbf16>, tensor<bf16>) -> tensor<0x0x1xbf16>
    %v143 = stablehlo.transpose %v133, dims = [1, 0] : (tensor<0x0xbf16>) -> tensor<0x0xbf16>
    %v144 = "stablehlo.clamp"(%low, %v143, %high) : (tensor<bf16>, tensor<0x0xbf16>, tensor<bf16>) -> tensor<0x0xbf16>
    %v145 = stablehlo.reshape %v4 : (tensor<0x3x2xbf16>) -> tensor<0xbf16>
    %v146 = stablehlo.reshape %v11 : (tensor<0x1x1xbf16>) -> tensor<0xbf16>
    %v147 = stablehlo.reshape %v14 : (tensor<0x1x1xbf16>) -> tensor<0xbf16>
    %v148 = stablehlo.reshape %v21 : (tensor<0x0x0xbf16>) -> tensor<0xbf16>
    %v149 = stablehlo.reshape %v26 : (tensor<0x1x1xbf16>) -> tensor<0xbf16>
    %v150 = stablehlo.reshape %v28 : (tensor<2x2x4xbf16>) -> tensor<16xbf16>
    %v151 = stablehlo.reshape %v30 : (tensor<1x0x1xbf16>) -> tensor<0xbf16>
    %v152 = stablehlo.reshape %v32 : (tensor<1x0x1xbf16>) -> tensor<0xbf16>
    %v153 = stablehlo.reshape %v37 : (tensor<0x0x3xbf16>) -> tensor<0xbf16>
    %v154 = stablehlo.reshape %v44 : (tensor<0x0x1xbf16>) -> tensor<0xbf16>
    %v155 = stablehlo.reshape %v46 : (tensor<1x0x1xbf16>) -> tensor<0xbf16>
    %v156 = stablehlo.reshape %v55 : (tensor<1x2x1x2xbf16>) -> tensor<4xbf16>
    %v157 = stablehlo.reshape %v64 : (tensor<3x3x2x1xbf16>) -> tensor<18xbf16>
    %v158 = stablehlo.reshape %v66 : (tensor<1x1x0x1xbf16>) -> tensor<0xbf16>
    %v159 = stablehlo.reshape %v75 : (tensor<0x0x0x0xbf16>) -> tensor<0xbf16>
    %v160 = stablehlo.reshape %v77 : (tensor<1x1x0x1xbf16>) -> tensor<0xbf16>
    %v161 = stablehlo.reshape %v79 : (tensor<2xbf16>) -> tensor<2xbf16>
    %v162 = stablehlo.reshape %v81 : (tensor<3x3x2x1xbf16>) -> tensor<18xbf16>
    %v163 = stablehlo.reshape %v83 : (tensor<1x1x0x1xbf16>) -> tensor<0xbf16>
    %v164 = stablehlo.reshape %v85 : (tensor<2x3x1x3xbf16>) -> tensor<18xbf16>
    %v165 = stablehlo.reshape %v87 : (tensor<0x0x0x0xbf16>) -> tensor<0xbf16>
    %v166 = stablehlo.reshape %v94 : (tensor<0x0x0xbf16>) -> tensor<0xbf16>
    %v167 = stablehlo.reshape %v96 : (tensor<0x0xbf16>) -> tensor<0xbf16>
    %v168 = stablehlo.reshape %v98 : (tensor<0x0xbf16>) -> tensor<0xbf16>
    %v169 = stablehlo.reshape %v103 : (tensor<0x0xbf16>) -> tensor<0xbf16>
    %v170 = stablehlo.reshape %v106 : (tensor<0x0xbf16>) -> tensor<0xbf16>
    %v171 = stablehlo.reshape %v111 : (tensor<0x0x0xbf16>) -> tensor<0xbf16>
    %v172 = stablehlo.reshape %v113 : (tensor<0x0xbf16>) -> tensor<0xbf16>
    %v173 = stablehlo.reshape %v120 : (tensor<0x0x0xbf16>) -> tensor<0xbf16>
    %v174 = stablehlo.reshape %v122 : (tensor<0x0x0xbf16>) -> tensor<0xbf16>
    %v175 = stablehlo.reshape %v124 : (tensor<2x0x2xbf16>) -> tensor<0xbf16>
    %v176 = stablehlo.reshape %v126 : (tensor<2x0x2xbf16>) -> tensor<0xbf16>
    %v177 = stablehlo.reshape %v131 : (tensor<0x0x1xbf16>) -> tensor<0xbf16>
    %v178 = stablehlo.reshape %v133 : (tensor<0x0xbf16>) -> tensor<0xbf16>
    %v179 = stablehlo.reshape %v135 : (tensor<0x0x1x0xbf16>) -> tensor<0xbf16>
    %v180 = stablehlo.reshape %v140 : (tensor<0x0xbf16>) -> tensor<0xbf16>
    %v181 = stablehlo.reshape %v142 : (tensor<0x0x1xbf16>) -> tensor<0xbf16>
    %v182 = stablehlo.reshape %v144 : (tensor<0x0xbf16>) -> tensor<0xbf16>
    %v183 = stablehlo.concatenate %v145, %v146, %v147, %v148, %v149, %v150, %v151, %v152, %v153, %v154, %v155, %v156, %v157, %v158, %v159, %v160, %v161, %v162, %v163, %v164, %v165, %v166, %v167, %v168, %v169, %v170, %v171, %v172, %v173, %v174, %v175, %v176, %v177, %v178, %v179, %v180, %v181, %v182, dim = 0 : (tensor<0xbf16>, tensor<0xbf16>, tensor<0xbf16>, tensor<0xbf16>, tensor<0xbf16>, tensor<16xbf16>, tensor<0xbf16>, tensor<0xbf16>, tensor<0xbf16>, tensor<0xbf16>, tensor<0xbf16>, tensor<4xbf16>, tensor<18xbf16>, tensor<0xbf16>, tensor<0xbf16>, tensor<0xbf16>, tensor<2xbf16>, tensor<18xbf16>, tensor<0xbf16>, tensor<18xbf16>, tensor<0xbf16>, tensor<0xbf16>, tensor<0xbf16>, tensor<0xbf16>, tensor<0xbf16>, tensor<0xbf16>, tensor<0xbf16>, tensor<0xbf16>, tensor<0xbf16>, tensor<0xbf16>, tensor<0xbf16>, tensor<0xbf16>, tensor<0xbf16>, tensor<0xbf16>, tensor<0xbf16>, tensor<0xbf16>, tensor<0xbf16>, tensor<0xbf16>) -> tensor<76xbf16>
    return %v144, %v77, %v94, %v183 : tensor<0x0xbf16>, tensor<1x1x0x1xbf16>, tensor<0x0x0xbf16>, tensor<76xbf16>
  }
}
