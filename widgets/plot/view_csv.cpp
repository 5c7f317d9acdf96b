#include "widgets/plot/view_csv.h"

#include "widgets/plot/scope_scene.h"
#include "widgets/plot/step_picture.h"

namespace chasescope {

QByteArray missWord(step::Verdict verdict) {
  switch (verdict) {
    case step::Verdict::hit: return "0";
    case step::Verdict::miss:
    case step::Verdict::sector_miss: return "1";
    case step::Verdict::not_asked:
    case step::Verdict::unknown: break;
  }
  return {};
}

void writeScopeCsv(const LatencyTrace& trace, const AccessOrder& order, const inference::LatencyLevels& levels,
                   const step::LatencyVerdicts& verdicts, std::size_t begin, std::size_t end,
                   const std::function<bool(const QByteArray&)>& write) {
  if (!write("access,pass,position,offset_bytes,cycles,level,miss\n")) return;
  bool good = true;
  trace.for_each_segment(begin, end, [&](std::span<const float> cycles, std::size_t first) {
    QByteArray lines;
    for (std::size_t i = 0; i < cycles.size() && good; ++i) {
      const std::uint64_t access = first + i;
      lines += QByteArray::number(static_cast<qulonglong>(access)) + ',';
      if (order.period() > 0)
        lines += QByteArray::number(static_cast<qulonglong>(order.pass(access))) + ',' +
                 QByteArray::number(static_cast<qulonglong>(order.position(access))) + ',' +
                 QByteArray::number(static_cast<qulonglong>(order.offset(access)));
      else
        lines += ",,";
      lines += ',' + cyclesText(cycles[i]).toLatin1() + ',' +
               QByteArray::number(static_cast<qulonglong>(levels.level_of(cycles[i]))) + ',' + missWord(verdicts.of(cycles[i])) + '\n';
      if (lines.size() > 1 << 16 || i + 1 == cycles.size()) {
        good = write(lines);
        lines.clear();
      }
    }
  });
}

QByteArray stepCsv(const StepPicture& picture) {
  const step::Look& look = picture.look;
  if (look.before.empty() && look.after.empty()) return {};
  const auto held = [&](const std::vector<step::Way>& ways, std::size_t i) {
    return i < ways.size() ? wayText(picture.part, ways[i]).toUtf8() : QByteArray();
  };
  QByteArray lines = "access,set,way,before,after\n";
  const QByteArray access = QByteArray::number(static_cast<qulonglong>(look.at));
  const QByteArray set = look.set ? QByteArray::number(*look.set) : QByteArray();
  for (std::size_t i = 0; i < std::max(look.before.size(), look.after.size()); ++i)
    lines += access + ',' + set + ',' + QByteArray::number(static_cast<qulonglong>(picture.first_way + i)) + ',' +
             held(look.before, i) + ',' + held(look.after, i) + '\n';
  return lines;
}

}  // namespace chasescope
