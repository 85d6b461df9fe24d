"""What a user has, as it is listed: folders, level files read in short, batches begun."""
