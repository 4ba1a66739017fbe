"""Tally wagers answered without their states: goals that race a stopper, and independent clocks."""
