"""What the pages run Python with: Pyodide, from npm, and wheels of minimaxer and of attrs, made from what is here.

Nothing is fetched when the pages are read. Pyodide is fetched once, by `npm pack`, and kept in `build/pyodide`. What npm gives
must have the checksum that stands here. To take another version, change both; `npm view pyodide@VERSION dist.integrity` prints
the second.
"""

from __future__ import annotations

import base64
import hashlib
import importlib.metadata
import io
import shutil
import subprocess
import tarfile
import tempfile
import tomllib
import zipfile
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[2]
CACHE: Final = ROOT / "build" / "pyodide"
VERSION: Final = "314.0.7"
INTEGRITY: Final = "sha512-0YvXxEhfEdpLfb/XkM2BFAeMROq0iMUX2bzzH9pOttyMcWkwq+HbE5uyuGD82LN7y2q+SNvi/6V5JEsOlD2R1A=="
FILES: Final = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "pyodide-lock.json", "python_stdlib.zip")
"""All that a page needs of the package."""
MOST_SECONDS: Final = 300
"""For npm; what is fetched has 6.5 MB."""


class Missing(Exception):  # noqa: N818  # the build goes on without
    """Pyodide cannot be had; says why."""


def pyodide(cache: Path = CACHE) -> Path:
    """The folder that has `FILES`; they are fetched where they are not there yet.

    Args:
        cache: Where they are kept, in a folder for each version.

    Raises:
        Missing: There is no npm, it cannot fetch the package, or what it fetched is another one.
    """
    folder = cache / VERSION
    if not all((folder / name).is_file() for name in FILES):
        with tempfile.TemporaryDirectory() as there:
            package = fetched(Path(there))
            check(package)
            unpack(package, folder)
    return folder


def fetched(there: Path) -> bytes:
    """The package as npm gives it.

    Raises:
        Missing: It gives none.
    """
    npm = shutil.which("npm")
    if npm is None:
        raise Missing("npm is not installed")
    command = [npm, "pack", f"pyodide@{VERSION}", "--silent", "--fetch-retries=1", "--pack-destination", str(there)]
    try:
        run = subprocess.run(command, capture_output=True, text=True, cwd=there, timeout=MOST_SECONDS, check=False)
    except subprocess.TimeoutExpired:
        raise Missing(f"npm took more than {MOST_SECONDS} s") from None
    packages = list(there.glob("*.tgz"))
    if run.returncode != 0 or not packages:
        told = [line for line in run.stderr.splitlines() if "warn" not in line]
        raise Missing(f"npm cannot fetch pyodide@{VERSION}: {told[0] if told else f'exit code {run.returncode}'}")
    return packages[0].read_bytes()


def check(package: bytes) -> None:
    """Makes sure that a package is the one whose checksum stands here.

    Raises:
        Missing: It is another one.
    """
    got = "sha512-" + base64.b64encode(hashlib.sha512(package).digest()).decode()
    if got != INTEGRITY:
        raise Missing(f"expected pyodide@{VERSION} with the checksum {INTEGRITY}, got one with {got}")


def unpack(package: bytes, folder: Path) -> None:
    """Puts the files of a package into a folder: all of them, or none."""
    folder.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=folder.parent) as there, tarfile.open(fileobj=io.BytesIO(package)) as archive:
        for name in FILES:
            file = archive.extractfile(f"package/{name}")
            assert file is not None
            (Path(there) / name).write_bytes(file.read())
        shutil.rmtree(folder, ignore_errors=True)
        shutil.copytree(there, folder)


def wheels() -> Iterator[tuple[str, bytes]]:
    """The name and the bytes of each wheel: of attrs as it is installed, and of minimaxer as it is in the repository."""
    yield wheel_of_attrs()
    yield wheel_of_minimaxer()


def wheel_of_attrs() -> tuple[str, bytes]:
    """The wheel of the attrs that is installed here."""
    found = importlib.metadata.distribution("attrs")
    inside = (file for file in found.files or [] if file.suffix in (".py", ".pyi", "") or file.name == "py.typed")
    return _wheel("attrs", found.version, ((str(file), Path(str(found.locate_file(file))).read_bytes()) for file in inside))


def wheel_of_minimaxer() -> tuple[str, bytes]:
    """The wheel of the repository: the packages that pyproject.toml names, and what they are called by."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    packages = project["tool"]["hatch"]["build"]["targets"]["wheel"]["packages"]
    init = (ROOT / project["tool"]["hatch"]["version"]["path"]).read_text(encoding="utf-8")
    version = next(line.split('"')[1] for line in init.splitlines() if line.startswith("__version__"))
    return _wheel("minimaxer", version, [*_sources(packages), *_records(project["project"], version)])


def _sources(packages: Iterable[str]) -> Iterator[tuple[str, bytes]]:
    for package in packages:
        folder = ROOT / package
        for file in sorted(folder.rglob("*")):
            if file.is_file() and "__pycache__" not in file.parts:
                yield file.relative_to(folder.parent).as_posix(), file.read_bytes()


def _records(project: dict[str, dict[str, dict[str, str]]], version: str) -> Iterator[tuple[str, bytes]]:
    folder = f"minimaxer-{version}.dist-info"
    yield f"{folder}/METADATA", f"Metadata-Version: 2.1\nName: minimaxer\nVersion: {version}\n".encode()
    yield f"{folder}/WHEEL", b"Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
    points = "".join(
        f"[{group}]\n" + "".join(f"{name} = {value}\n" for name, value in names.items())
        for group, names in project["entry-points"].items()
    )
    yield f"{folder}/entry_points.txt", points.encode()


def _wheel(name: str, version: str, files: Iterable[tuple[str, bytes]]) -> tuple[str, bytes]:
    """A wheel of these files, the same bytes each time."""
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
        for inside, content in files:
            archive.writestr(zipfile.ZipInfo(inside), content, zipfile.ZIP_DEFLATED)
    return f"{name}-{version}-py3-none-any.whl", made.getvalue()
