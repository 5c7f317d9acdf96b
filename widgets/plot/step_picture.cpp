#include "widgets/plot/step_picture.h"

#include <QCoreApplication>
#include <algorithm>

#include "widgets/plot/scope_scene.h"
#include "widgets/style/part_look.h"
#include "widgets/style/words.h"

namespace chasescope {
namespace {

constexpr std::uint64_t kStrip = 121;  // accesses that the strip shows at most

QString say(const char* text) { return QCoreApplication::translate("StepPicture", text); }

/// Of hundreds of ways only some are shown, so that they can be read.
void showSomeWays(StepPicture& picture) {
  constexpr std::size_t kMost = 24;
  step::Look& look = picture.look;
  picture.ways = std::max(look.before.size(), look.after.size());
  if (picture.ways <= kMost) return;
  const std::size_t middle = look.way.value_or(0);
  picture.first_way = std::min(middle > kMost / 2 ? middle - kMost / 2 : 0, picture.ways - kMost);
  for (auto* ways : {&look.before, &look.after}) {
    const auto first = static_cast<std::ptrdiff_t>(std::min(picture.first_way, ways->size()));
    const auto end = static_cast<std::ptrdiff_t>(std::min(picture.first_way + kMost, ways->size()));
    *ways = std::vector<step::Way>(ways->begin() + first, ways->begin() + end);
  }
}

/// "answered by L2 · translated by L1 TLB" of the model's "l2+l1_tlb".
QString answeredText(const std::string& answered) {
  const auto name = [](const QString& part) { return part == QLatin1String("l1") ? say("L1") : partName(part.toStdString()); };
  const QStringList parts = QString::fromStdString(answered).split(QLatin1Char('+'));
  const QString data = say("answered by %1").arg(name(parts.front()));
  return parts.size() < 2 ? data : data + QStringLiteral(" · ") + say("translated by %1").arg(name(parts[1]));
}

}  // namespace

QString wayText(const step::Part& part, const step::Way& way) {
  switch (way.state) {
    case step::Way::State::held: return QString::fromStdString(step::unit_name(part, way.unit));
    case step::Way::State::empty: return say("empty");
    case step::Way::State::unknown: break;
  }
  return QStringLiteral("?");
}

StepPicture gatherStepPicture(step::Source& source, std::uint64_t at, std::size_t part, unsigned element_bytes,
                              std::optional<float> cycles) {
  StepPicture picture;
  picture.part = source.parts()[part];
  picture.look = source.look(at, part);
  picture.timed = at >= source.warmup();
  picture.split = step::split_address(picture.part, picture.look.offset, picture.look.set, source.largest_offset());
  picture.words = step::explain(source, picture.look, part);
  picture.title = picture.timed ? say("Access %1").arg(counted(at - source.warmup())) : say("Warm-up access %1").arg(counted(at));

  showSomeWays(picture);

  QStringList facts;
  const std::uint64_t offset = picture.look.offset;
  if (element_bytes != 0 && offset % element_bytes == 0) facts << say("element %1").arg(counted(offset / element_bytes));
  facts << say("byte %1").arg(counted(offset)) << say("pass %1").arg(counted(source.order().pass(at)));
  if (cycles) facts << say("%1 cycles").arg(cyclesText(*cycles));
  if (!picture.timed) facts << say("not timed");
  if (!picture.look.answered.empty()) facts << answeredText(picture.look.answered);
  picture.facts = facts.join(QStringLiteral(" · "));

  const std::uint64_t first =
      at > kStrip / 2 ? std::min(at - kStrip / 2, source.ready() > kStrip ? source.ready() - kStrip : 0) : 0;
  for (std::uint64_t step = first; step < std::min(first + kStrip, source.ready()); ++step)
    picture.strip.push_back({step, source.verdict(step, part), source.evicts(step, part), step >= source.warmup(),
                             source.order().position(step) == 0 ? std::optional(source.order().pass(step)) : std::nullopt});
  picture.current = static_cast<std::size_t>(at - first);
  return picture;
}

QString stepSentence(const StepPicture& picture) {
  QStringList parts{picture.title + QStringLiteral(": ") + picture.facts, QString::fromStdString(picture.split.sentence),
                    QString::fromStdString(picture.words.headline), QString::fromStdString(picture.words.reason),
                    QString::fromStdString(picture.words.sequel)};
  QStringList after;
  for (const step::Way& way : picture.look.after) after << wayText(picture.part, way);
  if (!after.isEmpty() && after.size() <= 16) parts << say("Then the set holds: %1.").arg(after.join(QStringLiteral(", ")));
  parts.removeAll(QString());
  return parts.join(QStringLiteral(" "));
}

}  // namespace chasescope
