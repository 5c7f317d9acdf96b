#include "widgets/views/chase/chase_words.h"

#include <algorithm>

#include "engine/step/explanation.h"
#include "engine/trace/number_text.h"
#include "widgets/figure/figure_probes.h"
#include "widgets/plot/scope_scene.h"
#include "widgets/style/verdict_look.h"
#include "widgets/style/words.h"

namespace chasescope {
namespace {

QString capital(QString text) {
  if (!text.isEmpty()) text[0] = text[0].toUpper();
  return text;
}

bool isPlainCache(const ChasePicture& picture) { return picture.cache.name.empty() || picture.cache.name == "cache"; }

QString cacheName(const ChasePicture& picture) {
  return isPlainCache(picture) ? tr("cache") : QString::fromStdString(step::part_title(picture.cache));
}

QString size(std::uint64_t bytes) { return QString::fromStdString(size_words(bytes)); }

QString joined(const QStringList& words) {
  if (words.size() < 2) return words.join(QString());
  return words.mid(0, words.size() - 1).join(QStringLiteral(", ")) + tr(" and ") + words.back();
}

QString lineNames(const ChasePicture& picture, const std::vector<std::size_t>& lines) {
  constexpr std::size_t kMost = 6;
  QStringList numbers;
  for (std::size_t i = 0; i < std::min(lines.size(), kMost); ++i) numbers << counted(picture.lines[lines[i]].number);
  if (lines.size() > kMost) numbers << tr("%1 more").arg(counted(lines.size() - kMost));
  return (lines.size() == 1 ? tr("line %1") : tr("lines %1")).arg(joined(numbers));
}

/// "12 words", "17 lines".
QString tilesOf(const ChasePicture& picture) {
  const std::size_t count = picture.tiles.size();
  const QString one = counted(count);
  switch (picture.unit) {
    case ChasePicture::Unit::word: return (count == 1 ? tr("%1 word") : tr("%1 words")).arg(one);
    case ChasePicture::Unit::line: return (count == 1 ? tr("%1 line") : tr("%1 lines")).arg(one);
    case ChasePicture::Unit::element: break;
  }
  return (count == 1 ? tr("%1 element") : tr("%1 elements")).arg(one);
}

/// Whether the stride is as large as the unit by which tiles are named.
bool isDense(const ChasePicture& picture) {
  return picture.grouped ||
         picture.stride == (picture.unit == ChasePicture::Unit::line ? picture.cache.spec.unit_bytes : picture.element_bytes);
}

}  // namespace

QString tileName(const ChasePicture& picture, const ChaseTile& tile) {
  const char* const names[] = {"word %1", "line %1", "element %1"};  // as ChasePicture::Unit
  return tr(names[static_cast<std::size_t>(picture.unit)]).arg(counted(tile.number));
}

QString arrayWords(const ChasePicture& picture) {
  const QString tiles = tilesOf(picture);
  if (picture.grouped && picture.tiles.size() != picture.accesses)
    return tr("%1 with %2 accesses").arg(tiles, counted(picture.accesses));
  return isDense(picture) || picture.stride == 0 ? tiles : tr("%1, %2 apart").arg(tiles, size(picture.stride));
}

QString cacheTitle(const ChasePicture& picture) {
  const QString title = tr("In the %1 after a pass over %2").arg(cacheName(picture), tilesOf(picture));
  if (picture.misses > 0 || picture.hits < picture.accesses) return title;
  const bool full =
      picture.sets.size() == picture.allSets() && std::all_of(picture.sets.begin(), picture.sets.end(), [](const ChaseSet& set) {
        return set.more_ways == 0 && std::all_of(set.ways.begin(), set.ways.end(),
                                                 [](const ChaseWay& way) { return way.state == step::Way::State::held; });
      });
  return title + (full ? tr(": full, and no access misses") : tr(": no access misses"));
}

QStringList cacheTitles(const ChasePicture& picture) {
  if (picture.sets.empty()) return {tr("In the cache")};
  QStringList titles{cacheTitle(picture)};
  const std::size_t all = picture.allSets(), shown = picture.sets.size();
  if (shown < all) titles.prepend(titles.front() + tr(" (%1 of its %2 sets)").arg(counted(shown), counted(all)));
  return titles << tr("In the cache after the pass") << tr("In the cache");
}

QStringList arrayTitles(const ChasePicture& picture) {
  const QString what = arrayWords(picture);
  return {(picture.ascending ? tr("The array: %1, read in order, over and over")
                             : tr("The array: %1, read along the arrows, over and over"))
              .arg(what),
          (picture.ascending ? tr("The array: %1, in order") : tr("The array: %1, along the arrows")).arg(what),
          tr("The array: %1").arg(tilesOf(picture)), tr("The array")};
}

QStringList passTitles(const ChasePicture& picture) {
  if (picture.pass == 0) return {tr("The first pass: what each access takes"), tr("The first pass")};
  return {tr("One warm pass: what each access takes"), tr("One warm pass")};
}

QString whyNoSets(const ChasePicture& picture) {
  if (!picture.sets.empty()) return {};
  QStringList missing;
  if (picture.cache.spec.unit_bytes == 0) missing << tr("its line");
  if (!picture.cache.knows_sets) missing << tr("which addresses share a set");
  if (!picture.cache.knows_ways) missing << tr("how many lines a set holds");
  if (missing.isEmpty()) missing << tr("its state");
  return tr("What the cache holds can’t be told: no finding says %1. The probes Line, Sets and Replacement find it out.")
      .arg(joined(missing));
}

QStringList besideSet(const ChasePicture& picture, const ChaseSet& set) {
  if (set.lines == 0) return {tr("no line")};
  if (picture.misses > 0 && set.misses == 0) return {tr("hits only")};
  const QString lines = (set.lines == 1 ? tr("%1 line") : tr("%1 lines")).arg(counted(set.lines));
  if (!set.places) return {lines};
  return {lines + QLatin1Char(','), (*set.places == 1 ? tr("%1 place") : tr("%1 places")).arg(counted(*set.places))};
}

QString tileSentence(const ChasePicture& picture, std::size_t index, const Covering& covered) {
  const ChaseTile& tile = picture.tiles[index];
  QStringList sentences;
  QString place = tr("%1 (byte %2)").arg(capital(tileName(picture, tile)), counted(tile.offset));
  if (!covered.cache && tile.line) {
    if (picture.unit != ChasePicture::Unit::line) place += tr(" lies in line %1").arg(counted(*tile.line));
    if (tile.set)
      place += (picture.unit != ChasePicture::Unit::line ? tr(", which belongs to set %1") : tr(" belongs to set %1"))
                   .arg(counted(*tile.set));
    sentences << place + QLatin1Char('.');
  } else {
    sentences << place + QLatin1Char('.');
  }
  if (covered.pass) return sentences.join(QLatin1Char(' '));
  if (tile.accesses.size() == 1) {
    const ChaseAccess& access = tile.accesses.front();
    const bool told = access.verdict == step::Verdict::hit || access.verdict == step::Verdict::miss;
    const QString what = access.verdict == step::Verdict::miss ? tr("a miss") : tr("a hit");
    if (access.cycles)
      sentences << (told ? tr("It takes %1 cycles: %2.").arg(cyclesText(*access.cycles), what)
                         : tr("It takes %1 cycles.").arg(cyclesText(*access.cycles)));
    else if (told)
      sentences << tr("It is %1.").arg(what);
  } else {
    sentences << tr("%1 of its %2 accesses miss, and the slowest takes %3 cycles.")
                     .arg(counted(tile.misses()), counted(tile.accesses.size()), cyclesText(tile.slowest()));
  }
  const ChaseSet* set = covered.cache ? nullptr : picture.setOf(tile);
  if (set != nullptr && set->places && set->lines > *set->places)
    sentences << tr("Set %1 has %2 places for %3 lines.").arg(counted(set->number), counted(*set->places), counted(set->lines));
  return sentences.join(QLatin1Char(' '));
}

QString setSentence(const ChasePicture& picture, const ChaseSet& set, const Covering& covered) {
  if (covered.cache) return {};
  QString text = set.places
                     ? tr("Set %1: %2 of the array belong here, and there are %3 places.")
                           .arg(counted(set.number), (set.lines == 1 ? tr("1 line") : tr("%1 lines").arg(counted(set.lines))),
                                counted(*set.places))
                     : tr("Set %1: %2 of the array belong here.").arg(counted(set.number), counted(set.lines) + tr(" lines"));
  if (covered.pass) return text;
  if (!set.lost.empty())
    text += QLatin1Char(' ') +
            tr("Thrown out by the end of the pass, and needed in the next one: %1.").arg(lineNames(picture, set.lost));
  if (set.misses + set.hits > 0)
    text += QLatin1Char(' ') + tr("%1 of %2 accesses to it miss.").arg(counted(set.misses), counted(set.misses + set.hits));
  return text;
}

QString passSentence(const ChasePicture& picture, const Covering& covered) {
  if (covered.pass) return {};
  if (!picture.tellsVerdicts()) return tr("No finding tells which of these latencies are hits.");
  if (picture.misses == 0 && picture.hits == picture.accesses)
    return tr("All %1 accesses of the pass hit.").arg(counted(picture.accesses));
  return tr("%1 of %2 accesses of the pass miss.").arg(counted(picture.misses), counted(picture.accesses));
}

SmallChase smallChase(const ChasePicture& picture) {
  const model::CacheSpec& spec = picture.cache.spec;
  const bool known = picture.cache.knows_ways && spec.unit_bytes != 0 && !spec.ways.empty();
  const FewLines few =
      known ? fewLinesBeyond(spec.capacity_bytes(), spec.unit_bytes, *std::max_element(spec.ways.begin(), spec.ways.end()))
            : fewLinesBeyond(0, picture.element_bytes);
  return {few.bytes, few.stride, few.overflows};
}

QString tooManySentence(const ChasePicture& picture) {
  const SmallChase small = smallChase(picture);
  const auto joinedUp = [](QString text) { return text.replace(QLatin1Char(' '), QChar(0xA0)); };  // keep the words on one line
  const QString fits = tr("%1 with %2 has %3 accesses")
                           .arg(joinedUp(tr("N = %1").arg(sized(small.bytes))), joinedUp(tr("s = %1").arg(sized(small.stride))),
                                counted(small.bytes / small.stride));
  return tr("A pass of %1 accesses is too long to be drawn one by one. %2%3")
      .arg(counted(picture.accesses), fits,
           small.overflows ? tr(", and that is just more than the %1 holds.").arg(cacheName(picture)) : tr(", which would fit."));
}

}  // namespace chasescope
