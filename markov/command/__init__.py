"""Parts that commands share: arguments, pays, questions asked, output, progress, failure."""
