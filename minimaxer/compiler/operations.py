"""The operations of the language: declared here, called like functions, and implemented by other modules.

Nothing imports a module above it: a list compares its items without knowing the modules that compare. An operation without a
description is described where it is implemented.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final, Generic, ParamSpec, TypeVar, cast

if TYPE_CHECKING:
    import ast

    from llvmlite import ir

    from .builder import AnyValue, Consume, FunctionBuilder, Head, MergePoint, Names, Round, Value
    from .calls import Keywords
    from .program import Program
    from .runtime.intrinsics import OfForm
    from .runtime.layout import Layout
    from .source import Node
    from .value_types import Array, Fielded, List, Stream, Type
    from .views import Derived

P = ParamSpec("P")
R = TypeVar("R")
C = TypeVar("C", bound=Callable[..., Any])


class Operation(Generic[P, R]):
    """An operation that other modules implement: its usual code, or code for values of some types, by the type of argument `at`.
    `refusal` is the text for a type that no module has code for.
    """

    def __init__(self, refusal: str = "has an operation that {} does not take part in", *, at: int = 1) -> None:
        self._refusal: Final = refusal
        self._at: Final = at
        self._usual: Callable[P, R] | None = None
        self._of: Final[dict[type, Callable[P, R]]] = {}

    def __call__(self, *given: P.args, **named: P.kwargs) -> R:
        """Emits the code for the type of the value."""
        code = self._usual
        if self._of:
            type_ = getattr(given[self._at], "type", given[self._at])
            cls = type(type_)
            code = self._of.get(cls) or next((self._of[each] for each in cls.__mro__ if each in self._of), self._usual)
            if code is None:
                cast("FunctionBuilder", given[0]).refuse(self._refusal.format(type_))
        assert code is not None
        return code(*given, **named)

    def of(self, *types: type[Type | ast.AST]) -> Callable[[C], C]:
        """Registers a function as the code for values of these types."""

        def give(code: C) -> C:
            self._of.update(dict.fromkeys(types, code))
            return code

        return give

    def around(self, *types: type[Type]) -> Callable[[Callable[[Callable[P, R]], Callable[P, R]]], None]:
        """Registers code for values of these types that is made from the code that they have."""

        def give(make: Callable[[Callable[P, R]], Callable[P, R]]) -> None:
            self._of.update({type_: make(self._of[type_]) for type_ in types})

        return give

    def usually(self, code: Callable[P, R]) -> Callable[P, R]:
        """Registers a function as the code for values of all other types."""
        self._usual = code
        return code


def implements(operation: Operation[P, R]) -> Callable[[Callable[P, R]], Operation[P, R]]:
    """Registers a function as the usual code of an operation, which takes over its name."""

    def give(code: Callable[P, R]) -> Operation[P, R]:
        operation.usually(code)
        return operation

    return give


item_of: Final[Operation[[FunctionBuilder, Value, Value], Value]] = Operation("looks up an item of {}")
"""`owner[index]`, of a value that is not None and has no method of the author's for it."""
set_item_of: Final[Operation[[FunctionBuilder, Value, Value, Value], None]] = Operation()
"""`owner[index] = value`."""
contains_in: Final[Operation[[FunctionBuilder, Value, Value, ast.AST], Value]] = Operation()
"""`value in owner`, of an owner that is not None and has no method of the author's for it."""
make: Final[Operation[[FunctionBuilder, Value, Type], Value]] = Operation(at=2)
"""Converts a value to another type, neither of which may be None."""
the_one_of: Final[Operation[[FunctionBuilder, Value, Type], Value]] = Operation()
"""Converts a union to one of its shapes; where it has another, that is a limit of compiled code."""
count_of: Final[Operation[[FunctionBuilder, Value], ir.Value]] = Operation()
"""The number of items."""
read: Final[Operation[[FunctionBuilder, Type, ir.Value, int], Value]] = Operation()
"""Reads a value from its words at an address and an offset; all but scalars get memory in the arena."""
write: Final[Operation[[FunctionBuilder, Value, ir.Value, int, bool], None]] = Operation()
"""Writes the words of a value; sorts the items of sets and dicts where equal ones need equal words."""
layout_of: Final[Operation[[Program, Type], Layout]] = Operation()
"""The layout in words of values of a type."""


def words_in(b: FunctionBuilder, type_: Type) -> int:
    """The number of words of a value of that type."""
    return layout_of(b.program, type_).words


array_unary: Final[Operation[[FunctionBuilder, ast.unaryop, Value, ast.AST], Value]] = Operation()
array_binary: Final[Operation[[FunctionBuilder, ast.operator, Value, Value, ast.AST], Value]] = Operation()
array_attribute: Final[Operation[[FunctionBuilder, Value, str], Value | None]] = Operation()
make_array: Final[Operation[[FunctionBuilder, Value, Type | None, ast.AST], Value[Array]]] = Operation()
convert: Final[Operation[[FunctionBuilder, Value, Type], AnyValue]] = Operation()
each_option: Final[Operation[..., Value]] = Operation()
compare: Final[Operation[[FunctionBuilder, ast.cmpop, Value, Value, ast.AST], Value]] = Operation()
equal: Final[Operation[[FunctionBuilder, Value, Value], Value]] = Operation()
less: Final[Operation[[FunctionBuilder, str, Value, Value, ast.AST], Value]] = Operation()
copied_list: Final[Operation[[FunctionBuilder, Value[List]], Value[List]]] = Operation()
extend_list: Final[Operation[[FunctionBuilder, Value[List], Value], None]] = Operation()
list_of_row: Final[Operation[[FunctionBuilder, Value, ast.AST], Value[List]]] = Operation()
keyed_dict: Final[Operation[[FunctionBuilder, list[Value | None], list[Value]], Value | None]] = Operation()
"""The dict of a display, by its keys (None before what `**` spreads) and values; None where it is no keyed one."""
keyed_list: Final[Operation[[FunctionBuilder, ast.List], Value | None]] = Operation()
"""The list of a display, likewise."""
as_keyed: Final[Operation[[FunctionBuilder, Value], Value]] = Operation()
"""A tuple of what iterating a keyed dict or list yields; all other values as they are."""
merge_dicts: Final[Operation[[FunctionBuilder, Value, Value, ast.AST], Value]] = Operation()
combine_sets: Final[Operation[[FunctionBuilder, ast.operator, Value, Value, ast.AST], Value]] = Operation()
text_contains: Final[Operation[[FunctionBuilder, Value, Value], Value]] = Operation()
join_texts: Final[Operation[[FunctionBuilder, Value, Value], Value]] = Operation()
format_text: Final[Operation[[FunctionBuilder, str, Value, ast.AST], Value]] = Operation()
item: Final[Operation[[FunctionBuilder, Value, Value], Value]] = Operation()
slice_of: Final[Operation[[FunctionBuilder, Value, Value | None, Value | None, Value | None], Value]] = Operation()
attribute_of: Final[Operation[[FunctionBuilder, Value[Fielded], str], Value]] = Operation()
evaluate: Final[Operation[[FunctionBuilder, ast.expr], Value]] = Operation()
holds: Final[Operation[[FunctionBuilder, Value], bool | None]] = Operation()
known_value: Final[Operation[[FunctionBuilder, object], Value]] = Operation()
truth: Final[Operation[[FunctionBuilder, Value], ir.Value]] = Operation()
narrow_by: Final[Operation[[FunctionBuilder, ast.expr, bool], None]] = Operation()
call_expression: Final[Operation[[FunctionBuilder, ast.Call], Value]] = Operation()
call_post_init: Final[Operation[[FunctionBuilder, Value, type], None]] = Operation()
call_python: Final[Operation[..., Value]] = Operation()
call_value: Final[Operation[..., Value]] = Operation()
closure_of: Final[Operation[[FunctionBuilder, Node], Value]] = Operation()
field_values: Final[Operation[[FunctionBuilder, type, tuple[str, ...], list[Value], Keywords, ast.AST], Keywords]] = Operation()
given_fields: Final[Operation[[type, tuple[str, ...]], list[str]]] = Operation()
each_item: Final[Operation[..., None]] = Operation()
each_of_comprehension: Final[Operation[..., None]] = Operation()
list_of_comprehension: Final[Operation[..., Value[List]]] = Operation()
as_list: Final[Operation[..., Value]] = Operation()
once: Final[Operation[[FunctionBuilder, Value], Value[Stream]]] = Operation()
"""An iterator over a list that stands for a lazy one."""
as_row: Final[Operation[[FunctionBuilder, Value], Value]] = Operation()
as_tuple: Final[Operation[..., Value]] = Operation()
length: Final[Operation[[FunctionBuilder, Value], ir.Value]] = Operation()
derive: Final[Operation[[FunctionBuilder, Derived, list[Value], Consume], None]] = Operation()
call_method: Final[Operation[[FunctionBuilder, Value, str, list[Value], Keywords, ast.AST], Value]] = Operation()
assign_to: Final[Operation[[FunctionBuilder, ast.expr, Value], None]] = Operation()
choose: Final[Operation[[FunctionBuilder, ast.expr, Callable[[], object], Callable[[], object]], None]] = Operation()
go_back: Final[Operation[[FunctionBuilder, Head | None], list[Names]]] = Operation()
repeat: Final[Operation[[FunctionBuilder, ast.AST, Round, MergePoint, MergePoint], None]] = Operation()
run: Final[Operation[[FunctionBuilder, list[ast.stmt]], None]] = Operation()
run_body: Final[Operation[[FunctionBuilder, Node], None]] = Operation()
run_function: Final[Operation[[FunctionBuilder], tuple[Type, bool]]] = Operation()
call_form: Final[Operation[[FunctionBuilder, OfForm, list[Value], ast.AST], Value]] = Operation()
