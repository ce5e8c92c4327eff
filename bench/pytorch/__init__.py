"""PyTorch's device against PyTorch's CPU: models that are trained, and single operations."""
