"""Damaged pages and wrapper files: none may raise an error of others, hang, or fill the memory."""
