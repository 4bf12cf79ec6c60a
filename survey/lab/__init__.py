"""The privacy lab: mechanisms and attacks, on made-up and public data only.

Each lesson is one module: functions that compute it, and a `LESSON` that says it
in words and lets `/lab/NAME` and `survey lab NAME` run it. Nothing here can reach
a store.
"""
