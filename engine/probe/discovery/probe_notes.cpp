// The table of the costs and limits of all probes.
#include "engine/probe/discovery/probe_notes.h"

#include <algorithm>
#include <array>

namespace chasescope {
namespace {

constexpr std::array kNotes{
    ProbeNotes{
        "fine-grained",
        "One chase. With the default settings about 1,000 small requests come first, which find a footprint that suits the device.",
        "A trace whose latencies form a single level can't say whether its loads hit or miss. On a card a few latencies are "
        "extremely long; they are no level. There, a long warm-up of global.cg is read by 32 threads in the order of the chase, "
        "all but its last 1,024 loads; a chase on a chosen SM makes all of them itself."},
    ProbeNotes{"miss-pattern", "One chase for each footprint: 35 requests and 29,000 accesses for 33 footprints of a Fermi L1.",
               "The sets appear in their order only if neighbouring lines lie in neighbouring sets. A hashed index shows in the "
               "map, but the map does not name it; the probes sets and conflicts do."},
    ProbeNotes{"capacity",
               "790 requests and 3 million accesses on a GTX 560 Ti. In a discovery, line, sets and capacity share this work.",
               "If a cache holds the largest footprint that the device allows, its end is not found. On a card with a carve-out, "
               "the data store may be smaller than the tags; then the sets are found at a carve-out of 0 % only."},
    ProbeNotes{"line", "The same as capacity. In a discovery, line, sets and capacity share their work.",
               "If the cache in front fetches larger blocks than a line of this cache, one line can't be told from several smaller "
               "lines in several sets. The line is then not reported."},
    ProbeNotes{"sets", "The same as capacity. In a discovery, line, sets and capacity share their work.",
               "Sets may have different numbers of ways, because each set is counted by itself. If the policy evicts other lines "
               "in each pass, no set can be found."},
    ProbeNotes{"replacement",
               "780 requests and 3.1 million accesses on a GTX 560 Ti. An automaton with many states takes up to 25,000 chases.",
               "If noise hides whether a single access missed, the policy is not found. An automaton is learnt only without noise, "
               "and up to 8 ways and 512 states."},
    ProbeNotes{"conflicts",
               "830 requests and a thousand million accesses on the software GPU of an H100, which takes a minute there. A card "
               "makes these trials on all SMs at once, in about a second.",
               "Only the nearest cache of a memory space is examined, and only on devices whose chases begin with an empty cache. "
               "Sets of 16 or more ways need more trials than the probe makes."},
    ProbeNotes{"tlb", "3,300 requests and 6.4 million accesses on a GTX 560 Ti.",
               "A TLB that many SMs share is not found if the TLB in front of it has as many entries. If a card keeps translations "
               "between launches, walks can't show the replacement policy."},
    ProbeNotes{"latency", "130 requests and 1.6 million accesses on a GTX 560 Ti.",
               "On a card, two levels are told apart only if their latencies differ by a factor of 1.3. Near and far parts of an "
               "L2 are reported as two latencies of one level."},
    ProbeNotes{"sharing", "290 requests and 6.5 million accesses on a Quadro P6000.",
               "The device must serve chases of two threads at once (paired_chase). Two spaces that evict each other's lines in "
               "some shared part other than the L2 look like one array."},
    ProbeNotes{"count", "550 requests and 7 million accesses on a V100.",
               "The limits of sharing hold here, too. Threads of one warp are assumed to share a cache, so a cache for each half "
               "of a warp is not found."},
    ProbeNotes{"disturbance", "6,400 requests and 4 million accesses on a GeForce 840M. A discovery does not run it.",
               "The limits of count hold here, too. If it is uncertain for one thread whether it evicts lines, the list of threads "
               "is not reported, but the cycles are."},
    ProbeNotes{"banks", "2,000 requests on a GTX 780, each with a few hundred accesses of one warp.",
               "If the noise is wider than the cost of one further row, several bank layouts fit, and the finding names them."},
    ProbeNotes{"outstanding", "9,200 requests on a K20, each of one block; in a discovery, two fifths of that.",
               "If a block of 1,024 threads can't fill the table of requests, the time shows no leap. Then only a lower bound of "
               "the requests in flight is reported."},
    ProbeNotes{"l2-copy", "330 copies on an M2070.",
               "Source and destination share the L2, so the size at which the gap stops growing is not the capacity."},
    ProbeNotes{"l2-map", "One small chase for each SM: 132 requests and 68,000 accesses on an H100.",
               "The device must run a chase on the SM that is asked for. Which lines are near depends on their physical addresses, "
               "which change from run to run."},
    ProbeNotes{"memory", "2 requests and 25,000 accesses on an H100.",
               "If a tenth of the accesses is much faster than the median, a cache has answered them, and no latency is reported. "
               "A card that keeps translations between launches has no cold pages; the reason says so."},
    ProbeNotes{"footprint-sweep", "1,400 requests and 42 million accesses on a GTX 560 Ti.",
               "It finds where a level ends in a walk over neighbouring lines. With a hashed index that is less than the capacity. "
               "In strong noise the test finds no single point of change."},
    ProbeNotes{"stride-sweep", "850 requests and 86 million accesses on a GTX 560 Ti.",
               "Two causes of a rise at the same stride can't be told apart by averages. The fetch size from the plateau is a "
               "second opinion beside that of line."},
    ProbeNotes{"spectrum", "220 requests and 11 million accesses on a GTX 560 Ti.",
               "Two paths through caches and TLBs with the same latency are one class, which then names both."},
    ProbeNotes{"residency", "122 requests on the software GPU of an H100, of at most 190 MiB of reads each.",
               "Hits and misses must differ in time, and the size of the L2 must be reported or given. All SMs read in an unknown "
               "order, so only shares of lines are told, and nothing about single ones. A set-aside belongs to the whole card: "
               "other programs that persist lines at the same time change it."},
    ProbeNotes{"instructions", "145 requests on the software GPU of a V100.",
               "The code has up to 512 KiB, so a larger cache shows no end. Data that share a cache with the code are not measured "
               "at the same time."},
    ProbeNotes{
        "prefetch", "198 requests on the software GPU of an H100.",
        "Cache lines longer than a block of 256 B look like lines fetched ahead. Code in blocks has up to 256 KiB, so a larger "
        "nearest cache shows nothing behind it."},
    ProbeNotes{
        "bandwidth", "76 requests on the software GPU of an H100. On a card each request moves data for some milliseconds.",
        "Settings are varied one at a time, so a better combination of two changes may be missed. Stores go through the L1, "
        "which therefore has no write bandwidth. The L1 read as read-only memory or as a texture, and the constant cache, are "
        "measured only where one is chosen (level=texture); a constant that all threads of a warp read counts once."},
    ProbeNotes{
        "load", "300 requests on the software GPU of an H100. On a card each request moves data for some milliseconds.",
        "Every thread must keep the same number of loads under way, however many threads there are. Latencies under load are "
        "means over all loads, told from the rate; no single load is timed. A device may refuse loads of 1 and 2 bytes, "
        "and its reason then stands at those. A discovery leaves them out (width=wide), because they take longest."},
    ProbeNotes{
        "operations", "302 requests on the software GPU of an H100, of 64 repeats each, or 20 at the 64 lines.",
        "A store is told to be visible by a fence, which takes time itself; so its latency is an upper bound. What a store leaves "
        "in the L1 is told by time alone, and a load that takes neither as long as a hit nor as a miss leaves it open. "
        "All else is measured at one address, and says which half owns it only for the atomic."},
    ProbeNotes{"host-memory",
               "18 requests and 270,000 accesses for all three memories; half a second on a card, most of it for page faults.",
               "The loads pass the L1 by, so only a cache behind it is looked for. Unified memory is walked in order, with the "
               "driver's own "
               "prefetching; in another order a fault may bring less. Cards that share the link disturb the bandwidths."},
    ProbeNotes{"cluster", "62 requests on the software GPU of an H100.",
               "It needs a Hopper card or a later one. The driver chooses the SMs of a cluster."},
    ProbeNotes{"facts", "Nothing is measured.",
               "The values are the vendor's own, and nothing here checks them. For a software GPU they come from its file."},
    ProbeNotes{
        "discover",
        "5,000 requests and 7 million accesses on a GTX 560 Ti. A card takes some seconds; a software GPU takes from a second "
        "(model:textbook) to a minute (model:h100), depending on the processor. The options --quick (2 s) and --only take less "
        "time, "
        "--thorough (60 s) takes more.",
        "Each step has a time limit. A step that would take longer is left out, and its reason says how long it would take."},
};

}  // namespace

std::span<const ProbeNotes> all_probe_notes() { return kNotes; }

const ProbeNotes* notes_on(std::string_view probe) {
  const auto* const found =
      std::find_if(kNotes.begin(), kNotes.end(), [&](const ProbeNotes& notes) { return notes.name == probe; });
  return found == kNotes.end() ? nullptr : found;
}

}  // namespace chasescope
