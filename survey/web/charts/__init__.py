"""Geometry of every picture; the templates in charts/ draw it as SVG."""
