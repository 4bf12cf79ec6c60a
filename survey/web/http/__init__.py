"""What every request meets: headers, sessions, errors, compression, throttle."""
