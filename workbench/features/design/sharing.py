"""Copying and exporting from the design screen."""

from __future__ import annotations

from workbench.features.design.base import DesignBase
from workbench.ui.sharing import SharingScreen, Subject


class DesignSharing(DesignBase, SharingScreen):
    """The open level as it stands, its board as the playback or the editor shows it."""

    @property
    def has_subject(self) -> bool:
        """A level is always open here; to draw its board in order to tell would take too long."""
        return True

    def subject(self) -> Subject:
        """The open level."""
        return Subject(self.document.level, self.session.view().picture, self.document.path)
