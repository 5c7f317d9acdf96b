#include "engine/model/cache.h"

#include <algorithm>
#include <bit>

#include "engine/model/array/open_set_array.h"

namespace chasescope::model {
namespace {

constexpr unsigned kPageShift = 12;  // next-line fetches never cross a page boundary: the next page's address is unknown

unsigned log2_of(std::uint64_t power) { return static_cast<unsigned>(std::countr_zero(power)); }

}  // namespace

Cache::Cache(const CacheSpec& spec, std::uint64_t seed)
    : unit_shift_(log2_of(spec.unit_bytes)),
      sector_shift_(log2_of(spec.sector_bytes)),
      index_(spec.index, static_cast<std::uint32_t>(spec.ways.size()), spec.unit_bytes),
      array_(make_set_array(spec, seed)),
      drops_repeats_(!array_->counts_repeats()),
      exclusive_(spec.exclusive),
      next_line_(spec.next_line),
      tells_sets_(!spec.lines_leave() && spec.index.kind != IndexSpec::Kind::skewed),
      scratch_(std::make_unique<Scratch>()) {}

Cache::Touch Cache::touch_unit(std::uint32_t unit, std::uint32_t sectors) {
  const LookUp done = array_->look_up(unit, index_.set_of(unit), sectors);
  Touch touch{done.hit,     done.tag_hit && !done.hit,          done.set,    done.way,
              std::nullopt, std::uint64_t{unit} << unit_shift_, std::nullopt};
  if (done.evicted != kNoUnit) touch.evicted = std::uint64_t{done.evicted} << unit_shift_;
  if (next_line_ && !done.hit) fetch_next(touch);
  return touch;
}

// One block look-ahead, on a miss only (Smith, "Cache memories", ACM Computing Surveys 14(3), 1982).
void Cache::fetch_next(Touch& touch) {
  const std::uint64_t next = touch.unit + unit_bytes();
  if (next >> kPageShift != touch.unit >> kPageShift) return;
  const std::uint32_t unit = unit_of(next);
  const std::uint32_t set = index_.set_of(unit);
  if (array_->holds(unit, set)) return;
  array_->look_up(unit, set, sectors_of(0, unit_shift_));
  touch.fetched = next;
}

bool Cache::take(std::uint64_t address) {
  const std::uint32_t unit = unit_of(address);
  return static_cast<OpenSetArray&>(*array_).remove(unit, index_.set_of(unit));
}

void Cache::put(std::uint64_t address) {
  const std::uint32_t unit = unit_of(address);
  array_->look_up(unit, index_.set_of(unit), sectors_of(0, unit_shift_));
}

Cache::Touch Cache::touch(std::uint64_t address) {
  last_block_ = address >> sector_shift_;
  last_shift_ = sector_shift_;
  return touch_unit(unit_of(address), sectors_of(address, sector_shift_));
}

void Cache::touch(std::uint64_t address, std::uint64_t request_bytes, std::vector<Touch>& touches) {
  const unsigned request_shift = std::max(log2_of(request_bytes), sector_shift_);
  last_block_ = address >> request_shift;
  last_shift_ = request_shift;
  if (request_shift <= unit_shift_) {
    touches.push_back(touch_unit(unit_of(address), sectors_of(address, request_shift)));
    return;
  }
  const std::uint32_t units = 1U << (request_shift - unit_shift_);
  const std::uint32_t first = unit_of(address) / units * units;
  for (std::uint32_t part = 0; part < units; ++part) touches.push_back(touch_unit(first + part, sectors_of(0, unit_shift_)));
}

void Cache::empty_again(const CacheSpec& spec, std::uint64_t seed) {
  if (!array_->empty_again(seed)) array_ = make_set_array(spec, seed);
  last_block_ = ~std::uint64_t{0};
}

void Cache::restore(const State& state) {
  array_ = state->clone();
  last_block_ = ~std::uint64_t{0};
}

std::vector<std::optional<std::uint64_t>> Cache::contents(std::uint32_t set) const {
  std::vector<std::optional<std::uint64_t>> addresses;
  for (const std::uint32_t unit : array_->contents(set))
    addresses.push_back(unit == kNoUnit ? std::nullopt : std::optional(std::uint64_t{unit} << unit_shift_));
  return addresses;
}

// The sectors of a line that an aligned request covers, a bit each.
std::uint32_t Cache::sectors_of(std::uint64_t address, unsigned request_shift) const {
  const std::uint64_t first = (address >> request_shift << request_shift) & ((std::uint64_t{1} << unit_shift_) - 1);
  const unsigned count = 1U << (request_shift - sector_shift_);
  return static_cast<std::uint32_t>(((std::uint64_t{1} << count) - 1) << (first >> sector_shift_));
}

// Lists the requests for another block than the request before them; the others hit under every policy. A request of several units
// is always listed, since in a very small cache its units may have evicted each other. All requests are listed if the policy counts
// repeated accesses.
std::size_t Cache::drop_repeats(const Requests& requests, unsigned request_shift) {
  std::size_t changed = 0;
  if (request_shift > unit_shift_ || !drops_repeats_) {
    for (; changed < requests.count; ++changed) scratch_->changed[changed] = static_cast<std::uint16_t>(changed);
    last_shift_ = request_shift;
    return changed;
  }
  std::uint64_t last = last_shift_ == request_shift ? last_block_ : ~std::uint64_t{0};
  for (std::size_t i = 0; i < requests.count; ++i) {
    const std::uint64_t block = requests.address[i] >> request_shift;
    scratch_->changed[changed] = static_cast<std::uint16_t>(i);
    changed += block != last;
    last = block;
  }
  last_block_ = last;
  last_shift_ = request_shift;
  return changed;
}

void Cache::filter_one_by_one(const Requests& requests, std::uint64_t request_bytes, Requests& missed) {
  std::size_t missing = 0;
  const auto pass_on = [&](std::uint64_t address, std::uint16_t which) {
    missed.address[missing] = address;
    missed.which[missing++] = which;
  };
  for (std::size_t i = 0; i < requests.count; ++i) {
    const std::uint64_t address = requests.address[i];
    touches_.clear();
    touch(address, request_bytes, touches_);
    if (std::any_of(touches_.begin(), touches_.end(), [](const Touch& touch) { return !touch.hit; }))
      pass_on(address, requests.which[i]);
    // At most one fetched line for each request, as card files allow only that: `missed` has room for it.
    if (touches_.back().fetched) pass_on(*touches_.back().fetched, kNobody);
  }
  missed.count = missing;
}

void Cache::filter(const Requests& requests, std::uint64_t request_bytes, Requests& missed) {
  if (next_line_) return filter_one_by_one(requests, request_bytes, missed);
  const unsigned request_shift = std::max(log2_of(request_bytes), sector_shift_);
  const std::size_t changed = drop_repeats(requests, request_shift);

  // A request larger than a unit needs several units: take as many requests at a time as fill the working space.
  const std::size_t units_each = request_shift > unit_shift_ ? std::size_t{1} << (request_shift - unit_shift_) : 1;
  const std::size_t step = std::max<std::size_t>(kBlock / units_each, 1);
  std::size_t missing = 0;
  for (std::size_t begin = 0; begin < changed; begin += step) {
    const std::size_t end = std::min(begin + step, changed);
    look_up(requests, begin, end, request_shift);
    for (std::size_t i = begin; i < end; ++i) {
      const std::uint16_t at = scratch_->changed[i];
      missed.address[missing] = requests.address[at];
      missed.which[missing] = requests.which[at];
      missing += !scratch_->hits[i];
    }
  }
  missed.count = missing;
}

// Looks up the changed requests [begin, end); hits[i] is whether all of request i was present.
void Cache::look_up(const Requests& requests, std::size_t begin, std::size_t end, unsigned request_shift) {
  if (request_shift > unit_shift_) return look_up_units(requests, begin, end, request_shift);
  Scratch& work = *scratch_;
  for (std::size_t i = begin; i < end; ++i) work.units[i - begin] = unit_of(requests.address[work.changed[i]]);
  if (sector_shift_ < unit_shift_)
    for (std::size_t i = begin; i < end; ++i)
      work.sectors[i - begin] = sectors_of(requests.address[work.changed[i]], request_shift);
  index_.map(work.units.data(), work.sets.data(), end - begin);
  array_->look_up(work.units.data(), work.sets.data(), work.sectors.data(), work.hits.data() + begin, end - begin);
}

// The same for requests of several units: all units of a request, then the next request. A request larger
// than the working space is processed in pieces.
void Cache::look_up_units(const Requests& requests, std::size_t begin, std::size_t end, unsigned request_shift) {
  Scratch& work = *scratch_;
  const unsigned units_shift = request_shift - unit_shift_;
  const unsigned piece_shift = std::min(units_shift, log2_of(kBlock));
  const std::uint32_t piece = 1U << piece_shift;
  const std::size_t count = (end - begin) << piece_shift;
  work.sectors.fill(sectors_of(0, unit_shift_));
  for (std::size_t i = begin; i < end; ++i) work.hits[i] = true;
  for (std::uint32_t offset = 0; offset < 1U << units_shift; offset += piece) {
    for (std::size_t i = begin; i < end; ++i) {
      const std::uint32_t first = (unit_of(requests.address[work.changed[i]]) >> units_shift << units_shift) + offset;
      std::uint32_t* const units = work.units.data() + ((i - begin) << piece_shift);
      for (std::uint32_t part = 0; part < piece; ++part) units[part] = first + part;
    }
    index_.map(work.units.data(), work.sets.data(), count);
    array_->look_up(work.units.data(), work.sets.data(), work.sectors.data(), work.part_hits.data(), count);
    for (std::size_t i = begin; i < end; ++i) {
      const bool* const parts = work.part_hits.data() + ((i - begin) << piece_shift);
      for (std::uint32_t part = 0; part < piece; ++part) work.hits[i] &= parts[part];
    }
  }
}

}  // namespace chasescope::model
