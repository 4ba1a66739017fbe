"""Question: what a type is asked, by the name of the function that answers."""

from importlib import import_module
from types import MethodType
from typing import Any


class Question:
    """A function of another module as a method; the module is loaded when the question is asked.

    So a type stands below those who answer, and knows them by name alone. Type checkers read the function
    itself, which is said beside it under TYPE_CHECKING.

    where   the module and the function, such as "markov.questions.price.price.price"
    """

    def __init__(self, where: str) -> None:
        self.where = where

    def __get__(self, asked: Any, owner: type) -> Any:
        module, _, name = self.where.rpartition(".")
        answer = getattr(import_module(module), name)
        return answer if asked is None else MethodType(answer, asked)
