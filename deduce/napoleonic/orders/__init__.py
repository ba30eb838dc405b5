"""Order sheets: written, declared, opened, void; sealed without a network, or judged by an umpire."""
