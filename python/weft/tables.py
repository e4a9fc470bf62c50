"""Columns with names: a pandas.DataFrame where pandas is there, otherwise a structured NumPy array."""
import csv

import numpy


def table(columns, rows):
    """rows: (n, columns) numbers."""
    return _made({name: rows[:, i] for i, name in enumerate(columns)})


def read_table(path):
    """A CSV file; cells that are all numbers become numbers, empty ones NaN."""
    with open(path, newline="", encoding="utf-8") as file:
        rows = list(csv.reader(file))
    head, rows = rows[0], [row for row in rows[1:] if len(row) == len(rows[0])]
    return _made({name: _column([row[i] for row in rows]) for i, name in enumerate(head)})


def _column(cells):
    for kind in (numpy.int64, numpy.float64):
        try:
            return numpy.array([cell if cell or kind is numpy.int64 else "nan" for cell in cells]).astype(kind)
        except (ValueError, OverflowError):
            pass
    return numpy.array(cells, dtype=str)


def _made(columns):
    try:
        from pandas import DataFrame
    except ImportError:
        out = numpy.empty(len(next(iter(columns.values()))), dtype=[(name, c.dtype) for name, c in columns.items()])
        for name, column in columns.items():
            out[name] = column
        return out
    return DataFrame(columns)
