"""The description of the JSON interface: OpenAPI 3.1, at ``/api/openapi.json``."""
