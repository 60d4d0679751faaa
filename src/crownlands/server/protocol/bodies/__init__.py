"""The HTTP API's bodies, declared once: the OpenAPI document is generated from here."""
