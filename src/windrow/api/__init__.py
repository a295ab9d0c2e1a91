"""The service over HTTP: ``/v1``, described by OpenAPI. No extraction logic, no policy."""
