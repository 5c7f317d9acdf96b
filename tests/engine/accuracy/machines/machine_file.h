// Short functions that put a card file together from its parts.
//
//   MachineFile card(32);                                                // 4 GiB
//   card.cache("l1", cache_part(128, 32, 4, bit_field(7, 5), policy("lru")));
//   card.path("global.ca", {{{"l1", 80}}, 500}, {});
#pragma once

#include <cstdint>
#include <initializer_list>
#include <string>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

namespace chasescope::accuracy {

using Steps = std::vector<std::pair<std::string, double>>;  ///< the parts in the order in which a load asks them, with their cycles

struct DataSteps {
  Steps caches;
  double memory = 0;
};

/// The TLBs of a path. The cycles of the first TLB are ignored: a hit there costs nothing.
struct TranslationSteps {
  Steps tlbs;
  double walk = 0;
  double window = 0;    ///< 0: there is no window
  std::string after{};  ///< the cache that a load asks before it is translated; empty: every access is translated
};

/// The same path with `cycles` more at each level.
DataSteps later(DataSteps steps, double cycles);
/// The path without its first `count` caches.
DataSteps without_first(DataSteps steps, std::size_t count = 1);

nlohmann::json policy(const std::string& kind);
nlohmann::json qlru(const std::string& variant);
/// A policy that replaces each way with its own probability. The number of probabilities is the number of ways.
nlohmann::json weighted(std::vector<double> probabilities);

nlohmann::json modulo(std::uint64_t granule_bytes = 0);
/// `count` address bits from `low` on.
nlohmann::json bit_field(unsigned low, unsigned count);
/// The same bits, each XORed with the bits that are `count`, 2 `count`, … above it, below bit `end`.
nlohmann::json folded(unsigned low, unsigned count, unsigned end);
/// Each bit of the set number is the XOR of a group of address bits. Bits from `end` on do not exist and are left out.
nlohmann::json hashed(std::vector<std::vector<unsigned>> groups, unsigned end);
/// The slices take turns every 2^`granule_shift` bytes. Within a slice, `set_bits` address bits from `low` on choose the set,
/// without the bits that already choose the slice. The number of slices need not be a power of two: of its factors, only the powers
/// of two use up such bits.
nlohmann::json interleaved(std::uint64_t slices, unsigned granule_shift, unsigned low, unsigned set_bits);
nlohmann::json sliced(std::uint64_t slices, nlohmann::json slice, nlohmann::json within);

nlohmann::json cache_part(std::uint64_t line, std::uint64_t sets, std::uint64_t ways, nlohmann::json index, nlohmann::json policy);
nlohmann::json cache_part(std::uint64_t line, const std::vector<std::uint64_t>& ways, nlohmann::json index, nlohmann::json policy);
nlohmann::json tlb_part(std::uint64_t page, std::uint64_t sets, std::uint64_t ways, nlohmann::json index, nlohmann::json policy);
nlohmann::json tlb_part(std::uint64_t page, const std::vector<std::uint64_t>& ways, nlohmann::json index, nlohmann::json policy);
/// A TLB of one set with `entries` ways.
nlohmann::json full_tlb(std::uint64_t page, std::uint64_t entries, const std::string& kind = "lru");

nlohmann::json with(nlohmann::json part, const std::string& member, nlohmann::json value);

constexpr std::uint64_t kKib = 1024, kMib = 1024 * 1024;

class MachineFile {
 public:
  /// The card has 2^`memory_bits` bytes of memory. If `checked`, an eighth of them is taken by the check bits of ECC.
  explicit MachineFile(unsigned memory_bits, bool checked = false);

  unsigned memory_bits() const { return memory_bits_; }
  void fact(const std::string& name, std::uint64_t value) { file_["device"][name] = value; }
  void member(const std::string& name, nlohmann::json value) { file_[name] = std::move(value); }
  void cache(const std::string& name, nlohmann::json part) { file_["caches"][name] = std::move(part); }
  void tlb(const std::string& name, nlohmann::json part) { file_["tlbs"][name] = std::move(part); }
  void path(const std::string& space, const DataSteps& data, const TranslationSteps& translation);
  /// The path of constant data: 64 KiB that are not translated.
  void constant_path(const DataSteps& data);
  const nlohmann::json& file() const { return file_; }

 private:
  nlohmann::json file_;
  unsigned memory_bits_;
};

}  // namespace chasescope::accuracy
