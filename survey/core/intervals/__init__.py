"""Confidence intervals of debiased shares: a module for each interval, and a registry."""
