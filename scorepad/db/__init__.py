"""The only package that knows tables: rows in, values of the rules out."""
