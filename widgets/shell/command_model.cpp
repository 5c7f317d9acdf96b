#include "widgets/shell/command_model.h"

#include <algorithm>

#include "widgets/shell/command_match.h"

namespace chasescope {

void CommandModel::setCommands(std::vector<Command> commands) {
  beginResetModel();
  commands_ = std::move(commands);
  shown_.clear();
  endResetModel();
  setTyped(typed_);
}

void CommandModel::setTyped(const QString& typed) {
  typed_ = typed;
  struct Fit {
    std::size_t command;
    int score;
  };
  std::vector<Fit> fits;
  for (std::size_t i = 0; i < commands_.size(); ++i) {
    // A match in the name or in the other names counts twice as much as one in the group or in the rest of the text.
    const Command& command = commands_[i];
    const int name = matchScore(command.named.isEmpty() ? command.text : command.named, typed);
    const int both = matchScore(command.group + QLatin1Char(' ') + command.text, typed);
    const int other = command.also.isEmpty() ? 0 : matchScore(command.also, typed);
    if (both > 0 || name > 0 || other > 0) fits.push_back({i, std::max({2 * name, both, 2 * other})});
  }
  std::stable_sort(fits.begin(), fits.end(), [this, &typed](const Fit& a, const Fit& b) {
    if (typed.trimmed().isEmpty()) return false;  // without typed words, the commands stay in their order
    if (a.score != b.score) return a.score > b.score;
    return commands_[a.command].whyOff.isEmpty() && !commands_[b.command].whyOff.isEmpty();
  });
  beginResetModel();
  shown_.clear();
  for (const Fit& fit : fits) shown_.push_back(fit.command);
  endResetModel();
}

const Command* CommandModel::at(int row) const {
  return row < 0 || static_cast<std::size_t>(row) >= shown_.size() ? nullptr : &commands_[shown_[static_cast<std::size_t>(row)]];
}

int CommandModel::rowCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : static_cast<int>(shown_.size()); }

QVariant CommandModel::data(const QModelIndex& index, int role) const {
  const Command* command = at(index.row());
  if (command == nullptr) return {};
  switch (role) {
    case Qt::DisplayRole: return command->text;
    case Qt::ToolTipRole: return command->whyOff.isEmpty() ? command->tip : command->whyOff;
    case GroupRole: return command->group;
    case KeysRole: return command->keys;
    case TipRole: return command->tip;
    case WhyOffRole: return command->whyOff;
    case Qt::AccessibleTextRole: {
      QString said = QStringLiteral("%1, %2").arg(command->text, command->group);
      if (!command->keys.isEmpty()) said += QStringLiteral(", ") + command->keys;
      if (!command->whyOff.isEmpty()) said += tr(", not now: %1").arg(command->whyOff);
      return said;
    }
    default: return {};
  }
}

}  // namespace chasescope

#include "moc_command_model.cpp"
