#include "app/recovery/left_words.h"

#include <QDateTime>
#include <QLocale>

#include "engine/probe/discovery/registry.h"
#include "engine/trace/quantity_text.h"
#include "widgets/document/shown_text.h"

namespace chasescope {
namespace {

QString counted(std::size_t count, const char* one, const char* many) {
  return QStringLiteral("%1 %2").arg(QString::fromStdString(format_count(count)), QString::fromLatin1(count == 1 ? one : many));
}

}  // namespace

QString leftWords(const LeftDocument& left) {
  const Probe* probe = find_probe(left.probe);
  QString words = left.device.empty() ? QStringLiteral("An unknown device") : shownText(left.device);
  if (probe != nullptr) words += QStringLiteral(", ") + QString::fromStdString(probe->info().title);
  if (left.free_run) words += QStringLiteral(", the last trace of a free run");
  return words + QStringLiteral(": %1, %2").arg(counted(left.runs, "run", "runs"), counted(left.findings, "finding", "findings"));
}

QString leftWhen(const LeftDocument& left) {
  const QDateTime when = QDateTime::fromString(QString::fromStdString(left.when), Qt::ISODate);
  QString words = when.isValid() ? QLocale::c().toString(when.toLocalTime(), QStringLiteral("d MMM yyyy, HH:mm")) : QString();
  if (!left.ended) words += (words.isEmpty() ? QString() : QStringLiteral(" ")) + QStringLiteral("(ended early)");
  return words;
}

QString leftOutWords(std::size_t count, std::size_t unreadBytes) {
  QStringList words;
  if (count == 1) words << QStringLiteral("1 run or finding can't be read and is left out.");
  if (count > 1)
    words
        << QStringLiteral("%1 runs and findings can't be read and are left out.").arg(QString::fromStdString(format_count(count)));
  if (unreadBytes > 0)
    words << QStringLiteral("%1 at the end of the journal can't be read: it was cut there, or is damaged.")
                 .arg(QString::fromStdString(format_bytes(unreadBytes)));
  return words.join(QLatin1Char(' '));
}

}  // namespace chasescope
