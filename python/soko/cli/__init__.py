"""The command ``soko``. Each verb is a module of its name here, with ``configure(parser)`` and ``run(args)``.

Every verb prints a table, or one JSON document with ``--json``. The exit status is 0 on success, 1 when a check fails,
the input (cards, hands, files) is wrong or the output cannot be written, 2 for wrong usage, which is everything about
verbs, options and their values, and 130 after Ctrl-C.
"""

from __future__ import annotations

import argparse
import os
import sys
import textwrap
from contextlib import suppress
from functools import partial
from importlib import import_module
from typing import TYPE_CHECKING, Final, NoReturn

from soko.cli._common import InputError, UsageError, nearest
from soko.cli._sentences import complain, line_width

if TYPE_CHECKING:
    from collections.abc import Sequence

    from _typeshed import SupportsWrite

VERBS: Final = {
    "evaluate": "rank hands, and explain why one beats another",
    "equity": "each seat's share of the pot when some cards are known",
    "odds": "exact frequencies of hands, and tables of Soko odds",
    "simulate": "deal millions of hands and count who wins with what",
    "merge": "merge what simulate counted in parts",
    "playout": "play policies against each other and show what each wins",
    "solve": "solve a spot of the last two streets exactly",
    "play": "play a game against the computer",
    "replay": "show saved hands, action by action",
    "rules": "describe a game, or the differences between two",
}

# Old words for verbs.
_ALIASES: Final = {"match": "playout"}

_EXAMPLES: Final = """\
examples:
  soko evaluate "As Ks Qs Js 2d" "Ah Ad Kc Qh 9d"
  soko evaluate < hands.txt
  soko odds --ranking wild --wild 9
  soko simulate --players 6 --deals 20_000_000
  soko playout --policies tight,call --players 6 --hands 1_000_000
  soko rules --diff soko canadian_stud

soko VERB --help (or soko help VERB) describes a verb. python -m soko is the same command.
"""

_OK, _BAD, _USAGE, _INTERRUPTED = 0, 1, 2, 130


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        """Leave with status 2 and one line that says what is wrong, in words that are not argparse's own."""
        complain(f"{message.removeprefix('argument ')}; {self.prog} --help shows how it is used")
        self.exit(_USAGE)

    def _print_message(self, message: str, file: SupportsWrite[str] | None = None) -> None:
        # The method that this replaces passes over what cannot be written.
        if file is not None:
            file.write(message)


class _Version(argparse.Action):
    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> None:
        """Print the version and leave; the package is not asked before that."""
        from soko._soko import __version__

        print(f"soko {__version__}")
        parser.exit()


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command and return its exit status; ``argv`` are the words after ``soko``, by default the process's."""
    if sys.stdout is None:
        complain("standard output is closed")
        return _BAD
    try:
        status = _run(sys.argv[1:] if argv is None else argv)
        sys.stdout.flush()
    except KeyboardInterrupt:
        return _fail(_INTERRUPTED)
    except BrokenPipeError:
        # The reader has seen enough, as in "soko ... | head".
        _forget_output()
        return _OK
    except OSError as error:
        what = error.strerror or str(error)
        return _fail(_BAD, f"{error.filename}: {what}" if error.filename else what)
    return status


def _run(argv: Sequence[str]) -> int:
    from soko.errors import SokoError

    try:
        words = _renamed([*argv[1:2], "--help"] if argv[:1] in (["help"], ("help",)) else argv)
        verb = next((word for word in words if not word.startswith("-")), None)
        parser = _parser(verb)
        if verb is not None and verb not in VERBS:
            parser.error(f"{verb!r}: unknown verb; {nearest(verb, VERBS) or 'verbs are ' + ', '.join(VERBS)}")
        args, unknown = parser.parse_known_args(words)
        if unknown:
            args.parser.error(f"unrecognized arguments: {' '.join(unknown)}{_meant(unknown[0], args.parser)}")
        if args.verb is None:
            parser.print_help()
            return _OK
        return int(args.run(args))
    except SystemExit as leaving:
        return leaving.code if isinstance(leaving.code, int) else _OK
    except UsageError as error:
        return _fail(_USAGE, str(error))
    except UnicodeEncodeError as error:
        # Python reads arguments that are no text as text with lone surrogates.
        what = "is no UTF-8" if error.encoding == "utf-8" else f"cannot be written in {error.encoding}"
        return _fail(_BAD, f"'{error.object}' {what}")
    except (InputError, SokoError, UnicodeError) as error:
        return _fail(_BAD, str(error))


def _meant(word: str, parser: argparse.ArgumentParser) -> str:
    """Return a question whether another option was meant, nothing for other words."""
    options = [option for action in parser._actions for option in action.option_strings]  # noqa: SLF001
    question = nearest(word.partition("=")[0], options, 0.75) if word.startswith("--") else ""
    return f"; {question}" if question else ""


def _renamed(words: Sequence[str]) -> Sequence[str]:
    """Return the words with the verb as it is called now, and say so when it was an old one."""
    old = words[0] if words else ""
    if old not in _ALIASES:
        return words
    complain(f"the verb {old!r} is now called {_ALIASES[old]!r}")
    return [_ALIASES[old], *words[1:]]


def _parser(asked: str | None) -> argparse.ArgumentParser:
    # The width that argparse takes by itself, but not more than the other lines have.
    formatter = partial(argparse.RawDescriptionHelpFormatter, width=line_width() - 1)
    parser = _Parser(
        prog="soko",
        allow_abbrev=False,
        description="Stud poker: Soko (Canadian stud) and related games.",
        epilog=_EXAMPLES,
        formatter_class=formatter,
    )
    parser.add_argument("--version", action=_Version, nargs=0, help="show the version and exit")
    parser.set_defaults(parser=parser)
    verbs = parser.add_subparsers(dest="verb", metavar="VERB", title="verbs")
    for name, summary in VERBS.items():
        verb = verbs.add_parser(name, help=summary, formatter_class=formatter, allow_abbrev=False)
        # Only the verb that was asked for is imported, so that the others cost nothing.
        if name == asked:
            module = import_module(f"soko.cli.{name}")
            verb.description = _wrapped(module.__doc__ or "")
            verb.set_defaults(run=module.run, parser=verb)
            module.configure(verb)
            verb.add_argument("--json", action="store_true", help="write JSON instead of a table")
    return parser


def _wrapped(text: str) -> str:
    """Wrap the paragraphs of a docstring for the terminal."""
    return "\n\n".join(textwrap.fill(paragraph, line_width()) for paragraph in text.strip().split("\n\n"))


def _fail(status: int, message: str = "") -> int:
    """Say what is wrong, after all that was written before it, and return the exit status."""
    try:
        sys.stdout.flush()
    except OSError:
        _forget_output()
    if message:
        complain(message)
    return status


def _forget_output() -> None:
    """Send what is still unwritten nowhere, so that the interpreter does not complain of it when it ends."""
    with suppress(OSError, ValueError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
        os.close(nowhere)
