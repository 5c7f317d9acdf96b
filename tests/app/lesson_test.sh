#!/usr/bin/env bash
# lesson_test.sh PROGRAM FOLDER SOURCE: lessons from faulty files, and lessons whose device program dies.
source=$3
# shellcheck source=command_line/common.sh
. "$(dirname "$0")/command_line/common.sh"
fail() { echo "FAILED: $1"; failures=$((failures + 1)); }

# refused FILE TEXT: the lesson is not played, neither in the terminal nor in the window, and one line of error holds the text
refused() {
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
# A guess of a word that lies beyond the array is refused, and the question is asked again.
sed 's/view: scope/view: chase/; s/ask: number/ask: word/; s/truth: misses/truth: word 0/' good.md >word.md
printf '\n13\n0\n' | QT_QPA_PLATFORM="" timeout 60 "$program" lesson play word.md >out.txt 2>err.txt || fail "a word is asked for: $(cat err.txt)"
grep -qF "The array has 13 words, counted from 0, and no word 13." out.txt || fail "a word beyond the array is taken: $(cat out.txt)"
grep -qF "That is what you said." out.txt || fail "no second guess is asked for: $(cat out.txt)"
sed 's/view: scope/view: scop/' good.md >view.md
refused view.md "view.md, line 12: there is no view 'scop'"
sed 's/model:textbook/model:nosuch/' good.md >card.md
refused card.md "card.md, line 8: "
head -n 16 good.md >cut.md
echo "ask: numb" >>cut.md
refused cut.md "cut.md, line "
head -c 4096 /dev/zero | tr '\0' '\377' >bytes.md
printf '\033[31m\0' >>bytes.md
refused bytes.md "bytes.md, line 1: the file has a byte of zero here: it is no text"
: >empty.md
refused empty.md "empty.md, line "
refused none.md "none.md"
refused . "is a folder"

# A lesson of the list can also be named by its number.
for name in 4 04 sets-and-ways; do
  "$program" lesson show $name >out.txt 2>err.txt || fail "lesson $name is not shown: $(cat err.txt)"
  grep -qF "title: Sets and ways" out.txt || fail "lesson $name is another one: $(head -n 3 out.txt)"
done
refused 99 "The lesson '99' can't be read"
# A misspelt name is answered with the one that was probably meant, as elsewhere.
refused set-and-ways "; did you mean 'sets-and-ways'? Bundled are"
refused 04-set-and-ways "; did you mean '04-sets-and-ways'? Bundled are"
"$program" lesson show set-and-ways >out.txt 2>err.txt && fail "a misspelt lesson was shown"
grep -qF "; did you mean 'sets-and-ways'?" err.txt || fail "a misspelt lesson is not recognized: $(cat err.txt)"

# On a terminal, Enter goes to the next step, and Ctrl+D or q leaves the lesson. Elsewhere, the end of the input plays the lesson to
# its end.
on_a_terminal() {  # on_a_terminal KEYS…: plays good.md on a terminal of its own and presses one of the keys at each prompt
  QT_QPA_PLATFORM="" timeout 60 python3 - "$program" lesson play --terminal good.md -- "$@" >out.txt 2>err.txt <<'PTY'
import os, pty, sys
split = sys.argv.index("--")
command, keys = sys.argv[1:split], sys.argv[split + 1:]
child, terminal = pty.fork()
if child == 0:
    os.execv(command[0], command)
shown = b""
try:
    while part := os.read(terminal, 4096):
        shown += part
        if keys and shown.endswith((b"leaves): ", b"leaves. ")):
            os.write(terminal, {"end": b"\x04", "enter": b"\n"}.get(keys[0], keys[0].encode() + b"\n"))
            keys.pop(0)
except OSError:  # the program has ended, and the terminal was closed with it
    pass
sys.stdout.write(shown.decode().replace("\r", ""))
sys.exit(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) or len(keys))
PTY
}
on_a_terminal end || fail "a lesson that is left at once: $(cat err.txt)"
grep -qF "Left at step 1 of 2." out.txt || fail "Ctrl+D does not leave: $(tail -n 3 out.txt)"
grep -qF "2 of 2" out.txt && fail "a lesson that was left went on"
on_a_terminal enter q || fail "a lesson that is left at a question: $(cat err.txt)"
grep -qF "Left at step 2 of 2." out.txt || fail "q does not leave: $(tail -n 3 out.txt)"
grep -qF "It is 3." out.txt && fail "q shows the answer"
on_a_terminal enter 3 || fail "a lesson is not played on a terminal: $(cat err.txt)"
grep -qF "That is what you said." out.txt || fail "a guess is not taken on a terminal: $(tail -n 5 out.txt)"
grep -qF "That was the lesson." out.txt || fail "a lesson has no end on a terminal: $(tail -n 5 out.txt)"
cp good.md two_steps.md
printf '\n# The end\n\nNo more.\n' >>good.md
on_a_terminal enter 3 enter enter || fail "no Enter behind an answer: $(tail -n 5 out.txt)"
mv two_steps.md good.md
printf '\nq\n' | QT_QPA_PLATFORM="" timeout 60 "$program" lesson play good.md >out.txt 2>err.txt || fail "q from a pipe: $(cat err.txt)"
grep -qF "Left at step 2 of 2." out.txt || fail "q from a pipe does not leave: $(tail -n 3 out.txt)"

# A lesson about two cards prints the results of both.
sed 's/view: scope/beside: model:c2070\nview: scope/' good.md >two.md
QT_QPA_PLATFORM="" timeout 60 "$program" lesson play two.md </dev/null >out.txt 2>err.txt || fail "a lesson of two cards: $(cat err.txt)"
[ "$(grep -c "^Beside it, on model:c2070:" out.txt)" -eq 2 ] || fail "the card beside is not told: $(head -n 30 out.txt)"

# When the device program dies, each step tells it in one sentence, and the lesson goes on to its end.
mortal="exec:python3 $source/tests/app/window/mortal_device.py $source/resources/examples/cache_device.py 1"
sed "s|model:textbook|$mortal|; s/bytes: 48/bytes: 1088/; s/bytes: 52/bytes: 2048/; s/stride: 4/stride: 32/" good.md >dying.md
# A lesson starts no program unless the person who plays it agrees.
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
