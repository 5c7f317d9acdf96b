#!/bin/sh
# mystery_test.sh CHASESCOPE: a class with a mystery card, from the making of the card to the grades, on the command line.
set -u
program=$1
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder" || exit 1
export XDG_STATE_HOME=$folder/state
faults=0

# expect CODE WORDS COMMAND…: the command ends with this exit code, and its output holds these words.
expect() {
  code=$1 words=$2
  shift 2
  said=$("$@" 2>&1 </dev/null)
  got=$?
  if [ "$got" -ne "$code" ]; then
    echo "$*: exit code $got, not $code: $said"
    faults=$((faults + 1))
  fi
  case $said in
    *"$words"*) ;;
    *) echo "$*: does not say '$words': $said"; faults=$((faults + 1)) ;;
  esac
}

expect 0 "level hard, 200,000 accesses, is in card.mystery" "$program" mystery new --seed 4711 --level hard -o card.mystery
expect 0 "Its seed is " "$program" mystery new --level easy -o drawn.mystery
expect 1 "drawn.mystery holds another card" "$program" mystery new --level easy -o drawn.mystery
expect 0 "is in card.mystery" "$program" mystery new --seed 4711 --level hard -o card.mystery
expect 2 "level" "$program" mystery new --seed 4711 --level simple -o x.mystery
expect 2 "There is no probe 'capacty'" "$program" mystery new --seed 4711 --level easy --unlock capacty -o x.mystery
expect 1 "none/x.mystery" "$program" mystery new --seed 4711 --level easy -o none/x.mystery

# The structure of the sealed card is told nowhere: neither in its file, nor in the output of a chase, nor in a saved session.
expect 0 "Mystery GPU (sealed)" "$program" probe fine-grained --device mystery:card.mystery --set bytes=4KiB --set stride=256 --set accesses=64
case $said in
  *" accesses spent, 199,"*" of 200,000 left."*) ;;
  *) echo "a chase does not tell what is left: $said"; faults=$((faults + 1)) ;;
esac
expect 0 "Saved to chase.json" "$program" probe fine-grained --device mystery:card.mystery --set bytes=4KiB --set stride=256 --set accesses=64 -o chase.json
if grep -q -e 4711 -e fifo -e served_by -e 40960 card.mystery chase.json; then
  echo "a file tells of the card"
  faults=$((faults + 1))
fi
for probe in capacity line sets replacement conflicts discover; do
  expect 1 "The lecturer has locked the probe" "$program" probe $probe --device mystery:card.mystery
done
expect 1 "The lecturer has locked the probe" "$program" discover --device mystery:card.mystery
expect 1 "The lecturer has locked the probe" "$program" figure memory-diagram --device mystery:card.mystery -o figures
expect 1 "The lecturer has locked the probe" "$program" compare mystery:card.mystery model:textbook
expect 1 "allows are left" "$program" probe fine-grained --device mystery:card.mystery --set bytes=4KiB --set stride=256 --set accesses=300000
expect 0 "Its seed is" "$program" mystery new --level easy --unlock all -o open.mystery
expect 0 "Capacity" "$program" probe capacity --device mystery:open.mystery

# The locks also hold when another program asks through the device protocol.
expect 1 "The lecturer has locked the probe" "$program" probe capacity --device "exec:$program serve --device mystery:card.mystery"

expect 2 "there is no run run-1; no runs are known: name the session" "$program" mystery answer card.mystery --set capacity=40KiB --run capacity=run-1 -o s-101.answers
expect 2 "there is no run run-9; there is run-1." "$program" mystery answer card.mystery --run capacity=run-1,run-9 --session chase.json -o s-101.answers
expect 0 "Saved to other.json" "$program" probe fine-grained --device model:textbook -o other.json
expect 2 "is of Textbook cache, which is no mystery card" "$program" mystery answer card.mystery --run capacity=run-1 --session other.json -o s-101.answers
[ ! -e s-101.answers ] || { echo "a refused answer was written"; faults=$((faults + 1)); }
expect 0 "s-101: 2 of 5 answered" "$program" mystery answer card.mystery --set capacity=40KiB --set line=256 --because "capacity=first misses beyond it" --run capacity=run-1 --session chase.json -o s-101.answers
grep -q '"footprint_bytes"\|"bytes": 4096\|4096' s-101.answers || { echo "the answer file does not say what the run asked"; faults=$((faults + 1)); }
expect 0 "2 of 5 answered" "$program" mystery answer card.mystery --run line=run-1 -o s-101.answers
expect 2 "level hard doesn't ask 'tlb_page'; it asks capacity, line, sets_ways, policy, index." "$program" mystery answer card.mystery --set tlb_page=2MiB -o s-101.answers
expect 2 "write question=…; level hard asks capacity, line" "$program" mystery answer card.mystery --set 40KiB -o s-101.answers
expect 1 "Nothing was written or handed in, for sets_ways, policy and index are still open." "$program" mystery answer card.mystery --hand-in -o s-101.answers
expect 1 "for index is still open" "$program" mystery answer card.mystery --set sets_ways=32x5 --set policy=fifo --hand-in -o s-101.answers
expect 0 "2 of 5 answered" "$program" mystery answer card.mystery -o s-101.answers
expect 2 "write sets and ways such as 32x6" "$program" mystery answer card.mystery --set sets_ways=32 -o s-101.answers
expect 0 "5 of 5 answered" "$program" mystery answer card.mystery --set sets_ways=32x5 --set policy=fifo --set index=8-12 --hand-in -o s-101.answers
expect 1 "was handed in at" "$program" mystery answer card.mystery --set policy=lru -o s-101.answers
expect 0 "a draft" "$program" mystery answer card.mystery --set capacity=24KiB -o s-102.answers

expect 0 "A good experiment" "$program" mystery grade s-101.answers s-102.answers --seed 4711 --csv grades.csv
[ "$(wc -l <grades.csv)" -eq 3 ] || { echo "grades.csv has $(wc -l <grades.csv) lines"; faults=$((faults + 1)); }
grep -q '^s-101,20,10,25,20,15,' grades.csv || { echo "grades.csv: $(cat grades.csv)"; faults=$((faults + 1)); }
expect 0 "A good experiment" "$program" mystery grade . --seed 4711 --csv folder.csv --markdown grades.md
cmp -s grades.csv folder.csv || { echo "a folder is graded otherwise than its files"; faults=$((faults + 1)); }
grep -q '^| s-101 | 20/20 ' grades.md || { echo "grades.md: $(cat grades.md)"; faults=$((faults + 1)); }
# A value that differs from the one handed in is reported. Of two files of one student, the file that was handed in counts.
mkdir changed
sed 's/"40 KiB"/"41 KiB"/' s-101.answers >changed/s-101.answers
expect 1 "s-101.answers was changed by hand" "$program" mystery grade changed --seed 4711 --csv changed.csv
grep -q '^s-101,.*was changed by hand' changed.csv || { echo "changed.csv: $(cat changed.csv)"; faults=$((faults + 1)); }
mkdir twice
cp s-101.answers twice/b.answers
expect 0 "a draft" "$program" mystery answer card.mystery --student s-101 --set capacity=1KiB -o twice/a.answers
expect 1 "b.answers was taken" "$program" mystery grade twice --seed 4711 --csv twice.csv
grep -q '^s-101,20,.*of 2 files b.answers was taken, handed in at .*not taken: a.answers (a draft)' twice.csv || { echo "twice.csv: $(cat twice.csv)"; faults=$((faults + 1)); }
expect 1 "s-101.answers is about another card" "$program" mystery grade s-101.answers --seed 4712
head -c 100 s-101.answers >cut.answers
expect 1 "2 files: 1 graded, 1 not." "$program" mystery grade cut.answers s-101.answers --seed 4711
expect 1 "cut.answers is cut short" "$program" mystery grade cut.answers s-101.answers --seed 4711 --csv rest.csv
grep -q '^s-101,' rest.csv || { echo "the others were not graded"; faults=$((faults + 1)); }
expect 2 "--seed N, or --seeds FILE" "$program" mystery grade s-101.answers

# A class of ten.
mkdir ten
for number in 1 2 3 4 5 6 7 8 9 10; do
  expect 0 "handed in" "$program" mystery answer card.mystery --student "s-$number" --set capacity=$((35 + number))KiB --set line=256 --hand-in --incomplete -o ten/$number.answers
done
expect 0 "10 files: 10 graded." "$program" mystery grade ten --seed 4711 --csv ten.csv
[ "$(wc -l <ten.csv)" -eq 11 ] || { echo "ten.csv: $(cat ten.csv)"; faults=$((faults + 1)); }
[ "$(grep -c ',20,10,\|,0,10,\|,15,10,' ten.csv)" -eq 10 ] || { echo "ten.csv: $(cat ten.csv)"; faults=$((faults + 1)); }

printf 'student,seed\ns-1,11\ns-2,12\n' >class.csv
expect 0 "2 cards of level medium" "$program" mystery new --seeds class.csv --level medium -o cards
# Students may have these cards, so no other list and no other level takes their place.
cp -r cards kept
printf 's-0,10\ns-1,12\n' >other.csv
expect 1 "cards/s-1.mystery holds another card" "$program" mystery new --seeds other.csv --level medium -o cards
expect 1 "holds another card" "$program" mystery new --seeds class.csv --level easy -o cards
expect 0 "2 cards of level medium" "$program" mystery new --seeds class.csv --level medium -o cards
diff -r cards kept || faults=$((faults + 1))
printf 'a/b,1\na_b,2\n' >alike.csv
expect 1 "The cards of a/b and a_b would both be in a_b.mystery" "$program" mystery new --seeds alike.csv --level medium -o alike
[ -z "$(ls alike)" ] || { echo "a part of a class was written: $(ls alike)"; faults=$((faults + 1)); }
expect 0 "0 of 3 answered" "$program" mystery answer cards/s-2.mystery -o s-2.answers
expect 0 "1 of the 2 students of class.csv handed in nothing that could be graded" "$program" mystery grade s-2.answers --seeds class.csv --csv class_grades.csv
grep -q '^s-1,.*,0,,handed in nothing$' class_grades.csv || { echo "class_grades.csv: $(cat class_grades.csv)"; faults=$((faults + 1)); }
grep -q '^s-2,.*,0,,no access was made; a draft' class_grades.csv || { echo "class_grades.csv: $(cat class_grades.csv)"; faults=$((faults + 1)); }

head -c 150 card.mystery >short.mystery
expect 1 "short.mystery is cut short" "$program" probe fine-grained --device mystery:short.mystery
expect 0 "3 variants with keys" "$program" mystery export --format moodle --count 3 --seed 5 --level hard -o quiz.xml
expect 0 "3 variants with keys" "$program" mystery export --format qti --count 3 --seed 5 --level hard -o quiz.zip
[ "$faults" -eq 0 ] && echo "A class was graded."
exit "$faults"
