"""Pages and routes. Speaks HTTP, and leaves mathematics to core and rows to store."""
