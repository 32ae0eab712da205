"""The table service in a world of its own: store, bus, network and clocks driven by one seed.

What must stay true: the same seed gives the same run, in every process; nothing here waits for real
time, and nothing of it reads more than a real store, bus or socket would tell.
"""
