"""A figure as shapes on a plane: axes with round numbers, lines, bars and marks."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from extract_pipelines.explain.explanation import Figure, Series

WIDTH, HEIGHT = 720, 270
LEFT, RIGHT, TOP, BOTTOM = 62, 28, 14, 46
# Columns of the plane in which the least and the greatest value are drawn, where there are more.
COLUMNS = 600
# Marks of one series that are drawn.
MOST_MARKS = 400
TICKS = 5

Points = Sequence[tuple[float, float]]


@dataclass(slots=True)
class Shape:
    """A series, as it is drawn."""

    kind: str
    name: str
    path: str = ""
    """The data of an SVG path."""
    dots: list[tuple[str, str]] = field(default_factory=list)


@dataclass(slots=True)
class Chart:
    """A figure, as it is drawn."""

    figure: Figure
    x_ticks: list[tuple[str, str]]
    """Where the ticks stand, and what they say."""
    y_ticks: list[tuple[str, str]]
    shapes: list[Shape]
    summary: str
    """What a reader who does not see it should know."""

    width, height = WIDTH, HEIGHT
    left, right, top, bottom = LEFT, WIDTH - RIGHT, TOP, HEIGHT - BOTTOM


def chart_of(figure: Figure) -> Chart:
    """Lay out a figure."""
    drawn = [one for one in figure.series if one.points]
    x_ticks = ticks(*_span(x for one in drawn for x in _xs(one)))
    y_ticks = ticks(*_span((0.0, *(y for one in drawn for y in _ys(one)))))
    plane = _Plane(x_ticks[0], x_ticks[-1], y_ticks[0], y_ticks[-1])
    return Chart(
        figure,
        [(_number(plane.x(value)), _told(value)) for value in x_ticks],
        [(_number(plane.y(value)), _told(value)) for value in y_ticks],
        [_shape(plane, one) for one in drawn],
        "; ".join(_summary(one) for one in drawn) or "nothing to draw",
    )


def _xs(series: Series) -> Iterable[float]:
    if series.kind == "level":
        return ()
    both = series.kind == "bands"
    return [value for point in series.points for value in point[: 1 + both]]


def _ys(series: Series) -> Iterable[float]:
    return () if series.kind in ("bands", "cuts") else [y for _, y in series.points]


def _span(values: Iterable[float]) -> tuple[float, float]:
    known = list(values) or [0.0]
    return min(known), max(known)


def ticks(low: float, high: float) -> list[float]:
    """About five round numbers, the first not above the least value, the last not below the most.

    :param low: the least value
    :param high: the greatest
    """
    width = (high - low) or 1.0
    rough = width / TICKS
    power = 10.0 ** math.floor(math.log10(rough))
    step = next(power * factor for factor in (1, 2, 5, 10) if power * factor >= rough)
    first, last = math.floor(low / step), math.ceil(high / step)
    return [step * number for number in range(first, max(last, first + 1) + 1)]


@dataclass(frozen=True, slots=True)
class _Plane:
    x_low: float
    x_high: float
    y_low: float
    y_high: float

    def x(self, value: float) -> float:
        share = (value - self.x_low) / (self.x_high - self.x_low)
        return LEFT + share * (WIDTH - LEFT - RIGHT)

    def y(self, value: float) -> float:
        share = (value - self.y_low) / (self.y_high - self.y_low)
        return HEIGHT - BOTTOM - share * (HEIGHT - TOP - BOTTOM)


def _shape(plane: _Plane, series: Series) -> Shape:
    shape = Shape(series.kind, series.name)
    top, floor = _number(TOP), _number(HEIGHT - BOTTOM)
    if series.kind == "line":
        drawn = [f"{_number(plane.x(x))} {_number(plane.y(y))}" for x, y in thinned(series.points)]
        shape.path = "M" + "L".join(drawn)
    elif series.kind == "bars":
        shape.path = "".join(
            f"M{_number(plane.x(x))} {floor}V{_number(plane.y(y))}"
            for x, y in thinned(series.points)
            if y
        )
    elif series.kind == "dots":
        marks = sorted(series.points, key=lambda point: -point[1])[:MOST_MARKS]
        shape.dots = [(_number(plane.x(x)), _number(plane.y(y))) for x, y in marks]
    elif series.kind == "cuts":
        places = dict.fromkeys(_number(plane.x(x)) for x, _ in series.points)
        shape.path = "".join(f"M{x} {top}V{floor}" for x in places)
    elif series.kind == "bands":
        shape.path = "".join(
            f"M{_number(plane.x(start))} {top}H{_number(plane.x(stop))}V{floor}"
            f"H{_number(plane.x(start))}Z"
            for start, stop in series.points
        )
    else:
        level = _number(plane.y(series.points[0][1]))
        shape.path = f"M{LEFT} {level}H{WIDTH - RIGHT}"
    return shape


def thinned(points: Points) -> Points:
    """So few points that each column of the plane has two: the least and the greatest in it."""
    if len(points) <= 2 * COLUMNS:
        return points
    kept: list[tuple[float, float]] = []
    size = len(points) / COLUMNS
    for column in range(COLUMNS):
        part = points[int(column * size) : int((column + 1) * size)]
        kept += sorted({min(part, key=lambda one: one[1]), max(part, key=lambda one: one[1])})
    return kept


def _summary(series: Series) -> str:
    count = len(series.points)
    if series.kind == "level":
        return f"{series.name}: {_told(series.points[0][1])}"
    if series.kind in ("cuts", "bands"):
        return f"{series.name}: {count}"
    x, y = max(series.points, key=lambda point: point[1])
    return f"{series.name}: {count}, the greatest {_told(y)} at {_told(x)}"


def _number(value: float) -> str:
    return f"{value:.1f}".removesuffix(".0")


def _told(value: float) -> str:
    return f"{value:,.3f}".rstrip("0").rstrip(".") if abs(value) < 100 else f"{value:,.0f}"
