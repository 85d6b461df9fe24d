"""Print constraints that pin every dependency of the project to the lowest version allowed.

    python .ci/lowest.py > lowest.txt && pip install -c lowest.txt '.[pictures,many]'

Names the extras that users can choose; those for development are tested by their exact versions.
"""

import re
import sys
import tomllib
from pathlib import Path

EXTRAS = ("pictures", "many")

project = tomllib.loads((Path(__file__).parent.parent / "pyproject.toml").read_text())["project"]
groups = (project["dependencies"], *map(project["optional-dependencies"].__getitem__, EXTRAS))
for requirement in (requirement for group in groups for requirement in group):
    bound = re.match(r"([\w.-]+)>=([\w.]+)", requirement)
    if bound is None:
        sys.exit(f"pyproject.toml: expected a lower bound such as name>=1.2, found {requirement!r}")
    print(f"{bound[1]}=={bound[2]}")
