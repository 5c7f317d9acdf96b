# Finds the timed sections of the chase kernels in a disassembly (nvdisasm -c, cuobjdump -sass) or in PTX, and checks them.
#
#   awk -v form=sass|ptx [-v dump=1] -f timed_sections.awk FILE
#
# A chase_each kernel must hold exactly one pair of clock reads with, in this order and by the same register, its load and a store
# of the loaded value to shared memory between them: the store waits for the load. A chase_mean kernel must store the last
# loaded value between its last load and its second clock read. A clock read must not be an S2UR, which waits for earlier loads.
# Every kernel must be free of CCTL.IVALL, which empties the L1.

function fail(text) { print "FAIL " kernel ": " text; failures++ }

# "LDG" | "LDC" | "LDS" | "TEX" as the kernel's name wants it, in words of the form at hand.
function wanted_load(name) {
  if (form == "ptx") {
    if (name ~ /global_ca/) return "ld\\.global\\.ca\\."
    if (name ~ /global_cg/) return "ld\\.global\\.cg\\."
    if (name ~ /readonly/) return "ld\\.global\\.nc\\."
    if (name ~ /texture/) return "tex\\.1d\\.v4\\.u32\\.s32"
    if (name ~ /constant/) return "ld\\.const\\."
    return "ld\\.shared\\."
  }
  if (name ~ /global|readonly/) return "(^| )LDG\\."
  if (name ~ /texture/) return "(^| )(TEX|TLD|TEXS|TLDS|TLD4)(\\.| )"
  if (name ~ /constant/) return "(^| )LDC(\\.| )"
  return "(^| )LDS(\\.| )"
}

function is_clock(line) { return form == "ptx" ? line ~ /%clock64/ : line ~ /SR_CLOCKLO|SR_CLOCK64/ }
function is_shared_store(line) { return form == "ptx" ? line ~ /st\.volatile\.shared/ : line ~ /(^| )STS(\.| )/ }

# The first register after the mnemonic: where a load puts its value. A texture fetch names a second destination (RZ) first.
function target(line, rest, count, parts, i) {
  rest = line
  if (form == "ptx") {
    sub(/^.*(ld|tex)\.[a-z0-9.]+[ \t]+/, "", rest)
    gsub(/[{},;]/, " ", rest)
    split(rest, parts, " ")
    return parts[1]
  }
  sub(/^(@!?U?P[0-9T]+ )?[A-Z0-9_.]+ /, "", rest)
  count = split(rest, parts, /, */)
  for (i = 1; i <= count; i++) if (parts[i] != "RZ") return parts[i]
  return "?"
}

function stored(line, parts, count, value) {
  count = split(line, parts, ",")
  value = parts[count]
  gsub(/[ \t;]/, "", value)
  sub(/\.reuse$/, "", value)
  return value
}

function check_each(i, clocks, loads, load_at, store_at, value, between, moved, words) {
  clocks = 0
  loads = 0
  load_at = 0
  store_at = 0
  for (i = 1; i <= lines; i++) {
    if (is_clock(text[i])) {
      clocks++
      clock_at[clocks] = i
      if (form == "sass" && text[i] ~ /S2UR/) fail("a clock is read by S2UR")
    }
    if (text[i] ~ /CCTL\.IVALL/) fail("something empties the L1: " text[i])
  }
  if (clocks != 2) { fail("has " clocks " clock reads, not 2"); return }
  between = ""
  for (i = clock_at[1] + 1; i < clock_at[2]; i++) {
    if (text[i] ~ wanted_load(kernel)) { loads++; load_at = i }
    else if (load_at && text[i] ~ /(MOV|mov)/) moved = moved " " text[i]
    if (is_shared_store(text[i])) store_at = i
    if (text[i] ~ /BRA|bra|BSSY|BSYNC|WARPSYNC/) fail("there is control flow in the timed section: " text[i])
  }
  if (loads != 1) fail("has " loads " loads between its clock reads, not 1")
  if (!store_at) { fail("has no store to shared memory between its clock reads: nothing waits for the load"); return }
  if (load_at > store_at) fail("stores before it loads")
  value = stored(text[store_at])
  # 64-bit constants travel through a move; its source or the load's target must be what is stored.
  if (value != target(text[load_at]) && index(moved, value ",") == 0) fail("stores " value ", but loads " target(text[load_at]))
  if (clock_at[2] - clock_at[1] - 1 > (form == "ptx" ? 2 : 6)) fail("has " (clock_at[2] - clock_at[1] - 1) " instructions between its clock reads")
  if (dump) { print kernel; for (i = clock_at[1] - 4 > 1 ? clock_at[1] - 4 : 1; i <= clock_at[2] + 8 && i <= lines; i++) print "    " (i == clock_at[1] || i == clock_at[2] ? "> " : "  ") text[i] }
  else print "ok   " kernel ": " words_between(clock_at[1], clock_at[2])
}

function words_between(from, to, i, words, list) {
  words = ""
  for (i = from + 1; i < to; i++) {
    list = text[i]
    if (form == "sass") { match(list, /^(@!?U?P[0-9T]+ )?[A-Z0-9_.]+/); list = substr(list, RSTART, RLENGTH) }
    words = words (words == "" ? "" : " | ") list
  }
  return words
}

function check_mean(i, clocks, last_load, store_at) {
  clocks = 0
  for (i = 1; i <= lines; i++) {
    if (is_clock(text[i])) { clocks++; clock_at[clocks] = i; if (form == "sass" && text[i] ~ /S2UR/) fail("a clock is read by S2UR") }
    if (text[i] ~ /CCTL\.IVALL/) fail("something empties the L1: " text[i])
  }
  if (clocks != 2) { fail("has " clocks " clock reads, not 2"); return }
  for (i = clock_at[1] + 1; i < clock_at[2]; i++) {
    if (text[i] ~ wanted_load(kernel)) last_load = i
    if (is_shared_store(text[i])) store_at = i
  }
  if (!last_load) fail("loads nothing between its clock reads")
  if (!store_at || store_at < last_load) fail("does not wait for its last load")
  if (!dump) print "ok   " kernel ": waits for the last of its loads"
}

function finish() {
  if (kernel == "") return
  if (kernel ~ /^chase_each_/) { checked++; check_each() }
  else if (kernel ~ /^chase_mean_/) { checked++; check_mean() }
  kernel = ""
}

function begin(name) { finish(); kernel = name; lines = 0 }

# nvdisasm: ".text.NAME:"; cuobjdump: "Function : NAME"; PTX: ".visible .entry NAME("
form == "sass" && /^[ \t]*\.text\.[A-Za-z0-9_]+:/ { name = $1; sub(/^\.text\./, "", name); sub(/:.*/, "", name); begin(name); next }
form == "sass" && /Function : / { begin($3); next }
form == "ptx" && /\.entry / { name = $0; sub(/^.*\.entry[ \t]+/, "", name); sub(/\(.*/, "", name); begin(name); next }

kernel != "" {
  line = $0
  if (form == "sass") {
    if (line !~ /\/\*[0-9a-f]+\*\//) next           # labels, directives
    gsub(/\/\*[^*]*\*\//, "", line)                   # addresses and encodings
    if (line !~ /[A-Z]/) next                         # an encoding's second line
  }
  gsub(/^[ \t]+|[ \t]+$/, "", line)
  gsub(/[ \t]+/, " ", line)
  sub(/ ;$/, "", line)
  if (line == "" || line == "NOP" || line ~ /^\/\//) next
  if (form == "ptx" && line ~ /^(\.reg|\.loc|\{|\})/) next
  text[++lines] = line
}

END {
  finish()
  if (checked == 0) { print "FAIL no chase kernel found"; failures++ }
  if (expected != "" && checked != expected) { print "FAIL " checked " chase kernels, not " expected; failures++ }
  print checked " kernels checked, " failures + 0 " failures"
  exit failures ? 1 : 0
}
