"""The odds of very many paytables."""
