#include "engine/session/csv/csv_rows.h"

#include <algorithm>
#include <charconv>
#include <utility>

#include "engine/device/codec/codec_cursor.h"
#include "engine/device/codec/codec_number.h"

namespace chasescope {
namespace {

std::string_view trimmed(std::string_view text) {
  const std::size_t first = text.find_first_not_of(" \t");
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(" \t") - first + 1);
}

const char* parse(const char* begin, const char* end, std::uint64_t& value) {
  const auto [last, error] = std::from_chars(begin, end, value);
  return error == std::errc{} ? last : nullptr;
}
const char* parse(const char* begin, const char* end, double& value) { return parse_cycles(begin, end, value); }

/// Reads a number that ends at the next comma, and moves `line` past that comma.
template <typename Number>
Number next_number(std::string_view& line, const char* column) {
  const std::size_t comma = line.find(',');
  const std::string_view text = trimmed(line.substr(0, comma));
  line = comma == std::string_view::npos ? std::string_view() : line.substr(comma + 1);
  Number value{};
  if (text.empty() || parse(text.data(), text.data() + text.size(), value) != text.data() + text.size())
    throw CsvError(std::string("the column ") + column + " must be a number, but it is \"" + std::string(text.substr(0, 40)) +
                   "\"");
  return value;
}

}  // namespace

CsvRow csv_row(std::string_view line) {
  if (const auto commas = std::count(line.begin(), line.end(), ','); commas != 4)
    throw CsvError("a row has 5 columns, but this line has " + std::to_string(commas + 1));
  CsvRow row;
  row.access = next_number<std::uint64_t>(line, "access");
  row.pass = next_number<std::uint64_t>(line, "pass");
  row.position = next_number<std::uint64_t>(line, "position");
  row.offset_bytes = next_number<std::uint64_t>(line, "offset_bytes");
  row.cycles = next_number<double>(line, "cycles");
  if (!(row.cycles >= 0 && row.cycles < kMaxCycles)) throw CsvError("the cycles must lie between 0 and 1e12");
  if (row.offset_bytes > kMaxCount) throw CsvError("the offset must lie between 0 and 2^63");
  return row;
}

void RowOrder::add(const CsvRow& row) {
  const std::uint64_t index = rows_++;
  if (index == 0) {
    first_ = row;
  } else if (row.position == 0 && row.pass == last_.pass + 1) {
    if (period_ != 0 && last_.position + 1 != period_)
      throw CsvError("the pass before had " + std::to_string(last_.position + 1) + " accesses, and not " + std::to_string(period_));
    period_ = last_.position + 1;
  } else if (row.position != last_.position + 1 || row.pass != last_.pass || row.position == period_) {
    throw CsvError("pass and position do not continue those of the row before");
  }
  if (period_ == 0 || index < period_) {
    offsets_.push_back(row.offset_bytes);
  } else if (offsets_[index % period_] != row.offset_bytes) {
    throw CsvError("the offset is " + std::to_string(row.offset_bytes) + ", but it was " +
                   std::to_string(offsets_[index % period_]) + " at this position before");
  }
  last_ = row;
}

void RowOrder::conclude(ChaseRequest& request) const {
  const std::uint64_t period = period_ != 0 ? period_ : rows_;
  if (period == 0) throw CsvError("there is no row after the header");
  if (offsets_.size() != period || (period_ == 0 && first_.position != 0))
    throw CsvError("without a \"# request:\" line the rows must show a whole pass, but they start at position " +
                   std::to_string(first_.position) + " and do not come back to it");
  if (first_.pass > kMaxCount / period) throw CsvError("the first pass is absurd");
  request.warmup = first_.pass * period + first_.position;

  std::vector<std::uint64_t> offsets(period);
  for (std::uint64_t i = 0; i < period; ++i) offsets[(first_.position + i) % period] = offsets_[i];
  const std::uint64_t stride = period > 1 ? offsets[1] : request.element_bytes;
  bool uniform = stride > 0 && stride <= kMaxCount / period;
  for (std::uint64_t i = 0; uniform && i < period; ++i) uniform = offsets[i] == i * stride;
  if (uniform) {
    request.pattern = UniformPattern{period * stride, stride};
  } else {
    request.pattern = OffsetsPattern{std::move(offsets)};
  }
}

}  // namespace chasescope
