// The parts of a card file, put together with few words.
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

using Steps = std::vector<std::pair<std::string, double>>;  ///< parts in the order in which they are asked, with their cycles

struct DataSteps {
  Steps caches;
  double memory = 0;
};

/// The first TLB costs nothing, whatever is given.
struct TranslationSteps {
  Steps tlbs;
  double walk = 0;
  double window = 0;    ///< 0: there is none
  std::string after{};  ///< the cache that is asked before; empty: every access is translated
};

/// All cycles of a path, by so many more.
DataSteps later(DataSteps steps, double cycles);
/// What lies behind the first `count` caches.
DataSteps without_first(DataSteps steps, std::size_t count = 1);

nlohmann::json policy(const std::string& kind);
nlohmann::json qlru(const std::string& variant);
/// The number of 4 ways, or so, whose weights are these.
nlohmann::json weighted(std::vector<double> probabilities);

nlohmann::json modulo(std::uint64_t granule_bytes = 0);
/// `count` address bits from `low` on.
nlohmann::json bit_field(unsigned low, unsigned count);
/// The same, each XORed with those `count`, 2 `count`, … bits above it, up to bit `end` - 1.
nlohmann::json folded(unsigned low, unsigned count, unsigned end);
/// Set bits as XORs of address bits, of which those from `end` on do not exist.
nlohmann::json hashed(std::vector<std::vector<unsigned>> groups, unsigned end);
/// Slices take turns every `granule` bytes; within a slice, sets are chosen by `set_bits` of the other address bits from `low` on.
/// Slices may be of any number: what is even in it is left out of the bits within.
nlohmann::json interleaved(std::uint64_t slices, unsigned granule_shift, unsigned low, unsigned set_bits);
nlohmann::json sliced(std::uint64_t slices, nlohmann::json slice, nlohmann::json within);

nlohmann::json cache_part(std::uint64_t line, std::uint64_t sets, std::uint64_t ways, nlohmann::json index, nlohmann::json policy);
nlohmann::json cache_part(std::uint64_t line, const std::vector<std::uint64_t>& ways, nlohmann::json index, nlohmann::json policy);
nlohmann::json tlb_part(std::uint64_t page, std::uint64_t sets, std::uint64_t ways, nlohmann::json index, nlohmann::json policy);
nlohmann::json tlb_part(std::uint64_t page, const std::vector<std::uint64_t>& ways, nlohmann::json index, nlohmann::json policy);
/// One set of so many entries.
nlohmann::json full_tlb(std::uint64_t page, std::uint64_t entries, const std::string& kind = "lru");

nlohmann::json with(nlohmann::json part, const std::string& member, nlohmann::json value);

constexpr std::uint64_t kKib = 1024, kMib = 1024 * 1024;

class MachineFile {
 public:
  /// Memory of an eighth less than 2^bits bytes if `checked`: what check bits take.
  explicit MachineFile(unsigned memory_bits, bool checked = false);

  unsigned memory_bits() const { return memory_bits_; }
  void fact(const std::string& name, std::uint64_t value) { file_["device"][name] = value; }
  void member(const std::string& name, nlohmann::json value) { file_[name] = std::move(value); }
  void cache(const std::string& name, nlohmann::json part) { file_["caches"][name] = std::move(part); }
  void tlb(const std::string& name, nlohmann::json part) { file_["tlbs"][name] = std::move(part); }
  void path(const std::string& space, const DataSteps& data, const TranslationSteps& translation);
  /// Constant data: 64 KiB that are not translated.
  void constant_path(const DataSteps& data);
  const nlohmann::json& file() const { return file_; }

 private:
  nlohmann::json file_;
  unsigned memory_bits_;
};

}  // namespace chasescope::accuracy
