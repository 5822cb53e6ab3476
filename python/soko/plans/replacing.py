"""Replacing a file: it has the old bytes or all of the new ones, whenever the writer is stopped."""

from __future__ import annotations

import errno
import os
import stat
from contextlib import contextmanager, suppress
from hashlib import blake2b
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO, Final

try:
    import fcntl
except ImportError:  # pragma: no cover - Windows has none
    fcntl = None  # type: ignore[assignment]

if TYPE_CHECKING:
    from collections.abc import Iterator

_SUFFIX: Final = ".new"
# What file systems answer that cannot sync a folder.
_NO_SYNC: Final = {errno.EINVAL, errno.ENOTSUP, errno.EBADF, errno.ENOSYS}


def replace_file(path: str | os.PathLike[str], data: bytes) -> None:
    """Make these bytes the content of a file, which keeps its mode; ``OSError`` names the file as it was given."""
    try:
        # A link stays a link, and what it points to is replaced.
        target = Path(path)
        if target.is_symlink():
            target = Path(os.path.realpath(target))
        _replace(target, data)
    except OSError as error:
        if error.errno is None:
            raise
        # The names of new files are no business of who reads the error.
        raise OSError(error.errno, error.strerror, os.fspath(path)) from error


def _replace(target: Path, data: bytes) -> None:
    try:
        old = target.stat()
    except FileNotFoundError:
        old = None
    if old is not None:
        if not stat.S_ISREG(old.st_mode):
            # A device such as /dev/null is written to, never replaced.
            target.write_bytes(data)
            return
        _check_writable(target, old)
    _remove_leftovers(target)
    with _new_file(target) as (new, file):
        if old is not None:
            _keep_mode(new, old)
        file.write(data)
        file.flush()
        os.fsync(file.fileno())
        if fcntl is None:  # pragma: no cover - Windows renames no open file
            file.close()
        new.replace(target)
    _sync_folder(target.parent)


def _check_writable(target: Path, old: os.stat_result) -> None:
    """Raise what writing to the file itself would: replacing it asks the folder alone."""
    if not old.st_mode & (stat.S_IWUSR | stat.S_IWGRP | stat.S_IWOTH):
        # A superuser may write to it all the same, but whoever marked it as read-only wants to keep it.
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(target))
    os.close(os.open(target, os.O_WRONLY))


def _keep_mode(new: Path, old: os.stat_result) -> None:
    """Give a new file the owner, where that is allowed, and the mode of the old one."""
    if hasattr(os, "chown"):
        with suppress(PermissionError):
            os.chown(new, old.st_uid, old.st_gid)
    new.chmod(stat.S_IMODE(old.st_mode))


def _prefix(target: Path) -> str:
    # Of one length, so that a name as long as the system allows can be saved to.
    return f".soko-{blake2b(os.fsencode(target.name), digest_size=8).hexdigest()}-"


@contextmanager
def _new_file(target: Path) -> Iterator[tuple[Path, BinaryIO]]:
    """Create and lock a file beside the target, which is removed unless it was renamed."""
    while True:
        # Two processes that write the same file, perhaps on two machines, must not share the new one.
        new = target.with_name(f"{_prefix(target)}{os.getpid()}-{os.urandom(4).hex()}{_SUFFIX}")
        with new.open("xb") as file:
            try:
                _lock(file, wait=True)
                # Another writer may have taken it for a leftover before it was locked.
                if os.fstat(file.fileno()).st_nlink:
                    yield new, file
                    return
            finally:
                if fcntl is None:  # pragma: no cover - Windows removes no open file
                    file.close()
                with suppress(FileNotFoundError):
                    new.unlink()


def _lock(file: BinaryIO, *, wait: bool) -> bool:
    """Lock a file; whether it is locked now. The system unlocks it when the process ends, however it ends."""
    if fcntl is None:  # pragma: no cover - on Windows an open file cannot be removed anyway
        return True
    try:
        fcntl.flock(file, fcntl.LOCK_EX | (0 if wait else fcntl.LOCK_NB))
    except OSError:
        # Somebody else has it, or the file system has no locks.
        return False
    return True


def _remove_leftovers(target: Path) -> None:
    """Remove what writers of the same file left behind that were killed; nobody has it locked."""
    prefix = _prefix(target)
    # A folder that cannot be listed keeps them.
    with suppress(OSError):
        for path in target.parent.iterdir():
            if path.name.startswith(prefix) and path.name.endswith(_SUFFIX):
                with suppress(OSError):
                    _remove_leftover(path)


def _remove_leftover(path: Path) -> None:
    # Some network file systems lock only what is open for writing.
    with path.open("r+b") as file:
        if _lock(file, wait=False) and fcntl is not None:
            path.unlink()
    if fcntl is None:  # pragma: no cover - fails where the writer is at work
        path.unlink()


def _sync_folder(folder: Path) -> None:
    """Make a new name in a folder outlast a power failure, where the system can."""
    if not hasattr(os, "O_DIRECTORY"):  # pragma: no cover - Windows opens no folders
        return
    try:
        opened = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    except PermissionError:
        # A folder may be written to and still not be read.
        return
    try:
        os.fsync(opened)
    except OSError as error:
        if error.errno not in _NO_SYNC:
            raise
    finally:
        os.close(opened)
