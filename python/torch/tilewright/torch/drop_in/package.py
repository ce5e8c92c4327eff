"""A package of torch_tpu, by Tilewright."""
