"""What can be learned from a game that is over: a review that tells skill from luck (docs/study.md)."""

from crownlands.study.review import (
    ChanceReview,
    Grade,
    Line,
    Moment,
    Progress,
    RealmReview,
    Review,
    TurnReview,
    Value,
    Why,
)
from crownlands.study.reviewer import WORK, Reviewer, work_for

__all__ = [
    "WORK",
    "ChanceReview",
    "Grade",
    "Line",
    "Moment",
    "Progress",
    "RealmReview",
    "Review",
    "Reviewer",
    "TurnReview",
    "Value",
    "Why",
    "work_for",
]
