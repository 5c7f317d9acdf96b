#include "tests/engine/accuracy/machines/machines.h"

#include <stdexcept>

#include "engine/device/software/software_device.h"
#include "tests/engine/accuracy/machines/vendors.h"

namespace chasescope::accuracy {
namespace {

constexpr std::uint64_t kCardStream = 0x6D616368;
constexpr std::uint64_t kMostDraws = 1000;  // if so many draws give no card that can be observed, the family is an error

}  // namespace

const std::vector<MachineFamily>& machine_families() {
  static const std::vector<MachineFamily> families{
      {"tesla", "NVIDIA G80 to GT200: no cache behind global loads, two levels of textures and of constants", tesla},
      {"fermi", "NVIDIA GF100 to GF114: an L1 of 16 or 48 KiB, replaced by weight, unequal sets in L2 and L2 TLB", fermi},
      {"kepler", "NVIDIA GK104 to GK210: read-only caches of few wide sets, global loads past the L1, a window of pages", kepler},
      {"maxwell", "NVIDIA Maxwell and Pascal: one texture cache for all but constants, 24 KiB, two of it in an SM", maxwell},
      {"volta", "NVIDIA Volta and Turing: a wide hashed L1 for all spaces, pages of 2 and 32 MiB", volta},
      {"ampere", "NVIDIA Ampere: an L2 of which the own half answers first, three levels of TLBs", ampere},
      {"hopper", "NVIDIA Hopper: an L1 whose data store may be smaller than its tags, slices that answer sooner and later", hopper},
      {"gcn", "AMD GCN and CDNA: 64-byte lines, 4 or 64 ways, channels of any number, physical first caches", gcn},
      {"rdna", "AMD RDNA: three levels of 128-byte lines, interleaved channels, scalar loads on their own", rdna},
      {"xe", "Intel Gen9 to Xe: L1 of 12 or 16 ways, banked L3 of many ways, a hashed cache of the processor behind some", xe},
      {"mali", "ARM Mali: 16 to 32 KiB of 4 ways, small pages, a hashed L2 replaced by chance, clocks that tick", mali},
      {"apple", "Apple: an L1 of 64 lines, 12 ways in the L2, a cache of the whole system, pages of 16 KiB", apple},
      {"adreno", "Qualcomm Adreno: one level for global loads, texture caches of 16 to 64 lines", adreno},
      {"videocore", "Broadcom VideoCore: 4 KiB of L1, 32 to 128 KiB of L2, no translation or one small TLB", videocore},
      {"core", "Intel Core: tree PLRU and quad-age LRU, 12 and 20 ways, hashed slices and hashed TLBs", core},
      {"zen", "AMD K8 to Zen: an exclusive level behind the L1 or the L2, TLBs that coalesce pages", zen},
      {"cortex", "ARM Cortex: 2, 3 or 4 ways, random replacement, 5-way TLBs", cortex},
      {"niagara", "Sun UltraSPARC T1 to T3: lines of 16 bytes in the L1, 12, 16 or 24 ways in banks", niagara},
      {"alpha", "DEC Alpha and MIPS: direct-mapped caches, 96 KiB of three ways, TLBs of one full set", alpha},
      {"power", "IBM POWER and z: lines of 128 and 256 bytes, 6 to 12 ways, translations of two kinds", power},
  };
  return families;
}

nlohmann::json machine_card(const MachineFamily& family, std::uint64_t seed, std::uint64_t number) {
  const std::string name = std::string(family.name) + " " + std::to_string(number);
  for (std::uint64_t attempt = 0; attempt < kMostDraws; ++attempt) {
    Draw draw(mixed_seed(mixed_seed(mixed_seed(seed, number), kCardStream), attempt));
    nlohmann::json file = family.draw(draw);
    file["name"] = name;
    file["summary"] = family.about;
    const auto card = load_card(file.dump(), name);
    if (!card) throw std::runtime_error(card.error().message);
    if (unobservable(*card).empty()) return file;
  }
  throw std::runtime_error("No machine of " + name + " could be observed.");
}

}  // namespace chasescope::accuracy
