"""Games other than Wizard: each is stored as its document."""
