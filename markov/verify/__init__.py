"""Certificates, reports and workbooks checked: against themselves, and against the rules."""
