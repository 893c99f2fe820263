#!/usr/bin/env python3
"""Converts with rigkiln, and lists what is left to do: python3 missing_textures.py CONFIG [OPTION...]

Reads the report of the run. Ends with the exit code of rigkiln.
"""
import json
import pathlib
import subprocess
import sys
import tempfile

REPORT_VERSION = 2


def main():
    with tempfile.TemporaryDirectory() as folder:
        file = pathlib.Path(folder) / "report.json"
        command = ["rigkiln", "run", *sys.argv[1:], "--report", str(file), "--progress", "none"]
        code = subprocess.run(command, stdout=subprocess.DEVNULL).returncode
        # 2: the command line or the configuration is wrong, and nothing ran; rigkiln has said why.
        if not file.exists():
            return code
        report = json.loads(file.read_text(encoding="utf-8"))
    if report["report_version"] != REPORT_VERSION:
        sys.exit(f"report version {report['report_version']}, expected {REPORT_VERSION}")
    for unit in report["units"]:
        if unit["status"] == "failed":
            print(f"failed: {unit['output']}: {unit['error']['code']}")
    for texture in report["missing_textures"]:
        print(f"missing: {texture['name']}, for {texture['models']} models")
    return code


if __name__ == "__main__":
    sys.exit(main())
