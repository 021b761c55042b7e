"""Files that save a tuning after each step: JSON with its settings, so that only the same tuning resumes from it."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

from attrs import frozen

from ...base.reading import expecting, read_json, text_if_there
from ...base.writing import replacing, telling
from ...errors import NotationError

T = TypeVar("T")


@frozen
class Kept:
    """The file of a tuning.

    Attributes:
        path: Where it is.
        form: The name and version of its format.
        settings: The settings that it must have been written with.
        about: A description of its contents.
    """

    path: Path
    form: str
    settings: str
    about: str

    def write(self, data: dict[str, Any]) -> None:
        """Writes the file; an existing one is replaced once the new one is complete.

        Raises:
            NotationError: It cannot be written.
        """
        text = json.dumps({"format": self.form, "settings": self.settings, **data})
        with telling(self.path), replacing(self.path, private=False) as file:
            file.write(text.encode())

    def read(self, understood: Callable[[dict[str, Any]], T]) -> T | None:
        """Reads the file; None if there is none.

        Args:
            understood: Converts its data, or raises an error if they have another shape.

        Raises:
            NotationError: It cannot be read, or holds something else, or was written with other settings.
        """
        text = text_if_there(self.path)
        if text is None:
            return None
        with expecting(f"expected {self.path} to be the file of {self.about}; name another one"):
            data = read_json(text)
            if data["format"] != self.form:
                raise ValueError(data)
            if data["settings"] != self.settings:
                held = f"{self.path} holds {self.about} with other settings: {data['settings']}; expected {self.settings}"
                raise NotationError(f"{held}; name another file")
            return understood(data)
