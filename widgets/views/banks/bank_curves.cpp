#include "widgets/views/banks/bank_curves.h"

#include <algorithm>
#include <map>
#include <set>

#include "engine/trace/number_text.h"
#include "widgets/style/words.h"

namespace chasescope {

std::optional<inference::BankLayout> BankMode::layout() const {
  if (!fit.banks() || !fit.width_bytes() || !fit.row_bytes()) return std::nullopt;
  return fit.candidates.front();
}

const BankCurve* BankMode::curve(unsigned word_bytes) const {
  const auto found = std::find_if(curves.begin(), curves.end(), [&](const BankCurve& c) { return c.word_bytes == word_bytes; });
  return found == curves.end() ? nullptr : &*found;
}

std::vector<unsigned> BankCurves::words() const {
  std::set<unsigned> words;
  for (const BankMode& mode : modes)
    for (const BankCurve& curve : mode.curves) words.insert(curve.word_bytes);
  return {words.begin(), words.end()};
}

std::vector<std::uint64_t> BankCurves::strides(unsigned word_bytes) const {
  std::set<std::uint64_t> strides;
  for (const BankMode& mode : modes)
    if (const BankCurve* curve = mode.curve(word_bytes))
      for (const auto& point : curve->points) strides.insert(point.stride);
  return {strides.begin(), strides.end()};
}

double BankCurves::slowest(unsigned word_bytes) const {
  double slowest = 0;
  for (const BankMode& mode : modes)
    if (const BankCurve* curve = mode.curve(word_bytes))
      for (const auto& point : curve->points) slowest = std::max(slowest, point.cycles);
  return slowest;
}

BankCurves gatherBankCurves(std::span<const RunPtr> runs, unsigned lanes) {
  std::map<unsigned, std::map<unsigned, std::map<std::uint64_t, inference::StrideSamples>>> samples;  // by mode, word and stride
  for (const RunPtr& run : runs) {
    const auto* bank = run->as<BankRequest>();
    if (bank == nullptr) continue;
    auto& entry = samples[bank->request.bank_bytes][bank->request.word_bytes][bank->request.stride];
    entry.stride = bank->request.stride;
    entry.cycles.push_back(bank->result.mean_cycles);
  }
  BankCurves curves;
  curves.lanes = lanes;
  for (const auto& [bank_bytes, words] : samples) {
    BankMode mode;
    mode.bank_bytes = bank_bytes;
    for (const auto& [word_bytes, strides] : words) {
      std::vector<inference::StrideSamples> list;
      for (const auto& [stride, entry] : strides) list.push_back(entry);
      mode.curves.push_back({word_bytes, inference::medians_of(list)});
      if (mode.curves.size() == 1)
        mode.fit = inference::fit_bank_layout(mode.curves.front().points, inference::scatter_of(list), word_bytes, lanes);
    }
    curves.modes.push_back(std::move(mode));
  }
  return curves;
}

QString rowsText(double rows) {
  const QString number = QString::fromStdString(number_text(rows));
  return rows == 1 ? tr("1 row") : tr("%1 rows").arg(number);
}

}  // namespace chasescope
