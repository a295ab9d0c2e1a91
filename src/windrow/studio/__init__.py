"""The studio: one web page, built from the sources in ``studio/``; the service hands it out."""
