"""Finds the first post of a thread where it is built in another way than the answers.

Its door is `opening_model.OpeningModel`, which learns where such posts stand, and reads them.
"""
