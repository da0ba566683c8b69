"""Compiles what reads pages when a wheel is built: by mypyc, and the walk over trees by Cython.

In a clone, ``python hatch_build.py`` compiles them in place, and ``python hatch_build.py clean``
removes what it left there; ``python hatch_build.py walk FOLDER`` compiles the walk alone.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

ROOT = Path(__file__).parent
PACKAGE = "extract_pipelines"
ROOMS = ("article", "learned", "page", "posts", "published", "site", "template", "text", "url")
# What takes a weak reference, has attributes set from outside, or runs once a crawl.
PURE = (
    "page/boosted_trees.py page/dom.py page/memo.py site/gc_pause.py site/exported.py "
    "site/extract.py site/kind.py site/kinds.py site/options.py site/reading.py site/sites.py "
    "text/language_training.py"
).split()
# Cython's, which touches the nodes of libxml2; `tree_walk` does the same in Python.
WALK = "page/tree_in_c.pyx"
REQUIRED = ["mypy[mypyc]==2.4.*", "types-lxml==2026.2.*", "cython>=3.1,<4", "lxml>=5.2"]


class CompiledCore(BuildHookInterface):
    """Puts the compiled modules into a wheel; without a compiler the wheel is pure Python."""

    def dependencies(self) -> list[str]:
        """What a build needs: a pure one nothing."""
        return [] if why_pure() else REQUIRED

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile, unless the install is editable: there `make compiled` does."""
        self._folder = Path(tempfile.mkdtemp())
        reason = why_pure() or (version != "editable" and self._compile())
        if reason and os.environ.get("EXTRACT_PURE") == "0":
            raise RuntimeError(f"{PACKAGE} is to be compiled (EXTRACT_PURE=0): {reason}")
        if reason:
            self.app.display_warning(f"{PACKAGE} is built in pure Python: {reason}.")
        built = [path for path in self._folder.rglob("*") if path.suffix in (".so", ".pyd")]
        if built:
            build_data["pure_python"], build_data["infer_tag"] = False, True
        for path in built:
            build_data["force_include"][str(path)] = str(path.relative_to(self._folder))

    def _compile(self) -> str:
        """Compile into the folder; why that failed, or nothing."""
        command = [sys.executable, __file__, "build", str(self._folder)]
        done = subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603
        self.app.display_debug(done.stdout + done.stderr)
        if not done.returncode:
            return ""
        shutil.rmtree(self._folder)
        said = (done.stderr.strip() or done.stdout.strip() or "no word").splitlines()
        return f"it could not be compiled ({said[-1]})"

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Remove what was compiled: the wheel has it."""
        shutil.rmtree(self._folder, ignore_errors=True)


def why_pure() -> str:
    """Why nothing is to be compiled; empty if it is."""
    if os.environ.get("EXTRACT_PURE") == "1":
        return "EXTRACT_PURE=1"
    if sys.implementation.name != "cpython":
        return f"{sys.implementation.name} is no CPython"
    if not Path(sysconfig.get_path("include"), "Python.h").exists():
        return "there is no Python.h"
    command = (os.environ.get("CC") or sysconfig.get_config_var("CC") or "").split()
    if command and not shutil.which(command[0]):
        return f"there is no C compiler {command[0]}"
    return ""


def modules() -> list[str]:
    """The files that are compiled."""
    files = [path for room in ROOMS for path in sorted(Path(PACKAGE, room).rglob("*.py"))]
    pure = {str(Path(PACKAGE, name)) for name in PURE}
    kept = [str(path) for path in files if path.name != "__init__.py"]
    return [path for path in kept if path not in pure and "stores" not in path]


def compile_into(folder: Path | None, *, walk_only: bool = False) -> None:
    """Compile the modules into a folder, or each beside its source."""
    from setuptools import Distribution  # noqa: PLC0415
    from setuptools.command.build_ext import build_ext  # noqa: PLC0415

    os.chdir(ROOT)
    with tempfile.TemporaryDirectory() as scratch:
        extensions = [_walk_in_c(scratch)]
        if not walk_only:
            extensions += _modules_in_c(scratch)
        # Not `setup`, which would read pyproject.toml: that is hatchling's.
        command = build_ext(Distribution({"name": PACKAGE, "ext_modules": extensions}))
        command.build_temp, command.parallel = f"{scratch}/o", os.cpu_count()
        command.build_lib, command.inplace = str(folder or scratch), folder is None
        command.ensure_finalized()
        command.run()


def _modules_in_c(scratch: str) -> list[Any]:
    from mypyc.build import mypycify  # noqa: PLC0415

    types = ["--config-file=", "--ignore-missing-imports", "--follow-imports=silent"]
    extensions = mypycify(
        [*types, f"--cache-dir={scratch}/types", *modules()],
        opt_level="1",
        debug_level="0",
        multi_file=True,
        group_name=PACKAGE,
        target_dir=f"{scratch}/c",
    )
    for extension in extensions:
        if sys.platform != "win32":
            # Sums are to have the same last bit on all machines. Modules are linked into one file,
            # in which one calls another directly if no other file can see it.
            flags = "-ffp-contract=off -fvisibility=hidden -fno-plt"
            extension.extra_compile_args += flags.split()
    return extensions


def _walk_in_c(scratch: str) -> Any:
    from Cython.Build import cythonize  # noqa: PLC0415
    from lxml import get_include  # noqa: PLC0415
    from setuptools import Extension  # noqa: PLC0415

    name = f"{PACKAGE}.{WALK.removesuffix('.pyx').replace('/', '.')}"
    walk = Extension(name, [f"{PACKAGE}/{WALK}"], include_dirs=get_include())
    made: list[Any] = cythonize([walk], build_dir=f"{scratch}/c", quiet=True)
    return made[0]


def clean() -> None:
    """Remove what was compiled in place."""
    for path in [*ROOT.glob(f"{PACKAGE}__mypyc.*"), *ROOT.joinpath(PACKAGE).rglob("*")]:
        if path.suffix in (".so", ".pyd"):
            path.unlink()


if __name__ == "__main__":
    if sys.argv[1:] == ["clean"]:
        clean()
    else:
        folder = Path(sys.argv[2]).resolve() if len(sys.argv) > 2 else None
        compile_into(folder, walk_only=sys.argv[1:2] == ["walk"])
