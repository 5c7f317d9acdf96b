#include "engine/findings/vocabulary.h"

#include <algorithm>
#include <array>

namespace chasescope {
namespace {

constexpr std::array kSubjects{
    SubjectEntry{subject::l1_data, "L1 data cache", "L1 data",
                 "The L1 data cache: the nearest to an SM, often one array with shared memory; the carve-out cuts it (2014 "
                 "paper §4.2)."},
    SubjectEntry{subject::texture, "Texture cache", "Texture",
                 "The texture cache: read-only, with a set index of its own (2014 paper §4.3, figure 12)."},
    SubjectEntry{subject::readonly, "Read-only cache", "Read-only",
                 "The read-only data cache, for loads that the compiler knows to be constant (2014 paper §2; topology "
                 "thesis §4.2.3)."},
    SubjectEntry{subject::constant_l1, "Constant cache, L1", "Constant L1",
                 "The nearest cache for constants, where one address is read by all lanes of a warp (topology thesis "
                 "§4.2.4)."},
    SubjectEntry{subject::constant_l1_5, "Constant cache, L1.5", "Constant L1.5",
                 "The cache behind the constant L1 (topology thesis §4.2.4)."},
    SubjectEntry{subject::instruction_l0, "Instruction cache, L0", "Instruction L0", "The instruction cache of a part of the SM."},
    SubjectEntry{subject::instruction_l1, "Instruction cache, L1", "Instruction L1", "The instruction cache of an SM."},
    SubjectEntry{subject::instruction_l2, "Instruction cache, L2", "Instruction L2",
                 "The instruction cache behind those of the SMs."},
    SubjectEntry{subject::shared_memory, "Shared memory", "Shared memory",
                 "Memory of an SM that a program manages itself, in banks (2014 paper §4.1)."},
    SubjectEntry{subject::distributed_shared_memory, "Distributed shared memory", "Distributed shared memory",
                 "The shared memory of other SMs of the same cluster, from Hopper on."},
    SubjectEntry{subject::l2, "L2 cache", "L2",
                 "The cache that all SMs share, in front of memory (topology thesis, chapter 4). On large chips it lies in "
                 "two halves: the own half of an SM answers first, and the other half answers for lines that the own half has no "
                 "room for."},
    SubjectEntry{subject::l3, "L3 cache", "L3", "A cache between the L2 and memory, where a card has one."},
    SubjectEntry{subject::l1_tlb, "L1 TLB", "L1 TLB",
                 "The TLB (translation lookaside buffer) that is asked first: it remembers where pages lie (2014 paper "
                 "§4.2)."},
    SubjectEntry{subject::l2_tlb, "L2 TLB", "L2 TLB",
                 "The TLB behind the first, larger and slower (2014 paper §4.2, figures 10 and 11)."},
    SubjectEntry{subject::l3_tlb, "L3 TLB", "L3 TLB", "The TLB behind the second, where one was seen (2014 paper §4.2)."},
    SubjectEntry{subject::dram, "Main memory", "Memory", "The memory of the card, behind all caches."},
    SubjectEntry{subject::host_memory, "Host memory", "Host memory",
                 "Pinned memory of the host, which the card reads over the bus (topology thesis §4.4 asks the same of the "
                 "card's own)."},
    SubjectEntry{subject::managed_memory, "Unified memory", "Unified memory",
                 "Memory whose pages move between host and card when they are touched: a first touch waits for its page "
                 "(topology thesis §4.4)."},
    SubjectEntry{subject::peer_memory, "Another card's memory", "Other card",
                 "The memory of a second card in the same machine (topology thesis §4.4)."},
    SubjectEntry{subject::request_table, "Requests under way", "Request table",
                 "Where an SM keeps the loads that are under way (request study §3 to §5)."},
    SubjectEntry{subject::device, "Device", "Device", "The card as a whole, and what holds for all of it."},
};

constexpr std::array kQuantities{
    QuantityEntry{quantity::capacity_bytes, "Capacity", "Capacity", "bytes",
                  "How many bytes it holds: the line times the ways of all sets (2014 paper §3.2, steps 1 to 3)."},
    QuantityEntry{quantity::contiguous_bytes, "Largest contiguous footprint", "Contiguous", "bytes",
                  "The largest array of neighbouring bytes whose second pass has no miss; less than the capacity where the "
                  "sets take them unevenly (2014 paper §3.2, step 1)."},
    QuantityEntry{quantity::line_bytes, "Line", "Line", "bytes",
                  "The bytes that one tag stands for: they are brought in, kept and evicted together (2014 paper §3.2, step 2)."},
    QuantityEntry{quantity::fetch_bytes, "Fetch", "Fetch", "bytes",
                  "The bytes that one miss brings into the cache: a line or, where lines have sectors, a part of it (C2070 poster, "
                  "confirming cache sizes)."},
    QuantityEntry{quantity::sets, "Sets", "Sets", "1",
                  "Groups of lines. An address can be kept in one set only, so lines of one set evict each other (2014 "
                  "paper §3.2, step 3)."},
    QuantityEntry{quantity::ways_per_set, "Ways of each set", "Ways of each set", "1",
                  "How many lines each set holds. They need not be equal: a TLB was found with one set of 17 and six of 8 "
                  "(2014 paper §4.2, figure 10)."},
    QuantityEntry{quantity::set_index_bits, "Set index bits", "Set index bits", "1",
                  "The bits of the address that choose the set (2014 paper §3.2, step 3; figure 12 for the texture cache)."},
    QuantityEntry{quantity::set_index_function, "Set index function", "Set index function", "1",
                  "How the address chooses the set: by some of its bits, or by bits that are added without carry (2014 "
                  "paper §3.2, step 3)."},
    QuantityEntry{quantity::replacement_policy, "Replacement policy", "Policy", "1",
                  "Which line of a full set is thrown out for a new one. LRU takes the one that was used least recently; "
                  "not every card does (2014 paper §3.2, step 4)."},
    QuantityEntry{quantity::replacement_machine, "States of the replacement", "Policy’s states", "1",
                  "How many states a policy without a name has: it is a finite automaton, learnt from words of hits and "
                  "misses in one set, as CacheQuery (PLDI 2020) does (beyond the papers)."},
    QuantityEntry{quantity::way_replacement_probability, "Replacement probability of each way", "Way probabilities", "1",
                  "How often each way of a full set is the one that is replaced (2014 paper §4.2, figure 8)."},
    QuantityEntry{quantity::miss_rate, "Miss rate", "Miss rate", "1",
                  "The share of the timed accesses that took longer than the nearest cache takes (2014 paper §3.2)."},
    QuantityEntry{quantity::period_accesses, "Period", "Period", "accesses",
                  "After so many accesses the pattern of hits and misses repeats. With a policy that evicts at random it never "
                  "does (2014 paper §3.2, step 4)."},
    QuantityEntry{quantity::hit_latency_cycles, "Hit latency", "Hit latency", "cycles",
                  "Cycles from asking to having the data where this part holds them: each load waits for the one before, "
                  "so that nothing overlaps (2014 paper §3.2)."},
    QuantityEntry{quantity::miss_latency_cycles, "Miss latency", "Miss latency", "cycles",
                  "Cycles of a load that the nearest cache did not have (2014 paper §3.2)."},
    QuantityEntry{quantity::miss_penalty_cycles, "Miss penalty", "Miss penalty", "cycles",
                  "Cycles that a miss takes longer than a hit (2014 paper §3.2, tables 3 and 5)."},
    QuantityEntry{quantity::near_latency_cycles, "Near slice latency", "Near slice", "cycles",
                  "Cycles of a load from a near slice of the L2: of the slices that answer an SM, some lie on its side of "
                  "the chip (beyond the papers; the L2 map shows which)."},
    QuantityEntry{quantity::far_latency_cycles, "Far slice latency", "Far slice", "cycles",
                  "Cycles of a load from a far slice of the L2: of the slices that answer an SM, some lie on the other "
                  "side of the chip, some tens of cycles away (beyond the papers; the L2 map shows which)."},
    QuantityEntry{quantity::own_half_latency_cycles, "Own half latency", "Own half", "cycles",
                  "Cycles of a load that the SM's own half of the L2 answers. It keeps copies of what its SMs read, as "
                  "long as it has room (beyond the papers)."},
    QuantityEntry{quantity::other_half_latency_cycles, "Other half latency", "Other half", "cycles",
                  "Cycles of a load that the other half of the L2 answers: the own half has no room for it any more, and "
                  "one more crossing of the chip is added (beyond the papers)."},
    QuantityEntry{quantity::near_memory_latency_cycles, "Near memory latency", "Near memory", "cycles",
                  "Cycles of a load from memory behind the SM's own half of the L2 (beyond the papers)."},
    QuantityEntry{quantity::far_memory_latency_cycles, "Far memory latency", "Far memory", "cycles",
                  "Cycles of a load from memory behind the other half of the L2, on the far side of the chip (beyond the "
                  "papers)."},
    QuantityEntry{
        quantity::calm_latency_cycles, "Latency between pauses", "Between pauses", "cycles",
        "Cycles of a load from memory at times that lie far from its pauses: the latency with its refresh taken out (beyond "
        "the papers)."},
    QuantityEntry{
        quantity::pause_interval_cycles, "Interval of pauses", "Pauses", "cycles",
        "Cycles from one pause of memory to the next. An access that comes during a pause waits, whatever it reads, as it "
        "does for the refresh of memory (beyond the papers)."},
    QuantityEntry{
        quantity::far_memory_bits, "Near or far bits", "Near or far bits", "1",
        "Address bits whose parity tells which half of the L2, and of the memory behind it, a line belongs to (beyond the "
        "papers)."},
    QuantityEntry{quantity::far_memory_pages, "Pages that begin far", "Pages that begin far", "1",
                  "Pages of an array whose first bytes belong to the far half of the chip: each page has one constant that the "
                  "parity of the bits is added to (beyond the papers)."},
    QuantityEntry{quantity::far_memory_row_bits, "Near or far bits above the page", "Bits above the page", "1",
                  "Address bits above the page that belong to the same parity, as far as the pages of an array lie in a row in the "
                  "card's memory (beyond the papers)."},
    QuantityEntry{quantity::partitions, "Partitions", "Partitions", "1",
                  "Sides of the chip on which slices of the L2 lie, with paths of different length to an SM (beyond the "
                  "papers)."},
    QuantityEntry{
        quantity::distance_patterns, "Patterns of distance, at least", "Patterns, at least", "1",
        "Patterns in the latencies from SMs to slices of the L2, found again in a second measurement: each is a number for every "
        "SM times a number for every slice. More samples may show more patterns (beyond the papers)."},
    QuantityEntry{quantity::sm_groups, "Groups of SMs", "Groups of SMs", "1",
                  "SMs of a group have the same latencies to all slices of the L2, apart from a constant for each SM: they share a "
                  "path to the L2, as neighbours on the chip do (beyond the papers)."},
    QuantityEntry{quantity::sms_per_tpc, "SMs of a TPC", "SMs of a TPC", "1",
                  "SMs with neighbouring numbers and the same latencies to all slices of the L2: they lie side by side and share a "
                  "port (beyond the papers)."},
    QuantityEntry{quantity::slices_at_least, "Slices, at least", "Slices, at least", "1",
                  "Parts of the L2 with different latencies to the SMs: at least so many slices were read (beyond the papers)."},
    QuantityEntry{quantity::plateau_cycles, "Plateau cycles", "Plateau cycles", "cycles",
                  "The average latency where it stays level while the array grows: one cache answers all of it (topology "
                  "thesis §3.2)."},
    QuantityEntry{
        quantity::access_latency_cycles, "Access latency cycles", "Access latency", "cycles",
        "Cycles of accesses whose line comes from one cache (or memory) and whose page from one TLB, for each such pair (2014 "
        "paper, table 3)."},
    QuantityEntry{quantity::access_class_cycles, "Access class cycles", "Access class", "cycles",
                  "One class of memory latency: all accesses that hit and miss the same caches and TLBs (2014 paper, table 3)."},
    QuantityEntry{quantity::access_class_share, "Access class share", "Its share", "1",
                  "How many of the accesses belong to that class (2014 paper, table 3)."},
    QuantityEntry{quantity::entries, "Entries", "Entries", "1",
                  "How many it has in all: pages that a TLB remembers, requests that a table keeps under way (2014 paper "
                  "§4.2)."},
    QuantityEntry{quantity::page_bytes, "Page", "Page", "bytes",
                  "The piece of memory that one entry of a TLB stands for (2014 paper §4.2)."},
    QuantityEntry{quantity::reach_bytes, "Reach", "Reach", "bytes",
                  "The memory that a TLB covers: its entries times the page. Beyond it accesses miss (2014 paper §4.2)."},
    QuantityEntry{quantity::activation_window_bytes, "Activation window", "Activation window", "bytes",
                  "Page tables are switched between windows of this size, which takes hundreds of cycles (2014 paper, "
                  "table 3, pattern P6)."},
    QuantityEntry{quantity::banks, "Banks", "Banks", "1",
                  "Shared memory is cut into banks that work at the same time, each on one row (2014 paper §4.1)."},
    QuantityEntry{
        quantity::bank_width_bytes, "Bank width", "Bank width", "bytes",
        "After so many bytes the next bank begins: neighbouring words of this width lie in neighbouring banks (2014 paper "
        "§4.1)."},
    QuantityEntry{quantity::bank_row_bytes, "Bank row", "Bank row", "bytes",
                  "Words of one row of a bank are served together, so that wanting several of them is no conflict (2014 "
                  "paper §4.1, figure 6)."},
    QuantityEntry{quantity::extra_row_cycles, "Each further row", "Each further row", "cycles",
                  "Cycles that a load takes longer for each further row of one bank: a bank delivers its rows one after the other "
                  "(2014 paper §4.1, figures 5 and 7)."},
    QuantityEntry{quantity::conflict_latency_cycles, "Conflict latency", "Conflict latency", "cycles",
                  "The latency at a stride at which lanes of a warp want different rows of one bank (2014 paper §4.1, "
                  "figures 5 and 7)."},
    QuantityEntry{quantity::copy_saturation_bytes, "Copies saturate", "Copies saturate", "bytes",
                  "The size from which copies gain nothing more from data that the L2 still has (request study §3.3, "
                  "figure 2)."},
    QuantityEntry{quantity::max_outstanding, "Outstanding requests", "Under way", "requests",
                  "Loads that can be under way at once before the next one has to wait (request study §3 to §5)."},
    QuantityEntry{quantity::merges_per_entry, "Merges per entry", "Merges per entry", "1",
                  "Threads that wait for one block together and share an entry of the table (request study, figures 3 to "
                  "10)."},
    QuantityEntry{quantity::max_loads_per_warp, "Loads per warp", "Loads per warp", "1",
                  "Loads that one warp can have under way (request study §3 to §5)."},
    QuantityEntry{quantity::structure, "Structure", "Structure", "1",
                  "How requests that wait are kept: an MSHR has an entry for each block, a PRT one for each warp "
                  "instruction (request study §3 to §5)."},
    QuantityEntry{quantity::count_per_sm, "Count per SM", "Count per SM", "1",
                  "How many caches of this kind one SM has (topology thesis §4.6)."},
    QuantityEntry{quantity::disturbance_cycles, "Disturbance by thread", "Disturbance", "cycles",
                  "How much longer thread 0's accesses take on average after another thread of its block has read through the "
                  "same space; one number for each thread (topology thesis §4.6, figures 4.21 to 4.26)."},
    QuantityEntry{quantity::disturbing_threads, "Threads that disturb thread 0", "Disturbing threads", "1",
                  "The threads of a block that evict lines of thread 0: they use the same cache (topology thesis §4.6)."},
    QuantityEntry{quantity::shares_with, "Shares with", "Shares with", "1",
                  "Spaces that evict each other's lines: they are one physical cache (topology thesis §4.5)."},
    QuantityEntry{quantity::read_bandwidth, "Read bandwidth", "Read bandwidth", "bytes/s",
                  "Bytes a second that all SMs together read from it."},
    QuantityEntry{quantity::write_bandwidth, "Write bandwidth", "Write bandwidth", "bytes/s",
                  "Bytes a second that all SMs together write to it."},
    QuantityEntry{
        quantity::saturating_bytes, "Bytes under way that keep it busy", "Bytes for 90 %", "bytes",
        "Bytes that are under way on average while 90 % of the best rate are read: by Little's law rate times latency (topology "
        "thesis §6.1). For a level that every SM has, the bytes of one SM."},
    QuantityEntry{quantity::saturating_threads, "Threads of each SM that keep it busy", "Threads for 90 %", "threads",
                  "Threads of each SM from which on 90 % of the best rate are read (topology thesis §6.1)."},
    QuantityEntry{
        quantity::lone_latency_cycles, "Latency without load", "Without load", "cycles",
        "Mean cycles of a load while no other load is under way. Little's law is about this mean; the hit latency is a median "
        "(topology thesis §6.1)."},
    QuantityEntry{quantity::loaded_latency_cycles, "Latency under load", "Under load", "cycles",
                  "Mean cycles of a load while 90 % of the best rate are read, by Little's law (topology thesis §6.1)."},
    QuantityEntry{
        quantity::atomic_latency_cycles, "Latency of an atomic", "Atomic", "cycles",
        "Cycles of an atomic addition by one thread, until it has the old value. In global memory the line is in the L2 (2014 "
        "paper §3.1)."},
    QuantityEntry{
        quantity::atomic_address_groups, "Groups of addresses by their atomics", "Atomics, groups", "1",
        "In how many groups addresses fall by what an atomic takes there: two where the L2 has two halves and one of them "
        "lies farther from the SM (beyond the papers)."},
    QuantityEntry{quantity::atomic_near_half_cycles, "Atomic in the near half", "Atomic, near half", "cycles",
                  "What an atomic of one thread takes at an address that the near half of the L2 owns (beyond the papers)."},
    QuantityEntry{quantity::atomic_far_half_cycles, "Atomic in the far half", "Atomic, far half", "cycles",
                  "What an atomic of one thread takes at an address that the far half of the L2 owns: the way there and back is "
                  "added, for only the owner makes an atomic (beyond the papers)."},
    QuantityEntry{
        quantity::atomic_lane_cycles, "Atomics: each further thread", "Further thread", "cycles",
        "Cycles that each further thread of a warp adds to an atomic: threads that change one word are served one after the "
        "other (2014 paper §3.1)."},
    QuantityEntry{quantity::atomic_warp_cycles, "Atomics: each further warp", "Further warp", "cycles",
                  "Cycles that each further warp of a block adds to an atomic (2014 paper §3.1)."},
    QuantityEntry{quantity::atomics_per_cycle, "Atomics of all SMs in a cycle", "Atomics a cycle", "1",
                  "Atomic additions of 4 bytes that are done in a cycle while all SMs make them (request study §2)."},
    QuantityEntry{
        quantity::store_visible_cycles, "Store until visible", "Store", "cycles",
        "Cycles from the issue of a store until a fence after it has ended: then all threads that the fence is for see the new "
        "value (2014 paper §3.1)."},
    QuantityEntry{quantity::fence_cycles, "Fence alone", "Fence", "cycles",
                  "Cycles of a fence that has no store before it (2014 paper §3.1)."},
    QuantityEntry{
        quantity::load_after_store, "Load after a store", "After a store", "1",
        "Whether a load hits the cache after the same thread has stored to that line: latency tells whether the store left the "
        "line there (2014 paper §3.1)."},
    QuantityEntry{quantity::hit_under_miss, "Hit under a miss", "Hit under miss", "1",
                  "Whether a load that hits is answered while one before it, which misses, is still under way (request study §2)."},
    QuantityEntry{quantity::copy_latency_cycles, "Copy to shared memory", "Copy", "cycles",
                  "Cycles from the first issue until all bytes have come from the L2 to shared memory (topology thesis §6.3.2)."},
    QuantityEntry{
        quantity::effective_bytes, "Effective size", "Effective size", "bytes",
        "The largest array of which at least 95 % stays in the cache when all SMs read it. An L2 of two halves may keep a line in "
        "both, so that less fits than its size says (2014 paper §3.2)."},
    QuantityEntry{quantity::evicting_sweep_bytes, "Sweep that leaves half", "Outlasts", "bytes",
                  "So many bytes of other lines, read with normal priority, leave at least half of the lines that were read before "
                  "with the given eviction priority (beyond the papers; PTX ISA, cache eviction priorities)."},
    QuantityEntry{
        quantity::retained_share, "Share that stays after a sweep", "Stays", "1",
        "The share of lines that is still in the cache after twice its size of other lines was read. The eviction priorities "
        "of both are given (beyond the papers; PTX ISA, cache eviction priorities)."},
    QuantityEntry{
        quantity::persisting_bytes, "Kept for persisting lines", "Persisting", "bytes",
        "How many bytes of lines with the priority evict_last stay in the cache whatever else is read, for the size that was "
        "set aside for them (beyond the papers; PTX ISA, cache eviction priorities)."},
    QuantityEntry{
        quantity::fetched_bytes, "Brought by a miss", "Fetched", "bytes",
        "The aligned block that a miss of one word brings into the cache, for each setting of the fetch granularity (2014 "
        "paper §3.2)."},
    QuantityEntry{quantity::outstanding_at_least, "Outstanding requests, at least", "Under way, at least", "requests",
                  "Loads that were under way at once without any having to wait: the table is at least so large (request "
                  "study §3 to §5)."},
    QuantityEntry{
        quantity::bus_latency_cycles, "Latency over the link", "Over the link", "cycles",
        "Cycles of a load from memory outside the card, over PCIe or NVLink, of a line that was not read before (topology "
        "thesis §4.4)."},
    QuantityEntry{quantity::bus_latency_ns, "Latency over the link, in time", "In time", "ns",
                  "The latency over the link in nanoseconds, by the clock of the SMs (topology thesis §4.4)."},
    QuantityEntry{quantity::kept_on_card, "Kept in a cache of the card", "Kept on card", "1",
                  "Whether a second read is answered sooner than the first: then a cache of the card keeps lines of memory outside "
                  "the card (2014 paper §3.2)."},
    QuantityEntry{quantity::fault_cycles, "Cost of a page fault", "Page fault", "cycles",
                  "Cycles that the first access to a page on the host takes longer than an access to a page on the card (topology "
                  "thesis §4.4)."},
    QuantityEntry{quantity::fault_ns, "Cost of a page fault, in time", "In time", "ns",
                  "The cost of a page fault in nanoseconds, by the clock of the SMs (topology thesis §4.4)."},
    QuantityEntry{quantity::fault_least_bytes, "Brought by a fault, at the least", "Brings at least", "bytes",
                  "The smallest distance between neighbouring faults of a walk in order: one fault brought at least so much memory "
                  "(2014 paper §4.2)."},
    QuantityEntry{quantity::fault_most_bytes, "Brought by a fault, at the most", "Brings at most", "bytes",
                  "The largest distance between neighbouring faults of a walk in order (2014 paper §4.2)."},
    QuantityEntry{quantity::sm_count, "SMs", "SMs", "1",
                  "Streaming multiprocessors of the card, as its driver reports (topology thesis §4.1)."},
    QuantityEntry{quantity::clock_khz, "SM clock", "SM clock", "kHz",
                  "Cycles a second of an SM, in thousands: as the driver reports, or as it was while measuring (topology "
                  "thesis §4.1)."},
    QuantityEntry{quantity::memory_clock_khz, "Memory clock", "Memory clock", "kHz",
                  "The clock of the memory, as the driver reports (topology thesis §4.1)."},
    QuantityEntry{quantity::memory_bus_bits, "Memory bus", "Memory bus", "bits",
                  "Bits that the memory moves at a time, as the driver reports (topology thesis §4.1)."},
    QuantityEntry{quantity::memory_bytes, "Memory", "Memory", "bytes",
                  "How much memory the card has, as the driver reports (topology thesis §4.1)."},
    QuantityEntry{quantity::l2_bytes, "L2 cache", "L2", "bytes",
                  "How much the L2 holds, as the driver reports (topology thesis §4.1)."},
    QuantityEntry{quantity::constant_bytes, "Constant memory", "Constant bytes", "bytes",
                  "How much constant memory a program can have, as the driver reports (topology thesis §4.1)."},
    QuantityEntry{quantity::shared_bytes_per_sm, "Shared memory per SM", "Shared bytes per sm", "bytes",
                  "How much shared memory an SM can have, as the driver reports (topology thesis §4.1)."},
    QuantityEntry{quantity::shared_bytes_per_block, "Shared memory per block", "Shared bytes per block", "bytes",
                  "How much shared memory a block can have, as the driver reports (topology thesis §4.1)."},
    QuantityEntry{quantity::registers_per_sm, "Registers per SM", "Registers per sm", "1",
                  "Registers of 32 bits that an SM has, as the driver reports (topology thesis §4.1)."},
    QuantityEntry{quantity::cores_per_sm, "Cores per SM", "Cores per SM", "1",
                  "Arithmetic units of an SM, known from its compute capability (topology thesis §4.1)."},
    QuantityEntry{quantity::cycles_per_instruction, "Cycles per instruction", "Cycles per instruction", "cycles",
                  "Cycles of an instruction, in code without jumps that comes from this cache (beyond the papers)."},
    QuantityEntry{quantity::prefetch, "Instruction prefetch", "Prefetch", "1",
                  "Whether lines of code are fetched ahead of the branch that leads to them (beyond the papers)."},
    QuantityEntry{quantity::prefetched_cycles, "Prefetched cycles", "Prefetched", "cycles",
                  "Cycles of a block's fetch that the order of memory saves, beyond what it saves in the nearest cache (beyond the "
                  "papers)."},
    QuantityEntry{quantity::ways, "Ways", "Ways", "1",
                  "How many lines each set holds, where all sets hold as many; also counted as associativity (2014 paper "
                  "§3.2, step 3)."},
    QuantityEntry{
        quantity::levels, "Levels", "Levels", "1",
        "The levels of latency of the accesses through a memory space: one for each cache that answers, and one for memory "
        "(2014 paper §3.2)."},
    QuantityEntry{quantity::broadcast, "Broadcast", "Broadcast", "1",
                  "Whether lanes that want the same word are served together (2014 paper §4.1)."},
    QuantityEntry{quantity::size_check, "Size check", "Size check", "1",
                  "Whether a size that the device reports agrees with what was measured (topology thesis §4.1)."},
    QuantityEntry{quantity::copy_bandwidth, "Copy bandwidth", "Copy bandwidth", "bytes/s",
                  "Bytes a second that all SMs together read from it and write to it, both counted (topology thesis §6.1)."},
    QuantityEntry{quantity::max_threads_per_block, "Max threads per block", "Max threads per block", "1",
                  "Threads that a block can have at most, as the driver reports (topology thesis §4.1)."},
    QuantityEntry{quantity::warp_size, "Warp size", "Warp size", "1",
                  "Threads that go through the code together, as the driver reports (topology thesis §4.1)."},
    QuantityEntry{quantity::compute_capability, "Compute capability", "Compute capability", "1",
                  "The generation of the card, as NVIDIA counts them (topology thesis §4.1)."},
    QuantityEntry{quantity::driver, "Driver", "Driver", "1", ""},
    QuantityEntry{quantity::runtime, "Runtime", "Runtime", "1", ""},
    QuantityEntry{quantity::notes, "Notes", "Notes", "1", ""},
};

}  // namespace

std::span<const SubjectEntry> all_subjects() { return kSubjects; }
std::span<const QuantityEntry> all_quantities() { return kQuantities; }

const SubjectEntry* find_subject(std::string_view id) {
  const auto found = std::find_if(kSubjects.begin(), kSubjects.end(), [&](const SubjectEntry& entry) { return entry.id == id; });
  return found == kSubjects.end() ? nullptr : &*found;
}

const QuantityEntry* find_quantity(std::string_view id) {
  const auto found = std::find_if(kQuantities.begin(), kQuantities.end(), [&](const QuantityEntry& entry) { return entry.id == id; });
  return found == kQuantities.end() ? nullptr : &*found;
}

}  // namespace chasescope
