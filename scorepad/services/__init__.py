"""What people do: one function, one transaction, one commit each."""
