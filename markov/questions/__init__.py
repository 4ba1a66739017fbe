"""The questions, a folder each: its computation, its view, its command. None knows another."""
