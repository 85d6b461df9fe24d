"""The solver service: long generations that are watched, finished early, stopped and rebuilt."""

from __future__ import annotations

import threading
import time
from contextlib import nullcontext
from dataclasses import replace

import pytest
from machine_code import refuse_plain

from engine import workshop
from engine.game import registry
from engine.games.linjat.generation import generator
from engine.games.linjat.generation.resumable_optimization import Optimization
from engine.stages.improvement_base import ImprovementCache
from engine.values.level import compute_digest
from workbench.features.comparison import side_completion
from workbench.service.solver_service import SolverService

pytestmark = pytest.mark.usefixtures("app_world")

FAR = 10_000_000
SMALL = {"rows": 6, "cols": 5, "numbers": 5, "cover_layers": "0..", "iterations": FAR}


class Mail:
    """The outcome of one request."""

    def __init__(self):
        self._there = threading.Event()

    def __call__(self, outcome):
        self._outcome = outcome
        self._there.set()

    def wait(self):
        assert self._there.wait(60)
        return self._outcome

    @property
    def empty(self):
        return not self._there.is_set()


@pytest.fixture(autouse=True)
def _forgotten(monkeypatch):
    monkeypatch.setattr(generator, "_recent", ImprovementCache(Optimization))


@pytest.fixture
def linjat():
    return registry.get_game("linjat")


@pytest.fixture
def service():
    service = SolverService(nullcontext)
    yield service
    service.close()


@pytest.fixture
def unready():
    """A service without machine code."""
    service = SolverService(refuse_plain)
    yield service
    service.close()


def far(service, lane="make"):
    """Waits until the generation in a lane has come some way."""
    limit = time.monotonic() + 60
    while True:
        control = service.get_control(lane)
        if control is not None and control.snapshot is not None and control.snapshot.done >= 16:
            return control.snapshot
        assert time.monotonic() < limit
        time.sleep(0.002)


def reached(outcome):
    """Iterations that a level, finished early, records."""
    assert not outcome.cancelled and outcome.error is None
    made = outcome.value
    done = made.level.provenance.parameters["iterations"]
    assert made.candidate.recipe.parameters.get_integer("iterations") == done < FAR
    return done


def again(level):
    """The board that a level's recipe leads to, from nothing."""
    generator._recent = ImprovementCache(Optimization)
    return workshop.remake_candidate(level).board


def test_a_generation_is_watched_and_finished(service, linjat):
    mail = Mail()
    service.generate_level(linjat, 3, SMALL, mail)
    snapshot = far(service)
    assert service.finish_generation()
    outcome = mail.wait()
    assert reached(outcome) >= snapshot.done
    assert outcome.value.solved.facts["unique"]
    assert again(outcome.value.level) == outcome.value.level.board
    assert not service.finish_generation()


def test_a_stage_rolled_again_can_be_finished(service, linjat):
    first, mail = Mail(), Mail()
    service.generate_level(linjat, 3, SMALL | {"iterations": 5}, first)
    recipe = first.wait().value.candidate.recipe.reroll_stage("mutations")
    recipe = replace(recipe, parameters=recipe.parameters.with_value("iterations", FAR))
    service.regenerate_candidate(linjat, recipe, mail)
    far(service)
    service.finish_generation()
    outcome = mail.wait()
    assert reached(outcome) and outcome.value.rejected is None
    assert outcome.value.level.provenance.reroll == {"mutations": 1}
    assert again(outcome.value.level) == outcome.value.level.board


def endless(linjat):
    """A level whose recipe takes for ever."""
    level, _, _ = workshop.generate(linjat, 3, SMALL | {"iterations": 5})
    provenance = level.provenance
    parameters = {**provenance.parameters, "iterations": FAR}
    return replace(level, provenance=replace(provenance, parameters=parameters))


def test_a_timeline_in_the_making_is_stopped_but_not_finished(service, linjat):
    mail = Mail()
    service.rebuild_timeline(endless(linjat), mail)
    far(service)
    service.finish_generation()
    assert mail.empty
    service.cancel_job("make")
    outcome = mail.wait()
    assert outcome.cancelled and outcome.value is None


def test_a_comparison_can_be_stopped(service, linjat):
    mail, side = Mail(), side_completion.ComparisonSide("before", endless(linjat))
    side_completion.complete_sides(service, (side,), lambda call: call(), mail)
    far(service, side_completion.JOB_NAME)
    service.cancel_all()
    assert [each.problem for each in mail.wait()] == ["stopped"]


def test_without_kernels_nothing_is_made_in_plain_python(unready, linjat, monkeypatch):
    level, _, _ = workshop.generate(linjat, 3, SMALL | {"iterations": 5})
    monkeypatch.setattr(type(linjat.generator), "build_candidate", None)  # a call of it fails
    for request in (
        lambda mail: unready.rebuild_timeline(level, mail),
        lambda mail: unready.generate_level(linjat, 3, SMALL, mail),
        lambda mail: unready.regenerate_candidate(linjat, workshop.read_recipe(level), mail),
    ):
        mail = Mail()
        request(mail)
        unready.cancel_all()
        assert mail.wait().cancelled


def test_the_helper_reports_and_finishes_too(unready, linjat):
    made, rebuilt = Mail(), Mail()
    unready.generate_level(linjat, 3, SMALL, made)
    snapshot = far(unready)
    assert compute_digest(snapshot.board)
    unready.finish_generation()
    outcome = made.wait()
    assert reached(outcome) >= snapshot.done
    unready.rebuild_timeline(outcome.value.level, rebuilt)
    timeline = rebuilt.wait().value.candidate.timeline
    assert (timeline.log == outcome.value.candidate.timeline.log).all()
