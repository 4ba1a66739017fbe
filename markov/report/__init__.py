"""Words: answers as tables and documents. Nothing here computes."""
