#include "engine/model/index/index_function.h"

#include <bit>
#include <limits>

namespace chasescope::model {
namespace {

__extension__ using Wide = unsigned __int128;

bool consecutive(const std::vector<std::vector<unsigned>>& groups) {
  for (std::size_t i = 0; i < groups.size(); ++i)
    if (groups[i].size() != 1 || groups[i][0] != groups[0][0] + i) return false;
  return !groups.empty();
}

}  // namespace

IndexFunction::IndexFunction(const IndexSpec& spec, std::uint32_t sets, std::uint64_t unit_bytes) {
  const auto unit_shift = static_cast<unsigned>(std::countr_zero(unit_bytes));
  if (sets <= 1 || spec.kind == IndexSpec::Kind::skewed) return;  // the ways of a skewed cache have functions of their own
  if (spec.kind == IndexSpec::Kind::sliced) {
    form_ = Form::sliced;
    sets_of_slice_ = sets / spec.slices;
    parts_.emplace_back(spec.parts[0], spec.slices, unit_bytes);
    parts_.emplace_back(spec.parts[1], sets_of_slice_, unit_bytes);
    return;
  }
  if (spec.kind == IndexSpec::Kind::bits || spec.kind == IndexSpec::Kind::xor_) {
    if (consecutive(spec.bit_groups)) {
      form_ = Form::shift_mask;
      shift_ = spec.bit_groups[0][0] - unit_shift;
      mask_ = sets - 1;
    } else {
      make_linear(spec, unit_shift);
    }
    return;
  }
  if (spec.granule_bytes > unit_bytes) shift_ = static_cast<unsigned>(std::countr_zero(spec.granule_bytes)) - unit_shift;
  table_ = spec.table;
  divisor_ = table_.empty() ? sets : static_cast<std::uint32_t>(table_.size());
  inverse_ = divisor_ > 1 ? std::numeric_limits<std::uint64_t>::max() / divisor_ + 1 : 0;
  mask_ = divisor_ - 1;
  form_ = !table_.empty() ? Form::table : std::has_single_bit(sets) ? Form::shift_mask : Form::modulo;
}

void IndexFunction::make_linear(const IndexSpec& spec, unsigned unit_shift) {
  form_ = Form::linear;
  for (std::size_t set_bit = 0; set_bit < spec.bit_groups.size(); ++set_bit)
    for (const unsigned address_bit : spec.bit_groups[set_bit]) {
      const unsigned unit_bit = address_bit - unit_shift;
      if (unit_bit >= 32) continue;  // the loader lets no unit number reach this bit, so it is always 0
      ByteTable& table = linear_[unit_bit / 8];
      for (std::uint32_t byte = 0; byte < 256; ++byte)
        if ((byte >> (unit_bit % 8)) & 1U) table[byte] ^= std::uint32_t{1} << set_bit;
    }
}

// The method of Lemire, Kaser, Kurz 2019, "Faster remainder by direct computation", which is exact for all 32-bit values.
std::uint32_t IndexFunction::remainder(std::uint32_t value) const {
  return static_cast<std::uint32_t>((static_cast<Wide>(inverse_ * value) * divisor_) >> 64);
}

std::uint32_t IndexFunction::linear(std::uint32_t unit) const {
  return linear_[0][unit & 0xFF] ^ linear_[1][(unit >> 8) & 0xFF] ^ linear_[2][(unit >> 16) & 0xFF] ^ linear_[3][unit >> 24];
}

std::uint32_t IndexFunction::set_of(std::uint32_t unit) const {
  std::uint32_t set = 0;
  map(&unit, &set, 1);
  return set;
}

void IndexFunction::map_sliced(const std::uint32_t* units, std::uint32_t* sets, std::size_t count) const {
  parts_[1].map(units, sets, count);
  for (std::size_t i = 0; i < count; ++i) sets[i] += parts_[0].set_of(units[i]) * sets_of_slice_;
}

void IndexFunction::map(const std::uint32_t* units, std::uint32_t* sets, std::size_t count) const {
  switch (form_) {
    case Form::one_set:
      for (std::size_t i = 0; i < count; ++i) sets[i] = 0;
      break;
    case Form::shift_mask:
      for (std::size_t i = 0; i < count; ++i) sets[i] = (units[i] >> shift_) & mask_;
      break;
    case Form::linear:
      for (std::size_t i = 0; i < count; ++i) sets[i] = linear(units[i]);
      break;
    case Form::modulo:
      for (std::size_t i = 0; i < count; ++i) sets[i] = remainder(units[i] >> shift_);
      break;
    case Form::table:
      for (std::size_t i = 0; i < count; ++i) sets[i] = table_[remainder(units[i] >> shift_)];
      break;
    case Form::sliced: map_sliced(units, sets, count); break;
  }
}

}  // namespace chasescope::model
