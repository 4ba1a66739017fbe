"""Question: what a type is asked, by the name of the function that answers."""

from importlib import import_module
from types import MethodType
from typing import Any


class Question:
    """A function of another module as a method; the module is loaded when the question is asked.

    So a type stands below those who answer, and knows them by name alone. Type checkers read the function
    itself, which is said beside it under TYPE_CHECKING.

    where     the module and the function, such as "markov.questions.price.price.price"
    of_type   whether the type itself is asked, as for what makes one
    """

    def __init__(self, where: str, of_type: bool = False) -> None:
        self.where, self.of_type = where, of_type

    def __get__(self, asked: Any, owner: type) -> Any:
        module, _, name = self.where.rpartition(".")
        answer = getattr(import_module(module), name)
        if self.of_type:
            return MethodType(answer, owner)
        return answer if asked is None else MethodType(answer, asked)
