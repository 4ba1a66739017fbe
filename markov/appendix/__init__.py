"""The certification appendix in words: a dossier as a manuscript. Nothing here computes."""
