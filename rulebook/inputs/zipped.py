"""Documents in a ZIP are looked through before any library opens them.

What a document may not be: encrypted, unpacked without bounds, or in need of entities, which
no word processor writes and which read other files or swell without end.
"""

from __future__ import annotations

import io
import re
import zipfile

from rulebook.inputs.extraction import InputError

MOST_PARTS = 5_000
MOST_XML = 80_000_000
_ENTITY = re.compile(rb"<!\s*(?:DOCTYPE|ENTITY)", re.IGNORECASE)
_CHUNK = 1 << 20
_OVERLAP = 32


def checked(data: bytes, name: str, unpacked: int) -> None:
    """Look through the parts of a document.

    Args:
        data: the bytes of the file.
        name: its name, for messages.
        unpacked: how many bytes its parts may have together.

    Raises:
        InputError: it is broken or encrypted, too large unpacked, or declares entities.
    """
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            _checked(archive, name, unpacked)
    except InputError:
        raise
    except (zipfile.BadZipFile, EOFError, OSError, ValueError, NotImplementedError) as error:
        raise broken(name) from error
    except RuntimeError as error:  # zipfile's word for a part that needs a password
        raise _encrypted(name) from error


def broken(name: str) -> InputError:
    """What to say of a document that does not open."""
    return InputError(
        "the document is broken", name, "open it in a word processor and save it again."
    )


def _checked(archive: zipfile.ZipFile, name: str, unpacked: int) -> None:
    parts = archive.infolist()
    if len(parts) > MOST_PARTS:
        raise InputError(f"it has {len(parts):,} parts", name, "it is no document; save it anew.")
    if any(part.flag_bits & 1 for part in parts):
        raise _encrypted(name)
    total = sum(part.file_size for part in parts)
    xml = [part for part in parts if part.filename.endswith((".xml", ".rels"))]
    if total > unpacked or sum(part.file_size for part in xml) > MOST_XML:
        raise InputError(
            f"unpacked it would have {total:,} bytes", name, "it is no text of law; split it."
        )
    for part in xml:
        with archive.open(part) as stream:
            before = b""
            while chunk := stream.read(_CHUNK):
                # Letters of two bytes are no hiding place.
                if _ENTITY.search((before + chunk).replace(b"\0", b"")):
                    raise InputError(
                        f"its part {part.filename} declares entities, which a document never needs",
                        name,
                        "do not trust it; ask for another copy.",
                    )
                before = chunk[-_OVERLAP:]


def _encrypted(name: str) -> InputError:
    return InputError(
        "the document is encrypted", name, "open it with its password and save it without one."
    )
