"""A page in which a designer changes a pay and sees the exact odds: one HTML file that loads nothing."""
