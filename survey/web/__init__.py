"""Pages and routes. This layer speaks HTTP; core does the mathematics, store keeps the data."""
