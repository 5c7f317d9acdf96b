#!/usr/bin/env python3
"""hostile_device.py MODE: a device program that breaks the protocol in one way, for the tests of the client. MODE names the way."""
import base64
import json
import os
import signal
import sys
import time

mode = sys.argv[1]
out = sys.stdout.buffer


def say(value):
    """Sends the value as one line of JSON."""
    raw(json.dumps(value))


def raw(text, end=b"\n"):
    """Sends text or bytes as they are. Ends this program if the client has closed the pipe."""
    try:
        out.write((text.encode() if isinstance(text, str) else text) + end)
        out.flush()
    except BrokenPipeError:
        os._exit(0)


def result(number, value):
    say({"id": number, "result": value})


def forever():
    while True:
        time.sleep(1000)


def description():
    """The answer to "describe", which is wrong in some modes."""
    spaces = ["global.ca"]
    value = {"protocol": 1, "name": "Hostile", "origin": "external", "calls": ["chase", "bank", "trials"], "spaces": spaces, "properties": {}}
    if mode.startswith("leaves_children"):
        value["name"] = family
    elif mode == "version":
        value["protocol"] = 2
    elif mode == "no_name":
        del value["name"]
    elif mode == "wrong_types":
        value["spaces"] = "global.ca"
    elif mode == "absurd_properties":
        value["properties"] = {"sm_count": -4}
    return value


def cycles(params, count=None):
    """So many times of accesses as were asked for, or `count` of them."""
    return [35] * (params["accesses"] if count is None else count)


def chase(number, params):
    """Answers the chase with the id `number` in the way of this mode; correctly if the mode has nothing to do with chases."""
    n = params["accesses"]
    if mode in ("dies", "dies_by_signal", "leaves_children_and_dies"):
        print("last words of the device", end="\r\n", file=sys.stderr, flush=True)  # as ssh ends its lines
        os.kill(os.getpid(), signal.SIGSEGV) if mode == "dies_by_signal" else os._exit(3)
    elif mode == "misspelt":
        say({"id": number, "results": {"cycles": cycles(params)}})
        forever()
    elif mode == "closes_output":
        os.close(1)
        forever()
    elif mode == "hangs":
        forever()
    elif mode == "deaf":
        say({"id": number, "progress": 0.1})
        forever()
    elif mode == "floods":
        while True:
            raw(b"x" * 65536, b"")
    elif mode == "floods_errors":
        sys.stderr.write("log\n" * 200000)
        sys.stderr.flush()
        result(number, {"cycles": cycles(params)})
    elif mode == "endless_progress":
        while True:
            say({"id": number, "progress": 0.5})
    elif mode == "stands_still":
        while True:
            say({"id": number, "progress": 0.5})
            time.sleep(0.02)
    elif mode == "endless_parts":
        while True:
            say({"id": number, "cycles": [35] * 4})
    elif mode == "endless_empty_parts":
        say({"id": number, "progress": 0.1})
        while True:
            say({"id": number, "cycles": []})
    elif mode == "too_few":
        result(number, {"cycles": cycles(params, n - 1)})
    elif mode == "too_many":
        result(number, {"cycles": cycles(params, n + 1)})
    elif mode == "parts_beyond":
        say({"id": number, "cycles": cycles(params)})
        result(number, {"cycles": [35]})
    elif mode == "twice":
        result(number, {"cycles": cycles(params)})
        result(number, {"cycles": cycles(params)})
    elif mode == "unknown_id":
        result(number + 1000, {"cycles": cycles(params)})
    elif mode == "text_id":
        result(str(number), {"cycles": cycles(params)})
    elif mode == "null_id":
        say({"id": None, "error": {"code": "invalid_request", "message": "What?"}})
    elif mode == "no_id":
        say({"result": {"cycles": cycles(params)}})
    elif mode == "nan":
        raw('{"id":%d,"result":{"cycles":[NaN]}}' % number)
    elif mode == "negative":
        result(number, {"cycles": [-1] * n})
    elif mode == "absurd":
        result(number, {"cycles": [1e300] * n})
    elif mode == "infinite":
        raw('{"id":%d,"result":{"cycles":[1e999]}}' % number)
    elif mode == "bad_part":
        say({"id": number, "cycles": ["fast"]})
    elif mode == "texts":
        result(number, {"cycles": ["35"] * n})
    elif mode == "result_array":
        result(number, [35] * n)
    elif mode == "both":
        say({"id": number, "result": {"cycles": cycles(params)}, "error": {"code": "lost", "message": "?"}})
    elif mode == "error_text":
        say({"id": number, "error": "it failed"})
    elif mode == "strange_error":
        say({"id": number, "error": {"code": "tired", "message": "I am tired."}})
    elif mode == "progress_beyond":
        say({"id": number, "progress": 7})
    elif mode == "long_line":
        raw(b'{"id":%d,"result":{"cycles":[' % number + b"35," * (23 << 20) + b"35]}}")
    elif mode == "invalid_utf8":
        raw(b'{"id":%d,"result":{"cycles":[35],"x":"\xff\xfe"}}' % number)
    elif mode == "no_json":
        raw("Segmentation fault (core dumped)")
    elif mode == "no_object":
        raw("[1, 2, 3]")
    elif mode == "empty_line":
        raw("")
    elif mode == "deep":
        raw(b"[" * 1_000_000)
    elif mode == "many_arrays":
        raw(b'{"id":%d,"x":[' % number + b"[]," * 1_000_000 + b"0]}")
    elif mode == "half_a_line":
        raw('{"id":%d,"result":{"cyc' % number, b"")
        os._exit(0)
    elif mode == "parts":
        for i in range(n):
            say({"id": number, "cycles": [i], "progress": i / n, "extra": True})
        result(number, {"extra": 1})
    elif mode == "points":  # every number with a point, as some languages write them
        say({"id": float(number), "result": {"cycles": [35.0] * n}})
    else:
        result(number, {"cycles": cycles(params)})


def trials(number, params):
    """Answers trials on eight places: trial t has a miss at place t. In some modes, a part of the trials comes before the result."""
    lines = [base64.b64encode(bytes([1 << t])).decode() for t in range(params["trials"])]
    if params["record"] == "cycles":
        lines = [[10 * t + i for i in range(8)] for t in range(params["trials"])]
    member = "misses" if params["record"] == "bits" else "cycles"
    early = {"trial_parts": len(lines), "some_trial_parts": 2, "trials_beyond": len(lines)}.get(mode, 0)
    for line in lines[:early]:
        say({"id": number, member: [line], "progress": 0.5})
    result(number, {} if mode == "trial_parts" else {member: lines[early if mode == "some_trial_parts" else 0 :], "overhead_cycles": 2})


def backwards(first):
    """Reads seven more requests and answers all eight from the last to the first."""
    batch = [first] + [json.loads(sys.stdin.readline()) for _ in range(7)]
    for request in reversed(batch):
        result(request["id"], {"cycles": [request["params"]["accesses"]] * request["params"]["accesses"]})


def leave_children():
    """Starts three processes that sleep. The first and the third are in sessions of their own, the second is in another process group,
    and the third has an empty environment. Their parents end at once, so this program is not their parent. Returns their process
    numbers in one text."""
    children = []
    for step in range(3):
        into, out_of = os.pipe()
        if os.fork() == 0:
            os.setpgid(0, 0) if step == 1 else os.setsid()
            if os.fork() == 0:
                os.write(out_of, str(os.getpid()).encode())
                os.close(out_of)
                if step == 2:
                    os.execve("/bin/sleep", ["sleep", "1000"], {})
                forever()
            os._exit(0)
        os.close(out_of)
        children.append(os.read(into, 100).decode())
    return " ".join(children)


if mode == "silent_from_the_start":
    forever()
if mode == "floods_from_the_start":
    while True:
        say({"id": 1, "progress": 0.5})
if mode == "floods_errors_from_the_start":
    while True:
        sys.stderr.write("log\n" * 1000)
if mode.startswith("leaves_children"):
    family = leave_children()
if mode == "ends_at_once":
    print("no configuration found", file=sys.stderr, flush=True)
    sys.exit(5)
for line in sys.stdin:
    message = json.loads(line)
    call = message["call"]
    if mode == "echo":
        say(message)
    elif call == "describe":
        result(message["id"], description())
    elif call == "cancel":
        result(message["id"], {})
    elif call == "trials":
        trials(message["id"], message["params"])
    elif call == "bank":
        result(message["id"], {"mean_cycles": 48.5})
    elif mode == "backwards":
        backwards(message)
    elif mode == "late":  # answers a request only when it is cancelled, and then late
        say({"id": message["id"], "progress": 0.1})
        cancel = json.loads(sys.stdin.readline())
        while cancel["call"] != "cancel":
            cancel = json.loads(sys.stdin.readline())
        mode = "well"
        time.sleep(0.3)
        chase(message["id"], message["params"])
        result(cancel["id"], {})
    else:
        chase(message["id"], message["params"])
