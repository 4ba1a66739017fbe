"""What commands share: arguments, what was asked, output, progress, failure."""
