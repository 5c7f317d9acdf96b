#include "widgets/style/words.h"

#include <QCoreApplication>

#include "engine/trace/quantity_text.h"

namespace chasescope {

QString tr(const char* text) { return QCoreApplication::translate("ChaseScope", text); }

QString counted(std::uint64_t n) { return QString::fromStdString(format_count(n)); }

QString sized(std::uint64_t bytes) { return QString::fromStdString(format_bytes(bytes)); }

}  // namespace chasescope
