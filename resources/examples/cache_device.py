#!/usr/bin/env python3
"""A small cache as a device for ChaseScope: change its replacement policy and look at it in the heatmap.

    chasescope probe fine-grained --device "exec:python3 cache_device.py" --set bytes=1088 --set stride=32
    chasescope check-device --device "exec:python3 cache_device.py"

The program speaks version 1 of the device protocol: each line of standard input is a request, and each line of standard output an
answer, as one JSON object. ChaseScope shows what you print to standard error (print(..., file=sys.stderr)). Only Python's standard
library is needed.
"""
import json
import random
import sys

LINE_BYTES = 32   # bytes that one miss brings into the cache
SETS = 8          # line number modulo SETS is the set
WAYS = 4
HIT_CYCLES = 30
MISS_CYCLES = 200
MAX_ACCESSES = 1_000_000


class Set:
    """One set of the cache, and YOUR REPLACEMENT POLICY: change victim() and touched(), and nothing else has to change."""

    def __init__(self, dice):
        self.lines = [None] * WAYS       # which line each way holds
        self.last_used = [0] * WAYS      # when each way was touched last
        self.clock = 0
        self.dice = dice                 # take random numbers from here, so that equal requests get equal answers

    def victim(self):
        """The way that a line takes after a miss. Here: an empty way, or else the way that was used least recently (LRU)."""
        if None in self.lines:
            return self.lines.index(None)
        return self.last_used.index(min(self.last_used))
        # Random replacement:   return self.dice.randrange(WAYS)

    def touched(self, way):
        """Called after each access with the way that holds its line, for hits and misses. FIFO: call it from access() for misses only."""
        self.clock += 1
        self.last_used[way] = self.clock

    def access(self, line):
        """Reads a line. Returns whether it was a hit; a miss brings the line into the set."""
        hit = line in self.lines
        way = self.lines.index(line) if hit else self.victim()
        self.lines[way] = line
        self.touched(way)
        return hit


class Refusal(Exception):
    """A request that is answered with an error: one of the protocol's error codes, and a sentence without the full stop."""

    def __init__(self, code, sentence):
        super().__init__(sentence)
        self.code = code


def require(condition, sentence):
    """Refuses the request with this sentence unless the condition holds."""
    if not condition:
        raise Refusal("invalid_request", sentence)


def whole(value, low, name):
    """The value as an int. Refuses the request if it is not a whole number of at least `low`."""
    good = isinstance(value, (int, float)) and not isinstance(value, bool) and value == value // 1 and value >= low
    require(good, f"{name} must be a whole number from {low} on")
    return int(value)


def offsets_of(pattern, element):
    """The byte offsets of one pass over the array, in the order in which they are read. `element` is the size of a read in bytes."""
    require(isinstance(pattern, dict), "the pattern must be an object")
    kind = pattern.get("kind")
    if kind == "offsets":
        listed = pattern.get("offsets")
        require(isinstance(listed, list) and listed, "offsets must be a list with at least one entry")
        offsets = [whole(offset, 0, "an offset") for offset in listed]
        require(len(set(offsets)) == len(offsets), "an offset appears twice")
        require(all(offset % element == 0 for offset in offsets), "an offset is no multiple of the element size")
        return offsets
    require(kind in ("uniform", "shuffled"), "the pattern must be uniform, offsets or shuffled")
    size, stride = whole(pattern.get("bytes"), 1, "bytes"), whole(pattern.get("stride"), 1, "stride")
    require(stride % element == 0, "the stride is no multiple of the element size")
    require(size % stride == 0, "bytes is no multiple of the stride")
    require(size <= 1 << 24, "the footprint is larger than 16 MiB")
    offsets = list(range(0, size, stride))
    if kind == "shuffled":
        random.Random(whole(pattern.get("seed"), 0, "seed")).shuffle(offsets)
    return offsets


def chase(params):
    """Answers the call "chase": reads one offset after the other, and tells the time of each read in cycles, or their mean."""
    if params.get("space") != "global.ca":
        raise Refusal("unsupported", "This device has the memory space global.ca only")
    element = whole(params.get("element_bytes", 4), 1, "element_bytes")
    require(element in (4, 8), "element_bytes must be 4 or 8")
    offsets = offsets_of(params.get("pattern"), element)
    warmup, accesses = whole(params.get("warmup", 0), 0, "warmup"), whole(params.get("accesses"), 1, "accesses")
    require(warmup + accesses <= MAX_ACCESSES, f"this device makes at most {MAX_ACCESSES} accesses")
    require(params.get("record", "each") in ("each", "mean"), "record must be each or mean")
    dice = random.Random(1)                      # every request starts with an empty cache and the same random numbers
    cache = [Set(dice) for _ in range(SETS)]
    cycles = []
    for i in range(warmup + accesses):           # the timed accesses go on where the warm-up stopped
        line = offsets[i % len(offsets)] // LINE_BYTES
        cycles.append(HIT_CYCLES if cache[line % SETS].access(line) else MISS_CYCLES)
    cycles = cycles[warmup:]
    if params.get("record") == "mean":
        result = {"mean_cycles": sum(cycles) / accesses}
    else:
        result = {"cycles": cycles, "overhead_cycles": 0}
    if params["pattern"]["kind"] == "shuffled":
        result["offsets"] = offsets
    return result


def describe(_params):
    """Answers the call "describe", the first one: what this device is, and which calls and memory spaces it has."""
    return {"protocol": 1, "name": "My cache", "origin": "external", "calls": ["chase"], "spaces": ["global.ca"],
            "properties": {"max_footprint_bytes": 1 << 24, "max_accesses": MAX_ACCESSES,
                           "notes": f"{SETS} sets of {WAYS} ways of {LINE_BYTES} bytes"}}


def answer(request):
    """The result of a request, as a dict. Raises Refusal."""
    # A cancel is read when the request before it has ended, so there is nothing to cancel.
    calls = {"describe": describe, "chase": chase, "cancel": lambda _params: {}}
    call, params = request.get("call"), request.get("params", {})
    if not isinstance(call, str) or not isinstance(params, dict):
        raise Refusal("invalid_request", "A request has a call and params")
    if call not in calls:
        raise Refusal("unsupported", f"This device has no call {call}")
    return calls[call](params)


for text in sys.stdin.buffer:
    reply = {"id": None}
    try:
        request = json.loads(text)
        if not isinstance(request, dict):
            raise ValueError("it is no object")
        reply["id"] = request.get("id")
        reply["result"] = answer(request)
    except Refusal as refusal:
        reply["error"] = {"code": refusal.code, "message": f"{refusal}."}
    except (ValueError, RecursionError) as error:
        reply["error"] = {"code": "invalid_request", "message": f"The line is no JSON object: {error}."}
    print(json.dumps(reply), flush=True)
