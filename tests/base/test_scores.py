"""The scale of scores."""

from __future__ import annotations

import pytest
from hypothesis import given, strategies as st

import minimaxer as mx
from minimaxer.base.scores import DECISIVE, lengthened, shifted, shortened

plain = st.one_of(st.integers(-DECISIVE + 1, DECISIVE - 1), st.sampled_from([0.25, -3.5, 1234.5678]))
decisive = st.integers(0, 50_000).flatmap(lambda plies: st.sampled_from([mx.win_in(plies), mx.loss_in(plies)]))


def test_the_quicker_win_and_the_slower_loss_are_better() -> None:
    """Scores fall with the distance of a win and rise with that of a loss."""
    assert mx.WIN > mx.win_in(1) > mx.win_in(2) > mx.DRAW > mx.loss_in(2) > mx.loss_in(1) > mx.LOSS


@pytest.mark.parametrize(
    ("score", "plies"), [(mx.WIN, 0), (mx.win_in(7), 7), (mx.loss_in(100_000), 100_000), (899_999, None), (0, None)]
)
def test_plies_to_end(score: int, plies: int | None) -> None:
    """A decisive score tells its distance, any other none."""
    assert mx.plies_to_end(score) == plies
    assert mx.is_decisive(score) == (plies is not None)


@pytest.mark.parametrize("plies", [-1, 100_001])
@pytest.mark.parametrize("function", [mx.win_in, mx.loss_in])
def test_distances_out_of_range(function: object, plies: int) -> None:
    """A distance beyond the band is refused."""
    with pytest.raises(mx.OptionError, match=f"expected 0 to 100000 plies to the end, got {plies}"):
        function(plies)  # type: ignore[operator]  # a function of this module


@given(st.one_of(plain, decisive), st.integers(0, 20_000))
def test_shifting_is_undone(score: float, plies: int) -> None:
    """A score seen earlier and then later again is the same, to the last bit."""
    assert shifted(shifted(score, plies), -plies) == score
    once = shortened(score, 0)
    assert shortened(shortened(once, plies), -plies) == once
    assert lengthened(shortened(score, plies)) == pytest.approx(shifted(score, plies), abs=1e-4)


@given(plain, plain, st.integers(0, 20_000), st.integers(0, 20_000))
def test_shortened_margins_never_change_places(one: float, other: float, plies: int, more: int) -> None:
    """Whatever their distances, the larger of two margins stays larger; of equal ones the nearer win does."""
    if one > other or (one == other and one > 0 and plies < more):
        assert shortened(one, plies) > shortened(other, more)
