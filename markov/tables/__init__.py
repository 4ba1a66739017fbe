"""Tables and what renders them: terminal, CSV, Markdown, notebooks, pictures."""
