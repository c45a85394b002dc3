"""What a server does for itself: prove, erase, tidy, work out again."""
