#!/usr/bin/env bash
# recovery_test.sh PROGRAM FOLDER: recovering results that were measured and not saved.
source "$(dirname "$0")/common.sh"

refused "recover of nothing in particular" "Choose what happens to the results" "$program" recover
refused "recover of two things at once" "exclude each other" "$program" recover --list --discard
mkdir -p left/chasescope/journal a-folder
cp "$here/../../engine/old_files/left-1.journal" left/chasescope/journal/1.journal
chmod 700 left/chasescope/journal
echo "a letter" >left/chasescope/journal/2.journal
for place in left.md left.csv a-folder; do
  refused "recover into $place" "writes a whole session" env XDG_STATE_HOME="$PWD/left" "$program" recover --save $place
done
echo other >taken.json
refused "recover over a file" "exists" env XDG_STATE_HOME="$PWD/left" "$program" recover --save taken.json
env XDG_STATE_HOME="$PWD/left" "$program" recover --list >out.txt 2>&1
holds "the list after what was refused" "1  "
holds "the list with a file that is no journal" "2.journal is no journal that can be read"
good "recover --save" env XDG_STATE_HOME="$PWD/left" "$program" recover --save left.json
good "what was recovered opens" "$program" convert left.json left.cbor
env XDG_STATE_HOME="$PWD/left" "$program" recover --list >out.txt 2>&1
holds "the list after it was saved" "Nothing else was left unsaved."
cat taken.json left/chasescope/journal/2.journal >out.txt
holds "a file that was there" "other"
holds "a file that is no journal" "a letter"
refused "recover where nothing was left" "Nothing was left" env XDG_STATE_HOME="$PWD/empty" "$program" recover --save nothing.json
good "recover --list" "$program" recover --list
# A lesson keeps nothing, however long a person reads it before the terminal is closed.
{ sleep 1.2; for _ in $(seq 40); do echo; done; } 2>/dev/null | "$program" lesson play 4 --terminal 2>/dev/null | head -60 >/dev/null
"$program" recover --list >out.txt 2>&1
holds "the list after a lesson whose output was closed" "Nothing was left unsaved."

finish
