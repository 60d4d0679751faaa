"""The same rules in C++, for speed; `docs/core.md` explains the numbers of actions.

>>> state = State("kingdomino/4")
>>> state.sample_chance(seed=1).split()[0]
'kings'
"""

from crownlands.core._core import (
    Batch,
    CoreError,
    Evaluation,
    Games,
    IllegalAction,
    Layout,
    Model,
    Plan,
    QuickGames,
    Samples,
    Score,
    State,
    Term,
    TextError,
    Thought,
    batch_random,
    best_isa,
    decide,
    kingdom_rows,
    outcomes,
    placement_values,
    play_games,
    quantize,
    ruleset_name,
    think,
)

__all__ = [
    "Batch",
    "CoreError",
    "Evaluation",
    "Games",
    "IllegalAction",
    "Layout",
    "Model",
    "Plan",
    "QuickGames",
    "Samples",
    "Score",
    "State",
    "Term",
    "TextError",
    "Thought",
    "batch_random",
    "best_isa",
    "decide",
    "kingdom_rows",
    "outcomes",
    "placement_values",
    "play_games",
    "quantize",
    "ruleset_name",
    "think",
]
