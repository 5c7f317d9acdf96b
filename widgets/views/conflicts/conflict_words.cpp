#include "widgets/views/conflicts/conflict_words.h"

#include "widgets/style/words.h"


namespace chasescope {
namespace {

constexpr double kPercent = 100;

QString addressOf(const ConflictFacts& facts, std::size_t place) {
  const QString address = QStringLiteral("0x") + QString::number(facts.places[place], 16);
  if (facts.sets() == 0) return address;
  const QString& name = facts.names[facts.set_of(place)];
  return name.isEmpty() ? address : tr("%1, set %2").arg(address, name);
}

double shareOf(std::uint64_t part, std::uint64_t whole) {
  return whole == 0 ? 0 : static_cast<double>(part) / static_cast<double>(whole);
}

}  // namespace

QStringList pairWords(const ConflictFacts& facts, const ConflictPair& pair) {
  const auto percent = [](double share) { return QString::number(share * kPercent, 'f', 0); };
  if (pair.row == pair.column) {
    const std::size_t number = facts.numbers[pair.row];
    const std::uint64_t in = facts.table->times_in(number);
    return {addressOf(facts, pair.row), tr("in %1 of %2 trials").arg(counted(in), counted(facts.trials)),
            tr("misses in %1 % of them").arg(percent(shareOf(facts.table->times_missed(number), in)))};
  }
  const experiment::PairCount count = facts.counts(pair.row, pair.column);
  const double with = shareOf(count.missed_with, count.with), without = shareOf(count.missed_without, count.without);
  const double z = static_cast<double>(facts.at(pair.row, pair.column));
  QStringList words{tr("Z = %1 standard errors").arg(signedNumber(z, 1)), tr("i: %1").arg(addressOf(facts, pair.row)),
                    tr("j: %1").arg(addressOf(facts, pair.column)),
                    tr("i misses: %1 % with j, %2 % without").arg(percent(with), percent(without)),
                    tr("D(i, j) = %1").arg(signedNumber(with - without, 2))};
  if (facts.together(pair.row, pair.column))
    words << tr("they share a set");
  else
    words << (z > facts.limit ? tr("not due to chance: above %1").arg(signedNumber(facts.limit, 1))
                              : tr("may be chance: up to %1").arg(signedNumber(facts.limit, 1)));
  return words;
}

QStringList setWords(const ConflictFacts& facts, std::size_t set) {
  QStringList words{facts.names[set].isEmpty() ? tr("A set") : tr("Set %1").arg(facts.names[set]),
                    tr("%1 lines shown").arg(facts.begins[set + 1] - facts.begins[set])};
  const std::uint32_t ways = waysOf(facts, set);
  if (ways == 0) return words;
  words << tr("%1 ways").arg(ways);
  if (ways + 1 < facts.set_loads[set].size() && facts.set_loads[set][ways + 1].trials > 0)
    words << tr("with %1 lines in, %2 % miss").arg(ways + 1).arg(facts.set_loads[set][ways + 1].missed * kPercent, 0, 'f', 0);
  return words;
}

}  // namespace chasescope
