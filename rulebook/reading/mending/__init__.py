"""Characters and words repaired: what is damaged, what proves it, and what an editor said."""
