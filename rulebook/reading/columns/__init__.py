"""Two interleaved columns, an old text and a new one, read apart."""
