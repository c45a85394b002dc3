"""Languages, translated sentences, and formats of numbers and dates."""
