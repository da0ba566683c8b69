"""Accuracy and cost on public data sets, which are given by path."""
