"""The alpha-beta family natively: what its kernels are asked, and what is made of their answers."""
