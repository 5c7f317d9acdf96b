#include "widgets/style/part_look.h"

#include <QCoreApplication>

#include "engine/findings/vocabulary.h"

namespace chasescope {

QString partName(const std::string& subject) {
  // Steps in the path of an access that are no subjects of findings: behind the last known level, a page walk, a switch of the
  // window.
  if (subject == subject::device) return QCoreApplication::translate("PartLook", "Behind");
  if (subject == "walk") return QCoreApplication::translate("PartLook", "Page table");
  if (subject == "window") return QCoreApplication::translate("PartLook", "Window switch");
  const SubjectEntry* known = find_subject(subject);
  return known == nullptr ? QString::fromStdString(subject).replace(QLatin1Char('_'), QLatin1Char(' '))
                          : QCoreApplication::translate("PartLook", known->part);
}

std::size_t partLevel(const std::string& subject) {
  if (subject == subject::dram || subject == subject::device) return 2;
  if (subject == subject::l2 || subject == subject::l3 || subject == subject::constant_l1_5) return 1;
  if (subject.ends_with("_tlb") || subject == "walk" || subject == "window") return 3;
  return 0;
}

}  // namespace chasescope
