"""Reads sessions of ChaseScope (files with the measurements of one GPU): findings as a table, runs with their traces, and curves. This
module is one file and needs the standard library only.

    import chasescope
    session = chasescope.open_session("h100.json")
    print(session.value("l1_data", "hit_latency_cycles"))

Sizes are in bytes, and times in clock cycles of the SM, as in the file. docs/python.md explains more. Needs Python 3.8 or later.
"""

import json
import math
import struct

__all__ = ["open_session", "Session", "Run", "Table"]

SCHEMA = "chasescope-session-1"
MOST_LEVELS = 64  # the deepest nesting of lists and objects that is read, as in the program


def open_session(path):
    """Reads a session from a JSON or CBOR file; the first bytes tell which of the two it is.

    Raises OSError if the file can't be read, and ValueError with one sentence if it is not a valid session.
    """
    with open(path, "rb") as file:
        data = file.read()
    if data.lstrip(b" \t\r\n")[:1] == b"{":
        document = _from_json(data, path)
    elif data[:1] and (data[0] >> 5 == 5 or data[:3] == b"\xd9\xd9\xf7"):
        document = _Cbor(data, path).document()
    else:
        raise ValueError(f"{path} is neither JSON nor CBOR; 'chasescope convert' makes a session of CSV traces.")
    return Session(document, path)


class Table(list):
    """A list with a dict for each row; all rows have the columns as keys."""

    def to_pandas(self):
        """The table as a pandas.DataFrame. Raises ImportError if pandas is not installed."""
        import pandas

        return pandas.DataFrame(list(self))


class Session:
    """One session: `device` and `environment` (dicts, as in the file), `findings` (a Table) and `runs` (a list of Run)."""

    def __init__(self, document, path="session"):
        self._path = path
        if not isinstance(document, dict):
            raise ValueError(f"{path} is no session: it is a {_kind(document)}, not an object.")
        if document.get("schema") != SCHEMA:
            raise ValueError(f"{path}, at /schema: '{document.get('schema')}' is no session of this version; it is '{SCHEMA}'.")
        self.device = self._member(document, "", "device", dict)
        self.environment = self._member(document, "", "environment", dict, {})
        self.findings = Table(self._member(document, "", "findings", list))
        for i, finding in enumerate(self.findings):
            self._is(finding, dict, f"/findings/{i}")
            for name in ("subject", "quantity", "status"):
                self._member(finding, f"/findings/{i}", name, str)
            self._member(finding, f"/findings/{i}", "conditions", dict, {})
        self.runs = []
        for i, run in enumerate(self._member(document, "", "runs", list)):
            self._is(run, dict, f"/runs/{i}")
            self._member(run, f"/runs/{i}", "id", str)
            self._member(run, f"/runs/{i}", "request", dict)
            self._member(run, f"/runs/{i}", "trace", dict)
            if run.get("call", "chase") == "chase" and "cycles" in run["trace"]:
                cycles = self._member(run["trace"], f"/runs/{i}/trace", "cycles", list)
                for j, one in enumerate(cycles):
                    self._number(one, f"/runs/{i}/trace/cycles/{j}")
            self.runs.append(Run(run, f"{path}, at /runs/{i}"))

    def __repr__(self):
        return f"<session of {self.device.get('name', 'a device')}: {len(self.findings)} findings, {len(self.runs)} runs>"

    def find(self, subject=None, quantity=None, **conditions):
        """Returns a Table of the findings with this subject and quantity (None: any).

        Conditions narrow it to findings that were made under them, such as space="global.ca", carveout_percent=0.
        """
        return Table(
            finding
            for finding in self.findings
            if subject in (None, finding["subject"])
            and quantity in (None, finding["quantity"])
            and all(finding.get("conditions", {}).get(name) == value for name, value in conditions.items())
        )

    def value(self, subject, quantity, **conditions):
        """Returns the value of one finding; of several, the one with the fewest conditions among those that have a value.

        None if the quantity could not be told. Raises KeyError if the session has no such finding.
        """
        found = self.find(subject, quantity, **conditions)
        if not found:
            raise KeyError(f"{self._path} has no finding {subject} {quantity}" + (f" under {conditions}" if conditions else ""))
        told = [finding for finding in found if finding.get("value") is not None] or found
        return min(told, key=lambda finding: len(finding.get("conditions", {}))).get("value")

    def run(self, id):
        """Returns the run with this id; the `evidence` of a finding has such ids. Raises KeyError if there is no such run."""
        for run in self.runs:
            if run.id == id:
                return run
        raise KeyError(f"{self._path} has no run {id}")

    def evidence(self, finding):
        """Returns the runs that a finding was inferred from. Runs that the session did not keep are left out."""
        wanted = set(finding.get("evidence", []))
        return [run for run in self.runs if run.id in wanted]

    def curve(self, space="global.ca", stride=None, carveout_percent=None):
        """Returns latency over footprint: a Table with a row for each size of the array.

        Columns: footprint_bytes, stride_bytes, cycles (mean over all accesses), least and most (of one access), runs (their ids).
        Times do not contain the cost of measuring. The curve is made from the warm chases (Run.is_warm_chase) through the memory
        space at this carve-out (None: the runs that set none). Without a stride, it takes the runs of the probe footprint-sweep.
        If there are none, it takes the stride with the most footprints, and of several such strides the smallest. Raises
        ValueError if the session has no such warm chase.
        """
        by_stride, swept = {}, {}
        for run in self.runs:
            if not run.is_warm_chase or run.request.get("space") != space or not run.cycles:
                continue
            if run.request.get("carveout_percent") != carveout_percent:
                continue
            pattern = run.request["pattern"]
            by_stride.setdefault(pattern["stride"], {}).setdefault(pattern["bytes"], []).append(run)
            if run.probe == "footprint-sweep":
                swept.setdefault(pattern["bytes"], {}).setdefault(pattern["stride"], []).append(run)
        if stride is None and swept:
            # If a footprint was read with several strides, the smallest stride is taken: it skips the fewest lines.
            chosen = {footprint: strides[min(strides)] for footprint, strides in swept.items()}
        elif stride is None and by_stride:
            chosen = by_stride[min(by_stride, key=lambda one: (-len(by_stride[one]), one))]
        elif stride in by_stride:
            chosen = by_stride[stride]
        else:
            of = "" if stride is None else f" by stride {stride}"
            raise ValueError(f"{self._path} has no warm chase through {space}{of}; 'chasescope probe footprint-sweep' makes some.")
        table = Table()
        for footprint, runs in sorted(chosen.items()):
            cycles = [cycle for run in runs for cycle in run.cycles]
            table.append(
                {
                    "footprint_bytes": footprint,
                    "stride_bytes": runs[0].request["pattern"]["stride"],
                    "cycles": math.fsum(cycles) / len(cycles),
                    "least": min(cycles),
                    "most": max(cycles),
                    "runs": [run.id for run in runs],
                }
            )
        return table

    def _member(self, of, at, name, kind, otherwise=None):
        """Returns the member `name` of the dict `of`, which is at `at` in the file, after checking its type. `otherwise` if it is missing."""
        if name not in of and otherwise is not None:
            return otherwise
        if name not in of:
            raise ValueError(f"{self._path}, at {at}/{name}: it is missing.")
        return self._is(of[name], kind, f"{at}/{name}")

    def _is(self, value, kind, at):
        if not isinstance(value, kind):
            raise ValueError(f"{self._path}, at {at}: it is a {_kind(value)}, not a {_kind(kind())}.")
        return value

    def _number(self, value, at):
        if isinstance(value, bool) or not isinstance(value, (int, float)) or not math.isfinite(value):
            raise ValueError(f"{self._path}, at {at}: it is no number.")


class Run:
    """One run: what was asked of the device (`request`) and what it answered (`trace`), both as in the file.

    `id`, `probe`, `label` and `call` are texts. For a chase, `cycles` and `offsets` give time and place of each timed access.
    """

    def __init__(self, members, at):
        self._at = at
        self.id = members["id"]
        self.probe = members.get("probe", "")
        self.label = members.get("label", "")
        self.call = members.get("call", "chase")
        self.request = members["request"]
        self.trace = members["trace"]

    def __repr__(self):
        return f"<run {self.id}: {self.call}, {self.label}>"

    @property
    def is_warm_chase(self):
        """Whether this is a chase with one stride, in order or shuffled, whose warm-up read the whole array at least once."""
        pattern = self.request.get("pattern", {}) if self.call == "chase" else {}
        stride, size = pattern.get("stride"), pattern.get("bytes")
        if not (isinstance(stride, int) and isinstance(size, int) and stride > 0):
            return False
        return self.request.get("warmup", 0) >= size // stride

    @property
    def cycles(self):
        """The time of each timed access in cycles, without the cost of measuring. Empty if only the mean was kept or this is no chase."""
        if self.call != "chase":
            return []
        overhead = self.trace.get("overhead_cycles", 0)
        return [cycle - overhead for cycle in self.trace.get("cycles", [])]

    @property
    def offsets(self):
        """The offset in the array that each timed access read, in bytes. Raises ValueError if this is not a chase."""
        order = self._order()
        warmup = self.request.get("warmup", 0)
        return [order[(warmup + i) % len(order)] for i in range(len(self.cycles))]

    def accesses(self):
        """Returns a Table with a row for each timed access: access (from 0), offset_bytes, cycles. Raises ValueError as `offsets`."""
        pairs = zip(self.offsets, self.cycles)
        return Table({"access": i, "offset_bytes": offset, "cycles": cycles} for i, (offset, cycles) in enumerate(pairs))

    def _order(self):
        """Returns the offsets of one pass over the array in the order of reading, worked out as docs/session.md explains."""
        pattern = self.request.get("pattern")
        if self.call != "chase" or not isinstance(pattern, dict):
            raise ValueError(f"{self._at}: a run of '{self.call}' has no places.")
        offsets = pattern.get("offsets") or self.trace.get("offsets")
        if offsets:
            return offsets
        try:
            stride, count = pattern["stride"], pattern["bytes"] // pattern["stride"]
            order = [i * stride for i in range(count)]
            if pattern["kind"] == "shuffled":
                _shuffle(order, pattern["seed"])
            elif pattern["kind"] != "uniform":
                raise KeyError(pattern["kind"])
        except (KeyError, TypeError, ZeroDivisionError):
            raise ValueError(f"{self._at}/request/pattern: it says no order of places.") from None
        if not order:
            raise ValueError(f"{self._at}/request/pattern: it has no place.")
        return order


def _shuffle(order, seed):
    """Shuffles the list exactly as the program does: Fisher-Yates from the end, with random numbers of SplitMix64.

    A number at or above the largest multiple of the range is drawn again, so that all results are equally likely.
    """
    mask = (1 << 64) - 1
    state = seed & mask

    def draw():
        nonlocal state
        state = (state + 0x9E3779B97F4A7C15) & mask
        z = state
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & mask
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & mask
        return z ^ (z >> 31)

    for i in range(len(order), 1, -1):
        limit = (1 << 64) - (1 << 64) % i
        number = draw()
        while number >= limit:
            number = draw()
        order[i - 1], order[number % i] = order[number % i], order[i - 1]


def _kind(value):
    """Names the type of a value in the words of JSON, for messages."""
    names = {dict: "object", list: "list", str: "text", bool: "flag", int: "number", float: "number"}
    return names.get(type(value), "null")


def _no_constant(word):
    raise ValueError(f"{word} is no number of JSON")


def _from_json(data, path):
    try:
        return json.loads(data.decode("utf-8"), parse_constant=_no_constant)
    except json.JSONDecodeError as error:
        raise ValueError(f"{path}, line {error.lineno}, column {error.colno}: {error.msg}.") from None
    except UnicodeDecodeError as error:
        raise ValueError(f"{path}, byte {error.start}: this is no UTF-8.") from None
    except RecursionError:
        raise ValueError(f"{path} is nested too deeply.") from None
    except ValueError as error:
        raise ValueError(f"{path}: {error}.") from None


class _Cbor:
    """Reads the part of CBOR (RFC 8949) that sessions use.

    Names of members are texts. There are no byte strings, and no tags except the one at the beginning that marks a file as CBOR.
    """

    BREAK = object()  # returned by _item() for the byte that ends a list, object or text without a size

    def __init__(self, data, path):
        self._data, self._path, self._at = data, path, 0

    def document(self):
        if self._data[:3] == b"\xd9\xd9\xf7":
            self._at = 3
        document = self._item(0)
        if self._at != len(self._data):
            self._fail("something follows the session")
        return document

    def _fail(self, what):
        raise ValueError(f"{self._path}, byte {self._at}: {what}.")

    def _take(self, count):
        if count > len(self._data) - self._at:
            self._fail("the file ends too early")
        self._at += count
        return self._data[self._at - count : self._at]

    def _item(self, level):
        if level > MOST_LEVELS:
            self._fail("it is nested too deeply")
        head = self._take(1)[0]
        major, info = head >> 5, head & 31
        if head == 0xFF:
            return self.BREAK
        if major == 7:
            return self._simple(info)
        if 28 <= info <= 30 or (info == 31 and major not in (3, 4, 5)):
            self._fail("this is no CBOR")
        size = None if info == 31 else info if info < 24 else int.from_bytes(self._take(1 << (info - 24)), "big")
        if major == 0:
            return size
        if major == 1:
            return -1 - size
        if major == 3:
            return self._text(size, level)
        if major == 4:
            return list(self._items(size, level))
        if major == 5:
            return self._object(size, level)
        self._fail("sessions have no byte strings and no tags")

    def _items(self, size, level):
        while size is None or size > 0:
            item = self._item(level + 1)
            if item is self.BREAK:
                if size is not None:
                    self._fail("a list or object ends too early")
                return
            yield item
            size = None if size is None else size - 1

    def _object(self, size, level):
        items = list(self._items(None if size is None else 2 * size, level))
        names, values = items[::2], items[1::2]
        if len(names) != len(values) or not all(isinstance(name, str) for name in names):
            self._fail("the members of an object have texts as names")
        return dict(zip(names, values))

    def _text(self, size, level):
        if size is None:
            parts = list(self._items(None, level))
            if not all(isinstance(part, str) for part in parts):
                self._fail("a text has a part that is none")
            return "".join(parts)
        try:
            return self._take(size).decode("utf-8")
        except UnicodeDecodeError:
            self._fail("this is no UTF-8")

    def _simple(self, info):
        words = {20: False, 21: True, 22: None}
        if info in words:
            return words[info]
        formats = {25: ">e", 26: ">f", 27: ">d"}
        if info not in formats:
            self._fail("this is no CBOR of a session")
        return struct.unpack(formats[info], self._take(struct.calcsize(formats[info])))[0]
