#include "widgets/shell/log_model.h"

#include "engine/output/outgoing_text.h"

namespace chasescope {

void LogModel::add(LogLevel level, const QString& text, const QDateTime& when) {
  if (rowCount() == kLimit) {
    beginRemoveRows({}, 0, 0);
    lines_.pop_front();
    endRemoveRows();
  }
  beginInsertRows({}, rowCount(), rowCount());
  lines_.push_back({when, level, QString::fromStdString(printable(text.toStdString()))});
  endInsertRows();
}

void LogModel::clear() {
  beginResetModel();
  lines_.clear();
  endResetModel();
}

int LogModel::rowCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : static_cast<int>(lines_.size()); }

QVariant LogModel::data(const QModelIndex& index, int role) const {
  if (!index.isValid() || index.row() >= rowCount()) return {};
  const Line& line = lines_[static_cast<std::size_t>(index.row())];
  switch (role) {
    case Qt::DisplayRole:
    case Qt::ToolTipRole: return line.text;
    case Qt::AccessibleTextRole: return this->line(index.row());
    case TimeRole: return line.when.toString(QStringLiteral("HH:mm:ss.zzz"));
    case LevelRole: return static_cast<int>(line.level);
    case LevelTextRole:
      switch (line.level) {
        case LogLevel::info: return tr("info");
        case LogLevel::good: return tr("done");
        case LogLevel::warning: return tr("warning");
        case LogLevel::error: return tr("error");
      }
      return {};
    default: return {};
  }
}

QString LogModel::line(int row) const {
  const QModelIndex at = index(row);
  return QStringLiteral("%1  %2  %3").arg(at.data(TimeRole).toString(), at.data(LevelTextRole).toString(), at.data().toString());
}

}  // namespace chasescope

#include "moc_log_model.cpp"
