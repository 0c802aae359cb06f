"""Packs the package into a wheel for pip, by itself (PEP 517): nothing is downloaded, and nothing but Python is needed."""
import base64
import hashlib
import os
import re
import zipfile

HERE = os.path.dirname(os.path.abspath(__file__))


def _described():
    """Name, version and the lines of METADATA, from pyproject.toml."""
    with open(os.path.join(HERE, "pyproject.toml"), encoding="utf-8") as file:
        fields = dict(re.findall(r'^([a-z-]+) = "(.*)"$', file.read(), re.M))
    lines = ["Metadata-Version: 2.1", f"Name: {fields['name']}", f"Version: {fields['version']}",
             f"Summary: {fields['description']}", f"Requires-Python: {fields['requires-python']}", "License: MIT", ""]
    return fields["name"], fields["version"], "\n".join(lines)


def _pack(folder, files):
    """Writes a wheel with these files (name to bytes) and the list of them that the format asks for."""
    name, version, metadata = _described()
    information = f"{name}-{version}.dist-info"
    files = {**files, f"{information}/METADATA": metadata.encode(),
             f"{information}/WHEEL": b"Wheel-Version: 1.0\nGenerator: zermelo\nRoot-Is-Purelib: true\nTag: py3-none-any\n"}
    record = ""
    for path, data in files.items():
        digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
        record += f"{path},sha256={digest},{len(data)}\n"
    files[f"{information}/RECORD"] = f"{record}{information}/RECORD,,\n".encode()
    wheel = f"{name}-{version}-py3-none-any.whl"
    with zipfile.ZipFile(os.path.join(folder, wheel), "w", zipfile.ZIP_DEFLATED) as archive:
        for path, data in files.items():
            archive.writestr(path, data)
    return wheel


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    files = {}
    for name in sorted(os.listdir(os.path.join(HERE, "zermelo"))):
        if name.endswith((".py", ".typed")):
            with open(os.path.join(HERE, "zermelo", name), "rb") as file:
                files[f"zermelo/{name}"] = file.read()
    return _pack(wheel_directory, files)


def build_editable(wheel_directory, config_settings=None, metadata_directory=None):
    """`pip install -e`: the package stays where it is."""
    return _pack(wheel_directory, {"zermelo.pth": HERE.encode() + b"\n"})
