// Pictures of the chip: levels of the hierarchy, address translation, shared memory, requests.
#include <algorithm>

#include "widgets/glossary/term_pictures.h"
#include "widgets/style/words.h"

namespace chasescope {
namespace {

using Look = TermSketch::Look;
using Side = TermSketch::Side;

enum class Part { sm, l1, l2, memory };

void hierarchy(TermSketch& s, Part part) {
  const auto look = [&](Part one) { return one == part ? Look::chosen : Look::empty; };
  for (int i = 0; i < 3; ++i) {
    const double x = 12 + 90.0 * i;
    s.cell({x, 6, 76, 24}, look(Part::sm), tr("SM"));
    s.line({x + 38, 30}, {x + 38, 36});
    s.cell({x, 36, 76, 24}, look(Part::l1), tr("L1"));
    s.line({x + 38, 60}, {x + 38, 70});
  }
  s.cell({12, 70, 256, 26}, look(Part::l2), tr("L2"));
  s.line({140, 96}, {140, 106});
  s.cell({12, 106, 256, 28}, look(Part::memory), tr("memory"));
}

void spaces(TermSketch& s) {
  const QStringList names{tr("global"), tr("texture"), tr("constant")}, caches{tr("L1"), tr("texture"), tr("constant")};
  for (int i = 0; i < 3; ++i) {
    const double x = 12 + 90.0 * i;
    s.words({x, 2, 76, 18}, names[i], Side::centre, true);
    s.arrow({x + 38, 22}, {x + 38, 38});
    s.cell({x, 40, 76, 28}, Look::chosen, caches[i]);
    s.arrow({x + 38, 70}, {x + 38, 90}, false);
  }
  s.cell({12, 92, 256, 30}, Look::filled, tr("L2 and memory"));
}

void slices(TermSketch& s) {
  s.cell({12, 56, 60, 30}, Look::chosen, tr("SM"));
  const double tops[] = {6, 38, 70, 102};
  for (int i = 0; i < 4; ++i) {
    const bool far = i >= 2;
    s.cell({far ? 206.0 : 118.0, tops[i], 66, 28}, far ? Look::filled : Look::hit, far ? tr("far") : tr("near"));
    s.arrow({74, 71}, {far ? 204.0 : 116.0, tops[i] + 14}, !far);
  }
}

void cluster(TermSketch& s) {
  s.frame({10, 12, 260, 90}, true, true);
  for (const double x : {24.0, 166.0}) {
    s.cell({x, 22, 90, 24}, Look::empty, tr("SM"));
    s.cell({x, 46, 90, 42}, x < 100 ? Look::filled : Look::chosen, tr("shared"));
  }
  s.arrow({116, 34}, {164, 62});
  s.words({10, 108, 260, 18}, tr("one SM reads what its neighbour holds"), Side::centre, false, true);
}

void sharedMemory(TermSketch& s) {
  s.frame({20, 10, 240, 104}, false);
  s.words({28, 14, 100, 18}, tr("SM"), Side::left, true);
  s.cell({32, 38, 96, 62}, Look::empty, tr("L1: by itself"));
  s.cell({136, 38, 112, 62}, Look::chosen);
  s.words({136, 42, 112, 28}, tr("shared memory:"));
  s.words({136, 64, 112, 28}, tr("by the program"));
}

void carveOut(TermSketch& s) {
  const double cuts[] = {190, 120};
  for (int i = 0; i < 2; ++i) {
    const double y = 18 + 52.0 * i;
    s.cell({16, y, cuts[i], 36}, Look::hit, tr("L1"));
    s.cell({16 + cuts[i], y, 248 - cuts[i], 36}, Look::chosen, tr("shared"));
  }
  s.words({16, 114, 248, 18}, tr("one array; the border can move"), Side::centre, false, true);
}

/// Lanes in a row above, banks in a row below; `to` is the bank of each lane.
void lanes(TermSketch& s, const std::vector<int>& to) {
  s.words({4, 10, 60, 22}, tr("lanes"), Side::left);
  s.words({4, 102, 60, 22}, tr("banks"), Side::left);
  for (int i = 0; i < 6; ++i) {
    const double x = 64 + 35.0 * i;
    s.cell({x, 10, 31, 22}, Look::empty, QString::number(i));
    const auto wanted = std::ranges::count(to, i);
    s.cell({x, 102, 31, 22}, wanted > 1 ? Look::miss : Look::hit, wanted > 1 ? QString() : QString::number(i));
  }
  for (std::size_t i = 0; i < to.size(); ++i)
    s.arrow({79.5 + 35.0 * static_cast<double>(i), 34}, {79.5 + 35.0 * to[i], 100}, std::ranges::count(to, to[i]) <= 1);
}

void warp(TermSketch& s) {
  for (int row = 0; row < 2; ++row) s.row({12, 30.0 + 26 * row}, {16, 22}, std::vector<Look>(16, Look::chosen));
  s.words({12, 4, 256, 20}, tr("32 threads, one instruction"), Side::centre);
  s.arrow({140, 84}, {140, 104});
  s.words({12, 108, 256, 20}, tr("32 addresses at a time"), Side::centre, false, true);
}

void page(TermSketch& s) {
  s.words({8, 8, 130, 18}, tr("addresses"), Side::left, false, true);
  s.row({8, 30}, {66, 28}, {Look::filled, Look::chosen, Look::filled, Look::filled},
        {tr("page 0"), tr("page 1"), tr("page 2"), tr("page 3")});
  s.row({8, 92}, {66, 28}, {Look::filled, Look::filled, Look::filled, Look::chosen});
  s.arrow({107, 60}, {239, 90});
  s.words({8, 68, 130, 18}, tr("places in memory"), Side::left, false, true);
}

void tlb(TermSketch& s) {
  s.words({4, 54, 60, 20}, tr("page 7"), Side::left, true);
  s.arrow({50, 64}, {78, 64});
  const QStringList pages{"3", "7", "12"}, places{"40", "16", "9"};
  for (int i = 0; i < 3; ++i) {
    s.cell({82, 22.0 + 28 * i, 60, 28}, i == 1 ? Look::hit : Look::empty, pages[i]);
    s.cell({142, 22.0 + 28 * i, 60, 28}, i == 1 ? Look::hit : Look::empty, places[i]);
  }
  s.arrow({204, 64}, {228, 64});
  s.words({230, 54, 48, 20}, tr("place"), Side::left, true);
  s.words({82, 2, 60, 18}, tr("page"), Side::centre, false, true);
  s.words({142, 2, 60, 18}, tr("place"), Side::centre, false, true);
  s.words({62, 112, 160, 18}, tr("three entries"), Side::centre, false, true);
}

void tlbReach(TermSketch& s) {
  s.row({12, 36}, {32, 28}, {Look::hit, Look::hit, Look::hit, Look::hit, Look::hit, Look::miss, Look::miss, Look::miss});
  s.measure(12, 172, 78, tr("entries × page"));
  s.words({12, 10, 256, 20}, tr("pages of an array"), Side::left, false, true);
  s.words({180, 80, 92, 20}, tr("beyond it"), Side::centre);
}

void underWay(TermSketch& s) {
  for (int i = 0; i < 5; ++i) {
    const double y = 10 + 22.0 * i;
    if (i < 4) {
      s.arrow({78, y + 9}, {196, y + 9});
      s.words({4, y, 70, 18}, tr("load %1").arg(i + 1), Side::left);
    } else {
      s.words({4, y, 270, 18}, tr("load 5 waits: there is no room"), Side::left, true);
    }
  }
  s.cell({200, 8, 70, 88}, Look::filled, tr("memory"));
}

void table(TermSketch& s, const QStringList& entries, const QStringList& waiting, const QString& head) {
  s.words({12, 2, 120, 18}, head, Side::left, true);
  s.words({140, 2, 130, 18}, tr("waiting threads"), Side::left, false, true);
  for (int i = 0; i < 3; ++i) {
    s.cell({12, 24.0 + 36 * i, 116, 30}, Look::chosen, entries[i]);
    s.words({140, 24.0 + 36 * i, 138, 30}, waiting[i], Side::left);
  }
}

void mshr(TermSketch& s) {
  table(s, {tr("block 12"), tr("block 40"), tr("block 7")}, {tr("threads 0, 1, 5"), tr("thread 2"), tr("threads 3, 4")},
        tr("an entry a block"));
}

void prt(TermSketch& s) {
  table(s, {tr("warp 0, load 1"), tr("warp 1, load 1"), tr("warp 0, load 2")},
        {tr("for 3 blocks"), tr("for 1 block"), tr("for 32 blocks")}, tr("an entry a load"));
}

void bandwidth(TermSketch& s) {
  for (int i = 0; i < 5; ++i) s.arrow({60, 20.0 + 20 * i}, {214, 20.0 + 20 * i});
  s.cell({12, 10, 46, 100}, Look::filled, tr("SMs"));
  s.cell({216, 10, 54, 100}, Look::filled, tr("L2"));
  s.words({12, 116, 256, 18}, tr("bytes a second, all together"), Side::centre, false, true);
}

void load(TermSketch& s) {
  s.line({30, 10}, {30, 108});
  s.line({30, 108}, {270, 108});
  s.line({30, 108}, {132, 26}, false, true);
  s.line({132, 26}, {266, 26}, false, true);
  s.curve({{30, 108}, {62, 83}, {94, 60}, {124, 44}, {156, 34}, {194, 29}, {266, 28}});
  s.words({138, 40, 130, 18}, tr("bandwidth"), Side::right);
  s.words({30, 112, 240, 18}, tr("bytes under way"), Side::centre, false, true);
}

void atomic(TermSketch& s) {
  for (int i = 0; i < 4; ++i) {
    const double x = 26 + 62.0 * i;
    s.cell({x, 12, 40, 22}, Look::empty, tr("thread"));
    s.arrow({x + 20, 36}, {140, 76});
  }
  s.cell({118, 78, 44, 24}, Look::filled, tr("+1"));
  s.words({12, 110, 256, 18}, tr("one after the other"), Side::centre, false, true);
}

void fence(TermSketch& s) {
  s.cell({12, 14, 70, 24}, Look::empty, tr("store"));
  s.arrow({84, 26}, {206, 26});
  s.cell({208, 12, 60, 96}, Look::filled, tr("L2"));
  s.cell({12, 52, 70, 24}, Look::empty, tr("fence"));
  s.arrow({206, 64}, {84, 64});
  s.words({12, 84, 190, 18}, tr("waits until it is there"), Side::left, false, true);
}

void evictionPriority(TermSketch& s) {
  s.words({12, 8, 120, 18}, tr("goes first"), Side::left);
  s.words({148, 8, 120, 18}, tr("goes last"), Side::right);
  s.row({12, 34}, {64, 34}, {Look::miss, Look::empty, Look::empty, Look::hit},
        {tr("first"), tr("normal"), tr("normal"), tr("last")});
  s.arrow({264, 86}, {16, 86});
  s.words({12, 100, 256, 18}, tr("new lines come in here"), Side::right, false, true);
}

}  // namespace

std::map<std::string, DrawTerm> chipPictures() {
  return {{"sm", [](TermSketch& s) { hierarchy(s, Part::sm); }},
          {"l1", [](TermSketch& s) { hierarchy(s, Part::l1); }},
          {"l2", [](TermSketch& s) { hierarchy(s, Part::l2); }},
          {"memory", [](TermSketch& s) { hierarchy(s, Part::memory); }},
          {"memory-space", spaces},
          {"slice", slices},
          {"cluster", cluster},
          {"shared-memory", sharedMemory},
          {"carve-out", carveOut},
          {"bank",
           [](TermSketch& s) {
             lanes(s, {0, 1, 2, 3, 4, 5});
           }},
          {"bank-conflict",
           [](TermSketch& s) {
             lanes(s, {0, 2, 4, 0, 2, 4});
           }},
          {"warp", warp},
          {"page", page},
          {"tlb", tlb},
          {"tlb-reach", tlbReach},
          {"requests-under-way", underWay},
          {"mshr", mshr},
          {"prt", prt},
          {"bandwidth", bandwidth},
          {"load", load},
          {"atomic", atomic},
          {"fence", fence},
          {"eviction-priority", evictionPriority}};
}

}  // namespace chasescope
