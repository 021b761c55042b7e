"""The operations of the language: declared here, called like functions, and given their code by the modules that know how.

So that nothing imports what lies above it: a list compares its items without knowing of the modules that compare.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final, Generic, ParamSpec, TypeVar

if TYPE_CHECKING:
    import ast

    from .builder import Consume, FunctionBuilder, MergePoint, Value
    from .calls import Keywords
    from .program import Program
    from .runtime.layout import Layout
    from .value_types import Tuple, Type
    from .views import Derived

P = ParamSpec("P")
R = TypeVar("R")
C = TypeVar("C", bound=Callable[..., Any])


class Operation(Generic[P, R]):
    """Something that code is made for, whose code other modules give: the usual one, or that for values of some types.

    Args:
        refusal: Completes "what it does is refused": said of a type that no module has given code for.
        at: The argument whose type decides.
    """

    def __init__(self, refusal: str = "has an operation that {} does not take part in", *, at: int = 1) -> None:
        self._refusal: Final = refusal
        self._at: Final = at
        self._usual: Callable[P, R] | None = None
        self._of: Final[dict[type[Any], Callable[P, R]]] = {}

    def __call__(self, *given: P.args, **named: P.kwargs) -> R:
        """Makes the code, by the type of value."""
        code = self._usual
        if self._of:
            type_: Any = given[self._at]
            type_ = getattr(type_, "type", type_)
            code = next((self._of[each] for each in type(type_).__mro__ if each in self._of), code)
            if code is None:
                body: Any = given[0]
                body.refuse(self._refusal.format(type_))
        assert code is not None
        return code(*given, **named)

    def of(self, *types: type[Any]) -> Callable[[C], C]:
        """Makes a function the code for values of these types."""

        def give(code: C) -> C:
            self._of.update(dict.fromkeys(types, code))
            return code

        return give

    def usually(self, code: Callable[P, R]) -> Callable[P, R]:
        """Makes a function the code for values of all other types."""
        self._usual = code
        return code


def implements(operation: Operation[P, R]) -> Callable[[Callable[P, R]], Operation[P, R]]:
    """Makes a function the usual code of an operation; the name is then the operation's."""

    def give(code: Callable[P, R]) -> Operation[P, R]:
        operation.usually(code)
        return operation

    return give


# --- what each type of values does for itself
item_of: Final[Operation[[FunctionBuilder, Value, Value], Value]] = Operation("looks up an item of {}")
"""`owner[index]`, of something that is there and has no method of the author's for it."""
set_item_of: Final[Operation[[FunctionBuilder, Value, Value, Value], None]] = Operation()
"""`owner[index] = value`."""
contains_in: Final[Operation[[FunctionBuilder, Value, Value, ast.AST], Value]] = Operation()
"""`value in owner`, of something that is there and has no method of the author's for it."""
make: Final[Operation[[FunctionBuilder, Value, Type], Value]] = Operation(at=2)
"""A value as one of another kind, neither of which may be None."""
the_one_of: Final[Operation[[FunctionBuilder, Value, Tuple], Value]] = Operation()
"""What is one of several shapes as one of them; fails where it is another one."""
count_of: Final[Operation[[FunctionBuilder, Value], Any]] = Operation()
"""How many items there are."""
words_in: Final[Operation[[Type], int]] = Operation(at=0)
"""How many words a value of a kind takes outside."""
read: Final[Operation[[FunctionBuilder, Type, Any, int], Value]] = Operation()
"""The value of which words lie at an address, so many words behind it; what is no scalar gets memory of the arena."""
write: Final[Operation[[FunctionBuilder, Value, Any, int, bool], None]] = Operation()
"""Puts the words of a value at an address; with the items of sets and dicts sorted, where equal ones are to have equal words."""
layout_of: Final[Operation[[Program, Type], Layout]] = Operation()
"""How values of a kind lie in words."""

# --- arrays
array_unary: Final[Operation[[FunctionBuilder, ast.unaryop, Value, ast.AST], Value]] = Operation()
"""What an operator gives for an array, element by element."""
array_binary: Final[Operation[[FunctionBuilder, ast.operator, Value, Value, ast.AST], Value]] = Operation()
"""What an operator gives for two values of which one is an array, element by element."""

# --- converting
convert: Final[Operation[[FunctionBuilder, Value, Type], Value]] = Operation()
"""The value as one of that kind."""

# --- unions
each_option: Final[Operation[..., Value]] = Operation()
"""Does something with what a value is; fails with `TypeError` where that is none of those asked for."""

# --- lists
copied_list: Final[Operation[[FunctionBuilder, Value], Value]] = Operation()
"""A new list of the same items."""
extend_list: Final[Operation[[FunctionBuilder, Value, Value], None]] = Operation()
"""The items of something behind those of a list."""
list_of_row: Final[Operation[[FunctionBuilder, Value, ast.AST], Value]] = Operation()
"""A new list of a tuple's items."""

# --- dicts
merge_dicts: Final[Operation[[FunctionBuilder, Value, Value, ast.AST], Value]] = Operation()
"""`|` of dicts."""

# --- sets
combine_sets: Final[Operation[[FunctionBuilder, ast.operator, Value, Value, ast.AST], Value]] = Operation()
"""`|`, `&`, `-` and `^` of sets, item by item in Python's order."""


# --- texts
text_contains: Final[Operation[[FunctionBuilder, Value, Value], Value]] = Operation()
"""Whether a text is part of another."""

# --- comparing
compare: Final[Operation[[FunctionBuilder, ast.cmpop, Value, Value, ast.AST], Value]] = Operation()
"""What a comparison gives; of an element of an array, a truth value of numpy."""
equal: Final[Operation[[FunctionBuilder, Value, Value], Value]] = Operation()
"""Whether two values are equal."""
less: Final[Operation[[FunctionBuilder, str, Value, Value, ast.AST], Value]] = Operation()
"""`<`, `<=`, `>` and `>=`."""

# --- texts
join_texts: Final[Operation[[FunctionBuilder, Value, Value], Value]] = Operation()
"""Two texts, one behind the other."""

# --- subscripts
item: Final[Operation[[FunctionBuilder, Value, Value], Value]] = Operation()
"""`owner[index]`."""
slice_of: Final[Operation[[FunctionBuilder, Value, Value | None, Value | None, Value | None], Value]] = Operation()
"""`owner[start:stop:step]`."""

# --- objects
attribute_of: Final[Operation[[FunctionBuilder, Value, str], Value]] = Operation()
"""The value of an attribute."""

# --- expressions
evaluate: Final[Operation[[FunctionBuilder, ast.expr], Value]] = Operation()
"""The value of an expression."""
holds: Final[Operation[[FunctionBuilder, Value], bool | None]] = Operation()
"""Whether the value counts as true, where that is known; else None."""
known_value: Final[Operation[[FunctionBuilder, Any], Value]] = Operation()
"""What a name or an attribute stands for that is known: weights, which are read from memory, or a constant."""
truth: Final[Operation[[FunctionBuilder, Value], Any]] = Operation()
"""Whether the value counts as true, as a truth value."""

# --- calls
call_expression: Final[Operation[[FunctionBuilder, ast.Call], Value]] = Operation()
"""A call in the source."""
call_post_init: Final[Operation[[FunctionBuilder, Value, type[Any]], None]] = Operation()
"""Calls what a dataclass or a class of attrs calls once the fields of an object have their values."""
call_python: Final[Operation[..., Value]] = Operation()
"""Calls a function of the author."""
call_value: Final[Operation[..., Value]] = Operation()
"""Calls a value."""
closure_of: Final[Operation[[FunctionBuilder, ast.Lambda | ast.FunctionDef], Value]] = Operation()
"""A function within a function; its defaults are evaluated here and kept in the frame."""
field_values: Final[Operation[[FunctionBuilder, type[Any], tuple[str, ...], list[Value], Keywords, ast.AST], Keywords]] = (
    Operation()
)
"""The values that the fields of a new object begin with."""
given_fields: Final[Operation[[type[Any], tuple[str, ...]], list[str]]] = Operation()
"""The fields that a class takes values of, in order."""

# --- streams
each_item: Final[Operation[[FunctionBuilder, ast.AST, Value, Consume, list[ast.stmt]], None]] = Operation()
"""Goes through all items."""
each_of_comprehension: Final[Operation[[FunctionBuilder, Any, Value, Consume], None]] = Operation()
"""Goes through a comprehension, of which what it goes through first is worked out."""

# --- gathering
as_list: Final[Operation[..., Value]] = Operation()
"""A new list of the items of anything."""
as_row: Final[Operation[[FunctionBuilder, Value], Value]] = Operation()
"""The items of anything as a tuple, which may share a list's memory."""
as_tuple: Final[Operation[..., Value]] = Operation()
"""A tuple of the items of anything."""
length: Final[Operation[[FunctionBuilder, Value], Any]] = Operation()
"""How many items there are."""

# --- derived
derive: Final[Operation[[FunctionBuilder, Derived, list[Value], Consume], None]] = Operation()
"""Gives each item of what `map`, `zip` and so on make of their parts."""

# --- numpy_functions
array_attribute: Final[Operation[[FunctionBuilder, Value, str], Value | None]] = Operation()
"""An attribute of an array; None where it is a method."""
make_array: Final[Operation[[FunctionBuilder, Value, Type | None, ast.AST], Value]] = Operation()
"""A new array of the elements of an array, or of a list of numbers or of rows of them."""

# --- methods
call_method: Final[Operation[[FunctionBuilder, Value, str, list[Value], Keywords, ast.AST], Value]] = Operation()
"""Calls a method of a value."""

# --- statements
assign_to: Final[Operation[[FunctionBuilder, ast.expr, Value], None]] = Operation()
"""Assigns a value to a name, to places of a list, or item by item."""
choose: Final[Operation[[FunctionBuilder, ast.expr, Callable[[], Any], Callable[[], Any]], None]] = Operation()
"""Goes one of two ways, and on where they meet; only one where it is known which."""
go_back: Final[Operation[[FunctionBuilder, Any], list[Any]]] = Operation()
"""Ends the path at hand where a loop begins; gives what is known of names there."""
repeat: Final[
    Operation[[FunctionBuilder, ast.AST, Callable[[Any, MergePoint, MergePoint], list[Any]], MergePoint, MergePoint], None]
] = Operation()
"""Goes through a loop until it ends."""
run: Final[Operation[[FunctionBuilder, list[ast.stmt]], None]] = Operation()
"""Goes through statements, as far as they are reached."""
run_body: Final[Operation[[FunctionBuilder, Any], None]] = Operation()
"""Goes through the body of a function or a lambda in the frame at hand."""
run_function: Final[Operation[[FunctionBuilder], tuple[Type, bool]]] = Operation()
"""Goes through a whole function dry; gives the kind of its result, and whether it may fail."""

# --- intrinsics
call_form: Final[Operation[[FunctionBuilder, Any, list[Value], ast.AST], Value]] = Operation()
"""Calls `Load`, `Store`, `Unpack` or `Words` of a kind of value."""
