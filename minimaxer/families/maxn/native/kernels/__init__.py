"""The kernel of max^n."""
