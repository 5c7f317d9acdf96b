#include "engine/model/card_file/index_reader.h"

#include <algorithm>
#include <bit>

#include "engine/model/card_file/object_reader.h"
#include "engine/model/spec/limits.h"
#include "engine/trace/quantity_text.h"

namespace chasescope::model {
namespace {

using nlohmann::json;
using Need = ObjectReader::Need;

// The rank of the bit groups as vectors over GF(2). The index function reaches 2^rank sets.
std::size_t rank_of(const std::vector<std::vector<unsigned>>& groups) {
  std::vector<std::uint64_t> basis;
  for (const std::vector<unsigned>& group : groups) {
    std::uint64_t mask = 0;
    for (const unsigned bit : group) mask ^= std::uint64_t{1} << bit;
    for (const std::uint64_t vector : basis) mask = std::min(mask, mask ^ vector);
    if (mask != 0) basis.push_back(mask);
  }
  return basis.size();
}

class IndexReader {
 public:
  IndexReader(const json& object, const std::string& pointer, const CacheSpec& cache, std::uint64_t memory_bytes, Faults& faults,
              Composed composed)
      : reader_(object, pointer, faults), cache_(cache), memory_bytes_(memory_bytes), composed_(composed == Composed::yes) {}

  IndexSpec read() {
    const auto kind = reader_.text("kind");
    if (!kind) return spec_;
    if (*kind == "modulo")
      read_modulo();
    else if (*kind == "table")
      read_table();
    else if (*kind == "bits")
      read_bits();
    else if (*kind == "xor")
      read_xor();
    else if (*kind == "sliced" && composed_)
      read_sliced();
    else if (*kind == "skewed" && composed_)
      read_skewed();
    else {
      reader_.fault("kind", "is \"" + *kind + "\"; the index functions " + (composed_ ? "" : "here ") +
                                "are modulo, bits, xor, table" + (composed_ ? ", sliced, skewed" : ""));
      return spec_;
    }
    reader_.finish();
    return spec_;
  }

 private:
  void read_granule() {
    const auto granule = reader_.power_of_two("granule_bytes", kMinUnitBytes, kMaxPageBytes, Need::optional);
    spec_.granule_bytes = granule.value_or(0);
    if (granule && cache_.unit_bytes != 0 && *granule < cache_.unit_bytes)
      reader_.fault("granule_bytes", "is smaller than a line or page, " + format_bytes(cache_.unit_bytes));
    if (granule && memory_bytes_ != 0 && *granule > memory_bytes_) reader_.fault("granule_bytes", "is larger than the memory");
  }

  void read_modulo() {
    spec_.kind = IndexSpec::Kind::modulo;
    read_granule();
    const std::uint64_t granule = std::max(spec_.granule_bytes, cache_.unit_bytes);
    if (granule != 0 && memory_bytes_ != 0 && !cache_.ways.empty() && memory_bytes_ / granule < cache_.ways.size())
      not_all_sets("the memory has only " + format_count(memory_bytes_ / granule) + " granules");
  }

  void read_table() {
    spec_.kind = IndexSpec::Kind::table;
    read_granule();
    const json* value = reader_.member("table");
    if (value == nullptr) return;
    if (!value->is_array() || value->empty() || value->size() > kMaxTable) {
      reader_.fault("table", "must be a list of 1 to " + format_count(kMaxTable) + " sets");
      return;
    }
    std::vector<bool> reached(cache_.ways.size(), false);
    for (const json& set : *value) {
      if (!set.is_number_unsigned() || (!cache_.ways.empty() && set.get<std::uint64_t>() >= cache_.ways.size())) {
        reader_.fault("table", cache_.ways.empty() ? "must hold whole numbers"
                                                   : "must hold sets, 0 to " + format_count(cache_.ways.size() - 1));
        return;
      }
      spec_.table.push_back(set.get<std::uint32_t>());
      if (!reached.empty()) reached[spec_.table.back()] = true;
    }
    const auto lost = std::find(reached.begin(), reached.end(), false);
    if (lost != reached.end()) not_all_sets("set " + std::to_string(lost - reached.begin()) + " is not in the table");
  }

  void read_bits() {
    spec_.kind = IndexSpec::Kind::bits;
    if (const json* value = reader_.member("bits")) {
      if (!value->is_array())
        reader_.fault("bits", "must be a list of address bits");
      else
        for (const json& bit : *value) add_bit(bit, spec_.bit_groups.emplace_back());
    }
    check_linear();
  }

  void read_xor() {
    spec_.kind = IndexSpec::Kind::xor_;
    if (const json* value = reader_.member("bits")) {
      if (!value->is_array() || !std::all_of(value->begin(), value->end(), [](const json& group) { return group.is_array(); }))
        reader_.fault("bits", "must be a list of lists of address bits, one list for each bit of the set");
      else
        for (const json& group : *value) {
          spec_.bit_groups.emplace_back();
          for (const json& bit : group) add_bit(bit, spec_.bit_groups.back());
        }
    }
    check_linear();
  }

  /// Reads a partial index function and checks it as if the cache had `sets` sets of one way.
  void read_part(const json& object, const std::string& pointer, std::size_t sets) {
    CacheSpec cache;
    cache.unit_bytes = cache_.unit_bytes;
    cache.ways.assign(sets, 1);
    spec_.parts.push_back(read_index(object, pointer, cache, memory_bytes_, reader_.faults()));
  }

  void read_sliced() {
    spec_.kind = IndexSpec::Kind::sliced;
    const auto slices = reader_.count("slices", 2, kMaxPartitions);
    const json* slice = reader_.member("slice");
    const json* within = reader_.member("within");
    spec_.slices = static_cast<std::uint32_t>(slices.value_or(1));
    if (!slices || slice == nullptr || within == nullptr) return;
    const std::size_t sets = cache_.ways.size();
    if (sets % *slices != 0) return not_all_sets(format_count(sets) + " sets are not equally many in each slice");
    read_part(*slice, reader_.at("slice"), *slices);
    read_part(*within, reader_.at("within"), sets / *slices);
  }

  void read_skewed() {
    spec_.kind = IndexSpec::Kind::skewed;
    const json* value = reader_.member("functions");
    if (value == nullptr) return;
    if (!value->is_array() || value->size() < 2 || value->size() > kMaxSkewedWays) {
      reader_.fault("functions", "must be a list of 2 to " + std::to_string(kMaxSkewedWays) + " index functions, one for each way");
      return;
    }
    for (std::size_t way = 0; way < value->size(); ++way)
      read_part((*value)[way], below(reader_.at("functions"), std::to_string(way)), cache_.ways.size());
  }

  void add_bit(const json& bit, std::vector<unsigned>& group) {
    const auto lowest = static_cast<unsigned>(std::countr_zero(std::max<std::uint64_t>(cache_.unit_bytes, 1)));
    const unsigned end = memory_bytes_ != 0 ? static_cast<unsigned>(std::bit_width(memory_bytes_ - 1)) : 44;
    if (bit.is_number_unsigned() && bit.get<std::uint64_t>() >= lowest && bit.get<std::uint64_t>() < end) {
      group.push_back(bit.get<unsigned>());
      return;
    }
    broken_ = true;
    reader_.fault("bits", "holds " + bit.dump(-1, ' ', true, json::error_handler_t::replace) +
                              ", but the bits of an address that tell lines or pages apart are " + std::to_string(lowest) + " to " +
                              std::to_string(end - 1));
  }

  void check_linear() {
    if (broken_ || cache_.ways.empty() || cache_.unit_bytes == 0) return;
    const std::size_t bits = spec_.bit_groups.size();
    if (bits > 24 || (std::size_t{1} << bits) != cache_.ways.size())
      not_all_sets(std::to_string(bits) + " set bits number " + (bits > 24 ? "too many" : format_count(std::size_t{1} << bits)) +
                   " sets, but there are " + format_count(cache_.ways.size()));
    else if (rank_of(spec_.bit_groups) != bits)
      not_all_sets("its bit groups depend on each other");
  }

  void not_all_sets(const std::string& why) {
    reader_.faults().push_back({reader_.pointer(), "does not reach exactly the sets that there are: " + why});
  }

  ObjectReader reader_;
  const CacheSpec& cache_;
  std::uint64_t memory_bytes_;
  IndexSpec spec_;
  bool composed_;
  bool broken_ = false;
};

}  // namespace

IndexSpec read_index(const json& object, const std::string& pointer, const CacheSpec& cache, std::uint64_t memory_bytes,
                     Faults& faults, Composed composed) {
  return IndexReader(object, pointer, cache, memory_bytes, faults, composed).read();
}

}  // namespace chasescope::model
