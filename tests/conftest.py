"""No test fails because the machine is busy: generated examples have no deadline."""

from hypothesis import HealthCheck, settings

settings.register_profile("windrow", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("windrow")
