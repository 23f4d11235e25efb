"""How an evening is conducted: which table is meant, who may sit there, how it ends.

The one rule: rules alone, for every front. Whatever listens, waits or writes is beside this folder.
"""
