#include "widgets/plot/part_look.h"

#include <QCoreApplication>
#include <QHash>

namespace chasescope {

QString partName(const std::string& subject) {
  static const QHash<QString, const char*> names{{"l1_data", QT_TRANSLATE_NOOP("PartLook", "L1 data")},
                                                 {"l2", QT_TRANSLATE_NOOP("PartLook", "L2")},
                                                 {"l3", QT_TRANSLATE_NOOP("PartLook", "L3")},
                                                 {"texture", QT_TRANSLATE_NOOP("PartLook", "Texture")},
                                                 {"readonly", QT_TRANSLATE_NOOP("PartLook", "Read-only")},
                                                 {"constant_l1", QT_TRANSLATE_NOOP("PartLook", "Constant L1")},
                                                 {"constant_l1_5", QT_TRANSLATE_NOOP("PartLook", "Constant L1.5")},
                                                 {"shared_memory", QT_TRANSLATE_NOOP("PartLook", "Shared memory")},
                                                 {"dram", QT_TRANSLATE_NOOP("PartLook", "Memory")},
                                                 {"device", QT_TRANSLATE_NOOP("PartLook", "Behind")},
                                                 {"l1_tlb", QT_TRANSLATE_NOOP("PartLook", "L1 TLB")},
                                                 {"l2_tlb", QT_TRANSLATE_NOOP("PartLook", "L2 TLB")},
                                                 {"l3_tlb", QT_TRANSLATE_NOOP("PartLook", "L3 TLB")},
                                                 {"walk", QT_TRANSLATE_NOOP("PartLook", "Page table")},
                                                 {"window", QT_TRANSLATE_NOOP("PartLook", "Window switch")}};
  const auto name = names.constFind(QString::fromStdString(subject));
  return name == names.constEnd() ? QString::fromStdString(subject).replace(QLatin1Char('_'), QLatin1Char(' '))
                                  : QCoreApplication::translate("PartLook", *name);
}

std::size_t partLevel(const std::string& subject) {
  if (subject == "dram" || subject == "device") return 2;
  if (subject == "l2" || subject == "l3" || subject == "constant_l1_5") return 1;
  if (subject.ends_with("_tlb") || subject == "walk" || subject == "window") return 3;
  return 0;
}

}  // namespace chasescope
