"""A workbook: about, codebook, reports, estimates, and how to recompute them."""
