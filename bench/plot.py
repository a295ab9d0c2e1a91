"""A picture of what scores mean, as SVG: no library is needed for ten points."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

__all__ = ["reliability"]

_SIZE, _LEFT, _TOP, _BOTTOM = 300, 46, 14, 46
_FEWEST = 5  # the share of fewer tables says nothing, so its point is hollow


def reliability(bins: Sequence[tuple[int, float]]) -> str:
    """Return the picture of *bins* of equal width: how many tables, and the share of right ones.

    A score that means something lies on the diagonal. The more tables, the larger the point.
    """
    width, height = _LEFT + _SIZE + 14, _TOP + _SIZE + _BOTTOM
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
        f'width="{width}" height="{height}" font-family="sans-serif" font-size="11">',
        "<title>Share of right tables by score</title>",
        f'<rect width="{width}" height="{height}" fill="white"/>',
        *_grid(),
        f'<path d="M{_x(0)} {_y(0)}L{_x(1)} {_y(1)}" stroke="#999" stroke-dasharray="4 4"/>',
        *_points(bins),
        f'<text x="{_x(0.5)}" y="{height - 8}" text-anchor="middle">score</text>',
        f'<text transform="translate(12 {_y(0.5)}) rotate(-90)" text-anchor="middle">'
        "share of right tables</text>",
        "</svg>",
    ]
    return "\n".join(lines) + "\n"


def _grid() -> Iterator[str]:
    for k in range(0, 11, 2):
        at = k / 10
        yield f'<path d="M{_x(0)} {_y(at)}H{_x(1)}M{_x(at)} {_y(0)}V{_y(1)}" stroke="#eee"/>'
        yield f'<text x="{_x(at)}" y="{_y(0) + 16}" text-anchor="middle">{at:.1f}</text>'
        yield f'<text x="{_x(0) - 6}" y="{_y(at) + 4}" text-anchor="end">{at:.1f}</text>'
    yield f'<path d="M{_x(0)} {_y(1)}V{_y(0)}H{_x(1)}" fill="none" stroke="#333"/>'


def _points(bins: Sequence[tuple[int, float]]) -> Iterator[str]:
    most = max((count for count, _ in bins), default=1)
    for k, (count, right) in enumerate(bins):
        if not count:
            continue
        x, y = _x((k + 0.5) / len(bins)), _y(right)
        radius = 3 + 9 * (count / most) ** 0.5
        fill = "#1f6f8b" if count >= _FEWEST else "white"
        yield (
            f'<circle cx="{x}" cy="{y}" r="{radius:.1f}" fill="{fill}" fill-opacity=".75" '
            f'stroke="#1f6f8b"><title>{count} tables, {right:.0%} right</title></circle>'
        )


def _x(share: float) -> float:
    return round(_LEFT + _SIZE * share, 1)


def _y(share: float) -> float:
    return round(_TOP + _SIZE * (1 - share), 1)
