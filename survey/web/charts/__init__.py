"""The geometry of every picture; templates/charts/ draws it as SVG."""
