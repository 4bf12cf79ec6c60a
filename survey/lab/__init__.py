"""The privacy lab: mechanisms and attacks, on simulated and public data only.

Each lesson is one module: functions that compute it, and a `LESSON` that puts it
into words, for `/lab/NAME` and `survey lab NAME` to run. Nothing here can reach a
store.
"""
