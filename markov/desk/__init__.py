"""The paytable designer's desk: what another pay, wheel or offer would do, and the pays for a wanted edge."""
