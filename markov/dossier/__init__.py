"""All figures of a certification appendix, gathered: what is known of a sheet, before it is put in words."""
