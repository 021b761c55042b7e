"""Games as web pages that play by themselves, with their rules and searches as WebAssembly."""
