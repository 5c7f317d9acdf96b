# Finds the timed sections of the measuring kernels in a disassembly (nvdisasm -c, cuobjdump -sass) or in PTX, and checks them.
#
#   awk -v form=sass|ptx [-v dump=1] -f timed_sections.awk FILE
#
# A chase_each kernel must hold exactly one pair of clock reads with, in this order and by the same register, its load and a store
# of the loaded value to shared memory between them: the store waits for the load. A chase_mean kernel must store the last
# loaded value between its last load and its second clock read. A clock read must not be an S2UR, which waits for earlier loads.
# Every chase must be free of CCTL.IVALL, which empties the L1, and of local memory, which goes through it.
# paired_chase holds the timed code of all chase_each kernels, and one pair of clock reads around all of chase_mean's.
# outstanding_N must begin after two barriers in a row, issue its N loads before any instruction reads a loaded value, and wait for
# all of them before its second clock read.
# bank_W must hold two chains of 16 and 48 loads of W bytes, each of which takes its address from the load before.
# sweep_…_W must hold its 8, 4, 2 and 1 accesses of W bytes: the assembler makes them narrower when it can.
# cluster_load must time its loads and the store that waits for them, and nothing else.
# residency_time is timed like a chase past the L1; residency_read_P must hold its one load, whose value nobody uses, with the priority P.

function fail(text) { print "FAIL " kernel ": " text; failures++ }

# The load that the kernel's name asks for ("LDG", "LDC", "LDS" or "TEX"), as a pattern for machine code or for PTX.
function wanted_load(name) {
  if (form == "ptx") {
    if (name ~ /global_ca/) return "ld\\.global\\.ca\\."
    if (name ~ /global_cg|residency_time/) return "ld\\.global\\.cg\\."
    if (name ~ /readonly/) return "ld\\.global\\.nc\\."
    if (name ~ /texture/) return "tex\\.1d\\.v4\\.u32\\.s32"
    if (name ~ /constant/) return "ld\\.const\\."
    return "ld\\.shared\\."
  }
  if (name ~ /global|readonly|residency_time/) return "(^| )LDG\\."
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

# Finds the clock reads, and fails on instructions that no measuring kernel may have.
function find_clocks(i) {
  clocks = 0
  for (i = 1; i <= lines; i++) {
    if (is_clock(text[i])) {
      clock_at[++clocks] = i
      if (form == "sass" && text[i] ~ /S2UR/) fail("a clock is read by S2UR")
    }
    if (kernel !~ /^outstanding/ && text[i] ~ /CCTL\.IVALL/) fail("something empties the L1: " text[i])
    if (form == "sass" && text[i] ~ /(^| )(LDL|STL)(\.| )/) fail("local memory is used: " text[i])
  }
}

# One access between two clock reads: its load, and a store of the loaded value.
function check_section(from, to, load, i, loads, load_at, store_at, value, moved) {
  loads = 0
  for (i = from + 1; i < to; i++) {
    if (text[i] ~ load) { loads++; load_at = i }
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
  if (to - from - 1 > (form == "ptx" ? 2 : 6)) fail("has " (to - from - 1) " instructions between its clock reads")
}

function show(from, to, i) {
  for (i = from - 4 > 1 ? from - 4 : 1; i <= to + 8 && i <= lines; i++) print "    " (i == from || i == to ? "> " : "  ") text[i]
}

function check_each() {
  find_clocks()
  if (clocks != 2) { fail("has " clocks " clock reads, not 2"); return }
  check_section(clock_at[1], clock_at[2], wanted_load(kernel))
  if (dump) { print kernel; show(clock_at[1], clock_at[2]) }
  else print "ok   " kernel ": " words_between(clock_at[1], clock_at[2])
}

function any_load() {
  return form == "ptx" ? "ld\\.global\\.|ld\\.const\\.|ld\\.shared\\.|tex\\.1d" : "(^| )(LDG|LDC|LDS|TEX|TLD|TEXS|TLDS)(\\.| )"
}

function check_paired(i, j, stores, short, long) {
  find_clocks()
  if (clocks != 24) { fail("has " clocks " clock reads, not 24"); return }
  for (i = 1; i < clocks; i += 2) {
    if (clock_at[i + 1] - clock_at[i] > 100) {
      long++
      stores = 0
      for (j = clock_at[i]; j < clock_at[i + 1]; j++) if (is_shared_store(text[j])) stores++
      if (stores < 11) fail("waits for " stores " kinds of loads, not 11, before it reads the clock for a mean")
      continue
    }
    short++
    check_section(clock_at[i], clock_at[i + 1], any_load())
    if (dump) { print kernel; show(clock_at[i], clock_at[i + 1]) }
  }
  if (short != 11 || long != 1) fail("has " short + 0 " timed sections and " long + 0 " around means, not 11 and 1")
  if (!dump) print "ok   " kernel ": " short " timed sections like those of the chases"
}

# Whether an instruction reads a register: one of the operands behind the first, or any operand of a store.
function reads(line, register, rest) {
  rest = line
  sub(/^(@!?U?P[0-9T]+ )?[A-Z0-9_.]+ /, "", rest)
  if (line !~ /(^| )ST/) sub(/^[^,]*,/, "", rest)
  gsub(/[^A-Z0-9]/, " ", rest)
  return index(" " rest " ", " " register " ") != 0
}

function check_outstanding(i, j, wanted, loads, store_at, barriers) {
  wanted = kernel
  sub(/^outstanding_/, "", wanted)
  find_clocks()
  if (clocks != 2) { fail("has " clocks " clock reads, not 2"); return }
  for (i = clock_at[1] - 1; i > clock_at[1] - 6; i--) if (text[i] ~ /BAR\.SYNC|bar\.sync/) barriers++
  if (barriers < 2) fail("reads the clock after " barriers + 0 " barriers in a row, not 2: warps would begin before others are there")
  loads = 0
  for (i = clock_at[1] + 1; i < clock_at[2]; i++) {
    if (text[i] ~ (form == "ptx" ? "ld\\.global\\.ca\\.u32" : "(^| )LDG\\.E(\\.STRONG\\.(SM|CTA)|\\.CTA)?(\\.SYS)? ")) load_at[++loads] = i
    if (is_shared_store(text[i])) store_at = i
    if (text[i] ~ /BRA|bra|BSSY|BSYNC|WARPSYNC|BAR|CCTL|MEMBAR/) fail("something else than loads is timed: " text[i])
  }
  if (loads != wanted) { fail("has " loads " loads between its clock reads, not " wanted); return }
  if (form == "sass")
    for (i = 1; i <= loads; i++)
      for (j = load_at[i] + 1; j < load_at[loads]; j++)
        if (reads(text[j], target(text[load_at[i]]))) fail("waits for a load before all are issued: " text[j])
  if (load_at[loads] - load_at[1] > loads + 1) fail("does more than two other things between its loads")
  if (!store_at || store_at < load_at[loads]) fail("does not wait for its loads")
  if (dump) { print kernel; show(clock_at[1], clock_at[2]) }
  else print "ok   " kernel ": " loads " loads in a row"
}

function check_bank_chain(from, to, length_wanted, width, i, loads, address, value) {
  for (i = from + 1; i < to; i++) {
    if (text[i] ~ (form == "ptx" ? "ld\\.volatile\\.shared\\." : "(^| )LDS")) {
      if (text[i] !~ width) fail("loads something else than words: " text[i])
      address = text[i]
      sub(/^.*\[/, "", address)
      sub(/\].*$/, "", address)
      if (loads++ && address != value) fail("does not wait for the load before: " text[i])
      value = form == "ptx" ? address : target(text[i])
    } else if (is_shared_store(text[i]) && stored(text[i]) == value) return loads == length_wanted ? 1 : fail("has a chain of " loads " loads")
  }
  fail("does not wait for the last load of a chain")
}

function check_bank(word, width) {
  word = kernel
  sub(/^bank_/, "", word)
  if (form == "ptx") width = word == 4 ? "shared\\.u32" : word == 8 ? "shared\\.v2\\.u32" : "shared\\.v4\\.u32"
  else width = word == 4 ? "LDS(\\.U)? R" : word == 8 ? "LDS(\\.U)?\\.64 " : "LDS(\\.U)?\\.128 "
  find_clocks()
  if (clocks != 4) { fail("has " clocks " clock reads, not 4"); return }
  check_bank_chain(clock_at[1], clock_at[2], 16, width)
  check_bank_chain(clock_at[3], clock_at[4], 48, width)
  if (dump) { print kernel; show(clock_at[1], clock_at[2]) }
  else print "ok   " kernel ": chains of 16 and 48 loads"
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

function check_mean(i, last_load, store_at) {
  find_clocks()
  if (clocks != 2) { fail("has " clocks " clock reads, not 2"); return }
  for (i = clock_at[1] + 1; i < clock_at[2]; i++) {
    if (text[i] ~ wanted_load(kernel)) last_load = i
    if (is_shared_store(text[i])) store_at = i
  }
  if (!last_load) fail("loads nothing between its clock reads")
  if (!store_at || store_at < last_load) fail("does not wait for its last load")
  if (!dump) print "ok   " kernel ": waits for the last of its loads"
}

# The width of the access of this instruction, in bytes; 0 if the instruction is not of the wanted kind.
function width_of(line, kind) {
  if (line !~ kind) return 0
  if (line ~ /\.U?8(\.| )|\.u8 /) return 1
  if (line ~ /\.U?16(\.| )|\.u16 /) return 2
  return line ~ /\.128(\.| )|\.v4\./ ? 16 : line ~ /\.64(\.| )|\.v2\./ ? 8 : 4
}

# 8, 4, 2 and 1 accesses in a row, each as wide as the kernel's name says.
function check_sweep(i, words, wanted, loads, stores, load, store, shared, loaded) {
  split(kernel, words, "_")
  wanted = words[4]
  shared = words[2] == "shared"
  if (form == "ptx") {
    load = shared ? "ld\\.volatile\\.shared\\." : words[2] == "l1" ? "ld\\.global\\.ca\\." : words[2] == "readonly" ? "ld\\.global\\.nc\\." : \
           words[2] == "texture" ? "tex\\.1d\\." : words[2] == "constant" ? "ld\\.const\\." : "ld\\.global\\.cg\\."
    store = shared ? "st\\.volatile\\.shared\\." : "st\\.global\\.cg\\."
  } else {
    load = shared ? "(^| )LDS(\\.| )" : words[2] == "l1" ? "(^| )LDG\\.E\\.?U?[0-9]*\\.STRONG\\.(SM|CTA)" : words[2] == "readonly" ? "(^| )LDG\\.E.*\\.CONSTANT" : \
           words[2] == "texture" ? "(^| )TLD" : words[2] == "constant" ? "(^| )LDC(\\.| )" : "(^| )LDG\\.E\\.?U?[0-9]*\\.STRONG\\.GPU"
    store = shared ? "(^| )STS(\\.| )" : "(^| )STG\\.E\\.?U?[0-9]*\\.STRONG\\.GPU"
  }
  for (i = 1; i <= lines; i++) {
    loaded = width_of(substr(text[i], 1, index(text[i] " [", "[")), load)
    # A texture's instruction names no width, and the machine loads constants of 16 bytes by halves.
    if (loaded == wanted || (loaded > 0 && (words[2] == "texture" || (words[2] == "constant" && form == "sass")))) loads++
    if (width_of(substr(text[i], 1, index(text[i] " [", "[")), store) == wanted) stores++
  }
  if (words[3] != "write" && loads < 15) fail("has " loads + 0 " loads of " wanted " bytes, not 15")
  if (words[3] != "read" && stores < 15) fail("has " stores + 0 " stores of " wanted " bytes, not 15")
  if (!dump) print "ok   " kernel ": " loads + 0 " loads and " stores + 0 " stores of " wanted " bytes"
}

# Between two clock reads are only loads of the cluster and the stores that wait for them; their addresses are ready before.
function check_cluster_load(i, clocks_seen, loads, other) {
  for (i = 1; i <= lines; i++) {
    if (is_clock(text[i])) {
      clocks_seen++
      if (clocks_seen % 2 == 0 && (loads == 0 || other > 0)) fail("times " loads + 0 " loads with " other + 0 " other instructions")
      loads = other = 0
      continue
    }
    if (clocks_seen % 2 == 0) continue
    if (text[i] ~ (form == "ptx" ? "ld\\.u64" : "(^| )LD\\.E\\.64 ")) loads++
    else if (!is_shared_store(text[i])) other++
  }
  if (clocks_seen != 6) fail("has " clocks_seen + 0 " clock reads, not 6")
  if (!dump) print "ok   " kernel ": loads and nothing else between its clock reads"
}

# The machine code has the priority among the operands of the load.
function check_residency_read(i, words, loads, policies) {
  split(kernel, words, "_")
  for (i = 1; i <= lines; i++) {
    if (text[i] ~ (form == "ptx" ? "ld\\.global\\.(cg|L1::no_allocate\\.L2::cache_hint)\\.u32" : "(^| )LDG\\.")) loads++
    if (text[i] ~ "createpolicy\\.fractional\\.L2::evict_" words[3] "\\.") policies++
  }
  if (loads != 1) fail("has " loads + 0 " loads, not 1")
  if (form == "ptx" && words[3] != "normal" && policies != 1) fail("has no policy evict_" words[3])
  if (!dump) print "ok   " kernel ": its load is there"
}

function finish() {
  if (kernel == "") return
  if (kernel ~ /^chase_each_/) { checked++; check_each() }
  else if (kernel ~ /^chase_mean_/) { checked++; check_mean() }
  else if (kernel == "paired_chase") { checked++; check_paired() }
  else if (kernel ~ /^outstanding_/) { checked++; check_outstanding() }
  else if (kernel ~ /^bank_/) { checked++; check_bank() }
  else if (kernel ~ /^sweep_/) { checked++; check_sweep() }
  else if (kernel == "cluster_load") { checked++; check_cluster_load() }
  else if (kernel == "residency_time") { checked++; check_each() }
  else if (kernel ~ /^residency_read_/) { checked++; check_residency_read() }
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
  if (checked == 0) { print "FAIL no measuring kernel found"; failures++ }
  if (expected != "" && checked != expected) { print "FAIL " checked " measuring kernels, not " expected; failures++ }
  print checked " kernels checked, " failures + 0 " failures"
  exit failures ? 1 : 0
}
