"""Games and groups that come in or go out as files, or from one group to another."""
