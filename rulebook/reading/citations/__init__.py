"""Citations in running text: found, read, and resolved to a provision of an edition."""
