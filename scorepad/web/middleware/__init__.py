"""What runs with every request: access, host and origin, language, headers, errors."""
