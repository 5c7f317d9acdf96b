#include "engine/inference/curves/throughput_search.h"

#include <algorithm>

namespace chasescope::inference {
namespace {

class Searching {
 public:
  explicit Searching(const AskThroughput& ask) : ask_(ask) {}

  /// No value if the setting can't be measured; else whether it is faster than all before.
  std::optional<bool> attempt(const ThroughputSetting& setting) {
    const auto rate = ask_(setting);
    if (!rate) return std::nullopt;
    ++found_.settings;
    if (found_.best && *rate <= found_.rate) return false;
    found_.best = setting;
    found_.rate = *rate;
    return true;
  }

  void choose_array(const ThroughputSpace& space, unsigned width) {
    for (const std::uint64_t bytes : space.bytes)
      if (attempt({bytes, width, {}, {}}) == false) return;
  }

  const std::optional<ThroughputSetting>& best() const { return found_.best; }

  ThroughputSearch finish() {
    if (!found_.best) return found_;
    const double again = ask_(*found_.best).value_or(found_.rate);
    found_.low = std::min(found_.rate, again);
    found_.high = std::max(found_.rate, again);
    found_.rate = (found_.low + found_.high) / 2;
    return found_;
  }

 private:
  const AskThroughput& ask_;
  ThroughputSearch found_;
};

}  // namespace

ThroughputSearch search_throughput(const ThroughputSpace& space, const AskThroughput& ask) {
  Searching searching(ask);
  for (std::size_t i = 0; i < space.widths.size() && !space.bytes.empty(); ++i) {
    if (i == 0)
      searching.choose_array(space, space.widths[i]);
    else
      searching.attempt({searching.best() ? searching.best()->bytes : space.bytes.back(), space.widths[i], {}, {}});
  }
  if (searching.best()) {
    const ThroughputSetting widest = *searching.best();
    for (const BlockShape& shape : space.shapes)
      searching.attempt({widest.bytes, widest.access_bytes, shape.blocks, shape.threads});
  }
  return searching.finish();
}

}  // namespace chasescope::inference
