"""Builds weft._weft with CMake: `pip install .`, `python3 -m build`. What it needs is in tools/install_packages --python.

WEFT_CMAKE_FLAGS   more for CMake, for example -DWEFT_ARCH=x86-64-v3 for other machines than this one
WEFT_BUILD_FOLDER  an existing build folder is used instead of one of its own
"""
import os
import pathlib
import re
import shlex
import shutil
import subprocess
import sys

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

HERE = pathlib.Path(__file__).resolve().parent
VERSION = re.search(r"project\(weft VERSION ([\d.]+)", (HERE / "CMakeLists.txt").read_text()).group(1)


class BuildWithCMake(build_ext):
    def build_extension(self, extension):
        build = pathlib.Path(os.environ.get("WEFT_BUILD_FOLDER") or pathlib.Path(self.build_temp) / "weft").resolve()
        made = build / "python/weft"
        generator = ["-G", "Ninja"] if shutil.which("ninja") and not (build / "CMakeCache.txt").exists() else []
        subprocess.run(["cmake", "-S", HERE, "-B", build, *generator, "-DCMAKE_BUILD_TYPE=Release", "-DWEFT_TESTS=OFF",
                        "-DWEFT_PYTHON=ON", f"-DPython_EXECUTABLE={sys.executable}",
                        *shlex.split(os.environ.get("WEFT_CMAKE_FLAGS", ""))], check=True)
        jobs = os.environ.get("CMAKE_BUILD_PARALLEL_LEVEL") or str(os.cpu_count() or 1)
        subprocess.run(["cmake", "--build", build, "-j", jobs, "--target", "weft_python"], check=True)
        target = pathlib.Path(self.get_ext_fullpath(extension.name))
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(made / target.name, target)


setup(version=VERSION, ext_modules=[Extension("weft._weft", sources=[])], cmdclass={"build_ext": BuildWithCMake})
