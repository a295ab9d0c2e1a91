"""Pages and wrapper files that nobody meant: none may raise a foreign error, hang or swell."""
