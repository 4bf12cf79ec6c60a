"""The mathematics and the rules. Imports the standard library, numpy and scipy only.

The exception is regression, which imports statsmodels when it is called.
"""
