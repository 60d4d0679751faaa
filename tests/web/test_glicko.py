"""The solver's rating: Glicko-2 as published, with its worked example."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path

import pytest

WEB = Path(__file__).parents[2] / "web"
RUN = """
const fs = require('fs'), ts = require('typescript');
const source = fs.readFileSync('src/lib/glicko.ts', 'utf8');
const { outputText } = ts.transpileModule(source, { compilerOptions: { module: 'commonjs', target: 'es2022' } });
const module_ = { exports: {} };
new Function('exports', outputText)(module_.exports);
const { rated } = module_.exports;
const opponents = [[1400, 30, 1], [1550, 100, 0], [1700, 300, 0]];
const before = { rating: 1500, deviation: 200, volatility: 0.06 };
const results = opponents.map(([rating, deviation, score]) => ({ opponent: { rating, deviation }, score }));
const win = rated(before, results.slice(0, 1)), loss = rated(before, results.slice(1, 2));
console.log(JSON.stringify([rated(before, results), rated(before, []), win, loss]));
"""


def test_the_published_example() -> None:
    """A player of 1500 beats 1400 and loses to 1550 and 1700: 1464.06, 151.52, 0.05999."""
    node = shutil.which("node") or str(WEB.parent / "build" / "node" / "bin" / "node")
    found = subprocess.run([node, "-e", RUN], cwd=WEB, capture_output=True, text=True, check=True).stdout
    after, idle, win, loss = json.loads(found)
    assert after["rating"] == pytest.approx(1464.06, abs=0.01)
    assert after["deviation"] == pytest.approx(151.52, abs=0.01)
    assert after["volatility"] == pytest.approx(0.05999, abs=1e-5)
    assert idle == {"rating": 1500, "deviation": 200, "volatility": 0.06}
    assert win["rating"] > 1500 > loss["rating"]
    assert win["deviation"] < 200
