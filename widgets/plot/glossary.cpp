#include "widgets/plot/glossary.h"

#include <QCoreApplication>
#include <QMap>

namespace chasescope {
namespace {

using Meanings = QMap<QString, const char*>;

QString meaningIn(const Meanings& meanings, const QString& word) {
  const auto found = meanings.constFind(word);
  return found == meanings.constEnd() ? QString() : QCoreApplication::translate("Glossary", *found);
}

const Meanings& quantities() {
  static const Meanings all{
      {"capacity_bytes", "How many bytes it holds: the line times the ways of all sets (2014 paper §3.2, steps 1 to 3)."},
      {"contiguous_bytes",
       "The largest array of neighbouring bytes whose second pass has no miss; less than the capacity where the sets take them unevenly "
       "(2014 paper §3.2, step 1)."},
      {"line_bytes", "What one tag stands for: bytes that are brought in, kept and thrown out together (2014 paper §3.2, step 2)."},
      {"fetch_bytes", "What one miss brings in; with sectors it is a part of the line (C2070 poster, confirming cache sizes)."},
      {"sets",
       "Groups of lines. An address can be kept in one set only, so lines of one set throw each other out (2014 paper §3.2, step "
       "3)."},
      {"ways_per_set",
       "How many lines each set holds. They need not be equal: a TLB was found with one set of 17 and six of 8 (2014 paper §4.2, "
       "figure 10)."},
      {"set_index_bits", "The bits of the address that choose the set (2014 paper §3.2, step 3; figure 12 for the texture cache)."},
      {"set_index_function",
       "How the address chooses the set: by some of its bits, or by bits that are added without carry (2014 paper §3.2, step 3)."},
      {"replacement_policy",
       "Which line of a full set is thrown out for a new one. LRU takes the one that was used least recently; not every card does "
       "(2014 paper §3.2, step 4)."},
      {"replacement_machine",
       "How many states a policy without a name has: it is a finite automaton, learnt from words of hits and misses in one set, as "
       "CacheQuery (PLDI 2020) does (beyond the papers)."},
      {"way_replacement_probability", "How often each way of a full set is the one that is replaced (2014 paper §4.2, figure 8)."},
      {"miss_rate", "The share of the timed accesses that took longer than the nearest cache takes (2014 paper §3.2)."},
      {"period_accesses",
       "After so many accesses the pattern of hits and misses repeats; none for a policy that draws lots (2014 paper §3.2, step "
       "4)."},
      {"hit_latency_cycles",
       "Cycles from asking to having the data where this part holds them: each load waits for the one before, so that nothing "
       "overlaps (2014 paper §3.2)."},
      {"miss_latency_cycles", "Cycles of a load that the nearest cache did not have (2014 paper §3.2)."},
      {"miss_penalty_cycles", "What a miss takes longer than a hit (2014 paper §3.2, tables 3 and 5)."},
      {"near_latency_cycles",
       "Cycles of a load from a near slice of the L2: of the slices that answer an SM, some lie on its side of the chip (beyond the "
       "papers; the L2 map shows which)."},
      {"far_latency_cycles",
       "Cycles of a load from a far slice of the L2: of the slices that answer an SM, some lie on the other side of the chip, some "
       "tens of cycles away (beyond the papers; the L2 map shows which)."},
      {"own_half_latency_cycles",
       "Cycles of a load that the SM's own half of the L2 answers. It keeps copies of what its SMs read, as long as it has room "
       "(beyond the papers)."},
      {"other_half_latency_cycles",
       "Cycles of a load that the other half of the L2 answers: the own half has no room for it any more, and one more crossing of "
       "the chip is added (beyond the papers)."},
      {"near_memory_latency_cycles",
       "Cycles of a load from memory behind the SM's own half of the L2 (beyond the papers)."},
      {"far_memory_latency_cycles",
       "Cycles of a load from memory behind the other half of the L2, on the far side of the chip (beyond the papers)."},
      {"partitions", "Sides of the chip on which slices of the L2 lie, with paths of different length to an SM (beyond the papers)."},
      {"plateau_cycles",
       "The average latency where it stays level while the array grows: one cache answers all of it (topology thesis §3.2)."},
      {"access_class_cycles",
       "One of the latencies that accesses to memory come in, by what hit and what missed on the way (2014 paper, table 3)."},
      {"access_class_share", "How many of the accesses belong to that class (2014 paper, table 3)."},
      {"entries", "How many it has in all: pages that a TLB remembers, requests that a table keeps under way (2014 paper §4.2)."},
      {"page_bytes", "The piece of memory that one entry of a TLB stands for (2014 paper §4.2)."},
      {"reach_bytes", "The memory that a TLB covers: its entries times the page. Beyond it accesses miss (2014 paper §4.2)."},
      {"activation_window_bytes",
       "Page tables are switched between windows of this size, which takes hundreds of cycles (2014 paper, table 3, pattern P6)."},
      {"banks", "Shared memory is cut into banks that work at the same time, each on one row (2014 paper §4.1)."},
      {"bank_width_bytes",
       "What one bank gives in one turn; neighbouring words of this width lie in neighbouring banks (2014 paper §4.1)."},
      {"bank_row_bytes",
       "Words of one row of a bank are served together, so that wanting several of them is no conflict (2014 paper §4.1, figure "
       "6)."},
      {"extra_row_cycles",
       "What each further row of a bank that a warp wants costs: conflicts are served one after the other (2014 paper §4.1, "
       "figures 5 and 7)."},
      {"conflict_latency_cycles",
       "The latency at a stride at which lanes of a warp want different rows of one bank (2014 paper §4.1, figures 5 and 7)."},
      {"copy_saturation_bytes",
       "The size from which copies gain nothing more from data that the L2 still has (request study §3.3, figure 2)."},
      {"max_outstanding", "Loads that can be under way at once before the next one has to wait (request study §3 to §5)."},
      {"merges_per_entry",
       "Threads that wait for one block together and share an entry of the table (request study, figures 3 to 10)."},
      {"max_loads_per_warp", "Loads that one warp can have under way (request study §3 to §5)."},
      {"structure",
       "How requests that wait are kept: an MSHR has an entry for each block, a PRT one for each warp instruction (request study "
       "§3 to §5)."},
      {"count_per_sm", "How many of it one SM has (topology thesis §4.6)."},
      {"shares_with", "Spaces that evict each other's lines: they are one physical cache (topology thesis §4.5)."},
      {"read_bandwidth", "Bytes a second that all SMs together read from it."},
      {"write_bandwidth", "Bytes a second that all SMs together write to it."},
  };
  return all;
}

const Meanings& subjects() {
  static const Meanings all{
      {"l1_data",
       "The L1 data cache: the nearest to an SM, often one array with shared memory; the carve-out cuts it (2014 paper §4.2)."},
      {"texture", "The texture cache: read-only, with a set index of its own (2014 paper §4.3, figure 12)."},
      {"readonly", "The read-only data cache, for loads that the compiler knows to be constant (2014 paper §2; topology thesis §4.2.3)."},
      {"constant_l1",
       "The nearest cache for constants, where one address is read by all lanes of a warp (topology thesis §4.2.4)."},
      {"constant_l1_5", "The cache behind the constant L1 (topology thesis §4.2.4)."},
      {"instruction_l0", "The instruction cache of a part of the SM."},
      {"instruction_l1", "The instruction cache of an SM."},
      {"instruction_l2", "The instruction cache behind those of the SMs."},
      {"l2",
       "The cache that all SMs share, in front of memory (topology thesis, chapter 4). On large chips it lies in two halves: the own "
       "half of an SM answers first, the other half what that has no room for."},
      {"l3", "A cache between the L2 and memory, where a card has one."},
      {"l1_tlb", "The TLB (translation lookaside buffer) that is asked first: it remembers where pages lie (2014 paper §4.2)."},
      {"l2_tlb", "The TLB behind the first, larger and slower (2014 paper §4.2, figures 10 and 11)."},
      {"l3_tlb", "The TLB behind the second, where one was seen (2014 paper §4.2)."},
      {"shared_memory", "Memory of an SM that a program manages itself, in banks (2014 paper §4.1)."},
      {"distributed_shared_memory", "The shared memory of other SMs of the same cluster, from Hopper on."},
      {"request_table", "Where an SM keeps the loads that are under way (request study §3 to §5)."},
      {"dram", "The memory of the card, behind all caches."},
      {"device", "The card as a whole, and what holds for all of it."},
  };
  return all;
}

}  // namespace

QString quantityMeaning(const std::string& quantity) { return meaningIn(quantities(), QString::fromStdString(quantity)); }
QString subjectMeaning(const std::string& subject) { return meaningIn(subjects(), QString::fromStdString(subject)); }
QStringList explainedQuantities() { return quantities().keys(); }
QStringList explainedSubjects() { return subjects().keys(); }

QString teachingTip(const QString& heading, const QString& meaning, const QStringList& facts) {
  QString tip;
  if (!heading.isEmpty() && !meaning.isEmpty())
    tip += QStringLiteral("<p><b>%1</b><br>%2</p>").arg(heading.toHtmlEscaped(), meaning.toHtmlEscaped());
  if (!facts.isEmpty())
    tip += QStringLiteral("<p>%1</p>")
               .arg(facts.join(QLatin1Char('\n')).toHtmlEscaped().replace(QLatin1Char('\n'), QStringLiteral("<br>")));
  return tip;
}

}  // namespace chasescope
