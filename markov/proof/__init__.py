"""Certificates, and simulation that confirms odds."""
