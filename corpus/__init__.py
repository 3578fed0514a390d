"""What is known: loaders, chunks, versions, permissions, and the index that finds them."""
