"""Odds as functions of pays and pockets that are left as letters."""
