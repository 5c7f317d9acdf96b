#!/usr/bin/env python3
"""Writes docs/cards.md, the main numbers of each bundled card. They come from the report that a discovery of the card gives.

    docs/cards/make.py build/ci/app/chasescope                  # writes the page (a few minutes)
    docs/cards/make.py build/ci/app/chasescope --check          # compares the page with new discoveries of the quick cards
    docs/cards/make.py build/ci/app/chasescope --check --all    # compares it with new discoveries of all cards

--check writes no file. It prints the lines that the page lacks, and ends with exit code 1 if there are any.
"""
import os
import pathlib
import re
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
PAGE = HERE.parent / "cards.md"
STATUSES = {"measured", "reported", "can't tell", "absent"}
RECORDINGS = ["recording:h100", "recording:h200"]
MODELS = ["model:textbook", "model:gtx280", "model:c2070", "model:m2070", "model:gtx560ti", "model:gtx780", "model:k20", "model:k20c",
          "model:geforce840m", "model:p6000", "model:v100", "model:rtx2080ti", "model:a100", "model:h100"]
SLOW = {"model:v100", "model:rtx2080ti", "model:a100", "model:h100"}  # each takes more than ten seconds
CACHES = ("L1 data cache", "Read-only cache", "Texture cache", "Constant cache, L1", "Constant cache, L1.5", "L2 cache", "L3 cache")
TLBS = ("L1 TLB", "L2 TLB", "L3 TLB")
# The sections of the report that the page takes, and the quantities of each (None: all), in the order of the page. A quantity that was
# found under several conditions has a row for each condition.
SHOWN = [
    *((cache, ("Capacity", "Largest contiguous footprint", "Line", "Fetch", "Sets", "Ways of each set", "Replacement policy", "Hit latency",
               "Miss penalty", "Own half latency", "Other half latency", "Near slice latency", "Far slice latency", "Partitions", "Count per SM",
               "Read bandwidth", "Write bandwidth")) for cache in CACHES),
    *((tlb, ("Entries", "Page", "Reach", "Sets", "Ways of each set", "Replacement policy", "Miss penalty")) for tlb in TLBS),
    ("Main memory", ("Capacity", "Hit latency", "Near memory latency", "Far memory latency", "Read bandwidth", "Write bandwidth")),
    ("Shared memory", ("Capacity", "Banks", "Bank row", "Hit latency", "Each further row", "Read bandwidth")),
    ("Distributed shared memory", ("Hit latency",)),
    *((cache, None) for cache in ("Instruction cache, L0", "Instruction cache, L1", "Instruction cache, L2")),
    ("Requests under way", None),
]
# The probe that measures this quantity without a whole discovery: chasescope probe NAME --device DEVICE.
PROBES = {
    "Capacity": "capacity", "Largest contiguous footprint": "capacity", "Line": "line", "Fetch": "line", "Sets": "sets",
    "Ways of each set": "sets", "Replacement policy": "replacement", "Hit latency": "latency", "Miss penalty": "latency",
    "Own half latency": "latency", "Other half latency": "latency", "Near slice latency": "l2-map", "Far slice latency": "l2-map",
    "Partitions": "l2-map", "Count per SM": "count",
}
# The same for sections all of whose quantities come from one probe.
OF_SECTION = {"Shared memory": "banks", "Main memory": "memory", "Distributed shared memory": "cluster", "Requests under way": "outstanding",
              "L1 TLB": "tlb", "L2 TLB": "tlb", "L3 TLB": "tlb"}


def printed(program, device):
    """Discovers the device and reads the Markdown report of it.

    Returns the name of the card, and a list of (section, quantity, conditions, value, status, interval) with the report's words. Ends
    this script with a message if the program fails or the report has no findings.
    """
    with tempfile.TemporaryDirectory() as made:
        session = os.path.join(made, "card.json")
        said = ""
        for command in (["discover", "--device", device, "-o", session], ["convert", session, "--format", "markdown"]):
            done = subprocess.run([program, *command], cwd=ROOT, capture_output=True, text=True, env={**os.environ, "QT_QPA_PLATFORM": "offscreen"})
            if done.returncode != 0:
                sys.exit(f"chasescope {' '.join(command)}: {done.stderr.strip()}")
            said = done.stdout
    name = re.search(r"^# (.*)", said, re.M).group(1)
    rows, section, is_table = [], "", False
    for line in said.splitlines():
        if line.startswith("## "):
            section = line[3:]
        is_table = line.startswith("|") and (is_table or line.startswith("| Quantity | Value | Interval | Status | Conditions |"))
        cells = [one.strip() for one in re.split(r"(?<!\\)\|", line)[1:-1]]
        if is_table and len(cells) == 7 and cells[3] in STATUSES:
            of, _, quantity = cells[0].rpartition(": ")  # "L1 data cache: Read bandwidth", where a section is of several levels
            rows.append((of or section, quantity, cells[4], cells[1], cells[3], cells[2]))
    if not rows:
        sys.exit(f"{device}: its report has no findings")
    return name, rows


def probe_of(section, quantity, status):
    """The name of the probe that measures this quantity; "facts" for what the driver reports, "discover" where no probe is known."""
    if status == "reported":
        return "facts"
    if quantity in ("Read bandwidth", "Write bandwidth"):
        return "bandwidth"
    if section.startswith("Instruction"):
        return "instructions"
    return OF_SECTION.get(section) or PROBES.get(quantity, "discover")


# The columns of the table of all cards: heading, section, quantities (the first that has a value is shown), and the probe that
# measures it without a whole discovery.
COLUMNS = [
    ("L1", "L1 data cache", ("Capacity", "Largest contiguous footprint"), "capacity"),
    ("L1 line", "L1 data cache", ("Line",), "line"),
    ("L1 sets × ways", "L1 data cache", ("Ways of each set",), "sets"),
    ("L1 hit", "L1 data cache", ("Hit latency",), "latency"),
    ("texture cache", "Texture cache", ("Capacity", "Largest contiguous footprint"), "capacity"),
    ("L2", "L2 cache", ("Capacity", "Largest contiguous footprint"), "capacity"),
    ("L2 hit", "L2 cache", ("Hit latency",), "latency"),
    ("L1 TLB reach", "L1 TLB", ("Reach",), "tlb"),
    ("L2 TLB reach", "L2 TLB", ("Reach",), "tlb"),
    ("memory", "Main memory", ("Hit latency", "Near memory latency"), "memory"),
]


def cell(rows, section, quantities):
    """The text of a cell: the first of these quantities that was measured or else reported, or "–" if none was."""
    for quantity in quantities:
        for status in ("measured", "reported"):
            for row in rows:
                if row[0] == section and row[1] == quantity and row[4] == status:
                    under = f" ({row[2].split(',')[0]})" if row[2].startswith("carve-out") else ""
                    return row[3] + under + (" contiguous" if quantity.startswith("Largest") else "") + (" (reported)" if status == "reported" else "")
    return "–"


def row_of(device, name, rows):
    return " | ".join([f"| `{device}`", name, *[cell(rows, section, some) for _, section, some, _ in COLUMNS]]) + " |"


def table_head():
    return [" | ".join(["| device", "card", *[column[0] for column in COLUMNS]]) + " |", "|---" * (len(COLUMNS) + 2) + "|",
            " | ".join(["| probe", "", *[f"`{column[3]}`" for column in COLUMNS]]) + " |"]


def section_of(device, name, rows):
    """The lines of the section with every number of one card. Rows without a value, and rows of single ranks of a cluster, are left out."""
    told = sum(row[4] == "measured" for row in rows)
    untold = sum(row[4] == "can't tell" for row in rows)
    report = f"{device.partition(':')[2]}.md"
    text = [f"### {name}", "", "```sh", f"chasescope discover --device {device} -o {report}", "```", "",
            f"{told} numbers are measured, {untold} can't be told.", "",
            "| part | quantity | under | value | interval | status | probe |", "|---|---|---|---|---|---|---|"]
    for section, quantities in SHOWN:
        for quantity in quantities or dict.fromkeys(row[1] for row in rows if row[0] == section):
            for row in rows:
                if row[0] != section or row[1] != quantity or row[4] in ("can't tell", "absent") or re.search(r"\brank\b", row[2]):
                    continue
                text.append(f"| {section} | {quantity} | {row[2]} | {row[3]} | {row[5]} | {row[4]} | `{probe_of(section, quantity, row[4])}` |")
    return text


HEAD = """# Numbers of each card

This page has the main numbers of every card that comes with the program. Two cards are real: a whole discovery of each was recorded. The others
are software GPUs. They behave as published measurements say; [presets.md](presets.md) compares them with the papers. Numbers of a software GPU are
what the probes find, and not what its file says.

`docs/cards/make.py` makes this page with the program. Do not change it by hand: a test compares it with what the program finds.

![Memory diagram of a GTX 560 Ti: each cache, TLB and memory with its size and latency](pictures/probes/latency.png)

## All cards

This command gives a row of the table, with all other numbers of the card and the reasons of what can't be told:

```sh
chasescope discover --device model:gtx560ti -o gtx560ti.md
```

The row "probe" names the probe that gives the number of a column alone, much faster:

```sh
chasescope probe capacity --device model:gtx560ti
```

Latencies are in cycles of the SM. A cache that is the last one before memory stands under L2, even if it is the only one. "Contiguous" is the largest array without a miss, where the capacity can't be told. "–" means that the card does not
have it, or that it can't be told ([why](what-it-cant-tell.md)).
"""

REAL = """## Real cards, recorded

The column "under" has the conditions: the memory space, or the carve-out (the share of the L1 that is shared memory). An interval is left out where it is as
narrow as the value is written. `reported` means that the vendor's interface says so, and that the program did not measure it. These tables
have no row for what can't be told, and none for single ranks of a cluster.
"""


def made(program, devices):
    """A dict from each device to its row in the table of all cards and the lines of its own section (empty for software GPUs)."""
    lines = {}
    for device in devices:
        name, rows = printed(program, device)
        lines[device] = (row_of(device, name, rows), section_of(device, name, rows) if device in RECORDINGS else [])
    return lines


def main():
    if len(sys.argv) < 2:
        sys.exit("Name the program: docs/cards/make.py build/ci/app/chasescope [--check [--all]]")
    program = os.path.abspath(sys.argv[1])
    if "--check" in sys.argv:
        page, faults = PAGE.read_text(), []
        devices = [one for one in RECORDINGS + MODELS if one not in SLOW or "--all" in sys.argv]
        for device, (row, section) in made(program, devices).items():
            if row not in page.splitlines():
                faults.append(f"The page lacks: {row}")
            if "\n".join(section) not in page:
                faults += [f"{device}: the page lacks: {line}" for line in section if line not in page.splitlines()] or [f"{device}: the page has other rows"]
        faults += [f"The page lacks {one}" for one in RECORDINGS + MODELS if f"| `{one}` |" not in page]
        print("\n".join(faults) or f"The numbers of {len(devices)} cards are those on the page.")
        return 1 if faults else 0
    lines = made(program, RECORDINGS + MODELS)
    page = [HEAD, *table_head(), *[row for row, _ in lines.values()], "", REAL]
    for _, section in lines.values():
        page += [*section, ""] if section else []
    PAGE.write_text("\n".join(page).rstrip() + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
