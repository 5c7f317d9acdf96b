#include "widgets/plot/view_csv.h"

#include <array>

#include "engine/device/codec/codec_number.h"
#include "engine/output/outgoing_text.h"
#include "engine/step/address_split.h"
#include "widgets/plot/step_picture.h"

namespace chasescope {
namespace {

/// The contents of a way in the words of the picture: "line 1024".
QByteArray heldWords(const step::Part& part, const step::Way& way) { return csvWords(wayText(part, way)); }

}  // namespace

QByteArray csvNumber(float cycles) {
  std::array<char, kCyclesTextRoom> text{};
  return {text.data(), write_cycles(text.data(), cycles) - text.data()};
}

QByteArray csvNumber(std::uint64_t count) { return QByteArray::number(static_cast<qulonglong>(count)); }

QByteArray csvText(const std::string& name) { return QByteArray::fromStdString(csv_field(name)); }

QByteArray csvWords(const QString& words) {
  const auto digit = [&](qsizetype i) { return i >= 0 && i < words.size() && words[i] >= u'0' && words[i] <= u'9'; };
  QString plain;
  for (qsizetype i = 0; i < words.size(); ++i) {
    const bool separates = words[i] == u',' && digit(i - 1) && digit(i + 1) && digit(i + 2) && digit(i + 3) && !digit(i + 4);
    if (!separates) plain += words[i];
  }
  return csvText(plain.toStdString());
}

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
      lines += csvNumber(access) + ',';
      if (order.period() > 0)
        lines += csvNumber(order.pass(access)) + ',' + csvNumber(order.position(access)) + ',' + csvNumber(order.offset(access));
      else
        lines += ",,";
      lines += ',' + csvNumber(cycles[i]) + ',' + csvNumber(std::uint64_t{levels.level_of(cycles[i])}) + ',' +
               missWord(verdicts.of(cycles[i])) + '\n';
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
    return i < ways.size() ? heldWords(picture.part, ways[i]) : QByteArray();
  };
  QByteArray lines = "access,set,way,before,after\n";
  const QByteArray access = csvNumber(look.at);
  const QByteArray set = look.set ? QByteArray::number(*look.set) : QByteArray();
  for (std::size_t i = 0; i < std::max(look.before.size(), look.after.size()); ++i)
    lines += access + ',' + set + ',' + csvNumber(std::uint64_t{picture.first_way + i}) + ',' + held(look.before, i) + ',' +
             held(look.after, i) + '\n';
  return lines;
}

}  // namespace chasescope
