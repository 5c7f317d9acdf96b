#include "engine/findings/terms.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <map>

#include "engine/findings/vocabulary.h"

namespace chasescope {
namespace {

constexpr std::array kTerms{
    Term{"pointer-chase", "pointer chase", "chase|pointer chases|chases|pointer chasing|fine-grained chase|chased",
         "Each word of an array holds the place of the next one, so that no load can begin before the last one has ended. Timed "
         "one by "
         "one, the loads tell what answered each of them.",
         "2014 paper §3.2, figure 2", "footprint stride pass latency trace", "chase"},
    Term{"footprint", "footprint", "footprints|footprint n|array size|n",
         "N: how many bytes the chase goes through before it begins again. Where it outgrows a cache, misses begin.",
         "2014 paper §3.2", "stride pass capacity pointer-chase", "curves"},
    Term{"stride", "stride", "strides|stride s|s",
         "s: how many bytes lie between one load and the next. A stride as large as a line touches each line once.",
         "2014 paper §3.2", "footprint line bank-conflict", "curves"},
    Term{"pass", "pass", "passes",
         "Once through the whole array. The first pass brings lines into the cache; the later passes show what the cache holds.",
         "2014 paper §3.2", "warm-up footprint miss-pattern", "miss-pattern"},
    Term{"warm-up", "warm-up", "warm up|cold miss|cold misses|warm pass|warm",
         "Passes before the clock runs. A line that was never read misses whatever the cache is like (a cold miss), and tells "
         "nothing "
         "of it.",
         "2014 paper §3.2", "pass miss", "scope"},
    Term{"trace", "trace", "traces|scope|latency trace",
         "The latency of every single load, in the order in which they were made. An average would hide which of them missed.",
         "2014 paper §3.2", "latency pointer-chase miss-pattern", "scope"},
    Term{"miss-pattern", "miss pattern", "miss patterns",
         "Which loads of each pass hit and which missed, a row for each pass. Its regularity tells sets and policy.",
         "2014 paper §3.2, figure 3", "pass set replacement-policy", "miss-pattern"},
    Term{"hit", "hit", "hits", "A load that the cache answers itself, because it holds the line.", "2014 paper §3.2",
         "miss latency line", "scope"},
    Term{"miss", "miss", "misses|missed|miss rate",
         "A load whose line is not there: the next level answers, which takes longer, and the line takes a place in the cache.",
         "2014 paper §3.2", "hit miss-penalty eviction", "scope"},
    Term{"capacity", "capacity", "capacities|cache size", "How many bytes a cache holds: the line times the ways of all its sets.",
         "2014 paper §3.2, steps 1 to 3", "footprint line set way", "memory"},
    Term{"line", "line", "lines|cache line|cache lines",
         "The bytes that one tag stands for. They are fetched and evicted together, so a miss also brings the neighbouring bytes.",
         "2014 paper §3.2, step 2", "sector tag set", "set-map"},
    Term{"sector", "sector", "sectors|fetch|fetch granularity",
         "A part of a line that is fetched alone: the tag has room for the whole line, but a miss brings only what was asked for.",
         "C2070 poster, confirming cache sizes", "line miss", "scope"},
    Term{"tag", "tag", "tags", "The part of the address that a cache keeps beside a line, to know which line of memory it is.",
         "2014 paper §3.2", "line set index-function", "steps"},
    Term{"set", "set", "sets",
         "A group of places. The address says in which set a line must lie, so lines of one set compete, even where others are "
         "empty.",
         "2014 paper §3.2, step 3", "way index-function eviction", "set-map"},
    Term{"way", "way", "ways|associativity",
         "A place in a set: a set with four ways holds four lines. The sets of a TLB may have different numbers of ways.",
         "2014 paper §3.2, step 3; figure 10", "set replacement-policy", "set-map"},
    Term{"index-function", "index function", "set index|set index function|set index bits|index|index functions|hash",
         "How the address chooses the set: by some of its bits, or by bits that are added without carry (a hash).",
         "2014 paper §3.2, step 3; figure 12", "set tag", "set-map"},
    Term{"eviction", "eviction", "evictions|evict|evicts|conflicts|set conflict|victim|thrown out",
         "A line leaves its set, because another line comes in. If the evicted line is needed again, that load misses.",
         "2014 paper §3.2", "set replacement-policy miss", "conflicts"},
    Term{"replacement-policy", "replacement policy", "policy|policies|replacement|replacement policies",
         "The rule that chooses which line of a full set is evicted when a new line comes in.", "2014 paper §3.2, step 4",
         "lru fifo plru random eviction", "replacement"},
    Term{"lru", "LRU", "least recently used",
         "Least recently used: the line that was not used for the longest time is evicted. If a set gets one line more than it has "
         "ways, and the lines are read in order, all of them miss.",
         "2014 paper §3.2, step 4", "plru fifo replacement-policy", "replacement"},
    Term{"fifo", "FIFO", "first in, first out",
         "First in, first out: the line that came in first is evicted, even if it was used since.", "2014 paper §3.2, step 4",
         "lru replacement-policy", "replacement"},
    Term{"plru", "PLRU", "pseudo-lru|tree-plru|tree",
         "An imitation of LRU: a tree of bits, each of which points to the half that was not touched last. It needs one bit fewer "
         "than the set "
         "has lines, and is sometimes wrong.",
         "beyond the papers", "lru replacement-policy", "replacement"},
    Term{"random", "random", "random replacement|random policy",
         "The evicted line is chosen at random. Passes differ from each other, and some lines stay by chance, where LRU would "
         "evict all.",
         "2014 paper §4.2, figures 8 and 9", "lru replacement-policy miss-pattern", "replacement"},
    Term{"latency", "latency", "latencies|hit latency|average latency|cycles",
         "The cycles from the issue of a load until its data are there. In a chase, loads do not overlap, so each load shows its "
         "own latency.",
         "2014 paper §3.2; table 3", "miss-penalty bandwidth level", "scope"},
    Term{"miss-penalty", "miss penalty", "miss penalties|miss latency",
         "The cycles that a miss takes longer than a hit: the way to the next level and back.", "2014 paper §3.2, tables 3 and 5",
         "miss latency level", "scope"},
    Term{"level", "level", "levels|plateau|plateaus",
         "A latency that many loads share, since the same part of the hierarchy answered them: a plateau of the curve over the "
         "footprint.",
         "topology thesis §3.2", "l1 l2 memory spectrum", "curves"},
    Term{"spectrum", "spectrum", "spectra|classes of latency|latency spectrum",
         "All classes of latency, from loads that hit everywhere to loads that miss caches, TLBs and page tables.",
         "2014 paper, table 3", "latency level tlb", "spectrum"},
    Term{"bandwidth", "bandwidth", "bandwidths|throughput|read bandwidth|write bandwidth",
         "The bytes that come through in a second when many loads are under way together. A level with a long latency may have a "
         "high bandwidth.",
         "topology thesis §6.1; 2014 paper §2", "latency requests-under-way", "bandwidth"},
    Term{"load", "load", "under load|loaded latency|little's law|bytes under way",
         "The bytes that are asked for at once. Bandwidth grows with them as long as no access waits for another; then the latency "
         "grows instead. "
         "Little's law: bytes under way are bandwidth times latency.",
         "topology thesis §6.1", "bandwidth latency requests-under-way", "load"},
    Term{"atomic", "atomic", "atomics|atomic operation|atomic operations",
         "A load, a change and a store of a word, which no other thread can interrupt. Threads that change the same word do so one "
         "after another, which takes longer with more threads.",
         "2014 paper §3.1", "latency warp bank-conflict", "operations"},
    Term{"fence", "fence", "fences|memory fence",
         "A thread waits until all other threads can see what it has stored. A fence after a store shows how long the store takes.",
         "2014 paper §3.1", "latency atomic l2", "operations"},
    Term{"eviction-priority", "eviction priority", "eviction priorities|persisting lines|set-aside",
         "A load may say how long its line is wanted: lines read with evict_first are evicted before others, lines read with "
         "evict_last after them, as far as a part of the L2 is set aside for them.",
         "PTX ISA, cache eviction priorities", "l2 replacement-policy hit", "residency"},
    Term{"page", "page", "pages|page size", "A piece of memory with one translation: addresses are translated page by page.",
         "2014 paper §4.2", "tlb tlb-reach", "tlbs"},
    Term{"tlb", "TLB", "tlbs|translation lookaside buffer|address translation",
         "A cache of translations: it holds the places of pages in memory. After a miss, the address must be looked up before the "
         "data can be read.",
         "2014 paper §4.2, figures 10 and 11", "page tlb-reach set", "tlbs"},
    Term{
        "tlb-reach", "TLB reach", "reach",
        "The memory that a TLB covers: its entries times the page. An array beyond it misses in the TLB, whatever the caches hold.",
        "2014 paper §4.2", "tlb page footprint", "tlbs"},
    Term{"l1", "L1", "l1 cache|l1 data cache|l1 data",
         "The cache nearest to an SM, and its own. On many cards it is one array with shared memory.", "2014 paper §4.2",
         "sm l2 carve-out", "memory"},
    Term{"l2", "L2", "l2 cache", "The cache that all SMs share, in front of memory.", "topology thesis §4", "l1 slice memory",
         "memory"},
    Term{"memory", "memory", "main memory|dram|device memory", "The memory behind all caches: large, and hundreds of cycles away.",
         "2014 paper §2", "l2 bandwidth page", "memory"},
    Term{"memory-space", "memory space", "space|spaces|memory spaces",
         "The path that a load takes: global, texture, read-only, constant or shared. Each path goes through other caches.",
         "2014 paper §2", "l1 memory shared-memory", "memory"},
    Term{"sm", "SM", "sms|streaming multiprocessor|streaming multiprocessors",
         "Streaming multiprocessor: a core of the GPU, with its own L1 and shared memory, on which warps run.", "2014 paper §2",
         "warp l1 cluster", "memory"},
    Term{"warp", "warp", "warps|lane|lanes",
         "32 threads that run the same instruction together. A thread of a warp is a lane; all lanes make a load at the same time.",
         "2014 paper §2", "sm bank-conflict requests-under-way", "banks"},
    Term{"shared-memory", "shared memory", "",
         "Memory of an SM that the program manages itself, in place of a cache. It lies in banks.", "2014 paper §4.1",
         "bank carve-out sm", "banks"},
    Term{"carve-out", "carve-out", "carveout|carve-outs|shared-memory carve-out",
         "The border between L1 and shared memory in the array of an SM: more shared memory leaves less L1.", "2014 paper §4.2",
         "l1 shared-memory", "memory"},
    Term{"bank", "bank", "banks",
         "Shared memory is cut into parts that work at the same time, one row each. Neighbouring words lie in neighbouring banks.",
         "2014 paper §4.1", "bank-conflict shared-memory warp", "banks"},
    Term{"bank-conflict", "bank conflict", "bank conflicts",
         "Lanes of a warp read different rows of the same bank. The rows are served one after another, and the load takes longer.",
         "2014 paper §4.1, figures 5 and 7", "bank warp stride", "banks"},
    Term{"requests-under-way", "requests under way", "outstanding requests|outstanding request|requests|under way|request table",
         "Loads that were issued and have not returned yet. An SM has room for a limited number of them; then the next load waits.",
         "request study §3 to §5", "mshr prt bandwidth", "requests"},
    Term{"mshr", "MSHR", "mshrs|miss status holding register",
         "A table with an entry for each block that is on its way. Other loads of the same block wait at its entry.",
         "request study §3 to §5", "prt requests-under-way miss", "requests"},
    Term{"prt", "PRT", "prts|pending request table",
         "A table with an entry for each instruction of a warp that waits, for any number of blocks.", "request study §3 to §5",
         "mshr requests-under-way warp", "requests"},
    Term{"slice", "slice", "slices|l2 map|partition|partitions",
         "A part of the L2 with its own addresses. Some slices lie on an SM's side of the chip, others farther away.",
         "beyond the papers", "l2 sm latency", "l2-map"},
    Term{"cluster", "cluster", "clusters|distributed shared memory",
         "SMs that may read each other's shared memory, from Hopper on: nearer than the L2.", "beyond the papers",
         "sm shared-memory l2", "memory"},
    Term{"interval", "interval", "intervals",
         "The two values between which the true value lies, as far as the data tell. Each finding has its interval beside its "
         "value.",
         "topology thesis §3.3", "cant-tell trace", "report"},
    Term{"cant-tell", "can’t tell", "can't tell|cannot tell|not measurable|report",
         "The data do not decide the value, and the finding names the reason. The program never guesses.", "beyond the papers",
         "interval", "report"},
};

/// Keys of probes and findings that are spelled differently from their term.
struct Key {
  const char* key;
  const char* term;
};
constexpr std::array kKeys{
    Key{"bytes", "footprint"},
    Key{"from", "footprint"},
    Key{"to", "footprint"},
    Key{"strides", "stride"},
    Key{"carveout_percent", "carve-out"},
    Key{"space", "memory-space"},
    Key{"spaces", "memory-space"},
    Key{"warmup", "warm-up"},
    Key{"warm_up", "warm-up"},
    Key{"warmup_passes", "warm-up"},
    Key{quantity::capacity_bytes, "capacity"},
    Key{quantity::contiguous_bytes, "footprint"},
    Key{quantity::line_bytes, "line"},
    Key{quantity::fetch_bytes, "sector"},
    Key{quantity::sets, "set"},
    Key{quantity::ways_per_set, "way"},
    Key{quantity::ways, "way"},
    Key{quantity::set_index_bits, "index-function"},
    Key{quantity::set_index_function, "index-function"},
    Key{quantity::replacement_policy, "replacement-policy"},
    Key{quantity::replacement_machine, "replacement-policy"},
    Key{quantity::way_replacement_probability, "way"},
    Key{quantity::miss_rate, "miss"},
    Key{quantity::period_accesses, "miss-pattern"},
    Key{quantity::hit_latency_cycles, "latency"},
    Key{quantity::miss_latency_cycles, "miss-penalty"},
    Key{quantity::miss_penalty_cycles, "miss-penalty"},
    Key{quantity::near_latency_cycles, "slice"},
    Key{quantity::far_latency_cycles, "slice"},
    Key{quantity::own_half_latency_cycles, "slice"},
    Key{quantity::other_half_latency_cycles, "slice"},
    Key{quantity::near_memory_latency_cycles, "memory"},
    Key{quantity::far_memory_latency_cycles, "memory"},
    Key{quantity::calm_latency_cycles, "memory"},
    Key{quantity::pause_interval_cycles, "memory"},
    Key{quantity::far_memory_bits, "index-function"},
    Key{quantity::far_memory_pages, "page"},
    Key{quantity::far_memory_row_bits, "index-function"},
    Key{quantity::partitions, "slice"},
    Key{quantity::distance_patterns, "slice"},
    Key{quantity::sm_groups, "sm"},
    Key{quantity::sms_per_tpc, "sm"},
    Key{quantity::slices_at_least, "slice"},
    Key{quantity::plateau_cycles, "level"},
    Key{quantity::levels, "level"},
    Key{quantity::access_latency_cycles, "spectrum"},
    Key{quantity::access_class_cycles, "spectrum"},
    Key{quantity::access_class_share, "spectrum"},
    Key{quantity::entries, "tlb"},
    Key{quantity::page_bytes, "page"},
    Key{quantity::reach_bytes, "tlb-reach"},
    Key{quantity::banks, "bank"},
    Key{quantity::bank_width_bytes, "bank"},
    Key{quantity::bank_row_bytes, "bank"},
    Key{quantity::extra_row_cycles, "bank-conflict"},
    Key{quantity::conflict_latency_cycles, "bank-conflict"},
    Key{quantity::max_outstanding, "requests-under-way"},
    Key{quantity::outstanding_at_least, "requests-under-way"},
    Key{quantity::max_loads_per_warp, "requests-under-way"},
    Key{quantity::merges_per_entry, "mshr"},
    Key{quantity::structure, "requests-under-way"},
    Key{quantity::read_bandwidth, "bandwidth"},
    Key{quantity::write_bandwidth, "bandwidth"},
    Key{quantity::copy_bandwidth, "bandwidth"},
    Key{quantity::saturating_bytes, "load"},
    Key{quantity::saturating_threads, "load"},
    Key{quantity::lone_latency_cycles, "load"},
    Key{quantity::loaded_latency_cycles, "load"},
    Key{quantity::atomic_latency_cycles, "atomic"},
    Key{quantity::atomic_address_groups, "atomic"},
    Key{quantity::atomic_near_half_cycles, "atomic"},
    Key{quantity::atomic_far_half_cycles, "atomic"},
    Key{quantity::atomic_lane_cycles, "atomic"},
    Key{quantity::atomic_warp_cycles, "atomic"},
    Key{quantity::atomics_per_cycle, "atomic"},
    Key{quantity::store_visible_cycles, "fence"},
    Key{quantity::fence_cycles, "fence"},
    Key{quantity::load_after_store, "hit"},
    Key{quantity::hit_under_miss, "hit"},
    Key{quantity::copy_latency_cycles, "shared-memory"},
    Key{quantity::effective_bytes, "capacity"},
    Key{quantity::evicting_sweep_bytes, "eviction-priority"},
    Key{quantity::retained_share, "eviction-priority"},
    Key{quantity::persisting_bytes, "eviction-priority"},
    Key{quantity::fetched_bytes, "sector"},
    Key{quantity::bus_latency_cycles, "latency"},
    Key{quantity::bus_latency_ns, "latency"},
    Key{quantity::fault_least_bytes, "page"},
    Key{quantity::fault_most_bytes, "page"},
    Key{quantity::sm_count, "sm"},
    Key{quantity::warp_size, "warp"},
    Key{subject::l1_data, "l1"},
    Key{subject::l1_tlb, "tlb"},
    Key{subject::l2_tlb, "tlb"},
    Key{subject::l3_tlb, "tlb"},
    Key{subject::dram, "memory"},
    Key{subject::shared_memory, "shared-memory"},
    Key{subject::distributed_shared_memory, "cluster"},
    Key{subject::request_table, "requests-under-way"},
};

char small(char c) { return static_cast<char>(std::tolower(static_cast<unsigned char>(c))); }

std::string small_letters(std::string_view text) {
  std::string out(text);
  std::ranges::transform(out, out.begin(), small);
  return out;
}

/// Every way to write a term, in small letters; the longest first.
const std::vector<std::pair<std::string, const Term*>>& all_words() {
  static const std::vector<std::pair<std::string, const Term*>> words = [] {
    std::vector<std::pair<std::string, const Term*>> list;
    for (const Term& term : kTerms) {
      list.emplace_back(small_letters(term.name), &term);
      for (std::string_view rest = term.words; !rest.empty();) {
        const std::size_t end = rest.find('|');
        list.emplace_back(rest.substr(0, end), &term);
        rest = end == std::string_view::npos ? std::string_view() : rest.substr(end + 1);
      }
    }
    std::ranges::stable_sort(list, [](const auto& a, const auto& b) { return a.first.size() > b.first.size(); });
    return list;
  }();
  return words;
}

bool is_letter(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || static_cast<unsigned char>(c) >= 0x80 || c == '_';
}

}  // namespace

std::span<const Term> all_terms() { return kTerms; }

const Term* find_term(std::string_view id) {
  const auto found = std::ranges::find_if(kTerms, [&](const Term& term) { return term.id == id; });
  return found == kTerms.end() ? nullptr : &*found;
}

const Term* term_named(std::string_view words) {
  const std::string wanted = small_letters(words);
  for (const auto& [word, term] : all_words())
    if (word == wanted) return term;
  return nullptr;
}

const Term* term_of_key(std::string_view key) {
  const auto found = std::ranges::find_if(kKeys, [&](const Key& one) { return one.key == key; });
  if (found != kKeys.end()) return find_term(found->term);
  if (const Term* term = find_term(key)) return term;
  return term_named(key);
}

std::vector<const Term*> related_terms(const Term& term) {
  std::vector<const Term*> related;
  for (std::string_view rest = term.related; !rest.empty();) {
    const std::size_t end = rest.find(' ');
    if (const Term* other = find_term(rest.substr(0, end))) related.push_back(other);
    rest = end == std::string_view::npos ? std::string_view() : rest.substr(end + 1);
  }
  return related;
}

std::vector<TermPlace> terms_in(std::string_view text) {
  constexpr std::size_t kShortest = 2;  // a single letter, such as N or s, can have any meaning
  const std::string lower = small_letters(text);
  std::vector<TermPlace> places;
  const auto is_free = [&](std::size_t at, std::size_t length) {
    return std::ranges::none_of(
        places, [&](const TermPlace& place) { return at < place.begin + place.length && place.begin < at + length; });
  };
  for (const auto& [word, term] : all_words()) {
    if (word.size() < kShortest) continue;
    for (std::size_t at = lower.find(word); at != std::string::npos; at = lower.find(word, at + 1)) {
      const std::size_t end = at + word.size();
      if ((at > 0 && is_letter(lower[at - 1])) || (end < lower.size() && is_letter(lower[end])) || !is_free(at, word.size()))
        continue;
      places.push_back({at, word.size(), term});
      break;
    }
  }
  std::ranges::sort(places, {}, &TermPlace::begin);
  std::map<const Term*, int> seen;
  std::erase_if(places, [&](const TermPlace& place) { return seen[place.term]++ > 0; });
  return places;
}

}  // namespace chasescope
