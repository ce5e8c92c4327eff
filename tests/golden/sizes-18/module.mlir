module @case {
  func.func public @main(%arg0: tensor<1xbf16>, %arg1: tensor<1x1x0xbf16>, %arg2: tensor<3x2x1xbf16>, %arg3: tensor<0xbf16>) -> (tensor<2xbf16>, tensor<3x0x2xbf16>, tensor<0x3xbf16>, tensor<70xbf16>) {
    %zero = stablehlo.constant dense<0.0> : tensor<bf16>
    %low = stablehlo.constant dense<-8.0> : tensor<bf16>
    %high = stablehlo.constant dense<8.0> : tensor<bf16>
    %v3 = "stablehlo.reduce_window"(%arg1, %zero) <{padding = dense<[[0, 0], [0, 0], [0, 0]]> : tensor<3x2xi64>, window_dimensions = array<i64: 1, 1, 1>}> ({
^bb0(%p: tensor<bf16>, %q: tensor<bf16>):
%r = stablehlo.add %p, %q : tensor<bf16>
stablehlo.return %r : tensor<bf16>
}) : (tensor<1x1x0xbf16>, tensor<bf16>) -> tensor<1x1x0xbf16>
    %v4 = "stablehlo.clamp"(%low, %v3, %high) : (tensor<bf16>, tensor<1x1x0xbf16>, tensor<bf16>) -> tensor<1x1x0xbf16>
    %v5 = "stablehlo.sort"(%arg3) <{dimension = 0 : i64, is_stable = true}> ({
^bb0(%p: tensor<bf16>, %q: tensor<bf16>):
%r = stablehlo.compare LT, %p, %q : (tensor<bf16>, tensor<bf16>) -> tensor<i1>
stablehlo.return %r : tensor<i1>
}) : (tensor<0xbf16>) -> tensor<0xbf16>
    %v6 = "stablehlo.clamp"(%low, %v5, %high) : (tensor<bf16>, tensor<0xbf16>, tensor<bf16>) -> tensor<0xbf16>
    %v7 = stablehlo.transpose %v6, dims = [0] : (tensor<0xbf16>) -> tensor<0xbf16>
    %v8 = "stablehlo.clamp"(%low, %v7, %high) : (tensor<bf16>, tensor<0xbf16>, tensor<bf16>) -> tensor<0xbf16>
    %v9 = stablehlo.broadcast_in_dim %v6, dims = [0] : (tensor<0xbf16>) -> tensor<0x0x1xbf16>
    %v10 = "stablehlo.clamp"(%low, %v9, %high) : (tensor<bf16>, tensor<0x0x1xbf16>, tensor<bf16>) -> tensor<0x0x1xbf16>
    %v11 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<bf16>) -> tensor<0x1xbf16>
    %v12 = stablehlo.iota dim = 0 : tensor<0x1xbf16>
    %v13 = stablehlo.add %v11, %v12 : tensor<0x1xbf16>
    %v14 = stablehlo.iota dim = 1 : tensor<0x1xbf16>
    %v15 = stablehlo.add %v13, %v14 : tensor<0x1xbf16>
    %v16 = stablehlo.dot_general %v10, %v15, batching_dims = [1] x [0], contracting_dims = [] x [] : (tensor<0x0x1xbf16>, tensor<0x1xbf16>) -> tensor<0x0x1x1xbf16>
    %v17 = "stablehlo.clamp"(%low, %v16, %high) : (tensor<bf16>, tensor<0x0x1x1xbf16>, tensor<bf16>) -> tensor<0x0x1x1xbf16>
    %v18 = stablehlo.broadcast_in_dim %v15, dims = [0, 2] : (tensor<0x1xbf16>) -> tensor<0x2x3xbf16>
    %v19 = "stablehlo.clamp"(%low, %v18, %high) : (tensor<bf16>, tensor<0x2x3xbf16>, tensor<bf16>) -> tensor<0x2x3xbf16>
    %v20 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<bf16>) -> tensor<2x0x1x1xbf16>
    %v21 = stablehlo.iota dim = 0 : tensor<2x0x1x1xbf16>
    %v22 = stablehlo.add %v20, %v21 : tensor<2x0x1x1xbf16>
    %v23 = stablehlo.iota dim = 1 : tensor<2x0x1x1xbf16>
    %v24 = stablehlo.add %v22, %v23 : tensor<2x0x1x1xbf16>
    %v25 = stablehlo.iota dim = 2 : tensor<2x0x1x1xbf16>
    %v26 = stablehlo.add %v24, %v25 : tensor<2x0x1x1xbf16>
    %v27 = stablehlo.iota dim = 3 : tensor<2x0x1x1xbf16>
    %v28 = stablehlo.add %v26, %v27 : tensor<2x0x1x1xbf16>
    %v29 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<bf16>) -> tensor<3x2x1x3xbf16>
    %v30 = stablehlo.iota dim = 0 : tensor<3x2x1x3xbf16>
    %v31 = stablehlo.add %v29, %v30 : tensor<3x2x1x3xbf16>
    %v32 = stablehlo.iota dim = 1 : tensor<3x2x1x3xbf16>
    %v33 = stablehlo.add %v31, %v32 : tensor<3x2x1x3xbf16>
    %v34 = stablehlo.iota dim = 2 : tensor<3x2x1x3xbf16>
    %v35 = stablehlo.add %v33, %v34 : tensor<3x2x1x3xbf16>
    %v36 = stablehlo.iota dim = 3 : tensor<3x2x1x3xbf16>
    %v37 = stablehlo.add %v35, %v36 : tensor<3x2x1x3xbf16>
    %v38 = stablehlo.convolution(%v28, %v37) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [2, 2], pad = [[0, 1], [0, 0]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x0x1x1xbf16>, tensor<3x2x1x3xbf16>) -> tensor<2x0x0x3xbf16>
    %v39 = "stablehlo.clamp"(%low, %v38, %high) : (tensor<bf16>, tensor<2x0x0x3xbf16>, tensor<bf16>) -> tensor<2x0x0x3xbf16>
    %v40 = stablehlo.transpose %v19, dims = [2, 0, 1] : (tensor<0x2x3xbf16>) -> tensor<3x0x2xbf16>
    %v41 = "stablehlo.clamp"(%low, %v40, %high) : (tensor<bf16>, tensor<3x0x2xbf16>, tensor<bf16>) -> tensor<3x0x2xbf16>
    %v42 = stablehlo.broadcast_in_dim %v41, dims = [0, 1, 2] : (tensor<3x0x2xbf16>) -> tensor<3x0x2xbf16>
    %v43 = "stablehlo.clamp"(%low, %v42, %high) : (tensor<bf16>, tensor<3x0x2xbf16>, tensor<bf16>) -> tensor<3x0x2xbf16>
    %v44 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<bf16>) -> tensor<0x3xbf16>
    %v45 = stablehlo.iota dim = 0 : tensor<0x3xbf16>
    %v46 = stablehlo.add %v44, %v45 : tensor<0x3xbf16>
    %v47 = stablehlo.iota dim = 1 : tensor<0x3xbf16>
    %v48 = stablehlo.add %v46, %v47 : tensor<0x3xbf16>
    %v49 = stablehlo.dot_general %v43, %v48, contracting_dims = [1, 0] x [0, 1] : (tensor<3x0x2xbf16>, tensor<0x3xbf16>) -> tensor<2xbf16>
    %v50 = "stablehlo.clamp"(%low, %v49, %high) : (tensor<bf16>, tensor<2xbf16>, tensor<bf16>) -> tensor<2xbf16>
    %v51 = stablehlo.broadcast_in_dim %v50, dims = [0] : (tensor<2xbf16>) -> tensor<2xbf16>
    %v52 = "stablehlo.clamp"(%low, %v51, %high) : (tensor<bf16>, tensor<2xbf16>, tensor<bf16>) -> tensor<2xbf16>
    %v53 = stablehlo.transpose %v50, dims = [0] : (tensor<2xbf16>) -> tensor<2xbf16>
    %v54 = "stablehlo.clamp"(%low, %v53, %high) : (tensor<bf16>, tensor<2xbf16>, tensor<bf16>) -> tensor<2xbf16>
    %v55 = stablehlo.concatenate %v48, dim = 1 : (tensor<0x3xbf16>) -> tensor<0x3xbf16>
    %v56 = "stablehlo.clamp"(%low, %v55, %high) : (tensor<bf16>, tensor<0x3xbf16>, tensor<bf16>) -> tensor<0x3xbf16>
    %v57 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<bf16>) -> tensor<2xbf16>
    %v58 = stablehlo.iota dim = 0 : tensor<2xbf16>
    %v59 = stablehlo.add %v57, %v58 : tensor<2xbf16>
    %v60 = "stablehlo.select_and_scatter"(%v50, %v59, %zero) <{window_dimensions = array<i64: 1>, window_strides = array<i64: 1>}> ({
^bb0(%p: tensor<bf16>, %q: tensor<bf16>):
%r = stablehlo.compare GE, %p, %q : (tensor<bf16>, tensor<bf16>) -> tensor<i1>
stablehlo.return %r : tensor<i1>
}, {
^bb0(%p: tensor<bf16>, %q: tensor<bf16>):
%r = stablehlo.add %p, %q : tensor<bf16>
stablehlo.return %r : tensor<bf16>
}) : (tensor<2xbf16>, tensor<2xbf16>, tensor<bf16>) -> tensor<2xbf16>
    %v61 = "stablehlo.clamp"(%low, %v60, %high) : (tensor<bf16>, tensor<2xbf16>, tensor<bf16>) -> tensor<2xbf16>
    %v62 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<bf16>) -> tensor<2xbf16>
    %v63 = stablehlo.iota dim = 0 : tensor<2xbf16>
    %v64 = stablehlo.add %v62, %v63 : tensor<2xbf16>
    %v65 = stablehlo.compare LT, %v61, %v64 : (tensor<2xbf16>, tensor<2xbf16>) -> tensor<2xi1>
    %v66 = stablehlo.select %v65, %v64, %v61 : tensor<2xi1>, tensor<2xbf16>
    %v67 = "stablehlo.clamp"(%low, %v66, %high) : (tensor<bf16>, tensor<2xbf16>, tensor<bf16>) -> tensor<2xbf16>
    %v68 = stablehlo.negate %v64 : (tensor<2xbf16>) -> tensor<2xbf16>
    %v69 = "stablehlo.clamp"(%low, %v68, %high) : (tensor<bf16>, tensor<2xbf16>, tensor<bf16>) -> tensor<2xbf16>
    %v70 = stablehlo.transpose %v67, dims = [0] : (tensor<2xbf16>) -> tensor<2xbf16>
    %v71 = "stablehlo.clamp"(%low, %v70, %high) : (tensor<bf16>, tensor<2xbf16>, tensor<bf16>) -> tensor<2xbf16>
    %v72 = stablehlo.pad %v64, %high, low = [0], high = [1], interior = [1] : (tensor<2xbf16>, tensor<bf16>) -> tensor<4xbf16>
    %v73 = "stablehlo.clamp"(%low, %v72, %high) : (tensor<bf16>, tensor<4xbf16>, tensor<bf16>) -> tensor<4xbf16>
    %v74 = stablehlo.pad %v61, %high, low = [-1], high = [2], interior = [1] : (tensor<2xbf16>, tensor<bf16>) -> tensor<4xbf16>
    %v75 = "stablehlo.clamp"(%low, %v74, %high) : (tensor<bf16>, tensor<4xbf16>, tensor<bf16>) -> tensor<4xbf16>
    %v76 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<bf16>) -> tensor<4xbf16>
    %v77 = stablehlo.iota dim = 0 : tensor<4xbf16>
    %v78 = stablehlo.add %v76, %v77 : tensor<4xbf16>
    %v79 = stablehlo.compare LT, %v75, %v78 : (tensor<4xbf16>, tensor<4xbf16>) -> tensor<4xi1>
    %v80 = stablehlo.select %v79, %v78, %v75 : tensor<4xi1>, tensor<4xbf16>
    %v81 = "stablehlo.clamp"(%low, %v80, %high) : (tensor<bf16>, tensor<4xbf16>, tensor<bf16>) -> tensor<4xbf16>
    %v82 = stablehlo.slice %v81 [3:4:1] : (tensor<4xbf16>) -> tensor<1xbf16>
    %v83 = "stablehlo.clamp"(%low, %v82, %high) : (tensor<bf16>, tensor<1xbf16>, tensor<bf16>) -> tensor<1xbf16>
    %v84 = "stablehlo.reduce_window"(%v71, %zero) <{padding = dense<[[0, 1]]> : tensor<1x2xi64>, window_dimensions = array<i64: 2>, window_strides = array<i64: 1>}> ({
^bb0(%p: tensor<bf16>, %q: tensor<bf16>):
%r = stablehlo.add %p, %q : tensor<bf16>
stablehlo.return %r : tensor<bf16>
}) : (tensor<2xbf16>, tensor<bf16>) -> tensor<2xbf16>
    %v85 = "stablehlo.clamp"(%low, %v84, %high) : (tensor<bf16>, tensor<2xbf16>, tensor<bf16>) -> tensor<2xbf16>
    %v86 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<bf16>) -> tensor<2xbf16>
    %v87 = stablehlo.iota dim = 0 : tensor<2xbf16>
    %v88 = stablehlo.add %v86, %v87 : tensor<2xbf16>
    %v89 = "stablehlo.select_and_scatter"(%v75, %v88, %zero) <{window_dimensions = array<i64: 2>, window_strides = array<i64: 2>}> ({
^bb0(%p: tensor<bf16>, %q: tensor<bf16>):
%r = stablehlo.compare GE, %p, %q : (tensor<bf16>, tensor<bf16>) -> tensor<i1>
stablehlo.return %r : tensor<i1>
}, {
^bb0(%p: tensor<bf16>, %q: tensor<bf16>):
%r = stablehlo.add %p, %q : tensor<bf16>
stablehlo.return %r : tensor<bf16>
}) : (tensor<4xbf16>, tensor<2xbf16>, tensor<bf16>) -> tensor<4xbf16>
    %v90 = "stablehlo.clamp"(%low, %v89, %high) : (tensor<bf16>, tensor<4xbf16>, tensor<bf16>) -> tensor<4xbf16>
    %v91 = "stablehlo.sort"(%v85) <{dimension = 0 : i64, is_stable = true}> ({
^bb0(%p: tensor<bf16>, %q: tensor<bf16>):
%r = stablehlo.compare LT, %p, %q : (tensor<bf16>, tensor<bf16>) -> tensor<i1>
stablehlo.return %r : tensor<i1>
}) : (tensor<2xbf16>) -> tensor<2xbf16>
    %v92 = "stablehlo.clamp"(%low, %v91, %high) : (tensor<bf16>, tensor<2xbf16>, tensor<bf16>) -> tensor<2xbf16>
    %v93 = stablehlo.reduce(%v85 init: %low) applies stablehlo.maximum across dimensions = [0] : (tensor<2xbf16>, tensor<bf16>) -> tensor<bf16>
    %v94 = "stablehlo.clamp"(%low, %v93, %high) : (tensor<bf16>, tensor<bf16>, tensor<bf16>) -> tensor<bf16>
    %v95 = stablehlo.reduce(%v90 init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<4xbf16>, tensor<bf16>) -> tensor<bf16>
    %v96 = "stablehlo.clamp"(%low, %v95, %high) : (tensor<bf16>, tensor<bf16>, tensor<bf16>) -> tensor<bf16>
    %v97 = "stablehlo.sort"(%v88) <{dimension = 0 : i64, is_stable = true}> ({
^bb0(%p: tensor<bf16>, %q: tensor<bf16>):
%r = stablehlo.compare LT, %p, %q : (tensor<bf16>, tensor<bf16>) -> tensor<i1>
stablehlo.return %r : tensor<i1>
}) : (tensor<2xbf16>) -> tensor<2xbf16>
    %v98 = "stablehlo.clamp"(%low, %v97, %high) : (tensor<bf16>, tensor<2xbf16>, tensor<bf16>) -> tensor<2xbf16>
    %v99 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<bf16>) -> tensor<1xbf16>
    %v100 = stablehlo.iota dim = 0 : tensor<1xbf16>
    %v101 = stablehlo.add %v99, %v100 : tensor<1xbf16>
    %v102 = "stablehlo.select_and_scatter"(%v98, %v101, %zero) <{window_dimensions = array<i64: 1>, window_strides = array<i64: 2>}> ({
^bb0(%p: tensor<bf16>, %q: tensor<bf16>):
%r = stablehlo.compare GE, %p, %q : (tensor<bf16>, tensor<bf16>) -> tensor<i1>
stablehlo.return %r : tensor<i1>
}, {
^bb0(%p: tensor<bf16>, %q: tensor<bf16>):
%r = stablehlo.add %p, %q : tensor<bf16>
stablehlo.return %r : tensor<bf16>
}) : (tensor<2xbf16>, tensor<1xbf16>, tensor<bf16>) -> tensor<2xbf16>
    %v103 = "stablehlo.clamp"(%low, %v102, %high) : (tensor<bf16>, tensor<2xbf16>, tensor<bf16>) -> tensor<2xbf16>
    %v104 = stablehlo.reshape %v4 : (tensor<1x1x0xbf16>) -> tensor<0xbf16>
    %v105 = stablehlo.reshape %v6 : (tensor<0xbf16>) -> tensor<0xbf16>
    %v106 = stablehlo.reshape %v8 : (tensor<0xbf16>) -> tensor<0xbf16>
    %v107 = stablehlo.reshape %v10 : (tensor<0x0x1xbf16>) -> tensor<0xbf16>
    %v108 = stablehlo.reshape %v15 : (tensor<0x1xbf16>) -> tensor<0xbf16>
    %v109 = stablehlo.reshape %v17 : (tensor<0x0x1x1xbf16>) -> tensor<0xbf16>
    %v110 = stablehlo.reshape %v19 : (tensor<0x2x3xbf16>) -> tensor<0xbf16>
    %v111 = stablehlo.reshape %v28 : (tensor<2x0x1x1xbf16>) -> tensor<0xbf16>
    %v112 = stablehlo.reshape %v37 : (tensor<3x2x1x3xbf16>) -> tensor<18xbf16>
    %v113 = stablehlo.reshape %v39 : (tensor<2x0x0x3xbf16>) -> tensor<0xbf16>
    %v114 = stablehlo.reshape %v41 : (tensor<3x0x2xbf16>) -> tensor<0xbf16>
    %v115 = stablehlo.reshape %v43 : (tensor<3x0x2xbf16>) -> tensor<0xbf16>
    %v116 = stablehlo.reshape %v48 : (tensor<0x3xbf16>) -> tensor<0xbf16>
    %v117 = stablehlo.reshape %v50 : (tensor<2xbf16>) -> tensor<2xbf16>
    %v118 = stablehlo.reshape %v52 : (tensor<2xbf16>) -> tensor<2xbf16>
    %v119 = stablehlo.reshape %v54 : (tensor<2xbf16>) -> tensor<2xbf16>
    %v120 = stablehlo.reshape %v56 : (tensor<0x3xbf16>) -> tensor<0xbf16>
    %v121 = stablehlo.reshape %v59 : (tensor<2xbf16>) -> tensor<2xbf16>
    %v122 = stablehlo.reshape %v61 : (tensor<2xbf16>) -> tensor<2xbf16>
    %v123 = stablehlo.reshape %v64 : (tensor<2xbf16>) -> tensor<2xbf16>
    %v124 = stablehlo.reshape %v67 : (tensor<2xbf16>) -> tensor<2xbf16>
    %v125 = stablehlo.reshape %v69 : (tensor<2xbf16>) -> tensor<2xbf16>
    %v126 = stablehlo.reshape %v71 : (tensor<2xbf16>) -> tensor<2xbf16>
    %v127 = stablehlo.reshape %v73 : (tensor<4xbf16>) -> tensor<4xbf16>
    %v128 = stablehlo.reshape %v75 : (tensor<4xbf16>) -> tensor<4xbf16>
    %v129 = stablehlo.reshape %v78 : (tensor<4xbf16>) -> tensor<4xbf16>
    %v130 = stablehlo.reshape %v81 : (tensor<4xbf16>) -> tensor<4xbf16>
    %v131 = stablehlo.reshape %v83 : (tensor<1xbf16>) -> tensor<1xbf16>
    %v132 = stablehlo.reshape %v85 : (tensor<2xbf16>) -> tensor<2xbf16>
    %v133 = stablehlo.reshape %v88 : (tensor<2xbf16>) -> tensor<2xbf16>
    %v134 = stablehlo.reshape %v90 : (tensor<4xbf16>) -> tensor<4xbf16>
    %v135 = stablehlo.reshape %v92 : (tensor<2xbf16>) -> tensor<2xbf16>
    %v136 = stablehlo.reshape %v94 : (tensor<bf16>) -> tensor<1xbf16>
    %v137 = stablehlo.reshape %v96 : (tensor<bf16>) -> tensor<1xbf16>
    %v138 = stablehlo.reshape %v98 : (tensor<2xbf16>) -> tensor<2xbf16>
    %v139 = stablehlo.reshape %v101 : (tensor<1xbf16>) -> tensor<1xbf16>
    %v140 = stablehlo.reshape %v103 : (tensor<2xbf16>) -> tensor<2xbf16>
    %v141 = stablehlo.concatenate %v104, %v105, %v106, %v107, %v108, %v109, %v110, %v111, %v112, %v113, %v114, %v115, %v116, %v117, %v118, %v119, %v120, %v121, %v122, %v123, %v124, %v125, %v126, %v127, %v128, %v129, %v130, %v131, %v132, %v133, %v134, %v135, %v136, %v137, %v138, %v139, %v140, dim = 0 : (tensor<0xbf16>, tensor<0xbf16>, tensor<0xbf16>, tensor<0xbf16>, tensor<0xbf16>, tensor<0xbf16>, tensor<0xbf16>, tensor<0xbf16>, tensor<18xbf16>, tensor<0xbf16>, tensor<0xbf16>, tensor<0xbf16>, tensor<0xbf16>, tensor<2xbf16>, tensor<2xbf16>, tensor<2xbf16>, tensor<0xbf16>, tensor<2xbf16>, tensor<2xbf16>, tensor<2xbf16>, tensor<2xbf16>, tensor<2xbf16>, tensor<2xbf16>, tensor<4xbf16>, tensor<4xbf16>, tensor<4xbf16>, tensor<4xbf16>, tensor<1xbf16>, tensor<2xbf16>, tensor<2xbf16>, tensor<4xbf16>, tensor<2xbf16>, tensor<1xbf16>, tensor<1xbf16>, tensor<2xbf16>, tensor<1xbf16>, tensor<2xbf16>) -> tensor<70xbf16>
    return %v103, %v41, %v56, %v141 : tensor<2xbf16>, tensor<3x0x2xbf16>, tensor<0x3xbf16>, tensor<70xbf16>
  }
}
