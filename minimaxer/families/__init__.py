"""The families of searches, a folder each: options, the tree tier, and the native tier with its kernels."""
