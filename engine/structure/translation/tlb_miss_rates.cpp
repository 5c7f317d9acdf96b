#include "engine/structure/translation/tlb_miss_rates.h"

#include <algorithm>
#include <numeric>

#include "engine/trace/quantity_text.h"

namespace chasescope::structure {
namespace {

constexpr std::uint64_t kMostPoints = 24;
constexpr std::uint64_t kLeastMargin = 4;  // pages before the first miss, and after the last hit

MissRate rate_of(const Answer& answer) {
  MissRate rate;
  rate.pages = answer.misses.size();
  rate.run = answer.run;
  const double misses = std::accumulate(answer.misses.begin(), answer.misses.end(), 0.0);
  rate.rate = misses / static_cast<double>(answer.misses.size() * answer.passes);
  rate.steady = static_cast<std::uint64_t>(std::count(answer.misses.begin(), answer.misses.end(), answer.passes));
  return rate;
}

}  // namespace

MissRates miss_rates_over_pages(TlbTester& tester, const CacheShape& shape, const std::string& data_level) {
  MissRates rates;
  rates.data_level = data_level;
  const std::uint64_t entries = shape.entries(), sets = shape.ways.size();
  const std::uint64_t margin = std::max(kLeastMargin, sets / 4);
  const std::uint64_t first = entries > margin ? entries - margin : 1, last = entries + sets + margin;
  rates.step_pages = (last - first + kMostPoints - 1) / kMostPoints;
  tester.keep_company({});
  for (std::uint64_t pages = first; pages <= last; pages += rates.step_pages) {
    Addresses addresses;
    for (std::uint64_t page = 0; page < pages; ++page) addresses.push_back(page * shape.line_bytes);
    if (pages * shape.line_bytes > tester.limit_bytes()) break;
    try {
      const Answer answer =
          tester.ask(addresses, "N = " + format_bytes(pages * shape.line_bytes) + ", s = " + format_bytes(shape.line_bytes));
      rates.points.push_back(rate_of(answer));
    } catch (const Undecided&) {
      break;
    }
  }
  return rates;
}

}  // namespace chasescope::structure
