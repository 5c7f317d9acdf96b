#!/usr/bin/env bash
# paper_test.sh PROGRAM FOLDER SOURCE: tables, all figures of a card, the gallery, citations and archives, as the author of a paper
# makes them.
set -uo pipefail
program=$1 folder=$2 source=$3
here=$(cd "$(dirname "$0")" && pwd)
rm -rf "$folder"
mkdir -p "$folder"
cd "$folder" || exit 1
export QT_QPA_PLATFORM=offscreen XDG_RUNTIME_DIR=$PWD/runtime XDG_CONFIG_HOME=$PWD/config XDG_STATE_HOME=$PWD/state SOURCE_DATE_EPOCH=1700000000
mkdir -m 700 runtime
failures=0
kept="^chasescope: note: What was finished is kept"  # said where more than a second had been measured before the program refused
checks=0

fails() { echo "FAILED: $*"; failures=$((failures + 1)); }
good() {  # good DESCRIPTION COMMAND…
  local what=$1
  shift
  checks=$((checks + 1))
  "$@" >out.txt 2>err.txt || fails "$what: exit code $?: $(head -c 400 err.txt)"
}
refused() {  # refused DESCRIPTION CODE TEXT COMMAND…: that exit code, one line on standard error that holds the text
  local what=$1 code=$2 text=$3
  shift 3
  checks=$((checks + 1))
  "$@" >out.txt 2>err.txt
  local was=$?
  [ $was -eq "$code" ] || fails "$what: exit code $was, not $code"
  [ "$(grep -cv "$kept" err.txt)" -eq 1 ] || fails "$what: not one line: $(cat err.txt)"
  grep -qF -- "$text" err.txt || fails "$what: '$text' is not in: $(cat err.txt)"
}
holds() {  # holds FILE TEXT
  checks=$((checks + 1))
  grep -qF -- "$2" "$1" || fails "$1 does not hold '$2'"
}
lacks() {
  checks=$((checks + 1))
  ! grep -qF -- "$2" "$1" || fails "$1 holds '$2'"
}

# Tables.
good "list of tables" "$program" table list
holds out.txt paper-table-3
good "table 3" "$program" table paper-table-3 --device model:gtx780 --device model:gtx560ti --format csv -o t3.csv
holds t3.csv "paper-table-3,GeForce GTX 560 Ti,L1 enabled (ca),5,measured,1259"
holds t3.csv "paper-table-3,GeForce GTX 780,L1 enabled (ca),6,published,1000"
lacks t3.csv "not known"
good "table 5" "$program" table paper-table-5 --device model:gtx560ti --with model:gtx780 --format latex
holds out.txt "377\\textsuperscript{"
holds out.txt "371 with the L1 off"
good "the poster's table" "$program" table poster-table --device model:c2070
holds out.txt "| Large L1 | measured | 48 | 80 | 6 | 64 | 128 |"
good "a table by the name of its file" "$program" table poster-table --device model:c2070 -o by-name.tex
holds by-name.tex "Made by ChaseScope; \\input it"
good "a comparison by the name of its file" "$program" compare model:c2070 model:gtx780 -o by-name.csv
holds by-name.csv "verdict,subject,quantity"
refused "no such table" 2 "paper-table-3" "$program" table nothing --device model:gtx780
refused "a table of nothing" 2 "model:gtx780" "$program" table paper-table-3
refused "a table into no folder" 1 "nowhere" "$program" table paper-table-3 --device model:gtx780 -o nowhere/t.tex
refused "a table of no session" 1 "none.json" "$program" table cards --session none.json
refused "no such format of a table" 2 "latex, markdown" "$program" table cards --session none.json --format docx

# All figures of a card: the card is measured once, and the session in the folder of the figures gives the same figures again.
good "all figures" "$program" figure all --device model:textbook -o all
for file in index.html index.md figures.tex make.sh; do [ -s "all/$file" ] || fails "all/$file is not there"; done
holds all/index.html "What this card can't show"
holds all/figures.tex "\\Description{"
holds all/figures.tex "-chase}"
holds all/make.sh "--session"
for link in $(grep -o '\(href\|src\)="[^"]*"' all/index.html | cut -d'"' -f2); do
  checks=$((checks + 1))
  [ -f "all/$link" ] || fails "all/index.html leads to $link, which is not there"
done
session=$(ls all/*.cbor)
good "all figures of the session" "$program" figure all --session "$session" -o again
for file in all/*.pdf all/*.svg all/*.csv all/*.json all/*.cbor all/figures.tex all/index.html; do
  checks=$((checks + 1))
  cmp -s "$file" "again/$(basename "$file")" || fails "$file differs from what is made of its session"
done
good "all figures, measured again" "$program" figure all --device model:textbook -o anew
checks=$((checks + 1))
diff -r all anew >/dev/null || fails "two measurements of one model at one time differ: $(diff -rq all anew | head -5)"
# A step that two figures share runs even if the first of the two figures got its data without the step.
good "all figures of a Fermi card" "$program" figure all --device model:c2070 -o fermi
checks=$((checks + 1))
[ "$(wc -l <fermi/tesla-c2070-miss-rate.csv)" -gt 8 ] || fails "the miss rate of a Fermi card is not a curve"
holds fermi/index.html "of one colour"
# The options of the look may stand before the word `all` or after it. They hold for every figure, and make.sh in the folder repeats
# them.
good "all figures in a look" "$program" figure --palette grey all --session "$session" --venue acm --letters --formats eps -o look
holds look/make.sh "--venue acm --palette grey --letters --formats eps"
card=$(basename "$session" .cbor)
holds "look/${card}-footprint-latency.json" '"palette": "grey"'
holds "look/${card}-footprint-latency.json" '"font": "libertine"'
holds "look/${card}-footprint-latency.json" "--letters"
[ -s "look/${card}-footprint-latency.eps" ] || fails "look/${card}-footprint-latency.eps is not there"
mkdir bin && ln -s "$program" bin/chasescope
good "its script" env PATH="$PWD/bin:$PATH" sh look/make.sh again
checks=$((checks + 1))
diff -r -x again look look/again >/dev/null || fails "make.sh makes another folder: $(diff -rq -x again look look/again | head -5)"
cp "look/${card}-chase.pdf" once.pdf
good "one of them by its JSON" "$program" figure "look/${card}-chase.json" --formats pdf -o once
checks=$((checks + 1))
cmp -s once.pdf "once/${card}-chase.pdf" || fails "the JSON of a figure of the folder makes another figure"
good "all figures in a narrow column" "$program" figure all --session "$session" --width 50 --type 10 -o narrow
holds out.txt "mm wide: it has no room at 50 mm in type of 10 points."
holds narrow/index.md "it has no room at 50 mm in type of 10 points."
good "all figures on a logarithmic axis" "$program" figure all --session "$session" --log y -o logarithmic
holds out.txt "chase: Shown whole: "
lacks out.txt "footprint-latency: Shown whole"

# Cursors are drawn on the curve, named below the drawing and kept in the JSON, from which the same figure can be made again.
good "cursors" "$program" figure footprint-latency --session "$session" --cursors 16,60 --formats pdf,svg,tex,py,csv -o cursors --name c
holds cursors/c.json '"cursor_line": "B − A'
holds cursors/c.json '"--cursors"'
holds cursors/c.tex "extra x ticks={16,"
holds cursors/c.py "READINGS = \"B"
cp cursors/c.pdf with.pdf && cp cursors/c.json with.json
good "cursors again by the JSON" "$program" figure cursors/c.json --formats pdf,svg,tex,py,csv --force
checks=$((checks + 1))
cmp -s with.pdf cursors/c.pdf && cmp -s with.json cursors/c.json || fails "the JSON of a figure with cursors makes another one"
good "the figure without cursors" "$program" figure footprint-latency --session "$session" --formats pdf -o cursors --name plain
checks=$((checks + 1))
cmp -s with.pdf cursors/plain.pdf && fails "cursors leave no trace in the PDF"
refused "cursors of a diagram" 1 "no curve" "$program" figure memory-diagram --session "$session" --cursors 3 -o f
refused "cursors beside the data" 1 "Cursor B stands at" "$program" figure footprint-latency --session "$session" --cursors 16,1TiB -o f
refused "cursors that are none" 2 "one place or two" "$program" figure footprint-latency --session "$session" --cursors a,b -o f
refused "other figures over them" 1 "--force" "$program" figure all --session "$session" --palette grey -o all
good "the same figures over them" "$program" figure all --session "$session" -o all
good "other figures in their place" "$program" figure all --session "$session" --palette grey --force -o again
refused "figures of a new measurement over those" 1 "nothing was measured" env -u SOURCE_DATE_EPOCH "$program" figure all --device model:textbook -o all
refused "an option of one figure" 2 "--set is for one figure" "$program" figure --set bytes=52 all --session "$session" -o f
refused "no such venue of all" 2 "ieee" "$program" figure all --session "$session" --venue nowhere -o f
refused "all figures of nothing" 2 "--session FILE or --device ID" "$program" figure all -o f
refused "all figures to nowhere" 2 "-o FOLDER" "$program" figure all --device model:textbook
refused "all figures of no session" 1 "none.json" "$program" figure all --session none.json -o f
touch afile
refused "all figures into a file" 1 "afile" "$program" figure all --session "$session" -o afile/in
refused "no figure" 2 "Name a figure" "$program" figure

# The gallery.
good "what the gallery holds" "$program" gallery --list
holds out.txt "study-figure-10"
good "some of the gallery" "$program" gallery --only paper-figure-2 --only paper-figure-5 --only paper-table-5 --only poster-staircase --only study-figure-9 -o gallery
holds out.txt "5 of 5"
holds gallery/index.md "](poster-staircase.svg)"
holds gallery/index.html "<td>Ways</td><td>4</td><td>4</td>"
holds gallery/index.html "<td>1,210</td><td>1,210</td>"
holds gallery/figures.tex "figure 2"
holds gallery/tables.tex "begin{tabular}"
refused "not in the gallery" 2 "gallery --list" "$program" gallery --only nothing -o g
refused "a gallery to nowhere" 2 "-o FOLDER" "$program" gallery

# Whom to cite.
good "citations" "$program" --cite
cp out.txt cite.txt
holds out.txt "@misc{chasescope"
holds out.txt "lashgar2015case"
checks=$((checks + 1))
grep -q "^cff-version: 1.2.0" "$source/CITATION.cff" || fails "CITATION.cff is no such file"
version=$(sed -n 's/^project(ChaseScope VERSION \([0-9.]*\).*/\1/p' "$source/CMakeLists.txt")
holds "$source/CITATION.cff" "version: $version"
holds cite.txt "year = {$(sed -n 's/^date-released: \([0-9]*\)-.*/\1/p' "$source/CITATION.cff")}"

# Archives.
good "an archive" "$program" archive --session "$session" -o archive
good "its structure" "$here/research_object_test.py" archive
good "its checksums" sh -c 'cd archive && sha256sum -c --quiet checksums.sha256'
holds archive/README.md "sha256sum -c"
holds archive/LICENSE.txt "CC-BY-4.0"
holds archive/references.bib "@misc{chasescope"
good "the same archive again" "$program" archive --session "$session" -o archive2
checks=$((checks + 1))
diff -r archive archive2 >/dev/null || fails "two archives of one session differ"
good "the same archive, of the device" "$program" archive --device model:textbook -o archive3
checks=$((checks + 1))
diff -r archive archive3 >/dev/null || fails "the archive of a device differs from that of its session: $(diff -rq archive archive3 | head -5)"
printf x >>archive2/README.md
checks=$((checks + 1))
"$here/research_object_test.py" archive2 >out.txt && fails "a changed file was not seen"
refused "an archive where something is" 1 "already" "$program" archive --session "$session" -o archive
refused "an archive of nothing" 2 "--session FILE" "$program" archive -o a
refused "no such licence" 2 "SPDX" "$program" archive --session "$session" -o a --license "all mine"

# A paper that includes the tables and figures, where LaTeX is installed.
if command -v pdflatex >/dev/null && kpsewhich booktabs.sty >/dev/null; then
  "$program" table paper-table-3 --device model:gtx780 --device model:gtx560ti --format latex -o t3.tex
  "$program" table thesis-table-5.4 --device model:k20c --format latex -o t54.tex
  for class in article "[twocolumn]{article}" ; do
    [ "$class" = article ] && class="{article}"
    printf '%s\n' "\\documentclass$class" '\usepackage[utf8]{inputenc}\usepackage[T1]{fontenc}\usepackage{textcomp,array,booktabs,graphicx}' \
      '\newcommand{\figurefolder}{all}\begin{document}\input{t3}\input{t54}\input{all/figures}\clearpage\end{document}' >paper.tex
    good "a paper in $class" pdflatex -interaction=nonstopmode -halt-on-error paper.tex
  done
else
  echo "No LaTeX here: no paper was compiled."
fi

echo "$checks checks, $failures failures"
[ $failures -eq 0 ]
