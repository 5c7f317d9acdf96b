// Pictures of the pointer chase and of its results.
#include <QCoreApplication>

#include "widgets/glossary/term_pictures.h"
#include "widgets/style/words.h"

namespace chasescope {
namespace {

using Look = TermSketch::Look;
using Side = TermSketch::Side;
using step::Verdict;

const QStringList kEight{"0", "1", "2", "3", "4", "5", "6", "7"};

std::vector<Look> eight(Look look) { return std::vector<Look>(8, look); }

void pointerChase(TermSketch& s) {
  const auto cells = s.row({12, 62}, {32, 28}, eight(Look::filled), {"2", "", "4", "", "6", "", "0", ""});
  for (const std::size_t i : {0U, 2U, 4U}) s.hop({cells[i].center().x(), 60}, {cells[i + 2].center().x(), 60}, 28);
  s.words({12, 96, 256, 16}, tr("each word says where the next one is"), Side::centre, false, true);
}

void footprint(TermSketch& s) {
  s.row({12, 44}, {32, 28}, eight(Look::filled), kEight);
  s.measure(12, 268, 86, tr("N bytes"));
}

void strideOf(TermSketch& s) {
  const auto cells = s.row(
      {12, 54}, {32, 28},
      {Look::chosen, Look::filled, Look::filled, Look::chosen, Look::filled, Look::filled, Look::chosen, Look::filled}, kEight);
  s.hop({cells[0].center().x(), 52}, {cells[3].center().x(), 52}, 26);
  s.hop({cells[3].center().x(), 52}, {cells[6].center().x(), 52}, 26);
  s.measure(28, 124, 92, tr("s bytes"));
}

void passOf(TermSketch& s) {
  s.row({12, 40}, {32, 28}, eight(Look::filled), kEight);
  s.arrow({16, 80}, {264, 80});
  s.words({12, 84, 256, 16}, tr("pass 1"), Side::left, true);
  s.arrow({16, 112}, {264, 112});
  s.words({12, 116, 256, 16}, tr("pass 2: the same words again"), Side::left, true);
}

void warmUp(TermSketch& s) {
  s.words({8, 26, 84, 24}, tr("first pass"), Side::left);
  s.row({96, 26}, {22, 24}, eight(Look::miss));
  s.words({8, 72, 84, 24}, tr("second"), Side::left);
  s.row({96, 72}, {22, 24}, eight(Look::hit));
  s.words({8, 106, 264, 18}, tr("the array fits: only the first pass misses"), Side::centre, false, true);
}

void traceOf(TermSketch& s) {
  s.line({34, 16}, {34, 108});
  s.line({34, 108}, {270, 108});
  for (int i = 0; i < 20; ++i) {
    const bool miss = i % 5 == 3;
    s.dot({44.0 + 11.5 * i, miss ? 34.0 : 88.0}, miss ? Verdict::miss : Verdict::hit);
  }
  s.words({40, 112, 230, 18}, tr("load after load"), Side::centre, false, true);
  s.words({40, 10, 120, 18}, tr("cycles"), Side::left, false, true);
}

void missPattern(TermSketch& s) {
  for (int pass = 0; pass < 4; ++pass) {
    std::vector<Look> looks(9, Look::hit);
    for (const std::size_t at : {0U, 4U, 8U}) looks[(at + static_cast<std::size_t>(pass)) % 9] = Look::miss;
    s.words({6, 12.0 + 24 * pass, 54, 24}, tr("pass %1").arg(pass + 1), Side::left);
    s.row({64, 12.0 + 24 * pass}, {23, 24}, looks);
  }
  s.words({64, 112, 207, 18}, tr("words of the array"), Side::centre, false, true);
}

void hitOf(TermSketch& s) {
  s.words({6, 52, 70, 24}, tr("load 5"), Side::left, true);
  s.arrow({62, 64}, {108, 64});
  s.row({112, 48}, {40, 32}, {Look::filled, Look::hit, Look::filled, Look::filled}, {"2", "5", "6", "9"});
  s.words({112, 20, 160, 20}, tr("cache"), Side::left, false, true);
  s.words({112, 90, 160, 20}, tr("it is there"), Side::centre);
}

void missOf(TermSketch& s) {
  s.words({6, 30, 70, 24}, tr("load 7"), Side::left, true);
  s.arrow({62, 42}, {96, 42});
  s.row({100, 26}, {34, 32}, {Look::filled, Look::miss, Look::filled, Look::filled}, {"2", "", "6", "9"});
  s.row({100, 96}, {34, 28}, {Look::filled, Look::filled, Look::chosen, Look::filled}, {"5", "6", "7", "8"});
  s.arrow({185, 94}, {155, 62});
  s.words({194, 66, 84, 20}, tr("brought in"), Side::left);
  s.words({6, 100, 90, 20}, tr("next level"), Side::left, false, true);
}

void latencyBars(TermSketch& s, bool penalty) {
  s.words({8, 30, 40, 22}, tr("hit"), Side::left);
  s.cell({52, 30, 60, 22}, Look::hit);
  s.words({8, 68, 40, 22}, tr("miss"), Side::left);
  s.cell({52, 68, 208, 22}, Look::miss);
  if (penalty)
    s.measure(112, 260, 106, tr("miss penalty"));
  else
    s.measure(52, 260, 106, tr("cycles of one load"));
}

}  // namespace

std::map<std::string, DrawTerm> chasePictures() {
  return {{"pointer-chase", pointerChase},
          {"footprint", footprint},
          {"stride", strideOf},
          {"pass", passOf},
          {"warm-up", warmUp},
          {"trace", traceOf},
          {"miss-pattern", missPattern},
          {"hit", hitOf},
          {"miss", missOf},
          {"latency", [](TermSketch& s) { latencyBars(s, false); }},
          {"miss-penalty", [](TermSketch& s) { latencyBars(s, true); }}};
}

}  // namespace chasescope
