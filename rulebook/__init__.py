"""The rules of bridge, read from damaged texts and published so that people find them."""
