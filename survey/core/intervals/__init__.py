"""Confidence intervals of debiased shares: one module an interval, one registry."""
