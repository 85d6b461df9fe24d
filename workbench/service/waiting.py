"""The solver service of a program that waits: what is asked for is done once it is waited for."""

from __future__ import annotations

from collections.abc import Callable

from engine.game.game import Game
from engine.values.budget import Control
from workbench.service import running
from workbench.service.kernel_loading import engine_kernels
from workbench.service.lanes import HeldLane
from workbench.service.solving import SolverService


class WaitingService(SolverService):
    """Holds every request until :meth:`settle` runs it, in the foreground."""

    def __init__(self) -> None:
        self._held: dict[str, HeldLane] = {}
        super().__init__(runner=running.shared_runner(), lane=self._hold)

    def _hold(self, name: str) -> HeldLane:
        self._held[name] = lane = HeldLane(name)
        return lane

    def settle(
        self,
        game: Game,
        lane: str,
        describe: Callable[[Control], str],
        interrupted: Callable[[Control], bool] = lambda _: False,
        *,
        small: bool = False,
    ) -> None:
        """Does what is held in a lane, if there is anything, with its progress in words.

        Args:
            game: the game that it is for.
            lane: the lane's name.
            describe: its progress in words.
            interrupted: asked when the user interrupts it whether to wait for it all the same.
            small: whether plain Python may answer until there are compiled kernels.

        Raises:
            EngineError: as the request.
            KeyboardInterrupt: the user stopped it.
        """
        if small and not engine_kernels().cache_ready(game.name):
            self._runner.start_helper()
        else:
            running.prepare(game)
        self._held[lane].settle(
            lambda job, control: running.run(job, describe, interrupted, control)
        )
