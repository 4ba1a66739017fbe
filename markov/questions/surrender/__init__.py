"""Offers against playing on, and the largest schedule of offers."""
