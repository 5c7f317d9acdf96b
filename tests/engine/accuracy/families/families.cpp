#include "tests/engine/accuracy/families/families.h"

#include <algorithm>
#include <array>
#include <stdexcept>
#include <string_view>

#include "tests/engine/accuracy/families/changes.h"
#include "tests/engine/accuracy/random_card.h"

namespace chasescope::accuracy {
namespace {

constexpr std::uint64_t kFamilyStream = 0x66616D696C79;
constexpr std::uint64_t kMostTries = 1000;

// FNV-1a over the name: a family's cards must not depend on which other families there are.
std::uint64_t number_of(std::string_view name) {
  std::uint64_t hash = 0xCBF29CE484222325ULL;
  for (const char c : name) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001B3ULL;
  return hash;
}

}  // namespace

const std::vector<Family>& families() {
  static const std::vector<Family> all{
      // A data store that holds less than its hashed tags: NVIDIA's L1 since Volta, whose data fill the space that shared memory
      // leaves. On an H100, measurements showed that lines leave the store in turn.
      {"data-store", use_data_store},
      // L2 TLBs of unequal sets, indexed by a modulus, behind a fully associative L1 TLB: Fermi and Kepler (2014 paper, §4.2,
      // figures 10 and 11).
      {"unequal-tlb", use_unequal_tlb},
      // A used bit in each way: the L2 of UltraSPARC T1 and T2 (Kędzierski and others, IPDPS 2010; Jaleel and others, ISCA 2010).
      {"nru", use_nru},
      // Second chance: used bits and a hand that goes round (Corbató, "A paging experiment with the Multics system", 1968).
      {"clock", use_clock},
      // Re-reference intervals of two or three bits, by hit and by frequency priority (Jaleel and others, ISCA 2010).
      {"srrip", use_srrip},
      // Quad-age LRU: L2 and L3 of Intel's Ivy Bridge to Cannon Lake (nanoBench: Abel, Reineke, ISPASS 2020; uops.info/cache.html).
      {"qlru", use_qlru},
      // Bit-PLRU: the L3 of Nehalem (MRU) and of Sandy Bridge (MRU_N) (nanoBench).
      {"mru", use_mru},
      // Bimodal insertion (Qureshi and others, ISCA 2007).
      {"bimodal", use_bimodal},
      // Set dueling of LRU and bimodal insertion (ISCA 2007), and of two quad-age machines: the L3 of Ivy Bridge (Wong 2013).
      {"dueling", use_dueling},
      // Each way with an index function of its own (Seznec, ISCA 1993; Bodin, Seznec, ISCA 1995).
      {"skewed", use_skew},
      // Slices chosen by a hash, some nearer than others: Intel's L3 (Maurice and others, RAID 2015; Farshin and others, EuroSys
      // 2019), and the L2 of NVIDIA's H200 (docs/h200.md).
      {"sliced", use_slices},
      // A small fully associative cache for the lines that the first cache evicts (Jouppi, "Improving direct-mapped cache
      // performance …", ISCA 1990).
      {"victim", use_victims},
      // A second level that holds only lines that the first does not: AMD's K7 to K10.
      {"exclusive", use_exclusive},
      // One line of look-ahead on a miss (Smith, "Cache memories", Computing Surveys 1982).
      {"next-line", use_next_line},
      // One tag for a block of pages with a bit for each: Talluri, Hill, ASPLOS 1994; the TLBs of NVIDIA's A100, whose entries have
      // sixteen sub-entries (Zhang and others, "TunneLs for bootlegging", CCS 2023).
      {"sub-blocks", use_sub_blocks},
      // Clocks that tick by 2 to 16 cycles: AMD's S_MEMREALTIME counts at 100 MHz beside a shader clock of 1.6 GHz and more.
      {"coarse-clock", use_coarse_clock},
      // A shader clock that switches between two speeds, as boost clocks do, while the timing clock keeps its speed.
      {"two-speeds", use_two_speeds},
  };
  return all;
}

const Family* find_family(const std::string& name) {
  const auto found = std::find_if(families().begin(), families().end(), [&](const Family& family) { return name == family.name; });
  return found == families().end() ? nullptr : &*found;
}

nlohmann::json family_card(const Family& family, std::uint64_t seed, std::uint64_t number) {
  const std::uint64_t stream = mixed_seed(mixed_seed(seed, kFamilyStream), number_of(family.name));
  for (std::uint64_t i = 0; i < kMostTries; ++i) {
    const std::uint64_t own = mixed_seed(stream, i);
    nlohmann::json card = random_card(own, number);
    Chance chance(mixed_seed(mixed_seed(own, number), kFamilyStream));
    if (!family.change(card, chance)) continue;
    card["name"] = "Random card " + std::to_string(number) + " (" + family.name + ")";
    return card;
  }
  throw std::runtime_error(std::string("No ordinary card could be made one of the family ") + family.name + ".");
}

}  // namespace chasescope::accuracy
