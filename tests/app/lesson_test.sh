#!/usr/bin/env bash
# lesson_test.sh PROGRAM FOLDER SOURCE: lessons from files with something wrong in them, and with a program that dies.
source=$3
# shellcheck source=command_line/common.sh
. "$(dirname "$0")/command_line/common.sh"
fail() { echo "FAILED: $1"; failures=$((failures + 1)); }

refused() {  # refused FILE TEXT: not played, in the terminal and in the window, with one line that holds the text
  local where code
  for where in "" offscreen; do
    QT_QPA_PLATFORM=$where timeout 60 "$program" lesson play "$1" </dev/null >out.txt 2>err.txt
    code=$?
    [ $code -ne 0 ] && [ $code -lt 124 ] || fail "$1 (${where:-terminal}): exit code $code"
    [ "$(grep -cv "$kept" err.txt)" -eq 1 ] || fail "$1 (${where:-terminal}): not one line: $(cat err.txt)"
    grep -qF -- "$2" err.txt || fail "$1 (${where:-terminal}): '$2' is not in: $(cat err.txt)"
    [ -s out.txt ] && fail "$1 (${where:-terminal}): something was played: $(head -c 200 out.txt)"
  done
}

cat >good.md <<'LESSON'
---
title: A lesson of the test
about: Two steps.
minutes: 5
---

# Twelve words fit
device: model:textbook
probe: fine-grained
bytes: 48
stride: 4
view: scope

All hit.

# How many of 13 miss?
bytes: 52
ask: number
truth: misses

One word more.
LESSON
QT_QPA_PLATFORM="" timeout 60 "$program" lesson play good.md </dev/null >out.txt 2>err.txt || fail "a good lesson: $(cat err.txt)"
grep -qF "It is 3." out.txt || fail "a good lesson has no answer: $(cat out.txt)"
sed 's/view: scope/view: scop/' good.md >view.md
refused view.md "view.md, line 12: there is no view 'scop'"
sed 's/model:textbook/model:nosuch/' good.md >card.md
refused card.md "card.md, line 8: "
head -n 16 good.md >cut.md
echo "ask: numb" >>cut.md
refused cut.md "cut.md, line "
head -c 4096 /dev/zero | tr '\0' '\377' >bytes.md
printf '\033[31m\0' >>bytes.md
refused bytes.md "bytes.md, line 1: "
: >empty.md
refused empty.md "empty.md, line "
refused none.md "none.md"
refused . "is a folder"

# A program that dies is told in one sentence for each step, and the lesson goes on to its end.
mortal="exec:python3 $source/tests/app/window/mortal_device.py $source/resources/examples/cache_device.py 1"
sed "s|model:textbook|$mortal|; s/bytes: 48/bytes: 1088/; s/bytes: 52/bytes: 2048/; s/stride: 4/stride: 32/" good.md >dying.md
# Nothing of a lesson is started without a word of the person who plays it.
sed "s|model:textbook|exec:touch $PWD/started|" good.md >starting.md
QT_QPA_PLATFORM="" timeout 60 "$program" lesson play starting.md </dev/null >out.txt 2>err.txt && fail "a lesson that starts a program was played"
grep -qF "exec:touch $PWD/started. If you trust whoever wrote it, give --start-programs." err.txt || fail "what it starts is not told: $(cat err.txt)"
[ -e started ] && fail "a lesson started a program without a question"
QT_QPA_PLATFORM="" timeout 60 "$program" lesson play starting.md --start-programs </dev/null >out.txt 2>err.txt && fail "touch is a device"
[ -e started ] || fail "--start-programs started nothing: $(cat err.txt)"

QT_QPA_PLATFORM="" timeout 60 "$program" lesson play dying.md --start-programs </dev/null >out.txt 2>err.txt && fail "a lesson of a program that died was a good one"
[ "$(grep -c "exit code 3" err.txt)" -eq 2 ] || fail "a dying program is not told for each step: $(cat err.txt)"
grep -qF "How many of 13 miss?" out.txt || fail "the lesson ended with the program: $(cat out.txt)"
grep -qF "That was the lesson." out.txt || fail "the lesson has no end: $(cat out.txt)"

[ $failures -eq 0 ] && echo "lessons: all good"
exit $((failures > 0))
